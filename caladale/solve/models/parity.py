"""Counting: what can be proved about a perfect castle with nothing but sums and parity.

In a complete castle every castle end of every tile is one half of a joint or lies on the grass.
So for each theme::

    castle ends = 2 * joints + ground edges

Both halves of a joint show the same theme, so each theme has its own such equation; the number of
ends and the number of ground edges of a theme are both even or both odd. Every gate whose bottom is
castle brings a ground edge of its own. To hold n tiles together takes n - 1 joints. A tower top
takes an end at the top of another tile of its theme. A tile of two themes is the only place where
two themes meet. A wild edge fits every theme: it may take the odd end of one of them, carry a tower
top of any, and join what does not meet otherwise. Gates may choose the side that they show, so all
choices are counted through: the published box has sixteen.

Proofs are in docs/proofs.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
from msgspec import Struct

from caladale._io.plural import some
from caladale.core.edges import Direction, Edge
from caladale.core.short_repr import NamedMember
from caladale.core.tiles import Face, TileSet
from caladale.solve.models.arguments import themes_meet_only_in_tiles
from caladale.solve.models.castle_ends import Ends, Offer, choices, gate_lots


class Bound(NamedMember):
    """The sort of counting argument."""

    GATES = "gates"
    """The game asks for a gate that is not there, or allows fewer than are to be used."""
    GROUND = "ground"
    """More ground edges are needed than the ground has columns."""
    STRIPS = "strips"
    """The strips lie apart, which the readings forbid."""
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
            other tiles are left out. There may still be one with fewer gates.
    """

    bound: Bound
    reason: str
    is_absolute: bool = False


class Room(Struct, frozen=True):
    """The room that a castle has.

    Attributes:
        columns: the most columns of ground that it can stand on.
        width: how many columns it may span; None for any number.
        ground: how many columns of ground there are, on all of which it may not stand at once.
    """

    columns: int
    width: int | None
    ground: int

    @property
    def told(self) -> str:
        """The columns of ground, in words that go on from "the ground"."""
        if self.ground == self.columns:
            return f"has {some(self.columns, 'column', 'columns')}"
        covered = some(self.columns, "column", "columns")
        return f"offers a castle so narrow {covered} at most (it has {self.ground})"


def least_ground(tileset: TileSet, offered: Offer) -> int:
    """The fewest columns of ground that a perfect castle of the tiles on offer could stand on.

    Args:
        tileset: the box under the readings (`TileSet.under`).
        offered: the sides that may lie up, for the id of every tile on offer.
    """
    every = choices(tileset, offered)
    return min((ends.least_ground + ends.sky_gates for _, ends in every), default=0)


def perfect_obstacle(
    tileset: TileSet,
    offered: Offer,
    columns: int,
    width: int | None = None,
    ground: int | None = None,
) -> Obstacle | None:
    """Why the tiles on offer cannot all be in one complete castle, if counting can tell.

    Args:
        tileset: the box under the readings (`TileSet.under`).
        offered: the sides that may lie up, for the id of every tile on offer; no wild among them.
        columns: the most columns of ground that the castle can stand on.
        width: how many columns the castle may span; None for any number.
        ground: how many columns of ground there are; None if it can stand on them all.

    Returns:
        An argument that holds whichever sides the gates show, or None when counting forbids
        nothing; a castle may still be impossible then.
    """
    gates = [faces for faces, number in gate_lots(tileset, offered) for _ in range(number)]
    room = Room(columns, width, columns if ground is None else ground)
    absolute = too_narrow(gates, room)
    if absolute:
        return absolute
    found: list[tuple[int, Obstacle]] = []
    for faces, ends in choices(tileset, offered):
        obstacle = too_narrow([[face] for face in faces], room) or obstacle_of(ends, room)
        if obstacle is None:
            return None
        found.append((ends.least_ground, obstacle))
    if not found:
        return None
    _, nearest = min(found, key=lambda pair: pair[0])
    if all(obstacle == nearest for _, obstacle in found):
        return nearest
    free = [name for name, sides in offered.items() if len(sides) > 1]
    others = (
        f"The other side of {free[0]} fares" if len(free) == 1 else "Other sides of the gates fare"
    )
    return Obstacle(nearest.bound, f"{nearest.reason} {others} no better.")


def too_narrow(gates: Sequence[Sequence[Face]], room: Room) -> Obstacle | None:
    """Why complete castles have no room for so many gates side by side, if they have none.

    Args:
        gates: for each gate the faces that it may show.
        room: the room that there is.
    """
    told = some(len(gates), "gate stands", "gates stand")
    if len(gates) > room.columns:
        reason = f"{told} on the ground, which {room.told}."
        return Obstacle(Bound.GROUND, reason, is_absolute=True)
    beside = sides_to_close(gates)
    if room.width is None or len(gates) + len(beside) <= room.width:
        return None
    reason = f"{told} in the bottom row"
    if beside:
        sides = " and ".join("right" if side is Direction.E else "left" for side in beside)
        castle = "it is castle" if len(gates) == 1 else "all are castle"
        where = "there" if len(beside) == 1 else "at either end"
        reason += f", and as {castle} at the {sides}, another tile closes the row {where}"
    columns = some(len(gates) + len(beside), "column", "columns")
    reason += f": {columns}, but the castle may span {room.width}."
    return Obstacle(Bound.WIDTH, reason, is_absolute=True)


