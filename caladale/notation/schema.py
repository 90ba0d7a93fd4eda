"""The file formats as JSON Schemas, read off the very types that the parser checks against."""

from __future__ import annotations

from typing import Any

import msgspec

from caladale.notation.data import HandFile, LayoutFile, TableFile
from caladale.tilefile import TileFile

SCHEMAS: dict[str, type[Any]] = {
    "layout": LayoutFile,
    "hand": HandFile,
    "table": TableFile,
    "tiles": TileFile,
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of ``layout``, ``hand``, ``table`` or ``tiles``.

    A schema cannot say everything: that a tile exists in the box, that a file is UTF-8 and no key
    stands twice, the parser checks beyond it.

    Raises:
        KeyError: for another name.
    """
    return schema_of(SCHEMAS[name])


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The JSON Schema of what a parser checks against `kind`."""
    body = msgspec.json.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | body
