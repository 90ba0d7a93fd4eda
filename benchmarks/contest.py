"""The same hands for every solver: ours, and each peer that is asked for and installed.

All are given the same time and threads, the same objective and the bound by counting, and every
castle is put before the referee. A peer that overruns its time is ended from outside. One whose
library or program is missing is left out, and the report names it wherever it tells of the others.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.answers import Answers
from benchmarks.peers.answer import Answer, Solve, Terms
from benchmarks.peers.field import PEERS, version_of
from benchmarks.peers.hard_stop import in_time
from benchmarks.report import Report, Series, search_settings, times_to_proof
from benchmarks.stopping import whole
from caladale.core.hand import Hand
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve import best_castle


def ours(hand: Hand, terms: Terms) -> Answer:
    """The solver of hands."""
    result = whole(
        best_castle(hand, time_limit=terms.time_limit, seed=terms.seed, workers=terms.workers)
    )
    return result.score, result.status.value in ("optimal", "infeasible"), result.seconds


def contest(
    tiles: int,
    seeds: range,
    *,
    time_limit: float,
    workers: int,
    peers: Collection[str] = tuple(PEERS),
    variant: Variant = Variant.STANDARD,
    log: Path | None = None,
) -> Report:
    """Let every solver look for the best castle of each hand, a line a hand as they are done.

    Args:
        tiles: how many tiles are dealt, gate and wild apart.
        seeds: the seeds of the hands, and of the searches.
        time_limit: seconds for each solver on each hand.
        workers: threads for those that can use them.
        peers: the names of those that are asked beside ours.
        variant: the game that is dealt.
        log: where answers are kept.
    """
    answers = Answers(log)
    asked = {name: peer for name, peer in PEERS.items() if name in peers}
    versions = {peer.needs: version_of(peer.needs) for peer in asked.values() if peer.needs}
    absent: dict[str, str] = {}
    solvers: dict[str, Solve] = {"ours": ours}
    for name, peer in asked.items():
        if variant is Variant.SOLO2 and not peer.exchanges:
            absent[name] = "exchanges nothing"
        elif peer.needs and versions[peer.needs] is None:
            absent[name] = f"{peer.needs} is not installed"
        else:
            solvers[name] = partial(in_time, peer.solve)
    rows: list[dict[str, Any]] = []
    for seed in seeds:
        hand = deal_hand(variant, seed, own=tiles)
        terms = Terms(time_limit, workers, seed)
        told = f"seed {seed:3}"
        for name, solve in solvers.items():
            question = f"{name} {seed} {(variant.value, tiles, float(time_limit), workers)}"
            score, proved, seconds = answers.ask(question, partial(solve, hand, terms))
            row = {"solver": name, "seed": seed, "score": score, "proved": proved}
            rows.append({**row, "seconds": round(seconds, 3)})
            told += f"   {name}: {score} {'proved' if proved else 'open'} {seconds:.1f} s"
        print(told, flush=True)
    settings = {
        "variant": variant.value,
        "tiles": tiles,
        **search_settings(seeds, time_limit=time_limit, workers=workers),
        "versions": ", ".join(f"{name} {found}" for name, found in versions.items() if found),
        "left out": ", ".join(f"{name} ({why})" for name, why in absent.items()),
    }
    return Report(
        part="hands",
        title=f"The best castle of {tiles} dealt tiles, solver by solver",
        unit="s",
        settings={name: value for name, value in settings.items() if value != ""},
        rows=[*rows, *({"solver": name, "left out": why} for name, why in absent.items())],
        series=[_series(name, rows, time_limit) for name in solvers],
        limit=time_limit,
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
