"""The readings: where the rulebook can be understood in more than one way, a named switch."""

from __future__ import annotations

from typing import Annotated, Literal, get_args, get_type_hints

from msgspec import Meta, Struct

from caladale.core.soundness import told
from caladale.errors import ArgumentError

YesNo = Literal["yes", "no"]


class Readings(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, repr_omit_defaults=True
):
    """One choice for every switch; each default is the reading that caladale recommends.

    Values are strings. `READINGS` lists the switches with their meanings.
    """

    gate_counts: Annotated[
        YesNo, Meta(description="Does a gate score 2 points like any other tile?")
    ] = "yes"
    wild: Annotated[
        Literal["cap", "four_sides"],
        Meta(description="Is the wild a cap with one wild edge, or wild on all four sides?"),
    ] = "cap"
    wild_may_hang: Annotated[
        YesNo, Meta(description="May a wild hang, or must it stand or be a bridge?")
    ] = "yes"
    grass_supports_sky: Annotated[
        Literal["no", "yes"], Meta(description="Does grass carry a tile whose bottom is sky?")
    ] = "no"
    sky_stack_supports: Annotated[
        Literal["no", "yes"],
        Meta(description="Does a sky top carry the sky bottom of the tile above it?"),
    ] = "no"
    mid_may_hang: Annotated[
        Literal["no", "yes"], Meta(description="May a MidTower hang by one side like a corner?")
    ] = "no"
    corner_hangs_from_top: Annotated[
        Literal["no", "yes"], Meta(description="May a corner also hang by its top edge?")
    ] = "no"
    hung_tiles_carry: Annotated[
        YesNo, Meta(description="May a tile stand on one that only hangs?")
    ] = "yes"
    bridge_piers: Annotated[
        Literal["local", "unbroken_to_grass"],
        Meta(
            description="Must a bridge's piers stand on what is directly below them, or be joined "
            "all the way down to the grass?"
        ),
    ] = "local"
    bridge_tile: Annotated[
        Literal["any", "mid_only"],
        Meta(description="Can any tile be a bridge, or only a MidTower/Bridge?"),
    ] = "any"
    overhang: Annotated[
        Literal["row0", "whole_column"],
        Meta(
            description="Beyond the grass, must the bottom be sky in the bottom row only, or in "
            "every row?"
        ),
    ] = "row0"
    hole_breaks_complete: Annotated[
        Literal["no", "yes"],
        Meta(description="Does a hole, lined with sky, spoil a complete castle?"),
    ] = "no"
    strips: Annotated[
        Literal["anywhere", "side_by_side"],
        Meta(description="May several grass strips lie apart, or must they touch?"),
    ] = "anywhere"
    enchanted_a: Annotated[
        Literal["corner_halves", "opposite", "two_sided"],
        Meta(
            description="Enchanted A: first theme N and E with the second S and W; first N and S "
            "with the second E and W; or a corner with the first N and the second E?"
        ),
    ] = "corner_halves"
    gate_sides: Annotated[
        Literal["castle", "sky"], Meta(description="Are a gate's E and W edges castle or sky?")
    ] = "castle"

    # What a reading says, as a fact; every test of a reading asks one of these.

    @property
    def gates_score(self) -> bool:
        """Whether a gate scores like any other tile."""
        return self.gate_counts == "yes"

    @property
    def wilds_may_hang(self) -> bool:
        """Whether a wild may hang."""
        return self.wild_may_hang == "yes"

    @property
    def grass_holds_sky(self) -> bool:
        """Whether grass carries a tile whose bottom is sky."""
        return self.grass_supports_sky == "yes"

    @property
    def sky_stacks(self) -> bool:
        """Whether a sky top carries the sky bottom above it."""
        return self.sky_stack_supports == "yes"

    @property
    def mids_may_hang(self) -> bool:
        """Whether a MidTower may hang by one side."""
        return self.mid_may_hang == "yes"

    @property
    def corners_hang_from_top(self) -> bool:
        """Whether a corner may hang by its top edge too."""
        return self.corner_hangs_from_top == "yes"

    @property
    def hung_tiles_hold(self) -> bool:
        """Whether a tile may stand on one that only hangs."""
        return self.hung_tiles_carry == "yes"

    @property
    def piers_reach_grass(self) -> bool:
        """Whether the piers of a bridge must be joined all the way down to the grass."""
        return self.bridge_piers == "unbroken_to_grass"

    @property
    def any_tile_bridges(self) -> bool:
        """Whether any tile can be a bridge, not only a MidTower."""
        return self.bridge_tile == "any"

    @property
    def overhang_in_every_row(self) -> bool:
        """Whether a bottom beyond the grass must be sky in every row, not only in row 0."""
        return self.overhang == "whole_column"

    @property
    def holes_spoil(self) -> bool:
        """Whether a hole spoils a complete castle."""
        return self.hole_breaks_complete == "yes"

    @property
    def strips_touch(self) -> bool:
        """Whether several strips of grass must lie side by side."""
        return self.strips == "side_by_side"

    def __post_init__(self) -> None:
        """Refuse, with an ArgumentError, what is no value of its switch."""
        for reading in READINGS:
            value = getattr(self, reading.name)
            if value not in reading.values:
                values = ", ".join(reading.values)
                raise ArgumentError(f"{reading.name} is one of {values}, not {told(value)}")


class Reading(Struct, frozen=True):
    """One switch: its name, the question it answers, and its values with the default first."""

    name: str
    question: str
    values: tuple[str, ...]


def _switches() -> tuple[Reading, ...]:
    found = []
    for name, hint in get_type_hints(Readings, include_extras=True).items():
        choices, meta = get_args(hint)
        found.append(Reading(name, meta.description, get_args(choices)))
    return tuple(found)


READINGS = _switches()
"""Every switch, in the order of the rules page; read off the fields of `Readings`."""
