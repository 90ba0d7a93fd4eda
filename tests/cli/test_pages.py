"""Pages, PNG images, steps and galleries at the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from caladale import read_layout, write_json
from caladale.cli import run
from caladale.core.layout import Variant
from caladale.games.deal import deal_hand
from caladale.notation import read_layouts
from caladale.notation.data import hand_to_data
from caladale.notation.json_text import to_json
from caladale.render.html.folder import Exhibit, Unreadable, page_names, read_exhibits
from caladale.render.svg import png
from caladale.rules.score_sheet import score
from tests.support.browser import ask_each, needs_chromium
from tests.support.command_line import Call

HEAD = "caladale standard 0+4 - - "
OPEN = HEAD + "gate-stone@1,0 stone-tower-1@1,1"
CLOSED = OPEN + " stone-edge-1@2,0E stone-edge-2@0,0W"
BROKEN = HEAD + "gate-stone@1,0 tree-tower-1@1,1"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# ---- render


@pytest.mark.parametrize("name", ["page.html", "PAGE.HTML", "page.htm"])
def test_a_page_is_drawn_by_the_name_of_the_output(call: Call, tmp_path: Path, name: str) -> None:
    castle = file(tmp_path, "castle.txt", CLOSED)
    assert call("render", castle, "-o", tmp_path / name) == (0, "", "")
    page = (tmp_path / name).read_text(encoding="ascii")
    assert page.startswith("<!DOCTYPE html>")
    assert call("render", castle, "--format", "html") == (0, page, "")


def test_several_castles_become_the_steps_of_one_page(call: Call, tmp_path: Path) -> None:
    two = file(tmp_path, "two.txt", f"{OPEN}\n{CLOSED}\n")
    one = file(tmp_path, "one.json", write_json(read_layout(BROKEN)))
    code, page, _ = call("render", two, one, "--format", "html", "--title", "How it went")
    assert (code, page.count('class="castle"')) == (0, 3)
    assert "<h1>How it went</h1>" in page


@pytest.mark.parametrize("kind", ["svg", "text", "png"])
def test_several_castles_are_no_picture(call: Call, tmp_path: Path, kind: str) -> None:
    two = file(tmp_path, "two.txt", f"{OPEN}\n{CLOSED}\n")
    one = file(tmp_path, "one.txt", OPEN)
    for names in ((two,), (one, one)):
        code, out, err = call("render", *names, "--format", kind)
        assert (code, out) == (2, "")
        assert "into a page only" in err


def test_one_unreadable_castle_of_several_is_no_page(call: Call, tmp_path: Path) -> None:
    spoilt = file(tmp_path, "two.txt", f"{OPEN}\n{HEAD}gate-stone@1\n")
    code, _, err = call("render", spoilt, "-o", tmp_path / "page.html")
    assert code == 2
    assert "two.txt: line 2, column 27: " in err
    assert not (tmp_path / "page.html").exists()


def test_readings_on_the_command_line_hold_for_the_page(call: Call, tmp_path: Path) -> None:
    castle = file(tmp_path, "castle.txt", CLOSED)
    page = call("render", castle, "--format", "html", "--rule", "gate_counts=no")[1]
    assert "It scores 9 points." in page


def test_a_png_image_has_the_width_asked_for(call: Call, tmp_path: Path) -> None:
    castle = file(tmp_path, "castle.txt", CLOSED)
    path = tmp_path / "castle.png"
    for options, width in (((), 384), (("--width", 150), 150)):
        assert call("render", castle, "-o", path, *options) == (0, "", "")
        raw = path.read_bytes()
        assert raw[:8] == PNG_SIGNATURE
        assert int.from_bytes(raw[16:20]) == width


def test_a_png_image_goes_into_a_pipe_but_not_to_a_terminal(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    castle = str(file(tmp_path, "castle.txt", CLOSED))
    assert run(["render", castle, "--format", "png"]) == 0
    assert capfdbinary.readouterr().out[:8] == PNG_SIGNATURE
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run(["render", castle, "--format", "png"]) == 2
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert b"not for a terminal" in err


def test_without_the_library_a_png_image_is_one_clear_error(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    castle = file(tmp_path, "castle.txt", CLOSED)
    code, out, err = call("render", castle, "-o", tmp_path / "castle.png")
    assert (code, out) == (2, "")
    assert "pip install 'caladale[png]'" in err
    assert not (tmp_path / "castle.png").exists()


def test_what_the_library_refuses_is_one_clear_error() -> None:
    with pytest.raises(png.PngError, match="resvg cannot make the image"):
        png.render_png("<svg")


# ---- steps


def small_hand(folder: Path) -> Path:
    hand = deal_hand(Variant.SOLO2, 3, own=3)
    return file(folder, "hand.json", to_json(hand_to_data(hand)))


def test_a_solve_keeps_its_better_castles(call: Call, tmp_path: Path) -> None:
    steps, page = tmp_path / "steps.txt", tmp_path / "steps.html"
    options = ("--workers", 1, "--steps", steps, "--format", "json")
    code, out, _ = call("solve", small_hand(tmp_path), *options)
    assert code == 0
    result = json.loads(out)
    castles = read_layouts(steps.read_text(encoding="utf-8"))
    totals = [score(castle).total for castle in castles]
    assert totals == sorted(set(totals), key=lambda total: total or 0)
    assert totals[-1] == result["score"]
    assert call("render", steps, "-o", page)[0] == 0
    assert page.read_text(encoding="ascii").count('class="castle"') == len(castles)


def test_a_challenge_keeps_its_better_castles(call: Call, tmp_path: Path) -> None:
    steps = tmp_path / "steps.txt"
    options = ("--workers", 1, "--steps", steps, "--format", "json")
    code, out, _ = call("challenge", *options)
    assert code == 0
    last = read_layouts(steps.read_text(encoding="utf-8"))[-1]
    assert len(last.tiles) == json.loads(out)["placed"]


@pytest.mark.parametrize(
    "arguments",
    [("solve", "HAND", "HAND"), ("challenge", "--all-readings", "--time-limit", "1")],
    ids=["hands", "readings"],
)
def test_steps_belong_to_one_search(call: Call, tmp_path: Path, arguments: Any) -> None:
    names = {"HAND": small_hand(tmp_path)}
    steps = tmp_path / "steps.txt"
    words = [names.get(word, word) for word in arguments]
    code, out, err = call(*words, "--steps", steps)
    assert (code, out) == (2, "")
    assert "--steps belongs to a single" in err
    assert not steps.exists()


def test_steps_that_cannot_be_written_are_told_before_the_search(
    call: Call, tmp_path: Path
) -> None:
    code, out, err = call("solve", small_hand(tmp_path), "--steps", tmp_path / "no" / "steps.txt")
    assert (code, out) == (2, "")
    assert "cannot write" in err


@pytest.mark.parametrize("name", ["castle.svg", "castle.html", "castle.png"])
def test_a_picture_that_cannot_be_written_is_a_clear_error(
    call: Call, tmp_path: Path, name: str
) -> None:
    castle = file(tmp_path, "castle.txt", OPEN)
    code, out, err = call("render", castle, "-o", tmp_path / "none" / name)
    assert (code, out) == (2, "")
    assert err == f"Error: cannot write {tmp_path / 'none' / name}: No such file or directory\n"


# ---- gallery


def log_line(hand: str, castle: str | None) -> str:
    data = {"format": "caladale-results/1", "file": hand}
    layout = None if castle is None else json.loads(write_json(read_layout(castle)))
    return json.dumps(data | {"layout": layout}) + "\n"


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """A folder of castles, and of what is none."""
    folder = tmp_path / "hall"
    folder.mkdir()
    file(folder, "closed.txt", CLOSED)
    file(folder, "broken.json", write_json(read_layout(BROKEN)))
    file(folder, "two.txt", f"{OPEN}\r\n{CLOSED}\r\n")
    again = log_line("a.json", OPEN) + log_line("b.json", None) + log_line("a.json", CLOSED)
    file(folder, "results.jsonl", again + '{"format": "caladale-resul')
    file(folder, "spoilt.txt", "a castle in the air")
    file(folder, "notes.md", "not looked into")
    (folder / "empty.json").mkdir()
    return folder


NAMES = ["broken.json", "closed.txt", "results.jsonl: a.json", "two.txt[1]", "two.txt[2]"]


def test_a_folder_is_read_castle_by_castle(hall: Path) -> None:
    found = list(read_exhibits(sorted(path for path in hall.iterdir() if path.suffix != ".md")))
    shown = {one.name: score(one.layout).total for one in found if isinstance(one, Exhibit)}
    assert shown == dict(zip(NAMES, (None, 11, 11, 1, 11), strict=True))
    faults = [one.name for one in found if isinstance(one, Unreadable)]
    assert faults == ["empty.json", "results.jsonl[4]", "spoilt.txt"]


def test_a_log_with_faults_tells_each_line(tmp_path: Path) -> None:
    lines = log_line("a.json", CLOSED) + "7\n\n" + log_line("b.json", None)
    lines += '{"format": "caladale-results/1", "file": "c.json", "layout": {}}\n{"format": "x"}\n'
    found = list(read_exhibits([file(tmp_path, "log.jsonl", lines)]))
    assert [one.name for one in found] == [
        "log.jsonl[2]",
        "log.jsonl[6]",
        "log.jsonl: a.json",
        "log.jsonl: c.json",
    ]
    assert [isinstance(one, Exhibit) for one in found] == [False, False, True, False]


def test_a_gallery_has_an_index_and_a_page_a_castle(call: Call, hall: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "pages"
    code, told, err = call("gallery", hall, "-o", out, "--format", "json")
    assert code == 0
    data = json.loads(told)
    assert data["index"] == str(out / "index.html")
    assert [castle["name"] for castle in data["castles"]] == NAMES
    assert [one["file"] for one in data["unreadable"]] == ["results.jsonl[4]", "spoilt.txt"]
    assert err.count("Error: ") == 2
    index = (out / "index.html").read_text(encoding="ascii")
    assert "<p>5 castles: 4 legal, 3 complete. The best has 11 points.</p>" in index
    assert index.count("Rank 1, tied: 11 points") == 3
    assert "Rank 4: 1 point<" in index
    assert "Not legal: breaks C" in index
    assert "<li>spoilt.txt: " in index
    for castle in data["castles"]:
        assert f'href="{castle["page"]}"' in index
        assert 'href="index.html"' in (out / castle["page"]).read_text(encoding="ascii")
    assert len(list(out.iterdir())) == 6
    # Again into the same folder: nothing is left over, nothing is taken for a castle.
    before = {path: path.read_bytes() for path in out.iterdir()}
    assert call("gallery", hall, "-o", out)[:2] == (0, f"{out / 'index.html'}: 5 castles\n")
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_a_folder_without_a_castle_is_no_gallery(call: Call, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, err = call("gallery", tmp_path / "empty", "-o", tmp_path / "pages")
    assert (code, out) == (2, "")
    assert "holds no castle" in err
    assert not (tmp_path / "pages").exists()


def test_a_gallery_that_cannot_be_written_is_a_clear_error(
    call: Call, hall: Path, tmp_path: Path
) -> None:
    taken = file(tmp_path, "taken", "here is a file already")
    code, out, err = call("gallery", hall, "-o", taken / "pages")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"Error: cannot write {taken / 'pages'}: Not a directory"
    assert taken.read_text(encoding="utf-8") == "here is a file already"


@pytest.mark.parametrize("name", ["castle.txt", "none"])
def test_what_is_no_folder_is_bad_usage(call: Call, tmp_path: Path, name: str) -> None:
    file(tmp_path, "castle.txt", OPEN)
    code, out, err = call("gallery", tmp_path / name)
    assert (code, out) == (2, "")
    assert "Usage" in err


def test_pages_get_names_that_are_safe_and_differ() -> None:
    layout = read_layout(OPEN)
    names = [
        "index",
        "../../etc/passwd",
        "<b>&\udcff.txt",
        "a.txt",
        "A-TXT",
        "\U0001f3f0",
        "x" * 300,
    ]
    found = page_names([Exhibit(name, layout) for name in names])
    assert found[:6] == [
        "index-2.html",
        "etc-passwd.html",
        "b-txt.html",
        "a-txt.html",
        "A-TXT-2.html",
        "castle.html",
    ]
    assert len(found[6]) < 100


@needs_chromium
def test_a_gallery_can_be_sorted_and_fits_a_telephone(
    call: Call, hall: Path, tmp_path: Path
) -> None:
    file(hall, f"{'long' * 40}.txt", CLOSED)
    assert call("gallery", hall, "-o", tmp_path / "pages")[0] == 0
    question = """
      const names = () => [...document.querySelectorAll(".card")].map((one) => one.dataset.name);
      const choice = document.querySelector("select");
      const seen = [names()];
      for (const order of ["name", "tiles"]) {
        choice.value = order;
        choice.dispatchEvent(new Event("change"));
        seen.push(names());
      }
      const images = [...document.images].every((image) => image.naturalWidth > 0);
      return { seen, images };
    """
    (told,) = ask_each([tmp_path / "pages" / "index.html"], question, tmp_path, width=390)
    assert (told["complaints"], told["sideways"]) == ([], 0)
    by_score, by_name, by_tiles = told["found"]["seen"]
    assert by_score[-2:] == ["two.txt[1]", "broken.json"]
    assert by_name == sorted(by_score)
    assert set(by_tiles[-2:]) == {"two.txt[1]", "broken.json"}
    assert told["found"]["images"]
