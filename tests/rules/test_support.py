"""Support and holes, held against slow and literal versions written here from the rules page."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caladale.core.edges import Direction, Edge, neighbour
from caladale.core.layout import Grass, Layout, Placement
from caladale.core.readings import READINGS, Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import standard_tileset
from caladale.notation import read_layout
from caladale.rules.board import Board, Ground
from caladale.rules.support_rule import Hold, Mode, holds, support

Cell = tuple[int, int]

BOX = standard_tileset()
SUPPORT_READINGS = [r for r in READINGS if r.name not in ("strips", "overhang", "gate_counts")]


@st.composite
def readings(draw: st.DrawFn) -> Readings:
    switched = draw(
        st.lists(st.sampled_from(SUPPORT_READINGS), max_size=4, unique_by=lambda r: r.name)
    )
    chosen = {r.name: draw(st.sampled_from(r.values[1:])) for r in switched}
    return msgspec.structs.replace(Readings(), **chosen)


@st.composite
def crowds(draw: st.DrawFn) -> Layout:
    """Tiles packed so densely that joints, bridges and hung chains abound; mostly illegal."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = [(x, y) for x in range(-1, width) for y in range(height)]
    # Few kinds of one theme, so that castle edges meet castle edges.
    kinds = st.sampled_from(
        ["two", "edge", "mid", "three", "four", "tower", "stone-tree-a", "stone-tree-mid", "wild"]
    )
    tiles = []
    for x, y in cells:
        if draw(st.booleans()) or draw(st.booleans()):
            kind = draw(kinds)
            name = kind if kind in ("wild", "stone-tree-a", "stone-tree-mid") else f"stone-{kind}"
            tiles.append(Placement(f"{name}-1", x, y, draw(st.integers(0, 3))))
    grass = draw(st.lists(st.builds(Grass, st.integers(-2, 3), st.integers(1, 3)), max_size=2))
    return Layout(tuple(tiles), tuple(grass), rules=draw(readings()))


def standing(tiles: str, rules: str = "-") -> Layout:
    """A castle on the usual strip."""
    return read_layout(f"caladale standard 0+4 - {rules} {tiles}")


def literal_support(  # noqa: C901, PLR0915 - as long as the rule is
    layout: Layout,
) -> tuple[dict[Cell, Mode], tuple[Hold, ...]]:
    """The least fixed point by repeated passes, each mode as the rules page words it.

    Returns the modes, and what holds up each tile in the pass that first finds it held up.
    """
    rules = layout.rules
    faces = BOX.under(rules).faces
    placed = {p.cell: p for p in layout.tiles}
    edges = {c: faces[p.tile, p.side].turns[p.turn] for c, p in placed.items()}
    face = {c: faces[p.tile, p.side] for c, p in placed.items()}
    ground = {x for strip in layout.grass for x in range(strip.x, strip.x + strip.width)}
    steps = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
    index = {"N": 0, "E": 1, "S": 2, "W": 3}
    facing = {"N": "S", "S": "N", "E": "W", "W": "E"}

    def beside(c: Cell, side: str) -> Cell:
        return c[0] + steps[side][0], c[1] + steps[side][1]

    def castle(c: Cell, side: str) -> bool:
        return edges[c][index[side]] is not Edge.SKY

    def joined(c: Cell, side: str) -> bool:
        other = beside(c, side)
        return other in placed and castle(c, side) and castle(other, facing[side])

    def unbroken(c: Cell) -> bool:
        while c[1] != 0:
            if not joined(c, "S"):
                return False
            c = beside(c, "S")
        return castle(c, "S") and c[0] in ground

    def hold(c: Cell, mode: Mode, side: str) -> Hold:
        return Hold(c, mode, beside(c, side), Direction[side])

    modes = {c: Mode(0) for c in placed}
    told: list[Hold] = []
    while True:
        before = dict(modes)
        for c in sorted(placed):
            held: list[Hold] = []
            below = beside(c, "S")
            carrying = Mode.BOTTOM | Mode.BRIDGE
            if rules.hung_tiles_carry == "yes":
                carrying |= Mode.HANGING
            below_carries = below in placed and bool(before[below] & carrying)
            stands = c[1] == 0 and c[0] in ground
            if stands and (castle(c, "S") or rules.grass_supports_sky == "yes"):
                held.append(Hold(c, Mode.BOTTOM, None, Direction.S))
            elif below_carries and (
                joined(c, "S")
                or (
                    rules.sky_stack_supports == "yes"
                    and not castle(c, "S")
                    and not castle(below, "N")
                )
            ):
                held.append(hold(c, Mode.BOTTOM, "S"))
            shown = [side for side in "NESW" if castle(c, side)]
            corner = shown in (["N", "E"], ["E", "S"], ["S", "W"], ["N", "W"])
            straight = shown in (["N", "S"], ["E", "W"])
            role = face[c].role
            hanging = ""
            if corner and (role is Role.TWO or face[c].group is Group.ENCHANTED):
                hanging = "EWN" if rules.corner_hangs_from_top == "yes" else "EW"
            elif role is Role.EDGE or (role is Role.WILD and rules.wild_may_hang == "yes"):
                hanging = "EWN"
            elif role is Role.MID and straight and rules.mid_may_hang == "yes":
                hanging = "EW"
            held += [
                hold(c, Mode.HANGING, side)
                for side in hanging
                if joined(c, side) and before[beside(c, side)]
            ]
            left, right = beside(c, "W"), beside(c, "E")
            if (
                joined(c, "W")
                and joined(c, "E")
                and before[left] & Mode.BOTTOM
                and before[right] & Mode.BOTTOM
                and (rules.bridge_tile == "any" or role is Role.MID)
                and (rules.bridge_piers == "local" or (unbroken(left) and unbroken(right)))
            ):
                held += [hold(c, Mode.BRIDGE, side) for side in "WE"]
            for one in held:
                modes[c] |= one.mode
            if not before[c]:
                told += held
        if modes == before:
            return modes, tuple(told)


