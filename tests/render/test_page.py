"""The castle as an HTML page: what is in it, and how it behaves in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caladale.core.layout import Layout
from caladale.notation import read_layout
from caladale.render.html.document import asset
from caladale.render.html.page import render_html
from caladale.rules.catalogue import RULES
from tests.support.browser import ask, needs_chromium
from tests.support.places import DOCS
from tests.support.strategies import layouts

HEAD = "caladale standard 0+4 - - "
OPEN = read_layout(HEAD + "gate-stone@1,0 stone-tower-1@1,1")
CLOSED = read_layout(HEAD + "gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E stone-edge-2@0,0W")
CLASH = read_layout(HEAD + "gate-stone@1,0 tree-tower-1@1,1")
ALL = DOCS / "certificates/readings/default.txt"
CERTIFICATE = read_layout(ALL.read_text(encoding="utf-8"))
LOADS = re.compile(r"""(?:src|href|action)=["'](?!#)|url\((?!#)|@import|fetch\(|XMLHttp|https?:""")
"""What could make a browser ask for something."""


def without_names(page: str) -> str:
    """The page without the names of the XML vocabulary, which nobody loads."""
    return page.replace('xmlns="http://www.w3.org/2000/svg"', "")


@settings(max_examples=25)
@given(st.lists(layouts(), min_size=1, max_size=3), st.text())
def test_any_castles_make_a_page_that_loads_nothing(found: list[Layout], title: str) -> None:
    page = render_html(found, title=title)
    assert page.isascii()
    assert page.count('class="castle"') == len(found)
    assert page.count("<script>") == 1
    assert not LOADS.search(without_names(render_html(found)))


def test_the_title_cannot_become_markup() -> None:
    page = render_html([OPEN], title="</title><script>alert(1)</script>")
    assert page.count("<script>") == 1
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize("code", [rule.code for rule in RULES])
def test_the_page_tells_every_breach(code: str) -> None:
    bad = next(rule.bad for rule in RULES if rule.code == code)
    assert f"<li>{code}: " in render_html([read_layout(bad)])


def test_the_score_sheet_adds_up_to_the_score() -> None:
    page = render_html([CLOSED])
    assert "It is legal. It is complete. It scores 11 points." in page
    foot = re.search(r"<tfoot>.*?</tfoot>", page)
    assert foot
    assert re.sub(r"<.*?>", " ", foot[0]).split() == ["Score", "11"]


def test_no_castle_is_no_page() -> None:
    with pytest.raises(ValueError, match="no castle"):
        render_html([])


def test_scripts_and_styles_say_nothing_that_would_end_them() -> None:
    for name in ("page.css", "castle.css", "castle.js"):
        assert "</" not in asset(name)


@needs_chromium
def test_keys_walk_from_tile_to_tile_and_zoom(tmp_path: Path) -> None:
    question = """
      const svg = document.querySelector(".stage > svg");
      const told = () => document.querySelector(".told").textContent;
      const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const view = () => svg.getAttribute("viewBox").split(" ").map(Number);
      const tabbable = svg.querySelectorAll("[tabindex='0']");
      tabbable[0].focus();
      const seen = [tabbable.length, told()];
      for (const key of ["ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowLeft"]) {
        press(key);
        seen.push(told());
      }
      const whole = view();
      press("+");
      const larger = view();
      press("0");
      const moved = new PointerEvent("pointerover", { bubbles: true });
      svg.querySelector("[data-cell='2,0']").dispatchEvent(moved);
      return { seen, whole, larger, again: view(), pointed: told() };
    """
    told = ask(render_html([CLOSED]), question, tmp_path)
    assert (told["complaints"], told["sideways"]) == ([], 0)
    found = told["found"]
    ids = [words.split(",")[0] for words in found["seen"][1:]]
    gate, tower, right, left = (placed.tile for placed in CLOSED.tiles)
    assert found["seen"][0] == 1
    assert ids == [gate, tower, gate, right, gate, left]
    assert found["pointed"] == (
        f"{right}, column 2, row 0, a quarter turn; held up by {gate} at column 1, row 0 (H)"
    )
    assert found["again"] == found["whole"]
    assert found["larger"][2] == pytest.approx(found["whole"][2] / 1.5)


