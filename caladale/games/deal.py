"""Dealing: shuffled, but the same again for the same seed.

The numbers of tiles are the rulebook's. `random.Random` is seeded with the given integer and used
only through `shuffle`, whose results do not depend on the machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from caladale.core.hand import Hand, Table
from caladale.core.layout import Variant
from caladale.core.tiles import Tile, TileSet, standard_tileset
from caladale.errors import CaladaleError

FACE_UP = 9
"""Tiles that lie face up on the supply board (Standard, Solo)."""

SPEED_DEALS = {2: (8, 20), 3: (9, 21), 4: (8, 16)}
"""For each number of players in Speed: tiles face up, own tiles of each."""

SPEED_DEAL_ALL = (8, 32)
"""The same for two players with all tiles."""

SOLO2_OWN = 25
"""Own tiles in Solo 2."""

PLAYERS = {
    Variant.STANDARD: (2, 3, 4),
    Variant.SPEED: (2, 3, 4),
    Variant.SOLO1: (1,),
    Variant.SOLO2: (1,),
    Variant.ALL_TILES: (1,),
}
"""How many can play each variant."""


_APPRENTICE = "gate-apprentice"


class DealError(CaladaleError, ValueError):
    """A deal that the rulebook has no numbers for."""


def _ids(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(tile.id for tile in tiles)


def _shuffled(rng: random.Random, names: Iterable[str]) -> list[str]:
    names = list(names)
    rng.shuffle(names)
    return names


def _gates(rng: random.Random, players: int, tileset: TileSet) -> list[str]:
    """A gate for each seat, as far as there are some.

    They show mixed sides with four players, the Apprentice among them, else fronts without it.
    """
    names = _ids(tileset.gates())
    if players == 4:
        mixed = _shuffled(rng, names)
        if _APPRENTICE in mixed[players:]:
            mixed[players - 1] = _APPRENTICE
        return [f"{name}:back" for name in mixed[:players]]
    fronts = [name for name in names if name != _APPRENTICE]
    return [f"{name}:front" for name in _shuffled(rng, fronts)[:players]]


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _check(variant: object, **numbers: object) -> None:
    """Refuse what is no variant, and numbers that are no whole ones from 0."""
    if not isinstance(variant, Variant):
        known = ", ".join(map(repr, Variant))
        raise DealError(f"{variant!r} is no variant; these are: {known}")
    for name, number in numbers.items():
        if not (_is_whole(number) and number >= 0):  # type: ignore[operator]
            raise DealError(f"{name} is a whole number from 0, not {number!r}")


def _take(pile: list[str], count: int) -> tuple[str, ...]:
    """Take the top `count` tiles off `pile`."""
    if count > len(pile):
        raise DealError(f"the box has too few tiles: {count} are to be dealt, {len(pile)} are left")
    taken, pile[:] = tuple(pile[:count]), pile[count:]
    return taken


def deal_hand(
    variant: Variant, seed: int, *, own: int | None = None, tileset: TileSet | None = None
) -> Hand:
    """Deal one hand to build from.

    Standard: 24 tiles of the whole box and one single-theme gate, as each of three players ends up
    with. Speed: 21 tiles of the same, with 9 face up to exchange with. Solo 1: all tiles that are
    drawn, in the order in which they come. Solo 2: 25 tiles, 9 to exchange with, any gate.
    All-tiles: the whole box without wilds, all its gates, two strips (the seed changes nothing).

    Args:
        variant: the game.
        seed: any integer from 0.
        own: deal this many own tiles instead of the book's number.
        tileset: the box.

    Raises:
        DealError: when the box has too few tiles or no gate, or a number is none.
    """
    _check(variant, seed=seed, own=0 if own is None else own)
    box = standard_tileset() if tileset is None else tileset
    rng = random.Random(seed)
    pile = list(_ids(box.supply()))
    if variant is Variant.ALL_TILES:
        tiles = _take(pile, len(pile) if own is None else own)
        gates = _ids(box.gates())
        if not gates:
            raise DealError("the box has no gate to deal")
        return Hand(gates, tiles, variant, wilds=0, grass=(4, 4), tileset=box)
    rng.shuffle(pile)
    if variant in (Variant.STANDARD, Variant.SPEED):
        gates = tuple(_gates(rng, 3, box)[:1])
    else:
        gates = tuple(_shuffled(rng, _ids(box.gates()))[:1])
    if not gates:
        raise DealError("the box has no gate to deal")
    face_up, book = {
        Variant.STANDARD: (0, len(pile) // 3),
        Variant.SPEED: SPEED_DEALS[3],
        Variant.SOLO1: (0, len(pile)),
        Variant.SOLO2: (FACE_UP, SOLO2_OWN),
    }[variant]
    supply = _take(pile, face_up)
    tiles = _take(pile, book if own is None else own)
    return Hand(gates, tiles, variant, supply=supply, tileset=box)


def deal_table(
    variant: Variant,
    seed: int,
    players: int,
    *,
    all_tiles: bool = False,
    tileset: TileSet | None = None,
) -> Table:
    """Deal a whole table, as it is when play starts.

    Two players leave the tiles with a plus mark in the box unless `all_tiles` is set. In Standard
    and Solo 1 nobody owns tiles yet; what is not face up forms three stacks (one in Solo 1).

    Raises:
        DealError: for a number of players that the variant has no deal for, a box with too few
            tiles or gates for them, or a seed that is none.
    """
    _check(variant, seed=seed)
    box = standard_tileset() if tileset is None else tileset
    if not (_is_whole(players) and players in PLAYERS[variant]):
        allowed = " or ".join(str(number) for number in PLAYERS[variant])
        raise DealError(f"{variant.value} is a game for {allowed}, not for {players}")
    if players == 1:
        return _solo_table(variant, seed, box)
    rng = random.Random(seed)
    pile = _shuffled(rng, _ids(box.supply(plus=all_tiles or players > 2)))
    gates = _gates(rng, players, box)
    if len(gates) < players:
        found = f"{len(gates)}" if players == 4 else f"{len(gates)} besides the Apprentice"
        raise DealError(
            f"the box has too few gates: {players} players need one each, it has {found}"
        )
    own = 0
    if variant is Variant.STANDARD:
        supply = _take(pile, FACE_UP)
    else:
        face_up, own = SPEED_DEAL_ALL if all_tiles and players == 2 else SPEED_DEALS[players]
        supply = _take(pile, face_up)
    hands = tuple(
        Hand(
            gates=(gate,),
            tiles=_take(pile, own),
            variant=variant,
            supply=supply if variant is Variant.SPEED else (),
            tileset=box,
        )
        for gate in gates
    )
    third = -(-len(pile) // 3)
    stacks = tuple(tuple(pile[i : i + third]) for i in range(0, len(pile), third or 1))
    return Table(hands, supply, stacks, variant, seed, box)


def _solo_table(variant: Variant, seed: int, box: TileSet) -> Table:
    hand = deal_hand(variant, seed, tileset=box)
    if variant is Variant.SOLO1:
        owner = Hand(gates=hand.gates, tiles=(), variant=variant, tileset=box)
        up, down = hand.tiles[:FACE_UP], hand.tiles[FACE_UP:]
        return Table((owner,), up, (down,), variant, seed, box)
    return Table((hand,), hand.supply, (), variant, seed, box)
