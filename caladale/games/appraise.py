"""What a tile is worth to a builder: counted while there is much to come, built near the end.

A tile in the castle scores 2 points, a tower top 3, flipped face down it is 1 for sure. Nearly
every hand can be used up in one complete castle, so what counts early is not where a tile would lie
now but whether the hand as a whole stays balanced: edges enough to hold all the caps, not many more
than can be closed, and a way from the gate to every theme.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from caladale.edges import THEMES, Edge
from caladale.games.builder import Builder
from caladale.games.construct import Effort, construct
from caladale.games.move import Draw
from caladale.games.standard import StandardState
from caladale.layout import Placement
from caladale.moves import legal_placements
from caladale.score import score
from caladale.tilefile import Role
from caladale.tiles import Face

FLIPPED = 1
"""What a flipped tile is worth, for sure."""
LATE = 4
"""For so many of the last own tiles, castles are built to see what a tile is worth."""
LOOK = Effort(20, 3)
"""How much work such a castle is worth."""
FINAL = Effort(20, 30)
"""How much work the last castle is worth."""

_SAMPLE = 4
"""Near the end a blind draw is judged by so many of the tiles that it could bring."""

_EASILY_CLOSED = 9
"""So many edges are closed in pairs without trouble; a castle with more has to be dense."""


class Worth(Struct, frozen=True):
    """What a tile is worth.

    Attributes:
        points: the points it is expected to add to the final score when it is kept.
        why: what speaks for it and against it, in a few words.
    """

    points: float
    why: str


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


def balance(builder: Builder, more: Iterable[str] = ()) -> Balance:
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


def by_counting(builder: Builder, tile: str, to_come: int) -> Worth:
    """What `tile` is worth by the balance of the hand.

    Args:
        builder: the seat.
        tile: the id of a tile that it could get.
        to_come: how many tiles it will still get afterwards; they may mend the balance.
    """
    role = builder.castle.tileset.tiles[tile].role
    points = 3.0 if role is Role.TOWER else 2.0
    why = "a tower top scores 3" if role is Role.TOWER else "it scores 2 in the castle"
    had = len(builder.tiles) + len(builder.flipped)
    weight = 1 - 0.6 * to_come / (had + to_come + 1)
    before, after = balance(builder).costs(), balance(builder, [tile]).costs()
    for reason, cost in after.items():
        change = cost - before[reason]
        points -= weight * change
        if change > 0:
            why += f", but {reason}"
        elif change < 0:
            why += f", and it helps where {reason}"
    return Worth(points, why)


def by_building(builder: Builder, tile: str, effort: Effort, seed: int) -> Worth:
    """What `tile` adds to the castle that can be built, with the castle of `builder` to compare.

    Args:
        builder: the seat, with a castle that is as good as it can build.
        tile: the id of a tile that it could get.
        effort: how much work the castle with the tile is worth.
        seed: the seed of that work.
    """
    before = score(builder.castle).total or 0
    castle = construct(builder.keeping(tile), effort, seed)
    after = score(castle).total or 0
    used = any(placed.tile == tile for placed in castle.tiles)
    why = f"the castle that can be built comes to {after} points with it, to {before} without"
    return Worth(after - before, why if used else f"{why}; it finds no place")


def at_its_best(builder: Builder, effort: Effort, seed: int) -> Builder:
    """The builder with the best castle that `construct` makes."""
    return msgspec.structs.replace(builder, castle=construct(builder, effort, seed))


class Choice(Struct, frozen=True):
    """A draw and what it is worth."""

    draw: Draw
    worth: Worth


def weigh_draws(state: StandardState, seat: int, seed: int) -> list[Choice]:
    """Every draw of a seat with its worth, the best first.

    A blind draw is worth the mean over the tiles that the seat has not seen, each kept or flipped,
    whichever is better.
    """
    chance = random.Random(seed)
    choices = []
    known: dict[str, Worth] = {}
    kinds = state.builders[seat].castle.tileset.tiles
    for name in state.supply:
        kind = kinds[name].kind
        if kind not in known:
            known[kind] = weigh_keep(state, seat, name, seed)
        choices.append(Choice(Draw(tile=name), known[kind]))
    if state.hidden:
        unseen = sorted(state.unseen(seat))
        if is_late(state, seat):
            unseen = chance.sample(unseen, min(_SAMPLE, len(unseen)))
        total = 0.0
        for name in unseen:
            kind = kinds[name].kind
            if kind not in known:
                known[kind] = weigh_keep(state, seat, name, seed)
            total += max(FLIPPED, known[kind].points)
        choices.append(Choice(Draw(), Worth(total / len(unseen), "the mean of what may come")))
    return sorted(choices, key=lambda choice: -max(FLIPPED, choice.worth.points))


def weigh_keep(state: StandardState, seat: int, tile: str, seed: int) -> Worth:
    """What keeping `tile` is worth to a seat, whose next tile it is."""
    builder = state.builders[seat]
    if is_late(state, seat):
        return by_building(builder, tile, LOOK, seed)
    return by_counting(builder, tile, _after_this(state, seat))


def is_late(state: StandardState, seat: int) -> bool:
    """Whether the end is so near for a seat that castles are built to see what a tile is worth."""
    return _after_this(state, seat) < LATE


def _after_this(state: StandardState, seat: int) -> int:
    """How many tiles a seat draws after the one that it decides on now or draws next."""
    decides = state.drawn is not None and state.turn == seat
    return state.to_come(seat) - (not decides)


def best_step(builder: Builder, tile: str) -> tuple[int, tuple[Placement, ...]] | None:
    """The placement of `tile` in the present castle that scores best: its total, and the castle."""
    best: tuple[int, tuple[Placement, ...]] | None = None
    for placed in legal_placements(builder.castle, tile):
        castle = builder.castle.placing(placed)
        total = score(castle).total or 0
        if best is None or total > best[0]:
            best = total, castle.tiles
    return best


def polished(builder: Builder, time_limit: float, seed: int) -> Builder:
    """The builder with the best castle that the solver finds from the present one in some seconds.

    Unless the solver proves its castle the best, how far it comes depends on the machine.
    """
    from caladale.solve import best_castle  # noqa: PLC0415 - loads OR-Tools

    hand = builder.hand()
    others = {builder.wild: hand.tileset.wilds()[0].id}  # a hand's wild is the first of the box
    hint = builder.castle.replace(tiles=_renamed(builder.castle.tiles, others))
    result = best_castle(hand, time_limit=time_limit, seed=seed, workers=1, hint=hint)
    if result.layout is None:
        return builder
    back = {name: wild for wild, name in others.items()}
    start = result.layout.grass[0].x
    tiles = _renamed(result.layout.tiles, back)
    moved = [msgspec.structs.replace(placed, x=placed.x - start) for placed in tiles]
    return builder.building(moved)


def _renamed(tiles: Iterable[Placement], names: dict[str, str]) -> list[Placement]:
    return [
        msgspec.structs.replace(placed, tile=names.get(placed.tile, placed.tile))
        for placed in tiles
    ]
