"""The file formats as JSON Schemas, read off the very types that the parser checks against."""

from __future__ import annotations

from typing import Any

import msgspec

from caladale.core.tile_file import TileFile
from caladale.notation.data import HandFile, LayoutFile, TableFile

SCHEMAS: dict[str, type[Any]] = {
    "layout": LayoutFile,
    "hand": HandFile,
    "table": TableFile,
    "tiles": TileFile,
}


_INTEGERS = (
    "Integers are written without a point or an exponent. A JSON Schema cannot say so, and takes "
    "1.0 for an integer; whoever reads such a file does not."
)


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of ``layout``, ``hand``, ``table`` or ``tiles``.

    A schema cannot say everything: that a tile exists in the box, that a file is UTF-8 and no key
    stands twice, the parser checks beyond it.

    Raises:
        KeyError: for another name.
    """
    return schema_of(SCHEMAS[name])


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The JSON Schema of what a parser checks against `kind`.

    The two differ in one thing, which it says of itself: to a JSON Schema 1.0 is an integer.
    """
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": _INTEGERS,
    }
    return head | msgspec.json.schema(kind)
