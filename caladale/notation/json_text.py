"""Plain data as JSON text: one member a line, one list item a line, ASCII only."""

from __future__ import annotations

import json
from typing import Any


def _value(value: Any, margin: str) -> str:
    if isinstance(value, dict) and any(isinstance(item, list) for item in value.values()):
        return _object(value, margin)
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        items = ",\n".join(f"{margin} {json.dumps(item)}" for item in value)
        return f"[\n{items}\n{margin}]"
    return json.dumps(value)


def _object(data: dict[str, Any], margin: str) -> str:
    inner = margin + " "
    members = ",\n".join(
        f"{inner}{json.dumps(key)}: {_value(value, inner)}" for key, value in data.items()
    )
    return f"{{\n{members}\n{margin}}}"


def to_json(data: dict[str, Any]) -> str:
    """Write an object so that a person can read it and a line-based diff shows single tiles."""
    return _object(data, "") + "\n"
