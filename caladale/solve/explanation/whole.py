"""Why not all tiles of a hand are in one complete castle: arguments, the most telling first.

Each is about a perfect castle, without the wild and without an exchange, so that is what its
sentence says too, but for those that hold with a wild (`Need`).
"""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import networkx as nx
from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.core.edges import THEMES, Direction, Edge
from caladale.core.hand import Hand
from caladale.core.tiles import Face
from caladale.solve.explanation.castles import Castles, may_exchange, perfect_castles
from caladale.solve.explanation.sentences import (
    Apart,
    BareGate,
    Counted,
    Cross,
    Crossings,
    GateStaysOpen,
    Given,
    NoSide,
    NotAll,
    Odd,
    Sentence,
    TooManyCaps,
)
from caladale.solve.models.arguments import (
    sides_pair_up,
    themes_meet_only_in_tiles,
    wild_only_closes,
)
from caladale.solve.models.parity import Bound, perfect_obstacle
from caladale.solve.models.relaxation import THEME_SETS, Family
from caladale.solve.models.stock import Lot


class Need(enum.IntEnum):
    """What an argument needs of the wild, from the weakest need on."""

    NOTHING = 0
    """It holds with a wild as well."""
    CLOSING = 1
    """It holds with a wild that only closes an edge (`wild_only_closes`)."""
    NO_WILD = 2
    """It holds without the wild."""


class Reason(Struct, frozen=True):
    """Why not all tiles are in one complete castle.

    Attributes:
        sentence: the reason.
        need: what it needs of the wild.
    """

    sentence: Sentence
    need: Need


Argument = Callable[[Castles], Reason | None]


def why_not_whole(hand: Hand) -> Sentence | None:
    """Why no castle is perfect, whichever sides gates show, if counting tells."""
    return _whichever_side(hand, _reason)


def what_is_apart(hand: Hand) -> Sentence | None:
    """Which tiles are in no castle with the gate, whichever side it shows, if any."""
    return _whichever_side(hand, _apart)


def _whichever_side(hand: Hand, tell: Argument) -> Sentence | None:
    castles = perfect_castles(hand)
    found = [tell(whole) for whole in castles]
    reasons = [reason for reason in found if reason is not None]
    if len(reasons) < len(found):
        return None
    if any(reason.sentence != reasons[0].sentence for reason in reasons):
        # What is told of one side is said of the others too, so no wild may help there.
        reasons = [_left_open(reason) for reason in reasons]
    told = whichever_side([reason.sentence for reason in reasons], hand)
    return msgspec.structs.replace(
        told,
        without_exchange=may_exchange(hand),
        without_wild=max(reason.need for reason in reasons) > _given(castles[0]),
    )


def _left_open(reason: Reason) -> Reason:
    """The same reason for castles without the wild, where it allows that a wild helps."""
    if not (isinstance(reason.sentence, Odd) and reason.sentence.may_close):
        return reason
    return Reason(msgspec.structs.replace(reason.sentence, may_close=False), Need.NO_WILD)


def _given(whole: Castles) -> Need:
    """The strongest need that is met while the wild is there."""
    if not whole.wilds:
        return Need.NO_WILD
    return Need.CLOSING if wild_only_closes(whole.wilds) else Need.NOTHING


def whichever_side(sentences: Sequence[Sentence], hand: Hand) -> Given:
    """What holds whichever sides the gates of `hand` show, one sentence given for each choice.

    The first choice is that of all fronts, where gates are free to show either side.
    """
    first = sentences[0]
    if all(sentence == first for sentence in sentences):
        return Given(first)
    free = tuple(name for name, sides in hand.gate_sides().items() if len(sides) > 1)
    return Given(first, fronts=free, is_alone=len(hand.gates) == 1)


def _reason(whole: Castles) -> Reason | None:
    """The first argument that tells why, the gates showing settled sides."""
    for tell in (_apart, _counted, _too_many_caps, _odd, _gate, _whole_count):
        reason = tell(whole)
        if reason is not None:
            return reason
    return None


# --- what cannot be joined ----------------------------------------------------------------------


def _apart(whole: Castles) -> Reason | None:
    """That some tiles can never be joined to the gate."""
    if not whole.has_one_gate:
        return None
    return _without_side(whole) or _without_meeting(whole)


def _without_side(whole: Castles) -> Reason | None:
    """That the gate or some tile has no castle side to be joined by."""
    others = [(lot.kind, face) for lot, face in whole.tiles() if not lot.is_gate]
    (gate,) = whole.gates
    if others and not any(gate.faces[0].edges[side].is_castle for side in _OFF_GRASS):
        return Reason(BareGate(), Need.NOTHING)
    bare = tuple(kind for kind, face in others if not _castle_edges(face))
    return Reason(NoSide(bare), Need.NOTHING) if bare else None


def _without_meeting(whole: Castles) -> Reason | None:
    """That the themes of some tiles do not meet the gate's."""
    # A tile with a single castle side joins nothing to anything, so it may be wild.
    joining = [face for lot, face in whole.tiles() if not _is_cap(lot, face)]
    if not themes_meet_only_in_tiles({edge for face in joining for edge in face.edges}):
        return None
    graph: nx.Graph[Edge] = nx.Graph()
    for _, face in whole.tiles():
        themes = _themes(face)
        graph.add_nodes_from(themes)
        graph.add_edges_from(itertools.pairwise(themes))
    (gate,) = whole.gates
    here = nx.node_connected_component(graph, _themes(gate.faces[0])[0])
    lost = tuple(
        lot.kind for lot, face in whole.tiles() if _themes(face) and here.isdisjoint(_themes(face))
    )
    if not lost:
        return None
    return Reason(
        Apart(
            here=tuple(theme for theme in THEMES if theme in here),
            others=tuple(theme for theme in THEMES if theme in graph and theme not in here),
            kinds=lost,
        ),
        Need.CLOSING,
    )


