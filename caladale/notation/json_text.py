"""Plain data as JSON text: one member a line, one list item a line, ASCII only."""

from __future__ import annotations

import json
from typing import Any


def _member(value: Any) -> str:
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        items = ",\n".join(f"  {json.dumps(item)}" for item in value)
        return f"[\n{items}\n ]"
    return json.dumps(value)


def to_json(data: dict[str, Any]) -> str:
    """Write an object so that a person can read it and a line-based diff shows single tiles."""
    members = ",\n".join(f" {json.dumps(key)}: {_member(value)}" for key, value in data.items())
    return f"{{\n{members}\n}}\n"
