"""Why an action is not allowed: every rule in one place, each with the words for it."""

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
    cost,
)
from castle_companions.conflict.cards import Card, Cards
from castle_companions.conflict.places import (
    HAND_SIZE,
    KIND_AT,
    STRUCTURES,
    TOWERS,
    WALL,
    WALL_KIND,
    Place,
)
from castle_companions.conflict.readings import (
    Arming,
    Exposure,
    Foundation,
    Readings,
    Rebuilding,
    Reopening,
    Reshuffling,
    RulerCards,
    WallBar,
    WeaponReuse,
)
from castle_companions.conflict.state import Side, State


def refusal(state: State, action: Action) -> str:  # noqa: PLR0911 - one a kind of action
    """Say why the mover cannot take `action`.

    Passing is judged by its reading in `legal.py`, since that asks for all other actions.

    Returns:
        The reason in one clause; empty when the rules allow it.
    """
    if state.winner is not None:
        return "the game is over"
    if cost(action) > state.actions_left:
        return "a combined attack takes both actions of a turn"
    own, readings = state.own, state.readings
    match action:
        case Build(place, cards):
            return _hand(own, cards) or build_refusal(own, place, cards, readings)
        case Fortify(place, cards):
            return _hand(own, cards) or fortify_refusal(own, place, cards, readings)
        case Arm(place, cards):
            return _hand(own, cards) or arm_refusal(own, place, cards, readings)
        case Discard(card):
            return _hand(own, (card,))
        case Draw() | FreshHand() | Reshuffle():
            return pile_refusal(own, action, readings)
        case Attack():
            return attack_refusal(state, action)
        case Pass():
            return ""


def _hand(own: Side, cards: Cards) -> str:
    if len(set(cards)) != len(cards):
        return "a card is named twice"
    missing = [card.name for card in cards if card not in own.hand]
    return f"not in hand: {', '.join(missing)}" if missing else ""


# ---- building


def build_refusal(own: Side, place: Place, cards: Cards, readings: Readings) -> str:
    """Why `cards` cannot be built at `place`; empty when they can."""
    return (
        site_refusal(own, place, readings)
        or _layer(place, cards)
        or bar_refusal(own, place, cards, building=True, readings=readings)
    )


def site_refusal(own: Side, place: Place, readings: Readings) -> str:
    """Why nothing can be built at `place`, whatever the cards; empty when something can."""
    if place is Place.RULER:
        return "a ruler is not built"
    if own.at(place) is not None:
        return f"{place.label} stands already"
    if readings.rebuilding is Rebuilding.NEVER and place in own.fallen.lost:
        return f"{place.label} was destroyed and is not built again"
    first = next(
        (other for other in KIND_AT[place].places if site_free(own, other, readings)), place
    )
    if first is not place:
        return f"places are filled in order: {first.label} comes before {place.label}"
    return _foundation_refusal(own, place, readings)


def _foundation_refusal(own: Side, place: Place, readings: Readings) -> str:
    if place in TOWERS and not _founded(own, WALL, readings):
        return "a tower needs all five segments of the wall"
    if place is Place.KEEP and not _founded(own, TOWERS, readings):
        return "the keep needs both towers"
    return ""


def site_free(own: Side, place: Place, readings: Readings) -> bool:
    """Whether `place` is empty and can still be filled."""
    if own.at(place) is not None:
        return False
    return readings.rebuilding is Rebuilding.ALLOWED or place not in own.fallen.lost


def _founded(own: Side, below: tuple[Place, ...], readings: Readings) -> bool:
    if readings.foundation is Foundation.ONCE:
        return own.fallen.wall_stood if below is WALL else own.fallen.towers_stood
    return all(own.at(place) is not None for place in below)


def _layer(place: Place, cards: Cards) -> str:
    kind = KIND_AT[place]
    if len(cards) != kind.layer:
        return f"a layer of a {kind.label} has {kind.layer} red card{'s' * (kind.layer > 1)}"
    return "" if all(card.red for card in cards) else "a structure takes red cards"


def bar_refusal(
    own: Side, place: Place, cards: Cards, *, building: bool, readings: Readings
) -> str:
    """Why the ruler's rank keeps `cards` from `place`; empty when it does not."""
    if place not in WALL or not (building or readings.wall_bar is WallBar.WHOLE_WALL):
        return ""
    if any(card.rank == own.ruler.rank for card in cards):
        return "no card of the ruler's rank goes on the wall"
    return ""


# ---- fortifying and arming


