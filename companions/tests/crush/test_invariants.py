"""What always holds is noticed when it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castle_companions.crush.invariants import broken
from castle_companions.crush.pieces import Expansion
from castle_companions.crush.pile import NOTHING, Pile
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Seat, Table
from tests.crush.games import head

START = set_up(head(4, Expansion.TREASURE, Expansion.BUILDINGS), "log")


def _with_ann(**changed: object) -> Table:
    ann: Seat = replace(START.seat("Ann"), **changed)  # type: ignore[arg-type]
    return START.put(ann)


def test_at_the_start_everything_holds() -> None:
    assert broken(START, START) == []


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (_with_ann(castle=NOTHING), "blocks were"),
        (_with_ann(looted=Pile.of({"crown": 2, "jewel": 1, "curse": 1})), "4 crowns and are 5"),
        (_with_ann(looted=Pile.of({"crown": 1, "curse": 1})), "4 jewels and are 3"),
        (_with_ann(prisons=2), "4 prisons and are 5"),
        (_with_ann(strongholds=0), "4 strongholds and are 3"),
        (_with_ann(points=3), "Ann has 3 points, and lines for 0"),
        (_with_ann(points=-3), "Ann owes points"),
    ],
)
def test_what_is_lost_or_doubled_is_told(table: Table, said: str) -> None:
    assert said in " ".join(broken(START, table))
