"""A game at one moment: immutable, so that players can try things without harm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from castle_companions.conflict.cards import Card, Cards, Seat, total
from castle_companions.conflict.places import ACTIONS, RULER_VALUE, STRUCTURES, Place
from castle_companions.conflict.readings import DEFAULT, Readings


@dataclass(frozen=True, slots=True)
class Structure:
    """A segment, a tower or a keep that stands.

    Attributes:
        layers: its red layers, the one that was built first; never empty.
        weapon: the black cards that arm it; none if it is not armed.
        sealed: whether it was ever armed.
    """

    layers: tuple[Cards, ...]
    weapon: Cards = ()
    sealed: bool = False

    @property
    def top(self) -> Cards:
        """What an attack must beat: the weapon, or else the topmost layer."""
        return self.weapon or self.layers[-1]

    def cards(self) -> Iterator[Card]:
        """Every card of it."""
        for layer in self.layers:
            yield from layer
        yield from self.weapon


@dataclass(frozen=True, slots=True)
class Fallen:
    """What has happened to a castle that some readings of the rules ask for.

    Attributes:
        wall_stood: whether all five segments stood at the same time once.
        towers_stood: whether both towers did.
        lost: the places whose structure was destroyed at least once.
    """

    wall_stood: bool = False
    towers_stood: bool = False
    lost: frozenset[Place] = frozenset()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the table.

    Attributes:
        ruler: the king or queen that is defended, wherever it is now.
        throne: the ruler's place: the ruler, then the cards that fortify it, the topmost last;
            empty when the ruler is captured.
        structures: what stands at each of the eight places of structures.
        hand: the cards in hand, hidden from the enemy.
        draw: the draw pile, the next card first, hidden from both.
        discard: the discard pile, open to both.
        fallen: what has happened to the castle.
    """

    ruler: Card
    throne: Cards
    structures: tuple[Structure | None, ...] = (None,) * len(STRUCTURES)
    hand: Cards = ()
    draw: Cards = ()
    discard: Cards = ()
    fallen: Fallen = Fallen()

    def at(self, place: Place) -> Structure | None:
        """What stands at a place that is not the ruler's."""
        return self.structures[place]

    def with_structure(self, place: Place, structure: Structure | None) -> Side:
        """The same side with another structure, or none, at a place."""
        changed = (*self.structures[:place], structure, *self.structures[place + 1 :])
        return replace(self, structures=changed)

    def target_number(self, place: Place) -> int:
        """What an attack on `place` must beat, in points; 0 where nothing stands."""
        if place is Place.RULER:
            return RULER_VALUE
        structure = self.structures[place]
        return total(structure.top) if structure else 0

    def cards(self) -> Iterator[Card]:
        """Every card of this side."""
        yield from self.throne
        for structure in self.structures:
            if structure:
                yield from structure.cards()
        yield from self.hand
        yield from self.draw
        yield from self.discard


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        sides: both sides, in the order of the seats.
        mover: whose turn it is; after the end, who won.
        actions_left: the actions left in this turn.
        turn: the number of the turn, from 1; both sides' turns count.
        used: the weapons that have attacked in this turn.
        winner: who has won, if anybody has.
        readings: how the rules are read.
    """

    sides: tuple[Side, Side]
    mover: Seat = Seat.ONE
    actions_left: int = ACTIONS
    turn: int = 1
    used: frozenset[Place] = frozenset()
    winner: Seat | None = None
    readings: Readings = DEFAULT

    @property
    def own(self) -> Side:
        """The side whose turn it is."""
        return self.sides[self.mover]

    @property
    def enemy(self) -> Side:
        """The other side."""
        return self.sides[1 - self.mover]

    def with_own(self, side: Side) -> State:
        """The same game with another side in place of the mover's."""
        sides = (side, self.sides[1]) if self.mover is Seat.ONE else (self.sides[0], side)
        return replace(self, sides=sides)

    def with_both(self, own: Side, enemy: Side) -> State:
        """The same game with other sides."""
        sides = (own, enemy) if self.mover is Seat.ONE else (enemy, own)
        return replace(self, sides=sides)
