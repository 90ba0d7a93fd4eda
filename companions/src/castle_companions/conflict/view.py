"""What a player sees of a game, and the games that it could be."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from castle_companions.conflict.cards import Cards, Seat, in_order
from castle_companions.conflict.state import State


@dataclass(frozen=True, slots=True)
class View:
    """A game as the side whose turn it is sees it.

    Who watches every card that is played, discarded and captured knows which cards the own draw
    pile holds, but not their order, and which the enemy has in hand or draw pile, but not which of
    them are in hand.

    Attributes:
        table: the game without its hidden cards: both draw piles and the enemy's hand are empty.
        own_draw: the cards of the own draw pile, in the order of the decks.
        enemy_hidden: the cards of the enemy's hand and draw pile, in the order of the decks.
        enemy_hand: the number of cards in the enemy's hand.
    """

    table: State
    own_draw: Cards
    enemy_hidden: Cards
    enemy_hand: int

    @property
    def seat(self) -> Seat:
        """The side that sees the game so."""
        return self.table.mover


def view_of(state: State) -> View:
    """What the mover sees of a game."""
    own, enemy = state.own, state.enemy
    return View(
        table=state.with_both(replace(own, draw=()), replace(enemy, hand=(), draw=())),
        own_draw=in_order(own.draw),
        enemy_hidden=in_order(enemy.hand + enemy.draw),
        enemy_hand=len(enemy.hand),
    )


def imagined(view: View, rng: random.Random) -> State:
    """A game that looks like `view`: the hidden cards lie as chance will have it."""
    own_draw = tuple(rng.sample(view.own_draw, len(view.own_draw)))
    hidden = tuple(rng.sample(view.enemy_hidden, len(view.enemy_hidden)))
    own, enemy = view.table.own, view.table.enemy
    return view.table.with_both(
        replace(own, draw=own_draw),
        replace(enemy, hand=hidden[: view.enemy_hand], draw=hidden[view.enemy_hand :]),
    )
