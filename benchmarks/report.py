"""What a benchmark found: rows of measurements, and from them a table, a CSV file and a plot.

A report is made of *series*, each the values of one thing that was measured: the seconds of one
solver, the points of one way to play. Of each series the table tells median and quartiles, and how
it compares with the first. Rows hold everything that was measured, one for each run.

Plots are drawn by matplotlib, which comes with the extra ``benchmarks``.
"""

from __future__ import annotations

import csv
import io
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from benchmarks.timing import machine
from caladale._io.atomic_files import write_text

Row = Mapping[str, object]
"""One measurement: column by column."""

_WIDTH = 110

_LIMIT = "time limit, also for what was not proved"


class Series(Struct, frozen=True):
    """The values of one thing that was measured.

    Attributes:
        name: what was measured.
        values: what came out, in the order of the runs.
        note: what belongs beside the figures, as "7 of 8 proved".
        at: the place on the axis, for series that make a curve.
    """

    name: str
    values: tuple[float, ...]
    note: str = ""
    at: float | None = None

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """Lower quartile, median and upper quartile."""
        if len(self.values) == 1:
            return (self.values[0],) * 3
        low, middle, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return low, middle, high

    @property
    def geometric_mean(self) -> float | None:
        """The geometric mean; None where a value is not positive, as a score may be."""
        if min(self.values) <= 0:
            return None
        return statistics.geometric_mean(self.values)


def times_to_proof(
    rows: Iterable[Mapping[str, Any]], proved: Iterable[bool], time_limit: float
) -> tuple[float, ...]:
    """The seconds of each run; the limit where it did not end with a proof."""
    return tuple(
        row["seconds"] if is_proved else time_limit
        for row, is_proved in zip(rows, proved, strict=True)
    )


def search_settings(seeds: range, *, time_limit: float, workers: int) -> dict[str, object]:
    """The settings of a report on searches: what it takes to run them again."""
    return {
        "seeds": seeds_told(seeds),
        "time limit": f"{time_limit:g} s",
        "workers": workers,
    }


def seeds_told(seeds: range) -> str:
    """The first seed and the last one."""
    return f"{seeds.start}-{seeds.stop - 1}"


