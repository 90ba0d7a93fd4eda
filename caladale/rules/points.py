"""What everything scores: the score table of the rulebook.

The solver states the same once more, in `caladale.solve.models.points`; a test holds the two
against each other.
"""

from __future__ import annotations

from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Face

TILE = 2
"""Each tile in the castle but the wild."""
COMPLETE = 2
"""A complete castle."""
TOWER_TOP = 1
"""Each tower top, besides what it scores as a tile."""
FLIPPED = 1
"""Each flipped tile (Standard)."""
TIMER = 1
"""Having flipped the sand timer (Speed)."""
EXPOSED = -2
"""Each exposed castle edge."""
WILD = -1
"""The wild, if it is used."""
EXCHANGE = -1
"""Each exchange with the supply (Solo 2)."""


def tile_points(face: Face, rules: Readings) -> int:
    """What a tile scores by lying in a castle, its edges and the whole castle apart."""
    if face.group is Group.WILD:
        return WILD
    if face.group is Group.GATE and not rules.gates_score:
        return 0
    return TILE + (TOWER_TOP if face.role is Role.TOWER else 0)
