"""What a person sees on a terminal while something works, and what stays when there is none."""

from __future__ import annotations

import io
import sys

import pytest

from caladale.cli.progress import Bar, SearchDisplay


class Terminal(io.StringIO):
    """A terminal that keeps what was written on it."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "90")
    return terminal


def test_a_bar_counts_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with Bar(2) as bar:
        assert bar.is_live
        bar.describe("two [bold] hands")
        bar.advance()
        bar.tell("first:smile:.json: [red] 7 points")
        bar.advance()
    shown = terminal.getvalue()
    assert "2/2" in shown
    assert "two [bold] hands" in shown
    assert "first:smile:.json: [red] 7 points\n" in shown


def test_a_bar_without_a_terminal_only_tells_what_stays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Bar(2) as bar:
        assert not bar.is_live
        bar.describe("two hands")
        bar.advance()
        bar.tell("first.json: 7 points")
    assert capsys.readouterr() == ("", "first.json: 7 points\n")


def test_a_search_shows_one_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with SearchDisplay("looking for a castle") as search:
        search.improved("20 tiles, 41 points")
        search.working("shape 3")
    shown = terminal.getvalue()
    assert "20 tiles, 41 points; shape 3" in shown
    assert "\n20 tiles" not in shown


def test_a_search_without_a_terminal_tells_each_improvement(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with SearchDisplay() as search:
        search.improved("20 tiles, 41 points")
        search.working("shape 3")
        search.improved("20 tiles, 43 points")
    assert capsys.readouterr() == ("", "20 tiles, 41 points\n20 tiles, 43 points\n")