def sides_to_close(gates: Sequence[Sequence[Face]]) -> list[Direction]:
    """The sides at which all gates are castle, so that another tile stands beside them there.

    Args:
        gates: for each gate the faces that it may show.
    """
    return [
        side
        for side in (Direction.E, Direction.W)
        if gates and all(face.edges[side].is_castle for faces in gates for face in faces)
    ]


def obstacle_of(ends: Ends, room: Room) -> Obstacle | None:
    """Why tiles with these ends make no complete castle in so much room, if counting can tell."""
    for bound, reason in (
        (Bound.MEETING, _themes_apart(ends)),
        (Bound.JOINTS, _too_few_ends(ends)),
        (Bound.TOWERS, _too_many_towers(ends)),
        (Bound.GROUND, _too_little_ground(ends, room)),
    ):
        if reason:
            return Obstacle(bound, reason)
    return None


def _themes_apart(ends: Ends) -> str:
    if not themes_meet_only_in_tiles(ends.by_theme):
        return ""
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
    if ends.skies and ends.tiles > 1:
        have = "1 tile has" if ends.skies == 1 else f"{ends.skies} tiles have"
        return f"{have} no castle edge, so nothing can be joined to {_it(ends.skies)}."
    if ends.most_ground >= ends.least_ground:
        return ""
    ground, joints = ends.least_ground, ends.tiles - 1
    return (
        f"{some(ends.tiles, 'tile holds', 'tiles hold')} together by "
        f"{some(joints, 'joint', 'joints')} or more, which {'takes' if joints == 1 else 'take'} "
        f"{2 * joints} castle edges, and at least {ground} {'lies' if ground == 1 else 'lie'} on "
        f"the ground; the tiles have only {ends.total}."
    )


def _it(number: int) -> str:
    return "it" if number == 1 else "them"


def _too_many_towers(ends: Ends) -> str:
    for theme in ends.themes:
        towers, carriers = ends.towers.get(theme, 0), ends.carriers.get(theme, 0)
        if towers > carriers:
            return _towers_told(towers, carriers, theme.value)
    carriers = ends.carriers.get(Edge.WILD, 0)
    if ends.towers.get(Edge.WILD, 0) and sum(ends.towers.values()) > carriers:
        return _towers_told(sum(ends.towers.values()), carriers, "")
    return ""


def _towers_told(towers: int, carriers: int, theme: str) -> str:
    told = some(towers, "tower top", "tower tops") + (f" of {theme}" if theme else "")
    there, each = ("is", "which") if towers == 1 else ("are", "each of which")
    only = "only " if carriers else ""
    return (
        f"There {there} {told}, {each} stands on the top edge of another "
        f"tile{' of that theme' if theme else ''}, but {only}{some(carriers, 'tile', 'tiles')} "
        f"could carry {'it' if towers == 1 else 'one'}."
    )


def _too_little_ground(ends: Ends, room: Room) -> str:
    left = room.columns - ends.sky_gates
    if ends.least_ground <= left:
        return ""
    told = f"the ground {room.told}"
    if ends.sky_gates:
        gates = "1 gate with" if ends.sky_gates == 1 else f"{ends.sky_gates} gates with"
        takes = "takes" if ends.sky_gates == 1 else "take"
        told += f", of which {gates} a bottom of sky {takes} {ends.sky_gates}"
    wilds = ends.by_theme.get(Edge.WILD, 0)
    halves = "two halves" if wilds else "two halves of one theme"
    start = (
        "Every castle edge of a complete castle is half of a joint or lies on the ground, and a "
        f"joint has {halves}. "
    )
    gates_alone = ends.standing
    if gates_alone + (ends.total - gates_alone) % 2 > left:
        parity = "odd" if ends.total % 2 else "even"
        alone = (
            "The gate alone makes 1"
            if gates_alone == 1
            else f"The {gates_alone} gates alone make {gates_alone}"
        )
        if ends.sky_gates:
            alone = f"The gates with a castle bottom make {gates_alone}"
        return (
            f"{start}The tiles have {some(ends.total, 'castle edge', 'castle edges')}, so the "
            f"number on the ground is {parity}. {alone if gates_alone else 'Odd is not 0'}, so it "
            f"is at least {gates_alone + 1}; {told}."
        )
    if wilds:
        return start + _odd_themes_told(ends) + f"; {told}."
    shares = "; ".join(
        f"{theme.value} has {some(ends.by_theme[theme], 'castle edge', 'castle edges')} and "
        f"{some(ends.gates.get(theme, 0), 'gate', 'gates')}, so at least "
        f"{ends.least_on_ground(theme)} on the ground"
        for theme in ends.themes
    )
    told = told[0].upper() + told[1:]
    return f"{start}{shares[0].upper()}{shares[1:]}: {ends.least_ground}. {told}."


def _odd_themes_told(ends: Ends) -> str:
    """How many edges lie on the ground where a wild edge may take the odd one of a theme."""
    odd = [theme.value for theme in ends.themes if ends.is_odd(theme)]
    wilds = ends.free_wilds
    there = f"are only {wilds}" if wilds > 1 else "is only 1" if wilds else "is none to spare"
    return (
        f"Of {', '.join(odd)} an odd number of edges is left beside the gates' own on the ground, "
        f"so one of each lies on the ground or is joined to a wild edge, of which there {there}: "
        f"at least {ends.least_ground} on the ground"
    )
