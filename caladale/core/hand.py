"""The tiles that a player may build with: a hand, and a dealt table of hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import force_setattr

from caladale._io.strict_json import quoted
from caladale._io.suggestions import close_to
from caladale.core.layout import MOST_FLIPPED, WIDEST, Variant
from caladale.core.readings import Readings
from caladale.core.short_repr import call_of
from caladale.core.soundness import as_tuple, check_kind, check_whole, is_whole, told, wants
from caladale.core.tile_file import Group
from caladale.core.tiles import Side, TileSet, standard_tileset
from caladale.errors import HandError, TextMistake

_BOTH: tuple[Side, ...] = ("front", "back")


def _at(place: str) -> Any:
    """Makes a HandError at `place` of a sentence."""
    return lambda message: HandError(message, place)


def _as_ids(value: Hand | Table, name: str) -> None:
    """Make a tuple of ids of what was handed in for the field `name`."""
    wanted = f"a number of ids, such as {name}=['stone-four-1']"
    ids = as_tuple(getattr(value, name), name, wanted, error=_at(name))
    force_setattr(value, name, ids)
    _check_ids(ids, name)


def _check_ids(ids: Iterable[object], name: str) -> None:
    for i, one in enumerate(ids):
        check_kind(one, str, "a tile", "named by its id", error=_at(f"{name}[{i}]"))


def _check_game(value: Hand | Table) -> None:
    wanted = "a Variant, such as Variant.SOLO2"
    check_kind(value.variant, Variant, "the variant", wanted, error=_at("variant"))
    check_kind(value.tileset, TileSet, "the box", "a TileSet", error=_at("tileset"))


def _counted(names: Iterable[str], box: TileSet) -> str:
    """Kinds with how many there are of each, in words."""
    kinds = Counter(box.tiles[name].kind for name in names)
    return ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items())) or "none"


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


class Hand(Struct, frozen=True, eq=False):
    """What one player owns, and what there is to exchange it with.

    Immutable. Two hands are equal when they hold the same; in which order means nothing. A hand is
    a collection of the ids of its `tiles`: ``len``, ``in`` and iteration work on them.

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

    if TYPE_CHECKING:  # what msgspec makes takes more than the types of the fields tell

        def __init__(  # noqa: PLR0917 - the fields
            self,
            gates: Iterable[str],
            tiles: Iterable[str],
            variant: Variant = Variant.STANDARD,
            rules: Readings = Readings(),  # noqa: B008 - frozen
            wilds: int = 1,
            grass: Iterable[int] = (4,),
            flipped: int = 0,
            supply: Iterable[str] = (),
            tileset: TileSet = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in ("gates", "tiles", "supply"):
            _as_ids(self, name)
        grass = as_tuple(self.grass, "grass", "the widths of strips", error=_at("grass"))
        force_setattr(self, "grass", grass)
        _check_game(self)
        check_kind(self.rules, Readings, "rules", "Readings(...)", error=_at("rules"))
        most = 1 if self.variant.has_one_gate else len(self.tileset.gates())
        if not 1 <= len(self.gates) <= most:
            allowed = "one gate" if most < 2 else f"one to {'four' if most == 4 else most} gates"
            raise HandError(f"a hand of this game has {allowed}", "gates")
        if not is_whole(self.wilds, 0, 1):
            raise HandError(f"a hand has 0 wilds or 1, not {told(self.wilds)}", "wilds")
        for width in self.grass:
            check_whole(width, "the width of a strip", 1, WIDEST, error=_at("grass"))
        what = "the number of flipped tiles"
        check_whole(self.flipped, what, 0, MOST_FLIPPED, error=_at("flipped"))
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._apart_from_order() == other._apart_from_order()

    def __hash__(self) -> int:
        return hash(self._apart_from_order())

    def _apart_from_order(self) -> tuple[object, ...]:
        tiles = (frozenset(self.gates), frozenset(self.tiles), frozenset(self.supply))
        grass = tuple(sorted(self.grass))
        return tiles, self.variant, self.rules, self.wilds, grass, self.flipped, self.tileset

    def __repr__(self) -> str:
        return call_of(self, "gates", "tiles")

    def __str__(self) -> str:
        columns = "column" if self.grass == (1,) else "columns"
        lines = [
            f"gate      {', '.join(self.gates)}",
            f"tiles     {len(self.tiles)}: {_counted(self.tiles, self.tileset)}",
            f"wilds     {self.wilds}",
            f"grass     {' + '.join(map(str, self.grass)) or 'no'} {columns}",
        ]
        if self.supply:
            lines.append(f"supply    {len(self.supply)}: {_counted(self.supply, self.tileset)}")
        return "\n".join(lines)

    def __len__(self) -> int:
        return len(self.tiles)

    def __bool__(self) -> bool:
        return True  # it has a gate at least

    def __iter__(self) -> Iterator[str]:
        return iter(self.tiles)

    def __contains__(self, tile: object) -> bool:
        return tile in self.tiles

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
        _as_ids(self, "supply")
        for name, wanted in (("hands", "a number of hands"), ("stacks", "a number of stacks")):
            found = as_tuple(getattr(self, name), name, wanted, error=_at(name))
            force_setattr(self, name, found)
        for i, hand in enumerate(self.hands):
            check_kind(hand, Hand, "this", "a Hand", error=_at(f"hands[{i}]"))
        stacks = []
        for i, stack in enumerate(self.stacks):
            place = f"stacks[{i}]"
            stacks.append(as_tuple(stack, "a stack", "a number of ids", error=_at(place)))
            _check_ids(stacks[-1], place)
        force_setattr(self, "stacks", tuple(stacks))
        _check_game(self)
        check_whole(self.seed, "a seed", 0, error=_at("seed"))
        _check_names(self._named(), self.tileset, "on the table")

    def __repr__(self) -> str:
        return call_of(self)

    def __str__(self) -> str:
        parts = [f"Seat {i}\n{hand}\n" for i, hand in enumerate(self.hands, start=1)]
        up = f"face up   {len(self.supply)}: {_counted(self.supply, self.tileset)}\n"
        stacks = f"stacks    {', '.join(str(len(stack)) for stack in self.stacks) or 'none'}"
        return "\n".join([*parts, up + stacks])

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


def wants_hand(value: object) -> None:
    """Refuse what is no hand, and say what makes one.

    Raises:
        TypeError: see there.
    """
    if type(value) is not Hand:
        wants(value, Hand, "caladale.deal_hand or caladale.read_hand makes one")
