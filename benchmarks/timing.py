"""Timing for the benchmarks: repeated runs, medians, and the machine that they were made on."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from caladale.solve.result import versions


def timed(work: Callable[[], object]) -> float:
    """Seconds of wall-clock time that one call of `work` takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def command_seconds(arguments: Sequence[str]) -> float:
    """Seconds from start to end of a process of this Python with `arguments`."""
    return timed(
        lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    )


def summary(seconds: Sequence[float]) -> str:
    """Median and quartiles in milliseconds."""
    low, middle, high = statistics.quantiles(seconds, n=4, method="inclusive")
    return (
        f"{middle * 1e3:.2f} ms (quartiles {low * 1e3:.2f} to {high * 1e3:.2f}, n={len(seconds)})"
    )


def machine() -> str:
    """The machine and versions that a figure belongs to."""
    known = versions()
    return (
        f"caladale {known['caladale']}, OR-Tools {known['ortools']}, "
        f"Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.machine()}"
    )
