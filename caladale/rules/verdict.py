"""The referee's first question: is this castle legal, and is it complete?"""

from __future__ import annotations

from msgspec import Struct

from caladale.core.layout import Layout, wants_layout
from caladale.rules.board import Board
from caladale.rules.catalogue import RULES
from caladale.rules.checks import Violation


class Verdict(Struct, frozen=True):
    """What the referee says of a layout.

    Attributes:
        violations: every breach, in the order of the rules, then by cells.
        complete: the bare fact that no edge is exposed, told for illegal layouts too.
        nonstandard_ground: whether the strips differ from the book's; no breach, but worth telling.
    """

    violations: tuple[Violation, ...]
    complete: bool
    nonstandard_ground: bool

    def __str__(self) -> str:
        legal = "legal" if self.valid else "not legal"
        complete = "complete" if self.complete else "not complete"
        ground = "; its grass is not the book's" if self.nonstandard_ground else ""
        breaches = [f"{breach.code:2}  {breach.message}" for breach in self.violations]
        return "\n".join([f"{legal}, {complete}{ground}", *breaches])

    @property
    def valid(self) -> bool:
        """Whether the castle breaks no rule."""
        return not self.violations


def lasting_breaches(layout: Layout) -> tuple[Violation, ...]:
    """The breaches that stay whatever tiles are added, in the order of the rules.

    More tiles can hold up what floats, join what lies apart, and bring the gate that is missing;
    no tile more mends anything else.
    """
    return tuple(
        breach
        for breach in validate(layout).violations
        if breach.code not in _MENDED_BY_TILES and not (breach.code == "T4" and not breach.cells)
    )


_MENDED_BY_TILES = ("D", "F")


def judge(board: Board) -> Verdict:
    """Give the verdict on a board that is already made; see `validate`."""
    found: list[Violation] = []
    for rule in RULES:
        if rule.needs_edges and board.crowded:
            continue
        breaches = list(rule.check(board))
        breaches.sort(key=lambda breach: breach.cells)
        found += breaches
    return Verdict(tuple(found), board.is_complete, not board.layout.has_book_ground)


def validate(layout: Layout) -> Verdict:
    """Check `layout` against every rule, under the layout's own readings and variant.

    All breaches are reported, not only the first. The time is linear in the number of tiles.

    Raises:
        TypeError: when it is no layout; a text is made one by `caladale.read_layout`.
    """
    wants_layout(layout)
    return judge(Board(layout))
