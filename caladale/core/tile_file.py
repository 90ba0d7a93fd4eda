"""The tile file: an entry for each kind of tile with its printed edges, proved on load."""

from __future__ import annotations

import tomllib
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from caladale._io.formats import TILES, read_as
from caladale._io.strict_json import convert, quoted
from caladale.core.edges import Edges
from caladale.core.readings import READINGS
from caladale.core.short_repr import NamedMember
from caladale.errors import FormatError, TileSetError


class Group(NamedMember):
    """The four sorts of tile that the box is counted by."""

    STANDARD = "standard"
    GATE = "gate"
    ENCHANTED = "enchanted"
    WILD = "wild"


class Role(NamedMember):
    """What a tile is called in the rulebook's tile reference; some rules go by this name."""

    FOUR = "four"
    THREE = "three"
    TWO = "two"
    MID = "mid"
    EDGE = "edge"
    TOWER = "tower"
    A = "a"
    B = "b"
    C = "c"
    GATE = "gate"
    WILD = "wild"


class Provenance(NamedMember):
    """How sure we are of a printed edge: named in the rulebook, inferred from it, or assumed."""

    RULEBOOK = "rulebook"
    INFERRED = "inferred"
    ASSUMED = "assumed"


Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$(?!\n)", max_length=40)]


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of tile as the tile file tells it: identical tiles under one entry."""

    id: Annotated[
        Name, Meta(description="The kind's id; its tiles are ID-1, ID-2, … where it is counted.")
    ]
    group: Group
    role: Role
    edges: Annotated[Edges, Meta(description="Printed edges N, E, S, W at turn 0.")]
    back: Annotated[
        Edges | UnsetType, Meta(description="The same for the back side; gates have one.")
    ] = UNSET
    count: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | UnsetType,
        Meta(description="How many such tiles; left out for a single tile without a number."),
    ] = UNSET
    plus: Annotated[
        int,
        Meta(ge=0, description="How many, from the highest number down, bear the plus mark."),
    ] = 0
    provenance: Provenance
    note: Annotated[str, Meta(description="Why the edges are believed to be so.")]


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What an overlay prints over one entry."""

    id: Name
    edges: Edges
    back: Edges | UnsetType = UNSET


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    """The edges that hold under a reading other than the default."""

    reading: str
    value: str
    change: Annotated[tuple[Change, ...], Meta(min_length=1)]


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """The box's own totals, proved when the file is loaded."""

    standard: int
    gate: int
    enchanted: int
    wild: int
    supply: Annotated[int, Meta(description="Standard and enchanted tiles: all that are drawn.")]
    supply_without_plus: Annotated[
        int, Meta(description="The same without the tiles that bear the plus mark.")
    ]


class TileFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a tile file, format ``caladale-tiles/1``."""

    format: Literal["caladale-tiles/1"]
    name: Name
    title: str
    counts: Counts
    tile: Annotated[tuple[Entry, ...], Meta(min_length=1)]
    overlay: tuple[Overlay, ...] = ()


def tile_ids(entry: Entry) -> list[str]:
    """The ids of the physical tiles that `entry` stands for, in the order of their numbers."""
    if entry.count is UNSET:
        return [entry.id]
    return [f"{entry.id}-{number}" for number in range(1, entry.count + 1)]


def parse_tilefile(text: str) -> TileFile:
    """Read a tile file in TOML.

    Raises:
        TileSetError: with the place of the mistake, when the text is no TOML, does not fit
            `TileFile`, or contradicts itself or its own counts.
    """
    with read_as(text, TILES):
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise TileSetError(f"this is not TOML: {error}") from None
        if not text.strip():
            raise TileSetError("there is nothing to read: the text is empty")
        try:
            file = convert(data, TileFile)
        except FormatError as error:
            raise TileSetError(error.message, error.place, error.topic) from None
    _check_entries(file)
    _check_counts(file)
    _check_overlays(file)
    return file


def _check_entries(file: TileFile) -> None:
    seen: dict[str, int] = {}
    for i, entry in enumerate(file.tile):
        place = f"tile[{i}]"
        if (entry.group is Group.GATE) != (entry.back is not UNSET):
            raise TileSetError("a gate has a back, and nothing else has one", f"{place}.back")
        for group, role in ((Group.GATE, Role.GATE), (Group.WILD, Role.WILD)):
            if (entry.group is group) != (entry.role is role):
                raise TileSetError(f"group and role {role.value} go together", f"{place}.role")
        ids = tile_ids(entry)
        if entry.plus > len(ids):
            raise TileSetError("more plus marks than tiles", f"{place}.plus")
        for name in dict.fromkeys([*ids, entry.id]):
            if name in seen:
                raise TileSetError(f"{name} is already taken by tile[{seen[name]}]", place)
            seen[name] = i


def _check_counts(file: TileFile) -> None:
    actual = {
        group.value: sum(len(tile_ids(e)) for e in file.tile if e.group is group) for group in Group
    }
    drawn = [e for e in file.tile if e.group in (Group.STANDARD, Group.ENCHANTED)]
    actual["supply"] = sum(len(tile_ids(e)) for e in drawn)
    actual["supply_without_plus"] = actual["supply"] - sum(e.plus for e in drawn)
    for name, count in actual.items():
        told = getattr(file.counts, name)
        if told != count:
            raise TileSetError(
                f"the file promises {told}, but its entries make {count}", f"counts.{name}"
            )


def _check_overlays(file: TileFile) -> None:
    values = {reading.name: reading.values for reading in READINGS}
    has_back = {entry.id: entry.back is not UNSET for entry in file.tile}
    seen: set[tuple[str, str]] = set()
    for i, overlay in enumerate(file.overlay):
        place = f"overlay[{i}]"
        if overlay.reading not in values:
            raise TileSetError(f"there is no reading {quoted(overlay.reading)}", f"{place}.reading")
        others = values[overlay.reading][1:]
        if overlay.value not in others:
            raise TileSetError(
                f"{quoted(overlay.value)} is no alternative of {overlay.reading}"
                f" ({', '.join(others)})",
                f"{place}.value",
            )
        if (overlay.reading, overlay.value) in seen:
            raise TileSetError("this reading has an overlay already", place)
        seen.add((overlay.reading, overlay.value))
        changed: set[str] = set()
        for j, change in enumerate(overlay.change):
            if change.id in changed:
                raise TileSetError(f"{change.id} is changed already", f"{place}.change[{j}].id")
            changed.add(change.id)
            if change.id not in has_back:
                raise TileSetError(f"there is no entry {change.id}", f"{place}.change[{j}].id")
            if change.back is not UNSET and not has_back[change.id]:
                raise TileSetError(f"{change.id} has no back", f"{place}.change[{j}].back")
