"""The mistakes that pydantic finds, in plain words and with paths as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from castle_companions.records.errors import Mistake
from castle_companions.records.plain import Plain, member
from castle_companions.records.printing import one_line, quoted
from castle_companions.records.suggesting import did_you_mean

_WORDS: Mapping[str, str] = {
    "missing": "this is missing",
    "extra_forbidden": "there is no such key",
    "int_type": "this must be a whole number",
    "int_from_float": "this must be a whole number",
    "int_parsing": "this must be a whole number",
    "float_type": "this must be a number",
    "string_type": "this must be a text in quotes",
    "bool_type": "this must be true or false",
    "list_type": "this must be a list in brackets",
    "tuple_type": "this must be a list in brackets",
    "frozen_set_type": "this must be a list in brackets",
    "set_type": "this must be a list in brackets",
    "dict_type": "this must be an object in braces",
    "model_type": "this must be an object in braces",
    "model_attributes_type": "this must be an object in braces",
    "none_required": "this must be null",
    "literal_error": "this must be {expected}",
    "enum": "this must be {expected}",
    "union_tag_invalid": "{discriminator} must be one of {expected_tags}",
    "union_tag_not_found": "{discriminator} is missing",
    "greater_than_equal": "this must be {ge} or more",
    "greater_than": "this must be more than {gt}",
    "less_than_equal": "this must be {le} or less",
    "less_than": "this must be less than {lt}",
    "string_too_long": "this text is too long: {max_length} characters at most",
    "string_too_short": "this text is too short: {min_length} characters at least",
    "too_long": "there are too many here: {actual_length}, and {max_length} at most",
    "too_short": "there are too few here: {actual_length}, and {min_length} at least",
}
_LONGEST = 300


def worded(error: ValidationError, data: Plain, kind: type[BaseModel]) -> tuple[Mistake, ...]:
    """Put every mistake of `error` into words; `data` is what was validated as a `kind`."""
    keys = tuple(_field_names(kind))
    return tuple(
        Mistake(_place(one, data), _message(one, keys))
        for one in error.errors(include_url=False)
        if not _is_echo(one)
    )


def _is_echo(one: ErrorDetails) -> bool:
    """Whether a list is called too short only since items are wrong, which are told themselves."""
    given = one["input"]
    return (
        one["type"] == "too_short"
        and isinstance(given, list)
        and len(given) >= one.get("ctx", {})["min_length"]
    )


def _place(one: ErrorDetails, data: Plain) -> str:
    """The path in the file: the location without the names of the branches of a union."""
    path = ""
    here = data
    last = len(one["loc"]) - 1
    for number, key in enumerate(one["loc"]):
        if isinstance(key, int):
            path = member(path, key)
            here = here[key] if isinstance(here, list) and key < len(here) else None
        elif isinstance(here, dict) and key in here:
            path, here = member(path, key), here[key]
        elif number == last and one["type"] == "missing":
            path = member(path, key)
    return path


def _message(one: ErrorDetails, keys: tuple[str, ...]) -> str:
    context: dict[str, Any] = one.get("ctx", {})
    given = one["input"]
    template = _WORDS.get(one["type"])
    if template is None:
        message = one["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
        message = message[:1].lower() + message[1:]
    else:
        message = template.format(**context)
    message = one_line(message)[:_LONGEST]
    if one["type"] == "extra_forbidden":
        return message + did_you_mean(str(one["loc"][-1]), keys)
    if one["type"] == "union_tag_invalid":
        return message + did_you_mean(str(context["tag"]), _quoted_in(context["expected_tags"]))
    if isinstance(given, str) and given and template is not None:
        message += f", not {quoted(given)}"
    if one["type"] in {"literal_error", "enum"} and isinstance(given, str):
        message += did_you_mean(given, _quoted_in(context["expected"]))
    return message


def _quoted_in(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def _field_names(kind: type[BaseModel]) -> Iterator[str]:
    """The keys that a record of this kind can have, at any depth."""
    schema = kind.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        yield from part.get("properties", {})
