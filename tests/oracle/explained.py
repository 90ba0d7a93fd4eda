"""A hand that was explained, and a claim of its explanation: what is asked to check it.

A sentence has one of some forms, each a regular expression with the check of what it says: numbers
are counted again from the tile file, and what there is said to be none of is looked for by the
exact solver. A sentence of no known form is a fault as well.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.oracle.exact import Answer, Castles, Wanted, gate_sides, has_supply, wilds_of
from tests.oracle.numbers import Numbers, Tiles
from tests.oracle.tiles import DEFAULTS, Data, Face, read_box

Tile: TypeAlias = tuple[str, Face]
"""A physical tile, and the face that it shows."""


class Explained:
    """A hand whose explanation is to be checked.

    Args:
        hand: the hand, in the format ``caladale-hand/1``.
        text: the tile file of its box.
        answer: what the solver said besides: ``status``, ``score``, ``bound``, ``layout`` and
            ``exchanges``; None if only the hand was explained.
        seconds: how long each question to the exact solver may take; None for as long as it likes.

    Attributes:
        box: the box, under the readings of the hand.
        rules: the readings, every one of them.
        has_wild: whether there is a wild to use.
        has_exchange: whether there is something to exchange for.
        columns: how many columns of grass there are.
    """

    def __init__(
        self, hand: Data, text: str, answer: Data | None = None, *, seconds: float | None = None
    ) -> None:
        self.hand = hand
        self.text = text
        self.answer = answer
        self.seconds = seconds
        self.rules = DEFAULTS | hand.get("rules", {})
        self.box = read_box(text, self.rules)
        self.has_wild = bool(wilds_of(hand, self.box))
        self.has_exchange = has_supply(hand) and bool(hand.get("supply"))
        self.columns = sum(hand.get("grass", [4]))
        self._castles: dict[tuple[bool, bool], Castles] = {}

    def castles(self, *, exchange: bool, holes_count: bool) -> Castles:
        """All castles, with or without exchanges; where holes do not count, none spoils one."""
        if (exchange, holes_count) not in self._castles:
            hand: dict[str, Any] = dict(self.hand)
            if not exchange:
                hand["supply"] = []
            if not holes_count:
                hand["rules"] = dict(hand.get("rules", {})) | {"hole_breaks_complete": "no"}
            self._castles[exchange, holes_count] = Castles(hand, self.text)
        return self._castles[exchange, holes_count]

    def with_fronts(self) -> Explained:
        """The same, with the front of each gate that may show either side."""
        gates = [f"{gate}:{sides[0]}" for gate, sides in gate_sides(self.hand).items()]
        hand = {**self.hand, "gates": gates}
        return Explained(hand, self.text, self.answer, seconds=self.seconds)

    def choices(self) -> Iterator[list[Tile]]:
        """Every tile in hand but the wild with its face, for each choice of the sides of gates."""
        sides = gate_sides(self.hand)
        tiles = [(tile, self.box.face(tile)) for tile in self.hand["tiles"]]
        for shown in itertools.product(*sides.values()):
            gates = [
                (gate, self.box.face(gate, side)) for gate, side in zip(sides, shown, strict=True)
            ]
            yield [*gates, *tiles]

    @property
    def score(self) -> int | None:
        """The score of the castle found, flipped tiles apart."""
        return self._without_flipped("score")

    @property
    def bound(self) -> int | None:
        """The bound that is claimed, flipped tiles apart."""
        return self._without_flipped("bound")

    def _without_flipped(self, key: str) -> int | None:
        points = None if self.answer is None else self.answer[key]
        is_standard = self.hand.get("variant", "standard") == "standard"
        flipped = self.hand.get("flipped", 0) if is_standard else 0
        return None if points is None else points - flipped

    def perfect(self) -> int:
        """What a complete castle of every tile in hand scores, without the wild."""
        faces = [face for _, face in next(self.choices())]
        gates = sum(face.is_gate for face in faces) if self.rules["gate_counts"] == "no" else 0
        return 2 + 2 * (len(faces) - gates) + sum(face.is_tower for face in faces)

    def left_out(self) -> Counter[str]:
        """The kinds of the tiles in hand that the castle found does without."""
        layout = {"tiles": []} if self.answer is None else self.answer["layout"]
        used = {tile["tile"] for tile in layout["tiles"]}
        mine = [*gate_sides(self.hand), *self.hand["tiles"]]
        return Counter(self.box.kind_of[tile] for tile in mine if tile not in used)


@dataclass
class CheckedSentences:
    """What came of the check of some sentences.

    Attributes:
        faults: what is false, each fault with its sentence.
        undecided: the sentences for which the exact solver ran out of time.
        forms: how many sentences there were of each form.
    """

    faults: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    forms: Counter[str] = field(default_factory=Counter)


Check: TypeAlias = Callable[["Claim", re.Match[str]], Iterator[str]]
"""What is false in a sentence of a form."""


@dataclass(frozen=True)
class Form:
    """A form of sentence: its pattern, and the check of what it says."""

    pattern: re.Pattern[str]
    check: Check


def form(forms: dict[str, Form], name: str, *pattern: str) -> Callable[[Check], Check]:
    """Add a form to `forms`, whose pattern comes in parts; for use as a decorator of its check."""

    def add(check: Check) -> Check:
        forms[name] = Form(re.compile("".join(pattern)), check)
        return check

    return add


class Claim:
    """A sentence, and what may be done in the castles that it is about.

    Args:
        of: the hand.
        sentence: the sentence, or what is left of it.
        forms: the forms that it may have.

    Attributes:
        exchange: whether tiles may be exchanged; at first, if the hand may.
        wild: whether the wild may be used; at first, if there is one.
        name: the form that it has.
        is_undecided: whether the exact solver ran out of time.
    """

    def __init__(self, of: Explained, sentence: str, forms: Mapping[str, Form]) -> None:
        self.of = of
        self.exchange = of.has_exchange
        self.wild = of.has_wild
        self.name = "unknown"
        self.is_undecided = False
        self._sentence = sentence
        self._forms = forms

    def faults(self) -> Iterator[str]:
        """What is false in the sentence."""
        for name, form_ in self._forms.items():
            match = form_.pattern.fullmatch(self._sentence)
            if match is not None:
                self.name = name
                yield from form_.check(self, match)
                return
        yield "a sentence of no known form"

    def rest(self, sentence: str, *, fronts: bool = False) -> Iterator[str]:
        """What is false in the rest of a sentence, which may be about the fronts of gates only."""
        rest = Claim(self.of.with_fronts() if fronts else self.of, sentence, self._forms)
        rest.exchange, rest.wild = self.exchange, self.wild
        yield from rest.faults()
        self.name = f"{self.name}, {rest.name}"
        self.is_undecided |= rest.is_undecided
        # A rest that lets the wild help speaks of castles without it, and so does what follows.
        self.wild = rest.wild

    # --- what is looked for ---------------------------------------------------------------------

    def there_is(self, wanted: Wanted, *, holes_count: bool = True) -> bool:
        """Whether there is such a castle; undecided counts as none."""
        if not self.wild:
            wanted = dataclasses.replace(wanted, wilds=(0, 0))
        castles = self.of.castles(exchange=self.exchange, holes_count=holes_count)
        found = castles.castle(wanted, seconds=self.of.seconds)
        self.is_undecided |= found.answer is Answer.UNDECIDED
        return found.answer is Answer.YES

    def none_whole(self, *, closed: bool) -> Iterator[str]:
        """That all tiles in hand are in no castle; or in none without an exposed edge."""
        wanted = Wanted(complete=True if closed else None, all_own=True)
        if self.there_is(wanted, holes_count=False):
            yield "there is a castle of all tiles"

    def none_with(self, kinds: Iterable[str]) -> Iterator[str]:
        """That no castle has a tile of any of some kinds."""
        for kind in sorted(set(kinds)):
            if self.there_is(Wanted(kinds={kind: (1, None)})):
                yield f"there is a castle with {kind}"

    # --- what is counted ------------------------------------------------------------------------

    def whichever_sides(self, check: Callable[[list[Tile]], Iterator[str]]) -> Iterator[str]:
        """That what is counted is true of every choice of sides."""
        for tiles in self.of.choices():
            faults = list(check(tiles))
            if faults:
                yield from faults
                return

    def may_be(
        self,
        *parts: str | tuple[str, *tuple[int, ...]],
        is_whole: bool = True,
        kind: str = "",
        any_ground: bool = False,
    ) -> bool | None:
        """Whether castles may have such numbers, on their ground or on any; None if undecided.

        The parts are those of `Numbers`.
        """
        tiles = Tiles(
            hand=self.of.hand,
            box=self.of.box,
            is_whole=is_whole,
            may_exchange=self.exchange,
            may_use_wild=self.wild,
            with_kind=kind,
            any_ground=any_ground,
        )
        is_so = Numbers(tiles, *parts).are_possible(seconds=self.of.seconds)
        self.is_undecided |= is_so is None
        return is_so
