"""Answers that took long, kept as lines of JSON, so that the same command goes on from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Answers:
    """What was answered before, by key, and what is answered now.

    A key names the question with all settings that the answer depends on. A last line that was cut
    off, as by a power cut, is dropped from the file.

    Attributes:
        known: the answers so far.
    """

    def __init__(self, log: Path | None) -> None:
        self._log = log
        self.known: dict[str, Any] = {}
        if log is not None and log.exists():
            text = log.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            if whole != text:
                log.write_text(whole, encoding="utf-8")
            for line in map(json.loads, whole.splitlines()):
                self.known[line["key"]] = line["answer"]

    def ask(self, key: str, work: Callable[[], Any]) -> Any:
        """The answer known to `key`, or that of `work`, a value that JSON can hold."""
        if key not in self.known:
            self.known[key] = work()
            if self._log is not None:
                with self._log.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps({"key": key, "answer": self.known[key]}) + "\n")
        return self.known[key]
