"""An answer for each of several layouts, in their order, and one exit code for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from caladale.cli.castles import load_castles
from caladale.cli.exits import BROKEN_RULES, FINE, UNUSABLE
from caladale.cli.options import unreadable
from caladale.cli.output import echo, print_json, print_json_lines, shown
from caladale.core.layout import Layout
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.rules.verdict import Verdict


class Answers:
    """The answers for layouts, as plain data, in the order of the files.

    The log of a game has an answer for each seat. An answer is what `judge` makes of a name and a
    layout, and says under ``valid`` whether that is legal. What cannot be read is told at once and
    answered by its error.

    Attributes:
        data: the answers.
        exit_code: the worst of them: an unreadable file, or else a broken rule.
    """

    def __init__(
        self,
        files: Iterable[str],
        box: TileSet,
        chosen: dict[str, str],
        judge: Callable[[str, Layout], dict[str, Any]],
    ) -> None:
        self.data: list[dict[str, Any]] = []
        self.exit_code = FINE
        for name in files:
            try:
                castles = load_castles(name, box, chosen)
            except (FormatError, OSError) as error:
                message = unreadable(name, error)
                echo(f"Error: {message}", err=True)
                self._add(name, {"error": message}, UNUSABLE)
                continue
            for told, layout in castles:
                answer = judge(told, layout)
                self._add(told, answer, FINE if answer["valid"] else BROKEN_RULES)

    def _add(self, name: str, answer: dict[str, Any], code: int) -> None:
        self.data.append({"file": name} | answer)
        self.exit_code = max(self.exit_code, code)

    def print_as(self, format_: str) -> None:
        """Print the answers as ``json``, the one of a single file by itself, or as ``jsonl``."""
        if format_ == "jsonl":
            print_json_lines(self.data)
        elif format_ == "json":
            print_json(self.data if len(self.data) > 1 else self.data[0])


def verdict_to_text(name: str, verdict: Verdict) -> str:
    """A verdict as lines for a person."""
    count = len(verdict.violations)
    legal = (
        "legal" if verdict.valid else f"not legal, {count} {'breach' if count == 1 else 'breaches'}"
    )
    complete = "complete" if verdict.complete else "not complete"
    ground = "; its grass is not the book's" if verdict.nonstandard_ground else ""
    lines = [f"{shown(name)}: {legal}; {complete}{ground}"]
    lines += [f"  {breach.code:2}  {breach.message}" for breach in verdict.violations]
    return "\n".join(lines)
