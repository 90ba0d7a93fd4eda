"""The field: every peer by name, and whether what it needs is installed."""

from __future__ import annotations

from importlib import import_module, metadata

from msgspec import Struct

from benchmarks.peers.answer import Answer, Terms
from caladale.hand import Hand


class Peer(Struct, frozen=True):
    """One peer.

    Attributes:
        module: the module with its ``solve``; imported only when it is asked.
        library: the distribution that must be installed; empty for none.
    """

    module: str
    library: str = ""

    def solve(self, hand: Hand, terms: Terms) -> Answer:
        """The best castle that it finds."""
        answer: Answer = import_module(f"benchmarks.peers.{self.module}").solve(hand, terms)
        return answer


def is_installed(distribution: str) -> bool:
    """Whether a distribution is there, which is asked without importing it."""
    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


PEERS: dict[str, Peer] = {
    "annealing": Peer("annealing"),
    "RC2": Peer("maxsat", "python-sat"),
    "HiGHS": Peer("mip", "highspy"),
}
"""The peers beside those of `benchmarks.hands`."""
