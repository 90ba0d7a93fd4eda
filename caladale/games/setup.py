"""How a game begins: what was chosen before it, and the table that the seed then deals."""

from __future__ import annotations

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr

from caladale._io.strict_json import quoted
from caladale.core.hand import Hand, Table
from caladale.core.layout import Variant
from caladale.core.readings import Readings
from caladale.core.short_repr import call_of
from caladale.core.soundness import as_tuple, check_kind, check_whole
from caladale.core.tiles import TileSet, standard_tileset
from caladale.errors import FormatError
from caladale.games.deal import deal_table


class Setup(Struct, frozen=True, kw_only=True):
    """What fixes a game before its first move.

    Attributes:
        variant: the game.
        players: how many play.
        seed: the seed of the deal; it fixes the stacks, and so every blind draw.
        rules: the readings of the rules.
        all_tiles: with two players, use the tiles with a plus mark too.
        gates: the gates that the players chose, in seat order, such as ``gate-stone:front``; empty
            for those that the seed deals.
        practice: whether it is a game for practice, in which any move may be taken back.
        tileset: the box.

    Raises:
        ArgumentError: for a value of another sort than its field's, or a number that is none. What
            the game allows is asked when it is dealt.
    """

    variant: Variant
    players: int = 1
    seed: int = 0
    rules: Readings = Readings()
    all_tiles: bool = False
    gates: tuple[str, ...] = ()
    practice: bool = False
    tileset: TileSet = field(default_factory=standard_tileset)

    def __post_init__(self) -> None:
        wanted = "a Variant, such as Variant.SOLO2"
        check_kind(self.variant, Variant, "the variant", wanted)
        check_whole(self.players, "the number of players", 1)
        check_whole(self.seed, "a seed", 0)
        check_kind(self.rules, Readings, "rules", "Readings(...)")
        check_kind(self.all_tiles, bool, "all_tiles", "True or False")
        gates = as_tuple(self.gates, "gates", "a number of ids, such as ['gate-stone:front']")
        for gate in gates:
            check_kind(gate, str, "a gate", "named by its id")
        force_setattr(self, "gates", gates)
        check_kind(self.tileset, TileSet, "the box", "a TileSet")

    def __repr__(self) -> str:
        return call_of(self)

    def deal(self) -> Table:
        """Deal the table as it is when play starts.

        Raises:
            DealError: for a number of players that the variant has no deal for.
            FormatError: for gates that these players cannot have.
        """
        table = deal_table(
            self.variant,
            self.seed,
            self.players,
            all_tiles=self.all_tiles,
            tileset=self.tileset,
        )
        if self.all_tiles and self.players != 2:
            raise FormatError("all tiles are in play anyway, except with two players", "all_tiles")
        gates = self._gates(table.hands)
        hands = tuple(
            msgspec.structs.replace(hand, gates=(gate,), rules=self.rules)
            for hand, gate in zip(table.hands, gates, strict=True)
        )
        return msgspec.structs.replace(table, hands=hands)

    def _gates(self, dealt: tuple[Hand, ...]) -> tuple[str, ...]:
        if not self.gates:
            return tuple(hand.gates[0] for hand in dealt)
        if len(self.gates) != self.players:
            message = f"{self.players} players need as many gates, not {len(self.gates)}"
            raise FormatError(message, "gates")
        allowed = self._choice()
        for i, gate in enumerate(self.gates):
            if gate not in allowed:
                message = f"{quoted(gate)} is none of {', '.join(allowed)}"
                raise FormatError(message, f"gates[{i}]")
            if gate in self.gates[:i]:
                raise FormatError(f"{gate} is taken already", f"gates[{i}]")
        return self.gates

    def _choice(self) -> tuple[str, ...]:
        """The gates to choose from, with the side that lies up."""
        names = tuple(tile.id for tile in self.tileset.gates())
        if self.players == 1:
            return tuple(f"{name}:{side}" for name in names for side in ("front", "back"))
        if self.players == 4:
            return tuple(f"{name}:back" for name in names)
        return tuple(f"{name}:front" for name in names if name != "gate-apprentice")
