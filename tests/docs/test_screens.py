"""The screens of the docs: the same keys, on terminals of the same size, show the same."""

from __future__ import annotations

from pathlib import Path

from tests.support.screens import PAGE, shown_screens


def test_the_keys_on_the_page_lead_to_its_screens(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    seen = 0
    for wanted, terminal in shown_screens(page, tmp_path, is_quiet=False):
        expected = wanted.rstrip("\n")
        terminal.wait_until(lambda: terminal.text == expected)  # noqa: B023 - it waits here
        assert terminal.text == expected
        assert terminal.text.isascii()
        assert not terminal.has_colour()
        seen += 1
    assert seen > 12
    assert (tmp_path / "castle.svg").read_text(encoding="ascii").startswith("<svg")
    assert (tmp_path / "castle.txt").read_text(encoding="ascii") == (
        "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E\n"
    )
