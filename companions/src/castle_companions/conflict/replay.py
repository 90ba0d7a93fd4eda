"""A record played again, under the eyes of the rules."""

from __future__ import annotations

from castle_companions.conflict.cards import BY_NAME, RULER_RANKS, Cards, Seat, deck_of
from castle_companions.conflict.moves import WrongChanceError, action_of
from castle_companions.conflict.play import IllegalActionError, play
from castle_companions.conflict.readings import CHOICES, Readings, as_names, from_names
from castle_companions.conflict.record import FORMAT, GameRecord, Move, SideRecord
from castle_companions.conflict.setup import Start, initial
from castle_companions.conflict.state import State
from castle_companions.records import BrokenRulesError, Mistake, RecordError, did_you_mean, quoted


def states_of(record: GameRecord, source: str) -> tuple[State, ...]:
    """Play a record again; `source` is what messages call it.

    Returns:
        The game before the first move and after every one.

    Raises:
        RecordError: when it names readings that there are not.
        BrokenRulesError: when its cards are no two decks, with every mistake, or when a move is
            against the rules: the first such move, since what follows it cannot be judged.
    """
    readings = _readings(record.readings, source)
    states = [initial(_start(record, source), readings)]
    for number, move in enumerate(record.moves):
        try:
            states.append(after_move(states[-1], move))
        except (IllegalActionError, WrongChanceError) as error:
            mistake = Mistake(f"moves[{number}]", f"{move.action}: {error}")
            raise BrokenRulesError(source, (mistake,)) from None
    return tuple(states)


def after_move(state: State, move: Move) -> State:
    """The game after a recorded move.

    Raises:
        IllegalActionError: when the rules do not allow the action.
        WrongChanceError: when dice or pile do not fit it.
    """
    action, recorded = action_of(move)
    after = play(state, action, recorded)
    recorded.check_used_up()
    return after


def record_of(start: Start, players: tuple[str, str], seed: int, readings: Readings) -> GameRecord:
    """A record of a game without a move yet."""
    sides = tuple(
        SideRecord(player=player, ruler=ruler.name, deck=tuple(card.name for card in deck))
        for player, ruler, deck in zip(players, start.rulers, start.decks, strict=True)
    )
    return GameRecord(
        format=FORMAT,
        seed=seed,
        readings=as_names(readings),
        first=1 if start.first is Seat.ONE else 2,
        sides=sides,
    )


def _readings(names: dict[str, str], source: str) -> Readings:
    mistakes = []
    for name, value in names.items():
        if name not in CHOICES:
            message = f"there is no reading {quoted(name)}{did_you_mean(name, CHOICES)}"
            mistakes.append(Mistake("readings", message))
            continue
        values = [choice.value for choice in CHOICES[name]]
        if value not in values:
            message = f"this must be {' or '.join(values)}, not {quoted(value)}"
            mistakes.append(Mistake(f"readings.{name}", message + did_you_mean(value, values)))
    if mistakes:
        raise RecordError(source, tuple(mistakes))
    return from_names(names)


def _start(record: GameRecord, source: str) -> Start:
    """How the cards lie at first.

    Raises:
        BrokenRulesError: when they are no two decks of 52 with a ruler of each.
    """
    mistakes: list[Mistake] = []
    for seat, side in zip(Seat, record.sides, strict=True):
        mistakes += _deck_mistakes(seat, side)
    if mistakes:
        raise BrokenRulesError(source, tuple(mistakes))
    one, two = record.sides
    return Start(
        (BY_NAME[one.ruler], BY_NAME[two.ruler]),
        (_deck(one), _deck(two)),
        Seat(record.first - 1),
    )


def _deck(side: SideRecord) -> Cards:
    return tuple(BY_NAME[name] for name in side.deck)


def _deck_mistakes(seat: Seat, side: SideRecord) -> list[Mistake]:
    place = f"sides[{seat.value}]"
    own = set(deck_of(seat))
    ruler, deck = BY_NAME[side.ruler], _deck(side)
    found = []
    if ruler not in own or ruler.rank not in RULER_RANKS:
        message = f"the ruler is a king or queen of deck {seat.number}, not {ruler.name}"
        found.append(Mistake(f"{place}.ruler", message))
    seen = {ruler}
    for number, card in enumerate(deck):
        if card not in own:
            message = f"{card.name} is no card of deck {seat.number}"
            found.append(Mistake(f"{place}.deck[{number}]", message))
        elif card in seen:
            found.append(Mistake(f"{place}.deck[{number}]", f"{card.name} stands here twice"))
        seen.add(card)
    return found
