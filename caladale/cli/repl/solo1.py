"""Solo 1 at the keyboard: the gate, then tile by tile, each for good."""

from __future__ import annotations

from caladale._io.sole_writer import SoleWriter
from caladale.cli.repl.listing import edges_in_words
from caladale.cli.repl.session import Mistake, Session, number, place_in_words, words_of
from caladale.cli.repl.view import Choice, points
from caladale.core.tiles import Side
from caladale.games.move import Move, Place, Slide
from caladale.games.record import GameRecord
from caladale.games.solo1 import Solo1State
from caladale.players.advisers import advise
from caladale.rules.score_sheet import score

_MANUAL = (
    ("gate N", "begin with gate N of the list"),
    ("ways TILE", "where the tile can go, and what the castle is worth with it; short: w"),
    (
        "place TILE COLUMN ROW",
        (
            "draw a face-up tile and place it for good; where it fits in several turns, the "
            "turn (0 to 3, clockwise) follows the row; short: p"
        ),
    ),
    ("slide COLUMN", "slide the grass strip, so that it begins at this column"),
    ("hint", "what the adviser would do; 'go' does it"),
    (
        "undo",
        (
            "take back the last move unless it has turned up a new tile, with --practice any "
            "move; short: u"
        ),
    ),
    ("stop", "end the game; the castle as it stands counts"),
    ("show, show all", "draw again; draw the whole castle, and list the tiles"),
    ("show COLUMN ROW", "draw the part of a large castle around a cell"),
    ("help, quit", "this list; leave, and the game goes on with its log; short: q"),
)


