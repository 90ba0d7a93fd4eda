"""The same hands for every solver: ours, and each peer that is installed.

All are given the same time and threads, the same objective and the bound by counting, and every
castle is put before the referee. A peer whose library or program is missing is left out, with a
word.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import hands
from benchmarks.answers import Answers
from benchmarks.peers.answer import Answer, Terms
from benchmarks.peers.field import PEERS, version_of
from benchmarks.report import Report, Series, search_settings, times_to_proof
from caladale.games.deal import deal_hand
from caladale.hand import Hand
from caladale.layout import Variant

_NEEDS = {"clingo": "clingo"} | {name: peer.needs for name, peer in PEERS.items() if peer.needs}
"""What must be installed for some solvers: a library or a program."""


def _asked(name: str, hand: Hand, terms: Terms) -> Answer:
    if name in hands.SOLVERS:
        options = argparse.Namespace(time_limit=terms.time_limit, workers=terms.workers)
        return hands.SOLVERS[name](hand, terms.seed, options)
    return PEERS[name].solve(hand, terms)


def contest(
    tiles: int,
    seeds: range,
    *,
    time_limit: float,
    workers: int,
    log: Path | None = None,
) -> Report:
    """Let every solver look for the best castle of each hand, a line a hand as they are done.

    Args:
        tiles: how many tiles are dealt, gate and wild apart.
        seeds: the seeds of the hands, and of the searches.
        time_limit: seconds for each solver on each hand.
        workers: threads for those that can use them.
        log: where answers are kept.
    """
    answers = Answers(log)
    versions = {name: version_of(needed) for name, needed in _NEEDS.items()}
    missing = [f"{name} ({_NEEDS[name]})" for name, found in versions.items() if found is None]
    names = [name for name in (*hands.SOLVERS, *PEERS) if versions.get(name, "") is not None]
    rows: list[dict[str, Any]] = []
    for seed in seeds:
        hand = deal_hand(Variant.STANDARD, seed, own=tiles)
        terms = Terms(time_limit, workers, seed)
        told = f"seed {seed:3}"
        for name in names:
            score, proved, seconds = answers.ask(
                f"{name}, {tiles} tiles, seed {seed}, {time_limit:g} s, {workers} workers",
                partial(_asked, name, hand, terms),
            )
            row = {"solver": name, "seed": seed, "score": score, "proved": proved}
            rows.append({**row, "seconds": round(seconds, 3)})
            told += f"   {name}: {score} {'proved' if proved else 'open'} {seconds:.1f} s"
        print(told, flush=True)
    return Report(
        part="hands",
        title=f"The best castle of {tiles} dealt tiles, solver by solver",
        unit="s",
        settings={
            "tiles": tiles,
            **search_settings(seeds, time_limit=time_limit, workers=workers),
            "versions": ", ".join(
                f"{_NEEDS[name]} {found}" for name, found in versions.items() if found is not None
            ),
        },
        rows=rows,
        series=[_series(name, rows, time_limit) for name in names],
        limit=time_limit,
        remarks=(f"not installed: {', '.join(missing)}",) if missing else (),
    )


def _series(name: str, rows: list[dict[str, Any]], time_limit: float) -> Series:
    """A solver's times; the note tells on how many hands no other found a better castle."""
    best: dict[int, int] = {}
    for row in rows:
        if row["score"] is not None:
            best[row["seed"]] = max(row["score"], best.get(row["seed"], row["score"]))
    own = [row for row in rows if row["solver"] == name]
    proved = [row["proved"] for row in own]
    times = times_to_proof(own, proved, time_limit)
    leads = sum(row["score"] is not None and row["score"] == best[row["seed"]] for row in own)
    note = f"{sum(proved)} of {len(own)} proved, best castle of {leads}"
    return Series(name, tuple(max(seconds, 1e-3) for seconds in times), note)
