"""Ctrl-C in a benchmark: no traceback, and no answer kept that was cut short."""

from __future__ import annotations

import sys
from collections.abc import Callable

from caladale.solve import SolveResult, Stop


def whole(result: SolveResult) -> SolveResult:
    """The result of a solve.

    Raises:
        KeyboardInterrupt: when that cut it short. The solver ends with its best castle then, which
            is what a player wants, but says nothing about how long a proof takes.
    """
    if result.stop is Stop.INTERRUPTED:
        raise KeyboardInterrupt
    return result


def run(main: Callable[[], int | None]) -> int:
    """Run a script; its exit code, 130 after Ctrl-C."""
    try:
        return main() or 0
    except KeyboardInterrupt:
        print("stopped; with --log the same command goes on from here", file=sys.stderr)
        return 130
