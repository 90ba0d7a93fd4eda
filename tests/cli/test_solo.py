"""``caladale solo`` as a player meets it: typed lines, wrong ones too, and games that go on."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from caladale import solve
from caladale._io.sole_writer import SoleWriter
from caladale.cli import run
from caladale.cli.repl.solo1 import Solo1Session
from caladale.core.hand import Hand
from caladale.core.layout import Layout, Placement, Variant
from caladale.games.record import read_game
from caladale.rules.score_sheet import score
from caladale.solve.result import SolveResult, Status, Stop, SupplyExchange
from tests.support.places import DOCS

Play = Callable[..., tuple[int, str, str]]

GAME = ["gate 3", "place 8 1 1 1", "slide -1", "place 5 2 0 0", "ways 6", "place 6 0 0 0"]
"""Lines of a game of seed 3; each of them is legal after those before it."""


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Play:
    """Type lines into ``caladale solo``: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def type_lines(lines: list[str] | bytes, *arguments: str) -> tuple[int, str, str]:
        typed = lines if isinstance(lines, bytes) else "".join(f"{x}\n" for x in lines).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        code = run(["solo", *arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return type_lines


def moves_in(path: str) -> int:
    return len(json.loads(Path(path).read_text(encoding="utf-8"))["moves"])


def test_a_short_game_of_solo1(play: Play) -> None:
    code, out, err = play([*GAME, "undo", "stop"], "--seed", "3", "--log", "game.json")
    assert (code, err) == (0, "")
    assert "Solo 1, seed 3. Choose a gate:" in out
    assert "> gate 3" in out
    assert "63 tiles lie face down." in out
    assert "You stopped. The game is over:" in out
    record = read_game(Path("game.json").read_text(encoding="utf-8"))
    total = record.state.result().totals()[0]
    assert f"The game is over: {total} points." in out
    assert "Go on with" not in out


def test_what_cannot_be_undone_is_said(play: Play) -> None:
    _, out, _ = play([*GAME[:2], "undo"], "--seed", "3")
    assert (
        "' stands: a move may be taken back unless it has turned up a new tile. "
        "With --practice, any may be.\n" in out
    )
    assert moves_in("solo1-3.json") == 2


def test_what_is_undone_is_said_and_what_can_be_next(play: Play) -> None:
    lines = ["gate 3", "slide 1", "u", "undo", "undo"]
    _, out, _ = play(lines, "--seed", "3")
    assert (
        "Undone: 'slide the strip to column 1'. "
        "'undo' again takes back 'place gate-tree in column 1, row 0'.\n" in out
    )
    assert "Undone: 'place gate-tree in column 1, row 0'. That was the first move.\n" in out
    assert "There is nothing to undo yet" in out
    assert moves_in("solo1-3.json") == 0


def test_practice_takes_back_what_was_turned_up_and_the_log_remembers_it(play: Play) -> None:
    _, out, _ = play([*GAME[:2], "undo", "quit"], "--seed", "3", "--practice")
    assert "Solo 1, seed 3, for practice. Choose a gate:" in out
    assert moves_in("solo1-3.json") == 1
    _, out, _ = play([GAME[1], "u", "u", "u"], "--log", "solo1-3.json")
    assert "for practice, every move may be taken back" in out
    assert moves_in("solo1-3.json") == 0
    code, _, err = play([], "--log", "solo1-3.json", "--practice")
    assert code == 2
    assert "leave out --practice" in err


def test_short_words_do_what_the_long_ones_do(play: Play) -> None:
    _, out, _ = play(["gate 3", "w wild", "p wild 1 1 0", "s", "h", "q"], "--seed", "3")
    assert "column row turn" in out
    assert "remove" not in out
    assert "begin with gate N of the list" in out
    assert moves_in("solo1-3.json") == 2


def test_a_game_at_its_end_says_how_to_see_it_again(play: Play) -> None:
    _, out, _ = play(["gate 3", "stop"], "--seed", "3", "--log", "game.json")
    assert out.endswith(
        "Look at it again: caladale render game.json -o castle.svg, or move by move with "
        "caladale render game.json --steps -o game.html\n"
    )
    assert run(["render", "game.json", "--steps", "-o", "game.html"]) == 0
    assert Path("game.html").read_text().count('class="castle"') == 2


def test_a_game_that_ends_in_the_middle_goes_on(play: Play) -> None:
    _, out, _ = play(GAME[:2], "--seed", "3")
    assert "The game is saved. Go on with: caladale solo --log solo1-3.json" in out
    assert moves_in("solo1-3.json") == 2
    code, out, _ = play(["stop"], "--log", "solo1-3.json")
    assert code == 0
    assert "You stopped." in out
    code, out, _ = play([], "--log", "solo1-3.json")
    assert code == 0
    assert "The game is over" in out
    assert "Go on with" not in out


def test_a_game_cut_off_at_any_line_loses_nothing(play: Play) -> None:
    play(GAME, "--seed", "3", "--log", "whole.json")
    assert moves_in("whole.json") == 5
    for cut in range(len(GAME)):
        log = f"cut-{cut}.json"
        play(GAME[:cut], "--seed", "3", "--log", log)
        play(GAME[cut:], "--log", log)
        assert Path(log).read_bytes() == Path("whole.json").read_bytes()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("jump", "There is no command 'jump'; 'help' lists them."),
        ("gate", "Say it as: gate N"),
        ("gate one", "'one' is no number for the gate."),
        ("gate 9", "There are gates 1 to 8."),
        ("place 1 1 1", "Choose a gate first: gate N"),
        ("slide 2", "a gate is placed first"),
        ("stop", "a gate is placed first"),
        (
            "undo",
            (
                "There is nothing to undo yet: "
                "a move may be taken back unless it has turned up a new tile."
            ),
        ),
        ("go", "There is no hint to follow; ask for one first."),
    ],
)
def test_a_wrong_line_before_the_gate_has_one_answer(play: Play, line: str, answer: str) -> None:
    _, out, _ = play([line], "--seed", "3")
    assert out.split("> ")[1].splitlines()[:2] == [line, answer]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("place 1", "Say it as: place TILE COLUMN ROW [TURN]"),
        ("place 1 1 1 1 1", "Say it as: place TILE COLUMN ROW [TURN]"),
        ("place 0 1 1", "There are tiles 1 to 9, and the wild."),
        ("place 1 x 1", "'x' is no number for the column."),
        ("place 1 1 1 4", "A turn is 0, 1, 2 or 3."),
        ("place 1 1 99999", "Nothing can lie so far away."),
        ("place 8 2 0", "It fits there with the turns 2, 3; say which after the row."),
        ("place stone-gate 1 1", 'the box caladale has no tile "stone-gate"'),
        ("place gate-tree 1 1", "gate-tree lies in the castle already"),
        ("slide 0", "the strip lies there already"),
        ("slide 99999", "The strip stays under the castle."),
        ("ways gate-stone", "gate-stone cannot be placed now; 'show' lists what can."),
    ],
)
def test_a_wrong_line_in_play_has_one_answer(play: Play, line: str, answer: str) -> None:
    _, out, _ = play(["gate 3", line], "--seed", "3")
    assert out.split("> ")[2].splitlines()[:2] == [line, answer]
    assert moves_in("solo1-3.json") == 1


