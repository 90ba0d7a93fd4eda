"""Simulations: the plan, the tables, the processes, and Ctrl-C."""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import signal
import statistics
from collections.abc import Iterator
from typing import Any

import pytest

from caladale.cli import run
from caladale.core.readings import Readings
from caladale.core.tiles import standard_tileset
from caladale.errors import CaladaleError
from caladale.players.tournament import (
    Match,
    PlayedMatch,
    SimulationTerms,
    interval,
    mean_lead,
    plan_matches,
    play_match,
    scores_by_policy,
    scores_by_seat,
    simulate,
)

TERMS = SimulationTerms(standard_tileset().file)
EASY = ("easy",)

PLAYED = [
    PlayedMatch(Match(0, 5, ("good", "easy", "good")), (40, 30, 44), (2,)),
    PlayedMatch(Match(1, 6, ("easy", "good", "good")), (36, 36, 30), (0, 1)),
]


def test_policies_move_on_by_a_seat_from_game_to_game() -> None:
    planned = plan_matches(4, 4, ("good", "easy"), 7)
    assert [one.policies[0] for one in planned] == ["good", "easy", "good", "easy"]
    assert planned[1] == Match(1, 8, ("easy", "good", "easy", "good"))
    three = plan_matches(3, 3, ("good", "easy"), 0)
    assert [one.policies for one in three] == [
        ("good", "easy", "good"),
        ("easy", "good", "good"),
        ("good", "good", "easy"),
    ]


def test_scores_by_seat() -> None:
    lines = scores_by_seat(PLAYED)
    assert [line.name for line in lines] == ["seat 0", "seat 1", "seat 2"]
    assert [line.mean for line in lines] == [38, 33, 37]
    assert [line.won for line in lines] == [0.5, 0.5, 1]
    assert [(line.least, line.most) for line in lines] == [(36, 40), (30, 36), (30, 44)]
    assert scores_by_seat([]) == scores_by_policy([]) == []


def test_scores_by_policy_count_a_game_once() -> None:
    easy, good = scores_by_policy(PLAYED)
    assert (easy.name, easy.games, easy.mean, easy.won) == ("easy", 2, 33, 0.5)
    assert (good.name, good.games, good.mean, good.won) == ("good", 2, 37.5, 1.5)
    assert (good.least, good.most) == (30, 44)
    # 42 and 33 are good's means in the two games.
    assert good.half_width == pytest.approx(1.959964 * statistics.stdev([42, 33]) / math.sqrt(2))


def test_a_lead_is_taken_within_each_game() -> None:
    mean, half_width = mean_lead(PLAYED, "good", "easy")
    assert mean == statistics.fmean([42 - 30, 33 - 36])
    assert half_width == pytest.approx(1.959964 * statistics.stdev([12, -3]) / math.sqrt(2))
    assert math.isnan(mean_lead(PLAYED, "good", "other")[0])


def test_one_value_has_no_interval() -> None:
    assert interval([4.0]) == (4.0, None)


def test_values_that_are_all_alike_have_no_interval() -> None:
    assert interval([4.0, 4.0]) == (4.0, None)
    assert interval([4.0, 5.0])[1] is not None


def test_processes_play_what_one_process_plays() -> None:
    planned = plan_matches(2, 2, EASY, 3)
    here = [play_match(match, TERMS) for match in planned]
    found = sorted(simulate(planned, TERMS, jobs=2), key=lambda one: one.match.game)
    assert found == here
    assert [one.totals for one in simulate(planned[:1], TERMS)] == [here[0].totals]
    assert all(one.match.policies == ("easy", "easy") for one in found)


def test_the_terms_reach_the_game() -> None:
    match = Match(0, 1, ("easy", "easy"))
    book = play_match(match, TERMS).totals
    no_gate = SimulationTerms(TERMS.box, Readings(gate_counts="no"))
    whole_box = SimulationTerms(TERMS.box, all_tiles=True)
    assert play_match(match, no_gate).totals != book
    assert min(play_match(match, whole_box).totals) > max(book)


