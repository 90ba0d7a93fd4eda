"""What can be said of a hand without a perfect castle: each sentence as data and in words."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from caladale._io.plural import some
from caladale.core.edges import Edge
from caladale.solve.explanation.lists import FEW, few_tiles, listed, listed_kinds, listed_themes


class Sentence(Protocol):
    """Something that is claimed."""

    @property
    def text(self) -> str:
        """The claim in words that a player understands."""
        ...


# --- of all tiles -------------------------------------------------------------------------------


class NoSide(Struct, frozen=True):
    """Tiles without a castle side are joined to nothing.

    Attributes:
        kinds: their kinds, one for each tile.
    """

    kinds: tuple[str, ...]

    @property
    def text(self) -> str:
        """The claim in words."""
        have, they = ("has", "it") if len(self.kinds) == 1 else ("have", "they")
        return (
            f"{few_tiles(self.kinds)} {have} no castle side, so {they} cannot be in one castle "
            "with the gate."
        )


class BareGate(Struct, frozen=True):
    """The gate has no castle side but the one on the grass."""

    @property
    def text(self) -> str:
        """The claim in words."""
        return "The gate has no castle side off the grass, so no tile can be joined to it."


class Apart(Struct, frozen=True):
    """Some themes never meet those that the gate is joined to.

    Attributes:
        here: the themes that may be joined to the gate.
        others: the themes that may not.
        kinds: the kinds of the tiles of those themes, one for each tile.
    """

    here: tuple[Edge, ...]
    others: tuple[Edge, ...]
    kinds: tuple[str, ...]

    @property
    def text(self) -> str:
        """The claim in words."""
        names = f": {listed_kinds(self.kinds)}" if len(self.kinds) <= FEW else ""
        here, there = (listed_themes(themes, "or") for themes in (self.here, self.others))
        others = listed_themes(self.others, "and")
        return (
            f"No tile joins {here} to {there}, so "
            f"{some(len(self.kinds), 'tile', 'tiles')} of {others} cannot be in one castle with "
            f"the gate{names}."
        )


class Counted(Struct, frozen=True):
    """What sums and parity say (`caladale.solve.models.parity`), in their own words."""

    text: str


class TooManyCaps(Struct, frozen=True):
    """There are more tiles with a single castle side than other tiles can take.

    Attributes:
        theme: what their sides show.
        caps: how many such tiles there are.
        room: how many sides of that theme the larger tiles have off the grass.
        wild_room: how many wild sides they have there.
        is_gate_larger: whether the gates have more than one castle side themselves.
    """

    theme: Edge
    caps: int
    room: int
    wild_room: int
    is_gate_larger: bool

    @property
    def text(self) -> str:
        """The claim in words."""
        sides = some(self.room, f"{self.theme.value} side", f"{self.theme.value} sides")
        if self.wild_room:
            sides += f" and {some(self.wild_room, 'wild side', 'wild sides')}"
        taker, takers = "a larger tile", "the larger tiles"
        if not self.is_gate_larger:
            taker, takers = f"{taker} or a gate", f"{takers} and gates"
        return (
            f"{some(self.caps, 'tile has', 'tiles have')} nothing but one {self.theme.value} side, "
            f"to be joined to {taker}, but {takers} have only {sides} off the grass."
        )


class Odd(Struct, frozen=True):
    """A theme has an odd number of castle sides, and none that may lie on the grass.

    Attributes:
        theme: the theme.
        sides: how many castle sides it has, but for those of gates on the grass.
        gates: how many gates stand on a side of the theme.
        may_close: whether there is a wild to close the one that is left.
    """

    theme: Edge
    sides: int
    gates: int
    may_close: bool

    @property
    def text(self) -> str:
        """The claim in words."""
        theme = self.theme.value
        there = f"is 1 {theme} side" if self.sides == 1 else f"are {self.sides} {theme} sides"
        others = "none can lie on the grass"
        if self.gates:
            have = "gate has" if self.gates == 1 else "gates have"
            there += f" besides what the {have} on the grass"
            others = "no other can lie there"
        wild = ", or the wild closes it" if self.may_close else ""
        return (
            f"There {there}, an odd number, and {others}: one stays open, or a tile stays out"
            f"{wild}."
        )


class GateStaysOpen(Struct, frozen=True):
    """The gate has more sides to close than the other tiles have to close them with.

    Attributes:
        theme: what these sides of the gate show.
        shown: how many of them are off the grass.
        others: how many sides the other tiles have that fit.
    """

    theme: Edge
    shown: int
    others: int

    @property
    def text(self) -> str:
        """The claim in words."""
        theme = self.theme.value
        them = "it" if self.shown == 1 else "them"
        return (
            f"The gate shows {some(self.shown, f'{theme} side', f'{theme} sides')} off the grass, "
            f"and the other tiles have {f'only {self.others}' if self.others else 'none'} to put "
            f"against {them}."
        )


class Cross(Struct, frozen=True):
    """In how many places rows and columns cross, and how many tiles lie in such places.

    Attributes:
        rows: how many rows there are where they cross in the most places.
        columns: how many columns there are then.
        tiles: how many tiles at least lie in a row and a column.
    """

    rows: int
    columns: int
    tiles: int

    @property
    def places(self) -> int:
        """The most places in which rows and columns can cross."""
        return self.rows * self.columns


class Crossings(Struct, frozen=True):
    """More tiles lie in a row and a column of some themes than these cross in places.

    Attributes:
        themes: the themes whose joints make the rows and columns.
        cross: the numbers, where the one of tiles is larger than that of places however the tiles
            are turned; None where they only never go together.
    """

    themes: tuple[Edge, ...]
    cross: Cross | None

    @property
    def text(self) -> str:
        """The claim in words."""
        start = (
            f"Rows and columns of {listed_themes(self.themes, 'and')} go on until a tile ends "
            "them. However the tiles are turned"
        )
        if self.cross is None:
            return f"{start}, more of them lie in a row and a column than these cross in places."
        return (
            f"{start}, these cross in {some(self.cross.places, 'place', 'places')} at most, as "
            f"with {some(self.cross.rows, 'row', 'rows')} and "
            f"{some(self.cross.columns, 'column', 'columns')}, but at least "
            f"{some(self.cross.tiles, 'tile lies', 'tiles lie')} in a row and a column at once."
        )


class NotAll(Struct, frozen=True):
    """Not all tiles fit into one complete castle.

    Attributes:
        why: the reason, in general words.
    """

    why: str

    @property
    def text(self) -> str:
        """The claim in words."""
        return f"Not all tiles fit into one complete castle: {self.why}."


class Given(Struct, frozen=True):
    """What holds under some conditions; with other sides of the gates things are no better.

    Attributes:
        sentence: what holds.
        without_exchange: that nothing is exchanged.
        without_wild: that the wild stays in the box.
        fronts: the gates that show their front but need not, where the sentence is about that.
        is_alone: whether there is a single gate.
    """

    sentence: Sentence
    without_exchange: bool = False
    without_wild: bool = False
    fronts: tuple[str, ...] = ()
    is_alone: bool = True

    @property
    def text(self) -> str:
        """The claim in words."""
        taken = (("an exchange", self.without_exchange), ("the wild", self.without_wild))
        without = " or ".join(words for words, is_meant in taken if is_meant)
        conditions = [f"without {without}"] if without else []
        others = ""
        if self.fronts:
            of_these = "" if self.is_alone else f" of {listed(self.fronts, 'and')}"
            conditions.append(f"with the front{of_these} up")
            others = " The other sides of the gates fare no better."
            if len(self.fronts) == 1:
                gate = "the gate" if self.is_alone else self.fronts[0]
                others = f" The other side of {gate} fares no better."
        told = ", ".join(conditions)
        start = f"{told[0].upper()}{told[1:]}: " if told else ""
        return f"{start}{self.sentence.text}{others}"


class OnlySearched(Struct, frozen=True):
    """The search has shown that there is no such castle, and counting has not.

    Attributes:
        castle: what there is not.
    """

    castle: str

    @property
    def text(self) -> str:
        """The claim in words."""
        return f"No short reason is known: only the search shows that there is no {self.castle}."


class NotRuledOut(Struct, frozen=True):
    """Neither counting nor the search has shown that there is no such castle.

    Attributes:
        castle: what there may be.
    """

    castle: str

    @property
    def text(self) -> str:
        """The claim in words."""
        return (
            f"Counting does not rule out a {self.castle}, and neither did the search in its time."
        )
