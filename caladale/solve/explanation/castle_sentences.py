"""What can be said of complete castles, and of the castle that was found: data and words."""

from __future__ import annotations

from msgspec import Struct

from caladale._io.plural import some
from caladale.solve.explanation.lists import few_tiles, listed, listed_kinds
from caladale.solve.explanation.sentences import Sentence

# --- of complete castles, exchanges and the wild included ---------------------------------------


class NoGrass(Struct, frozen=True):
    """There is no grass for a gate to stand on."""

    @property
    def text(self) -> str:
        """The claim in words."""
        return "No castle can be made: a gate stands on the grass, and there is none."


class NoneComplete(Struct, frozen=True):
    """There is no complete castle at all.

    Attributes:
        reason: a sentence that tells why, or general words.
    """

    reason: Sentence | str

    @property
    def text(self) -> str:
        """The claim in words."""
        none = "No complete castle can be made of these tiles, however few are used"
        if isinstance(self.reason, str):
            return f"{none}: {self.reason}."
        return f"{none}. {self.reason.text}"


class NoRoom(Struct, frozen=True):
    """No complete castle has a tile of any of some kinds.

    Attributes:
        kinds: the kinds, one for each.
        why: the reason, in general words.
    """

    kinds: tuple[str, ...]
    why: str

    @property
    def text(self) -> str:
        """The claim in words."""
        return f"No complete castle has room for {listed_kinds(self.kinds)}: {self.why}."


# --- of the castle that was found ---------------------------------------------------------------


class Best(Struct, frozen=True):
    """The castle found scores as much as any number of tiles in hand could.

    Attributes:
        exchanges: how many exchanges it takes.
        left_out: the kinds of the gates that it leaves out, which score nothing.
        leaves_wild: whether there is a wild, which it leaves in the box.
    """

    exchanges: int
    left_out: tuple[str, ...]
    leaves_wild: bool

    @property
    def text(self) -> str:
        """The claim in words."""
        uses = "It uses every tile"
        if self.exchanges:
            after = some(self.exchanges, "exchange", "exchanges")
            uses = f"After {after} it uses as many tiles as are in hand"
        elif self.left_out:
            score = "scores" if len(self.left_out) == 1 else "score"
            uses += f" but {listed_kinds(self.left_out)}, which {score} nothing"
        comma = "," if self.left_out else ""
        does = f"{uses}{comma} and closes every edge"
        if self.leaves_wild:
            does = f"{uses}, closes every edge and leaves the wild in the box"
        return f"{does}: nothing can score more."


class GivenUp(Struct, frozen=True):
    """What the castle found does instead of being perfect, and what that costs.

    Attributes:
        points: how many points less it scores than a perfect one.
        left_out: the kinds of the tiles that it leaves out, one for each tile.
        exposed: how many edges it leaves open.
        has_hole: whether nothing but a hole spoils it.
        uses_wild: whether it uses the wild.
    """

    points: int
    left_out: tuple[str, ...]
    exposed: int
    has_hole: bool
    uses_wild: bool

    @property
    def text(self) -> str:
        """The claim in words."""
        does = []
        if self.left_out:
            does.append(f"leaves out {few_tiles(self.left_out)}")
        if self.exposed:
            does.append(f"leaves {some(self.exposed, 'edge', 'edges')} open")
        if self.has_hole:
            does.append("has a hole")
        if self.uses_wild:
            does.append("uses the wild")
        less = some(self.points, "point", "points")
        return f"The castle found scores {less} less than a perfect one: it {listed(does, 'and')}."
