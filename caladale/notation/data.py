"""Plain data on one side, layouts, hands and tables on the other; all checking happens here."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from caladale._io.strict_json import convert, quoted
from caladale._io.suggestions import close_to
from caladale.core.hand import Hand, Table
from caladale.core.layout import (
    BOOK_STRIP,
    MOST_EXCHANGES,
    MOST_FLIPPED,
    WIDEST,
    Grass,
    Layout,
    Placement,
    Variant,
)
from caladale.core.readings import Readings
from caladale.core.tile_file import tile_ids
from caladale.core.tile_names import names_of
from caladale.core.tiles import TileSet, standard_tileset
from caladale.errors import ANOTHER_BOX, FormatError, HandError, LayoutError, TextMistake
from caladale.notation.named_hand import named_tiles

Flipped = Annotated[int, Meta(ge=0, le=MOST_FLIPPED)]
Exchanges = Annotated[int, Meta(ge=0, le=MOST_EXCHANGES)]
Width = Annotated[int, Meta(ge=1, le=WIDEST)]
Seed = Annotated[int, Meta(ge=0)]


class LayoutFile(Struct, forbid_unknown_fields=True):
    """A layout as it is written, format ``caladale-layout/1``."""

    format: Literal["caladale-layout/1"]
    tileset: str
    tiles: tuple[Placement, ...]
    variant: Variant = Variant.STANDARD
    rules: Readings = Readings()
    grass: tuple[Grass, ...] = (BOOK_STRIP,)
    flipped: Flipped = 0
    timer: bool = False
    exchanges: Exchanges = 0


class HandFile(Struct, forbid_unknown_fields=True):
    """A hand as it is written, format ``caladale-hand/1``."""

    format: Literal["caladale-hand/1"]
    tileset: str
    gates: Annotated[
        tuple[str, ...],
        Meta(min_length=1, description="One, or in the challenge as many as the box has or fewer."),
    ]
    tiles: tuple[str, ...]
    variant: Variant = Variant.STANDARD
    rules: Readings = Readings()
    wilds: Annotated[
        Annotated[int, Meta(ge=0, le=1)] | UnsetType,
        Meta(description="1 by default, 0 in the challenge."),
    ] = UNSET
    grass: tuple[Width, ...] = (4,)
    flipped: Flipped = 0
    supply: tuple[str, ...] = ()


class TableFile(Struct, forbid_unknown_fields=True):
    """A dealt table as it is written, format ``caladale-table/1``."""

    format: Literal["caladale-table/1"]
    tileset: str
    variant: Variant
    seed: Seed
    hands: tuple[HandFile, ...]
    supply: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]


def same_box(name: str, tileset: TileSet | None) -> TileSet:
    """The box that a file is for: `tileset`, or the published one.

    Raises:
        FormatError: when the file names another box.
    """
    box = standard_tileset() if tileset is None else tileset
    if name != box.name:
        message = f"this is for the box {quoted(name)}, but the box at hand is {quoted(box.name)}"
        raise FormatError(message, "tileset", ANOTHER_BOX)
    return box


def layout_from_data(data: Any, tileset: TileSet | None = None) -> Layout:
    """Turn plain data into a layout.

    Raises:
        FormatError: with every mistake, each with its path.
    """
    try:
        file = convert(data, LayoutFile)
    except FormatError as error:
        box = standard_tileset() if tileset is None else tileset
        raise FormatError.of([*error.mistakes, *_no_tiles(_whole_placements(data), box)]) from None
    box = same_box(file.tileset, tileset)
    mistakes = list(_no_tiles(enumerate(file.tiles), box))
    if mistakes:
        raise LayoutError.of(mistakes)
    return Layout(
        tiles=file.tiles,
        grass=file.grass,
        variant=file.variant,
        rules=file.rules,
        flipped=file.flipped,
        timer=file.timer,
        exchanges=file.exchanges,
        tileset=box,
    )


def _whole_placements(data: Any) -> Iterator[tuple[int, Placement]]:
    """The tiles of a layout that is no layout, as far as they are tiles, with their numbers."""
    tiles = data.get("tiles") if isinstance(data, dict) else None
    for i, item in enumerate(tiles if isinstance(tiles, list) else ()):
        with contextlib.suppress(FormatError):
            yield i, convert(item, Placement)


def _no_tiles(placements: Iterable[tuple[int, Placement]], box: TileSet) -> Iterator[TextMistake]:
    """What is wrong with each tile that the box does not hold, or not with that side."""
    for i, placed in placements:
        if (placed.tile, placed.side) in box.faces:
            continue
        try:
            Layout(tiles=(placed,), tileset=box)
        except LayoutError as error:
            near = () if placed.tile in box.tiles else _ids_close_to(placed.tile, box)
            path = error.place.replace("tiles[0]", f"tiles[{i}]")
            yield TextMistake(error.message, path, suggestions=near)


def _ids_close_to(word: str, box: TileSet) -> tuple[str, ...]:
    """Ids that may have been meant, also where only the number is missing."""
    near = close_to(word, box.tiles)
    if near:
        return near
    kinds = close_to(word, box.kinds)
    return tuple(tile_ids(box.kinds[kind])[0] for kind in kinds)


def _plain(value: Any) -> Any:
    data = msgspec.to_builtins(value)
    return list(data) if isinstance(data, tuple) else data


def differing(value: Struct, without: Struct) -> dict[str, Any]:
    """The fields of `value` that differ from `without`, as plain data."""
    return {
        name: _plain(getattr(value, name))
        for name in value.__struct_fields__
        if getattr(value, name) != getattr(without, name)
    }


def placement_to_data(placed: Placement) -> dict[str, Any]:
    """Turn one tile on the table into plain data without what is at its default."""
    data: dict[str, Any] = {"tile": placed.tile, "x": placed.x, "y": placed.y}
    return data | differing(placed, Placement(placed.tile, placed.x, placed.y))


def layout_to_data(layout: Layout) -> dict[str, Any]:
    """Turn a layout into plain data without what is at its default, except format and box."""
    file = LayoutFile(
        "caladale-layout/1",
        layout.tileset.name,
        (),
        layout.variant,
        grass=layout.grass,
        flipped=layout.flipped,
        timer=layout.timer,
        exchanges=layout.exchanges,
    )
    head = {"format": file.format, "tileset": file.tileset}
    body = differing(file, LayoutFile(file.format, file.tileset, ()))
    rules = differing(layout.rules, Readings())
    return (
        head
        | ({"variant": body.pop("variant")} if "variant" in body else {})
        | ({"rules": rules} if rules else {})
        | ({"grass": body.pop("grass")} if "grass" in body else {})
        | {"tiles": [placement_to_data(placed) for placed in layout.tiles]}
        | body
    )


def hand_from_data(data: Any, tileset: TileSet | None = None) -> Hand:
    """Turn plain data into a hand.

    Tiles may be named by their kind, and numbers of them as in ``3*stone-edge``; they are then
    those with the lowest numbers that are not named.

    Raises:
        FormatError: with every mistake, each with its path.
    """
    try:
        file = convert(data, HandFile)
    except FormatError as error:
        box = standard_tileset() if tileset is None else tileset
        lists = {where: _words(data, where) for where in ("gates", "tiles", "supply")}
        named = named_tiles(names_of(box.file), **lists)
        raise FormatError.of([*error.mistakes, *named.mistakes]) from None
    return _hand(file, tileset)


def _words(data: Any, where: str) -> tuple[str, ...]:
    """The words of a list, in a hand that is no hand; none if there is more than words in it."""
    found = data.get(where) if isinstance(data, dict) else None
    is_list = isinstance(found, list) and all(isinstance(one, str) for one in found)
    return tuple(found) if isinstance(found, list) and is_list else ()


def _hand(file: HandFile, tileset: TileSet | None) -> Hand:
    wilds = file.wilds
    if wilds is UNSET:
        wilds = file.variant.most_wilds
    box = same_box(file.tileset, tileset)
    named = named_tiles(names_of(box.file), gates=file.gates, tiles=file.tiles, supply=file.supply)
    try:
        return Hand(
            gates=named.ids("gates"),
            tiles=named.ids("tiles"),
            variant=file.variant,
            rules=file.rules,
            wilds=wilds,
            grass=file.grass,
            flipped=file.flipped,
            supply=named.ids("supply"),
            tileset=box,
        )
    except HandError as error:
        raise HandError.of(named.all_mistakes(error.mistakes), error.topic) from None


def hand_to_data(hand: Hand) -> dict[str, Any]:
    """Turn a hand into plain data; the number of wilds is always told."""
    file = HandFile(
        "caladale-hand/1",
        hand.tileset.name,
        hand.gates,
        hand.tiles,
        hand.variant,
        wilds=hand.wilds,
        grass=hand.grass,
        flipped=hand.flipped,
        supply=hand.supply,
    )
    rules = differing(hand.rules, Readings())
    head = {"format": file.format, "tileset": file.tileset, "variant": hand.variant.value}
    kept = {"gates": list(file.gates), "tiles": list(file.tiles)}
    body = differing(file, HandFile(file.format, file.tileset, file.gates, file.tiles))
    body.pop("variant", None)
    return head | ({"rules": rules} if rules else {}) | kept | body


def table_from_data(data: Any, tileset: TileSet | None = None) -> Table:
    """Turn plain data into a dealt table.

    Raises:
        FormatError: with the path of the first thing that is off.
    """
    file: TableFile = convert(data, TableFile)
    box = same_box(file.tileset, tileset)
    hands, topic = [], ""
    mistakes: list[TextMistake] = []
    for i, hand in enumerate(file.hands):
        try:
            hands.append(_hand(hand, box))
        except FormatError as error:
            topic = topic or error.topic
            mistakes += [one._replace(place=f"hands[{i}].{one.place}") for one in error.mistakes]
    if mistakes:
        raise HandError.of(mistakes, topic)
    return Table(tuple(hands), file.supply, file.stacks, file.variant, file.seed, box)


def table_to_data(table: Table) -> dict[str, Any]:
    """Turn a dealt table into plain data; its hands are whole hands and can be used alone."""
    return {
        "format": "caladale-table/1",
        "tileset": table.tileset.name,
        "variant": table.variant.value,
        "seed": table.seed,
        "hands": [hand_to_data(hand) for hand in table.hands],
        "supply": list(table.supply),
        "stacks": [list(stack) for stack in table.stacks],
    }
