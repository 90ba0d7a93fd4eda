"""What the commands are asked, read from words such as ``manpower=3`` or ``half=each``."""

from __future__ import annotations

from castle_companions.castle_up.amounts import Amount
from castle_companions.castle_up.cards import AmountRecord, Cards
from castle_companions.castle_up.facts import UnknownError, building_named, known
from castle_companions.castle_up.log import Tokens
from castle_companions.castle_up.readings import Readings
from castle_companions.castle_up.refurbishing import Offer
from castle_companions.records import Mistake, RecordError, typed_record

_DAMAGED = ":damaged"


def amount_asked(text: str, option: str) -> Amount:
    """The amount of a text such as ``manpower=3,gold=1``; nothing for an empty text.

    Raises:
        RecordError: with every part that cannot be read; `option` is what messages call the text.
    """
    return typed_record(AmountRecord, _pairs(text.split(","), option, numbers=True), option).amount


def held_asked(text: str, option: str) -> Amount:
    """The tokens of a text such as ``manpower=3,gold=1``; nothing for an empty text.

    Raises:
        RecordError: with every part that cannot be read; `option` is what messages call the text.
    """
    return typed_record(Tokens, _pairs(text.split(","), option, numbers=True), option).amount


def readings_asked(words: tuple[str, ...]) -> Readings:
    """The readings of words such as ``half=each``; a hyphen in a name is as good as a ``_``.

    Raises:
        RecordError: with everything that is no reading.
    """
    pairs = _pairs(list(words), "--rule", numbers=False)
    plain = {str(name).replace("-", "_"): value for name, value in pairs.items()}
    return typed_record(Readings, plain, "--rule")


def offer_asked(cards: Cards, word: str) -> Offer:
    """The given-up building of a word such as ``Archery Range`` or ``Market:damaged``.

    Raises:
        UnknownError: when there is no such building, or its cost is not known.
    """
    name = word.removesuffix(_DAMAGED)
    return Offer(cost_asked(cards, name), damaged=word != name)


def cost_asked(cards: Cards, name: str) -> Amount:
    """What a building costs.

    Raises:
        UnknownError: when there is no such building, or its cost is not known.
    """
    building = building_named(cards, name)
    return known(building.cost, f"the cost of {name}").amount


def points_asked(cards: Cards, names: tuple[str, ...], kind: str) -> int:
    """The attack or defence points of some buildings, the most that one use of each gives.

    Raises:
        UnknownError: when there is no such building, or it gives no such points.
    """
    total = 0
    for name in names:
        uses = building_named(cards, name).uses
        fixed = [use.attack if kind == "attack" else use.defence for use in uses if use.per is None]
        points = max(fixed, default=0)
        if not points:
            raise UnknownError(f"no card file gives {kind} points of {name}; give them as a number")
        total += points
    return total


def _pairs(words: list[str], option: str, *, numbers: bool) -> dict[str, int | str]:
    found: dict[str, int | str] = {}
    mistakes = []
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not word.strip():
            continue
        whole = value.isascii() and value.isdecimal() and len(value) < 10
        if not equals or (numbers and not whole):
            shape = "name=number" if numbers else "name=value"
            mistakes.append(Mistake(name, f"this must be {shape}"))
        elif name in found:
            mistakes.append(Mistake(name, "this stands here twice"))
        else:
            found[name] = int(value) if numbers else value
    if mistakes:
        raise RecordError(option, tuple(mistakes))
    return found
