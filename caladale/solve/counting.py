"""Counting: what can be proved about a perfect castle with nothing but sums and parity.

In a complete castle every castle end of every tile is one half of a joint or lies on the grass.
So for each theme::

    castle ends = 2 * joints + ground edges

Both halves of a joint show the same theme, so each theme has its own such equation; the number of
ends and the number of ground edges of a theme are both even or both odd. Every gate brings a ground
edge of its own. To hold n tiles together takes n - 1 joints. A tower top takes an end at the top of
another tile of its theme. A tile of two themes is the only place where two themes meet. Gates may
choose the side that they show, so all choices are counted through: the published box has sixteen.
"""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import networkx as nx
from msgspec import Struct

from caladale.edges import THEMES, Direction, Edge
from caladale.tilefile import Group, Role
from caladale.tiles import Face, Side, TileSet
from caladale.words import some


class Bound(enum.Enum):
    """The sort of counting argument."""

    GROUND = "ground"
    """More ground edges are needed than the ground has columns."""
    WIDTH = "width"
    """The castle may span too few columns for the gates and what must stand beside them."""
    JOINTS = "joints"
    """The ends are too few to hold the tiles together."""
    TOWERS = "towers"
    """A theme has more tower tops than tiles to carry them."""
    MEETING = "meeting"
    """Two themes have no tile in which they meet."""


class Obstacle(Struct, frozen=True):
    """A proof that the tiles cannot make one complete castle.

    Attributes:
        bound: the sort of argument.
        reason: the proof, in plain words.
        is_absolute: whether it forbids every complete castle with all these gates, however many
            other tiles are left out.
    """

    bound: Bound
    reason: str
    is_absolute: bool = False


class Ends(Struct, frozen=True):
    """The castle ends of some tiles, with each gate showing one settled side.

    Attributes:
        tiles: how many tiles there are.
        by_theme: the castle ends of each theme.
        gates: for each theme, the gates whose bottom edge shows it.
        towers: for each theme, the tower tops.
        carriers: for each theme, the tiles that can show it at the top and be held up otherwise.
        meetings: the pairs of themes that meet in a tile.
    """

    tiles: int
    by_theme: Mapping[Edge, int]
    gates: Mapping[Edge, int]
    towers: Mapping[Edge, int]
    carriers: Mapping[Edge, int]
    meetings: frozenset[tuple[Edge, Edge]]

    @property
    def total(self) -> int:
        """All castle ends."""
        return sum(self.by_theme.values())

    @property
    def themes(self) -> list[Edge]:
        """The themes that occur."""
        return [theme for theme in THEMES if self.by_theme.get(theme)]

    def least_on_ground(self, theme: Edge) -> int:
        """The fewest ground edges of `theme`: one a gate, and as even or odd as its ends."""
        gates = self.gates.get(theme, 0)
        return gates + (self.by_theme.get(theme, 0) - gates) % 2

    @property
    def least_ground(self) -> int:
        """The fewest ground edges, and so columns of ground, of a perfect castle."""
        return sum(self.least_on_ground(theme) for theme in self.themes)

    @property
    def most_ground(self) -> int:
        """The most ground edges that leave enough ends to hold the tiles together."""
        return self.total - 2 * (self.tiles - 1)


def count_ends(faces: Sequence[Face]) -> Ends:
    """Count the castle ends of `faces`, one for each tile; no wild may be among them."""
    by_theme: Counter[Edge] = Counter()
    gates: Counter[Edge] = Counter()
    towers: Counter[Edge] = Counter()
    carriers: Counter[Edge] = Counter()
    meetings: set[tuple[Edge, Edge]] = set()
    for face in faces:
        castle = [edge for edge in face.edges if edge.is_castle]
        by_theme.update(castle)
        shown = [theme for theme in THEMES if theme in castle]
        meetings.update(itertools.combinations(shown, 2))
        if face.group is Group.GATE:
            gates[face.edges[Direction.S]] += 1
        if face.role is Role.TOWER:
            towers[face.edges[Direction.S]] += 1
        elif face.upright_only:
            carriers[face.edges[Direction.N]] += 1
        elif len(castle) > 1:
            carriers.update(shown)
    return Ends(len(faces), by_theme, gates, towers, carriers, frozenset(meetings))


def _choices(tileset: TileSet, offered: Mapping[str, tuple[Side, ...]]) -> Iterator[Ends]:
    """The ends under every choice of sides; identical tiles are counted through together."""
    looks = [[tileset.faces[name, side] for side in sides] for name, sides in offered.items()]
    for faces in itertools.product(*looks):
        yield count_ends(faces)


def least_ground(tileset: TileSet, offered: Mapping[str, tuple[Side, ...]]) -> int:
    """The fewest columns of ground that a perfect castle of the tiles on offer could stand on.

    Args:
        tileset: the box under the readings (`TileSet.under`).
        offered: the sides that may lie up, for the id of every tile on offer.
    """
    return min(ends.least_ground for ends in _choices(tileset, offered))