def test_ctrl_c_ends_it_with_what_there_is() -> None:
    before = set(multiprocessing.active_children())
    found = []
    for one in simulate(plan_matches(500, 2, EASY, 0), TERMS, jobs=2):
        found.append(one)
        os.kill(os.getpid(), signal.SIGINT)
    assert 1 <= len(found) < 20
    assert set(multiprocessing.active_children()) <= before


def test_a_killed_process_costs_no_finished_game() -> None:
    before = set(multiprocessing.active_children())
    results = simulate(plan_matches(500, 2, EASY, 0), TERMS, jobs=1)
    found = [next(results)]
    for process in set(multiprocessing.active_children()) - before:
        process.kill()
    with pytest.raises(CaladaleError, match="was killed"):
        found.extend(results)
    assert 1 <= len(found) < 20
    assert set(multiprocessing.active_children()) <= before


def test_the_command_tells_what_was_played_before_a_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_game(*_: object, **__: object) -> Iterator[PlayedMatch]:
        yield PlayedMatch(Match(0, 0, ("easy", "easy")), (30, 30), (0, 1))
        raise CaladaleError("a process that played was killed")

    monkeypatch.setattr("caladale.cli.commands.simulate.simulate", one_game)
    assert run(["simulate", "standard", "--players", "2", "--games", "9"]) == 2
    out, err = capsys.readouterr()
    assert "1 of 9 games" in out
    assert "easy        1  30.0" in out
    assert err == "Error: a process that played was killed\n"


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "standard", "--players", "2", "--games", "2", "--policy", "easy"]
    assert run([*arguments, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["played"], told["policies"]) == (2, 2, ["easy"])
    assert [line["name"] for line in told["by_seat"]] == ["seat 0", "seat 1"]
    assert [line["name"] for line in told["by_policy"]] == ["easy"]
    assert told["leads"] == []
    assert [score["seed"] for score in told["scores"]] == [0, 1]
    assert run(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for line in told["by_seat"]:
        assert f"{line['name']}      2  {line['mean']:.1f}" in out
    assert "2 games of standard for 2, seeds from 0, no solver" in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["speed"], "standard"),
        (["standard", "--players", "5"], "players"),
        (["standard", "--games", "0"], "games"),
        (["standard", "--policy", "best"], "easy"),
        (["standard", "--time-limit", "-1"], "a number of seconds from 0"),
        (["standard", "--time-limit", "nan"], "a number of seconds from 0"),
        (["standard", "--time-limit", "inf"], "a number of seconds from 0"),
        (["standard", "--time-limit", "1e10"], "more than 10**9 seconds"),
        (["standard", "--time-limit", "soon"], "'soon' is not a valid float"),
        (["standard", "--all"], "except with two players"),
        (["standard", "--rule", "wild=no"], "wild"),
    ],
)
def test_bad_usage_of_simulate(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("games", "players", "policies", "seed", "words"),
    [
        (-1, 2, EASY, 0, "games: a whole number from 0"),
        (1.5, 2, EASY, 0, "games: a whole number from 0"),
        (math.nan, 2, EASY, 0, "games: a whole number from 0"),
        (True, 2, EASY, 0, "games: a whole number from 0"),
        (10**9, 2, EASY, 0, "1000000000 games are more than 1000000"),
        (1, 1, EASY, 0, "players: a whole number from 2"),
        (1, 5, EASY, 0, "2 to 4 play, not 5"),
        (1, 2.0, EASY, 0, "players: a whole number from 2"),
        (1, 2, (), 0, "name a policy"),
        (1, 2, ("best",), 0, "no policy 'best', only easy, good"),
        (1, 2, EASY, -1, "a seed: a whole number from 0"),
        (1, 2, EASY, None, "a seed: a whole number from 0"),
    ],
)
def test_what_cannot_be_planned_is_refused(
    games: Any, players: Any, policies: Any, seed: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        plan_matches(games, players, policies, seed)


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf, -math.inf])
def test_what_is_no_time_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="a time limit is a number of seconds from 0"):
        SimulationTerms(TERMS.box, time_limit=bad)


@pytest.mark.parametrize("bad", [0, -1, 257, 1.0, True, math.nan])
def test_what_is_no_number_of_jobs_is_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match="jobs: a whole number from 1"):
        next(simulate(plan_matches(1, 2, EASY, 0), TERMS, jobs=bad))
