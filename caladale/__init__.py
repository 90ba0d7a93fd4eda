"""Validate, score, draw and solve castles of the tile game Castles of Caladale.

    >>> import caladale
    >>> castle = caladale.read_layout(
    ...     "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 "
    ...     "stone-edge-1@2,0E stone-edge-2@0,0W"
    ... )
    >>> caladale.validate(castle).valid
    True
    >>> caladale.score(castle).total
    11

The solver, `caladale.solve`, is imported when it is first used, since OR-Tools is large.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from caladale._version import __version__
from caladale.core.edges import THEMES, Direction, Edge
from caladale.core.hand import Hand, Table
from caladale.core.layout import Grass, Layout, Placement, Variant, draw_in_notebooks
from caladale.core.readings import READINGS, Readings
from caladale.core.tiles import TileSet, load_tileset, standard_tileset
from caladale.errors import (
    CaladaleError,
    FormatError,
    HandError,
    LayoutError,
    RefereeError,
    TileSetError,
)
from caladale.notation import read_layout, write_json, write_line
from caladale.rules.catalogue import RULES, Rule
from caladale.rules.checks import Violation
from caladale.rules.dissolution import Dissolved, Fall, dissolve
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import Score, score
from caladale.rules.support import Mode, support
from caladale.rules.verdict import Verdict, validate

if TYPE_CHECKING:
    from caladale import solve as solve

__all__ = [
    "READINGS",
    "RULES",
    "THEMES",
    "CaladaleError",
    "Direction",
    "Dissolved",
    "Edge",
    "Fall",
    "FormatError",
    "Grass",
    "Hand",
    "HandError",
    "Layout",
    "LayoutError",
    "Mode",
    "Placement",
    "Readings",
    "RefereeError",
    "Rule",
    "Score",
    "Table",
    "TileSet",
    "TileSetError",
    "Variant",
    "Verdict",
    "Violation",
    "__version__",
    "dissolve",
    "legal_placements",
    "load_tileset",
    "read_layout",
    "score",
    "standard_tileset",
    "support",
    "validate",
    "write_json",
    "write_line",
]


def _svg(layout: Layout) -> str:
    """Draw a layout for a notebook; what draws is imported only then."""
    from caladale.render.svg.picture import render_for_notebook  # noqa: PLC0415

    return render_for_notebook(layout)


draw_in_notebooks(_svg)


def __getattr__(name: str) -> Any:
    if name == "solve":
        return importlib.import_module("caladale.solve")
    raise AttributeError(f"module 'caladale' has no attribute {name!r}")
