"""Drawn challenges, and every claim about them held against an oracle that shares nothing.

``python -m benchmarks.oracle_challenge --boxes 2000``: so many small boxes by their number, half of
them made for a castle of all their tiles, under up to three other readings, on up to eight columns
of ground, to all sorts of goals. What `challenge` answers, with one worker and a few attempts, is
checked word by word by `tests.oracle`, which imports nothing of `caladale`. Each false claim is
told with its number, with which `--first-seed` draws the same box again. With ``--log FILE`` what
came of each is kept as a line of JSON, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.answers import Answers
from benchmarks.oracle import box_of
from benchmarks.timing import machine
from caladale.core.layout import Grass
from caladale.core.readings import Readings
from caladale.solve import Challenge, challenge, challenge_to_data
from tests.oracle.challenge_claims import judge_answer
from tests.oracle.challenges import Quest, draw_quest

STATUSES = ("optimal", "feasible", "infeasible", "unknown", "crashed")
"""How an answer may end."""


def problem_of(quest: Quest) -> Challenge:
    """A drawn challenge as `challenge` takes it."""
    goals = quest.goals
    return Challenge(
        tileset=box_of(quest.text),
        rules=msgspec.convert(quest.rules, Readings),
        grass=tuple(Grass(x, width) for x, width in quest.grass),
        gates=quest.gates,
        within_columns=goals.within_columns,
        max_width=goals.max_width,
        max_height=goals.max_height,
        no_holes=goals.no_holes,
    )


def ask(quest: Quest, *, attempts: int) -> dict[str, Any]:
    """What `challenge` answers, as plain data; a crash is an answer too."""
    try:
        result = challenge(problem_of(quest), workers=1, time_limit=None, attempts=attempts)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return {"status": "crashed", "crashed": repr(error), "score": None}
    data = challenge_to_data(result)
    return data | {"bound_kind": result.obstacle.bound.value if result.obstacle else None}


def outcome(seed: int, *, attempts: int, patience: float, find_best: bool) -> dict[str, Any]:
    """What came of one challenge, as plain data."""
    quest = draw_quest(seed)
    answer = ask(quest, attempts=attempts)
    row = {"seed": seed, "rules": quest.rules, "status": answer["status"]}
    if "crashed" in answer:
        return row | {"false": [answer["crashed"]], "claims": 1, "undecided": 0}
    judged = judge_answer(quest, answer, seconds=patience, find_best=find_best)
    found = None
    if judged.is_best_known:
        found = "none" if judged.best is None else "less"
        found = "best" if judged.best == answer["score"] else found
    return row | {
        "false": judged.false,
        "claims": judged.claims,
        "undecided": judged.undecided,
        "obstacle": answer["bound_kind"],
        "found": found,
        "all": answer["placed"] == answer["wanted"],
    }


def _rows_of(row: dict[str, Any]) -> Iterator[str]:
    yield "all"
    yield from (f"{name}={value}" for name, value in row["rules"].items())
    if not row["rules"]:
        yield "no other reading"
    if row.get("obstacle"):
        yield f"obstacle: {row['obstacle']}"
    if row.get("found"):
        yield f"best complete castle: {row['found']}"
    if row.get("all"):
        yield "all tiles placed"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=2000, help="how many boxes")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    parser.add_argument("--attempts", type=int, default=40, help="attempts a box")
    parser.add_argument("--patience", type=float, default=2.0, help="seconds a question")
    parser.add_argument("--log", type=Path, metavar="FILE")
    parser.add_argument("--find-best", action="store_true", help="tell how often the best is found")
    return parser.parse_args()


def outcomes(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What came of each challenge, the known ones first."""
    settings = f"{options.attempts} attempts, {options.patience:g} s"
    settings += ", best" if options.find_best else ""
    answers = Answers(options.log)
    left = []
    for seed in range(options.first_seed, options.first_seed + options.boxes):
        known = answers.known.get(f"{seed}, {settings}")
        if known is None:
            left.append(seed)
        else:
            yield known
    work = partial(
        outcome,
        attempts=options.attempts,
        patience=options.patience,
        find_best=options.find_best,
    )
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(work, left, chunksize=4):
            yield answers.ask(f"{row['seed']}, {settings}", partial(dict, row))


def main() -> None:
    """Ask, check, and print a table; the exit code is 1 when there is a false claim."""
    options = _options()
    print(machine(), vars(options))
    counts: dict[str, Counter[str]] = {}
    for row in outcomes(options):
        for wrong in row["false"]:
            print(f"seed {row['seed']}: {wrong}", flush=True)
        told = {"boxes": 1, row["status"]: 1, "false": len(row["false"])}
        told |= {name: row[name] for name in ("claims", "undecided")}
        for name in _rows_of(row):
            counts.setdefault(name, Counter()).update(told)
    columns = ("boxes", "claims", *STATUSES, "undecided", "false")
    table = Table("", box=None)
    for column in columns:
        table.add_column(column, justify="right")
    for name in sorted(counts, key=lambda name: (name == "all", name)):
        table.add_row(name, *(str(counts[name][column]) for column in columns))
    Console(width=140).print(table)
    sys.exit(int(counts["all"]["false"] > 0))


if __name__ == "__main__":
    main()
