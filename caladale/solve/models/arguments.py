"""The arguments of the solver that do not hold for every castle, by name.

A model that leaves out what cannot be, a count that says what is too much, a picture that is as
good as its mirror image: each rests on an argument, and some arguments need a reading of the rules
or a kind of tile. Each of those is a function here, which says whether it holds for the castles
that it is asked about. Where it does not, nobody may lean on it, and less is claimed.

The proof of each stands in docs/proofs.md under the name of the function, and
tests/solve/models/test_arguments.py shows for each a castle that would be lost if it were taken
for granted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from caladale.core.edges import Direction, Edge
from caladale.core.readings import Readings
from caladale.core.tiles import Face
from caladale.solve.models.blanks import stance
from caladale.solve.models.border_support import is_pivot
from caladale.solve.models.hanging import CORNERS, castle_sides, hanging_sides
from caladale.solve.models.stock import Lot, Stock

N, E, S, W = Direction


def may_slide(stock: Stock, rules: Readings) -> bool:
    """Whether a castle may be moved along the grass until it stands on the first column.

    It needs that nothing but castle bottoms in row 0 asks where the grass lies: no rule about the
    columns beyond it, no sky that the grass holds up, no gate that does not stand on its own edge.
    """
    gates = (face for lot in stock.lots if lot.is_gate for face in lot.faces)
    return (
        not rules.overhang_in_every_row
        and not rules.grass_holds_sky
        and all(face.edges[S].is_castle for face in gates)
    )


def has_mirror_image(stock: Stock) -> bool:
    """Whether the mirror image of a castle of these tiles is one too.

    It needs a tile of the same kind for each that is turned left to right, on one strip of grass.
    """
    looks = {(piece.lot.kind, piece.edges) for piece in stock.pieces()}
    return all((kind, (n, w, s, e)) in looks for kind, (n, e, s, w) in looks)


def is_stratified(stock: Stock, rules: Readings) -> bool:
    """Whether support can be stated row by row, without a circle, for these tiles and readings.

    It can when a tile that hangs has one joint only by which it may do so, at its side or on top:
    then hung tiles form no chains. A sky bottom must carry nothing, or the upside-down tiles that
    hang from above could stand after all.
    """
    if rules.grass_holds_sky or rules.sky_stacks:
        return False
    for lot in stock.lots:
        for face in lot.faces:
            sides = hanging_sides(face, rules)
            castle = castle_sides(face.edges)
            one_joint = len(castle) == 1 or (N not in sides and castle in CORNERS)
            if sides and not one_joint:
                return False
    return True


def is_stratified_but_for_a_pivot(stock: Stock, rules: Readings) -> bool:
    """Whether support goes row by row but for one tile with four castle sides that may hang.

    All that hangs from such a pivot may do so, however it is held itself. With two of them support
    could run from one to the other and back.
    """
    lots = [lot for lot in stock.lots if not _has_pivot(lot, rules)]
    pivots = sum(len(lot.names) for lot in stock.lots if _has_pivot(lot, rules))
    others = Stock(tuple(lots), stock.most_drawn, stock.exchange_cost)
    return pivots <= 1 and is_stratified(others, rules)


def _has_pivot(lot: Lot, rules: Readings) -> bool:
    return any(is_pivot(stance(face, 0, rules)) for face in lot.faces)


def sides_pair_up(faces: Iterable[Face]) -> bool:
    """Whether castle sides are joined to sides of their own theme only.

    It needs that no tile shows a wild side.
    """
    return all(Edge.WILD not in face.edges for face in faces)


def themes_meet_only_in_tiles(shown: Collection[Edge]) -> bool:
    """Whether two themes are joined to each other only by a tile that shows both.

    It needs that nothing shown is wild: a tile with wild edges joins whatever lies beside it.
    """
    return Edge.WILD not in shown


def wild_only_closes(wilds: Iterable[Face]) -> bool:
    """Whether a wild closes an edge and holds nothing together.

    It needs that the wild has a single castle side, which is a matter of the reading `wild`.
    """
    return all(len(castle_sides(face.edges)) == 1 for face in wilds)
