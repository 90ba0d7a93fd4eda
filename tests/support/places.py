"""Where things lie in a checkout."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CASES = ROOT / "tests" / "cases"
"""Inputs that were answered wrongly once, and the worked cases."""
TILE_FILE = ROOT / "tiles" / "caladale.toml"
"""The box of the game."""
