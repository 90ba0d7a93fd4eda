"""The sentences of an explanation, each read as a claim and checked.

Those that come from `caladale.solve.models.parity` have their forms in `counted`, those about the
castle that was found in `found`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.oracle import counted, found
from tests.oracle.exact import Wanted, gate_sides, wilds_of
from tests.oracle.explained import CheckedSentences, Claim, Explained, Form, Tile, form
from tests.oracle.numbers import SETS
from tests.oracle.tiles import SOUTH, WILD
from tests.oracle.words import (
    KINDS,
    castle_sides,
    differences,
    differs,
    holds,
    is_cap,
    kinds_of,
    listed,
    number,
    off_grass,
)

FORMS: dict[str, Form] = {**counted.FORMS, **found.FORMS}
"""Every form of sentence by name."""


def check(explained: Explained, sentences: Iterable[str]) -> CheckedSentences:
    """Check each sentence of an explanation."""
    checked = CheckedSentences()
    for sentence in sentences:
        claim = Claim(explained, sentence, FORMS)
        checked.faults += [f"{fault}: {sentence}" for fault in claim.faults()]
        checked.forms[claim.name] += 1
        if claim.is_undecided:
            checked.undecided.append(sentence)
    return checked


_THEMES = r"[a-z, ]+"
_WHY = r"(?P<why>[^.]+)\."

WHYS = {
    "the themes do not meet in the tiles at hand": ("meetings",),
    "the castle sides that must face each other do not come out even": ("pairs",),
    "the tiles with a single castle side find too few larger ones to be joined to": (
        "pairs",
        "caps",
    ),
    "the castle sides are too few to hold it together": ("pairs", "connection"),
    "too few tiles end its rows and columns": ("pairs", "numbers", "crossings"),
    "the castle sides, rows and columns together forbid it": (
        "pairs",
        "caps",
        "connection",
        "meetings",
        "numbers",
        "crossings",
    ),
}
"""The general reasons, with the parts of `numbers.lp` that are said to forbid a castle."""


def _reason(claim: Claim, why: str, *, is_whole: bool, kind: str = "") -> Iterator[str]:
    """That counting forbids the castles for just the reason that is told."""
    if why not in WHYS:
        yield "an unknown reason"
    elif claim.may_be(*WHYS[why], is_whole=is_whole, kind=kind):
        yield "the reason is none"


# --- under conditions ---------------------------------------------------------------------------


@form(
    FORMS,
    "given",
    r"(?=With)(?:Without (?P<without>[a-z ]+))?(?:(?:, w|W)ith (?P<front>the front)",
    rf"(?: of (?P<gates>{KINDS}))? up)?: (?P<rest>.+)",
)
def _given(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    without = listed(match["without"] or "")
    if "an exchange" in without and not claim.of.has_exchange:
        yield "there is nothing to exchange"
    if "the wild" in without and not claim.of.has_wild:
        yield "there is no wild"
    claim.exchange &= "an exchange" not in without
    claim.wild &= "the wild" not in without
    if match["front"] is None:
        yield from claim.rest(match["rest"])
        return
    gates = gate_sides(claim.of.hand)
    free = [gate for gate, sides in gates.items() if len(sides) > 1]
    told = listed(match["gates"]) if match["gates"] else list(gates)
    rest = re.fullmatch(r"(.+) The other sides? of (.+) fares? no better\.", match["rest"])
    if rest is None:
        yield "nothing is said of the other sides"
        return
    others = "the gate" if len(gates) == 1 else free[0] if len(free) == 1 else "the gates"
    if not free or told != free or rest[2] != others:
        yield "these are not the gates that can show another side"
    yield from claim.rest(rest[1], fronts=True)
    yield from claim.none_whole(closed=True)


# --- of all tiles -------------------------------------------------------------------------------


@form(
    FORMS,
    "no side",
    rf"(?:(?P<n>\d+) tiles|(?P<kinds>{KINDS})) (?:has|have) no castle side, so (?:it|they) ",
    r"cannot be in one castle with the gate\.",
)
def _no_side(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    bare = Counter(
        claim.of.box.kind_of[tile]
        for tile, face in next(claim.of.choices())
        if not face.is_gate and not castle_sides(face)
    )
    told = kinds_of(match["kinds"]) if match["kinds"] else bare
    n = bare.total() if match["n"] is None else number(match["n"])
    yield from differences(differs("tiles", told, bare), differs("tiles", n, bare.total()))
    yield from claim.none_with(bare)


@form(
    FORMS,
    "bare gate",
    r"The gate has no castle side off the grass, so no tile can be joined to it\.",
)
def _bare_gate(claim: Claim, _match: re.Match[str]) -> Iterator[str]:
    def bare(tiles: list[Tile]) -> Iterator[str]:
        shown = [edge for _, face in tiles if face.is_gate for edge in off_grass(face)]
        yield from differences(differs("sides of the gate", [], shown))

    yield from claim.whichever_sides(bare)
    yield from claim.none_with(claim.of.box.kind_of[tile] for tile in claim.of.hand["tiles"])


@form(
    FORMS,
    "apart",
    rf"No tile joins (?P<here>{_THEMES}) to (?P<others>{_THEMES}), so (?P<n>\d+) tiles? of ",
    rf"(?P<again>{_THEMES}) cannot be in one castle with the gate(?:: (?P<kinds>{KINDS}))?\.",
)
def _apart(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    here, others = set(listed(match["here"])), set(listed(match["others"]))
    yield from differences(differs("themes", set(listed(match["again"])), others))

    def apart(tiles: list[Tile]) -> Iterator[str]:
        lost = [tile for tile, face in tiles if others & set(face.edges)]
        kinds = Counter(claim.of.box.kind_of[tile] for tile in lost)
        joints = [tile for tile, face in tiles if here & set(face.edges) and tile in lost]
        yield from differences(
            differs("tiles that join them", [], joints),
            differs("tiles", kinds_of(match["kinds"]) if match["kinds"] else kinds, kinds),
            differs("tiles", number(match["n"]), len(lost)),
        )

    yield from claim.whichever_sides(apart)
    lost = (tile for tile, face in next(claim.of.choices()) if others & set(face.edges))
    yield from claim.none_with(claim.of.box.kind_of[tile] for tile in lost)


@form(
    FORMS,
    "caps",
    r"(?P<n>\d+) tiles? (?:has|have) nothing but one (?P<theme>\w+) side, to be joined to a ",
    r"larger tile(?P<gate> or a gate)?, but the larger tiles(?: and gates)? have only ",
    r"(?P<room>no|\d+) \w+ sides?(?: and (?P<wild>\d+) wild sides?)? off the grass\.",
)
def _caps(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    theme = match["theme"]

    def too_many(tiles: list[Tile]) -> Iterator[str]:
        faces = [face for _, face in tiles]
        room = Counter(edge for face in faces if not is_cap(face) for edge in off_grass(face))
        caps = sum(theme in face.edges for face in faces if is_cap(face))
        is_small = any(face.is_gate and len(castle_sides(face)) < 2 for face in faces)
        yield from differences(
            differs("tiles", number(match["n"]), caps),
            differs("sides", number(match["room"]), room[theme]),
            differs("wild sides", number(match["wild"]), room[WILD]),
            differs("small gates", match["gate"] is not None, is_small),
            holds("too few", caps > room[theme] + room[WILD]),
        )

    yield from claim.whichever_sides(too_many)
    yield from claim.none_whole(closed=False)


@form(
    FORMS,
    "odd",
    r"There (?:is|are) (?P<n>\d+) (?P<theme>\w+) sides?",
    r"(?: besides what the (?P<gates>gate has|gates have) on the grass)?, an odd number, and ",
    r"(?:none can lie on the grass|no other can lie there): one stays open, or a tile stays out",
    r"(?P<wild>, or the wild closes it)?\.",
)
def _odd(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    theme = match["theme"]

    def odd(tiles: list[Tile]) -> Iterator[str]:
        shown = [face for _, face in tiles if theme in face.edges]
        gates = sum(face.is_gate and face.edges[SOUTH] == theme for face in shown)
        told = {0: None, 1: "gate has"}.get(gates, "gates have")
        sides = sum(off_grass(face).count(theme) for face in shown)
        yield from differences(
            differs("sides", number(match["n"]), sides),
            differs("odd", 1, sides % 2),
            differs("gates on the grass", match["gates"], told),
            holds("caps", all(face.is_gate or is_cap(face) for face in shown)),
        )

    yield from claim.whichever_sides(odd)
    if match["wild"] is not None:
        yield from differences(holds("wild", claim.of.has_wild))
        claim.wild = False
    yield from claim.none_whole(closed=True)


@form(
    FORMS,
    "gate stays open",
    r"The gate shows (?P<n>\d+) (?P<theme>\w+) sides? off the grass, and the other tiles have ",
    r"(?:only (?P<few>\d+)|none) to put against (?:it|them)\.",
)
def _gate_stays_open(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    theme, box, hand = match["theme"], claim.of.box, claim.of.hand

    def too_few(tiles: list[Tile]) -> Iterator[str]:
        others = [face for _, face in tiles if not face.is_gate]
        others += [box.face(tile) for tile in (hand["supply"] if claim.exchange else ())]
        others += [box.face(tile) for tile in (wilds_of(hand, box) if claim.wild else ())]
        there = sum(face.edges.count(theme) + face.edges.count(WILD) for face in others)
        shown = sum(off_grass(face).count(theme) for _, face in tiles if face.is_gate)
        yield from differences(
            differs("sides of the gate", number(match["n"]), shown),
            differs("sides of the others", number(match["few"]), there),
            holds("too few", shown > there),
        )

    yield from differences(differs("gates", 1, len(hand["gates"])))
    yield from claim.whichever_sides(too_few)
    if claim.there_is(Wanted(complete=True), holes_count=False):
        yield "there is a castle without an exposed edge"


@form(
    FORMS,
    "crossings",
    rf"Rows and columns of (?P<themes>{_THEMES}) go on until a tile ends them\. However the tiles ",
    r"are turned, (?:more of them lie in a row and a column than these cross in places|these ",
    r"cross in (?P<places>no|\d+) places? at most, as with (?P<rows>no|\d+) rows? and ",
    r"(?P<columns>no|\d+) columns?, but at least (?P<n>\d+) tiles? (?:lies|lie) in a row and a ",
    r"column at once)\.",
)
def _crossings(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    yield from claim.none_whole(closed=True)
    parts = ("pairs", "numbers")
    if match["places"] is None:
        if claim.may_be(*parts, "crossings"):
            yield "rows and columns forbid nothing"
        return
    themes = SETS.index(frozenset(listed(match["themes"])))
    places, tiles = number(match["places"]), number(match["n"])
    rows, columns = number(match["rows"]), number(match["columns"])
    yield from differences(
        differs("places", places, rows * columns),
        holds("more tiles than places", tiles > places),
        holds("no more places", not claim.may_be(*parts, ("places_above", themes, places))),
        holds("no fewer tiles", not claim.may_be(*parts, ("crossing_below", themes, tiles))),
        holds(
            "so many rows and columns",
            claim.may_be(*parts, ("just", themes, rows, columns)) is not False,
        ),
    )


@form(FORMS, "not all", rf"Not all tiles fit into one complete castle: {_WHY}")
def _not_all(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    yield from claim.none_whole(closed=True)
    yield from _reason(claim, match["why"], is_whole=True)


_EVERY = r"complete castle of every tile(?P<wild> without the wild)?"


@form(
    FORMS,
    "only searched",
    r"No short reason is known: only the search shows that there is no ",
    rf"(?:(?P<any>complete castle of these tiles)|{_EVERY})\.",
)
def _only_searched(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    if claim.of.answer is None:
        yield "nothing was searched"
    if match["any"] is not None:
        if claim.there_is(Wanted(complete=True)):
            yield "there is a complete castle"
        return
    yield from differences(differs("wild", match["wild"] is not None, claim.of.has_wild))
    claim.wild = False
    if claim.there_is(Wanted(complete=True, all_own=True)):
        yield "there is a complete castle of every tile"


@form(
    FORMS,
    "not ruled out",
    rf"Counting does not rule out a {_EVERY}, and neither did the search in its time\.",
)
def _not_ruled_out(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    answer, bound = claim.of.answer, claim.of.bound
    yield from differences(differs("wild", match["wild"] is not None, claim.of.has_wild))
    if answer is None or (bound is not None and bound < claim.of.perfect()):
        yield "the search did rule it out"
    elif answer["status"] not in ("feasible", "unknown"):
        yield "the search was over"


# --- of complete castles, exchanges and the wild included ---------------------------------------


@form(FORMS, "no grass", r"No castle can be made: a gate stands on the grass, and there is none\.")
def _no_grass(claim: Claim, _match: re.Match[str]) -> Iterator[str]:
    yield from differences(differs("columns", 0, claim.of.columns))
    if claim.there_is(Wanted()):
        yield "there is a castle"


@form(
    FORMS,
    "none complete",
    r"No complete castle can be made of these tiles, however few are used",
    rf"(?:: {_WHY}|\. (?P<rest>.+))",
)
def _none_complete(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    if claim.there_is(Wanted(complete=True)):
        yield "there is a complete castle"
    if match["rest"]:
        yield from claim.rest(match["rest"])
    else:
        yield from _reason(claim, match["why"], is_whole=False)


@form(FORMS, "no room", rf"No complete castle has room for (?P<kinds>{KINDS}): {_WHY}")
def _no_room(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    for kind in kinds_of(match["kinds"]):
        if claim.there_is(Wanted(complete=True, kinds={kind: (1, None)})):
            yield f"there is a complete castle with {kind}"
        yield from _reason(claim, match["why"], is_whole=False, kind=kind)
