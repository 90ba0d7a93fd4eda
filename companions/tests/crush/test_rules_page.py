"""The page that lists every rule names modules and tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
_PAGE = (_ROOT / "docs" / "crush-rules.md").read_text(encoding="utf-8")
_ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in _PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| the rule ")
]


def _tests(name: str) -> list[str]:
    text = (_HERE / f"test_{name}.py").read_text(encoding="utf-8")
    return re.findall(r"^def (test_\w+)", text, re.MULTILINE)


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row[0][:40])
def test_every_row_leads_to_code_and_to_tests(row: tuple[str, str, str]) -> None:
    _, kept, tested = row
    modules = re.findall(r"`(\w+\.py)`", kept)
    assert modules
    for module in modules:
        assert (_ROOT / "src" / "castle_companions" / "crush" / module).exists()
    names: list[str] = []
    for file, part in re.findall(r"(?:(\w+) ?)?(?:`(\w+)`|(?=,|$))", tested):
        names = _tests(file) if file and file not in ("all", "of", "it") else names
        assert names
        assert not part or any(part in name for name in names), part


def test_the_page_is_read() -> None:
    assert len(_ROWS) > 50
