"""What is told of a hand, and of the castle that a search found for it."""

from __future__ import annotations

from collections.abc import Iterator

from caladale.core.hand import Hand
from caladale.core.layout import Layout
from caladale.rules.score_sheet import score
from caladale.solve.explanation.castle_sentences import Best, GivenUp, NoGrass, NoneComplete, NoRoom
from caladale.solve.explanation.castles import (
    Castles,
    every_castle,
    may_exchange,
    most_points,
    perfect_score,
)
from caladale.solve.explanation.sentences import NotRuledOut, OnlySearched, Sentence
from caladale.solve.explanation.whole import gate_stays_open, what_is_apart, why_not_whole
from caladale.solve.models.relaxation import Family
from caladale.solve.result import SolveResult, Status


def explain(hand: Hand, result: SolveResult | None = None) -> tuple[str, ...]:
    """Tell why `hand` makes no perfect castle, in a few sentences, the most telling first.

    Args:
        hand: the tiles, gate, wild and grass.
        result: what the search found, for the tiles that its castle leaves out. The search must
            have been free to use the hand: no tile was fixed beforehand.

    Returns:
        Sentences that are each proved; none when nothing is known.
    """
    return tuple(sentence.text for sentence in reasons(hand, result))


def reasons(hand: Hand, result: SolveResult | None = None) -> tuple[Sentence, ...]:
    """The sentences of `explain` as data, for the same arguments."""
    return tuple(_told(hand, result))


def _told(hand: Hand, result: SolveResult | None) -> Iterator[Sentence]:
    castle = None if result is None else result.layout
    worth = None if result is None else _without_flipped(hand, result.score)
    if result is not None and castle is not None and worth == most_points(hand):
        yield _best(hand, castle, len(result.exchanges))
        return
    every = every_castle(hand)
    none = _none_complete(every)
    if none is not None:
        yield none
        apart = what_is_apart(hand)
        if apart is not None:
            yield apart
    else:
        whole = why_not_whole(hand) or _searched(hand, result, every)
        if whole is not None:
            yield whole
        if castle is not None:
            yield from _no_room(hand, every, castle)
    if castle is not None and worth is not None and not may_exchange(hand):
        yield _given_up(hand, castle, perfect_score(hand) - worth)


def _without_flipped(hand: Hand, points: int | None) -> int | None:
    flipped = hand.flipped if hand.variant.scores_flipped else 0
    return None if points is None else points - flipped


def _best(hand: Hand, castle: Layout, exchanges: int) -> Sentence:
    """What a castle does that scores all that the number of tiles allows.

    Such a castle is complete and without the wild, and lacks nothing that scores: drawn tiles but
    for exchanged ones it has all, but not every gate where gates score nothing.
    """
    return Best(
        exchanges=exchanges,
        left_out=() if exchanges else _left_out(hand, castle),
        leaves_wild=bool(every_castle(hand).wilds),
    )


def _none_complete(every: Castles) -> Sentence | None:
    """That there is no complete castle at all, if counting can tell."""
    if not every.columns:
        return NoGrass()
    why = every.why()
    return None if why is None else NoneComplete(gate_stays_open(every) or why)


def _searched(hand: Hand, result: SolveResult | None, every: Castles) -> Sentence | None:
    """What little is known of perfect castles where counting does not rule them out."""
    perfect = perfect_score(hand)
    worth = None if result is None else _without_flipped(hand, result.score)
    if result is None or (worth is not None and worth >= perfect):
        return None
    bound = _without_flipped(hand, result.bound)
    castle = f"complete castle of every tile{' without the wild' if every.wilds else ''}"
    if result.status is Status.INFEASIBLE:
        castle = "complete castle of these tiles"
    elif bound is None or bound >= perfect:
        return NotRuledOut(castle)
    return OnlySearched(castle)


def _no_room(hand: Hand, every: Castles, castle: Layout) -> Iterator[Sentence]:
    """Which of the tiles that are left out no complete castle has room for."""
    kinds = dict.fromkeys(_left_out(hand, castle))
    whys: dict[str, list[str]] = {}
    for kind in (kind for kind in hand.tileset.kinds if kind in kinds):
        # What is cut off from the gate has been told already: it is why not all tiles can be used.
        why = None if every.are_refuted((Family.MEETINGS,), (), kind) else every.why(kind)
        if why is not None:
            whys.setdefault(why, []).append(kind)
    for why, out in whys.items():
        yield NoRoom(tuple(out), why)


def _left_out(hand: Hand, castle: Layout) -> tuple[str, ...]:
    """The kinds of the tiles in hand that `castle` does without, one for each tile."""
    used = {placed.tile for placed in castle.tiles}
    out = (name for name in (*hand.gate_sides(), *hand.tiles) if name not in used)
    return tuple(hand.tileset.tiles[name].kind for name in out)


def _given_up(hand: Hand, castle: Layout, points: int) -> Sentence:
    """What `castle` does instead of being perfect, and the `points` that this costs."""
    sheet = {item.name: item for item in score(castle).items}
    exposed = sheet["exposed"].count
    return GivenUp(
        points=points,
        left_out=_left_out(hand, castle),
        exposed=exposed,
        has_hole=not exposed and not sheet["complete"].count,
        uses_wild=bool(sheet["wild"].count),
    )
