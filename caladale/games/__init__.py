"""The games as states: who may do what, and what comes of it.

Reading order: `setup` and `deal`, `move`, `seat` (what one player owns), then a module for each
game, and `record`, which writes and reads whole games. Imports the referee and the notation. What
is listed here is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from caladale.games.deal import DealError, deal_hand, deal_table
    from caladale.games.logged_castles import castle_steps, castles_in
    from caladale.games.move import (
        Build,
        Done,
        Draw,
        Exchange,
        Flip,
        Keep,
        Move,
        Place,
        Slide,
        Timer,
        TimeUp,
        move_in_words,
        move_to_data,
    )
    from caladale.games.record import GameRecord, read_game, write_game
    from caladale.games.seat import SeatState
    from caladale.games.setup import Setup
    from caladale.games.solo1 import Solo1State
    from caladale.games.solo2 import Solo2State
    from caladale.games.speed import SpeedState
    from caladale.games.standard import StandardState
    from caladale.games.state import GameError, Result, State
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "castle_steps": "caladale.games.logged_castles",
            "castles_in": "caladale.games.logged_castles",
            "Build": "caladale.games.move",
            "DealError": "caladale.games.deal",
            "Done": "caladale.games.move",
            "Draw": "caladale.games.move",
            "Exchange": "caladale.games.move",
            "Flip": "caladale.games.move",
            "GameError": "caladale.games.state",
            "GameRecord": "caladale.games.record",
            "Keep": "caladale.games.move",
            "Move": "caladale.games.move",
            "Place": "caladale.games.move",
            "Result": "caladale.games.state",
            "SeatState": "caladale.games.seat",
            "Setup": "caladale.games.setup",
            "Slide": "caladale.games.move",
            "Solo1State": "caladale.games.solo1",
            "Solo2State": "caladale.games.solo2",
            "SpeedState": "caladale.games.speed",
            "StandardState": "caladale.games.standard",
            "State": "caladale.games.state",
            "TimeUp": "caladale.games.move",
            "Timer": "caladale.games.move",
            "deal_hand": "caladale.games.deal",
            "deal_table": "caladale.games.deal",
            "move_in_words": "caladale.games.move",
            "move_to_data": "caladale.games.move",
            "read_game": "caladale.games.record",
            "write_game": "caladale.games.record",
        },
    )

__all__ = [
    "Build",
    "DealError",
    "Done",
    "Draw",
    "Exchange",
    "Flip",
    "GameError",
    "GameRecord",
    "Keep",
    "Move",
    "Place",
    "Result",
    "SeatState",
    "Setup",
    "Slide",
    "Solo1State",
    "Solo2State",
    "SpeedState",
    "StandardState",
    "State",
    "TimeUp",
    "Timer",
    "castle_steps",
    "castles_in",
    "deal_hand",
    "deal_table",
    "move_in_words",
    "move_to_data",
    "read_game",
    "write_game",
]
