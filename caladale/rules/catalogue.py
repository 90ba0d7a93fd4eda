"""The rules, one record each, for the validator, ``caladale rule``, the docs and the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from caladale.rules import checks
from caladale.rules.board import Board
from caladale.rules.checks import Violation


class Rule(Struct, frozen=True):
    """One rule of castle building.

    Attributes:
        code: the short name that verdicts use.
        title: the rule in a few words.
        source: where it comes from: the rulebook's letter, or what a box of tiles implies.
        says: what it asks for.
        why: what the player gains from knowing the reason, or how the text was understood.
        check: finds every breach on a board.
        good: a castle that keeps the rule, in one-line notation.
        bad: the same with the rule broken.
        readings: the switches that change what the rule means.
    """

    code: str
    title: str
    source: str
    says: str
    why: str
    check: Callable[[Board], Iterator[Violation]]
    good: str
    bad: str
    readings: tuple[str, ...] = ()

    @property
    def needs_edges(self) -> bool:
        """Whether the rule looks at edges, which mean nothing where two tiles share a cell."""
        return not self.code.startswith("T")


_HEAD = "caladale standard 0+4 - - "
_CHALLENGE = "caladale all-tiles 0+4 - - "

RULES: tuple[Rule, ...] = (
    Rule(
        code="B1",
        title="Gates stand upright on the grass",
        source="rulebook, construction rule B1",
        says="A gate is never turned and lies in row 0 above a grass strip.",
        why="The gate is where a castle begins, so it is what everything else must be joined to. "
        "A turned gate with four equal edges looks upright; its turn is therefore recorded.",
        check=checks.gate_upright_on_grass,
        good=_HEAD + "gate-stone@0,0 stone-tower-1@0,1",
        bad=_HEAD + "stone-four-1@0,0 gate-stone@0,1",
        readings=("gate_sides",),
    ),
    Rule(
        code="B2",
        title="Tower tops stand upright",
        source="rulebook, construction rule B2",
        says="A tower top is never turned; its one castle edge points down.",
        why="It shows a roof with a flag, and earns an extra point for it. An edge tile has the "
        "same one castle edge but may lie any way round.",
        check=checks.tower_upright,
        good=_HEAD + "gate-stone@0,0 stone-tower-1@0,1",
        bad=_HEAD + "gate-stone@0,0 stone-tower-1@1,0E",
    ),
    Rule(
        code="C",
        title="Facing edges match",
        source="rulebook, construction rule C",
        says="Where two tiles touch, their facing edges show the same: sky to sky, a theme to the "
        "same theme. A wild edge fits every theme, but not sky.",
        why="Themes change only inside a tile: on enchanted tiles and on the mixed sides of gates.",
        check=checks.edges_match,
        good=_HEAD + "gate-stone@0,0 stone-tower-1@0,1",
        bad=_HEAD + "gate-stone@0,0 tree-tower-1@0,1",
        readings=("wild", "enchanted_a", "gate_sides"),
    ),
    Rule(
        code="D",
        title="One castle, not two",
        source="rulebook, construction rule D",
        says="Every tile is joined to the gate: a chain of tiles leads there across castle edges.",
        why="Touching along sky, or standing on the same grass, does not join. Of several gates "
        "the leftmost counts; without a gate, the leftmost tile.",
        check=checks.one_structure,
        good=_HEAD + "gate-stone@0,0 stone-edge-1@1,0E",
        bad=_HEAD + "gate-stone@0,0 stone-edge-1@2,0",
    ),
    Rule(
        code="E",
        title="Castle bottoms stand on grass",
        source="rulebook, construction rules E and G",
        says="In the bottom row, a tile whose bottom edge is castle lies above a grass strip.",
        why="The grass is the only ground there is. Beyond its ends a tile may still hang over the "
        "side, if its bottom edge is sky. Higher up, a castle bottom may overhang (unless the "
        "reading overhang=whole_column is chosen), though it costs points while it is open.",
        check=checks.castle_bottom_on_grass,
        good=_HEAD + "gate-stone@3,0 stone-edge-1@4,0E",
        bad=_HEAD + "gate-stone@3,0 stone-two-1@4,0S",
        readings=("overhang",),
    ),
    Rule(
        code="F",
        title="Nothing floats",
        source="rulebook, construction rules F, F1, F2 and F3",
        says="Every tile is held up in one of three ways. Bottom: its castle bottom edge is on "
        "grass, or joined to a tile below that is itself held up. Hanging: a corner is joined by "
        "its left or right edge, an edge tile or wild cap by its left, right or top edge, to a "
        "tile that is held up. Bridge: it is joined at left and right to two tiles that each "
        "have support at the bottom.",
        why="Support starts at the grass and spreads from there, so two tiles can never hold each "
        "other up. A tile that hangs or bridges may carry others.",
        check=checks.everything_supported,
        good=_HEAD + "gate-stone@0,0 stone-mid-1@1,0E stone-two-1@2,0S",
        bad=_HEAD + "gate-stone@0,0 stone-mid-1@1,0E",
        readings=(
            "wild",
            "wild_may_hang",
            "grass_supports_sky",
            "sky_stack_supports",
            "mid_may_hang",
            "corner_hangs_from_top",
            "hung_tiles_carry",
            "bridge_piers",
            "bridge_tile",
            "enchanted_a",
        ),
    ),
    Rule(
        code="T1",
        title="One tile a cell",
        source="the table: two tiles cannot lie in one place",
        says="No cell of the table holds two tiles.",
        why="Where it happens, only the T rules are checked: edges would mean nothing.",
        check=checks.one_tile_a_cell,
        good=_HEAD + "gate-stone@0,0 stone-tower-1@0,1",
        bad=_HEAD + "gate-stone@0,0 stone-tower-1@0,1 stone-edge-1@0,1",
    ),
    Rule(
        code="T2",
        title="Nothing below the ground",
        source="the table: the grass lies below row 0",
        says="No tile lies in a row below 0, not even beside the grass.",
        why="Row 0 is the row that stands on the grass; the strip marks where the ground is.",
        check=checks.nothing_below_ground,
        good=_HEAD + "gate-stone@3,0 stone-edge-1@4,0E",
        bad=_HEAD + "gate-stone@3,0 stone-edge-1@4,0E stone-edge-2@4,-1",
    ),
    Rule(
        code="T3",
        title="Only tiles that the box holds",
        source="rulebook, components and setup",
        says="Every physical tile is used once at most, on one side only. A castle holds one wild "
        "at most, and none in the all-tiles challenge.",
        why="Each player owns one wild; a gate's front and back are one tile.",
        check=checks.box_holds_the_tiles,
        good=_HEAD + "gate-stone@1,0 stone-edge-1@2,0E stone-edge-2@0,0W",
        bad=_HEAD + "gate-stone@1,0 stone-edge-1@2,0E stone-edge-1@0,0W",
    ),
    Rule(
        code="T4",
        title="One gate",
        source="rulebook, setup",
        says="A castle has exactly one gate. Only in the all-tiles challenge may it have more.",
        why="Each player is given one gate and builds from there.",
        check=checks.one_gate,
        good=_CHALLENGE + "gate-stone@0,0 gate-apprentice@1,0",
        bad=_HEAD + "gate-stone@0,0 gate-apprentice@1,0",
    ),
    Rule(
        code="T5",
        title="Strips side by side",
        source="a reading of the all-tiles challenge",
        says="Under the reading strips=side_by_side, several grass strips touch each other.",
        why="The rulebook allows two strips in the challenge and does not say where they lie. By "
        "default they may lie apart.",
        check=checks.strips_side_by_side,
        good="caladale all-tiles 0+4,4+4 - strips=side_by_side gate-stone@0,0",
        bad="caladale all-tiles 0+4,5+4 - strips=side_by_side gate-stone@0,0",
        readings=("strips",),
    ),
)

RULE_BY_CODE = {rule.code: rule for rule in RULES}