def test_odd_bytes_windows_ends_and_blank_lines_do_no_harm(play: Play) -> None:
    code, out, _ = play(b"\xef\xbb\xbfgate 3\r\n\r\n\xff\x1b[2J\r\nQUIT\r\n", "--seed", "3")
    assert code == 0
    assert "\x1b" not in out
    assert "There is no command" in out
    assert moves_in("solo1-3.json") == 1


def test_a_strip_slides_by_itself_where_a_tile_needs_it(play: Play) -> None:
    _, out, _ = play(["gate 3", "slide 1", "place 8 0 0 3", "show"], "--seed", "3")
    if "cannot lie" not in out:
        assert "First the strip slides" in out


def test_a_hint_can_be_followed(play: Play) -> None:
    _, out, _ = play(["hint", "go", "help", "show", "quit"], "--seed", "5")
    assert "With this gate" in out
    assert moves_in("solo1-5.json") == 1
    assert "place TILE COLUMN ROW" in out


def test_each_new_game_has_a_log_of_its_own(play: Play) -> None:
    play(["gate 1"], "--seed", "3")
    _, out, _ = play(["gate 2"], "--seed", "3")
    assert "--log solo1-3-2.json" in out
    assert moves_in("solo1-3.json") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--log", "game.json", "--seed", "3"], "holds a game already: leave out --seed"),
        (["--log", "bad.json"], "move 1 is off"),
        (["--log", "other.json"], "game of standard"),
        (["--log", "empty.json"], "not JSON"),
        (["--log", "there/game.json"], "cannot write"),
        (["--gate", "gate-tree"], "in Solo 1 the gate is the first move"),
        (["--variant", "solo2", "--gate", "gate"], "is none of"),
        (["--variant", "standard"], "is not one of"),
        (["--rule", "wild=no"], "wild is one of"),
    ],
)
def test_what_cannot_be_played_is_refused(play: Play, arguments: list[str], message: str) -> None:
    head = '{"format": "caladale-game/1", "tileset": "caladale", "seed": 3, '
    Path("game.json").write_text(head + '"variant": "solo1", "moves": []}', encoding="utf-8")
    Path("bad.json").write_text(
        head + '"variant": "solo1", "moves": [{"move": "done"}]}', encoding="utf-8"
    )
    Path("other.json").write_text(
        head + '"variant": "standard", "players": 2, "moves": []}', encoding="utf-8"
    )
    Path("empty.json").write_text("", encoding="utf-8")
    code, out, err = play([], *arguments)
    assert code == 2
    assert message in err
    assert out == "" or "there" in arguments[1]


