"""The tiles that a player may build with: a hand, and a dealt table of hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from caladale._io.strict_json import quoted
from caladale._io.suggestions import close_to
from caladale.core.layout import MOST_FLIPPED, WIDEST, Variant
from caladale.core.readings import Readings
from caladale.core.tile_file import Group
from caladale.core.tiles import Side, TileSet, standard_tileset
from caladale.errors import HandError, TextMistake

_BOTH: tuple[Side, ...] = ("front", "back")


def _check_names(named: Iterable[tuple[str, str, bool]], box: TileSet, where: str) -> None:
    """Refuse tiles, told as (place, id, whether a gate belongs there), that cannot be `where`."""
    seen: set[str] = set()
    mistakes: list[TextMistake] = []
    for place, name, is_gate in named:
        if name not in box.tiles:
            message = f"the box {box.name} has no tile {quoted(name)}"
            mistakes.append(TextMistake(message, place, suggestions=close_to(name, box.tiles)))
            continue
        group = box.tiles[name].group
        if is_gate != (group is Group.GATE) or group is Group.WILD:
            belongs = "gates" if is_gate else "standard and enchanted tiles"
            mistakes.append(TextMistake(f"{name} does not belong here, only {belongs} do", place))
        elif name in seen:
            mistakes.append(TextMistake(f"{name} is {where} already", place))
        seen.add(name)
    if mistakes:
        raise HandError.of(mistakes)


class Hand(Struct, frozen=True):
    """What one player owns, and what there is to exchange it with.

    Attributes:
        gates: gate ids, with ``:front`` or ``:back`` where the side is settled; one gate, or in the
            all-tiles challenge as many as the box holds (four in the published one) or fewer.
        tiles: ids of the standard and enchanted tiles in hand.
        variant: the game that the hand belongs to.
        rules: the readings of the rules.
        wilds: how many wild tiles may be used, 0 or 1.
        grass: the widths of the strips to be laid.
        flipped: how many tiles were flipped face down for a point (Standard).
        supply: ids of the tiles that may be exchanged for (Speed, Solo 2).
        tileset: the box.

    Raises:
        HandError: for a tile that the box does not hold, that is there twice, or that is no tile
            of its place, and for a number that no hand has.
    """

    gates: tuple[str, ...]
    tiles: tuple[str, ...]
    variant: Variant = Variant.STANDARD
    rules: Readings = Readings()
    wilds: int = 1
    grass: tuple[int, ...] = (4,)
    flipped: int = 0
    supply: tuple[str, ...] = ()
    tileset: TileSet = field(default_factory=standard_tileset)

    def __post_init__(self) -> None:
        most = 1 if self.variant.has_one_gate else len(self.tileset.gates())
        if not 1 <= len(self.gates) <= most:
            allowed = "one gate" if most < 2 else f"one to {'four' if most == 4 else most} gates"
            raise HandError(f"a hand of this game has {allowed}", "gates")
        if self.wilds not in (0, 1):
            raise HandError("a hand has 0 wilds or 1", "wilds")
        if any(not 1 <= width <= WIDEST for width in self.grass):
            raise HandError(f"a strip is 1 to {WIDEST} columns wide", "grass")
        if not 0 <= self.flipped <= MOST_FLIPPED:
            raise HandError(f"0 to {MOST_FLIPPED} tiles are flipped", "flipped")
        if self.wilds > self.variant.most_wilds:
            raise HandError("the all-tiles challenge is played without wilds", "wilds")
        _check_names(self._named(), self.tileset, "in the hand")

    def _named(self) -> Iterator[tuple[str, str, bool]]:
        """Every tile of the hand as (place, id, whether a gate is expected there)."""
        for i, gate in enumerate(self.gates):
            name, colon, side = gate.partition(":")
            if colon and side not in _BOTH:
                raise HandError(f"{quoted(side)} is neither front nor back", f"gates[{i}]")
            yield f"gates[{i}]", name, True
        for name_of, names in (("tiles", self.tiles), ("supply", self.supply)):
            for i, name in enumerate(names):
                yield f"{name_of}[{i}]", name, False

    def gate_sides(self) -> dict[str, tuple[Side, ...]]:
        """The sides that each gate may show.

        A bare id leaves the choice open in both Solo games and the challenge; in Standard and Speed
        it means the front, and for the Apprentice, which is for four players only, the back.
        """
        sides: dict[str, tuple[Side, ...]] = {}
        for gate in self.gates:
            name, _, side = gate.partition(":")
            if side:
                sides[name] = ("back",) if side == "back" else ("front",)
            elif not self.variant.settles_gate_sides:
                sides[name] = _BOTH
            else:
                sides[name] = ("back",) if name == "gate-apprentice" else ("front",)
        return sides


class Table(Struct, frozen=True):
    """A dealt table: the hands in seat order, the face-up supply, the face-down stacks.

    Raises:
        HandError: for a tile of the supply or a stack that the box does not hold or that is not
            drawn, and for a tile that is on the table twice.
    """

    hands: tuple[Hand, ...]
    supply: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    variant: Variant
    seed: int
    tileset: TileSet = field(default_factory=standard_tileset)

    def __post_init__(self) -> None:
        _check_names(self._named(), self.tileset, "on the table")

    def _named(self) -> Iterator[tuple[str, str, bool]]:
        """Every tile on the table as (place, id, whether a gate is expected there).

        What each hand may exchange with is the one supply of the table.
        """
        for i, hand in enumerate(self.hands):
            for j, gate in enumerate(hand.gates):
                yield f"hands[{i}].gates[{j}]", gate.partition(":")[0], True
            for j, name in enumerate(hand.tiles):
                yield f"hands[{i}].tiles[{j}]", name, False
        for i, name in enumerate(self.supply):
            yield f"supply[{i}]", name, False
        for i, stack in enumerate(self.stacks):
            for j, name in enumerate(stack):
                yield f"stacks[{i}][{j}]", name, False
