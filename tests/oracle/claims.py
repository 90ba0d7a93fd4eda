"""What is false in the answer of a solver of hands.

An answer is plain data, as the command line prints it in JSON: ``status``, ``score``, ``bound``,
``layout`` and ``exchanges``; or ``refused`` with a reason, where the solver took the problem for
one that is none; or ``crashed``, where it gave no answer. Every word of it is a claim, and each is
checked: the castle by the referee, the proofs by the exact solver. What an answer says beyond that
is for judges, who are given with the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.oracle.draws import Problem
from tests.oracle.exact import Answer, Castles, Found, Wanted, gate_sides, has_supply
from tests.oracle.referee import Verdict, judge
from tests.oracle.tiles import Box, Data, read_box, turned


@dataclass
class Checked:
    """What came of checking an answer.

    Attributes:
        claims: how many claims were checked.
        undecided: how many proofs the exact solver could not follow in its time.
        false: the false claims, in words.
        castle: a legal castle that shows the last false claim to be false, where one does.
    """

    claims: int = 0
    undecided: int = 0
    false: list[str] = field(default_factory=list)
    castle: dict[str, Any] | None = None

    def expect(self, is_true: bool, otherwise: str) -> bool:
        """Count a claim, note it where it is false, and say whether it is true."""
        self.claims += 1
        if not is_true:
            self.false.append(otherwise)
        return is_true

    def deny(self, *words: str) -> None:
        """Count and note false claims."""
        self.claims += len(words)
        self.false += words


Judge: TypeAlias = Callable[[Checked, Castles, Problem, Data, float], None]
"""Checks something more of an answer, with so many seconds for each question to the solver."""


def check(
    problem: Problem, answer: Data, *, seconds: float = 1.0, judges: Sequence[Judge] = ()
) -> Checked:
    """Check every claim of an answer; each proof takes so many seconds at most."""
    checked = Checked()
    if "crashed" in answer:
        checked.deny(f"crashed: {answer['crashed']}")
        return checked
    if "refused" in answer:
        _check_refusal(checked, problem, answer["refused"])
        return checked
    try:
        castles = Castles(
            problem.hand, problem.text, fixed=problem.fixed, complete_only=problem.complete_only
        )
    except ValueError as error:
        checked.deny(f"what is fixed was accepted, but {error}")
        return checked
    _check_numbers(checked, answer)
    if answer["layout"] is not None:
        _check_castle(checked, problem, answer)
    if answer["status"] == "unknown":
        checked.expect(not _plain_castle(problem), "unknown, though a castle is at hand")
    _check_proof(checked, castles, answer, seconds)
    for judge_more in judges:
        judge_more(checked, castles, problem, answer, seconds)
    return checked


def _check_numbers(checked: Checked, answer: Data) -> None:
    status, score, bound = answer["status"], answer["score"], answer["bound"]
    has_castle = answer["layout"] is not None
    expected = status in ("optimal", "feasible")
    checked.expect(has_castle == expected, f"{status}, and a castle: {has_castle}")
    checked.expect((score is not None) == has_castle, f"{status} with a score of {score}")
    if score is not None and bound is not None:
        checked.expect(bound >= score, f"the bound {bound} is below the castle's {score}")
    if status == "optimal":
        checked.expect(bound == score, f"optimal with {score}, but a bound of {bound}")


# --- the castle ---------------------------------------------------------------------------------


def _check_castle(checked: Checked, problem: Problem, answer: Data) -> None:
    layout = answer["layout"]
    verdict = judge(layout, problem.text)
    if not checked.expect(verdict.is_legal, f"an illegal castle: {verdict.breaches}"):
        return
    checked.expect(
        verdict.score == answer["score"],
        f"the castle scores {verdict.score}, not {answer['score']}",
    )
    if problem.complete_only:
        checked.expect(verdict.complete, "the castle is not complete")
    wrong = _not_of_the_hand(problem, layout)
    checked.expect(not wrong, "; ".join(wrong))
    wrong = _wrong_exchanges(problem.hand, layout, answer["exchanges"])
    checked.expect(not wrong, "; ".join(wrong))
    if problem.fixed is not None:
        checked.expect(_is_kept(problem, layout), "what is fixed does not lie as it did")
    hint = _hint(problem)
    if hint is not None and hint.score is not None:
        checked.expect(
            answer["score"] >= hint.score,
            f"a castle of {answer['score']} is worse than the hint of {hint.score}",
        )


def _not_of_the_hand(problem: Problem, layout: Data) -> list[str]:
    """In what a layout is not one of the hand."""
    hand = problem.hand
    variant = hand["variant"]
    box = read_box(problem.text, hand["rules"])
    wrong = []
    if layout.get("variant", "standard") != variant:
        wrong.append("the castle is of another game")
    if layout.get("rules", {}) != hand["rules"]:
        wrong.append("the castle is under other readings")
    if layout.get("flipped", 0) != hand.get("flipped", 0):
        wrong.append("the castle has another number of flipped tiles")
    if sorted(strip["width"] for strip in _grass(layout)) != sorted(hand["grass"]):
        wrong.append("the castle stands on other grass")
    return wrong + _foreign_tiles(hand, box, layout)


def _foreign_tiles(hand: Data, box: Box, layout: Data) -> list[str]:
    wrong = []
    sides = gate_sides(hand)
    supply = hand.get("supply", ()) if has_supply(hand) else ()
    drawn, wilds = 0, 0
    for placed in layout["tiles"]:
        tile, side = placed["tile"], placed.get("side", "front")
        if box.face(tile).is_wild:
            wilds += 1
        elif box.face(tile).is_gate:
            if side not in sides.get(tile, ()):
                wrong.append(f"{tile} with its {side} is not in the hand")
        elif tile in (*hand["tiles"], *supply):
            drawn += 1
        else:
            wrong.append(f"{tile} is not in the hand")
    if drawn > len(hand["tiles"]):
        wrong.append(f"the castle has {drawn} tiles of a hand of {len(hand['tiles'])}")
    if wilds > hand.get("wilds", 0 if hand["variant"] == "all-tiles" else 1):
        wrong.append(f"the castle has {wilds} wilds")
    return wrong


def _wrong_exchanges(hand: Data, layout: Data, exchanges: list[Data]) -> list[str]:
    """What is wrong with the exchanges: one for one, each an unused tile for a used one."""
    used = [placed["tile"] for placed in layout["tiles"]]
    supply = hand.get("supply", ()) if has_supply(hand) else ()
    given = [exchange["give"] for exchange in exchanges]
    taken = [exchange["take"] for exchange in exchanges]
    wrong = []
    if sorted(taken) != sorted(tile for tile in used if tile in supply):
        wrong.append(f"the exchanges take {taken}, which are not the tiles used of the supply")
    if len(set(given)) < len(given) or not set(given) <= set(hand["tiles"]):
        wrong.append(f"the exchanges give {given}, which are not tiles in hand")
    if set(given) & set(used):
        wrong.append("a tile is both given away and used")
    if hand["variant"] == "solo2" and layout.get("exchanges", 0) != len(exchanges):
        wrong.append(f"the layout tells of {layout.get('exchanges', 0)} exchanges")
    return wrong


def _grass(layout: Data) -> list[dict[str, int]]:
    return list(layout.get("grass", [{"x": 0, "width": 4}]))


def _looks(box: Box, layout: Data, start: int) -> Counter[tuple[Any, ...]]:
    """The tiles of a layout as anyone sees them, the column `start` being called 0."""
    looks: Counter[tuple[Any, ...]] = Counter()
    for placed in layout["tiles"]:
        face = box.face(placed["tile"], placed.get("side", "front"))
        name = placed["tile"] if face.is_gate else face.kind
        edges = turned(face.edges, placed.get("turn", 0))
        looks[placed["x"] - start, placed["y"], name, face.side, edges] += 1
    return looks


def _is_kept(problem: Problem, layout: Data) -> bool:
    """Whether the fixed tiles lie, on the grass of the layout, as they do on their own."""
    assert problem.fixed is not None
    box = read_box(problem.text, problem.hand["rules"])
    starts, strips = [], []
    for one in (layout, problem.fixed):
        start = min((strip["x"] for strip in _grass(one)), default=0)
        starts.append(start)
        strips.append(sorted((strip["x"] - start, strip["width"]) for strip in _grass(one)))
    if not problem.fixed["tiles"]:
        return True
    kept = _looks(box, problem.fixed, starts[1])
    return _ground(strips[0]) == _ground(strips[1]) and kept <= _looks(box, layout, starts[0])


def _ground(strips: list[tuple[int, int]]) -> set[int]:
    return {x for start, width in strips for x in range(start, start + width)}


def _plain_castle(problem: Problem) -> dict[str, Any] | None:
    """A castle that is had without a search: the hint, what is fixed, or a gate alone."""
    hand = problem.hand
    head = {"tileset": "", "variant": hand["variant"], "rules": hand["rules"]}
    ready = [] if _hint(problem) is None else [problem.hint]
    if problem.fixed is not None:
        ready.append(problem.fixed)
    else:
        columns = range(sum(hand["grass"]))
        grass = [
            {"x": sum(hand["grass"][:number]), "width": width}
            for number, width in enumerate(hand["grass"])
        ]
        for gate, sides in gate_sides(hand).items():
            for side in sides:
                for x in columns:
                    tiles = [{"tile": gate, "side": side, "x": x, "y": 0}]
                    ready.append(head | {"grass": grass, "tiles": tiles})
    for castle in ready:
        assert castle is not None
        verdict = judge(castle, problem.text)
        if verdict.is_legal and (verdict.complete or not problem.complete_only):
            return castle
    return None


# --- fixed tiles and hints ----------------------------------------------------------------------


def _hint(problem: Problem) -> Verdict | None:
    """The verdict on the hint, where it is one of the castles that are asked for."""
    hint = problem.hint
    if hint is None:
        return None
    verdict = judge(hint, problem.text)
    if not verdict.is_legal or (problem.complete_only and not verdict.complete):
        return None
    if problem.fixed is not None and not _is_kept(problem, hint):
        return None
    return verdict


def _lie_apart(layout: Data) -> bool:
    """Whether the strips are not laid side by side, one after the other."""
    columns = sorted(x for s in _grass(layout) for x in range(s["x"], s["x"] + s["width"]))
    return columns != list(range(columns[0], columns[0] + len(columns))) if columns else False


def _check_refusal(checked: Checked, problem: Problem, reason: str) -> None:
    """A refusal claims that what is fixed, or the hint, is not of the hand."""
    given = [layout for layout in (problem.fixed, problem.hint) if layout is not None]
    may_refuse = any(_lie_apart(layout) for layout in given)
    if problem.hint is not None and _hint(problem) is None:
        may_refuse = True
    try:
        Castles(problem.hand, problem.text, fixed=problem.fixed)
    except ValueError:
        may_refuse = True
    checked.expect(may_refuse, f"refused, though it is a problem of this hand: {reason}")


# --- the proofs ---------------------------------------------------------------------------------


def _check_proof(checked: Checked, castles: Castles, answer: Data, seconds: float) -> None:
    """That no castle is better than is said, or that there is none."""
    status, bound = answer["status"], answer["bound"]
    if status == "infeasible":
        found = castles.castle(seconds=seconds)
        claim = "infeasible"
    elif bound is not None:
        found = castles.castle(Wanted(least=bound + 1), seconds=seconds)
        claim = f"{status} with a bound of {bound}"
    else:
        return
    refute(checked, found, claim, castles)


def refute(checked: Checked, found: Found, claim: str, castles: Castles) -> None:
    """Count the claim that there is no castle as asked for, by what was found.

    Raises:
        AssertionError: when the castle found is none, so that the oracle contradicts itself.
    """
    if found.answer is Answer.UNDECIDED:
        checked.undecided += 1
        return
    if found.layout is not None:
        verdict = judge(found.layout, castles.text)
        assert verdict.is_legal, (verdict.breaches, found.layout)
        checked.castle = found.layout
        checked.deny(f"{claim}, but a castle scores {verdict.score}")
        return
    checked.claims += 1
