"""An exact solver: is there a castle of this hand as asked for? It says yes with one, or no.

`castles.lp` states the rules as a logic program, in which a castle and its support are recursion.
Nothing is counted, sorted into cases, mirrored or moved. The one argument is about the cells:

*A castle of n tiles is joined (rule D), and its leftmost gate stands in the bottom row on the grass
(B1). So every cell of it is at most n - 1 steps from that gate, and in no row below it.* The column
of that gate is called 0; where the grass lies around it is left open. A strip of which no column is
within reach of a castle may as well lie anywhere farther away, and as far as all strips in a row
reach is far enough. Where tiles are fixed, so is the grass, and every cell is at most n - 1 steps
from each of them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import clingo

from tests.oracle.referee import judge
from tests.oracle.tiles import DEFAULTS, Box, Data, Face, read_box, turned


class Answer(Enum):
    """What the solver says."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Found:
    """An answer, with the castle where it is yes, as a layout file would say it."""

    answer: Answer
    layout: dict[str, Any] | None = None

    @property
    def is_no(self) -> bool:
        """Whether there is no such castle."""
        return self.answer is Answer.NO

    @property
    def is_yes(self) -> bool:
        """Whether there is such a castle."""
        return self.answer is Answer.YES


@dataclass(frozen=True)
class Wanted:
    """What is asked of a castle; all of it must hold.

    Attributes:
        complete: whether it must be complete, or must not; None for either.
        least: the least score. As everywhere here, the points for flipped tiles count.
        most: the most.
        all_own: whether every tile and gate in hand must be used.
        kinds: for some kinds, the least and the most tiles used of it; None for no limit.
        wilds: the least and the most wilds used; None for no limit.
    """

    complete: bool | None = None
    least: int | None = None
    most: int | None = None
    all_own: bool = False
    kinds: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    wilds: tuple[int, int | None] | None = None


@dataclass(frozen=True)
class Lot:
    """Tiles of one kind that may be used.

    Attributes:
        kind: the kind.
        own: those in hand.
        spare: those in the supply, where the variant has one.
        faces: the faces that they may show.
    """

    kind: str
    own: tuple[str, ...]
    spare: tuple[str, ...]
    faces: tuple[Face, ...]


def gate_sides(hand: Data) -> dict[str, tuple[str, ...]]:
    """The sides that each gate of a hand may show."""
    sides: dict[str, tuple[str, ...]] = {}
    for told in hand["gates"]:
        name, _, side = told.partition(":")
        if side:
            sides[name] = (side,)
        elif hand.get("variant", "standard") in ("standard", "speed"):
            sides[name] = ("back",) if name == "gate-apprentice" else ("front",)
        else:
            sides[name] = ("front", "back")
    return sides


def has_supply(hand: Data) -> bool:
    """Whether the game lets a player exchange tiles with the supply."""
    return hand.get("variant", "standard") in ("speed", "solo2")


def wilds_of(hand: Data, box: Box) -> list[str]:
    """The wild tiles that may be used."""
    usual = 0 if hand.get("variant", "standard") == "all-tiles" else 1
    return box.in_group("wild")[: hand.get("wilds", usual)]


def lots_of(hand: Data, box: Box) -> list[Lot]:
    """The tiles that may be used; each gate is a lot of its own."""
    supply = hand.get("supply", ()) if has_supply(hand) else ()
    own = [*hand["tiles"], *wilds_of(hand, box)]
    lots = []
    for kind in box.kinds:
        mine = tuple(tile for tile in own if box.kind_of[tile] == kind)
        spare = tuple(tile for tile in supply if box.kind_of[tile] == kind)
        if mine or spare:
            lots.append(Lot(kind, mine, spare, (box.face_of_kind(kind),)))
    for name, sides in gate_sides(hand).items():
        faces = tuple(box.face(name, side) for side in sides)
        lots.append(Lot(box.kind_of[name], (name,), (), faces))
    return lots


@dataclass(frozen=True)
class _Piece:
    lot: int
    face: Face
    turn: int


