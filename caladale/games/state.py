"""What every game is to the outside: a frozen state, moves that lead to the next, a result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from caladale.core.layout import Layout
from caladale.errors import CaladaleError
from caladale.games.move import Move
from caladale.rules.score_sheet import Score, ranking, score


class GameError(CaladaleError, ValueError):
    """A move that the rules of the game do not allow now; the message says why."""


class Result(Struct, frozen=True):
    """How a game ended.

    The tie-breakers are printed on a score track whose text is not known, so ties stay ties.

    Attributes:
        castles: the castles in seat order.
    """

    castles: tuple[Layout, ...]

    def scores(self) -> tuple[Score, ...]:
        """The score sheet of each castle."""
        return tuple(score(castle) for castle in self.castles)

    def totals(self) -> tuple[int, ...]:
        """The points of each seat; games only let legal castles stand, so each has some."""
        return tuple(sheet.total or 0 for sheet in self.scores())

    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat; equal totals share one, as in 1, 2, 2, 4."""
        return tuple(rank or 0 for rank in ranking(self.totals()))

    def winners(self) -> tuple[int, ...]:
        """The seats that share the first rank: one, or more in a tie."""
        return tuple(seat for seat, rank in enumerate(self.ranks()) if rank == 1)


class State(Protocol):
    """A game at one moment. Frozen: a move gives a new state and leaves this one as it is."""

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""

    @property
    def castles(self) -> tuple[Layout, ...]:
        """The castles as they stand, in seat order."""

    def legal_moves(self) -> Iterator[Move]:
        """The moves that `after` takes.

        Where a castle may be rebuilt at will there are too many to list; of the castles it then
        lists those that differ from the present one in a single tile.
        """

    def after(self, move: Move) -> State:
        """The game after `move`.

        Raises:
            GameError: when the move is not legal; it says why.
        """

    def may_take_back(self, move: Move) -> bool:
        """Whether `move`, a legal move here, may be taken back right after it was made.

        The book lets castles be rebuilt; a decision that it calls permanent, or one that has shown
        a hidden tile, stands.
        """

    def may_be_taken_back(self) -> str:
        """What `may_take_back` allows in this game, in a sentence for a player."""

    def result(self) -> Result:
        """The castles and their scores.

        Raises:
            GameError: when the game is not over.
        """
