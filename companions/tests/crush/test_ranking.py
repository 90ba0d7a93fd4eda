"""The final ranking, tie by tie, and the banner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castle_companions.crush.ranking import ranking
from castle_companions.crush.readings import BannerTie, Readings
from castle_companions.crush.setup import set_up
from castle_companions.crush.state import Table
from tests.crush.games import built, head, scored


def _table(
    points: tuple[int, ...],
    heights: tuple[tuple[int | None, int], ...],
    ages: tuple[int | None, ...],
) -> Table:
    table = set_up(head(len(points)), "log")
    seats = zip(table.seats, points, heights, ages, strict=True)
    return replace(
        table, seats=tuple(replace(s, points=p, height=h, age=a) for s, p, h, a in seats)
    )


@pytest.mark.parametrize(
    ("points", "heights", "ages", "expected"),
    [
        ((5, 9, 7), ((None, 1),) * 3, (1, 2, 3), [(1, "Bob", ""), (2, "Cat", ""), (3, "Ann", "")]),
        (
            (9, 9, 7),
            ((None, 2), (None, 3), (None, 9)),
            (1, 2, 3),
            [(1, "Bob", "the highest castle"), (2, "Ann", ""), (3, "Cat", "")],
        ),
        (
            (9, 9, 7),
            ((200, 2), (190, 3), (None, 9)),
            (1, 2, 3),
            [(1, "Ann", "the highest castle"), (2, "Bob", ""), (3, "Cat", "")],
        ),
        (
            (9, 9, 9),
            ((None, 2), (None, 2), (None, 1)),
            (8, 7, 3),
            [(1, "Bob", "the younger"), (2, "Ann", "the highest castle"), (3, "Cat", "")],
        ),
        (
            (9, 9, 1),
            ((None, 2), (None, 2), (None, 1)),
            (8, None, 3),
            [(1, "Ann", "shared"), (1, "Bob", "shared"), (3, "Cat", "")],
        ),
    ],
)
def test_points_then_castles_then_age(
    points: tuple[int, ...],
    heights: tuple[tuple[int | None, int], ...],
    ages: tuple[int | None, ...],
    expected: list[tuple[int, str, str]],
) -> None:
    ranks = ranking(_table(points, heights, ages))
    assert [(rank.place, rank.player, rank.why) for rank in ranks] == expected


def test_crowns_come_before_points() -> None:
    table = _table((5, 9, 7), ((None, 1),) * 3, (1, 2, 3))
    ranks = ranking(replace(table, crowned="Ann"))
    assert [rank.player for rank in ranks] == ["Ann", "Bob", "Cat"]
    assert ranks[0].why == "three crowns"


@pytest.mark.parametrize(("reading", "banner"), [(BannerTie.NEXT, 1), (BannerTie.YOUNGEST, 0)])
def test_the_banner_among_equals(reading: BannerTie, banner: int) -> None:
    table = built(head(4, readings=Readings(banner_tie=reading)))
    assert scored(replace(table, banner=1)).banner == banner
