"""One hand to solve, as plain data that goes to another process or another machine."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from caladale import solve
from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.core.tile_file import TileFile
from caladale.core.tiles import build_tileset
from caladale.notation.data import hand_from_data, hand_to_data
from caladale.solve.hand.placing import PiecePlacing
from caladale.solve.models.stock import stock_of
from caladale.solve.result_data import Castle, castle_to_data, result_to_data


class Task(Struct, frozen=True):
    """A hand to solve.

    Attributes:
        hand: the hand as plain data.
        box: the tile file of its box.
        settings: keyword arguments of `best_castle`, all of them plain data: at least
            ``time_limit``, ``seed`` and ``workers``.
    """

    hand: dict[str, Any]
    box: TileFile
    settings: dict[str, Any]

    @property
    def digest(self) -> str:
        """A digest of the hand and its box: it changes whenever the problem does."""
        return hashlib.sha256(
            msgspec.json.encode([self.hand, self.box], order="deterministic")
        ).hexdigest()


def task_of(hand: Hand, settings: dict[str, Any]) -> Task:
    """Make a task of a hand."""
    return Task(hand_to_data(hand), hand.tileset.file, settings)


def solve_task(task: Task, on_castle: Callable[[Castle], None]) -> dict[str, Any]:
    """Solve the hand of `task` here and now, telling of each better castle.

    Returns:
        The result as `result_to_data` gives it.

    Raises:
        RefereeError: see `best_castle`.
    """
    hand = hand_from_data(task.hand, build_tileset(task.box))
    placing = PiecePlacing(hand, stock_of(hand))

    def better(layout: Layout, total: int) -> None:
        on_castle(castle_to_data(layout, total, placing.exchanges(layout)))

    return result_to_data(solve.best_castle(hand, on_castle=better, **task.settings))
