"""Suggestions: at most two letters off, the nearest first, and never far-fetched."""

from __future__ import annotations

import pytest

from caladale._io.suggestions import close_to, closest

KNOWN = ("stone-tower", "stone-two", "tree-tower", "wild", "st", "se", "sm", "s4")


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("stone-tower", ("stone-tower",)),
        ("stone-towr", ("stone-tower",)),
        ("stone-tow", ("stone-two",)),
        ("Stoen-Tower", ("stone-tower",)),
        ("stn-tower", ("stone-tower",)),
        ("stn-towr", ()),
        ("wlid", ("wild",)),
        ("wiildd", ("wild",)),
        ("sx", ("st", "se", "sm")),
        ("xx", ()),
        ("x", ()),
        ("", ()),
    ],
)
def test_words_up_to_two_letters_off_are_suggested(word: str, near: tuple[str, ...]) -> None:
    assert close_to(word, KNOWN) == near


def test_the_number_of_wrong_letters_is_told() -> None:
    assert [closest(word, KNOWN)[0] for word in ("wild", "wlid", "wiildd")] == [0, 1, 2]