# --- sums and parity ----------------------------------------------------------------------------


def _counted(whole: Castles) -> Reason | None:
    """What sums and parity say of all tiles (`counting`)."""
    box = whole.hand.tileset.under(whole.rules)
    offered = whole.hand.gate_sides() | dict.fromkeys(whole.hand.tiles, ("front",))
    found = perfect_obstacle(box, offered, whole.columns)
    if found is None:
        return None
    holds_when_closed = found.bound in (Bound.MEETING, Bound.TOWERS)
    return Reason(Counted(found.reason), Need.CLOSING if holds_when_closed else Need.NO_WILD)


def _too_many_caps(whole: Castles) -> Reason | None:
    """That there are more tiles with a single castle side than larger ones can take."""
    larger = [(lot, face) for lot, face in whole.tiles() if not _is_cap(lot, face)]
    sides = Counter(edge for lot, face in larger for edge in _off_grass(lot, face))
    caps = Counter(
        edge for lot, face in whole.tiles() if _is_cap(lot, face) for edge in _castle_edges(face)
    )
    for theme in THEMES:
        if caps[theme] > sides[theme] + sides[Edge.WILD]:
            sentence = TooManyCaps(
                theme=theme,
                caps=caps[theme],
                room=sides[theme],
                wild_room=sides[Edge.WILD],
                is_gate_larger=all(len(_castle_edges(lot.faces[0])) > 1 for lot in whole.gates),
            )
            return Reason(sentence, Need.CLOSING)
    return None


def _odd(whole: Castles) -> Reason | None:
    """That a theme has an odd number of castle sides and none to put on the grass."""
    if not sides_pair_up(face for _, face in whole.tiles()):
        return None
    for theme in THEMES:
        tiles = [(lot, face) for lot, face in whole.tiles() if theme in face.edges]
        sides = sum(_off_grass(lot, face).count(theme) for lot, face in tiles)
        # A cap on the grass would be joined to nothing.
        if sides % 2 and all(lot.is_gate or _is_cap(lot, face) for lot, face in tiles):
            gates = sum(lot.is_gate and face.edges[Direction.S] is theme for lot, face in tiles)
            return Reason(Odd(theme, sides, gates, bool(whole.wilds)), Need.NOTHING)
    return None


def gate_stays_open(castles: Castles) -> Sentence | None:
    """That the only gate has more sides to close than the other tiles can close, if so."""
    if not castles.has_one_gate:
        return None
    (gate,) = castles.gates
    sides: Counter[Edge] = Counter()
    for lot in castles.stock.lots:
        if not (lot.is_gate or (lot.is_wild and castles.is_whole)):
            for edge in lot.faces[0].edges:
                sides[edge] += len(lot.names)
    sentences = []
    for face in gate.faces:
        shown = Counter(_off_grass(gate, face))
        short = (t for t in THEMES if shown[t] > sides[t] + sides[Edge.WILD])
        theme = next(short, None)
        if theme is None:
            return None
        sentences.append(GateStaysOpen(theme, shown[theme], sides[theme] + sides[Edge.WILD]))
    return whichever_side(sentences, castles.hand)


def _gate(whole: Castles) -> Reason | None:
    sentence = gate_stays_open(whole)
    return None if sentence is None else Reason(sentence, Need.NO_WILD)


# --- the whole count ----------------------------------------------------------------------------


def _whole_count(whole: Castles) -> Reason | None:
    """What all sums together say, in numbers if rows and columns alone do."""
    why = whole.why()
    if why is None:
        return None
    return Reason(_crossings(whole) or NotAll(why), Need.NO_WILD)


def _crossings(whole: Castles) -> Sentence | None:
    """That rows and columns of some themes cross in fewer places than tiles lie in both."""
    if whole.are_refuted(_PAIRS):
        return None
    for themes in THEME_SETS:
        if whole.are_refuted(_PAIRS, (themes,)):
            told = tuple(theme for theme in THEMES if theme in themes)
            return Crossings(told, _cross(whole, themes))
    return None


def _cross(whole: Castles, themes: frozenset[Edge]) -> Cross | None:
    """The numbers of rows, columns and tiles in both, where they tell by themselves."""
    free = whole.sums(_PAIRS)
    lying = free.model.clone()
    lying.minimize(free.crossing(themes))
    solver = free.solver()
    if solver.solve(lying) != cp_model.OPTIMAL:
        return None
    tiles = round(solver.objective_value)
    free.model.maximize(free.places(themes))
    if solver.solve(free.model) != cp_model.OPTIMAL:
        return None
    rows, columns = (solver.value(n) for n in (free.rows(themes), free.columns(themes)))
    return Cross(rows, columns, tiles) if tiles > rows * columns else None


_PAIRS = (Family.PAIRS,)
_OFF_GRASS = tuple(side for side in Direction if side is not Direction.S)


# --- what a tile shows --------------------------------------------------------------------------


def _themes(face: Face) -> list[Edge]:
    return [theme for theme in THEMES if theme in face.edges]


def _castle_edges(face: Face) -> list[Edge]:
    return [edge for edge in face.edges if edge.is_castle]


def _off_grass(lot: Lot, face: Face) -> list[Edge]:
    """The castle edges of a tile that may be joined: not that of a gate on the grass."""
    sides = _OFF_GRASS if lot.is_gate else tuple(Direction)
    return [face.edges[side] for side in sides if face.edges[side].is_castle]


def _is_cap(lot: Lot, face: Face) -> bool:
    return not lot.is_gate and len(_castle_edges(face)) == 1
