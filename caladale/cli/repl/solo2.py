"""Solo 2 at the keyboard: exchange and build until content; the solver is the hint."""

from __future__ import annotations

import msgspec

from caladale import solve
from caladale._io.sole_writer import SoleWriter
from caladale.cli.repl.listing import edges_in_words
from caladale.cli.repl.session import Mistake, Session, number, words_of
from caladale.cli.repl.view import Choice, points
from caladale.core.layout import Layout, Placement
from caladale.core.tile_file import Group
from caladale.games.move import Build, Exchange, Move
from caladale.games.record import GameRecord
from caladale.games.solo2 import Solo2State
from caladale.notation import read_layout
from caladale.rules.placements import legal_placements
from caladale.rules.score_sheet import score

_SECONDS = 10.0
_MOST_SECONDS = 3600.0

_MANUAL = (
    ("ways TILE", "where the tile can go, and what the castle is worth with it; short: w"),
    (
        "place TILE COLUMN ROW",
        (
            "add a tile; where it fits in several turns, the turn (0 to 3, "
            "clockwise) follows the row; short: p"
        ),
    ),
    ("remove COLUMN ROW", "take a tile out of the castle"),
    ("clear", "take out all but the gate"),
    ("build PLACES", "lay a whole castle, as in 'build gate-stone@1,0 stone-tower-1@1,1'"),
    (
        "exchange GIVE TAKE",
        (
            "give a tile that is not in the castle for one of the supply, as in "
            "'exchange 3 s1'; it costs a point"
        ),
    ),
    ("solve [SECONDS]", "search for the best castle (10 seconds); 'go' makes it"),
    ("undo", "take back the last move, be it an exchange; short: u"),
    ("tiles", "list all tiles with their edges"),
    ("stop", "end the game; the castle as it stands counts"),
    ("show, show all", "draw again; draw the whole castle, and list all tiles"),
    ("show COLUMN ROW", "draw the part of a large castle around a cell"),
    ("help, quit", "this list; leave, and the game goes on with its log; short: q"),
)


