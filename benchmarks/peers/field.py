"""The field: every peer by name, what it needs, and what it cannot do."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import import_module, metadata

from msgspec import Struct

from benchmarks.peers.answer import Solve


class Peer(Struct, frozen=True):
    """One peer.

    Attributes:
        module: the module with its ``solve``; imported only when it is asked.
        needs: the library, or the program, that must be installed; empty for none.
        exchanges: whether it knows that tiles may be exchanged, as in Solo 2.
    """

    module: str
    needs: str = ""
    exchanges: bool = False

    @property
    def solve(self) -> Solve:
        """What finds the best castle of a hand."""
        solve: Solve = import_module(f"benchmarks.peers.{self.module}").solve
        return solve


PEERS: dict[str, Peer] = {
    "flat": Peer("cp_sat", exchanges=True),
    "clingo": Peer("answer_set", "clingo", exchanges=True),
    "annealing": Peer("annealing"),
    "RC2": Peer("maxsat", "python-sat"),
    "HiGHS": Peer("mip", "highspy"),
    "Gecode": Peer("gecode", "minizinc"),
}
"""The peers, in the order in which they are asked."""


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
