"""The editor's screen: what keys do, what is asked before a loss, what outlives a kill."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from caladale.cli import run
from caladale.cli.editor.app import EditorApp
from caladale.cli.editor.castle_file import EditedFile, Recovery, open_castle
from caladale.cli.editor.views import Style, headline, keys_view, place_in_words, wrapped
from caladale.core.layout import Layout
from caladale.core.tiles import standard_tileset
from caladale.editing.workbench import Workbench
from caladale.notation import read_layout, write_json, write_line
from tests.support.terminal import Terminal

GATE = "caladale standard 0+4 - - gate-stone@1,0"
CASTLE = f"{GATE} stone-tower-1@1,1 stone-edge-1@2,0E"
BOX = standard_tileset()
Play = Callable[[Pilot[str]], Awaitable[None]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "castle.txt").write_text(f"{CASTLE}\n")
    return tmp_path


def edit(name: str, play: Play, size: tuple[int, int] = (80, 24)) -> EditorApp:
    """Open a castle, do something with its screen, and give back the editor after its end."""
    app = EditorApp(open_castle(Path(name), BOX, Layout()), Style(unicode=True))

    async def session() -> None:
        async with app.run_test(size=size) as pilot:
            await play(pilot)

    asyncio.run(session())
    app._recovery.close(keep=True)  # as the end of a process does that is killed
    return app


def press(*keys: str) -> Play:
    async def play(pilot: Pilot[str]) -> None:
        await pilot.press(*keys)

    return play


def castle_in(name: str) -> Layout:
    return read_layout(Path(name).read_text(encoding="utf-8"))


def unsaved() -> list[str]:
    return sorted(path.name for path in Path().glob(".*.unsaved"))


def test_a_castle_is_changed_and_saved_in_its_own_notation(folder: Path) -> None:
    del folder
    Path("castle.json").write_text(write_json(castle_in("castle.txt")))
    for name in ("castle.txt", "castle.json"):
        before = Path(name).read_text(encoding="utf-8")
        app = edit(name, press("up", "x", "s", "q"))
        assert app.return_value == ""
        assert [placed.tile for placed in castle_in(name).tiles] == ["gate-stone", "stone-edge-1"]
        assert Path(name).read_text(encoding="utf-8")[0] == before[0]
    assert unsaved() == []


def test_every_key_of_the_castle_does_what_the_help_says(folder: Path) -> None:
    del folder
    app = edit(
        "castle.txt",
        press(
            "up", "m", "escape", "m", "right", "right", "enter", "u", "r", "u",  # moved, and back
            "left", "left", "slash", "s", "t", "space", "e", "enter", "t", "T", "space",
            "n", "shift+left", "shift+right", "tab", "shift+tab", "backspace", "s", "q",
        ),
    )  # fmt: skip
    assert app.return_value == ""
    assert app.bench.cursor == (1, 1)
    assert [p.tile for p in castle_in("castle.txt").tiles] == ["gate-stone", "stone-edge-1"]


@pytest.mark.parametrize(("answer", "tiles"), [("d", 3), ("s", 2)])
def test_leaving_asks_what_becomes_of_changes(folder: Path, answer: str, tiles: int) -> None:
    del folder
    app = edit("castle.txt", press("up", "x", "q", "z", "escape", "q", answer))
    assert app.return_value == ""
    assert len(castle_in("castle.txt").tiles) == tiles
    assert unsaved() == []


def test_what_was_not_saved_is_kept_and_gone_on_with(folder: Path) -> None:
    del folder
    edit("castle.txt", press("up", "x"))  # it ends as if it was killed
    assert unsaved() == [".castle.txt.unsaved"]
    app = edit("castle.txt", press("g", "s", "q"))
    assert app.return_value == ""
    assert len(castle_in("castle.txt").tiles) == 2
    assert unsaved() == []


def test_what_was_not_saved_may_be_dropped_and_a_wrong_key_loses_nothing(folder: Path) -> None:
    del folder
    edit("castle.txt", press("up", "x"))
    app = edit("castle.txt", press("escape"))
    assert app.return_value is not None
    assert "open castle.txt again" in app.return_value
    assert unsaved() == [".castle.txt.unsaved"]
    edit("castle.txt", press("d", "q"))
    assert len(castle_in("castle.txt").tiles) == 3
    assert unsaved() == []


def test_ctrl_c_answers_no_question(folder: Path) -> None:
    del folder
    edit("castle.txt", press("up", "x"))
    app = edit("castle.txt", press("ctrl+c"))
    assert "is kept" in (app.return_value or "")
    assert unsaved() == [".castle.txt.unsaved"]
    app = edit("castle.txt", press("g", "ctrl+c", "ctrl+c", "q", "ctrl+q", "q", "d"))
    assert app.return_value == ""
    assert unsaved() == []


def test_keys_that_come_too_soon_do_no_harm(folder: Path) -> None:
    with Terminal("edit", "castle.txt", "--ascii", columns=60, lines=24, folder=folder) as terminal:
        terminal.wait_for("Legal. 3 tiles")
        terminal.press("/")
        terminal.wait_for("Beginnings of its words")
        terminal.press("st ed\r\r\r\r")
        terminal.wait_for("> stone-edge")
        terminal.press("b")
        terminal.wait_for("Tiles in the castle")
        terminal.press("qqq")
        terminal.settle(0.5)
        terminal.press("q", "d")
        assert terminal.end() == 0


def test_an_undone_step_after_going_on_leads_back_to_what_was_saved(folder: Path) -> None:
    del folder
    edit("castle.txt", press("up", "x"))
    app = edit("castle.txt", press("g", "u", "q"))
    assert app.bench.document.is_saved
    assert unsaved() == []


def test_a_file_that_somebody_else_wrote_is_not_written_over_unasked(folder: Path) -> None:
    del folder

    async def play(pilot: Pilot[str]) -> None:
        await pilot.press("up", "x")
        Path("castle.txt").write_text(f"{GATE}\n")
        await pilot.press("s", "escape")
        assert castle_in("castle.txt") == read_layout(GATE)
        await pilot.press("s", "n", "ctrl+u", *"other.json", "enter")
        await pilot.press("q")

    app = edit("castle.txt", play)
    assert app.return_value == ""
    assert castle_in("castle.txt") == read_layout(GATE)
    assert Path("other.json").read_text(encoding="utf-8")[0] == "{"
    assert len(castle_in("other.json").tiles) == 2
    assert unsaved() == []


def test_a_name_that_is_taken_is_asked_for_too(folder: Path) -> None:
    del folder
    Path("precious.txt").write_text("precious")
    keys = ["S", "ctrl+u", *"precious.txt", "enter"]
    edit("castle.txt", press(*keys, "escape", "q"))
    assert Path("precious.txt").read_text() == "precious"
    edit("castle.txt", press(*keys, "o", "q"))
    assert castle_in("precious.txt") == castle_in("castle.txt")


def test_an_ending_that_tells_no_notation_is_asked_about(folder: Path) -> None:
    del folder
    app = edit("new.castle", press("enter", "s", "escape", "s", "j", "q"))
    assert app.return_value == ""
    assert Path("new.castle").read_text()[0] == "{"
    edit("other.castle", press("enter", "q", "s", "l"))
    assert Path("other.castle").read_text() == f"{GATE}\n"


def test_a_file_that_cannot_be_written_is_told_and_nothing_is_lost(folder: Path) -> None:
    del folder
    keys = ["S", "ctrl+u", *"none/castle.txt", "enter"]
    app = edit("castle.txt", press("up", "x", *keys, "q", "d"))
    assert len(castle_in("castle.txt").tiles) == 3
    assert app.return_value == ""
    Path("folder").mkdir()
    app = edit("castle.txt", press("S", "ctrl+u", *"folder", "enter", "q"))
    assert app.return_value == ""


def test_the_game_the_strips_and_the_readings_are_chosen(folder: Path) -> None:
    del folder
    keys = ["o", "right", "down", "left", "a", "d", "a", *(["down"] * 7), "right", "escape"]
    app = edit("castle.txt", press(*keys, "u", "r", "s", "q"))
    line = write_line(castle_in("castle.txt"))
    assert line.startswith("caladale speed -1+4,3+4 - gate_counts=no gate-stone@1,0")
    assert app.return_value == ""


def test_pages_are_read_and_left(folder: Path) -> None:
    del folder
    keys = ["question_mark", "down", "pagedown", "up", "pageup", "space", "escape"]
    app = edit("castle.txt", press(*keys, "b", "enter", "o", "ctrl+c", "q"), size=(60, 24))
    assert app.return_value == ""


def test_a_dialog_takes_the_keys_of_the_castle_as_letters(folder: Path) -> None:
    del folder
    app = edit("castle.txt", press("S", "ctrl+u", *"xqtums.txt", "enter", "q"))
    assert app.return_value == ""
    assert castle_in("xqtums.txt") == castle_in("castle.txt")


def test_a_second_editor_of_a_castle_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    del folder
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    first = Recovery(Path("castle.txt"))
    assert first.keep(castle_in("castle.txt")) == ""
    assert run(["edit", "castle.txt"]) == 2
    assert capsys.readouterr().err == "Error: castle.txt: another program writes it now\n"
    first.close()


def test_where_no_file_can_be_made_beside_it_that_is_said(folder: Path) -> None:
    del folder
    name = "n" * 250
    assert "no file can be made" in Recovery(Path(name)).keep(Layout())
    Path(name).write_text(CASTLE)
    app = edit(name, press("up", "x", "s", "q"))
    assert app.return_value == ""
    assert EditedFile(Path(name)).form is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["edit", "none.txt"], "there is no such file; 'caladale new' begins one"),
        (["new", "castle.txt"], "is there already; 'caladale edit' changes the castle in it"),
        (["edit", "castle.txt"], "the editor needs a terminal"),
        (["new"], "the editor needs a terminal"),
        (["edit", "bad.txt"], "bad.txt"),
        (["edit", "-"], "is no file that can be read again"),
        (["new", "--rule", "wild=no"], "wild is one of"),
    ],
)
def test_what_cannot_be_edited_is_refused(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    del folder
    Path("bad.txt").write_text("precious")
    if "bad.txt" in arguments:
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert Path("bad.txt").read_text() == "precious"
    assert unsaved() == []


def test_without_the_library_it_says_what_to_install(folder: Path) -> None:
    code = (
        "import sys; sys.modules['textual'] = None\n"
        "from caladale.cli import run; sys.exit(run(['edit', 'castle.txt']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=folder
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: the editor needs the library textual, which is not installed: "
        "pip install 'caladale[edit]'\n"
    )


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_session_goes_on_where_it_was(folder: Path, number: signal.Signals) -> None:
    with Terminal("edit", "castle.txt", "--ascii", columns=60, lines=24, folder=folder) as first:
        first.wait_for("Legal. 3 tiles")
        first.press("Up", "x")
        first.wait_for("castle.txt (not saved)")
        first.kill(number)
    assert unsaved() == [".castle.txt.unsaved"]
    with Terminal("edit", "castle.txt", "--ascii", columns=60, lines=24, folder=folder) as second:
        second.wait_for("An earlier session ended before it had saved castle.txt.")
        second.press("g")
        second.wait_for("Legal. 2 tiles")
        second.press("s")
        second.wait_for("Saved in castle.txt.")
        second.press("q")
        assert second.end() == 0
    assert len(castle_in("castle.txt").tiles) == 2
    assert unsaved() == []


def test_nothing_that_a_name_says_acts_on_the_terminal(folder: Path) -> None:
    name = "\x1b[31mred\u202e.txt"
    os.rename(folder / "castle.txt", folder / name)  # noqa: PTH104 - both are plain names

    async def play(pilot: Pilot[str]) -> None:
        await pilot.press("up", "x", "q")
        shown = " ".join(str(one.render()) for one in pilot.app.screen.query("Static"))
        assert "\\x1b[31mred\\u202e.txt is not saved." in shown
        await pilot.press("d")

    edit(name, play)


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_lines_are_no_wider_than_they_may_be(width: int) -> None:
    style = Style(unicode=False)
    bench = Workbench(read_layout(f"{CASTLE} tree-two-1@0,0 tree-edge-1@3,2"))
    for breach in bench.breaches():
        lines = wrapped(f"{breach.code}  {breach.message}", width, style, indent=4)
        assert max(len(line.plain) for line in lines) <= width
        words = " ".join(line.plain for line in lines).split()
        assert words == f"{breach.code}  {breach.message}".split()
    assert len(keys_view(width).plain) <= width
    assert len(style.cut(place_in_words(bench), width)) <= width
    long = "x" * 200
    assert "".join(line.plain for line in wrapped(long, width, style)) == long


def test_the_headline_tells_verdict_and_points() -> None:
    assert headline(Workbench(Layout())) == "An empty table."
    told = headline(Workbench(read_layout(CASTLE)))
    assert told == "Legal. 3 tiles, 1 exposed edge. 5 points."
    closed = read_layout(f"{CASTLE} stone-edge-2@0,0W")
    assert headline(Workbench(closed)).startswith("Legal, complete. 4 tiles, 0 exposed edges.")
    bad = read_layout("caladale standard 0+4 - - gate-stone@1,0E")
    assert "It would score" in headline(Workbench(bad))
