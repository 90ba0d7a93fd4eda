"""The balance of a hand: whether its tiles can go together, by counting their castle edges.

Nearly every hand can be used up in one complete castle, so what counts early in a game is not where
a tile would lie now but whether the hand as a whole stays balanced: edges enough to hold all the
caps, not many more than can be closed, and a way from the gate to every theme.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from caladale.core.edges import THEMES, Edge
from caladale.core.tiles import Face
from caladale.games.seat import SeatState

_EASILY_CLOSED = 9
"""So many edges are closed in pairs without trouble; a castle with more has to be dense."""


class Balance(Struct, frozen=True):
    """How well the tiles of a hand go together, by counting their castle edges.

    Attributes:
        pairs: exposed edges that would be left if every tile closed just one: below 0 there are
            too few edges for the tiles, above 0 they must be closed by closing two at once.
        crowded: how many caps of some theme find no edge of it.
        cut_off: how many tiles show only themes that no tile joins to the gate's.
    """

    pairs: int
    crowded: int
    cut_off: int

    def costs(self) -> dict[str, float]:
        """What the hand is expected to lose, in points, by the reason."""
        return {
            "there are too few castle edges to hold all tiles": 1.5 * max(0, -self.pairs),
            "there are many castle edges to close": 0.25 * max(0, self.pairs - _EASILY_CLOSED),
            "some caps may find no edge of their theme": 1.0 * self.crowded,
            "no tile leads from the gate to its theme": 1.5 * self.cut_off,
        }


def balance(builder: SeatState, more: Iterable[str] = ()) -> Balance:
    """The balance of a builder's tiles, together with `more`."""
    faces = builder.castle.tileset.under(builder.castle.rules).faces
    gate, _, side = builder.gate.partition(":")
    root = faces[gate, "back" if side == "back" else "front"]
    tiles = [faces[name, "front"] for name in (*builder.tiles, *more)]
    pairs = _ends(root) - 1 + sum(_ends(face) - 2 for face in tiles)
    crowded = 0
    for theme in THEMES:
        caps = sum(_ends(face) == 1 and theme in face.edges for face in tiles)
        larger = [face for face in (root, *tiles) if _ends(face) > 1 and theme in face.edges]
        free = sum(face.edges.count(theme) for face in larger) - 2 * max(0, len(larger) - 1)
        crowded += max(0, caps - max(free, 1))
    return Balance(pairs, crowded, _cut_off(root, tiles))


def _ends(face: Face) -> int:
    return sum(edge.is_castle for edge in face.edges)


def _themes(face: Face) -> frozenset[Edge]:
    return frozenset(face.edges) & frozenset(THEMES)


def _cut_off(root: Face, tiles: list[Face]) -> int:
    reached = _themes(root)
    for _ in THEMES:
        for face in tiles:
            if _ends(face) > 1 and reached & _themes(face):
                reached |= _themes(face)
    return sum(not reached & _themes(face) for face in tiles)
