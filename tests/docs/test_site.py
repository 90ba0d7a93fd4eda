"""The docs as a site: it builds without a warning, no link is dead, and it fits a telephone."""

from __future__ import annotations

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import caladale
from caladale.cli import COMMANDS
from tests.support.browser import ask_each, needs_chromium
from tests.support.places import ROOT

pytest.importorskip("mkdocs", reason="the docs extra is not installed")


class Page(HTMLParser):
    """The ids of a page, the links of its anchors, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in one tag."""
        told = {name: value or "" for name, value in attrs}
        self.ids |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        elif tag in ("img", "script", "iframe") and "src" in told:
            self.loads.append(told["src"])
        elif tag == "link" and told.get("rel") != "canonical" and "href" in told:
            self.loads.append(told["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built from the pages as they are."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def pages(site: Path) -> list[Path]:
    return sorted(path for path in site.rglob("*.html") if path.name != "404.html")


def test_no_link_is_dead_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    known = {path: Page(path) for path in pages(site)}
    dead = []
    for path, page in known.items():
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                if link in page.loads:
                    dead.append(f"{path.name} loads {link}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            there = target.is_file()
            if there and parts.fragment and target in known:
                # Material gives its own switches ids that start with two underscores.
                there = unquote(parts.fragment) in known[target].ids
            if not there:
                dead.append(f"{path.name} -> {link}")
    assert dead == []


def test_the_references_are_whole(site: Path) -> None:
    commands = Page(site / "commands.html").ids
    assert set(COMMANDS) <= commands
    library = Page(site / "library.html").ids
    documented = {name.rpartition(".")[2] for name in library if name.startswith("caladale.")}
    assert set(caladale.__all__) - documented == {"__version__", "games", "render", "solve"}


@needs_chromium
def test_the_search_works_on_pages_that_are_opened_from_the_disk(
    site: Path, tmp_path: Path
) -> None:
    question = """
      const field = document.querySelector("[data-md-component=search-query]");
      field.value = "flipped";
      field.focus();
      field.dispatchEvent(new Event("keyup", { bubbles: true }));
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return new Promise((resolve) => setTimeout(() => resolve(
        [...document.querySelectorAll(".md-search-result__link")].map((one) => one.href)
      ), 1500));
    """
    (told,) = ask_each([site / "index.html"], question, tmp_path)
    assert told["complaints"] == []
    assert any("play.html" in link or "rules.html" in link for link in told["found"])


@needs_chromium
def test_no_page_scrolls_sideways_on_a_telephone(site: Path, tmp_path: Path) -> None:
    found = pages(site)
    told = ask_each(found, "return 0;", tmp_path, width=390)
    wide = {path.name: answer["sideways"] for path, answer in zip(found, told, strict=True)}
    assert {name: by for name, by in wide.items() if by > 0} == {}
