"""The record of a game: how it began and every move, saved as JSON and checked when it is read."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from caladale._io.atomic_files import write_text
from caladale._io.formats import GAME, read_as
from caladale._io.plural import counted
from caladale._io.strict_json import convert, load_json
from caladale.core.layout import Layout, Variant
from caladale.core.readings import Readings
from caladale.core.soundness import told, wants
from caladale.core.tiles import TileSet
from caladale.errors import FormatError
from caladale.games.deal import DealError
from caladale.games.move import Move, MoveBase, move_in_words, move_to_data
from caladale.games.setup import Setup
from caladale.games.solo1 import Solo1State
from caladale.games.solo2 import Solo2State
from caladale.games.speed import SpeedState
from caladale.games.standard import StandardState
from caladale.games.state import GameError, State
from caladale.notation.data import Seed, differing, same_box
from caladale.notation.json_text import to_json

STARTS: dict[Variant, Callable[[Setup], State]] = {
    Variant.STANDARD: StandardState.start,
    Variant.SPEED: SpeedState.start,
    Variant.SOLO1: Solo1State.start,
    Variant.SOLO2: Solo2State.start,
}
"""For each game that can be played, what makes its first state."""


class GameRecord:
    """A game with its whole history.

    Two records are equal when they began alike and the same moves were made. ``len`` and iteration
    work on the moves.

    Attributes:
        setup: how it began.
    """

    def __init__(self, setup: Setup, moves: Iterable[Move] = ()) -> None:
        """Begin the game of `setup` and make `moves`.

        Raises:
            GameError: when a move is not legal, or there is no such game to play.
            CaladaleError: when there is no such deal.
        """
        wants(setup, Setup, "caladale.Setup(...) makes one")
        if setup.variant not in STARTS:
            raise GameError(f"{setup.variant.value} is no game of moves")
        self.setup = setup
        self._moves: list[Move] = []
        self._states: list[State] = [STARTS[setup.variant](setup)]
        for move in moves:
            self.push(move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameRecord):
            return NotImplemented
        return (self.setup, self._moves) == (other.setup, other._moves)

    # It changes with every move.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.setup!r}: {counted(len(self), 'move', 'moves')}>"

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.castles))

    def __len__(self) -> int:
        return len(self._moves)

    def __bool__(self) -> bool:
        return True  # a game is one before its first move, too

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._states[-1]

    @property
    def castles(self) -> tuple[Layout, ...]:
        """The castles as they stand, in seat order."""
        return self.state.castles

    def legal_moves(self) -> Iterator[Move]:
        """The moves that can be made now; see `State.legal_moves`."""
        return self.state.legal_moves()

    @property
    def states(self) -> tuple[State, ...]:
        """The game before its first move, and after each."""
        return tuple(self._states)

    def push(self, move: Move) -> State:
        """Make a move, and give the state after it.

        Raises:
            GameError: when it is not legal; the record is then as it was.
        """
        if not isinstance(move, MoveBase):
            wanted = "a move is wanted here, such as caladale.games.Place(...)"
            raise TypeError(f"{wanted}, not {told(move)}")
        self._states.append(self.state.after(move))
        self._moves.append(move)
        return self.state

    @property
    def may_pop(self) -> bool:
        """Whether there is a last move, and it may be taken back."""
        if not self._moves:
            return False
        return self.setup.practice or self._states[-2].may_take_back(self._moves[-1])

    def pop(self) -> Move:
        """Take the last move back: in practice any, else one that `State.may_take_back` allows.

        Raises:
            GameError: when there is none, or when it stands for good.
        """
        if not self._moves:
            raise GameError("there is no move to take back")
        move = self._moves[-1]
        if not self.may_pop:
            allowed = self.state.may_be_taken_back()
            raise GameError(f"'{move_in_words(move)}' stands for good: {allowed}")
        self._states.pop()
        return self._moves.pop()

    def save(self, path: Path) -> None:
        """Write the record so that `path` holds it, or what it held before, at every moment.

        Raises:
            OSError: when it cannot be written.
        """
        write_text(path.absolute(), write_game(self))


class GameFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A game as it is written, format ``caladale-game/1``."""

    format: Literal["caladale-game/1"]
    tileset: str
    variant: Variant
    players: Annotated[int, Meta(ge=1, le=4)] = 1
    seed: Seed
    rules: Readings = Readings()
    all_tiles: bool = False
    gates: tuple[str, ...] = ()
    practice: bool = False
    moves: tuple[Move, ...]


