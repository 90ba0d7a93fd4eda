"""The arguments of the solver that do not hold for every castle, by name.

A model that leaves out what cannot be, a count that says what is too much, a picture that is as
good as its mirror image: each rests on an argument, and some arguments need a reading of the rules
or a kind of tile. Each of those is a function here, which says whether it holds for the castles
that it is asked about. Where it does not, nobody may lean on it, and less is claimed.

The proof of each stands in docs/proofs.md under the name of the function, and tests/test_arguments.py
shows for each a castle that would be lost if it were taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterable

from caladale.edges import Direction, Edge
from caladale.readings import Readings
from caladale.solve.stock import Stock
from caladale.tilefile import Group
from caladale.tiles import Face


def may_slide(stock: Stock, rules: Readings) -> bool:
    """Whether a castle may be moved along the grass until it stands on the first column.

    It needs that nothing but castle bottoms in row 0 asks where the grass lies: no rule about the
    columns beyond it, no sky that the grass holds up, no gate that does not stand on its own edge.
    """
    gates = (face for lot in stock.lots if lot.is_gate for face in lot.faces)
    return (
        rules.overhang == "row0"
        and rules.grass_supports_sky == "no"
        and all(face.edges[Direction.S].is_castle for face in gates)
    )


def sides_pair_up(faces: Iterable[Face]) -> bool:
    """Whether castle sides are joined to sides of their own theme only.

    It needs that no tile shows a wild side.
    """
    return all(Edge.WILD not in face.edges for face in faces)


def themes_meet_on_tiles(faces: Iterable[Face]) -> bool:
    """Whether a castle goes from one theme to another only in a tile that shows both.

    It needs that no gate shows a wild side, and no other tile one beside a further castle side.
    """
    return all(
        Edge.WILD not in face.edges or (face.group is not Group.GATE and _castle_sides(face) == 1)
        for face in faces
    )


def wild_only_closes(wilds: Iterable[Face]) -> bool:
    """Whether a wild closes an edge and holds nothing together.

    It needs that the wild has a single castle side, which is a matter of the reading `wild`.
    """
    return all(_castle_sides(face) == 1 for face in wilds)


def _castle_sides(face: Face) -> int:
    return sum(edge.is_castle for edge in face.edges)
