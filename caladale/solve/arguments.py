"""The arguments of the solver that do not hold for every castle, by name.

A model that leaves out what cannot be, a count that says what is too much, a picture that is as
good as its mirror image: each rests on an argument, and some arguments need a reading of the rules
or a kind of tile. Each of those is a function here, which says whether it holds for the castles
that it is asked about. Where it does not, nobody may lean on it, and less is claimed.

The proof of each stands in docs/proofs.md under the name of the function, and
tests/test_arguments.py shows for each a castle that would be lost if it were taken for granted.
"""

from __future__ import annotations

from collections.abc import Collection

from caladale.edges import Direction, Edge
from caladale.readings import Readings
from caladale.solve.stock import Stock


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


def themes_meet_only_in_tiles(shown: Collection[Edge]) -> bool:
    """Whether two themes are joined to each other only by a tile that shows both.

    It needs that nothing shown is wild: a tile with wild edges joins whatever lies beside it.
    """
    return Edge.WILD not in shown
