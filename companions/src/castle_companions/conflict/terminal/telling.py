"""Actions and moves in words."""

from __future__ import annotations

from castle_companions.conflict.actions import (
    Action,
    Arm,
    Attack,
    Build,
    Discard,
    Draw,
    Fortify,
    FreshHand,
    Pass,
    Reshuffle,
)
from castle_companions.conflict.dice import throw_of
from castle_companions.conflict.moves import action_of
from castle_companions.conflict.places import KIND_AT
from castle_companions.conflict.play import weapons_of
from castle_companions.conflict.players.prospects import hit_chance
from castle_companions.conflict.record import AttackMove, FreshHandMove, Move
from castle_companions.conflict.state import State
from castle_companions.conflict.terminal.board import shorts


def typed(action: Action) -> str:
    """The action as it is typed."""
    match action:
        case Build(place, cards):
            return f"build {KIND_AT[place].label} {shorts(cards)}"
        case Fortify(place, cards):
            return f"fortify {place.short} {shorts(cards)}"
        case Arm(place, cards):
            return f"arm {place.short} {shorts(cards)}"
        case Discard(card):
            return f"discard {card.short}"
        case Attack(weapons, target):
            return f"attack {'+'.join(place.short for place in weapons)} {target.short}"
        case _:
            return _WORDS[type(action)]


_WORDS = {Draw: "draw", FreshHand: "fresh", Reshuffle: "shuffle", Pass: "pass"}


def with_odds(state: State, action: Action) -> str:
    """The action as it is typed, with the chance of an attack."""
    if not isinstance(action, Attack):
        return typed(action)
    number = state.enemy.target_number(action.target)
    return f"{typed(action)} (beats {number} in {hit_chance(state, action):.1%} of cases)"


def told(before: State, after: State, move: Move) -> str:
    """What a move did, from outside: drawn cards stay hidden.

    Args:
        before: the game before the move.
        after: the game after it.
        move: the move.
    """
    action, _ = action_of(move)
    match move:
        case AttackMove():
            return _attack(before, after, move)
        case FreshHandMove():
            return f"discards {len(before.own.hand)} cards, rolls {move.die} and draws"
    match action:
        case Draw():
            drawn = len(after.sides[before.mover].hand) - len(before.own.hand)
            return f"draws {drawn} card{'s' * (drawn != 1)}"
        case Reshuffle():
            return "shuffles the discard pile into the draw pile"
        case Pass():
            return "passes"
        case _:
            verb, _, rest = typed(action).partition(" ")
            return f"{_VERBS[verb]} {rest}"


_VERBS = {"build": "builds", "fortify": "fortifies", "arm": "arms", "discard": "discards"}


def _attack(before: State, after: State, move: AttackMove) -> str:
    action, _ = action_of(move)
    if not isinstance(action, Attack):
        raise TypeError("an attack is an attack")
    number = before.enemy.target_number(action.target)
    enemy = before.mover.other
    hit = after.sides[enemy] != before.sides[enemy]
    bonus = throw_of(weapons_of(action), before.readings).bonus
    dice = " ".join(str(die) for die in move.dice) + (f" and +{bonus}" if bonus else "")
    weapons = " and ".join(place.label for place in action.weapons)
    taken = ""
    if hit:
        lost = after.sides[before.mover].discard[len(before.own.discard) :]
        taken = f" and captures {shorts(lost)}"
    return (
        f"attacks {action.target.label} with {weapons} to beat {number}: "
        f"rolls {dice}, {'beats it' if hit else 'misses'}{taken}"
    )