class Solo1Session(Session):
    """A game of Solo 1 at the keyboard."""

    def __init__(self, record: GameRecord, log: SoleWriter, *, ascii_only: bool = False) -> None:
        super().__init__(record, log, _MANUAL, ascii_only=ascii_only)
        self.commands = {
            "gate": self._gate,
            "ways": self._ways,
            "place": self._place,
            "slide": self._slide,
            "hint": self._advise,
        }

    @property
    def state(self) -> Solo1State:
        """The game as it stands."""
        state = self.record.state
        assert isinstance(state, Solo1State)  # noqa: S101 - what a record of Solo 1 holds
        return state

    def show_all(self) -> None:
        """Draw the castle and list what may be placed."""
        state = self.state
        if state.castle.tiles:
            self.console.say()
            self.view.draw_whole(self.castle)
        else:
            for line in self.heading():
                self.console.say(line)
        if state.is_over:
            why = "You stopped." if state.stopped else "No tile can be placed any more."
            self.console.say(f"\n{why} The game is over: {points(state.castle)}.")
            return
        choice = self.choice()
        self.view.list_tiles(choice)
        self.console.say(choice.footing)

    def heading(self) -> list[str]:
        """Before the gate is placed: the game, and the gates."""
        state = self.state
        if state.castle.tiles:
            return []
        setup = self.record.setup
        practice = ", for practice" * setup.practice
        lines = [f"Solo 1, seed {setup.seed}{practice}. Choose a gate:"]
        for i, (gate, side) in enumerate(self._gates(), start=1):
            face = state.castle.tileset.under(state.castle.rules).faces[gate, side]
            lines.append(f"{i:3} {gate} {side:6} {edges_in_words(face)}")
        return lines

    def choice(self) -> Choice:
        """The face-up tiles and the wild, and how many are to come."""
        state = self.state
        tiles = [(str(i), name) for i, name in enumerate(state.supply, start=1)]
        if state.wild in state.placeable() or not state.castle.tiles:
            tiles.append(("wild", state.wild))
        title = "" if state.castle.tiles else "Face up:"
        footing = f"{len(state.stack)} tiles lie face down. 'help' lists the commands."
        return Choice(((title, [self.listed(*one) for one in tiles]),), footing)

    def _gates(self) -> list[tuple[str, Side]]:
        box = self.state.castle.tileset
        return [(gate.id, side) for gate in box.gates() for side in gate.sides]

    def _gate(self, rest: list[str]) -> None:
        (word,) = words_of(rest, 1, 1, "gate N")
        gates = self._gates()
        chosen = number(word, "gate")
        if not 1 <= chosen <= len(gates):
            raise Mistake(f"There are gates 1 to {len(gates)}.")
        gate, side = gates[chosen - 1]
        first = self.state.strip + 1
        self.push(Place(tile=gate, x=first, y=0, side=side))

    def _tile(self, word: str) -> str:
        """The tile that a word means, by its number, its id, or as the wild."""
        if not self.state.castle.tiles:
            raise Mistake("Choose a gate first: gate N")
        if word in ("wild", "w"):
            return self.state.wild
        if not word.isdecimal():
            return word
        chosen = number(word, "tile")
        if not 1 <= chosen <= len(self.state.supply):
            raise Mistake(f"There are tiles 1 to {len(self.state.supply)}, and the wild.")
        return self.state.supply[chosen - 1]

    def _ways(self, rest: list[str]) -> None:
        word, *more = words_of(rest, 1, 2, "ways TILE [all]")
        tile = self._tile(word)
        if tile not in self.state.placeable():
            raise Mistake(f"{tile[:40]} cannot be placed now; 'show' lists what can.")
        ways = self.state.ways(tile)
        if not ways:
            raise Mistake(f"{tile} fits nowhere now.")
        faces = self.state.castle.tileset.under(self.state.castle.rules).faces
        found = []
        for way in ways:
            last = way[-1]
            if isinstance(last, Place):
                edges = edges_in_words(faces[tile, last.side], last.turn) + _slid(way)
                total = score(self._after(way).castle).total or 0
                found.append((total, f"{last.x:6} {last.y:3} {last.turn:4}  {edges}"))
        self.view.list_ways(found, all_=more == ["all"])

    def _after(self, moves: tuple[Move, ...]) -> Solo1State:
        state = self.state
        for move in moves:
            state = state.after(move)
        return state

    def _place(self, rest: list[str]) -> None:
        word, *where = words_of(rest, 3, 4, "place TILE COLUMN ROW [TURN]")
        tile = self._tile(word)
        names = ("column", "row", "turn")
        x, y, *turns = [number(w, n) for w, n in zip(where, names, strict=False)]
        if turns and turns[0] not in range(4):
            raise Mistake("A turn is 0, 1, 2 or 3.")
        here = []
        if tile in self.state.placeable():
            here = [way for way in self.state.ways(tile) if _cell(way) == (x, y)]
        if not turns and len(here) > 1:
            shown = ", ".join(str(_turn(way)) for way in here)
            raise Mistake(f"It fits there with the turns {shown}; say which after the row.")
        for way in here:
            if not turns or _turn(way) == turns[0]:
                if len(way) > 1:
                    self.console.say(f"First the strip slides:{_slid(way)}.")
                return self.push(*way)
        # It is not listed: the game itself takes it, as a turn that looks alike, or says why not.
        if abs(x) > 999 or abs(y) > 999:
            raise Mistake("Nothing can lie so far away.")
        return self.push(Place(tile=tile, x=x, y=y, turn=turns[0] if turns else 0))

    def _slide(self, rest: list[str]) -> None:
        (word,) = words_of(rest, 1, 1, "slide COLUMN")
        x = number(word, "column")
        if abs(x) > 999:
            raise Mistake("The strip stays under the castle.")
        self.push(Slide(x=x))

    def _advise(self, rest: list[str]) -> None:
        words_of(rest, 0, 0, "hint")
        advice = advise(self.record)
        best = advice.options[0]
        told = "; ".join(_told(move) for move in best.moves)
        self.console.say(f"{told}\n{best.why} 'go' does it.")
        self.offer(best.moves)


def _cell(way: tuple[Move, ...]) -> tuple[int, int] | None:
    last = way[-1]
    return (last.x, last.y) if isinstance(last, Place) else None


def _turn(way: tuple[Move, ...]) -> int:
    last = way[-1]
    return last.turn if isinstance(last, Place) else 0


def _slid(way: tuple[Move, ...]) -> str:
    first = way[0]
    return f" (the strip slides to column {first.x})" if isinstance(first, Slide) else ""


def _told(move: Move) -> str:
    """A move as it is typed."""
    match move:
        case Place():
            return f"place {move.tile} {place_in_words(move.placement)}"
        case Slide():
            return f"slide {move.x}"
    return "stop"
