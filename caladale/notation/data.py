"""Plain data on one side, layouts, hands and tables on the other; all checking happens here."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from caladale._io.plain_words import NO_CHOICE
from caladale._io.strict_json import convert, quoted
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
from caladale.core.readings import READINGS, Readings
from caladale.core.tiles import Side, TileSet, standard_tileset
from caladale.errors import ANOTHER_BOX, FormatError, HandError

_SIDES: tuple[str, ...] = get_args(Side)

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


def as_file(data: Any, kind: type[Any]) -> Any:
    """Turn plain data into a value of type `kind`, naming the choices where a choice is off.

    Raises:
        FormatError: with the path of the first value that does not fit.
    """
    try:
        return convert(data, kind)
    except FormatError as error:
        # That it is none of the choices is all the library says; a player wants to hear them.
        choices = {f"rules.{reading.name}": reading.values for reading in READINGS}
        choices["variant"] = tuple(variant.value for variant in Variant)
        if error.place.endswith(".side"):
            choices[error.place] = _SIDES
        choices["format"] = get_args(get_type_hints(kind)["format"])
        off = re.fullmatch(f"'(.*)' {NO_CHOICE}", error.message)
        if error.place in choices and off:
            allowed = choices[error.place]
            one_of = f"one of {', '.join(allowed)}" if len(allowed) > 1 else allowed[0]
            raise FormatError(f"{quoted(off[1])} is not {one_of}", error.place) from None
        if error.message == "the key 'format' is missing here" and not error.place:
            hint = f", which tells what this is, such as {quoted(choices['format'][0])}"
            raise FormatError(error.message + hint) from None
        raise


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
        FormatError: with the path of the first thing that is off.
    """
    file: LayoutFile = as_file(data, LayoutFile)
    return Layout(
        tiles=file.tiles,
        grass=file.grass,
        variant=file.variant,
        rules=file.rules,
        flipped=file.flipped,
        timer=file.timer,
        exchanges=file.exchanges,
        tileset=same_box(file.tileset, tileset),
    )


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

    Raises:
        FormatError: with the path of the first thing that is off.
    """
    return _hand(as_file(data, HandFile), tileset)


def _hand(file: HandFile, tileset: TileSet | None) -> Hand:
    wilds = file.wilds
    if wilds is UNSET:
        wilds = file.variant.most_wilds
    return Hand(
        gates=file.gates,
        tiles=file.tiles,
        variant=file.variant,
        rules=file.rules,
        wilds=wilds,
        grass=file.grass,
        flipped=file.flipped,
        supply=file.supply,
        tileset=same_box(file.tileset, tileset),
    )


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
    file: TableFile = as_file(data, TableFile)
    box = same_box(file.tileset, tileset)
    hands = []
    for i, hand in enumerate(file.hands):
        try:
            hands.append(_hand(hand, box))
        except FormatError as error:
            place = f"hands[{i}].{error.place}"
            raise HandError(error.message, place, error.topic) from None
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
