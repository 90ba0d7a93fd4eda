"""What everything scores, stated a second time: no model asks the referee for it.

The first time is `caladale.rules.points`; a test holds the two against each other.
"""

from __future__ import annotations

from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Face

TILE, TOWER_TOP, WILD = 2, 1, -1
COMPLETE, EXPOSED, EXCHANGE = 2, -2, -1


def face_points(face: Face, rules: Readings) -> int:
    """What a tile scores by lying in a castle, its edges and the whole castle apart."""
    if face.group is Group.WILD:
        return WILD
    if face.group is Group.GATE and not rules.gates_score:
        return 0
    return TILE + TOWER_TOP * (face.role is Role.TOWER)
