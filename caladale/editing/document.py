"""The castle under edit, and every step that can be undone or made again."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from caladale.core.edges import Cell
from caladale.core.layout import FAR, Layout, Placement
from caladale.errors import CaladaleError
from caladale.rules.checks import cell_name


class EditError(CaladaleError):
    """A change that cannot be made; the message says why, in a sentence for a player."""


class EditStep(Struct, frozen=True):
    """A change of the castle.

    Attributes:
        words: what was done, such as ``lay stone-four-1 in column 1, row 0``.
        before: the castle before it.
        after: the castle after it.
    """

    words: str
    before: Layout
    after: Layout


class CastleDocument:
    """A castle, legal or not, that is changed step by step.

    A cell that is laid on gives up what lies there; so a castle never gets two tiles in one cell
    here, though one that is opened may have some.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._saved = layout
        self._past: list[EditStep] = []
        self._future: list[EditStep] = []

    @property
    def layout(self) -> Layout:
        """The castle as it is now."""
        return self._layout

    @property
    def is_saved(self) -> bool:
        """Whether the castle is the one that was saved last, or opened."""
        return self._layout == self._saved

    def mark_saved(self) -> None:
        """From now on, the castle as it is counts as saved."""
        self._saved = self._layout

    def tiles_at(self, cell: Cell) -> tuple[Placement, ...]:
        """What lies in a cell, the tile laid first at first."""
        return tuple(placed for placed in self._layout.tiles if placed.cell == cell)

    def change(self, words: str, layout: Layout) -> bool:
        """Put another castle in the place of this one; tell whether it differs."""
        if layout == self._layout:
            return False
        self._past.append(EditStep(words, self._layout, layout))
        self._future.clear()
        self._layout = layout
        return True

    def lay(self, placed: Placement) -> tuple[Placement, ...]:
        """Lay a tile, and give back what lay in its cell before.

        Raises:
            EditError: when the tile lies elsewhere already.
        """
        for other in self._layout.tiles:
            if other.tile == placed.tile and other.cell != placed.cell:
                where = cell_name(other.cell)
                raise EditError(f"{placed.tile} lies at {where} already.")
        out = self.tiles_at(placed.cell)
        kept = [other for other in self._layout.tiles if other.cell != placed.cell]
        where = cell_name(placed.cell)
        self.change(f"lay {placed.tile} at {where}", self._layout.replace((*kept, placed)))
        return out

    def take_up(self, cell: Cell) -> Placement:
        """Take up the tile in a cell, of several the one laid last, and give it back.

        Raises:
            EditError: when none lies there.
        """
        out = self._top(cell)
        left = list(self._layout.tiles[::-1])
        left.remove(out)
        words = f"take up {out.tile} at {cell_name(cell)}"
        self.change(words, self._layout.replace(left[::-1]))
        return out

    def turn(self, cell: Cell, turn: int) -> None:
        """Turn the tile in a cell, of several the one laid last, to `turn`.

        Raises:
            EditError: when none lies there.
        """
        old = self._top(cell)
        new = msgspec.structs.replace(old, turn=turn)
        self._exchange(f"turn {old.tile} at {cell_name(cell)}", {old: new})

    def move(self, start: Cell, end: Cell) -> None:
        """Move the tile from one cell to another; a tile that lies there takes its place.

        Raises:
            EditError: when no tile lies at the start, or the end is too far away.
        """
        if not all(-FAR <= number <= FAR for number in end):
            raise EditError(f"Nothing can lie as far away as {cell_name(end)}.")
        moved = self._top(start)
        x, y = end
        changes = {moved: msgspec.structs.replace(moved, x=x, y=y)}
        x, y = start
        for other in self.tiles_at(end):
            if start != end:
                changes[other] = msgspec.structs.replace(other, x=x, y=y)
        words = f"move {moved.tile} from {cell_name(start)} to {cell_name(end)}"
        self._exchange(words, changes)

    def set_terms(self, words: str, **fields: Any) -> None:
        """Change what the castle stands on or is judged by: fields of `Layout` but the tiles."""
        self.change(words, msgspec.structs.replace(self._layout, **fields))

    def undo(self) -> str:
        """Take the last step back, and tell what it was.

        Raises:
            EditError: when there is none.
        """
        if not self._past:
            raise EditError("There is nothing to undo.")
        step = self._past.pop()
        self._future.append(step)
        self._layout = step.before
        return step.words

    def redo(self) -> str:
        """Make the step again that was undone last, and tell what it is.

        Raises:
            EditError: when there is none.
        """
        if not self._future:
            raise EditError("There is nothing to do again.")
        step = self._future.pop()
        self._past.append(step)
        self._layout = step.after
        return step.words

    def _top(self, cell: Cell) -> Placement:
        here = self.tiles_at(cell)
        if not here:
            raise EditError(f"No tile lies at {cell_name(cell)}.")
        return here[-1]

    def _exchange(self, words: str, changes: dict[Placement, Placement]) -> None:
        """Put other placements into the places of some, the last of those that are equal."""
        left = dict(changes)
        tiles = [left.pop(placed, placed) for placed in reversed(self._layout.tiles)]
        self.change(words, self._layout.replace(reversed(tiles)))
