"""The field: every peer by name, and whether what it needs is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import import_module, metadata

from msgspec import Struct

from benchmarks.peers.answer import Answer, Terms
from caladale.hand import Hand


class Peer(Struct, frozen=True):
    """One peer.

    Attributes:
        module: the module with its ``solve``; imported only when it is asked.
        needs: the library, or the program, that must be installed; empty for none.
    """

    module: str
    needs: str = ""

    def solve(self, hand: Hand, terms: Terms) -> Answer:
        """The best castle that it finds."""
        answer: Answer = import_module(f"benchmarks.peers.{self.module}").solve(hand, terms)
        return answer


PEERS: dict[str, Peer] = {
    "annealing": Peer("annealing"),
    "RC2": Peer("maxsat", "python-sat"),
    "HiGHS": Peer("mip", "highspy"),
    "Gecode": Peer("gecode", "minizinc"),
}
"""The peers beside those of `benchmarks.hands`."""


def version_of(name: str) -> str | None:
    """The version of a library or program; None when it is not installed."""
    if name == "minizinc":
        return _minizinc()
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _minizinc() -> str | None:
    """The versions of MiniZinc and of Gecode; None unless both are there."""
    program = shutil.which("minizinc")
    if program is None:
        return None

    def told(option: str) -> str:
        words = [program, option]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    solvers = {solver["id"]: solver["version"] for solver in json.loads(told("--solvers-json"))}
    gecode = solvers.get("org.gecode.gecode")
    own = re.search(r"version ([\d.]+)", told("--version"))
    return f"{own[1] if own else '?'} with Gecode {gecode}" if gecode else None
