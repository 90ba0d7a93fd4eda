"""The tiles of a box: every physical tile, its sides, and its edges under each turn."""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct

from caladale._io.strict_json import decode_utf8
from caladale.core.edges import Edges, turned
from caladale.core.readings import Readings
from caladale.core.short_repr import call_of
from caladale.core.soundness import check_kind
from caladale.core.tile_file import Entry, Group, Role, TileFile, parse_tilefile, tile_ids
from caladale.errors import FormatError, TileSetError

Side: TypeAlias = Literal["front", "back"]
"""Which side of a tile lies up; only gates have a back."""

Chosen: TypeAlias = tuple[tuple[str, str], ...]
"""The readings, with their values, that a tile file prints other edges for."""


class Face(Struct, frozen=True, eq=False):
    """One side of one kind of tile, with its edges under every turn.

    Compared by identity, which is quick and says the same: there is one object for each face that
    differs from others, also after pickling and copying.
    """

    kind: str
    side: Side
    group: Group
    role: Role
    edges: Edges
    turns: tuple[Edges, Edges, Edges, Edges]
    """The edges after 0, 1, 2 and 3 quarter turns clockwise."""

    def __repr__(self) -> str:
        edges = " ".join(edge.value for edge in self.edges)
        return f"<Face {self.kind} {self.side}: {edges}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _face, (self.kind, self.side, self.group, self.role, self.edges)

    def __copy__(self) -> Face:
        return self

    def __deepcopy__(self, memo: object) -> Face:
        return self

    @property
    def upright_only(self) -> bool:
        """Whether the rules allow only turn 0 (gates by B1, tower tops by B2)."""
        return self.role in (Role.GATE, Role.TOWER)

    @property
    def orientations(self) -> tuple[int, ...]:
        """The allowed turns that look different from each other, the least of each look."""
        if self.upright_only:
            return (0,)
        return tuple(t for t in range(4) if self.turns[t] not in self.turns[:t])


