"""Who advises on which game; an adviser is imported when it is asked."""

from __future__ import annotations

import importlib

from caladale.core.layout import Variant
from caladale.games.record import GameRecord
from caladale.games.state import GameError
from caladale.players.advice import Advice, Adviser

ADVISERS: dict[Variant, str] = {
    Variant.STANDARD: "caladale.players.standard_adviser",
    Variant.SOLO1: "caladale.players.solo1_adviser",
}
"""For each game with an adviser, the module whose function ``advise`` it is."""


def advise(record: GameRecord, *, seed: int = 0) -> Advice:
    """Say what to do next in the game of `record`.

    Raises:
        GameError: when there is no adviser for the game, or the game is over.
    """
    name = ADVISERS.get(record.setup.variant)
    if name is None:
        known = ", ".join(variant.value for variant in ADVISERS)
        raise GameError(f"there is advice for {known} only")
    if record.state.is_over:
        raise GameError("the game is over")
    adviser: Adviser = importlib.import_module(name).advise
    return adviser(record, seed)
