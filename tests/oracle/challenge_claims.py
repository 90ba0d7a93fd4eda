"""What is false in the answer to a challenge.

An answer is plain data, as the command line prints it in JSON: ``status``, ``score``, ``bound``,
``gap``, ``proof``, ``stop``, ``placed``, ``wanted``, ``obstacle``, ``cannot_be`` and ``layout``.
Every word of it is a claim, and each is checked: the castle by the referee, what is proved by the
exact solver, and the numbers in a sentence by counting once more.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.oracle.challenges import Quest, QuestCastles
from tests.oracle.exact import Answer, Wanted, gate_sides
from tests.oracle.referee import judge
from tests.oracle.tiles import Box, Data, is_castle


@dataclass
class Judged:
    """What came of checking an answer.

    Attributes:
        claims: how many claims were checked.
        undecided: how many of them the exact solver could not follow in its time.
        false: the false ones, in words.
        best: the most points of any complete castle, None for no such castle; for what is found,
            not for what is claimed.
        is_best_known: whether that was found out in time.
    """

    claims: int = 0
    undecided: int = 0
    false: list[str] = field(default_factory=list)
    best: int | None = None
    is_best_known: bool = False

    def expect(self, is_true: bool, otherwise: str) -> bool:
        """Count a claim, note it where it is false, and say whether it is true."""
        self.claims += 1
        if not is_true:
            self.false.append(otherwise)
        return is_true

    def expect_none(
        self, castles: QuestCastles, wanted: Wanted, seconds: float, otherwise: str
    ) -> None:
        """Count the claim that there is no such castle."""
        found = castles.castle(wanted, seconds=seconds)
        self.undecided += found.answer is Answer.UNDECIDED
        self.expect(not found.is_yes, f"{otherwise}: {found.layout}")


def judge_answer(
    quest: Quest, answer: Data, *, seconds: float = 2.0, find_best: bool = False
) -> Judged:
    """Check every claim of an answer.

    Args:
        quest: what was asked.
        answer: what was answered.
        seconds: how long each question to the exact solver may take.
        find_best: whether to find out besides what the best complete castle scores.
    """
    judged = Judged()
    castles = QuestCastles(quest)
    _judge_numbers(judged, quest, answer)
    if answer["layout"] is not None:
        _judge_castle(judged, quest, answer)
    _judge_proofs(judged, quest, castles, answer, seconds)
    for wrong in _wrong_words(quest, answer):
        judged.expect(is_true=False, otherwise=wrong)
    judged.claims += 1
    if find_best:
        with contextlib.suppress(TimeoutError):
            judged.best = castles.best(complete=True, seconds=seconds)
            judged.is_best_known = True
    return judged


def _judge_numbers(judged: Judged, quest: Quest, answer: Data) -> None:
    status, score, bound = answer["status"], answer["score"], answer["bound"]
    wanted = len(quest.gates) + len(quest.tiles)
    judged.expect(answer["wanted"] == wanted, f"{answer['wanted']} wanted, not {wanted}")
    has_castle = answer["layout"] is not None
    judged.expect(has_castle == (score is not None), "a score without a castle, or the reverse")
    judged.expect(has_castle == (answer["placed"] > 0), "tiles placed without a castle")
    judged.expect(has_castle == (status in ("optimal", "feasible")), f"{status}, but {score}")
    if score is not None and bound is not None:
        judged.expect(answer["gap"] == bound - score, "the gap is no difference")
        judged.expect(score <= bound, f"a castle of {score} above the bound {bound}")
        judged.expect((score == bound) == (status == "optimal"), f"{status} at {score} of {bound}")
    is_proved = status in ("optimal", "infeasible")
    judged.expect(is_proved == bool(answer["proof"]), f"{status}: {answer['proof']!r}")
    judged.expect(is_proved == (answer["stop"] == "proved"), f"{status}: {answer['stop']}")
    judged.expect((answer["obstacle"] is None) == (answer["cannot_be"] is None), "half an obstacle")


def _judge_castle(judged: Judged, quest: Quest, answer: Data) -> None:
    layout = answer["layout"]
    verdict = judge(layout, quest.text)
    judged.expect(verdict.is_legal, f"an illegal castle: {verdict.breaches}")
    judged.expect(verdict.complete, "the castle is not complete")
    judged.expect(verdict.score == answer["score"], f"it scores {verdict.score}")
    judged.expect(len(layout["tiles"]) == answer["placed"], "another number of tiles is placed")
    for wrong in _not_of_the_quest(quest, layout):
        judged.expect(is_true=False, otherwise=wrong)


def _not_of_the_quest(quest: Quest, layout: Data) -> Iterator[str]:
    if layout.get("rules", {}) != quest.rules:
        yield "the castle is under other readings"
    strips = [(strip["x"], strip["width"]) for strip in layout.get("grass", [{"x": 0, "width": 4}])]
    if sorted(strips) != sorted(quest.grass):
        yield "the castle stands on other ground"
    sides = gate_sides(quest.hand())
    for placed in layout["tiles"]:
        offered = sides.get(placed["tile"], ("front",) if placed["tile"] in quest.tiles else ())
        if placed.get("side", "front") not in offered:
            yield f"{placed['tile']} as it lies is not offered"
    columns = [placed["x"] for placed in layout["tiles"]]
    rows = [placed["y"] for placed in layout["tiles"]]
    goals, ground = quest.goals, quest.ground
    if goals.within_columns and not set(columns) <= set(range(min(ground), max(ground) + 1)):
        yield "the castle reaches beyond the ground"
    if goals.max_width is not None and max(columns) - min(columns) >= goals.max_width:
        yield "the castle is too wide"
    if goals.max_height is not None and max(rows) >= goals.max_height:
        yield "the castle is too high"
    without = {**layout, "rules": {**layout.get("rules", {}), "hole_breaks_complete": "yes"}}
    if goals.no_holes and not judge(without, quest.text).complete:
        yield "the castle has a hole"


def _judge_proofs(
    judged: Judged, quest: Quest, castles: QuestCastles, answer: Data, seconds: float
) -> None:
    bound = answer["bound"]
    if bound is not None:
        more = Wanted(least=bound + 1)
        judged.expect_none(castles, more, seconds, f"a castle above the bound {bound}")
    else:
        judged.expect(answer["status"] == "infeasible", "no bound, but not infeasible")
    if answer["status"] == "infeasible":
        judged.expect_none(castles, Wanted(complete=True), seconds, "infeasible, but complete")
    told = answer["cannot_be"] or ""
    if told:
        all_used = Wanted(complete=True, all_own=True)
        judged.expect_none(castles, all_used, seconds, f"{told!r}, but complete with all")
    if told.startswith("No complete castle has all"):
        every = {kind: (number, None) for kind, number in _gate_kinds(quest).items()}
        wanted = Wanted(complete=True, kinds=every)
        judged.expect_none(castles, wanted, seconds, f"{told!r}, but complete")
    elif told.startswith("No complete castle can be"):
        judged.expect_none(castles, Wanted(complete=True), seconds, f"{told!r}, but complete")


def _gate_kinds(quest: Quest) -> dict[str, int]:
    box = Box(quest.text, quest.rules)
    kinds: dict[str, int] = {}
    for name in gate_sides(quest.hand()):
        kinds[box.kind_of[name]] = kinds.get(box.kind_of[name], 0) + 1
    return kinds


# --- words --------------------------------------------------------------------------------------


def _wrong_words(quest: Quest, answer: Data) -> Iterator[str]:
    """What is wrong with the numbers in the sentences of an answer."""
    counts = _counted(quest)
    for told in (answer["proof"], answer["cannot_be"] or ""):
        for pattern, name in _NUMBERS:
            for number in re.findall(pattern, told):
                if _number(number) not in counts[name]:
                    yield f"{number} is not the number of {name}, {sorted(counts[name])}: {told}"
        if told.startswith("Every tile is placed") and answer["placed"] != answer["wanted"]:
            yield f"not every tile is placed: {told}"
        if told.startswith("One tile less") and answer["placed"] != answer["wanted"] - 1:
            yield f"not one tile less: {told}"
        if "gate scores nothing" in told and quest.rules.get("gate_counts") != "no":
            yield f"gates do score: {told}"


_NUMBERS = (
    (r"so narrow (\d+|no) columns? at most", "covered"),
    (r"the ground has (\d+|no) column", "columns"),
    (r"on the ground, which has (\d+|no) column", "columns"),
    (r"but the castle may span (\d+)", "width"),
    (r"^All (\d+) ", "tiles"),
    (r"has all (\d+) gates", "gates"),
    (r"The tiles have (\d+) castle edge", "ends"),
    (r"the tiles have only (\d+)", "ends"),
    (r"(\d+) tiles? holds? together", "tiles"),
    (r"The (\d+) gates alone", "standing"),
    (r"There (?:is|are) (\d+) tower top", "towers"),
)
"""Where a sentence tells a number, and what it is the number of."""


def _number(told: str) -> int:
    return 0 if told == "no" else int(told)


def _counted(quest: Quest) -> Mapping[str, set[int]]:
    """Everything that a sentence may count, with all numbers that the sides of gates allow."""
    box = Box(quest.text, quest.rules)
    fixed = sum(is_castle(edge) for tile in quest.tiles for edge in box.face(tile).edges)
    totals, standing = {(fixed, 0)}, {0}
    for gate, sides in gate_sides(quest.hand()).items():
        faces = [box.face(gate, side).edges for side in sides]
        ways = {(sum(map(is_castle, edges)), int(is_castle(edges[2]))) for edges in faces}
        totals = {(one + more, up + on) for one, up in totals for more, on in ways}
    standing = {up for _, up in totals}
    towers = [box.face(tile) for tile in quest.tiles if box.face(tile).is_tower]
    lids = [face.edges[2] for face in towers if sum(map(is_castle, face.edges)) == 1]
    ground, goals = quest.ground, quest.goals
    width = max(ground) - min(ground) + 1 if goals.within_columns else 10**6
    width = min(width, goals.max_width or width)
    covered = max(sum(x <= other < x + width for other in ground) for x in ground)
    return {
        "covered": {covered},
        "columns": {len(ground)},
        "width": {width},
        "tiles": {len(quest.tiles) + len(quest.gates)},
        "gates": {len(quest.gates)},
        "ends": {ends for ends, _ in totals},
        "standing": standing,
        "towers": {lids.count(edge) for edge in lids} | {len(lids)},
    }