class Tile(Struct, frozen=True):
    """One physical tile of the box.

    Raises:
        TileSetError: for a value of another sort than its field's.
    """

    id: str
    kind: str
    group: Group
    role: Role
    plus: bool
    """Whether its back bears the plus mark: such tiles stay in the box with two players."""

    def __post_init__(self) -> None:
        for name, kind in _SORTS.items():
            own, wanted = getattr(self, name), f"a {kind.__name__}"
            refusal = functools.partial(TileSetError, place=name)
            check_kind(own, kind, name, wanted, error=refusal)

    def __repr__(self) -> str:
        return call_of(self, "id", "kind", "group", "role")

    def __str__(self) -> str:
        return self.id

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that may lie up."""
        return ("front", "back") if self.group is Group.GATE else ("front",)


_SORTS = {"id": str, "kind": str, "group": Group, "role": Role, "plus": bool}


class TileSet(Struct, frozen=True, eq=False, weakref=True):
    """A box of tiles under one reading of their printed edges.

    A box is a collection of its tiles: ``len`` and iteration work on them, ``in`` on their ids, and
    ``box["stone-four-1"]`` is one of them.

    Compared by identity, which is quick and says the same: there is one object for tile files that
    say the same, also after pickling and copying.

    Attributes:
        file: what the tile file says.
        tiles: every physical tile by id, in the file's order.
        faces: the face of every (tile id, side) that exists.
        kinds: the entries by id.
    """

    file: TileFile
    tiles: dict[str, Tile]
    faces: dict[tuple[str, Side], Face]
    kinds: dict[str, Entry]
    _chosen: Chosen
    _variants: dict[Chosen, TileSet]

    def __repr__(self) -> str:
        # Only the published box can be had by a call that names nothing else.
        if self.file != standard_tileset().file:
            return f"<TileSet {self.name}: {len(self.tiles)} tiles>"
        rules = ", ".join(f"{name}={value!r}" for name, value in self._chosen)
        return f"standard_tileset().under(Readings({rules}))" if rules else "standard_tileset()"

    def __str__(self) -> str:
        lines = [f"{self.file.title} ({self.name}): {len(self.tiles)} tiles"]
        for kind, entry in self.kinds.items():
            ids = tile_ids(entry)
            for side in self.tiles[ids[0]].sides:
                name = f"{len(ids):3} {kind}" if side == "front" else f"    {kind}, back"
                edges = " ".join(f"{edge.value:5}" for edge in self.faces[ids[0], side].edges)
                lines.append(f"{name:28} {edges}".rstrip())
        return "\n".join(lines)

    def __len__(self) -> int:
        return len(self.tiles)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles.values())

    def __contains__(self, tile: object) -> bool:
        return tile in self.tiles

    def __getitem__(self, tile: str) -> Tile:
        """The tile with this id.

        Raises:
            KeyError: when the box has none.
        """
        return self.tiles[tile]

    def __reduce__(self) -> tuple[Any, ...]:
        return _under, (self.file, self._chosen)

    def __copy__(self) -> TileSet:
        return self

    def __deepcopy__(self, memo: object) -> TileSet:
        return self

    @property
    def name(self) -> str:
        """The name that layouts and hands refer to this box by."""
        return self.file.name

    def under(self, rules: Readings) -> TileSet:
        """Return this box with the edges that hold under `rules`; the box itself by default."""
        chosen = tuple(
            (o.reading, o.value) for o in self.file.overlay if getattr(rules, o.reading) == o.value
        )
        return self._with(chosen)

    def _with(self, chosen: Chosen) -> TileSet:
        found = self._variants.get(chosen)
        if found is None:
            # Of two threads that build it at once, both get what the first has put there.
            made = _build(self.file, chosen, self._variants)
            found = self._variants.setdefault(chosen, made)
        return found

    def supply(self, *, plus: bool = True) -> tuple[Tile, ...]:
        """The tiles that are drawn in play: standard and enchanted, with or without plus marks."""
        drawn = (Group.STANDARD, Group.ENCHANTED)
        return tuple(t for t in self.tiles.values() if t.group in drawn and (plus or not t.plus))

    def gates(self) -> tuple[Tile, ...]:
        """The gate tiles."""
        return tuple(t for t in self.tiles.values() if t.group is Group.GATE)

    def wilds(self) -> tuple[Tile, ...]:
        """The wild tiles."""
        return tuple(t for t in self.tiles.values() if t.group is Group.WILD)


@functools.cache
def _face(kind: str, side: Side, group: Group, role: Role, edges: Edges) -> Face:
    turns = (edges, turned(edges, 1), turned(edges, 2), turned(edges, 3))
    return Face(kind, side, group, role, edges, turns)


def _face_of(entry: Entry, side: Side, edges: Edges) -> Face:
    return _face(entry.id, side, entry.group, entry.role, edges)


def _build(file: TileFile, chosen: Chosen, variants: dict[Chosen, TileSet]) -> TileSet:
    changes = {
        change.id: change
        for overlay in file.overlay
        if (overlay.reading, overlay.value) in chosen
        for change in overlay.change
    }
    tiles: dict[str, Tile] = {}
    faces: dict[tuple[str, Side], Face] = {}
    for entry in file.tile:
        change = changes.get(entry.id)
        front = _face_of(entry, "front", change.edges if change else entry.edges)
        back = None
        if entry.back is not UNSET:
            over = change.back if change else UNSET
            back = _face_of(entry, "back", entry.back if over is UNSET else over)
        ids = tile_ids(entry)
        for number, name in enumerate(ids, start=1):
            plus = number > len(ids) - entry.plus
            tiles[name] = Tile(name, entry.id, entry.group, entry.role, plus)
            faces[name, "front"] = front
            if back is not None:
                faces[name, "back"] = back
    kinds = {entry.id: entry for entry in file.tile}
    return TileSet(file, tiles, faces, kinds, chosen, variants)


_boxes: weakref.WeakValueDictionary[TileFile, TileSet] = weakref.WeakValueDictionary()
"""The box of each tile file, as long as somebody has it."""
_making = threading.Lock()


def build_tileset(file: TileFile) -> TileSet:
    """The box of `file`, which `parse_tilefile` has checked: one object for equal files."""
    with _making:
        found = _boxes.get(file)
        if found is None:
            variants: dict[Chosen, TileSet] = {}
            found = variants[()] = _boxes[file] = _build(file, (), variants)
        return found


def _under(file: TileFile, chosen: Chosen) -> TileSet:
    """The box of `file` with the edges of `chosen`."""
    return build_tileset(file)._with(chosen)  # noqa: SLF001 - what a pickle of a box calls


def _shipped(name: str) -> str:
    package = resources.files("caladale")
    inside = package / "data" / name
    if inside.is_file():
        return inside.read_text(encoding="utf-8")
    # A source checkout, zipped or not, keeps the data beside the package; the wheel carries it
    # inside. A place in a zip file has a parent as a path has, though its protocol promises none.
    beside: Traversable = package.parent / "tiles" / name  # type: ignore[attr-defined]
    return beside.read_text(encoding="utf-8")


@functools.cache
def standard_tileset() -> TileSet:
    """The box as published: the tile file that ships with caladale."""
    return build_tileset(parse_tilefile(shipped_tile_file()))


def shipped_tile_file() -> str:
    """The text of the tile file that ships with caladale, in TOML."""
    return _shipped("caladale.toml")


def load_tileset(path: str | Path | None = None) -> TileSet:
    """Read a tile file from `path`, or the one that ships with caladale.

    Raises:
        TileSetError: see `parse_tilefile`.
        OSError: when the file cannot be read.
    """
    if path is None:
        return standard_tileset()
    try:
        text = decode_utf8(Path(path).read_bytes())
    except FormatError as error:
        raise TileSetError.of(error.mistakes, error.topic) from None
    return build_tileset(parse_tilefile(text))