class Solo2Session(Session):
    """A game of Solo 2 at the keyboard."""

    def __init__(self, record: GameRecord, log: SoleWriter, *, ascii_only: bool = False) -> None:
        super().__init__(record, log, _MANUAL, ascii_only=ascii_only)
        self.commands = {
            "ways": self._ways,
            "place": self._place,
            "remove": self._remove,
            "clear": self._clear,
            "build": self._build,
            "exchange": self._exchange,
            "solve": self._solve,
            "hint": self._solve,
        }

    @property
    def state(self) -> Solo2State:
        """The game as it stands."""
        state = self.record.state
        assert isinstance(state, Solo2State)  # noqa: S101 - what a record of Solo 2 holds
        return state

    def show_all(self) -> None:
        """Draw the castle and list the tiles."""
        for line in self.heading():
            self.console.say(line)
        self.console.say()
        self.view.draw_whole(self.castle)
        if self.state.is_over:
            self.console.say(f"\nThe game is over: {points(self.castle)}.")
            return
        choice = self.choice()
        self.view.list_tiles(choice)
        self.console.say(choice.footing)

    def heading(self) -> list[str]:
        """Before the first move: the game."""
        setup = self.record.setup
        practice = ", for practice" * setup.practice
        return [] if self.record.moves else [f"Solo 2, seed {setup.seed}{practice}."]

    def choice(self) -> Choice:
        """The own tiles beside the castle, and the supply."""
        builder = self.state.builder
        used = builder.in_castle()
        own = [(str(i), name) for i, name in enumerate(builder.tiles, start=1)]
        own.append(("wild", builder.wild))
        beside = [self.listed(label, name) for label, name in own if name not in used]
        supply = [self.listed(f"s{i}", name) for i, name in enumerate(self.state.supply, start=1)]
        lists = (("Your tiles beside the castle:", beside), ("The supply:", supply))
        return Choice(lists, "'help' lists the commands.")

    def _tile(self, word: str) -> str:
        """The own tile that a word means."""
        builder = self.state.builder
        if word in ("wild", "w"):
            return builder.wild
        if not word.isdecimal():
            return word
        chosen = number(word, "tile")
        if not 1 <= chosen <= len(builder.tiles):
            raise Mistake(f"There are tiles 1 to {len(builder.tiles)}, and the wild.")
        return builder.tiles[chosen - 1]

    def _supplied(self, word: str) -> str:
        """The tile of the supply that a word means."""
        if not (word.startswith("s") and word[1:].isdecimal()):
            return word
        chosen = number(word[1:], "tile")
        if not 1 <= chosen <= len(self.state.supply):
            raise Mistake(f"The supply has tiles s1 to s{len(self.state.supply)}.")
        return self.state.supply[chosen - 1]

    def _own(self, word: str) -> str:
        tile = self._tile(word)
        builder = self.state.builder
        if tile not in (*builder.tiles, builder.wild):
            raise Mistake(f"{tile[:40]!r} is none of your tiles.")
        return tile

    def _ways(self, rest: list[str]) -> None:
        word, *more = words_of(rest, 1, 2, "ways TILE [all]")
        tile = self._own(word)
        places = legal_placements(self.castle, tile)
        if not places:
            raise Mistake(f"{tile} fits nowhere now.")
        faces = self.castle.tileset.under(self.castle.rules).faces
        found = []
        for placed in places:
            edges = edges_in_words(faces[tile, placed.side], placed.turn)
            total = score(self.castle.placing(placed)).total or 0
            found.append((total, f"{placed.x:6} {placed.y:3} {placed.turn:4}  {edges}"))
        self.view.list_ways(found, all_=more == ["all"])

    def _place(self, rest: list[str]) -> None:
        word, *where = words_of(rest, 3, 4, "place TILE COLUMN ROW [TURN]")
        tile = self._own(word)
        names = ("column", "row", "turn")
        x, y, *turns = [number(w, n) for w, n in zip(where, names, strict=False)]
        if turns and turns[0] not in range(4):
            raise Mistake("A turn is 0, 1, 2 or 3.")
        if abs(x) > 999 or abs(y) > 999:
            raise Mistake("Nothing can lie so far away.")
        here = [placed for placed in legal_placements(self.castle, tile) if placed.cell == (x, y)]
        if not turns and len(here) > 1:
            shown = ", ".join(str(placed.turn) for placed in here)
            raise Mistake(f"It fits there with the turns {shown}; say which after the row.")
        turn = turns[0] if turns else here[0].turn if here else 0
        self.push(Build(tiles=(*self.castle.tiles, Placement(tile, x, y, turn))))

    def _remove(self, rest: list[str]) -> None:
        words = words_of(rest, 2, 2, "remove COLUMN ROW")
        x, y = (number(w, n) for w, n in zip(words, ("column", "row"), strict=True))
        left = tuple(placed for placed in self.castle.tiles if placed.cell != (x, y))
        if len(left) == len(self.castle.tiles):
            raise Mistake(f"No tile lies at column {x}, row {y}.")
        self.push(Build(tiles=left))

    def _cleared(self) -> Build:
        box = self.castle.tileset
        gates = [p for p in self.castle.tiles if box.tiles[p.tile].group is Group.GATE]
        return Build(tiles=tuple(gates))

    def _clear(self, rest: list[str]) -> None:
        words_of(rest, 0, 0, "clear")
        self.push(self._cleared())

    def _build(self, rest: list[str]) -> None:
        if not rest:
            raise Mistake("Say it as: build gate-stone@1,0 stone-tower-1@1,1")
        # In one-line notation a turn is told by the letter of a side.
        places = " ".join(f"{w[:-1]}{w[-1].upper()}" for w in rest)
        box = self.castle.tileset
        layout = read_layout(f"{box.name} solo2 0+4 - - {places}", box)
        self.push(Build(tiles=layout.tiles))

    def _exchange(self, rest: list[str]) -> None:
        give, take = words_of(rest, 2, 2, "exchange GIVE TAKE, as in: exchange 3 s1")
        self.push(Exchange(give=self._tile(give), take=self._supplied(take)))

    def _solve(self, rest: list[str]) -> None:
        words = words_of(rest, 0, 1, "solve [SECONDS]")
        try:
            seconds = float(words[0]) if words else _SECONDS
        except ValueError:
            raise Mistake(f"{words[0][:20]!r} is no number of seconds.") from None
        if not 0 < seconds <= _MOST_SECONDS:
            raise Mistake("The seconds are a number above 0, up to 3600.")
        self.console.say(f"Searching for up to {seconds:g} seconds...")
        result = solve.best_castle(self.state.hand(), time_limit=seconds)
        if result.layout is None or result.score is None:
            raise Mistake("No castle was found in this time.")
        made = self.castle.exchanges
        castle = msgspec.structs.replace(result.layout, exchanges=made + len(result.exchanges))
        self.view.draw_whole(castle)
        moves: list[Move] = [self._cleared()] if len(self.castle.tiles) > 1 else []
        for exchange in result.exchanges:
            self.console.say(f"exchange {exchange.give} {exchange.take}")
            moves.append(Exchange(give=exchange.give, take=exchange.take))
        self.offer((*moves, Build(tiles=self._with_own_wild(castle))))
        proved = "the best there is" if result.status.value == "optimal" else "the best found"
        self.console.say(f"This castle is {proved}: {result.score - made} points. 'go' makes it.")

    def _with_own_wild(self, castle: Layout) -> tuple[Placement, ...]:
        """The castle's placements with the wild at hand in place of any other wild."""
        wild, box = self.state.builder.wild, self.castle.tileset
        return tuple(
            msgspec.structs.replace(placed, tile=wild)
            if box.tiles[placed.tile].group is Group.WILD
            else placed
            for placed in castle.tiles
        )
