"""Changes: what a player does to turn one castle into another, act by act.

The rulebook lets a family mend an illegal castle with "the minimum number of changes". A change is
one tile removed, or moved and/or turned, or added from the spares. Two cells that swap their tiles
count one, and either tile may be turned as it is laid down again, as a moved tile may. Turning a
gate over to its other side is turning. Changes are made one after another: three tiles that trade
places in a ring are two swaps.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.layout import Layout, Placement, Variant, wants_layout
from caladale.core.short_repr import NamedMember
from caladale.rules.checks import cell_name


class ChangeKind(NamedMember):
    """What a change does."""

    REMOVED = "removed"
    SWAPPED = "swapped"
    MOVED = "moved"
    TURNED = "turned"
    ADDED = "added"


class CastleChange(Struct, frozen=True):
    """One change.

    Attributes:
        act: what is done.
        before: the tiles touched, as they lie before this change; empty for an added tile.
        after: the same tiles in the same order, as they lie after it; empty for a removed tile.
    """

    act: ChangeKind
    before: tuple[Placement, ...]
    after: tuple[Placement, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the change touches, sorted."""
        return tuple(sorted({placed.cell for placed in (*self.before, *self.after)}))

    @property
    def sentence(self) -> str:
        """The change as an instruction to the player."""
        if self.act is ChangeKind.ADDED:
            (new,) = self.after
            return f"Add {new.tile} at {cell_name(new.cell)}{_lying(new)}."
        if self.act is ChangeKind.REMOVED:
            (old,) = self.before
            return f"Remove {old.tile} from {cell_name(old.cell)}."
        ways = [_way(old, new) for old, new in zip(self.before, self.after, strict=True)]
        if self.act is ChangeKind.SWAPPED:
            one, two = self.before
            turns = [f"{old.tile} {way}" for old, way in zip(self.before, ways, strict=True) if way]
            also = f"; turn {' and '.join(turns)}" if turns else ""
            first, second = (f"{tile.tile} at {cell_name(tile.cell)}" for tile in (one, two))
            return f"Swap {first} with {second}{also}."
        (old,), (new,), (way,) = self.before, self.after, ways
        if self.act is ChangeKind.TURNED:
            return f"Turn {old.tile} at {cell_name(old.cell)} {way}."
        also = f" and turn it {way}" if way else ""
        return f"Move {old.tile} from {cell_name(old.cell)} to {cell_name(new.cell)}{also}."


_TURNS = ("", "a quarter turn clockwise", "a half turn", "a quarter turn counterclockwise")


def _way(old: Placement, new: Placement) -> str:
    """How a tile is turned from `old` to `new`; empty if it is not."""
    over = f"over to its {new.side}" if new.side != old.side else ""
    turn = _TURNS[(new.turn - old.turn) % 4]
    return f"{over} and {turn}" if over and turn else over or turn


def _lying(placed: Placement) -> str:
    back = ", back side up" if placed.side == "back" else ""
    return back + (f", turned {_TURNS[placed.turn]}" if placed.turn else "")


Move = tuple[Placement, Placement]
"""A tile as it lies before and after."""

Copies = tuple[list[Placement], Placement]
"""A tile that lies in several places, and how the one of them lies that is moved."""


def may_turn_over(variant: Variant) -> bool:
    """Whether a gate of this game may be turned over to its other side.

    In Standard and Speed the number of players decided on the side that lies up.
    """
    return not variant.settles_gate_sides


def changes_between(before: Layout, after: Layout) -> tuple[CastleChange, ...]:
    """The fewest changes that turn the tiles of `before` into those of `after`.

    Tiles are told apart by their ids; a tile that looks the same as it lies has not been turned.
    Of a tile that `before` has in several places (rule T3), all but one are removed. The grass and
    what counts besides the castle are not compared.

    The changes come in an order in which they can be made on a table: where no two tiles of `after`
    lie in one cell, no tile is ever laid in a cell that holds another; removals come first.
    """
    wants_layout(before)
    wants_layout(after)
    removed, moves, added, copies = _matched(before, after)
    for (olds, new), chosen in zip(copies, _choice(before, moves, copies), strict=True):
        moves.append((olds[chosen], new))
        removed += olds[:chosen] + olds[chosen + 1 :]
    return tuple(_as_can_be_made(before.tiles, _listed(removed, moves, added)))


def _choice(before: Layout, moves: list[Move], copies: list[Copies]) -> tuple[int, ...]:
    """Which copy is moved of each tile that lay in several places, by index.

    No gate is turned over that may not be, and then what makes the most rings is chosen.
    """
    left = {old.cell for old, _ in moves}.union(old.cell for olds, _ in copies for old in olds)
    filled = {new.cell for _, new in moves}.union(new.cell for _, new in copies)
    settled = not may_turn_over(before.variant)
    options: list[list[int]] = []
    for olds, new in copies:
        # Where nothing comes in or nothing goes out there is no ring, and the first is as good.
        ringed = [i for i, old in enumerate(olds) if old.cell in filled and new.cell in left]
        same_side = [i for i, old in enumerate(olds) if old.side == new.side]
        options.append(sorted({0, *ringed, *same_side[:1]}))

    def cost(choice: tuple[int, ...]) -> tuple[int, int]:
        chosen = [(olds[i], new) for i, (olds, new) in zip(choice, copies, strict=True)]
        over = sum(old.side != new.side for old, new in chosen) if settled else 0
        return over, -len(_rings([*moves, *chosen])[0])

    return min(itertools.islice(itertools.product(*options), _MOST_CHOICES), key=cost)