def test_solo2_is_built_exchanged_and_undone(play: Play) -> None:
    lines = [
        "exchange 1 s1", "exchange 1 s99", "exchange 1", "place wild 1 1", "undo",
        "ways wild", "place wild 0 0", "remove 0 0", "remove 0 0", "place wild 1 1",
        "clear", "build gate-stone@1,0 wild-1@1,1", "build", "place 26 1 1", "place tile 1 1",
        "undo", "solve x", "solve 0", "stop",
    ]  # fmt: skip
    code, out, err = play(lines, "--variant", "solo2", "--seed", "3", "--gate", "gate-stone:front")
    assert (code, err) == (0, "")
    for answer in (
        "Solo 2, seed 3.",
        "The supply has tiles s1 to s9.",
        "Say it as: exchange GIVE TAKE",
        "No tile lies at column 0, row 0.",
        "There are tiles 1 to 25, and the wild.",
        "'tile' is none of your tiles.",
        "'x' is no number of seconds.",
        "The seconds are a number above 0, up to 3600.",
        "The game is over: -5 points.",
    ):
        assert answer in out
    record = read_game(Path("solo2-3.json").read_text(encoding="utf-8"))
    assert record.state.result().scores()[0].points()["exchanges"] == -1


def test_solo1_once_the_wild_lies_there_it_is_offered_no_more(play: Play) -> None:
    lines = ["gate 1", "place wild 1 1 0", "place wild 0 0"]
    _, out, _ = play(lines, "--seed", "3")
    before, after = out.split("> place wild 1 1 0")
    assert " wild wild-1" in before
    assert " wild wild-1" not in after
    assert moves_in("solo1-3.json") == 2


def test_wrong_lines_of_solo2_have_one_answer_each(play: Play) -> None:
    lines = ["place wild 1 1 4", "place wild 1 99999", "exchange 1 stone-four-9", "undo"]
    _, out, _ = play(lines, "--variant", "solo2", "--seed", "3", "--gate", "gate-stone:front")
    answers = [part.splitlines()[1] for part in out.split("> ")[1:-1]]
    assert answers == [
        "A turn is 0, 1, 2 or 3.",
        "Nothing can lie so far away.",
        "stone-four-9 does not lie face up in the supply",
        (
            "There is nothing to undo yet: "
            "every move may be taken back, since all tiles lie open from the beginning."
        ),
    ]


