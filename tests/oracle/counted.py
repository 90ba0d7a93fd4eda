"""The sentences that come from counting alone, each read as a claim and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.oracle.explained import Claim, Form, Tile, form
from tests.oracle.numbers import THEMES
from tests.oracle.tiles import NORTH, SKY, SOUTH, WILD, Face, is_castle
from tests.oracle.words import castle_sides, differences, differs, holds, is_cap, listed, number

FORMS: dict[str, Form] = {}
"""Every form of sentence that comes from counting, by name."""

_GROUND = (
    r"he ground has (?P<columns>no|\d+) columns?(?:, of which (?P<skies>\d+) gates? with a bottom "
    r"of sky (?:takes|take) (?P<taken>\d+))?\."
)
_START = (
    r"Every castle edge of a complete castle is half of a joint or lies on the ground, and a joint "
    r"has two halves(?P<one> of one theme)?\. "
)


def _on_ground(claim: Claim, match: re.Match[str], tiles: list[Tile]) -> Iterator[str]:
    """What is told of the ground, and whether halves of a joint show one theme."""
    skies = sum(face.is_gate and not is_castle(face.edges[SOUTH]) for _, face in tiles)
    has_wild = any(WILD in face.edges for _, face in tiles)
    yield from differences(
        differs("columns", number(match["columns"]), claim.of.columns),
        differs("gates on sky", number(match["skies"]), skies),
        differs("columns taken", number(match["taken"]), skies),
        differs("of one theme", match["one"] is not None, not has_wild),
    )


def _standing(faces: list[Face], edge: str | None = None) -> int:
    """How many gates stand on a castle side, or on one that shows this."""
    bottoms = [face.edges[SOUTH] for face in faces if face.is_gate]
    return sum(is_castle(bottom) if edge is None else bottom == edge for bottom in bottoms)


@form(
    FORMS,
    "parts",
    r"No tile joins (?P<themes>[a-z, ]+) to another theme, so the castle falls into ",
    r"(?P<n>\d+) parts\.",
)
def _parts(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    alone = set(listed(match["themes"]))

    def apart(tiles: list[Tile]) -> Iterator[str]:
        shown = [set(face.edges) - {SKY} for _, face in tiles]
        groups: list[set[str]] = []
        for edges in filter(None, shown):
            met = [group for group in groups if group & edges]
            groups = [group for group in groups if group not in met] + [edges.union(*met)]
        yield from differences(
            holds("the themes make a part", alone in groups),
            differs("parts", number(match["n"]), len(groups)),
        )

    yield from claim.whichever_sides(apart)
    yield from claim.none_whole(closed=False)


@form(
    FORMS,
    "bare tiles",
    r"(?P<n>\d+) tiles? (?:has|have) no castle edge, so nothing can be joined to (?:it|them)\.",
)
def _bare(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    def bare(tiles: list[Tile]) -> Iterator[str]:
        n = sum(not castle_sides(face) for _, face in tiles)
        yield from differences(differs("tiles", number(match["n"]), n))

    yield from claim.whichever_sides(bare)
    yield from claim.none_whole(closed=False)


@form(
    FORMS,
    "joints",
    r"(?P<n>\d+) tiles? (?:holds|hold) together by (?P<joints>no|\d+) joints? or more, which ",
    r"(?:takes|take) (?P<ends>\d+) castle edges, and at least (?P<ground>\d+) (?:lies|lie) on ",
    r"the ground; the tiles have only (?P<total>\d+)\.",
)
def _joints(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    ends, ground, total = (number(match[name]) for name in ("ends", "ground", "total"))

    def too_few(tiles: list[Tile]) -> Iterator[str]:
        yield from differences(
            differs("tiles", number(match["n"]), len(tiles)),
            differs("joints", number(match["joints"]), len(tiles) - 1),
            differs("halves", ends, 2 * len(tiles) - 2),
            differs("sides", total, sum(len(castle_sides(face)) for _, face in tiles)),
            holds("too few", ends + ground > total),
        )

    yield from claim.whichever_sides(too_few)
    # That so much lies on the ground is counted of castles without an exposed edge.
    if claim.may_be("pairs", ("ground_below", ground), any_ground=True):
        yield f"fewer than {ground} on the ground are enough"
    yield from claim.none_whole(closed=True)


@form(
    FORMS,
    "towers",
    r"There (?:is|are) (?P<n>\d+) tower tops?(?: of (?P<theme>\w+))?, (?:each of )?which stands ",
    r"on the top edge of another tile(?: of that theme)?, but (?:only )?(?P<carriers>no|\d+) ",
    r"tiles? could carry (?:it|one)\.",
)
def _towers(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    fits = {WILD, *((match["theme"],) if match["theme"] else THEMES)}

    def too_many(tiles: list[Tile]) -> Iterator[str]:
        faces = [face for _, face in tiles]
        lids = [face.edges[SOUTH] for face in faces if face.is_tower and is_cap(face)]
        towers = lids.count(match["theme"]) if match["theme"] else len(lids)
        carriers = 0
        for face in faces:
            tops = [face.edges[NORTH]] if face.is_gate or face.is_tower else face.edges
            carriers += not is_cap(face) and not fits.isdisjoint(tops)
        yield from differences(
            differs("towers", number(match["n"]), towers),
            differs("carriers", number(match["carriers"]), carriers),
            holds("too few", towers > carriers),
        )

    yield from claim.whichever_sides(too_many)
    yield from claim.none_whole(closed=False)


@form(
    FORMS,
    "ground",
    rf"{_START}The tiles have (?P<total>\d+) castle edges?, so the number on the ground is ",
    r"(?P<parity>odd|even)\. (?:The gate alone makes (?P<gate>1)|The (?P<gates>\d+) gates alone ",
    rf"make \d+|Odd is not 0), so it is at least (?P<least>\d+); t{_GROUND}",
)
def _ground(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    def too_little(tiles: list[Tile]) -> Iterator[str]:
        yield from _on_ground(claim, match, tiles)
        faces = [face for _, face in tiles]
        total, gates = sum(len(castle_sides(face)) for face in faces), _standing(faces)
        told = number(match["gates"] or match["gate"])
        yield from differences(
            differs("sides", number(match["total"]), total),
            differs("parity", match["parity"], "odd" if total % 2 else "even"),
            differs("gates", told, gates),
            differs("the gates' parity is the other", 1, (total - gates) % 2),
            differs("at least", number(match["least"]), gates + 1),
        )

    yield from claim.whichever_sides(too_little)
    yield from claim.none_whole(closed=True)


@form(FORMS, "shares", rf"{_START}(?P<shares>\w+ has .+): (?P<least>\d+)\. T{_GROUND}")
def _shares(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    shares = re.findall(
        r"(\w+) has (no|\d+) castle edges? and (no|\d+) gates?, so at least (\d+) on the ground",
        match["shares"].lower(),
    )
    told = {theme: (number(n), number(g), number(least)) for theme, n, g, least in shares}

    def too_much(tiles: list[Tile]) -> Iterator[str]:
        yield from _on_ground(claim, match, tiles)
        faces = [face for _, face in tiles]
        sides = Counter(edge for face in faces for edge in castle_sides(face))
        gates = {theme: _standing(faces, theme) for theme in sides}
        there = {
            theme: (n, gates[theme], gates[theme] + (n - gates[theme]) % 2)
            for theme, n in sides.items()
        }
        least = sum(share[2] for share in there.values())
        yield from differences(
            differs("shares", told, there), differs("at least", number(match["least"]), least)
        )

    yield from claim.whichever_sides(too_much)
    yield from claim.none_whole(closed=True)


@form(
    FORMS,
    "odd themes",
    rf"{_START}Of (?P<themes>[a-z, ]+) an odd number of edges is left beside the gates' own on ",
    r"the ground, so one of each lies on the ground or is joined to a wild edge, of which there ",
    r"(?:is none to spare|is only (?P<one_wild>1)|are only (?P<wilds>\d+)): at least ",
    rf"(?P<least>\d+) on the ground; t{_GROUND}",
)
def _odd_themes(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    def too_much(tiles: list[Tile]) -> Iterator[str]:
        yield from _on_ground(claim, match, tiles)
        faces = [face for _, face in tiles]
        sides = Counter(edge for face in faces for edge in castle_sides(face))
        odd = [theme for theme in THEMES if (sides[theme] - _standing(faces, theme)) % 2]
        free = sides[WILD] - _standing(faces, WILD)
        yield from differences(
            differs("themes", listed(match["themes"]), odd),
            differs("wild edges", number(match["wilds"] or match["one_wild"]), free),
        )

    yield from claim.whichever_sides(too_much)
    least = number(match["least"])
    if claim.may_be("pairs", ("ground_below", least), any_ground=True):
        yield f"fewer than {least} on the ground are enough"
    yield from claim.none_whole(closed=True)


@form(
    FORMS,
    "crowded",
    r"(?P<gates>\d+) gates? (?:stands|stand) on the ground, which has (?P<columns>no|\d+) ",
    r"columns?\.",
)
def _crowded(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    yield from differences(
        differs("gates", number(match["gates"]), len(claim.of.hand["gates"])),
        differs("columns", number(match["columns"]), claim.of.columns),
        holds("too many", len(claim.of.hand["gates"]) > claim.of.columns),
    )
    yield from claim.none_whole(closed=False)
