"""What there is to build with: identical tiles as one lot, and the distinct ways to lay each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from caladale.core.edges import Edges
from caladale.core.hand import Hand
from caladale.core.readings import Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Face, Side
from caladale.solve.models.points import EXCHANGE, face_points


class Lot(Struct, frozen=True, eq=False):
    """Tiles that are the same but for their number, counted instead of told apart.

    Attributes:
        kind: the id of the kind, which no other lot has; with ``:front`` or ``:back`` for gates of
            one kind of which some are settled to that side.
        faces: the faces that may lie up, one, or two for a gate of free side.
        own: ids of the tiles in hand.
        spare: ids of the tiles that an exchange would bring.
    """

    kind: str
    faces: tuple[Face, ...]
    own: tuple[str, ...]
    spare: tuple[str, ...] = ()

    @property
    def is_gate(self) -> bool:
        """Whether this is a gate."""
        return self.faces[0].group is Group.GATE

    @property
    def is_wild(self) -> bool:
        """Whether these are wild tiles."""
        return self.faces[0].group is Group.WILD

    @property
    def is_drawn(self) -> bool:
        """Whether these are standard or enchanted tiles, which are drawn in play."""
        return not (self.is_gate or self.is_wild)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of all these tiles, those in hand first."""
        return (*self.own, *self.spare)

    @property
    def is_tower(self) -> bool:
        """Whether these are tower tops."""
        return self.faces[0].role is Role.TOWER

    def points(self, rules: Readings) -> int:
        """What one of these tiles scores in a castle, edges and exchanges apart."""
        return face_points(self.faces[0], rules)


class Piece(Struct, frozen=True, eq=False):
    """One way to lay a tile of a lot: a face and a turn, with the edges that result."""

    lot: Lot
    face: Face
    turn: int
    edges: Edges

    @property
    def is_gate(self) -> bool:
        """Whether this is a gate."""
        return self.lot.is_gate

    def looks_like(self, other: Piece) -> bool:
        """Whether nobody could tell the two apart on the table."""
        mine, its = ((p.lot.kind, p.face.side, p.face.turns[p.turn]) for p in (self, other))
        return mine == its


class Stock(Struct, frozen=True, eq=False):
    """Everything that a castle may be made of.

    Attributes:
        lots: the lots, in the order of the box.
        most_drawn: how many standard and enchanted tiles may be used, own and exchanged together.
        exchange_cost: points lost for each exchanged tile.
    """

    lots: tuple[Lot, ...]
    most_drawn: int
    exchange_cost: int = 0

    @property
    def most_tiles(self) -> int:
        """The most tiles that a castle can have, wild and gates included."""
        return self.most_drawn + sum(len(t.own) for t in self.lots if t.is_gate or t.is_wild)

    def pieces(self) -> tuple[Piece, ...]:
        """Every distinct way to lay a tile."""
        return tuple(
            Piece(lot, face, turn, face.turns[turn])
            for lot in self.lots
            for face in lot.faces
            for turn in face.orientations
        )


def stock_of(hand: Hand) -> Stock:
    """Sort the tiles of `hand` into lots.

    The supply counts in Solo 2, where each exchange costs a point, and in Speed, where it is free.
    """
    box = hand.tileset
    faces = box.under(hand.rules).faces
    exchanging = hand.variant.may_exchange
    wilds = [tile.id for tile in box.wilds()][: hand.wilds]
    own = _by_kind(hand, (*hand.tiles, *wilds))
    spare = _by_kind(hand, hand.supply if exchanging else ())
    gates = _gates(hand)
    lots = []
    for kind in box.kinds:
        for sides, ids in gates[kind].items():
            name = kind if len(gates[kind]) == 1 else ":".join((kind, *sides))
            lots.append(Lot(name, tuple(faces[ids[0], side] for side in sides), tuple(ids)))
        if own[kind] or spare[kind]:
            any_id = (own[kind] or spare[kind])[0]
            face = faces[any_id, "front"]
            lots.append(Lot(kind, (face,), tuple(own[kind]), tuple(spare[kind])))
    cost = -EXCHANGE if hand.variant.scores_exchanges else 0
    return Stock(tuple(lots), len(hand.tiles), cost)


def _gates(hand: Hand) -> dict[str, dict[tuple[Side, ...], list[str]]]:
    """The gates of a hand, by their kind and by the sides that they may show."""
    gates: dict[str, dict[tuple[Side, ...], list[str]]] = defaultdict(dict)
    for name, sides in hand.gate_sides().items():
        gates[hand.tileset.tiles[name].kind].setdefault(sides, []).append(name)
    return gates


def _by_kind(hand: Hand, ids: Iterable[str]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = defaultdict(list)
    for name in ids:
        kinds[hand.tileset.tiles[name].kind].append(name)
    return kinds
