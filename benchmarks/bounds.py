"""How good the bounds by counting are: ``python -m benchmarks.bounds --tiles 25 --hands 100``.

For dealt Standard hands: how many points each bound lies below a complete castle of all tiles
without the wild, by counting without crossings and by all that is counted; and the quartiles of the
time that a bound takes.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from benchmarks.timing import machine, summary
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.solve.hand.counting import counting_bound
from caladale.solve.models.relaxation import CountingRelaxation
from caladale.solve.models.stock import stock_of


def main() -> None:
    """Print how often each gap occurs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--tiles", type=int, default=25)
    options = parser.parse_args()
    print(machine(), vars(options))
    below: dict[str, Counter[int]] = {"without crossings": Counter(), "with all": Counter()}
    seconds = []
    for seed in range(options.hands):
        hand = deal_hand(Variant.STANDARD, seed, own=options.tiles)
        stock = stock_of(hand)
        lots = [lot for lot in stock.lots if not lot.is_wild]
        perfect = 2 + sum(len(lot.own) * lot.points(hand.rules) for lot in lots)
        plain = CountingRelaxation(stock, sum(hand.grass), hand.rules, crossings=())
        plain.model.maximize(plain.score)
        solver = plain.solver()
        solver.solve(plain.model)
        below["without crossings"][perfect - round(solver.best_objective_bound)] += 1
        began = time.perf_counter()
        bound = counting_bound(stock, sum(hand.grass), hand.rules)
        seconds.append(time.perf_counter() - began)
        if bound is not None:
            below["with all"][perfect - bound] += 1
    for name, counted in below.items():
        told = ", ".join(f"{gap}: {number}" for gap, number in sorted(counted.items()))
        print(f"{name}: points below the perfect castle: hands: {told}")
    print(f"a bound takes {summary(seconds)}")


if __name__ == "__main__":
    main()
