"""What a player sees on a small terminal: the castle stays in view, and no line is too wide."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.cli.repl.console import PlayerConsole
from caladale.cli.repl.listing import Listed, edge_rows, legend, named_columns, signs_of
from caladale.cli.repl.view import Choice, GameView
from caladale.construct.beam_search import BeamEffort, build_castle
from caladale.core.layout import Layout, Placement, Variant
from caladale.core.tiles import standard_tileset
from caladale.games.move import Build
from caladale.games.record import GameRecord
from caladale.games.setup import Setup
from caladale.games.solo2 import Solo2State
from caladale.notation import read_layout
from caladale.render.viewport import Viewport, render_part, viewport_around, viewport_that_fits
from tests.support.terminal import Terminal

BOX = standard_tileset()
FACES = {name: face for (name, side), face in BOX.faces.items() if side == "front"}
SUPPLY = [tile.id for tile in BOX.supply()]


def listed(count: int) -> list[Listed]:
    return [Listed(str(i), name, FACES[name]) for i, name in enumerate(SUPPLY[:count], start=1)]


def wall(columns: int, rows: int) -> Layout:
    """A castle of so many columns and rows, whatever the rules say of it; its last tile is high."""
    names = iter(SUPPLY)
    tiles = [
        Placement(next(names), x, y)
        for y in range(rows)
        for x in range(columns)
        if (x, y) != (1, 0)
    ]
    return Layout((Placement("gate-stone", 1, 0), *tiles))


@pytest.fixture
def console() -> PlayerConsole:
    found = PlayerConsole(ascii_only=True)
    found.is_typed = True
    return found


def sized(monkeypatch: pytest.MonkeyPatch, columns: int, lines: int) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((columns, lines)))


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (60, 20), (120, 50)])
@pytest.mark.parametrize("shape", [(4, 2), (9, 7), (20, 3), (3, 20)])
def test_castle_and_tiles_have_room_on_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    console: PlayerConsole,
    size: tuple[int, int],
    shape: tuple[int, int],
) -> None:
    castle, count = wall(*shape), 35 if shape[0] < 10 else 10
    sized(monkeypatch, *size)
    view = GameView(console)
    view.show([], castle, Choice((("Tiles:", listed(count)),), "More lie face down."))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= size[1] - 1
    assert len(lines) == console.below
    assert max(map(len, lines)) <= size[0]
    assert not console.is_view_lost
    last = castle.tiles[-1]
    assert any(line.startswith(f"{last.y} ") for line in lines)
    numbers = next(line for line in lines if line.split()[:1] and set(line) <= set("-0123456789 "))
    assert str(last.x) in numbers.split()
    rows = {line.split()[0] for line in lines if line[:1].isdigit()}
    is_whole = all(str(p.x) in numbers.split() and str(p.y) in rows for p in castle.tiles)
    assert is_whole != any(line.startswith("Shown: ") for line in lines)


def test_after_an_answer_the_castle_is_drawn_once_more_where_it_is_out_of_view(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], console: PlayerConsole
) -> None:
    sized(monkeypatch, 60, 24)
    view = GameView(console)
    castle = wall(4, 3)
    view.show([], castle, Choice((("", listed(10)),), ""))
    for _ in range(6):
        console.say("an answer")
    assert console.is_view_lost
    capsys.readouterr()
    view.draw_again(castle, 6)
    lines = capsys.readouterr().out.splitlines()
    assert 6 + 1 + len(lines) < 24
    assert not console.is_view_lost
    view.draw_again(castle, 20)  # there is no room for any of it
    assert capsys.readouterr().out == ""


def test_a_whole_castle_comes_in_parts_that_are_no_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], console: PlayerConsole
) -> None:
    sized(monkeypatch, 60, 24)
    GameView(console).draw_whole(wall(20, 3))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 60
    numbers = [line.split() for line in lines if set(line) <= set("0123456789 ") and line.strip()]
    assert [int(word) for row in numbers for word in row] == list(range(20))


@given(st.text(alphabet="ab \n", max_size=300), st.integers(20, 100))
def test_wrapped_lines_fit_and_keep_every_word(text: str, width: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        sized(patch, width, 24)
        console = PlayerConsole()
        lines = console.wrapped(text)
    assert " ".join(lines).split() == text.split()
    longest = max((len(word) for word in text.split()), default=0)
    assert max(map(len, lines)) <= max(width, longest)


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(SUPPLY), min_size=1, max_size=40, unique=True), st.integers(40, 120)
)
def test_every_tile_of_a_list_is_there_once(names: list[str], width: int) -> None:
    tiles = [Listed(str(i), name, FACES[name]) for i, name in enumerate(names, start=1)]
    lines = named_columns(tiles, width, unicode=False)
    assert sorted(word for word in " ".join(lines).split() if word in FACES) == sorted(names)
    rows = edge_rows(tiles, width, unicode=False)
    labels = [word for word in " ".join(rows).split() if word.isdecimal()]
    assert labels == [one.label for one in tiles]
    assert max(len(line) for line in [*lines, *rows]) <= width


def test_edges_are_told_by_the_signs_of_the_drawing() -> None:
    assert signs_of(FACES["stone-tree-a-1"], unicode=False) == "#NE %SW"
    assert signs_of(FACES["tudor-tower-1"], unicode=False) == "XS P"
    assert len(legend(unicode=True)) < 60


@given(
    st.integers(20, 200), st.integers(5, 60),
    st.tuples(st.integers(-50, 50), st.integers(-5, 50)),
    st.tuples(st.integers(-50, 50), st.integers(-5, 50)),
)  # fmt: skip
def test_a_viewport_holds_the_cell_that_it_follows(
    width: int, height: int, corner: tuple[int, int], cell: tuple[int, int]
) -> None:
    first = viewport_that_fits(width, height, corner)
    moved = first.following(cell)
    assert cell[0] in moved.columns
    assert cell[1] in moved.rows
    assert (len(moved.columns), len(moved.rows)) == (len(first.columns), len(first.rows))
    assert moved.following(cell) == moved
    drawn = render_part(Layout(), first, unicode=False).plain.split("\n")
    assert len(drawn) <= max(height, 5)
    assert max(map(len, drawn)) <= max(width, first.margin + 7)


def test_a_viewport_of_a_small_castle_is_no_larger_than_it_and_its_strip() -> None:
    castle = read_layout("caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1")
    view = viewport_around(castle, 200, 100, ())
    assert view == Viewport(range(4), range(2))


def test_lines_are_completed_edited_and_brought_back(tmp_path: Path) -> None:
    arguments = ("solo", "--seed", "7", "--ascii", "--log", "game.json")
    with Terminal(*arguments, columns=60, lines=24, folder=tmp_path) as terminal:
        terminal.wait_for("lists the commands.\n>")
        terminal.press("ga", "Tab", "1", "Enter")
        terminal.wait_for("1 tile, 3 exposed edges")
        terminal.press("wa", "Tab", "stone-to", "Tab", "Enter")
        terminal.wait_for("> ways stone-tower-4\ncolumn row turn")
        terminal.press("nonsense", "Ctrl-U", "Up", "Up", "Enter")
        terminal.wait_for("> gate 1\ngate-stone lies in the castle already")
        terminal.press("Ctrl-C")
        terminal.wait_for("The game is saved. Go on with: caladale solo")
        assert terminal.end() == 0
        assert not terminal.has_colour()
        assert terminal.text.isascii()


def test_a_large_castle_stays_in_view_at_60_columns(tmp_path: Path) -> None:
    record = GameRecord(Setup(variant=Variant.SOLO2, seed=7))
    assert isinstance(record.state, Solo2State)
    castle = build_castle(record.state.builder, BeamEffort(5, 1), 0)
    record.push(Build(tiles=castle.tiles))
    record.save(tmp_path / "game.json")
    arguments = ("solo", "--ascii", "--log", "game.json")
    with Terminal(*arguments, columns=60, lines=24, folder=tmp_path) as terminal:
        terminal.wait_for("lists the commands.\n>")
        first = terminal.text
        assert "Shown: " in first
        assert first.split("\n")[0].startswith(" ")  # the castle begins at the top
        top = max(placed.y for placed in castle.tiles)
        for row in (top, 0):
            terminal.press(f"show 1 {row}", "Enter")
            terminal.wait_for(f"\n{row} ")
        assert "wvwWvwv" in terminal.text
        terminal.press("stop", "Enter", "no", "Enter")
        terminal.wait_for("The game goes on.")
        terminal.press("undo", "Enter")
        terminal.wait_for("That was the first move.")
        assert "1 tile, 3 exposed edges" in terminal.text
