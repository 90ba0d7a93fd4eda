"""Drawn hands, and every claim about them held against an oracle that shares nothing.

``python -m benchmarks.agreement --oracle 20000``: so many problems by their number, from
`--first-seed`. Of 40 in a row 16 are under one alternative reading each, 16 under two to four of
them, 4 of an odd box, and one each has nothing special, a supply, several strips and gates, and
fixed tiles or a hint. Each is given to `best_castle` for a short time, with one worker, and what it
answers is checked word by word by `tests.oracle`, which imports nothing of `caladale`; so is every
sentence of the explanation of every second hand.

With ``--log FILE`` what came out of each is kept as a line of JSON, and the same command goes on
from there. Each false claim is told with its sort and seed, with which `--sorts` and `--first-seed`
draw the same problem again, and with the castle that shows it, if there is one.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.answers import Answers
from caladale.core.layout import Layout
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import TileSet, build_tileset
from caladale.errors import HandError
from caladale.notation.data import hand_from_data, layout_from_data
from caladale.notation.line import write_line
from caladale.rules.verdict import validate
from caladale.solve import best_castle
from caladale.solve.explanation import explain
from caladale.solve.result_data import result_to_data
from tests.oracle.claims import check
from tests.oracle.draws import READINGS, SORTS, Problem, draw
from tests.oracle.explained import Explained
from tests.oracle.sentences import check as check_sentences
from tests.oracle.tiles import DEFAULTS

__all__ = ["SORTS", "ask", "at_length", "judged"]

CYCLE = (*READINGS, *["mixed"] * 16, *["odd"] * 4, "default", "supply", "strips", "fixed")
"""The sorts of problem in the order in which they are drawn, again and again."""

STATUSES = ("optimal", "infeasible", "feasible", "unknown", "refused")


@cache
def box_of(text: str) -> TileSet:
    """The box of a tile file, once for the same text."""
    return build_tileset(parse_tilefile(text))


def ask(problem: Problem, seconds: float, *, why: bool = False) -> dict[str, Any]:
    """What `best_castle` answers, as plain data; a refusal or a crash is an answer too.

    With `why` it has the sentences of the explanation too, unless some tiles are fixed.
    """
    box = box_of(problem.text)

    def layout(data: dict[str, Any] | None) -> Layout | None:
        return None if data is None else layout_from_data(data, box)

    hand = hand_from_data(problem.hand, box)
    told = {}
    try:
        result = best_castle(
            hand,
            time_limit=seconds,
            workers=1,
            complete_only=problem.complete_only,
            fixed=layout(problem.fixed),
            hint=layout(problem.hint),
        )
        if why and problem.fixed is None:
            told = {"explain": list(explain(hand, result))}
    except HandError as error:
        return {"refused": str(error)}
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return {"crashed": repr(error)}
    return result_to_data(result) | told


def judged(drawn: tuple[str, int], *, time_limit: float, patience: float) -> dict[str, Any]:
    """What came of one problem, as plain data."""
    problem = draw(*drawn)
    answer = ask(problem, time_limit, why=problem.seed % _EXPLAINED == 0)
    checked = check(problem, answer, seconds=patience)
    explained = Explained(problem.hand, problem.text, answer, seconds=patience)
    sentences = check_sentences(explained, answer.get("explain", ()))
    shown = ""
    if checked.castle is not None:
        castle = layout_from_data(checked.castle, box_of(problem.text))
        is_legal = validate(castle).valid
        shown = f"{write_line(castle)}{'' if is_legal else ' (the referees differ!)'}"
    status = next((word for word in ("refused", "crashed") if word in answer), None)
    return {
        "sort": problem.sort,
        "seed": problem.seed,
        "rules": problem.hand["rules"],
        "status": status or answer["status"],
        "claims": checked.claims,
        "sentences": sentences.forms.total(),
        "undecided": checked.undecided + len(sentences.undecided),
        "false": [*checked.false, *sentences.faults],
        "castle": shown,
        "proof": answer.get("proof", ""),
        "with": [
            name
            for name, is_so in (
                ("fixed", problem.fixed is not None),
                ("hint", problem.hint is not None),
                ("complete", problem.complete_only),
                ("supply", bool(problem.hand.get("supply"))),
                ("strips", len(problem.hand["grass"]) > 1),
                ("gates", len(problem.hand["gates"]) > 1),
            )
            if is_so
        ],
    }


class Sheet:
    """The table of what came out, row by row."""

    def __init__(self) -> None:
        self._rows: dict[str, Counter[str]] = {}
        self.total: Counter[str] = Counter()

    def add(self, outcome: dict[str, Any]) -> None:
        """Count what came of one problem in every row to which it belongs."""
        counts = Counter(
            {
                "hands": 1,
                "claims": outcome["claims"],
                "sentences": outcome["sentences"],
                "undecided": outcome["undecided"],
                "false": len(outcome["false"]),
                outcome["status"]: 1,
            }
        )
        rules = [f"{name}={value}" for name, value in outcome["rules"].items()]
        is_odd = outcome["sort"] == "odd"
        names = [*rules, *_MANY[min(len(rules), 2)], *outcome["with"], *["odd box"] * is_odd]
        for name in names:
            row = self._rows.setdefault(name, Counter())
            row.update(counts)
            row["alone"] += len(rules) <= 1 and not is_odd
        self.total.update(counts)

    def print(self) -> None:
        """Print the table."""
        columns = ("hands", "alone", "claims", "sentences", *STATUSES, "undecided", "false")
        table = Table("", box=None)
        for column in columns:
            table.add_column(column, justify="right")
        for name in (*READINGS, *_ROWS):
            row = self._rows.get(name, Counter())
            shown = [row[column] for column in columns]
            table.add_row(_ROWS.get(name, name), *map(str, shown))
        self.total["alone"] = sum(self._rows.get(name, Counter())["alone"] for name in _FEW)
        table.add_row("all", *(str(self.total[column]) for column in columns))
        Console(width=140).print(table)


_MANY = (("default",), (), ("mixed",))
_FEW = ("default", *READINGS)
_ROWS = {
    "default": "no other reading",
    "mixed": "two to four other readings",
    "odd box": "odd box",
    "fixed": "fixed tiles",
    "hint": "a hint",
    "complete": "complete castles only",
    "supply": "a supply",
    "strips": "several strips",
    "gates": "several gates",
}


def problems(hands: int, first: int, sorts: Sequence[str] = ()) -> Iterator[tuple[str, int]]:
    """The sort and the seed of each problem."""
    cycle = tuple(sorts) or CYCLE
    for seed in range(first, first + hands):
        yield cycle[seed % len(cycle)], seed


def outcomes(
    drawn: Iterable[tuple[str, int]],
    *,
    jobs: int,
    time_limit: float,
    patience: float,
    log: Path | None,
) -> Iterator[dict[str, Any]]:
    """What came of each problem, the known ones first."""
    answers = Answers(log)
    settings = f"{time_limit:g} s, {patience:g} s"
    left = []
    for sort, seed in drawn:
        known = answers.known.get(f"{sort} {seed}, {settings}")
        if known is None:
            left.append((sort, seed))
        else:
            yield known
    work = partial(judged, time_limit=time_limit, patience=patience)
    with ProcessPoolExecutor(jobs) as pool:
        for outcome in pool.map(work, left, chunksize=4):
            key = f"{outcome['sort']} {outcome['seed']}, {settings}"
            yield answers.ask(key, partial(dict, outcome))


def at_length(
    hands: int,
    *,
    first: int = 0,
    sorts: Sequence[str] = (),
    jobs: int = 1,
    time_limit: float = 0.4,
    patience: float = 1.0,
    log: Path | None = None,
) -> int:
    """Check so many problems, print what is false and the table; 1 when anything is false."""
    sheet = Sheet()
    began = time.monotonic()
    told = began
    drawn = list(problems(hands, first, sorts))
    for outcome in outcomes(drawn, jobs=jobs, time_limit=time_limit, patience=patience, log=log):
        sheet.add(outcome)
        for claim in outcome["false"]:
            print(f"FALSE {outcome['sort']} seed {outcome['seed']}: {claim}", flush=True)
        if outcome["false"]:
            rules = {name: value for name, value in outcome["rules"].items() if name in DEFAULTS}
            print(f"    {rules} {outcome['with']} {outcome['proof']}\n    {outcome['castle']}")
        if time.monotonic() > told + _EVERY:
            told = time.monotonic()
            done = f"{sheet.total['hands']} of {hands} in {told - began:.0f} s"
            print(f"{done}, {sheet.total['false']} false", file=sys.stderr, flush=True)
    sheet.print()
    return 1 if sheet.total["false"] else 0


_EXPLAINED = 2
"""One problem in so many is explained as well."""
_EVERY = 10.0
"""Seconds between two lines of progress."""
