"""Drawings that stand together: no id is there twice, and each draws with its own paint."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.cli import run
from caladale.core.layout import Layout
from caladale.notation import read_layout, read_layouts
from caladale.render.html.page import render_html
from caladale.render.svg.before_after import render_before_after
from caladale.render.svg.picture import render_svg
from tests.support.browser import ask, needs_chromium
from tests.support.places import CASES
from tests.support.strategies import layouts

CASE = CASES / "same-castle-twice.txt"
TWICE = read_layouts(CASE.read_text(encoding="utf-8"))
HEAD = "caladale standard 0+4 - - "
CLASH = read_layout(HEAD + "gate-stone@1,0 tree-tower-1@1,1 stone-edge-1@2,0E")


def check(text: str, drawings: int) -> None:
    """Ids are there once, and what a drawing refers to is in that drawing."""
    ids = re.findall(r'\sid="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    pieces = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pieces) == drawings
    for piece in pieces:
        root = ET.fromstring(piece)  # noqa: S314 - our own
        own = {node.get("id") for node in root.iter()} - {None}
        values = [value for node in root.iter() for value in node.attrib.values()]
        used = {name for value in values for name in re.findall(r"url\(#([^)]*)\)", value)}
        used |= {node.attrib["href"][1:] for node in root.iter() if "href" in node.attrib}
        used |= set((root.get("aria-labelledby") or "").split())
        assert used
        assert used <= own


@settings(max_examples=25)
@given(st.lists(layouts(st.integers(-3, 3)), min_size=1, max_size=3), st.integers(1, 3))
def test_ids_of_a_page_are_unique(found: list[Layout], times: int) -> None:
    check(render_html(found * times), len(found) * times)


def test_layouts_that_look_alike_are_told_apart_too() -> None:
    one = read_layout("caladale solo1 0+4 - - gate-stone@1,0")
    alike = [
        read_layout("caladale solo1 0+4 flipped=2 - gate-stone@1,0"),
        read_layout("caladale solo1 0+4 timer - gate-stone@1,0"),
        read_layout("caladale solo1 0+2,2+2 - - gate-stone@1,0"),
    ]
    check(render_html([one, *alike, one]), 5)


def test_ids_before_and_after_are_unique() -> None:
    for titles in (("Before", "After"), ("Same", "Same"), ("", "")):
        text = render_before_after(CLASH, CLASH, titles=titles)
        ids = re.findall(r'\sid="([^"]*)"', text)
        assert len(ids) == len(set(ids))
        # The outer element is one svg around the two.
        check(text.partition("<rect")[2].rpartition("</svg>")[0], 2)


def test_a_notebook_draws_a_castle_as_often_as_it_is_asked() -> None:
    drawn = [castle._repr_svg_() or "" for castle in (*(3 * [CLASH]), TWICE[0], CLASH)]
    check("".join(drawn), 5)
    start = re.findall(r"c[0-9a-f]{10}", render_svg(CLASH))[0]
    for text in drawn[:3]:
        assert re.sub(rf"{start}-\d+-", f"{start}-", text) == render_svg(CLASH)


def test_a_drawing_alone_is_the_same_every_time() -> None:
    assert render_svg(CLASH) == render_svg(CLASH)
    assert render_html([CLASH]) == render_html([CLASH])
    assert render_html(TWICE) == render_html(TWICE)
    first = re.search(r"<svg.*?</svg>", render_html(TWICE), re.DOTALL)
    alone = re.search(r"<svg.*?</svg>", render_html(TWICE[:1]), re.DOTALL)
    assert first
    assert alone
    assert first[0] == alone[0]


def test_the_same_castle_twice_through_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "p.html"
    assert run(["render", str(CASE), "-o", str(page)]) == 0
    check(page.read_text(encoding="utf-8"), 2)
    assert run(["render", str(CASE), str(CASE), "-o", str(page)]) == 0
    check(page.read_text(encoding="utf-8"), 4)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "castles.txt").write_bytes(CASE.read_bytes())
    out = tmp_path / "gallery"
    assert run(["gallery", str(tmp_path / "folder"), "-o", str(out)]) == 0
    capsys.readouterr()
    for number in (1, 2):
        check((out / f"castles-txt-{number}.html").read_text(encoding="utf-8"), 1)


@needs_chromium
def test_no_hidden_drawing_owns_a_paint(tmp_path: Path) -> None:
    question = """
      const shown = [...document.querySelectorAll(".castle")].filter((one) => !one.hidden);
      const painted = [...shown[0].querySelectorAll("svg [fill^='url']")];
      const owners = painted.map((one) => {
        const name = one.getAttribute("fill").slice(5, -1);
        return document.getElementById(name).closest(".castle");
      });
      return [shown.length, painted.length > 3, owners.every((one) => one === shown[0])];
    """
    told = ask(render_html(TWICE), question, tmp_path)
    assert told["complaints"] == []
    assert told["found"] == [1, True, True]
