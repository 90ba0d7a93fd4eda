"""Actions with what chance brought them, as moves of a record and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from castle_companions.conflict import record as rec
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
from castle_companions.conflict.cards import BY_NAME, Cards
from castle_companions.conflict.places import BY_LABEL, Place
from castle_companions.conflict.play import Chance


class WrongChanceError(ValueError):
    """Dice or a pile in a record that cannot have come so."""


@dataclass
class Witness:
    """Passes chance on and writes down what came."""

    chance: Chance
    dice: list[int] = field(default_factory=list)
    pile: Cards = ()

    def die(self) -> int:
        """Roll a die: 1 to 6."""
        self.dice.append(self.chance.die())
        return self.dice[-1]

    def shuffled(self, cards: Cards) -> Cards:
        """Put cards into a random order."""
        self.pile = self.chance.shuffled(cards)
        return self.pile


@dataclass
class Recorded:
    """Gives again what was written down.

    Raises:
        WrongChanceError: from its methods, when that does not fit.
    """

    dice: list[int]
    pile: Cards

    def die(self) -> int:
        """The next roll of the record."""
        if not self.dice:
            raise WrongChanceError("there are too few dice here")
        return self.dice.pop(0)

    def shuffled(self, cards: Cards) -> Cards:
        """The pile of the record."""
        if set(cards) != set(self.pile) or len(cards) != len(self.pile):
            raise WrongChanceError("the pile does not hold the cards of draw and discard pile")
        return self.pile

    def check_used_up(self) -> None:
        """Make sure that no dice are left.

        Raises:
            WrongChanceError: when some are.
        """
        if self.dice:
            raise WrongChanceError("there are too many dice here")


def move_of(action: Action, came: Witness) -> rec.Move:  # noqa: PLR0911 - one a kind of action
    """The move of a record for an action that was taken, with the chance that `came` saw."""
    match action:
        case Build(place, cards):
            return rec.BuildMove(action="build", place=_structure(place), cards=_names(cards))
        case Fortify(place, cards):
            return rec.FortifyMove(action="fortify", place=_place(place), cards=_names(cards))
        case Arm(place, cards):
            return rec.ArmMove(action="arm", place=_structure(place), cards=_names(cards))
        case Draw():
            return rec.DrawMove(action="draw")
        case Discard(card):
            return rec.DiscardMove(action="discard", card=card.name)
        case FreshHand():
            return rec.FreshHandMove(action="fresh-hand", die=came.dice[0])
        case Reshuffle():
            return rec.ReshuffleMove(action="reshuffle", pile=_names(came.pile))
        case Attack(weapons, target):
            return rec.AttackMove(
                action="attack",
                weapons=tuple(_structure(place) for place in weapons),
                target=_place(target),
                dice=tuple(came.dice),
            )
        case Pass():
            return rec.PassMove(action="pass")


def action_of(move: rec.Move) -> tuple[Action, Recorded]:  # noqa: PLR0911 - one a kind of move
    """The action of a move, and the chance that it records."""
    nothing = Recorded([], ())
    match move:
        case rec.BuildMove():
            return Build(BY_LABEL[move.place], _cards(move.cards)), nothing
        case rec.FortifyMove():
            return Fortify(BY_LABEL[move.place], _cards(move.cards)), nothing
        case rec.ArmMove():
            return Arm(BY_LABEL[move.place], _cards(move.cards)), nothing
        case rec.DrawMove():
            return Draw(), nothing
        case rec.DiscardMove():
            return Discard(BY_NAME[move.card]), nothing
        case rec.FreshHandMove():
            return FreshHand(), Recorded([move.die], ())
        case rec.ReshuffleMove():
            return Reshuffle(), Recorded([], _cards(move.pile))
        case rec.AttackMove():
            weapons = tuple(BY_LABEL[name] for name in move.weapons)
            return Attack(weapons, BY_LABEL[move.target]), Recorded(list(move.dice), ())
        case rec.PassMove():
            return Pass(), nothing


def _names(cards: Cards) -> tuple[str, ...]:
    return tuple(card.name for card in cards)


def _cards(names: tuple[str, ...]) -> Cards:
    return tuple(BY_NAME[name] for name in names)


def _structure(place: Place) -> rec.StructureName:
    return cast("rec.StructureName", place.label)


def _place(place: Place) -> rec.PlaceName:
    return cast("rec.PlaceName", place.label)
