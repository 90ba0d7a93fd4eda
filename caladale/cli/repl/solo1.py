"""Solo 1 at the keyboard: the gate, then tile by tile, each for good."""

from __future__ import annotations

from caladale._io.sole_writer import SoleWriter
from caladale.cli.drawing import print_castle
from caladale.cli.output import echo
from caladale.cli.repl.session import (
    Mistake,
    Session,
    edges_in_words,
    number,
    place_in_words,
    points,
    words_of,
)
from caladale.core.tiles import Side
from caladale.games.move import Done, Move, Place, Slide
from caladale.games.record import GameRecord
from caladale.games.solo1 import Solo1State
from caladale.players.advisers import advise

_HELP = """\
gate N                   begin with gate N of the list
ways TILE                where the tile can go, and what the castle is worth with it
place TILE COLUMN ROW    draw a face-up tile and place it for good; where it fits in several
                         turns, the turn (0 to 3, clockwise) follows the row
slide COLUMN             slide the grass strip, so that it begins at this column
hint                     what the adviser would do; 'go' does it
stop                     end the game; the castle as it stands counts
undo                     take back a slide (a placed tile stays where it is)
show, help, quit         draw again, this list, leave (the game goes on with its log)

TILE is a number of the list, an id such as stone-four-1, or 'wild'."""


class Solo1Session(Session):
    """A game of Solo 1 at the keyboard."""

    def __init__(self, record: GameRecord, log: SoleWriter) -> None:
        super().__init__(record, log, _HELP)
        self.commands = {
            "gate": self._gate,
            "ways": self._ways,
            "place": self._place,
            "slide": self._slide,
            "hint": self._advise,
            "stop": self._stop,
        }

    @property
    def state(self) -> Solo1State:
        """The game as it stands."""
        state = self.record.state
        assert isinstance(state, Solo1State)  # noqa: S101 - what a record of Solo 1 holds
        return state

    def show(self) -> None:
        """Draw the castle and list what may be placed."""
        state = self.state
        if not state.castle.tiles:
            echo(f"Solo 1, seed {self.record.setup.seed}. Choose a gate:")
            for i, (gate, side) in enumerate(self._gates(), start=1):
                face = state.castle.tileset.under(state.castle.rules).faces[gate, side]
                echo(f"{i:3} {gate} {side:6} {edges_in_words(face)}")
            echo("Face up:")
        else:
            echo()
            print_castle(state.castle, coordinates=True)
        if state.is_over:
            why = "You stopped." if state.stopped else "No tile can be placed any more."
            echo(f"\n{why} The game is over: {points(state.castle)}.")
            return
        self._list_tiles()

    def _list_tiles(self) -> None:
        state = self.state
        faces = state.castle.tileset.under(state.castle.rules).faces
        listed = [(str(i), name) for i, name in enumerate(state.supply, start=1)]
        if state.wild in state.placeable() or not state.castle.tiles:
            listed.append(("wild", state.wild))
        for label, name in listed:
            echo(f"{label:>5} {name:18} {edges_in_words(faces[name, 'front'])}")
        echo(f"{len(state.stack)} tiles lie face down. 'help' lists the commands.")

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
        (word,) = words_of(rest, 1, 1, "ways TILE")
        tile = self._tile(word)
        if tile not in self.state.placeable():
            raise Mistake(f"{tile[:40]} cannot be placed now; 'show' lists what can.")
        ways = self.state.ways(tile)
        if not ways:
            raise Mistake(f"{tile} fits nowhere now.")
        faces = self.state.castle.tileset.under(self.state.castle.rules).faces
        echo("column row turn")
        for way in ways:
            last = way[-1]
            if isinstance(last, Place):
                castle = self._after(way).castle
                edges = edges_in_words(faces[tile, last.side], last.turn)
                echo(f"{last.x:6} {last.y:3} {last.turn:4}  {edges}: {points(castle)}" + _slid(way))

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
                    echo(f"First the strip slides:{_slid(way)}.")
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
        echo(f"{told}\n{best.why} 'go' does it.")
        self.offer(best.moves)

    def _stop(self, rest: list[str]) -> None:
        words_of(rest, 0, 0, "stop")
        self.push(Done())


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