_MOST_CHOICES = 1000
"""With more ways to choose among copies, the fewest changes are not looked for any longer."""


def _listed(
    removed: list[Placement], moves: list[Move], added: list[Placement]
) -> list[CastleChange]:
    rings, rest = _rings(sorted(moves, key=lambda move: _place(move[0])))
    changes = [CastleChange(ChangeKind.REMOVED, (old,), ()) for old in sorted(removed, key=_place)]
    changes += [swap for ring in rings for swap in _swaps(ring)]
    for old, new in rest:
        act = ChangeKind.TURNED if old.cell == new.cell else ChangeKind.MOVED
        changes.append(CastleChange(act, (old,), (new,)))
    changes += [CastleChange(ChangeKind.ADDED, (), (new,)) for new in sorted(added, key=_place)]
    return changes


def _matched(
    before: Layout, after: Layout
) -> tuple[list[Placement], list[Move], list[Placement], list[Copies]]:
    """What is removed, moved or turned, and added; and where one copy of several is moved."""
    olds, news = _by_id(before), _by_id(after)
    removed: list[Placement] = []
    moves: list[Move] = []
    added: list[Placement] = []
    copies: list[Copies] = []
    for tile in sorted(olds.keys() | news.keys()):
        left, wanted = list(olds[tile]), []
        for new in news[tile]:
            kept = next((i for i, old in enumerate(left) if lies_alike(before, old, new)), None)
            if kept is None:
                wanted.append(new)
            else:
                del left[kept]
        if len(left) > 1 and len(wanted) == 1:
            copies.append((left, wanted[0]))
            continue
        moves += zip(left, wanted, strict=False)
        removed += left[len(wanted) :]
        added += wanted[len(left) :]
    return removed, moves, added, copies


def lies_alike(layout: Layout, old: Placement, new: Placement) -> bool:
    """Whether a tile of `layout` that lies as `old` need not be touched to lie as `new`.

    Turns that look alike are the same, but not for gates and tower tops, whose turn is a matter of
    rules B1 and B2.
    """
    if (old.cell, old.side) != (new.cell, new.side):
        return False
    face = layout.tileset.under(layout.rules).faces[old.tile, old.side]
    looks_alike = face.turns[old.turn] == face.turns[new.turn]
    return old.turn == new.turn or (looks_alike and not face.upright_only)


def _by_id(layout: Layout) -> dict[str, list[Placement]]:
    found: dict[str, list[Placement]] = defaultdict(list)
    for placed in sorted(layout.tiles, key=_place):
        found[placed.tile].append(placed)
    return found


def _place(placed: Placement) -> tuple[int, int, str, int, str]:
    return placed.x, placed.y, placed.tile, placed.turn, placed.side


def _rings(moves: list[Move]) -> tuple[list[list[Move]], list[Move]]:
    """The moves that go round in rings of two cells or more, and the other moves."""
    arriving = {new.cell: (old, new) for old, new in moves if old.cell != new.cell}
    rings: list[list[Move]] = []
    taken: set[Cell] = set()
    for start in sorted(arriving):
        chain: list[Cell] = []
        cell = start
        while cell in arriving and cell not in taken:
            taken.add(cell)
            chain.append(cell)
            cell = arriving[cell][0].cell
        if cell in chain:
            ring = chain[chain.index(cell) :]
            rings.append([arriving[cell] for cell in reversed(ring)])
    in_rings = [move for ring in rings for move in ring]
    return rings, [move for move in moves if move not in in_rings]


def _swaps(ring: list[Move]) -> Iterator[CastleChange]:
    """The swaps, one fewer than tiles, that bring every tile of a ring to its place.

    Each swap lays one tile down for good; the other waits in the first cell.
    """
    waiting, goal = ring[0]
    home = waiting.cell
    for old, new in ring[1:]:
        is_last = new.cell == home
        moved = new if is_last else _at(old, home)
        yield CastleChange(ChangeKind.SWAPPED, (waiting, old), (goal, moved))
        waiting, goal = moved, new


def _at(placed: Placement, cell: Cell) -> Placement:
    return Placement(placed.tile, *cell, placed.turn, placed.side)


def _as_can_be_made(
    tiles: Iterable[Placement], changes: list[CastleChange]
) -> Iterator[CastleChange]:
    """The changes in an order in which no tile is laid in a cell that holds another.

    There is one, as proved in docs/proofs.md, if no two tiles lie in one cell in the end.
    """
    lying: dict[Cell, list[Placement]] = defaultdict(list)
    for placed in tiles:
        lying[placed.cell].append(placed)

    def can_be_made(change: CastleChange) -> bool:
        if any(old not in lying[old.cell] for old in change.before):
            return False  # it is swapped on from where another swap brings it
        cells = {new.cell for new in change.after}
        # What comes up makes room: of all that lies there now, nothing else is left.
        return sum(len(lying[cell]) for cell in cells) == sum(
            old.cell in cells for old in change.before
        )

    pending = list(changes)
    while pending:
        change = next(filter(can_be_made, pending), pending[0])
        pending.remove(change)
        for old in change.before:
            if old in lying[old.cell]:
                lying[old.cell].remove(old)
        for new in change.after:
            lying[new.cell].append(new)
        yield change
