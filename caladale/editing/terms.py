"""What a castle stands on and is judged by, as a list of values that are changed step by step."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from caladale.core.layout import FAR, MOST_EXCHANGES, MOST_FLIPPED, WIDEST, Grass, Layout, Variant
from caladale.core.readings import READINGS
from caladale.editing.document import EditError

MOST_STRIPS = 8
"""More strips than that are not laid here, though a file may hold more."""


class Term(Struct, frozen=True):
    """One value of a layout that is no tile.

    Attributes:
        name: what it is called.
        value: what it is now, in words.
        question: what it is about.
        before: the layout with the value before this one, the same where there is none.
        after: the layout with the value after this one, the same where there is none.
    """

    name: str
    value: str
    question: str
    before: Layout
    after: Layout


def terms_of(layout: Layout) -> list[Term]:
    """All values of a layout but its tiles: game, strips, what counts besides, and readings."""
    games = tuple(Variant)
    place = games.index(layout.variant)
    found = [
        Term(
            "game",
            layout.variant.value,
            "Which game is it built in?",
            *(
                msgspec.structs.replace(layout, variant=games[(place + by) % len(games)])
                for by in (-1, 1)
            ),
        )
    ]
    found += _strips(layout)
    found += _counts(layout)
    for reading in READINGS:
        value = getattr(layout.rules, reading.name)
        place = reading.values.index(value)
        around = [reading.values[(place + by) % len(reading.values)] for by in (-1, 1)]
        found.append(
            Term(
                reading.name,
                value + ("" if place == 0 else " (not the default)"),
                reading.question,
                *(
                    msgspec.structs.replace(
                        layout, rules=msgspec.structs.replace(layout.rules, **{reading.name: other})
                    )
                    for other in around
                ),
            )
        )
    return found


def _strips(layout: Layout) -> Iterator[Term]:
    for i, strip in enumerate(layout.grass):
        number = f"strip {i + 1}" if len(layout.grass) > 1 else "strip"

        def with_strip(x: int, width: int, i: int = i) -> Layout:
            x, width = max(-FAR, min(FAR, x)), max(1, min(WIDEST, width))
            grass = (*layout.grass[:i], Grass(x, width), *layout.grass[i + 1 :])
            return layout.replace(grass=grass)

        x, width = strip.x, strip.width
        question = "Which is the first column of the strip?"
        moved = (with_strip(x + by, width) for by in (-1, 1))
        yield Term(f"{number} begins at", str(x), question, *moved)
        question = "How many columns does the strip cover?"
        widened = (with_strip(x, width + by) for by in (-1, 1))
        yield Term(f"{number} covers", str(width), question, *widened)


def _counts(layout: Layout) -> Iterator[Term]:
    question = "How many tiles were flipped? They score in Standard."
    yield _number(layout, "flipped", MOST_FLIPPED, "flipped tiles", question)
    other = msgspec.structs.replace(layout, timer=not layout.timer)
    question = "Has the builder flipped the sand timer? It scores in Speed."
    yield Term("sand timer", "flipped" if layout.timer else "no", question, other, other)
    question = "How many tiles were exchanged? Each costs a point in Solo 2."
    yield _number(layout, "exchanges", MOST_EXCHANGES, "exchanges", question)


def _number(layout: Layout, field: str, most: int, name: str, question: str) -> Term:
    """The term of a field of `layout` that is a number from 0 to `most`."""
    number: int = getattr(layout, field)
    fewer, more = max(0, number - 1), min(most, number + 1)
    around = (msgspec.structs.replace(layout, **{field: other}) for other in (fewer, more))
    return Term(name, str(number), question, *around)


def with_another_strip(layout: Layout) -> Layout:
    """The layout with one more strip of the book's width, at the right of the others.

    Raises:
        EditError: when there are `MOST_STRIPS` already, or there is no room.
    """
    if len(layout.grass) >= MOST_STRIPS:
        raise EditError(f"There are {MOST_STRIPS} strips already.")
    right = max((strip.x + strip.width for strip in layout.grass), default=0)
    if right > FAR:
        raise EditError("There is no room at the right of the strips.")
    return layout.replace(grass=(*layout.grass, Grass(right, 4)))


def without_last_strip(layout: Layout) -> Layout:
    """The layout without its last strip.

    Raises:
        EditError: when there is none.
    """
    if not layout.grass:
        raise EditError("There is no strip.")
    return layout.replace(grass=layout.grass[:-1])
