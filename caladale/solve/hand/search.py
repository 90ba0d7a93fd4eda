"""The best castle from a hand: found from below, bounded from above, until the two meet.

A first castle is there before any proof begins: the gate alone, the fixed tiles, or one that is
grown (`primal`).

From above, counting gives a first bound (`bounds`), and searches that prove "no castle scores so
much" bring it down (`dual`). From below, a castle is grown tile by tile, which is quick, and
then a part of it at a time is laid anew. Beside that, castles are looked for at the bound itself,
as most hands reach it or nearly so: a case says which tiles to use, and a dense window is
searched for a castle of just these (`primal`). Where the readings let hung tiles hold up others, or
the strips of grass may lie apart, the proofs are left to the plain model (`plain_dual`).

The work is cut into short steps (`schedule`), which `caladale.solve.engine.driver` lets workers
take; with one worker the same seed gives the same castle on every machine.

A proof by search is made twice, by two configurations of CP-SAT, before anything is called optimal.
"""

from __future__ import annotations

from collections.abc import Callable

from caladale.core.edges import Cell
from caladale.core.hand import Hand, wants_hand
from caladale.core.layout import Layout, wants_layout
from caladale.errors import HandError, TextMistake
from caladale.rules.verdict import lasting_breaches, validate
from caladale.solve.engine.budget import StopToken, WorkBudget
from caladale.solve.engine.driver import Callbacks, Driver, Idle, Step
from caladale.solve.engine.state import Progress
from caladale.solve.engine.terms import Terms
from caladale.solve.hand.problem import HandProblem
from caladale.solve.hand.schedule import Schedule
from caladale.solve.hand.state import HandState
from caladale.solve.models.stock import Piece
from caladale.solve.result import Header, SolveResult, Status, Stop


def best_castle(
    hand: Hand,
    *,
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int | None = None,
    complete_only: bool = False,
    fixed: Layout | None = None,
    hint: Layout | None = None,
    on_castle: Callable[[Layout, int], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> SolveResult:
    """Find the castle with the highest score that `hand` allows.

    Args:
        hand: the tiles, gate, wild and grass; its readings and variant decide what counts.
        time_limit: seconds for everything.
        seed: chooses among equally good castles, and the way to them.
        workers: how many steps are worked on side by side, though no more than there are cores; as
            many as these by default.
        complete_only: whether only complete castles count.
        fixed: keep these tiles where they lie, relative to the grass.
        hint: a castle of the hand to start from; it must be legal, and hold what is fixed.
        on_castle: called with each better castle and its score, once the referee has passed it.
        on_progress: called after each step of the search.
        should_stop: asked some twenty times a second; the search ends soon after it says yes.
            All three are called in the thread that called this function.

    Returns:
        The result; its status is optimal or infeasible only when that is proved. Ctrl-C ends the
        search and gives the best castle so far.

    Raises:
        HandError: when `fixed` or `hint` is not made of the tiles and the grass of the hand, when
            `fixed` breaks a rule that no further tile mends, or when the hint is not legal, or
            lays a fixed tile elsewhere.
        RefereeError: when the referee refuses a castle that a model holds to be legal, or passes
            one that was held to be impossible.
        ArgumentError: when the time limit, the seed or the number of workers makes no sense.
    """
    terms = Terms.of(time_limit=time_limit, seed=seed, workers=workers)
    wants_hand(hand)
    for given in (fixed, hint):
        if given is not None:
            wants_layout(given)
    if fixed is not None:
        _refuse_broken(fixed, hand)
    token = StopToken(time_limit)
    problem = HandProblem(hand, fixed=fixed, complete_only=complete_only, token=token)
    state = HandState(problem)
    if hint is not None:
        state.keep(state.found(_castle_of(hint, problem)))
    search = _HandSearch(problem, state, token, seed=seed)
    callbacks = Callbacks(on_castle, on_progress, should_stop)
    header = Driver(search, state, token, terms, callbacks).run()
    header["workers"] = terms.threads
    return _answer(problem, state, header)


class _HandSearch:
    """One solve, as the driver runs it.

    Args:
        problem: the castles that count.
        state: the best of them so far, and what none of them can score.
        token: ends all work.
        seed: draws the seeds of the steps.
    """

    def __init__(
        self, problem: HandProblem, state: HandState, token: StopToken, *, seed: int
    ) -> None:
        self._problem = problem
        self._state = state
        self._token = token
        self._schedule = Schedule(problem, state, seed=seed)
        self._steps = self._schedule.steps()

    def prepare(self) -> None:
        """Find first castles, and the first bounds."""
        self._schedule.open()
        self._state.count()

    def next_step(self) -> Step | Idle | None:
        """The next step of the schedule."""
        step = next(self._steps, None)
        if step is None or isinstance(step, Idle):
            return step
        return lambda: step.act(step.seed, WorkBudget(step.work, self._token))

    def settle(self) -> None:
        """End the search if nothing better can be."""
        self._state.settle()

    def progress(self, steps: int) -> Progress:
        """How far the search is."""
        return Progress(
            steps=steps,
            seconds=self._token.seconds_spent,
            score=self._state.score,
            bound=self._state.score_bound,
        )


def _refuse_broken(fixed: Layout, hand: Hand) -> None:
    """Refuse fixed tiles of which no castle can be made, whatever is added.

    Raises:
        HandError: with each breach, in the words of the referee.
    """
    played = Layout(fixed.tiles, fixed.grass, hand.variant, hand.rules, tileset=fixed.tileset)
    breaches = lasting_breaches(played)
    if breaches:
        raise HandError.of(
            TextMistake(f"what is fixed breaks rule {one.code}: {one.message.rstrip('.')}")
            for one in breaches
        )


def _castle_of(hint: Layout, problem: HandProblem) -> dict[Cell, Piece]:
    """The pieces of a castle to start from.

    Raises:
        HandError: when it is not legal, or lays a fixed tile elsewhere.
    """
    pieces = problem.placing.pieces_of(hint)
    if not validate(problem.placing.layout(pieces)).valid:
        raise HandError("the castle to start from breaks the rules", "")
    for cell, piece in problem.fixed.items():
        if cell not in pieces or not pieces[cell].looks_like(piece):
            where = f"{piece.lot.kind} at column {cell[0]}, row {cell[1]} of the grass"
            raise HandError(f"the castle to start from lacks the fixed tile {where}", "")
    return pieces


def _answer(problem: HandProblem, state: HandState, header: Header) -> SolveResult:
    layout = state.layout
    is_proved = header["stop"] is Stop.PROVED
    if is_proved:
        status = Status.INFEASIBLE if layout is None else Status.OPTIMAL
    else:
        status = Status.UNKNOWN if layout is None else Status.FEASIBLE
    return SolveResult(
        status=status,
        layout=layout,
        score=state.score,
        bound=state.score_bound,
        proof=state.proof if is_proved else "",
        exchanges=() if layout is None else problem.placing.exchanges(layout),
        **header,
    )
