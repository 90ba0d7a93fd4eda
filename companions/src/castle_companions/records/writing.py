"""Records written whole or not at all, and their JSON Schemas."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from pathlib import Path

from pydantic import BaseModel

from castle_companions.records.errors import Mistake, RecordError
from castle_companions.records.printing import one_line

STANDARD_OUTPUT = "-"
"""The name of standard output as a file."""
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def record_text(record: BaseModel) -> str:
    """The record as indented JSON; keys that hold their default stay."""
    return record.model_dump_json(indent=2) + "\n"


def schema_text(kind: type[BaseModel], title: str) -> str:
    """The JSON Schema of the records of a kind, indented; `title` names the format."""
    schema = {"$schema": _DIALECT, **kind.model_json_schema(), "title": title}
    return json.dumps(schema, indent=2) + "\n"


def print_data(text: str) -> None:
    """Print a text for programs, such as JSON, on standard output as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_text(path: str | Path, text: str) -> None:
    """Write `text` as UTF-8 to a file, or to standard output for ``-``.

    A file is replaced in one step: whatever happens, Ctrl-C and power cuts included, its name leads
    to all of the old text or to all of the new one. A symbolic link stays one; a pipe or a device
    is written to.

    Raises:
        RecordError: when it cannot be written; a file is then as it was.
    """
    if str(path) == STANDARD_OUTPUT:
        print_data(text)
        return
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="") as stream:
                stream.write(text)
        else:
            _replace(target, text.encode("utf-8"))
    except BrokenPipeError:
        raise
    except OSError as error:
        mistake = Mistake("", f"cannot be written: {error.strerror or error}")
        raise RecordError(one_line(str(path)), (mistake,)) from None
    except ValueError:  # a name with a zero byte in it
        mistake = Mistake("", "this cannot be the name of a file")
        raise RecordError(one_line(str(path)), (mistake,)) from None


def _replace(target: Path, data: bytes) -> None:
    """Write a new file beside `target` and let it take that name."""
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