def fortify_refusal(own: Side, place: Place, cards: Cards, readings: Readings) -> str:
    """Why `cards` cannot fortify `place`; empty when they can."""
    if place is Place.RULER:
        if len(cards) != 1:
            return "a ruler is fortified with one card at a time"
        return "" if guards_ruler(own, cards[0], readings) else _guard_rule(readings)
    return (
        top_refusal(own, place, readings)
        or _layer(place, cards)
        or bar_refusal(own, place, cards, building=False, readings=readings)
    )


def guards_ruler(own: Side, card: Card, readings: Readings) -> bool:
    """Whether `card` can fortify the ruler of this side."""
    fits = card.red or readings.ruler_cards is RulerCards.ANY
    return card.rank == own.ruler.rank and fits


def _guard_rule(readings: Readings) -> str:
    colour = "red " if readings.ruler_cards is RulerCards.RED else ""
    return f"a ruler is fortified with a {colour}card of its rank"


def top_refusal(own: Side, place: Place, readings: Readings) -> str:
    """Why `place` cannot be fortified, whatever the cards; empty when it can."""
    structure = own.at(place)
    if structure is None:
        return f"{place.label} is not built"
    if structure.weapon:
        return f"{place.label} is armed, and so closed"
    if structure.sealed and readings.reopening is Reopening.CLOSED:
        return f"{place.label} was armed once, and so is closed to fortification"
    return ""


def arm_refusal(own: Side, place: Place, cards: Cards, readings: Readings) -> str:
    """Why `cards` cannot arm `place`; empty when they can."""
    site = mount_refusal(own, place, readings)
    if site:
        return site
    kind = KIND_AT[place]
    count = kind.weapon_cards(readings)
    if len(cards) != count:
        return f"a {kind.weapon.label} takes {count} black card{'s' * (count > 1)}"
    return "a weapon takes black cards" if any(card.red for card in cards) else ""


def mount_refusal(own: Side, place: Place, readings: Readings) -> str:
    """Why `place` cannot be armed, whatever the cards; empty when it can."""
    if place is Place.RULER:
        return "a ruler is not armed"
    structure = own.at(place)
    if structure is None:
        return f"{place.label} is not built"
    if structure.weapon:
        return f"{place.label} is armed already"
    whole = readings.arming is Arming.SEGMENT or all(own.at(other) for other in WALL)
    if KIND_AT[place] is WALL_KIND and not whole:
        return "a segment is armed when all five stand"
    return ""


# ---- piles


def pile_refusal(own: Side, action: Draw | FreshHand | Reshuffle, readings: Readings) -> str:
    """Why the mover cannot draw, take a fresh hand or reshuffle; empty when he can."""
    match action:
        case Draw():
            if len(own.hand) >= HAND_SIZE:
                return f"the hand holds {HAND_SIZE} cards already"
            return "" if own.draw else "the draw pile is empty"
        case FreshHand():
            return "" if own.hand else "there is no hand to discard"
        case Reshuffle():
            if not own.discard:
                return "the discard pile is empty"
            if own.draw and readings.reshuffling is Reshuffling.WHEN_EMPTY:
                return "the draw pile is not empty"
            return ""


# ---- attacking


def attack_refusal(state: State, action: Attack) -> str:
    """Why the mover cannot attack so; empty when he can."""
    weapons = action.weapons
    if not 1 <= len(weapons) <= 2:
        return "an attack takes one weapon or two"
    if len(set(weapons)) != len(weapons):
        return "a weapon is combined with another one"
    for place in weapons:
        structure = state.own.at(place) if place is not Place.RULER else None
        if structure is None or not structure.weapon:
            return f"{place.label} is not armed"
        if place in state.used and state.readings.weapon_reuse is WeaponReuse.NEVER:
            return f"the weapon of {place.label} has attacked in this turn"
    return target_refusal(state.enemy, action.target, state.readings)


def target_refusal(enemy: Side, target: Place, readings: Readings) -> str:
    """Why `target` of the enemy cannot be attacked; empty when it can."""
    if target is Place.RULER:
        exposed = is_exposed(enemy, readings)
        return "" if exposed else "the ruler is attacked when the castle is down"
    return "" if enemy.at(target) else f"the enemy has no {target.label}"


def is_exposed(side: Side, readings: Readings) -> bool:
    """Whether the ruler of `side` can be attacked."""
    structures = side.structures
    standing_towers = sum(structures[place] is not None for place in TOWERS)
    if any(structures[place] for place in WALL) or standing_towers > 1 or structures[Place.KEEP]:
        return False
    if readings.exposure is Exposure.NOTHING_STANDS:
        return True
    lost = side.fallen.lost
    return not lost.isdisjoint(WALL) and not lost.isdisjoint(TOWERS) and Place.KEEP in lost


def standing(side: Side) -> tuple[Place, ...]:
    """The places of a side where a structure stands."""
    return tuple(place for place in STRUCTURES if side.structures[place] is not None)
