"""What a player is, and the one that plays by chance."""

from __future__ import annotations

import random
from typing import Protocol

from castle_companions.conflict.actions import Action
from castle_companions.conflict.legal import legal_actions
from castle_companions.conflict.view import View, imagined


class Player(Protocol):
    """Chooses among the legal actions by what its side can see."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """The action that is taken; `rng` is all the chance that the player has."""


class RandomPlayer:
    """Takes every legal action with the same chance."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """An action by chance."""
        return rng.choice(legal_actions(imagined(view, rng)))