class Castles:
    """All legal castles of a hand, to be asked about.

    Args:
        hand: the hand, in the format ``caladale-hand/1``.
        text: the tile file of its box.
        fixed: a layout whose tiles must lie as they do, on its own grass; None for none.
        complete_only: whether only complete castles count; `castle` may narrow that, not widen it.
    """

    def __init__(
        self, hand: Data, text: str, *, fixed: Data | None = None, complete_only: bool = False
    ) -> None:
        self.hand = hand
        self.variant = hand.get("variant", "standard")
        self.rules = DEFAULTS | hand.get("rules", {})
        self.flipped = hand.get("flipped", 0) if self.variant == "standard" else 0
        self.text = text
        self._box = read_box(text, self.rules)
        self._lots = lots_of(hand, self._box)
        self._pieces = [
            _Piece(number, face, turn)
            for number, lot in enumerate(self._lots)
            for face in lot.faces
            for turn in face.turns
        ]
        self._widths: list[int] = list(hand.get("grass", [4]))
        self._fixed = fixed if fixed is not None and fixed["tiles"] else None
        self._complete_only = complete_only
        self._questions = itertools.count(1)
        self._control = clingo.Control(_OPTIONS)
        self._control.add("base", [], _rules())
        self._control.add("base", [], "\n".join(self._facts()))
        self._control.ground([("base", [])])

    @property
    def most_tiles(self) -> int:
        """The most tiles that a castle of the hand has."""
        others = [lot for lot in self._lots if lot.faces[0].is_gate or lot.faces[0].is_wild]
        return len(self.hand["tiles"]) + sum(len(lot.own) for lot in others)

    # --- asking ---------------------------------------------------------------------------------

    def castle(self, wanted: Wanted | None = None, *, seconds: float | None = None) -> Found:
        """Look for a castle as it is wanted; undecided after so many seconds."""
        question = clingo.Number(next(self._questions))
        parts = [
            (name, [question, *map(clingo.Number, numbers)])
            for name, numbers in self._parts(wanted or Wanted())
        ]
        self._control.ground([("asking", [question]), *parts])
        asked = clingo.Function("asked", [question])
        self._control.assign_external(asked, True)  # noqa: FBT003 - clingo's own interface
        try:
            return self._solve(seconds)
        finally:
            self._control.release_external(asked)

    def best(self, *, complete: bool | None = None, seconds: float | None = None) -> int | None:
        """The best score of all castles, or None when there is none.

        Raises:
            TimeoutError: when a question takes longer than so many seconds.
        """
        best = None
        while True:
            least = None if best is None else best + 1
            found = self.castle(Wanted(complete=complete, least=least), seconds=seconds)
            if found.answer is Answer.UNDECIDED:
                raise TimeoutError
            if found.layout is None:
                return best
            best = judge(found.layout, self.text).score

    def _parts(self, wanted: Wanted) -> Iterator[tuple[str, list[int]]]:
        """The parts of the program that say what is wanted, with their numbers."""
        if wanted.least is not None:
            yield "least", [wanted.least - self.flipped]
        if wanted.most is not None:
            yield "most", [wanted.most - self.flipped]
        if wanted.complete or self._complete_only:
            yield "complete", []
        if wanted.complete is False:
            yield "incomplete", []
        if wanted.all_own:
            for number, lot in enumerate(self._lots):
                if not lot.faces[0].is_wild:
                    yield "lot", [number, len(lot.own)]
        for kind, (least, most) in wanted.kinds.items():
            yield "kind", [self._box.kinds.index(kind), least, _ANY if most is None else most]
        if wanted.wilds is not None:
            least, most = wanted.wilds
            yield "wilds", [least, _ANY if most is None else most]

    def _solve(self, seconds: float | None) -> Found:
        with self._control.solve(async_=True, yield_=True) as handle:
            if not handle.wait(seconds):
                return Found(Answer.UNDECIDED)
            model = handle.model()
            if model is None:
                return Found(Answer.NO)
            return Found(Answer.YES, self._layout(model))

    def _layout(self, model: clingo.Model) -> dict[str, Any]:
        """The castle of a model, as a layout file would say it; own tiles are used first."""
        lain: list[tuple[int, ...]] = []
        starts: dict[int, int] = {}
        for symbol in model.symbols(shown=True):
            numbers = tuple(argument.number for argument in symbol.arguments)
            if symbol.name == "lay":
                lain.append(numbers)
            else:
                starts[numbers[0]] = numbers[1]
        ids = [iter((*lot.own, *lot.spare)) for lot in self._lots]
        spare = {tile for lot in self._lots for tile in lot.spare}
        tiles = []
        for x, y, number in sorted(lain):
            piece = self._pieces[number]
            tile = {"tile": next(ids[piece.lot]), "x": x, "y": y, "turn": piece.turn}
            tiles.append(tile | {"side": piece.face.side})
        layout: dict[str, Any] = {
            "format": "caladale-layout/1",
            "tileset": self._box.name,
            "variant": self.variant,
            "rules": dict(self.hand.get("rules", {})),
            "grass": [{"x": starts[i], "width": w} for i, w in enumerate(self._strips())],
            "tiles": tiles,
            "flipped": self.hand.get("flipped", 0),
        }
        if self.variant == "solo2":
            layout["exchanges"] = sum(tile["tile"] in spare for tile in tiles)
        return layout

    # --- the facts ------------------------------------------------------------------------------

    def _strips(self) -> list[int]:
        if self._fixed is None:
            return self._widths
        return [strip["width"] for strip in _grass(self._fixed)]

    def _facts(self) -> Iterator[str]:
        yield from self._facts_of_the_ground()
        for name, value in self.rules.items():
            yield f"reading({name},{value})."
        if self.variant != "all-tiles":
            yield "one_gate."
        if self.variant == "solo2":
            yield "exchange_cost(1)."
        yield f"most_drawn({len(self.hand['tiles'])})."
        for number, lot in enumerate(self._lots):
            yield f"lot({number},{len(lot.own)},{len(lot.spare)})."
            if not (lot.faces[0].is_gate or lot.faces[0].is_wild):
                yield f"drawn({number})."
        for number, piece in enumerate(self._pieces):
            yield f"piece({number},{piece.lot})."
            yield from self._facts_of_a_piece(piece, number)

    def _facts_of_the_ground(self) -> Iterator[str]:
        reach = self.most_tiles - 1
        cells = {(x, y) for x in range(-reach, reach + 1) for y in range(reach + 1)}
        if self._fixed is None:
            yield "root(0)."
            centres = [(0, 0)]
            total = sum(self._widths)
            for number, width in enumerate(self._widths):
                yield f"strip({number},{width})."
                yield f"may_lie({number},{-reach - total}..{reach + total})."
        else:
            centres = [(tile["x"], tile["y"]) for tile in self._fixed["tiles"]]
            x, y = centres[0]
            cells = {(x + i, y + j) for i, j in cells} | {(x + i, y - j) for i, j in cells}
            cells = {cell for cell in cells if cell[1] >= 0}
            for number, strip in enumerate(_grass(self._fixed)):
                yield f"strip({number},{strip['width']}). may_lie({number},{strip['x']})."
            for tile in self._fixed["tiles"]:
                yield f"lies({tile['x']},{tile['y']},{self._piece_of(tile)})."
        for x, y in sorted(cells):
            steps = max(abs(x - a) + abs(y - b) for a, b in centres)
            if steps <= reach:
                yield f"cell({x},{y}). steps({x},{y},{steps})."

    def _piece_of(self, tile: Data) -> int:
        """The piece that a fixed tile is."""
        face = self._box.face(tile["tile"], tile.get("side", "front"))
        edges = turned(face.edges, tile.get("turn", 0))
        for number, piece in enumerate(self._pieces):
            lot = self._lots[piece.lot]
            is_upright = not (face.is_gate or face.is_tower) or not tile.get("turn", 0)
            is_same = piece.face == face and turned(face.edges, piece.turn) == edges
            if is_same and is_upright and tile["tile"] in (*lot.own, *lot.spare):
                return number
        raise ValueError(f"{tile['tile']} as it lies is not of this hand")

    def _facts_of_a_piece(self, piece: _Piece, number: int) -> Iterator[str]:
        face = piece.face
        for side, edge in enumerate(turned(face.edges, piece.turn)):
            yield f"edge({number},{side},{edge})."
        yield f"of_kind({number},{self._box.kinds.index(face.kind)}). role({number},{face.role})."
        for is_so, name in (
            (face.is_gate, "gate"),
            (face.is_wild, "wild"),
            (face.is_corner(), "corner"),
            (face.is_mid(), "mid"),
            (face.group == "enchanted", "enchanted"),
        ):
            if is_so:
                yield f"{name}({number})."
        yield f"worth({number},{self._worth(face)})."

    def _worth(self, face: Face) -> int:
        if face.is_wild:
            return -1
        if face.is_gate and self.rules["gate_counts"] == "no":
            return int(face.is_tower)
        return 2 + int(face.is_tower)


_OPTIONS = ["--warn=none", "--configuration=frumpy", "--heuristic=Domain"]
"""The quickest of clasp's configurations for small hands."""
_ANY = 10**6
"""No castle has so many tiles."""


def _grass(layout: Data) -> list[dict[str, int]]:
    return list(layout.get("grass", [{"x": 0, "width": 4}]))


@functools.cache
def _rules() -> str:
    return Path(__file__).with_name("castles.lp").read_text(encoding="utf-8")