def test_a_search_without_a_castle_is_told(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(hand: Hand, *, time_limit: float) -> SolveResult:
        del hand
        return SolveResult(
            status=Status.UNKNOWN, layout=None, score=None, bound=None, proof="",
            stop=Stop.TIME_LIMIT, seconds=time_limit, time_limit=time_limit, seed=0, workers=1,
            versions={},
        )  # fmt: skip

    monkeypatch.setattr(solve, "best_castle", nothing)
    _, out, _ = play(["solve 1", "go"], "--variant", "solo2", "--seed", "3")
    assert "No castle was found in this time." in out
    assert "There is no hint to follow; ask for one first." in out


def test_solo2_makes_the_castle_that_the_solver_found(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(hand: Hand, *, time_limit: float) -> SolveResult:
        tiles = (Placement("gate-stone", 2, 0), Placement("wild-3", 2, 1))
        castle = Layout(tiles, variant=Variant.SOLO2, exchanges=1)
        return SolveResult(
            status=Status.FEASIBLE, layout=castle, score=score(castle).total, bound=None,
            proof="", stop=Stop.TIME_LIMIT, seconds=time_limit, time_limit=time_limit, seed=0,
            workers=1, versions={}, exchanges=(SupplyExchange(hand.tiles[0], hand.supply[0]),),
        )  # fmt: skip

    monkeypatch.setattr(solve, "best_castle", found)
    lines = ["exchange 2 s2", "solve 1", "go", "stop"]
    _, out, _ = play(lines, "--variant", "solo2", "--seed", "3", "--gate", "gate-stone:front")
    assert "This castle is the best found: -5 points. 'go' makes it." in out
    assert "The game is over: -5 points." in out


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "caladale", "solo", "--seed", "3", "--log", "game.json"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("gate 3\n")
    process.stdin.flush()
    # Once it has asked again, it waits. Before that it imports what draws: where Ctrl-C breaks into
    # text that Python runs by `exec`, as dataclasses do, `python -m` ends with the signal although
    # it was caught.
    shown = ""
    while len(re.findall(r"^> ", shown, re.MULTILINE)) < 2:
        character = process.stdout.read(1)
        assert character, shown
        shown += character
    assert '"place"' in (tmp_path / "game.json").read_text(encoding="utf-8")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=100)
    assert process.returncode == 0
    assert "The game is saved. Go on with: caladale solo --log game.json" in out


def test_the_game_in_the_docs_is_what_the_program_says(play: Play) -> None:
    page = (DOCS / "play.md").read_text(encoding="utf-8")
    block = page.split("$ caladale solo --seed 7 --log game.json\n")[1].split("```")[0]
    typed = [line.removeprefix("> ") for line in block.splitlines() if line.startswith("> ")]
    _, out, _ = play(typed, "--seed", "7", "--log", "game.json")
    assert out == block


def test_a_second_session_on_a_log_is_refused(play: Play) -> None:
    play(GAME[:2], "--seed", "3", "--log", "game.json")
    with SoleWriter(Path("game.json")):
        before = Path("game.json").read_bytes()
        code, out, err = play(GAME[2:], "--log", "game.json")
        assert (code, out) == (2, "")
        assert err == "Error: game.json: another program writes it now\n"
        assert Path("game.json").read_bytes() == before
    assert play(GAME[2:], "--log", "game.json")[0] == 0
    assert moves_in("game.json") == len(GAME) - 1  # 'ways' is no move


def test_two_sessions_in_two_terminals_lose_nothing(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "caladale", "solo", "--log", str(tmp_path / "game.json")]
    first = subprocess.Popen(
        [*words, "--seed", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdin is not None
    assert first.stdout is not None
    with first:
        while "lie face down" not in first.stdout.readline():
            pass
        done = subprocess.run(
            words, input="gate 1\n", capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 2
        assert "another program writes it now" in done.stderr
        first.stdin.write(f"{GAME[0]}\n{GAME[1]}\nquit\n")
        first.stdin.flush()
        first.stdout.read()
    assert moves_in(str(tmp_path / "game.json")) == 2


def test_a_log_that_somebody_else_changed_is_left_and_the_game_kept(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Solo1Session.show

    def show(session: Solo1Session) -> None:
        real(session)
        if len(session.record.moves) == 1:
            Path("game.json").write_text("precious")

    monkeypatch.setattr(Solo1Session, "show", show)
    code, _, err = play(GAME[:3], "--seed", "3", "--log", "game.json")
    assert code == 2
    assert err == (
        "Error: game.json is left as it is: somebody else has written it meanwhile. "
        "This game is kept in game-2.json\n"
    )
    assert Path("game.json").read_text() == "precious"
    assert moves_in("game-2.json") == 2