@settings(max_examples=600)
@given(crowds())
@example(
    standing(  # a bridge between two towers, under a reading that looks down the piers
        "gate-stone@0,0 stone-mid-1@1,0E stone-two-1@2,0S", "bridge_piers=unbroken_to_grass"
    )
)
@example(
    standing(  # an edge that hangs beside a sky top; sky tops hold up what is above them only
        "gate-stone@0,0 stone-two-1@0,1E stone-edge-1@1,1E", "sky_stack_supports=yes"
    )
)
@example(
    standing(  # a sky bottom on a castle top
        "gate-stone@0,0 stone-three-1@0,1S", "sky_stack_supports=yes"
    )
)
@example(
    standing(  # the tile that is named first has a sky top that carries,
        "stone-three-1@1,0 gate-stone@0,0 stone-two-1@0,1E stone-three-2@1,1S",
        "sky_stack_supports=yes",
    )
)
@example(  # or is a pier at the right,
    standing("stone-two-1@2,0S gate-stone@0,0 stone-mid-1@1,0E")
)
@example(  # or stands on another.
    standing("stone-tower-1@0,1 gate-stone@0,0")
)
@example(  # The tile between two others stands on the grass as well.
    standing("gate-stone@0,0 stone-four-1@2,0 stone-four-2@1,0")
)
@example(  # A corner is reached from below and from its side at the same time,
    standing("gate-stone@0,0 stone-two-1@1,0W stone-three-1@0,1 stone-two-2@1,1S")
)
@example(  # and so is a bridge from below and from its piers.
    standing(
        "gate-stone@0,0 stone-two-1@1,0W stone-three-1@0,1 stone-mid-1@2,0 stone-three-2@2,1 "
        "stone-four-1@1,1"
    )
)
def test_support_is_the_least_fixed_point(layout: Layout) -> None:
    modes, told = literal_support(layout)
    assert support(layout) == modes
    assert holds(layout) == told


@settings(max_examples=300)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=30))
def test_holes_are_the_walled_in_regions(cells: set[Cell]) -> None:
    layout = Layout(tuple(Placement("stone-four-1", x, y) for x, y in cells))
    outside = {(-1, 6)}
    stack = [(-1, 6)]
    field = {(x, y) for x in range(-1, 7) for y in range(7)} - cells
    holes = 0
    while True:
        while stack:
            x, y = stack.pop()
            around = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & (field - outside)
            outside |= around
            stack += around
        rest = sorted(field - outside)
        if not rest:
            break
        holes += 1
        outside.add(rest[0])
        stack.append(rest[0])
    assert Board(layout).holes() == holes