def game_to_data(record: GameRecord) -> dict[str, Any]:
    """Turn a game into plain data; what is at its default is left out, except format and box."""
    setup = record.setup
    rules = differing(setup.rules, Readings())
    return (
        {"format": "caladale-game/1", "tileset": setup.tileset.name, "variant": setup.variant.value}
        | ({"players": setup.players} if setup.players > 1 else {})
        | {"seed": setup.seed}
        | ({"rules": rules} if rules else {})
        | ({"all_tiles": True} if setup.all_tiles else {})
        | ({"gates": list(setup.gates)} if setup.gates else {})
        | ({"practice": True} if setup.practice else {})
        | {"moves": [move_to_data(move) for move in record.moves]}
    )


def game_from_data(data: Any, tileset: TileSet | None = None) -> GameRecord:
    """Turn plain data into a game, making every move anew.

    Raises:
        FormatError: with the path of the first thing that is off; a move that is off is named by
            its number, from 1, too.
    """
    try:
        file: GameFile = convert(data, GameFile)
    except FormatError as error:
        index = _move_index(error)
        if index:
            # A move before this one may be no better; it is the first that is to be named.
            game_from_data(data | {"moves": data["moves"][:index]}, tileset)
        raise _by_number(error) from None
    fields = {name: getattr(file, name) for name in Setup.__struct_fields__ if name != "tileset"}
    try:
        record = GameRecord(Setup(tileset=same_box(file.tileset, tileset), **fields))
    except DealError as error:
        raise FormatError(str(error), "players") from None
    except GameError as error:
        raise FormatError(str(error), "variant") from None
    for i, move in enumerate(file.moves):
        try:
            record.push(move)
        except GameError as error:
            raise _bad_move(i, f"{move_in_words(move)}: {error}", f"moves[{i}]") from None
    return record


def _bad_move(index: int, message: str, place: str) -> FormatError:
    return FormatError(f"move {index + 1} is off: {message}", place)


def _move_index(error: FormatError) -> int | None:
    """Which move an error is about, if it is about one."""
    found = re.match(r"moves\[(\d+)\]", error.place)
    return int(found[1]) if found else None


def _by_number(error: FormatError) -> FormatError:
    """The same error, with the number of the move if it is about one."""
    index = _move_index(error)
    return error if index is None else _bad_move(index, error.message, error.place)


def read_game(text: str, tileset: TileSet | None = None) -> GameRecord:
    """Read a game from JSON.

    Raises:
        FormatError: see `game_from_data`; in a text that is torn, the first move that is not whole
            is named.
    """
    wants(text, str, "pathlib.Path(name).read_text() gives that of a file")
    with read_as(text, GAME):
        try:
            data = load_json(text)
        except FormatError as error:
            whole = _whole_moves(text) if error.place.startswith("line ") else None
            if whole is None:
                raise _by_number(error) from None
            raise _bad_move(whole, error.message, error.place) from None
        return game_from_data(data, tileset)


def _whole_moves(text: str) -> int | None:
    """How many moves can be read in a text that is no JSON; None when it breaks before them."""
    begin = re.search(r'"moves"\s*:\s*\[\s*', text)
    if begin is None:
        return None
    decoder, place = json.JSONDecoder(), begin.end()
    for count in itertools.count():
        try:
            _, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            return count
        comma = re.compile(r"\s*,\s*").match(text, end)
        if comma is None:
            return count + 1
        place = comma.end()
    return None


def write_game(record: GameRecord) -> str:
    """Write a game as JSON, a move a line."""
    wants(record, GameRecord, "caladale.write_json writes layouts, hands and tables")
    return to_json(game_to_data(record))
