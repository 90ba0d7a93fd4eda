"""The field: every peer by name, and whether what it needs is installed."""

from __future__ import annotations

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


_PROGRAMS = ("minizinc",)


def version_of(name: str) -> str | None:
    """The version of a library or program; None when it is not installed."""
    if name in _PROGRAMS:
        return _program(name)
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _program(name: str) -> str | None:
    found = shutil.which(name)
    if found is None:
        return None
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    words = told.splitlines()[0].split()
    return next((word.strip(",") for word in words if word[0].isdigit()), words[-1])
