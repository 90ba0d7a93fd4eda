"""What is wrong with a record, with the place of every mistake."""

from __future__ import annotations

from dataclasses import dataclass

from castle_companions.records.exits import Exit


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong.

    Attributes:
        place: where, such as ``rounds[1].attacks[0].points`` or ``line 2 column 7``; empty when it
            is the record as a whole.
        message: what, in one sentence without a full stop.
    """

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class RecordError(Exception):
    """A record that cannot be used, with every mistake that was found.

    Attributes:
        source: the name of the file, or what the record is called otherwise.
        mistakes: what is wrong with it, at least one thing.
        code: the exit code of a command that has to give up over it.
    """

    code = Exit.BAD_INPUT

    def __init__(self, source: str, mistakes: tuple[Mistake, ...]) -> None:
        if not mistakes:
            raise ValueError("an error without a mistake")
        super().__init__("\n".join(f"{source}: {mistake}" for mistake in mistakes))
        self.source = source
        self.mistakes = mistakes


class BrokenRulesError(RecordError):
    """A well-formed record of something that the rules of the game do not allow."""

    code = Exit.BREAKS_RULES
