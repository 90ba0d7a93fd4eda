"""Which breaches no further tile can mend."""

from __future__ import annotations

import pytest

from caladale import read_layout
from caladale.core.hand import Hand
from caladale.errors import HandError
from caladale.rules.catalogue import RULES, Rule
from caladale.rules.verdict import lasting_breaches, validate
from caladale.solve.hand.search import best_castle

TURNED = "B2: stone-tower-1 at column 1, row 1 is turned; a tower top only stands upright"
BELOW = "C: gate-stone at column 0, row 0 shows stone to the tree of tree-four-1 above it"
BESIDE = "C: tree-four-1 at column 0, row 1 shows tree to the stone of stone-tower-1 at its right"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_bad_castle_of_a_rule_is_mended_by_tiles_or_never(rule: Rule) -> None:
    bad = read_layout(rule.bad)
    told = [one.code for one in lasting_breaches(bad)]
    assert (rule.code in told) == (rule.code not in ("D", "F"))
    assert set(lasting_breaches(bad)) <= set(validate(bad).violations)


def test_more_tiles_mend_what_is_not_lasting() -> None:
    apart = read_layout("gs . s4")
    assert {one.code for one in validate(apart).violations} == {"D"}
    assert not lasting_breaches(apart)
    assert validate(read_layout("gs s4 s4")).valid
    floating = read_layout(". smE\ngs")
    assert {one.code for one in validate(floating).violations} == {"D", "F"}
    assert not lasting_breaches(floating)
    gateless = read_layout("s4")
    assert [one.code for one in validate(gateless).violations] == ["T4"]
    assert not lasting_breaches(gateless)


def test_fixed_tiles_that_break_a_rule_are_answered_at_once_with_every_breach() -> None:
    hand = Hand(gates=("gate-stone",), tiles=("stone-tower-1", "tree-four-1"))
    with pytest.raises(HandError) as caught:
        best_castle(hand, fixed=read_layout("r4 stE\ngs"), time_limit=0)
    told = [one.message for one in caught.value.mistakes]
    assert told == [f"what is fixed breaks rule {one}" for one in (TURNED, BELOW, BESIDE)]


def test_fixed_tiles_that_need_more_tiles_stay_allowed() -> None:
    hand = Hand(gates=("gate-stone",), tiles=("stone-four-1", "stone-four-2"), wilds=0)
    result = best_castle(hand, fixed=read_layout("gs . s4"), time_limit=30, workers=1)
    assert result.layout is not None
    assert {placed.cell for placed in result.layout.tiles} == {(0, 0), (1, 0), (2, 0)}