class Report(Struct, frozen=True, kw_only=True):
    """All that one benchmark found.

    Attributes:
        part: its name, also that of its files.
        title: what was measured, in a few words.
        unit: what the values are: ``s``, ``ms``, ``points``.
        settings: seeds, limits, workers: what it takes to run it again.
        rows: every measurement.
        series: the same as values that can be compared, the first being what others are held
            against.
        limit: the time limit, which stands for the time of a run that did not end with a proof.
        axis: what `Series.at` tells, where the series make a curve.
        remarks: more sentences, printed below the table.
    """

    part: str
    title: str
    unit: str
    settings: Mapping[str, object]
    rows: Sequence[Row]
    series: Sequence[Series]
    limit: float | None = None
    axis: str = ""
    remarks: tuple[str, ...] = ()

    def context(self) -> str:
        """Date, machine, versions and settings, in two lines."""
        told = ", ".join(f"{name} {value}" for name, value in self.settings.items())
        return f"{datetime.now(tz=UTC).date()}, {machine()}\n{told}"

    def text(self) -> str:
        """The table, with all that it takes to understand and repeat it."""
        table = Table(box=None, pad_edge=False)
        table.add_column("")
        for heading in ("n", "lower", "median", "upper", "geo. mean", "ratio", "of means"):
            table.add_column(heading, justify="right")
        table.add_column("")
        for one in self.series:
            base = self.series[0]
            low, middle, high = one.quartiles
            mean, other = one.geometric_mean, base.geometric_mean
            table.add_row(
                one.name,
                str(len(one.values)),
                *(_figure(value) for value in (low, middle, high)),
                "" if mean is None else _figure(mean),
                _ratio(middle, base.quartiles[1]) if one is not base else "",
                _ratio(mean, other) if one is not base else "",
                one.note,
            )
        shown = io.StringIO()
        Console(file=shown, width=_WIDTH, no_color=True).print(table)
        lines = [f"{self.part}: {self.title} ({self.unit})", self.context()]
        if self.series:
            lines += [line.rstrip() for line in shown.getvalue().splitlines()]
        if len(self.series) > 1:
            lines.append(f"ratio: median, and geometric mean, to those of {self.series[0].name}")
        if self.limit is not None:
            lines.append(f"what was not proved counts as the limit of {self.limit:g} s")
        return "\n".join([*lines, *self.remarks]) + "\n"

    def csv(self) -> str:
        """The rows, with the columns of the first."""
        written = io.StringIO()
        columns = list(dict.fromkeys(name for row in self.rows for name in row))
        writer = csv.DictWriter(written, columns, lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(self.rows)
        return written.getvalue()

    def write(self, folder: Path) -> list[Path]:
        """Write table, rows and plot as PART.txt, PART.csv and PART.svg; their paths."""
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for ending, text in (("txt", self.text()), ("csv", self.csv()), ("svg", _plot(self))):
            paths.append(folder / f"{self.part}.{ending}")
            write_text(paths[-1], text)
        return paths


def require_plots() -> None:
    """Leave with a word when there is no matplotlib, before anything is measured.

    Raises:
        SystemExit: with exit code 2.
    """
    if find_spec("matplotlib") is None:
        print("plots need matplotlib: pip install 'caladale[benchmarks]'", file=sys.stderr)
        raise SystemExit(2)


def _figure(value: float) -> str:
    """A value with three digits or so."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _ratio(value: float | None, base: float | None) -> str:
    return "" if value is None or not base or base < 0 else f"{value / base:.2f}x"


def _plot(report: Report) -> str:
    """The plot as SVG: a curve over the places of the series, or a row of points for each."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra
    from matplotlib.figure import Figure  # noqa: PLC0415

    is_curve = all(one.at is not None for one in report.series)
    height = 4.5 if is_curve else 1.8 + 0.45 * len(report.series)
    with mpl.rc_context({"svg.hashsalt": "caladale", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7.5, height), layout="constrained")
        axes = figure.add_subplot()
        (_draw_curve if is_curve else _draw_rows)(axes, report)
        axes.set_title(report.title, fontsize=11)
        figure.text(0.01, -0.02, report.context(), fontsize=6, va="top", color="0.35", wrap=True)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", bbox_inches="tight", metadata={"Date": None})
    return drawn.getvalue()


def _spans_far(report: Report) -> bool:
    values = [value for one in report.series for value in one.values]
    return min(values) > 0 and max(values) / min(values) > 20


def _draw_curve(axes: Any, report: Report) -> None:
    """The medians as a line, the quartiles as a band, every value as a point."""
    places = [one.at for one in report.series]
    quartiles = [one.quartiles for one in report.series]
    axes.fill_between(
        places, [q[0] for q in quartiles], [q[2] for q in quartiles], alpha=0.2, label="quartiles"
    )
    axes.plot(places, [q[1] for q in quartiles], marker="o", label="median")
    for one in report.series:
        axes.plot([one.at] * len(one.values), one.values, "k.", markersize=3, alpha=0.5)
    if report.limit is not None:
        axes.axhline(report.limit, linestyle="--", color="0.5", label=_LIMIT)
    if _spans_far(report):
        axes.set_yscale("log")
    axes.set_xticks(places)
    axes.set_xlabel(report.axis)
    axes.set_ylabel(report.unit)
    axes.legend(fontsize=8)


def _draw_rows(axes: Any, report: Report) -> None:
    """A row for each series: its points, a bar from quartile to quartile, the median."""
    rows = range(len(report.series))
    for row, one in zip(rows, report.series, strict=True):
        low, middle, high = one.quartiles
        axes.barh(row, high - low, left=low, height=0.5, alpha=0.3, color="C0")
        axes.plot(one.values, [row] * len(one.values), "k.", markersize=3, alpha=0.5)
        axes.plot([middle, middle], [row - 0.3, row + 0.3], color="C0", linewidth=2)
    if report.limit is not None:
        axes.axvline(report.limit, linestyle="--", color="0.5", label=_LIMIT)
        axes.legend(fontsize=8)
    if _spans_far(report):
        axes.set_xscale("log")
    axes.set_yticks(list(rows), [one.name for one in report.series])
    axes.invert_yaxis()
    axes.set_xlabel(report.unit)