def perfect_obstacle(
    tileset: TileSet,
    offered: Mapping[str, tuple[Side, ...]],
    columns: int,
    width: int | None = None,
) -> Obstacle | None:
    """Why the tiles on offer cannot all be in one complete castle, if counting can tell.

    Args:
        tileset: the box under the readings (`TileSet.under`).
        offered: the sides that may lie up, for the id of every tile on offer.
        columns: how many columns of ground there are.
        width: how many columns the castle may span; None for any number.

    Returns:
        An argument that holds whichever sides the gates show, or None when counting forbids
        nothing; a castle may still be impossible then.
    """
    faces = {name: [tileset.faces[name, side] for side in sides] for name, sides in offered.items()}
    absolute = _too_narrow(list(faces.values()), columns, width)
    if absolute:
        return absolute
    found: list[tuple[int, Obstacle]] = []
    for ends in _choices(tileset, offered):
        obstacle = _obstacle(ends, columns)
        if obstacle is None:
            return None
        found.append((ends.least_ground, obstacle))
    _, nearest = min(found, key=lambda pair: pair[0])
    if all(obstacle == nearest for _, obstacle in found):
        return nearest
    free = [name for name, sides in offered.items() if len(sides) > 1]
    others = (
        f"The other side of {free[0]} fares" if len(free) == 1 else "Other sides of the gates fare"
    )
    return Obstacle(nearest.bound, f"{nearest.reason} {others} no better.")


def _too_narrow(
    looks: Sequence[Sequence[Face]], columns: int, width: int | None
) -> Obstacle | None:
    gates = [faces for faces in looks if faces[0].group is Group.GATE]
    told = some(len(gates), "gate stands", "gates stand")
    if len(gates) > columns:
        reason = f"{told} on the ground, which has {some(columns, 'column', 'columns')}."
        return Obstacle(Bound.GROUND, reason, is_absolute=True)
    beside = [
        side
        for side in (Direction.E, Direction.W)
        if gates and all(face.edges[side].is_castle for faces in gates for face in faces)
    ]
    if width is None or len(gates) + len(beside) <= width:
        return None
    reason = f"{told} in the bottom row"
    if beside:
        sides = " and ".join("right" if side is Direction.E else "left" for side in beside)
        castle = "it is castle" if len(gates) == 1 else "all are castle"
        where = "there" if len(beside) == 1 else "at either end"
        reason += f", and as {castle} at the {sides}, another tile closes the row {where}"
    reason += f": {len(gates) + len(beside)} columns, but the castle may span {width}."
    return Obstacle(Bound.WIDTH, reason, is_absolute=True)


def _obstacle(ends: Ends, columns: int) -> Obstacle | None:
    for bound, reason in (
        (Bound.MEETING, _themes_apart(ends)),
        (Bound.JOINTS, _too_few_ends(ends)),
        (Bound.TOWERS, _too_many_towers(ends)),
        (Bound.GROUND, _too_little_ground(ends, columns)),
    ):
        if reason:
            return Obstacle(bound, reason)
    return None


def _themes_apart(ends: Ends) -> str:
    graph: nx.Graph[Edge] = nx.Graph()
    graph.add_nodes_from(ends.themes)
    graph.add_edges_from(ends.meetings)
    parts = list(nx.connected_components(graph))
    if len(parts) < 2:
        return ""
    alone = [theme.value for theme in ends.themes if theme in parts[0]]
    return (
        f"No tile joins {' or '.join(alone)} to another theme, so the castle falls into "
        f"{len(parts)} parts."
    )


def _too_few_ends(ends: Ends) -> str:
    gates = sum(ends.gates.values())
    needed = 2 * (ends.tiles - 1) + gates
    if ends.total >= needed and ends.most_ground >= ends.least_ground:
        return ""
    ground = max(gates, ends.least_ground)
    joints = ends.tiles - 1
    return (
        f"{some(ends.tiles, 'tile holds', 'tiles hold')} together by "
        f"{some(joints, 'joint', 'joints')} or more, which {'takes' if joints == 1 else 'take'} "
        f"{2 * joints} castle edges, and at least {ground} {'lies' if ground == 1 else 'lie'} on "
        f"the ground; the tiles have only {ends.total}."
    )


def _too_many_towers(ends: Ends) -> str:
    for theme in ends.themes:
        towers, carriers = ends.towers.get(theme, 0), ends.carriers.get(theme, 0)
        if towers > carriers:
            told = some(towers, "tower top", "tower tops")
            there, each = ("is", "which") if towers == 1 else ("are", "each of which")
            only = "only " if carriers else ""
            return (
                f"There {there} {told} of {theme.value}, {each} stands on the top edge of another "
                f"tile of that theme, but {only}{some(carriers, 'tile', 'tiles')} could carry "
                f"{'it' if towers == 1 else 'one'}."
            )
    return ""


def _too_little_ground(ends: Ends, columns: int) -> str:
    if ends.least_ground <= columns:
        return ""
    told = some(columns, "column", "columns")
    gates = sum(ends.gates.values())
    start = (
        "Every castle edge of a complete castle is half of a joint or lies on the ground, and a "
        "joint has two halves of one theme. "
    )
    if gates + (ends.total - gates) % 2 > columns:
        parity = "odd" if ends.total % 2 else "even"
        alone = "The gate alone makes 1" if gates == 1 else f"The {gates} gates alone make {gates}"
        return (
            f"{start}The tiles have {some(ends.total, 'castle edge', 'castle edges')}, so the "
            f"number on the ground is {parity}. {alone if gates else 'Odd is not 0'}, so it is at "
            f"least {gates + 1}; the ground has {told}."
        )
    shares = "; ".join(
        f"{theme.value} has {some(ends.by_theme[theme], 'castle edge', 'castle edges')} and "
        f"{some(ends.gates.get(theme, 0), 'gate', 'gates')}, so at least "
        f"{ends.least_on_ground(theme)} on the ground"
        for theme in ends.themes
    )
    return f"{start}{shares[0].upper()}{shares[1:]}: {ends.least_ground}. The ground has {told}."
