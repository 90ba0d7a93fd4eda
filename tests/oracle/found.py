"""The sentences about the castle that a search found, each read as a claim and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.oracle.exact import Wanted
from tests.oracle.explained import Claim, Form, form
from tests.oracle.referee import judge
from tests.oracle.words import KINDS, differences, differs, holds, kinds_of, number

FORMS: dict[str, Form] = {}
"""Every form of sentence about the castle found, by name."""


@form(
    FORMS,
    "best",
    rf"(?:It uses every tile(?: but (?P<but>{KINDS}), which (?:scores|score) nothing)?|",
    r"After (?P<exchanges>\d+) exchanges? it uses as many tiles as are in hand)",
    r"(?:,? and closes every edge|, closes every edge and leaves the (?P<wild>wild) in the box)",
    r": nothing can score more\.",
)
def _best(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    of, answer = claim.of, claim.of.answer
    if answer is None or answer["layout"] is None:
        yield "there is no castle"
        return
    verdict = judge(answer["layout"], of.text)
    faces = [of.box.face(tile["tile"]) for tile in answer["layout"]["tiles"]]
    drawn = sum(not (face.is_gate or face.is_wild) for face in faces)
    out = of.left_out()
    yield from differences(
        holds("legal and closed", verdict.is_legal and not verdict.exposed),
        differs("wild", match["wild"] is not None, of.has_wild),
        differs("wilds used", 0, sum(face.is_wild for face in faces)),
        differs("exchanges", number(match["exchanges"]), len(answer["exchanges"])),
        differs("tiles", drawn, len(of.hand["tiles"])),
    )
    if match["exchanges"] is None:
        told = kinds_of(match["but"]) if match["but"] else Counter()
        yield from differences(differs("left out", told, out))
    if match["but"] is not None:
        yield from differences(differs("gates count", "no", of.rules["gate_counts"]))
    if claim.there_is(Wanted(least=answer["score"] + 1)):
        yield "there is a better castle"


@form(
    FORMS,
    "given up",
    r"The castle found scores (?P<points>\d+) points? less than a perfect one: it ",
    rf"(?:leaves out (?:(?P<many>\d+) tiles|(?P<out>{KINDS}?)))?",
    r"(?:(?:, | and |)leaves (?P<open>\d+) edges? open)?",
    r"(?:(?:, | and |)has a (?P<hole>hole))?",
    r"(?:(?:, | and |)uses the (?P<wild>wild))?\.",
)
def _given_up(claim: Claim, match: re.Match[str]) -> Iterator[str]:
    answer, score = claim.of.answer, claim.of.score
    if answer is None or answer["layout"] is None or score is None:
        yield "there is no castle"
        return
    verdict = judge(answer["layout"], claim.of.text)
    out = claim.of.left_out()
    told = kinds_of(match["out"]) if match["out"] else Counter()
    if match["many"] is not None:
        yield from differences(differs("left out", number(match["many"]), out.total()))
    else:
        yield from differences(differs("left out", told, out))
    has_hole = not verdict.exposed and not verdict.complete
    yield from differences(
        differs("points", number(match["points"]), claim.of.perfect() - score),
        differs("open edges", number(match["open"]), len(verdict.exposed)),
        differs("hole", match["hole"] is not None, has_hole),
        differs("wild", match["wild"] is not None, verdict.sheet["wild"] != 0),
    )