@needs_chromium
def test_the_pointer_drags_a_zoomed_picture_and_pinches(tmp_path: Path) -> None:
    question = """
      const svg = document.querySelector(".stage > svg");
      svg.setPointerCapture = () => {};
      const view = () => svg.getAttribute("viewBox").split(" ").map(Number);
      const box = svg.getBoundingClientRect();
      const point = (type, pointerId, x, y) => svg.dispatchEvent(new PointerEvent(type, {
        pointerId, clientX: box.x + box.width * x, clientY: box.y + box.height * y, bubbles: true,
      }));
      const views = [view()];
      document.querySelector("[data-zoom='1.5']").click();
      views.push(view());
      point("pointerdown", 1, 0.5, 0.5);
      point("pointermove", 1, 0.6, 0.5);
      point("pointerup", 1, 0.6, 0.5);
      views.push(view());
      point("pointermove", 1, 0.9, 0.5);
      views.push(view());
      point("pointerdown", 1, 0.4, 0.5);
      point("pointerdown", 2, 0.5, 0.5);
      point("pointermove", 2, 0.6, 0.5);
      views.push(view());
      return views;
    """
    told = ask(render_html([CERTIFICATE]), question, tmp_path)
    assert told["complaints"] == []
    whole, zoomed, dragged, let_go, pinched = told["found"]
    assert zoomed[2] == pytest.approx(whole[2] / 1.5)
    assert dragged[0] == pytest.approx(zoomed[0] - 0.1 * zoomed[2], rel=0.01)
    assert let_go == dragged
    assert pinched[2] == pytest.approx(zoomed[2] / 2, rel=0.01)


@needs_chromium
def test_switches_show_and_hide_the_marks(tmp_path: Path) -> None:
    question = """
      const kinds = ["breach", "clash", "exposed", "support", "ids", "numbers"];
      const shown = () => kinds.filter((kind) =>
        getComputedStyle(document.querySelector(`.caladale-${kind}`)).display !== "none");
      const before = shown();
      for (const one of document.querySelectorAll(".switches input")) one.click();
      return [before, shown()];
    """
    told = ask(render_html([CLASH]), question, tmp_path)
    assert told["complaints"] == []
    assert told["found"] == [["breach", "clash", "exposed", "numbers"], ["support", "ids"]]


@needs_chromium
def test_castles_are_gone_through_step_by_step(tmp_path: Path) -> None:
    question = """
      const [back, on] = document.querySelectorAll(".stepper button");
      const state = () => [
        [...document.querySelectorAll(".castle")].findIndex((one) => !one.hidden),
        document.querySelector(".stepper output").textContent, back.disabled, on.disabled];
      const seen = [state()];
      back.click(); seen.push(state());
      back.click(); seen.push(state());
      on.click(); seen.push(state());
      return seen;
    """
    told = ask(render_html([CLASH, OPEN, CLOSED]), question, tmp_path)
    assert told["complaints"] == []
    steps = told["found"]
    assert [step[0] for step in steps] == [2, 1, 0, 1]
    assert [step[2:] for step in steps] == [
        [False, True],
        [False, False],
        [True, False],
        [False, False],
    ]
    assert steps[0][1].startswith("Castle 3 of 3: A castle of 4 tiles. It is legal.")


@needs_chromium
def test_the_page_fits_a_telephone(tmp_path: Path) -> None:
    page = render_html([CLASH, CERTIFICATE], title="Weltmeisterschaftsqualifikationsspielfeld" * 3)
    told = ask(page, "document.querySelector('details').open = true;", tmp_path, width=390)
    assert (told["complaints"], told["sideways"]) == ([], 0)
