"""Changes to a castle: is there a legal one within so many, and can those of an answer be made?

`changes_made.lp` makes one change after another, each as the rules say it: a tile removed, or moved
and/or turned, or added from the spares, or two cells that swap their tiles. That takes long for
more than two or three; `changes_counted.lp` asks each tile what it did. In both, tiles are told
apart by their ids, and `castles.lp` says which castles are legal. The one argument about the cells
is that of `exact`: a castle of n tiles has none more than n - 1 steps from a gate, which stands on
the grass; and the grass stays where it lies.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import clingo

from tests.oracle.exact import Answer, Found
from tests.oracle.referee import judge
from tests.oracle.tiles import DEFAULTS, Box, Data, Face, turned


class Repairs:
    """All that changes can make of a castle, to be asked about.

    Args:
        layout: the castle, in the format ``caladale-layout/1``.
        spares: the tiles that may be added; a gate with ``:front`` or ``:back`` is laid like that.
        text: the tile file of the box.
    """

    def __init__(self, layout: Data, spares: Sequence[str], text: str) -> None:
        self._layout = layout
        self._text = text
        self._variant: str = layout.get("variant", "standard")
        self._rules = DEFAULTS | layout.get("rules", {})
        self._box = Box(text, self._rules)
        self._lying: list[Data] = list(layout["tiles"])
        self._spares = [
            (name, (side,) if side else self._sides_of_a_spare(name))
            for name, _, side in (spare.partition(":") for spare in spares)
        ]
        self._names = list(
            dict.fromkeys([*(tile["tile"] for tile in self._lying), *(n for n, _ in self._spares)])
        )
        self._pieces = [
            (name, face, turn)
            for name in self._names
            for face in self._faces(name)
            for turn in face.turns
        ]

    @property
    def most(self) -> int:
        """Every tile removed or moved, every spare added: no castle takes more changes."""
        return len(self._lying) + len(self._spares)

    def castle(
        self,
        changes: int | None = None,
        *,
        least: int | None = None,
        step_by_step: bool = False,
        seconds: float | None = None,
    ) -> Found:
        """Look for a legal castle.

        Args:
            changes: how many changes it may take; None for any number.
            least: what it must score at least.
            step_by_step: whether the changes are made, not counted.
            seconds: after so many it is undecided.
        """
        control = clingo.Control(["--warn=none", "--configuration=frumpy", "--heuristic=Domain"])
        control.add("base", [], _program("castles.lp"))
        control.add("base", [], _WHAT_IS_WANTED)
        if changes is not None:
            name = "changes_made.lp" if step_by_step else "changes_counted.lp"
            control.add("base", [], _program(name))
        control.add("base", [], "\n".join(self._facts(changes, least)))
        control.ground([("base", [])])
        with control.solve(async_=True, yield_=True) as handle:
            if not handle.wait(seconds):
                return Found(Answer.UNDECIDED)
            model = handle.model()
            return Found(Answer.NO) if model is None else Found(Answer.YES, self._told(model))

    def is_legal(self) -> bool:
        """Whether the castle is legal as it lies."""
        return judge(self._layout, self._text).is_legal

    # --- the facts ------------------------------------------------------------------------------

    def _faces(self, name: str) -> Iterator[Face]:
        for side in ("front", "back") if self._is_gate(name) else ("front",):
            yield self._box.face(name, side)

    def _is_gate(self, name: str) -> bool:
        return self._box.face(name).is_gate

    def _sides_are_free(self) -> bool:
        return self._variant not in ("standard", "speed")

    def _sides_of_a_spare(self, name: str) -> tuple[str, ...]:
        if self._is_gate(name) and self._sides_are_free():
            return ("front", "back")
        return ("back",) if name == "gate-apprentice" else ("front",)

    def _facts(self, changes: int | None, least: int | None) -> Iterator[str]:
        yield from self._facts_of_the_ground()
        yield from self._facts_of_the_tiles()
        for name, value in self._rules.items():
            yield f"reading({name},{value})."
        if self._variant != "all-tiles":
            yield "one_gate."
        yield f"most_wilds({0 if self._variant == 'all-tiles' else 1})."
        if least is not None:
            empty = {**self._layout, "tiles": []}
            yield f"least({least - judge(empty, self._text).sheet['total']})."
        if changes is not None:
            yield f"step(1..{changes}). last({changes})."
            yield from self._facts_of_the_objects()

    def _facts_of_the_ground(self) -> Iterator[str]:
        reach = len(self._names) - 1
        cells: dict[tuple[int, int], int] = {}
        for number, strip in enumerate(self._layout.get("grass", [{"x": 0, "width": 4}])):
            yield f"strip({number},{strip['width']}). may_lie({number},{strip['x']})."
            for column in range(strip["x"], strip["x"] + strip["width"]):
                for x in range(column - reach, column + reach + 1):
                    for y in range(reach - abs(x - column) + 1):
                        steps = abs(x - column) + y
                        cells[x, y] = min(steps, cells.get((x, y), steps))
        columns = [x for x, y in cells if y == 0]
        if columns:  # all that may lie between strips
            yield f"column({min(columns)}..{max(columns)})."
        for (x, y), steps in sorted(cells.items()):
            yield f"cell({x},{y}). steps({x},{y},{steps})."

    def _facts_of_the_tiles(self) -> Iterator[str]:
        yield f"most_drawn({len(self._names)})."
        for number in range(len(self._names)):
            yield f"lot({number},1,0)."
        for number, (name, face, turn) in enumerate(self._pieces):
            yield f"piece({number},{self._names.index(name)}). role({number},{face.role})."
            for side, edge in enumerate(turned(face.edges, turn)):
                yield f"edge({number},{side},{edge})."
            for is_so, what in (
                (face.is_gate, "gate"),
                (face.is_wild, "wild"),
                (face.is_corner(), "corner"),
                (face.is_mid(), "mid"),
                (face.group == "enchanted", "enchanted"),
            ):
                if is_so:
                    yield f"{what}({number})."
            yield f"worth({number},{self._worth(face)})."

    def _worth(self, face: Face) -> int:
        if face.is_wild:
            return -1
        tile = 0 if face.is_gate and self._rules["gate_counts"] == "no" else 2
        return tile + int(face.is_tower)

    def _facts_of_the_objects(self) -> Iterator[str]:
        for number, tile in enumerate(self._lying):
            side = tile.get("side", "front")
            yield f"object({number})."
            yield f"first({number},{tile['x']},{tile['y']},{self._piece_of(tile)})."
            yield from self._ways(number, tile["tile"], None if self._sides_are_free() else side)
        for number, (name, sides) in enumerate(self._spares, start=len(self._lying)):
            yield f"object({number}). spare({number})."
            for side in sides:
                yield from self._ways(number, name, side)

    def _ways(self, number: int, tile: str, side: str | None) -> Iterator[str]:
        for piece, (name, face, _) in enumerate(self._pieces):
            if name == tile and side in (None, face.side):
                yield f"way({number},{piece})."

    def _piece_of(self, tile: Data) -> str:
        """The piece that looks like a tile as it lies."""
        face = self._box.face(tile["tile"], tile.get("side", "front"))
        edges = turned(face.edges, tile.get("turn", 0))
        if not (tile.get("turn", 0) and (face.is_gate or face.is_tower)):
            for number, (name, other, turn) in enumerate(self._pieces):
                if (name, other, turned(other.edges, turn)) == (tile["tile"], face, edges):
                    return str(number)
        return "askew"

    def _told(self, model: clingo.Model) -> dict[str, Any]:
        tiles = []
        for symbol in model.symbols(shown=True):
            if symbol.name == "lay":
                x, y, number = (argument.number for argument in symbol.arguments)
                name, face, turn = self._pieces[number]
                tiles.append({"tile": name, "x": x, "y": y, "turn": turn, "side": face.side})
        return {**self._layout, "tiles": tiles}


def faults_of_changes(
    layout: Data, spares: Sequence[str], changes: Sequence[Data], after: Data
) -> list[str]:
    """What keeps a player from making these changes on a table, one after another.

    Each change is what the rules call one, finds its tiles where it says, and lays none in a cell
    that holds another; in the end the tiles lie as in `after`.
    """
    free = layout.get("variant", "standard") not in ("standard", "speed")
    table = [_as_laid(tile) for tile in layout["tiles"]]
    stock = {name: side for name, _, side in (spare.partition(":") for spare in spares)}
    faults = []
    for number, change in enumerate(changes, start=1):
        olds = [_as_laid(tile) for tile in change["before"]]
        news = [_as_laid(tile) for tile in change["after"]]
        if not _is_a_change(olds, news, stock, free=free):
            faults.append(f"change {number} is none of the rules")
        for old in olds:
            if old in table:
                table.remove(old)
            else:
                faults.append(f"change {number} takes a tile from where it does not lie")
        if {tile.cell for tile in table} & {new.cell for new in news}:
            faults.append(f"change {number} lays a tile in a cell that holds another")
        table += news
    if sorted(table) != sorted(_as_laid(tile) for tile in after["tiles"]):
        faults.append("the changes do not lead to the castle")
    return faults


class _Laid(NamedTuple):
    """A tile on the table."""

    tile: str
    cell: tuple[int, int]
    turn: int
    side: str


def _as_laid(tile: Data) -> _Laid:
    return _Laid(
        tile["tile"], (tile["x"], tile["y"]), tile.get("turn", 0), tile.get("side", "front")
    )


def _is_a_change(
    olds: list[_Laid], news: list[_Laid], stock: dict[str, str], *, free: bool
) -> bool:
    """Whether it is one of the changes of the rules; a spare is taken out of `stock`."""
    if not olds and len(news) == 1:
        side = stock.pop(news[0].tile, None)
        return side is not None and side in ("", news[0].side)
    if len(olds) == 1 and not news:
        return True
    if [old.tile for old in olds] != [new.tile for new in news]:
        return False
    if not free and [old.side for old in olds] != [new.side for new in news]:
        return False
    cells = [old.cell for old in olds]
    return len(olds) == 1 or (len(set(cells)) == 2 and cells[::-1] == [new.cell for new in news])


@functools.cache
def _program(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_WHAT_IS_WANTED = """
:- most_wilds(N), N+1 { lay(X,Y,P) : wild(P), cell(X,Y) }.
:- least(S), #sum { W,T : points(W,T) } < S.
"""
"""T3: no more wilds than the game allows; and a score, if one is told."""
