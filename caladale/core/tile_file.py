"""The tile file: an entry for each kind of tile with its printed edges, proved on load."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from caladale._io.formats import TILES, read_as
from caladale._io.strict_json import convert, quoted
from caladale._io.suggestions import close_to
from caladale.core.edges import Edges
from caladale.core.readings import READINGS
from caladale.core.short_repr import NamedMember
from caladale.errors import FormatError, TextMistake, TileSetError


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
        TileSetError: with every mistake and its place, when the text is no TOML, does not fit
            `TileFile`, or contradicts itself or its own counts.
    """
    with read_as(text, TILES):
        if _is_deep(text):
            raise TileSetError("this is not TOML that a tile file can be: it is nested too deep")
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise TileSetError.of([_no_toml(str(error))]) from None
        if not text.strip():
            raise TileSetError("there is nothing to read: the text is empty")
        try:
            file = convert(data, TileFile)
        except FormatError as error:
            raise TileSetError.of(error.mistakes, error.topic) from None
        # What the entries make counts only where each of them is as it should be.
        mistakes = list(_entry_mistakes(file)) or list(_count_mistakes(file))
        mistakes += _overlay_mistakes(file)
        if mistakes:
            raise TileSetError.of(mistakes)
    return file


def _is_deep(text: str) -> bool:
    """Whether brackets lie deeper in each other than those of any tile file, strings left out.

    The parser goes as deep as the text, and the stack of the process need not.
    """
    depth = deepest = 0
    for match in _BRACKET.finditer(text):
        depth = max(0, depth + {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0))
        deepest = max(deepest, depth)
    return deepest > _DEEPEST


_BRACKET = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]')
_DEEPEST = 50


def _no_toml(message: str) -> TextMistake:
    """What the library says, with line and column taken out of its sentence."""
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    told = f"this is not TOML: {message[: found.start()] if found else message}"
    if found is None:
        return TextMistake(told)
    place = f"line {found[1]}, column {found[2]}"
    return TextMistake(told, place, int(found[1]), int(found[2]))


def _entry_mistakes(file: TileFile) -> Iterator[TextMistake]:
    seen: dict[str, int] = {}
    for i, entry in enumerate(file.tile):
        place = f"tile[{i}]"
        if (entry.group is Group.GATE) != (entry.back is not UNSET):
            yield TextMistake("a gate has a back, and nothing else has one", f"{place}.back")
        for group, role in ((Group.GATE, Role.GATE), (Group.WILD, Role.WILD)):
            if (entry.group is group) != (entry.role is role):
                yield TextMistake(f"group and role {role.value} go together", f"{place}.role")
        ids = tile_ids(entry)
        if entry.plus > len(ids):
            yield TextMistake("more plus marks than tiles", f"{place}.plus")
        for name in dict.fromkeys([*ids, entry.id]):
            if name in seen and seen[name] != i:
                yield TextMistake(f"{name} is already taken by tile[{seen[name]}]", place)
                break
            seen[name] = i


def _count_mistakes(file: TileFile) -> Iterator[TextMistake]:
    actual = {
        group.value: sum(len(tile_ids(e)) for e in file.tile if e.group is group) for group in Group
    }
    drawn = [e for e in file.tile if e.group in (Group.STANDARD, Group.ENCHANTED)]
    actual["supply"] = sum(len(tile_ids(e)) for e in drawn)
    actual["supply_without_plus"] = actual["supply"] - sum(e.plus for e in drawn)
    for name, count in actual.items():
        told = getattr(file.counts, name)
        if told != count:
            message = f"the file promises {told}, but its entries make {count}"
            yield TextMistake(message, f"counts.{name}")


def _overlay_mistakes(file: TileFile) -> Iterator[TextMistake]:
    values = {reading.name: reading.values for reading in READINGS}
    seen: set[tuple[str, str]] = set()
    for i, overlay in enumerate(file.overlay):
        place = f"overlay[{i}]"
        if overlay.reading not in values:
            message = f"there is no reading {quoted(overlay.reading)}"
            near = close_to(overlay.reading, values)
            yield TextMistake(message, f"{place}.reading", suggestions=near)
        elif overlay.value not in values[overlay.reading][1:]:
            others = values[overlay.reading][1:]
            message = (
                f"{quoted(overlay.value)} is no alternative of {overlay.reading}"
                f" ({', '.join(others)})"
            )
            near = close_to(overlay.value, others)
            yield TextMistake(message, f"{place}.value", suggestions=near)
        elif (overlay.reading, overlay.value) in seen:
            yield TextMistake("this reading has an overlay already", place)
        seen.add((overlay.reading, overlay.value))
        yield from _change_mistakes(file, overlay, place)


def _change_mistakes(file: TileFile, overlay: Overlay, place: str) -> Iterator[TextMistake]:
    has_back = {entry.id: entry.back is not UNSET for entry in file.tile}
    changed: set[str] = set()
    for j, change in enumerate(overlay.change):
        if change.id in changed:
            yield TextMistake(f"{change.id} is changed already", f"{place}.change[{j}].id")
        changed.add(change.id)
        if change.id not in has_back:
            message = f"there is no entry {change.id}"
            near = close_to(change.id, has_back)
            yield TextMistake(message, f"{place}.change[{j}].id", suggestions=near)
        elif change.back is not UNSET and not has_back[change.id]:
            yield TextMistake(f"{change.id} has no back", f"{place}.change[{j}].back")
