"""All that an editor shows and does, whatever draws it: the castle, a cursor, the tile in hand."""

from __future__ import annotations

import enum
from typing import Any

from caladale.core.edges import Cell
from caladale.core.layout import FAR, Layout, Placement
from caladale.core.tile_file import Group
from caladale.editing.document import CastleDocument, EditError
from caladale.editing.tray import Pile, places_for, suits, tray_of, turned_on
from caladale.rules.checks import Violation, cell_name
from caladale.rules.score_sheet import Score, score


class Fit(enum.Enum):
    """Whether the tile in hand keeps the castle legal in some cell."""

    AS_IT_LIES = "as it lies"
    TURNED = "with another turn"
    NOT = "not"


class Workbench:
    """A castle under edit, a cursor, and the tile in hand.

    Methods that change something give back a sentence about it, or raise `EditError` with one.

    Attributes:
        document: the castle with its steps.
        cursor: the cell that is worked at.
        turn: the turn of the tile in hand.
        carried: the cell of the tile that is being moved, None when none is.
    """

    def __init__(self, layout: Layout) -> None:
        self.document = CastleDocument(layout)
        self.cursor = _first_cell(layout)
        self.turn = 0
        self.carried: Cell | None = None
        self._seen = layout
        self._tray = tray_of(layout)
        self._score = score(layout)
        self._chosen = _first_pile(self._tray, layout)
        self._places: dict[Cell, tuple[int, ...]] = {}
        self._places_of: tuple[Layout, str] | None = None

    # ---- what there is to show

    @property
    def layout(self) -> Layout:
        """The castle as it is now."""
        return self.document.layout

    @property
    def score(self) -> Score:
        """The referee's verdict and the score sheet of the castle."""
        self._look()
        return self._score

    @property
    def tray(self) -> tuple[Pile, ...]:
        """Every kind of tile with what is left of it."""
        self._look()
        return self._tray

    @property
    def chosen(self) -> int:
        """The place in the tray of the pile in hand."""
        return self._chosen

    @property
    def pile(self) -> Pile:
        """The pile that the tile in hand is from."""
        return self.tray[self._chosen]

    @property
    def in_hand(self) -> Placement | None:
        """The tile in hand as it would lie at the cursor; None when none of its kind is left."""
        if not self.pile.left:
            return None
        x, y = self.cursor
        return Placement(self.pile.left[0], x, y, self.turn, self.pile.side)

    @property
    def places(self) -> dict[Cell, tuple[int, ...]]:
        """Where the tile in hand keeps the castle legal, with the turns that do."""
        key = (self.layout, self.pile.name)
        if self._places_of is None or self._places_of[0] is not key[0] or self._places_of != key:
            self._places = places_for(self.layout, self.pile)
            self._places_of = key
        return self._places

    def fit(self, cell: Cell) -> Fit:
        """Whether the tile in hand keeps the castle legal in `cell`."""
        turns = self.places.get(cell)
        if turns is None:
            return Fit.NOT
        return Fit.AS_IT_LIES if suits(self.pile.face, self.turn, turns) else Fit.TURNED

    def breaches(self) -> list[Violation]:
        """Every breach of the castle, those of the cell under the cursor first."""
        found = self.score.verdict.violations
        return sorted(found, key=lambda breach: self.cursor not in breach.cells)

    def _look(self) -> None:
        """Judge the castle anew if it has changed."""
        if self._seen is not self.layout:
            self._seen = self.layout
            self._tray = tray_of(self.layout)
            self._score = score(self.layout)

    # ---- the cursor and the hand

    def go(self, right: int, up: int) -> None:
        """Move the cursor; below row 0 it goes only as far as tiles lie."""
        x, y = self.cursor
        lowest = min((placed.y for placed in self.layout.tiles), default=0)
        x, y = max(-FAR, min(FAR, x + right)), max(min(0, lowest), min(FAR, y + up))
        self.cursor = x, y

    def go_to_breach(self) -> str:
        """Move the cursor to the next cell that breaks a rule, and tell the breach."""
        breaches = self.score.verdict.violations
        if not breaches:
            raise EditError("The castle breaks no rule.")
        cells = sorted({cell for breach in breaches for cell in breach.cells})
        if not cells:
            return breaches[0].message
        self.cursor = next((cell for cell in cells if cell > self.cursor), cells[0])
        return self.breaches()[0].message

    def choose_next(self, by: int) -> None:
        """Take the next pile with tiles left into the hand, or with `by` -1 the one before."""
        count = len(self.tray)
        for distance in range(1, count + 1):
            place = (self._chosen + by * distance) % count
            if self.tray[place].left:
                self._choose(place)
                return
        raise EditError("No tile is left.")

    def choose_named(self, words: str) -> str:
        """Take the pile into the hand whose name begins like these words, if it has tiles left."""
        named = [i for i, pile in enumerate(self.tray) if pile.answers_to(words)]
        if not named:
            raise EditError(f"No kind of tile is called {words.strip()[:30]!r}.")
        place = next((i for i in named if self.tray[i].left), named[0])
        self._choose(place)
        return f"In hand: {self.pile.name}."

    def _choose(self, place: int) -> None:
        self._chosen = place
        self.turn = 0
        self.carried = None

    def turn_on(self, by: int) -> str:
        """Turn the tile at the cursor, or else the one in hand, to its next look."""
        here = self.document.tiles_at(self.cursor)
        if not here:
            face = self.pile.face
            self.turn = turned_on(face, self.turn, by)
            if len(face.orientations) > 1:
                return f"{self.pile.name}: {_heading(self.turn)}."
            return f"{self.pile.name} {_one_look(face.upright_only)}."
        old = here[-1]
        face = self.layout.tileset.under(self.layout.rules).faces[old.tile, old.side]
        turn = turned_on(face, old.turn, by)
        if turn == old.turn:
            return f"{old.tile} {_one_look(face.upright_only)}."
        self.document.turn(self.cursor, turn)
        return f"{old.tile}: {_heading(turn)}."

    # ---- changes of the castle

    def lay(self) -> str:
        """Lay the tile in hand, or the one that is being moved, at the cursor."""
        if self.carried is not None:
            start, self.carried = self.carried, None
            self.document.move(start, self.cursor)
            return f"Moved to {cell_name(self.cursor)}."
        placed = self.in_hand
        if placed is None:
            raise EditError(f"No {self.pile.name} is left.")
        out = self.document.lay(placed)
        instead = f" in place of {' and '.join(other.tile for other in out)}" if out else ""
        return f"{placed.tile} lies at {cell_name(placed.cell)}{instead}."

    def take_up(self) -> str:
        """Take the tile at the cursor back into the tray; it is then the one in hand."""
        out = self.document.take_up(self.cursor)
        face = self.layout.tileset.under(self.layout.rules).faces[out.tile, out.side]
        piles = enumerate(self.tray)
        self._choose(next(i for i, pile in piles if pile.face is face))
        self.turn = out.turn
        return f"{out.tile} is in hand."

    def carry(self) -> str:
        """Begin to move the tile at the cursor; where the next one is laid, it goes."""
        here = self.document.tiles_at(self.cursor)
        if not here:
            raise EditError(f"No tile lies at {cell_name(self.cursor)}.")
        self.carried = self.cursor
        return f"Moving {here[-1].tile}: go to its new place and lay it."

    def put_down(self) -> str:
        """Leave a tile where it is that was to be moved."""
        if self.carried is None:
            return ""
        self.carried = None
        return "It stays where it is."

    def set_terms(self, words: str, **fields: Any) -> None:
        """Change what the castle stands on or is judged by, see `CastleDocument.set_terms`."""
        self.document.set_terms(words, **fields)

    def undo(self) -> str:
        """Take the last step back."""
        self.carried = None
        return f"Undone: {self.document.undo()}."

    def redo(self) -> str:
        """Make the step again that was undone last."""
        self.carried = None
        return f"Done again: {self.document.redo()}."


def _first_cell(layout: Layout) -> Cell:
    """Where the cursor is at first: at the first tile, or where a gate mostly stands."""
    if layout.tiles:
        return layout.tiles[0].cell
    strip = layout.grass[0] if layout.grass else None
    return (0, 0) if strip is None else (strip.x + min(1, strip.width - 1), 0)


def _first_pile(tray: tuple[Pile, ...], layout: Layout) -> int:
    """Which pile is in hand at first: a gate on an empty table, else the first with tiles left."""
    left = [i for i, pile in enumerate(tray) if pile.left]
    gates = [i for i in left if tray[i].face.group is Group.GATE]
    wanted = left if layout.tiles else gates + left
    return wanted[0] if wanted else 0


_TOPS = ("upright", "its top to the right", "upside down", "its top to the left")


def _heading(turn: int) -> str:
    return _TOPS[turn]


def _one_look(upright_only: bool) -> str:
    return "only stands upright" if upright_only else "looks the same in every turn"