def test_a_ring_a_million_cells_wide_has_one_hole_without_visiting_it() -> None:
    corners = [(-(10**6), 0), (10**6, 0), (-(10**6), 10**6), (10**6, 10**6)]
    apart = Layout(tuple(Placement("stone-four-1", x, y) for x, y in corners))
    assert Board(apart).holes() == 0


@given(
    st.lists(st.builds(Grass, st.integers(-20, 20), st.integers(1, 9)), max_size=6),
    st.integers(-30, 40),
)
def test_the_ground_is_the_union_of_the_strips(strips: list[Grass], x: int) -> None:
    covered = any(strip.x <= x < strip.x + strip.width for strip in strips)
    assert Ground(strips).covers(x) is covered


@given(crowds())
def test_a_board_knows_the_contacts_of_every_tile(layout: Layout) -> None:
    board = Board(layout)
    index = {placed.cell: i for i, placed in enumerate(layout.tiles)}
    ground = {x for strip in layout.grass for x in range(strip.x, strip.x + strip.width)}
    clashes, exposed = [], []
    for i, placed in enumerate(layout.tiles):
        for side in Direction:
            other = index.get(neighbour(placed.cell, side), -1)
            mine = board.edges[i][side]
            its = board.edges[other][side.opposite] if other >= 0 else Edge.SKY
            both_castle = Edge.SKY not in (mine, its)
            assert board.near[i][side] == other
            assert board.joints[i][side] == (other if both_castle else -1)
            if other >= 0 and side in (Direction.N, Direction.E):
                wild = both_castle and Edge.WILD in (mine, its)
                if mine is not its and not wild:
                    clashes.append((i, other))
            on_grass = side is Direction.S and placed.y == 0 and placed.x in ground
            if other < 0 and mine is not Edge.SKY and not on_grass:
                exposed.append((placed.x, placed.y, side))
    assert sorted(board.clashes) == sorted(clashes)
    assert sorted(board.exposed) == sorted(exposed)


def test_two_tiles_in_a_cell_have_no_support() -> None:
    crowded = Layout((Placement("stone-four-1", 0, 0), Placement("stone-four-2", 0, 0)))
    with pytest.raises(ValueError, match="two tiles lie in cell"):
        support(crowded)


def test_the_modes_have_the_names_of_the_rules() -> None:
    bridge = read_layout(
        "caladale standard 0+4 - - gate-stone@0,0 stone-mid-1@1,0E stone-two-1@2,0S "
        "stone-edge-1@-1,0W"
    )
    modes = support(bridge)
    assert modes[0, 0] == Mode.BOTTOM
    assert modes[1, 0] == Mode.BRIDGE
    assert modes[-1, 0] == Mode.HANGING
    # The corner stands on the grass; it would hang from the bridge as well.
    assert modes[2, 0] == Mode.BOTTOM | Mode.HANGING


@given(crowds())
def test_holds_explain_the_support_of_every_tile_without_a_circle(layout: Layout) -> None:
    modes = support(layout)
    found = holds(layout)
    reached: set[Cell] = set()
    for cell in dict.fromkeys(hold.cell for hold in found):
        own = [hold for hold in found if hold.cell == cell]
        assert all(hold.by is None or hold.by in reached for hold in own)
        assert all(hold.mode & modes[cell] for hold in own)
        bridges = [hold.by for hold in own if hold.mode is Mode.BRIDGE]
        assert len(bridges) in (0, 2)
        reached.add(cell)
    assert reached == {cell for cell, mode in modes.items() if mode}


def test_holds_tell_the_way_from_the_grass() -> None:
    castle = read_layout(
        "caladale standard 0+4 - - gate-stone@0,0 stone-three-1@0,1E stone-two-1@0,2E "
        "stone-two-2@1,2S stone-edge-1@1,1S"
    )
    told = [(hold.cell, hold.mode, hold.by) for hold in holds(castle)]
    assert told == [
        ((0, 0), Mode.BOTTOM, None),
        ((0, 1), Mode.BOTTOM, (0, 0)),
        ((0, 2), Mode.BOTTOM, (0, 1)),
        ((1, 2), Mode.HANGING, (0, 2)),
        # The hung corner now stands on the edge that hangs from it, too; that holds nothing up.
        ((1, 1), Mode.HANGING, (1, 2)),
    ]


def test_holds_need_one_tile_a_cell() -> None:
    with pytest.raises(ValueError, match="two tiles lie in cell"):
        holds(read_layout("caladale standard 0+4 - - gate-stone@0,0 stone-edge-1@0,0"))
