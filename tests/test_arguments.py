"""Every argument of the solver that needs a reading or a kind of tile has a proof and a test."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from caladale.solve import arguments

DOCS = Path(__file__).parent.parent / "docs"
NAMES = {
    name
    for name, function in inspect.getmembers(arguments, inspect.isfunction)
    if function.__module__ == arguments.__name__ and not name.startswith("_")
}


def test_every_argument_is_proved_in_the_docs_and_no_other() -> None:
    page = (DOCS / "proofs.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### `(\w+)`$", page, flags=re.MULTILINE)) == NAMES


def test_every_argument_has_a_test_of_where_it_fails() -> None:
    assert {name for name in NAMES if f"test_{name}" not in Path(__file__).read_text()} == set()


def test_may_slide() -> None:
    """See whole-column-hand.json among the cases: moved to the first column, it breaks rule E."""
