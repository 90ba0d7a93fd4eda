"""The table as text, as one side sees it."""

from __future__ import annotations

from collections.abc import Iterator

from castle_companions.conflict.cards import Cards, Seat, in_order
from castle_companions.conflict.places import KIND_AT, RULER_VALUE, STRUCTURES
from castle_companions.conflict.refusals import is_exposed
from castle_companions.conflict.state import Side, State


def board(state: State, viewer: Seat, names: tuple[str, str]) -> str:
    """The table as text; of hands, only that of `viewer` is shown."""
    lines = [_heading(state, names), ""]
    for seat in (viewer.other, viewer):
        lines += _side(state, seat, names[seat])
        lines.append("")
    lines.append(f"in hand: {shorts(in_order(state.sides[viewer].hand)) or 'nothing'}")
    return "\n".join(lines)


def shorts(cards: Cards) -> str:
    """Cards by rank and suit, in their order."""
    return " ".join(card.short for card in cards)


def _heading(state: State, names: tuple[str, str]) -> str:
    if state.winner is not None:
        return f"The game is over: {names[state.winner]} won in turn {state.turn}."
    left = "1 action" if state.actions_left == 1 else f"{state.actions_left} actions"
    return f"Turn {state.turn}: {names[state.mover]} to move, {left} left."


def _side(state: State, seat: Seat, name: str) -> Iterator[str]:
    side = state.sides[seat]
    piles = f"hand {len(side.hand)}, draw pile {len(side.draw)}, discard pile {len(side.discard)}"
    yield f"{name}: {piles}"
    yield _ruler(side, exposed=is_exposed(side, state.readings))
    for place in STRUCTURES:
        structure = side.structures[place]
        if structure is None:
            yield f"  {place.short:<3}-"
            continue
        cards = " | ".join(shorts(layer) for layer in structure.layers)
        line = f"  {place.short:<3}{cards:<24} beat {side.target_number(place)}"
        if structure.weapon:
            line += f", {KIND_AT[place].weapon.label} [{shorts(structure.weapon)}]"
        yield line


def _ruler(side: Side, *, exposed: bool) -> str:
    if not side.throne:
        return f"  r  {side.ruler.short} is captured"
    cards = " | ".join(card.short for card in side.throne)
    note = "can be attacked" if exposed else "behind the castle"
    return f"  r  {cards:<24} beat {RULER_VALUE}, {note}"
