"""Records of games: files read into typed, frozen models, with every mistake and its place."""

from __future__ import annotations

import json
import sys
from enum import Enum
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from castle_companions.records.errors import Mistake, RecordError
from castle_companions.records.plain import MOST_BYTES, Plain, plain_json, plain_toml, text_of
from castle_companions.records.printing import one_line
from castle_companions.records.wording import worded

R = TypeVar("R", bound="Record")

STANDARD_INPUT = "-"
"""The name of standard input as a file."""


class Record(BaseModel):
    """The parent of all models that are read from files: exact types, no unknown key, frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class Notation(Enum):
    """The ways to write a record."""

    JSON = "json"
    TOML = "toml"


def read_record(kind: type[R], path: str | Path) -> R:
    """Read a file, or standard input for ``-``; a name that ends in ``.toml`` is TOML, others JSON.

    Returns:
        The record as a model of type `kind`.

    Raises:
        RecordError: when it cannot be read, with every mistake and its place.
    """
    source = one_line(str(path))
    try:
        if str(path) == STANDARD_INPUT:
            raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise RecordError(source, (Mistake("", message),)) from None
    except ValueError:  # a name with a zero byte in it
        raise RecordError(source, (Mistake("", "this cannot be the name of a file"),)) from None
    notation = Notation.TOML if str(path).casefold().endswith(".toml") else Notation.JSON
    return parse_record(kind, text_of(raw, source), source, notation)


def parse_record(kind: type[R], text: str, source: str, notation: Notation = Notation.JSON) -> R:
    """Read a record from a text; `source` is what messages call it.

    Raises:
        RecordError: with every mistake and its place.
    """
    data = plain_json(text, source) if notation is Notation.JSON else plain_toml(text, source)
    return typed_record(kind, data, source)


def typed_record(kind: type[R], data: Plain, source: str) -> R:
    """Turn plain data, as it comes from JSON, into a model of type `kind`.

    Raises:
        RecordError: with every mistake and its place.
    """
    try:
        # Read as JSON, since only there a list may become a tuple and a text an enum, strictly.
        return kind.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise RecordError(source, worded(error, data, kind)) from None
