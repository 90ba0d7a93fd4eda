"""What a solve answers: a castle or none, and exactly how sure we are."""

from __future__ import annotations

import functools
import importlib
from importlib import metadata
from typing import TypedDict

from msgspec import Struct

from caladale._io.plural import counted
from caladale._version import __version__
from caladale.core.layout import Layout
from caladale.core.short_repr import NamedMember, call_of


class Status(NamedMember):
    """How sure a solve is of its answer."""

    OPTIMAL = "optimal"
    """The castle is the best there is, and that is proved."""
    FEASIBLE = "feasible"
    """The castle is legal; a better one may exist."""
    INFEASIBLE = "infeasible"
    """There is no castle as asked for, and that is proved."""
    UNKNOWN = "unknown"
    """No castle was found, and it is not proved that there is none."""


class Stop(NamedMember):
    """Why a solve ended."""

    PROVED = "proved"
    TIME_LIMIT = "time limit"
    ATTEMPTS = "attempts"
    """As many attempts were made as were asked for."""
    INTERRUPTED = "interrupted"
    SIZE = "too large"
    """What is left to be searched is too large a model to be built."""
    WINDOW = "window exhausted"
    """Nothing better lies in the cells searched, which were not proved to be enough."""


@functools.cache
def versions() -> dict[str, str]:
    """The versions that a result depends on, known without installed metadata too."""
    return {"caladale": __version__, "ortools": _ortools_version()}


def _ortools_version() -> str:
    try:
        return metadata.version("ortools")
    except metadata.PackageNotFoundError:
        return str(importlib.import_module("ortools").__version__)


class SupplyExchange(Struct, frozen=True):
    """One exchange with the supply (Solo 2, Speed).

    Attributes:
        give: the id of the tile that is laid back.
        take: the id of the tile that is taken for it.
    """

    give: str
    take: str


class Header(TypedDict):
    """What every result says of its search, see `SearchResult`."""

    stop: Stop
    seconds: float
    time_limit: float | None
    seed: int
    workers: int
    versions: dict[str, str]


class SearchResult(Struct, frozen=True, kw_only=True):
    """What the results of all searches have in common.

    Attributes:
        status: how sure the answer is.
        layout: the best castle found, which the referee has passed; None if there is none.
        score: its score.
        proof: how an optimal or infeasible answer was proved, in a sentence or two; else empty.
        stop: why the search ended.
        seconds: wall-clock time it took.
        time_limit: the seconds that it was allowed; None for no limit.
        seed: the seed of the search.
        workers: how many threads were allowed; only one makes equal seeds give equal castles.
        versions: the versions of caladale and of OR-Tools.
    """

    status: Status
    layout: Layout | None
    score: int | None
    proof: str
    stop: Stop
    seconds: float
    time_limit: float | None
    seed: int
    workers: int
    versions: dict[str, str]

    def __repr__(self) -> str:
        return call_of(self)

    def __hash__(self) -> int:
        # The versions cannot be hashed, and are the same for all results of one process.
        names = (name for name in self.__struct_fields__ if name != "versions")
        return hash(tuple(getattr(self, name) for name in names))

    def __str__(self) -> str:
        castle = "no castle" if self.layout is None else str(self.layout)
        return f"{castle}\n{self._summary()}"

    def _summary(self) -> str:
        """How sure the answer is, on a line."""
        points = "" if self.score is None else f": {counted(self.score, 'point', 'points')}"
        return f"{self.status.value}{points} ({self.stop.value}, {self.seconds:.1f} s)"

    def _repr_svg_(self) -> str | None:
        """Draw the castle in a notebook, if there is one."""
        return None if self.layout is None else self.layout._repr_svg_()


class SolveResult(SearchResult, frozen=True, kw_only=True):
    """The answer to "what is the best castle?".

    Attributes:
        bound: no castle can score more than this; None when nothing is known.
        exchanges: the exchanges to make, in this order, before the castle is built.
    """

    bound: int | None
    exchanges: tuple[SupplyExchange, ...] = ()

    def _summary(self) -> str:
        bound = f"; no castle can score more than {self.bound}" if self.gap else ""
        return super()._summary() + bound

    @property
    def gap(self) -> int | None:
        """Points between the bound and the score; 0 when optimal, None when one is not known."""
        if self.bound is None or self.score is None:
            return None
        return self.bound - self.score
