"""Records of games: read strictly, written whole or not at all, printed harmlessly."""

from castle_companions.records.errors import BrokenRulesError, Mistake, RecordError
from castle_companions.records.exits import Exit
from castle_companions.records.forms import Form, format_option
from castle_companions.records.printing import console, echo, one_line, printable, quoted
from castle_companions.records.reading import (
    Notation,
    Record,
    parse_record,
    read_record,
    typed_record,
)
from castle_companions.records.running import run
from castle_companions.records.suggesting import did_you_mean
from castle_companions.records.writing import print_data, record_text, schema_text, write_text

__all__ = [
    "BrokenRulesError",
    "Exit",
    "Form",
    "Mistake",
    "Notation",
    "Record",
    "RecordError",
    "console",
    "did_you_mean",
    "echo",
    "format_option",
    "one_line",
    "parse_record",
    "print_data",
    "printable",
    "quoted",
    "read_record",
    "record_text",
    "run",
    "schema_text",
    "typed_record",
    "write_text",
]
