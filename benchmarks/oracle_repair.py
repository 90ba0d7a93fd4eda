"""Drawn broken castles, and every claim of `repair` about them held against an oracle.

``python -m benchmarks.oracle_repair --castles 2000``: castles of up to 5 tiles with up to 2 spares,
wrong in all the ways that a table knows, in every game and under the readings and in the boxes in
which `benchmarks.oracle` draws its hands. Each is given to `repair` for a short time with one
worker; what it answers is checked by `tests.oracle`, which imports nothing of `caladale`: the
changes are made one after another, and of each number and score it is asked whether there is a
castle below or above.

With ``--log FILE`` what came out of each is kept as a line of JSON, and the same command goes on
from there. Each false claim is told with its sort and seed, which draw the same castle again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.answers import Answers
from benchmarks.oracle import box_of, problems
from caladale.notation.data import layout_from_data
from caladale.notation.line import write_line
from caladale.solve.minimal_repair.search import repair
from caladale.solve.result_data import repair_to_data
from tests.oracle.broken import Broken, draw_broken
from tests.oracle.draws import READINGS, SORTS
from tests.oracle.repair_claims import Judged


def ask(problem: Broken, seconds: float) -> dict[str, Any]:
    """What `repair` answers, as plain data; a crash is an answer too."""
    layout = layout_from_data(problem.layout, box_of(problem.text))
    try:
        result = repair(layout, problem.spares, time_limit=seconds, workers=1)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return {"crashed": repr(error)}
    return repair_to_data(result)


def judged(drawn: tuple[str, int], *, time_limit: float, patience: float) -> dict[str, Any]:
    """What came of one castle, as plain data."""
    problem = draw_broken(*drawn)
    answer = ask(problem, time_limit)
    told = {
        "sort": problem.sort,
        "seed": problem.seed,
        "castle": write_line(layout_from_data(problem.layout, box_of(problem.text))),
        "spares": problem.spares,
    }
    if "crashed" in answer:
        return told | {"status": "crashed", "false": [answer["crashed"]], "claims": 1}
    checked = Judged(problem, answer, seconds=patience)
    return told | {
        "status": answer["status"],
        "changes": len(answer["changes"] or ()),
        "best": answer["best_score"] and answer["best_anywhere"],
        "claims": checked.claims,
        "undecided": checked.undecided,
        "false": checked.false,
    }


def _counts(outcome: dict[str, Any]) -> Counter[str]:
    is_optimal = outcome["status"] == "optimal"
    return Counter(
        {
            "castles": 1,
            outcome["status"]: 1,
            "best score": int(outcome.get("best", False)),
            f"{min(outcome.get('changes', 0), 4)} changes": int(is_optimal),
            "claims": outcome["claims"],
            "undecided": outcome.get("undecided", 0),
            "false": len(outcome["false"]),
        }
    )


_COLUMNS = (
    "castles",
    "optimal",
    "best score",
    *(f"{number} changes" for number in range(5)),
    "infeasible",
    "feasible",
    "unknown",
    "crashed",
    "claims",
    "undecided",
    "false",
)
"""Four changes stand for more, too."""


def _table(rows: dict[str, Counter[str]]) -> Table:
    table = Table("", box=None)
    for column in _COLUMNS:
        table.add_column(column, justify="right")
    names = ("default", *READINGS, *(sort for sort in SORTS if sort not in READINGS))
    for name in (*dict.fromkeys(names), "all"):
        if name in rows:
            table.add_row(name, *(str(rows[name][column]) for column in _COLUMNS))
    return table


def outcomes(
    drawn: Sequence[tuple[str, int]],
    *,
    jobs: int,
    time_limit: float,
    patience: float,
    log: Path | None,
) -> Iterator[dict[str, Any]]:
    """What came of each castle, the known ones first."""
    answers = Answers(log)
    settings = f"{time_limit:g} s, {patience:g} s"
    keys = {key: f"{key[0]} {key[1]}, {settings}" for key in drawn}
    yield from (answers.known[text] for text in keys.values() if text in answers.known)
    left = [key for key, text in keys.items() if text not in answers.known]
    work = partial(judged, time_limit=time_limit, patience=patience)
    with ProcessPoolExecutor(jobs) as pool:
        for key, outcome in zip(left, pool.map(work, left, chunksize=4), strict=True):
            yield answers.ask(keys[key], partial(dict, outcome))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check so many castles, print what is false and the table; 1 when anything is false."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--castles", type=int, default=200)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=4.0, help="seconds for each castle")
    parser.add_argument("--patience", type=float, default=10.0, help="and for each question")
    parser.add_argument("--log", type=Path)
    options = parser.parse_args(arguments)
    drawn = list(problems(options.castles, options.first_seed))
    rows: dict[str, Counter[str]] = {}
    found = outcomes(
        drawn,
        jobs=options.jobs,
        time_limit=options.time_limit,
        patience=options.patience,
        log=options.log,
    )
    for number, outcome in enumerate(found, start=1):
        for name in (outcome["sort"], "all"):
            rows.setdefault(name, Counter()).update(_counts(outcome))
        for claim in outcome["false"]:
            print(f"FALSE {outcome['sort']} seed {outcome['seed']}: {claim}", flush=True)
            print(f"    {outcome['castle']} {' '.join(outcome['spares'])}", flush=True)
        if number % 100 == 0:
            print(f"{number} of {len(drawn)}", file=sys.stderr, flush=True)
    Console(width=180).print(_table(rows))
    return 1 if rows["all"]["false"] else 0


if __name__ == "__main__":
    sys.exit(main())
