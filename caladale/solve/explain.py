"""Why a hand makes no perfect castle, in words that a player understands.

A *perfect* castle uses every tile in hand, closes every edge and leaves the wild in the box. What
forbids it is told only where counting proves it, by as few sorts of constraint as do: a sentence
with numbers where one is known, a general one where only the whole model (`sums`) sees it, and the
plain admission that there is no short reason where the search alone does.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
import networkx as nx
from msgspec import Struct
from ortools.sat.python import cp_model

from caladale.edges import THEMES, Direction, Edge
from caladale.hand import Hand
from caladale.layout import Layout, Variant
from caladale.readings import Readings
from caladale.score import score
from caladale.solve.counting import perfect_obstacle
from caladale.solve.result import SolveResult, Status
from caladale.solve.stock import Lot, Stock, stock_of
from caladale.solve.sums import THEME_SETS, CastleSums, Family
from caladale.tiles import Face
from caladale.words import some


def explain(hand: Hand, result: SolveResult | None = None) -> tuple[str, ...]:
    """Tell why `hand` makes no perfect castle, in a few sentences, the most telling first.

    Args:
        hand: the tiles, gate, wild and grass.
        result: what the search found, for the tiles that its castle leaves out. The search must
            have been free to use the hand: no tile was fixed beforehand.

    Returns:
        Sentences that are each proved; none when nothing is known.
    """
    castle = None if result is None else result.layout
    worth = 0 if result is None else _without_flipped(hand, result.score)
    if castle is not None and worth == _most(hand):
        return (_perfect(hand),)
    told: list[str] = []
    every = _castles(hand)
    obstacle = _why_none(every)
    if obstacle is not None:
        told.append(obstacle)
        told += _of_all_tiles(hand, _apart)
    else:
        told += _why_not_whole(hand, result)
        if castle is not None:
            told += _why_out(hand, every, castle)
    if castle is not None and not hand.supply and worth is not None:
        told.append(_given_up(hand, castle, _most(hand) - worth))
    return tuple(told)


def _perfect(hand: Hand) -> str:
    if hand.wilds:
        does = "uses every tile, closes every edge and leaves the wild in the box"
    else:
        does = "uses every tile and closes every edge"
    return f"It {does}: nothing can score more."


# --- the castles that are asked about -----------------------------------------------------------


class _Castles(Struct, frozen=True):
    """Complete castles of some tiles, as counting sees them.

    Attributes:
        stock: the tiles.
        hand: the hand that they come from.
        is_whole: whether only castles of all these tiles count, without the wild.
    """

    stock: Stock
    hand: Hand
    is_whole: bool

    @property
    def rules(self) -> Readings:
        """The readings."""
        return self.hand.rules

    @property
    def columns(self) -> int:
        """How many columns of ground there are."""
        return sum(self.hand.grass)

    @property
    def gates(self) -> list[Lot]:
        """The gates among the tiles."""
        return [lot for lot in self.stock.lots if lot.is_gate]

    def tiles(self) -> Iterator[tuple[Lot, Face]]:
        """Every tile of the hand but the wild, by its first face."""
        for lot in self.stock.lots:
            if not lot.is_wild:
                yield from ((lot, lot.faces[0]) for _ in lot.own)

    def sums(
        self,
        families: Iterable[Family],
        crossings: Iterable[frozenset[Edge]] = (),
        kind: str | None = None,
    ) -> CastleSums:
        """The numbers that they can have under some constraints, with a tile of `kind` or any."""
        sums = CastleSums(
            self.stock,
            self.columns,
            self.rules,
            one_gate=_has_one_gate(self.hand),
            families=tuple(families),
            crossings=tuple(crossings),
        )
        sums.model.add(sums.complete == 1)
        if self.is_whole:
            for lot in self.stock.lots:
                number = 0 if lot.is_wild else len(lot.own)
                sums.model.add(sums.used[lot.kind] == number)
        if kind is not None:
            sums.model.add(sums.used[kind] >= 1)
        return sums

    def are_refuted(
        self,
        families: Iterable[Family],
        crossings: Iterable[frozenset[Edge]] = (),
        kind: str | None = None,
    ) -> bool:
        """Whether some constraints alone show that there is no such castle."""
        sums = self.sums(families, crossings, kind)
        return sums.solver().solve(sums.model) == cp_model.INFEASIBLE

    def why(self, kind: str | None = None) -> str | None:
        """The least that shows that there is no such castle, in general words; None if nothing."""
        if not self.are_refuted(Family, THEME_SETS, kind):
            return None
        for families, crossings, words in _GENERAL:
            if self.are_refuted(families, crossings, kind):
                return words
        return _TOGETHER


_PAIRS = (Family.PAIRS,)
_GENERAL: tuple[tuple[tuple[Family, ...], tuple[frozenset[Edge], ...], str], ...] = (
    ((Family.MEETINGS,), (), "the themes do not meet in the tiles at hand"),
    (_PAIRS, (), "the castle sides that must face each other do not come out even"),
    (
        (Family.PAIRS, Family.CAPS),
        (),
        "the tiles with a single castle side find too few larger ones to be joined to",
    ),
    ((Family.PAIRS, Family.CONNECTION), (), "the castle sides are too few to hold it together"),
    (_PAIRS, THEME_SETS, "too few tiles end its rows and columns"),
)
_TOGETHER = "no single count forbids it, but the castle sides, rows and columns together do"


def _castles(hand: Hand) -> _Castles:
    """The complete castles that `hand` could make, exchanges and the wild included."""
    return _Castles(stock_of(hand), hand, is_whole=False)


def _whole(hand: Hand) -> list[_Castles]:
    """The perfect castles of `hand`, for each choice of the sides that its gates may show."""
    choices = itertools.product(
        *([f"{name}:{side}" for side in sides] for name, sides in hand.gate_sides().items())
    )
    settled = [msgspec.structs.replace(hand, gates=gates, supply=()) for gates in choices]
    return [_Castles(stock_of(one), one, is_whole=True) for one in settled]


def _has_one_gate(hand: Hand) -> bool:
    return hand.variant is not Variant.ALL_TILES


def _most(hand: Hand) -> int:
    """The most that the tiles are worth, if nothing but their number mattered."""
    sums = _castles(hand).sums(())
    sums.model.maximize(sums.score)
    solver = sums.solver()
    solver.solve(sums.model)
    return round(solver.best_objective_bound)


def _perfect_score(hand: Hand) -> int:
    return 2 + sum(lot.points(hand.rules) for lot, _ in _whole(hand)[0].tiles())


def _without_flipped(hand: Hand, points: int | None) -> int | None:
    flipped = hand.flipped if hand.variant is Variant.STANDARD else 0
    return None if points is None else points - flipped


# --- why it is not perfect ----------------------------------------------------------------------


def _why_none(every: _Castles) -> str | None:
    """Why there is no complete castle at all, if counting can tell."""
    why = every.why()
    if why is None:
        return None
    none = "No complete castle can be made of these tiles, however few are used"
    gate = _gate_stays_open(every)
    return f"{none}: {why}." if gate is None else f"{none}. {gate}"


def _why_not_whole(hand: Hand, result: SolveResult | None) -> list[str]:
    """Why there is no perfect castle, or what little is known of it."""
    reason = _of_all_tiles(hand, _reason)
    if reason:
        return reason
    perfect = _perfect_score(hand)
    worth = None if result is None else _without_flipped(hand, result.score)
    if result is None or (worth is not None and worth >= perfect):
        return []
    bound = _without_flipped(hand, result.bound)
    castle = f"complete castle of every tile{' without the wild' if hand.wilds else ''}"
    if result.status is Status.INFEASIBLE:
        castle = "complete castle of these tiles"
    elif bound is None or bound >= perfect:
        return [f"Counting does not rule out a {castle}, and neither did the search in its time."]
    return [f"No short reason is known: only the search shows that there is no {castle}."]


def _of_all_tiles(hand: Hand, tell: Callable[[_Castles], str | None]) -> list[str]:
    """What `tell` says of the perfect castles, if it says something whichever sides gates show."""
    reason = _whichever([tell(whole) for whole in _whole(hand)])
    if reason is None:
        return []
    return [f"Without an exchange: {reason}" if hand.supply else reason]


def _reason(whole: _Castles) -> str | None:
    """Why all tiles do not make one complete castle, the gates showing settled sides."""
    for tell in (_apart, _obstacle, _too_many_caps, _odd, _gate_stays_open):
        reason = tell(whole)
        if reason is not None:
            return reason
    why = whole.why()
    if why is None:
        return None
    return _crossings(whole) or f"Not all tiles fit into one complete castle: {why}."


def _whichever(reasons: Sequence[str | None]) -> str | None:
    """The reason that holds for every choice of sides, if there is one for each."""
    first = reasons[0]
    if first is None or None in reasons:
        return None
    if all(reason == first for reason in reasons):
        return first
    # Two choices are those of a single gate.
    others = "side of the gate fares" if len(reasons) == 2 else "sides of the gates fare"
    return f"{first} The other {others} no better."


def _apart(whole: _Castles) -> str | None:
    """That some tiles can never be joined to the gate, as their themes do not meet its own."""
    if not _has_one_gate(whole.hand):
        return None
    graph: nx.Graph[Edge] = nx.Graph()
    for _, face in whole.tiles():
        themes = _themes(face)
        graph.add_nodes_from(themes)
        graph.add_edges_from(itertools.pairwise(themes))
    (gate,) = whole.gates
    here = nx.node_connected_component(graph, _themes(gate.faces[0])[0])
    lost = [(lot, face) for lot, face in whole.tiles() if _themes(face)[0] not in here]
    if not lost:
        return None
    mine = [theme for theme in THEMES if theme in here]
    others = [theme for theme in THEMES if theme in graph and theme not in here]
    names = _names(lot.kind for lot, _ in lost) if len(lost) <= _FEW else ""
    is_joint = whole.hand.wilds and whole.rules.wild == "four_sides"
    wild = " without the wild" if is_joint else ""
    return (
        f"No tile joins {_listed(mine, 'or')} to {_listed(others, 'or')}, so "
        f"{some(len(lost), 'tile', 'tiles')} of {_listed(others, 'and')} cannot be in one "
        f"castle with the gate{wild}{f': {names}' if names else ''}."
    )


def _obstacle(whole: _Castles) -> str | None:
    """What sums and parity say of all tiles (`counting`)."""
    box = whole.hand.tileset.under(whole.rules)
    offered = whole.hand.gate_sides() | dict.fromkeys(whole.hand.tiles, ("front",))
    found = perfect_obstacle(box, offered, whole.columns)
    return None if found is None else found.reason


def _too_many_caps(whole: _Castles) -> str | None:
    """That there are more tiles with a single castle side than larger ones can take."""
    for theme in THEMES:
        caps = sum(theme in face.edges for lot, face in whole.tiles() if _is_cap(lot, face))
        room = sum(
            face.edges.count(theme) - (lot.is_gate and face.edges[Direction.S] is theme)
            for lot, face in whole.tiles()
            if not _is_cap(lot, face)
        )
        if caps > room:
            sides = some(room, f"{theme.value} side", f"{theme.value} sides")
            return (
                f"{some(caps, 'tile has', 'tiles have')} nothing but one {theme.value} side, to "
                f"be joined to a larger tile, but the larger tiles have only {sides} off the grass."
            )
    return None


def _odd(whole: _Castles) -> str | None:
    """That a theme has an odd number of castle sides and none to put on the grass."""
    for theme in THEMES:
        tiles = [(lot, face) for lot, face in whole.tiles() if theme in face.edges]
        on_grass = sum(lot.is_gate and face.edges[Direction.S] is theme for lot, face in tiles)
        sides = sum(face.edges.count(theme) for _, face in tiles) - on_grass
        # A cap on the grass would be joined to nothing.
        if sides % 2 and all(lot.is_gate or _is_cap(lot, face) for lot, face in tiles):
            there = f"is 1 {theme.value} side" if sides == 1 else f"are {sides} {theme.value} sides"
            others = "none can lie on the grass"
            if on_grass:
                there += " besides what the gate has on the grass"
                others = "no other can lie there"
            wild = ", or the wild closes it" if whole.hand.wilds else ""
            return (
                f"There {there}, an odd number, and {others}: one stays open, or a tile stays "
                f"out{wild}."
            )
    return None


def _gate_stays_open(castles: _Castles) -> str | None:
    """That the only gate has more sides to close than the other tiles have to close them with."""
    if not _has_one_gate(castles.hand):
        return None
    (gate,) = castles.gates
    sides: Counter[Edge] = Counter()
    for lot in castles.stock.lots:
        if not (lot.is_gate or (lot.is_wild and castles.is_whole)):
            for edge in lot.faces[0].edges:
                sides[edge] += len(lot.own) + len(lot.spare)
    reasons = []
    for face in gate.faces:
        shown = Counter(face.edges[side] for side in Direction if side is not Direction.S)
        short = (t for t in THEMES if shown[t] > sides[t] + sides[Edge.WILD])
        theme = next(short, None)
        if theme is None:
            return None
        few = sides[theme] + sides[Edge.WILD]
        count = some(shown[theme], f"{theme.value} side", f"{theme.value} sides")
        them = "it" if shown[theme] == 1 else "them"
        reasons.append(
            f"The gate shows {count} off the grass, and the other tiles have "
            f"{f'only {few}' if few else 'none'} to put against {them}."
        )
    return _whichever(reasons)


def _crossings(whole: _Castles) -> str | None:
    """That rows and columns of some themes cross in fewer places than tiles lie in both."""
    for themes in THEME_SETS:
        if not whole.are_refuted(_PAIRS, (themes,)):
            continue
        free = whole.sums(_PAIRS)
        lying = free.model.clone()
        lying.minimize(free.crossing(themes))
        solver = free.solver()
        solver.solve(lying)
        crossing = round(solver.best_objective_bound)
        free.model.maximize(free.places(themes))
        is_best = solver.solve(free.model) == cp_model.OPTIMAL
        places = round(solver.best_objective_bound)
        what = _listed([theme for theme in THEMES if theme in themes], "and")
        start = (
            f"Rows and columns of {what} go on until a tile ends them. However the tiles are turned"
        )
        if crossing <= places or not is_best:
            return f"{start}, more of them lie in a row and a column than these cross in places."
        rows, columns = (solver.value(n) for n in (free.rows(themes), free.columns(themes)))
        return (
            f"{start}, these cross in {some(places, 'place', 'places')} at most, as with "
            f"{some(rows, 'row', 'rows')} and {some(columns, 'column', 'columns')}, but at "
            f"least {some(crossing, 'tile lies', 'tiles lie')} in a row and a column at once."
        )
    return None


# --- what the castle found does without ---------------------------------------------------------


def _why_out(hand: Hand, every: _Castles, castle: Layout) -> list[str]:
    """Which of the tiles that are left out no complete castle has room for."""
    kinds = {hand.tileset.tiles[name].kind for name in _left_out(hand, castle)}
    # What is cut off from the gate has been told already: it is why not all tiles can be used.
    kinds = {kind for kind in kinds if not every.are_refuted((Family.MEETINGS,), (), kind)}
    whys: dict[str, list[str]] = {}
    for kind in (lot.kind for lot in every.stock.lots if lot.kind in kinds):
        why = every.why(kind)
        if why is not None:
            whys.setdefault(why, []).append(kind)
    return [f"No complete castle has room for {_names(out)}: {w}." for w, out in whys.items()]


def _left_out(hand: Hand, castle: Layout) -> list[str]:
    used = {placed.tile for placed in castle.tiles}
    return [name for name in (*hand.gate_sides(), *hand.tiles) if name not in used]


def _given_up(hand: Hand, castle: Layout, points: int) -> str:
    """What the castle does instead of being perfect, and what that costs."""
    sheet = {item.name: item for item in score(castle).items}
    does = []
    out = _left_out(hand, castle)
    if out:
        names = _names(hand.tileset.tiles[name].kind for name in out)
        does.append(f"leaves out {names if len(out) <= _FEW else some(len(out), '', 'tiles')}")
    if sheet["exposed"].count:
        does.append(f"leaves {some(sheet['exposed'].count, 'edge', 'edges')} open")
    elif not sheet["complete"].count:
        does.append("has a hole")
    if sheet["wild"].count:
        does.append("uses the wild")
    less = some(points, "point", "points")
    return f"The castle found scores {less} less than a perfect one: it {_listed(does, 'and')}."


# --- words --------------------------------------------------------------------------------------

_FEW = 6
"""Up to so many tiles are named one by one."""


def _themes(face: Face) -> list[Edge]:
    return [theme for theme in THEMES if theme in face.edges]


def _is_cap(lot: Lot, face: Face) -> bool:
    return not lot.is_gate and sum(edge.is_castle for edge in face.edges) == 1


def _names(kinds: Iterable[str]) -> str:
    """Tiles by kind, as in "stone-edge, 2 tree-two and tree-four"."""
    numbers = Counter(kinds)
    return _listed([kind if n == 1 else f"{n} {kind}" for kind, n in numbers.items()], "and")


def _listed(things: Sequence[str | Edge], last: str) -> str:
    words = [thing.value if isinstance(thing, Edge) else thing for thing in things]
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
