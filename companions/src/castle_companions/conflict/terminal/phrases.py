"""What a player types, as actions."""

from __future__ import annotations

from collections.abc import Callable

from castle_companions.conflict.actions import (
    Action,
    Arm,
    Attack,
    Build,
    Discard,
    Draw,
    Fortify,
    FreshHand,
    Pass,
    Reshuffle,
)
from castle_companions.conflict.cards import Card, Cards, in_order
from castle_companions.conflict.places import BY_SHORT, KINDS, Place
from castle_companions.conflict.refusals import site_free
from castle_companions.conflict.state import State
from castle_companions.records import did_you_mean, quoted

HELP = """\
Type an action:
  build wall 5H          build a segment; a tower takes two red cards, the keep three
  fortify w1 9D          put a layer on a structure, or a card of its rank on your ruler (r)
  arm w1 KS              arm with black cards: 1 on the wall, 2 on a tower, 3 on the keep
  attack w1 w3           attack with the weapon of your wall 1 the enemy's wall 3
  attack w1+t1 k         attack with two weapons at once, for both actions
  draw                   draw up to six cards
  discard 5H             discard a card
  fresh                  discard the whole hand, roll a die, draw as many cards
  shuffle                shuffle your discard pile into your draw pile
  pass                   give the action up, where the rules let you
Places are w1 to w5, t1, t2, k (keep) and r (ruler); cards are a rank (A, 2 to 10, J, Q, K) and a
suit (H, D, S, C).
Or type: hint, odds, undo, board, help, quit. The game is kept after every move."""


class PhraseError(ValueError):
    """Something typed that is no action, with what would be one."""


def action_typed(state: State, line: str) -> Action:
    """The action that the mover means; it need not be legal.

    Raises:
        PhraseError: when it cannot be read.
    """
    verb, *words = line.replace("+", " + ").split()
    verb = verb.lower()
    if verb not in _READERS:
        raise PhraseError(f"there is no action {quoted(verb)}{did_you_mean(verb, _READERS)}")
    return _READERS[verb](state, words)


def _build(state: State, words: list[str]) -> Action:
    labels = {kind.label: kind for kind in KINDS}
    name, cards = _name_and_cards(state, words, "build wall 5H")
    if name in BY_SHORT:
        return Build(BY_SHORT[name], cards)
    if name not in labels:
        meant = did_you_mean(name, labels)
        raise PhraseError(f"build a wall, a tower or the keep, not {quoted(name)}{meant}")
    places = labels[name].places
    readings = state.readings
    place = next((one for one in places if site_free(state.own, one, readings)), places[0])
    return Build(place, cards)


def _fortify(state: State, words: list[str]) -> Action:
    name, cards = _name_and_cards(state, words, "fortify w1 9D")
    return Fortify(_place(name), cards)


def _arm(state: State, words: list[str]) -> Action:
    name, cards = _name_and_cards(state, words, "arm w1 KS")
    return Arm(_place(name), cards)


def _attack(_: State, words: list[str]) -> Action:
    match [word for word in words if word.lower() not in ("on", "with", ">")]:
        case [weapon, target]:
            return Attack((_place(weapon),), _place(target))
        case [one, "+", other, target]:
            pair = tuple(sorted((_place(one), _place(other))))
            return Attack(pair, _place(target))
        case _:
            raise PhraseError("say it like: attack w1 w3, or: attack w1+t1 k")


def _discard(state: State, words: list[str]) -> Action:
    if len(words) != 1:
        raise PhraseError("say it like: discard 5H")
    return Discard(_card(state, words[0], ()))


def _bare(action: Action) -> Callable[[State, list[str]], Action]:
    def read(_: State, words: list[str]) -> Action:
        if words:
            raise PhraseError(f"nothing follows here, not {quoted(' '.join(words))}")
        return action

    return read


_READERS: dict[str, Callable[[State, list[str]], Action]] = {
    "build": _build,
    "fortify": _fortify,
    "arm": _arm,
    "attack": _attack,
    "discard": _discard,
    "draw": _bare(Draw()),
    "fresh": _bare(FreshHand()),
    "shuffle": _bare(Reshuffle()),
    "pass": _bare(Pass()),
}


def _name_and_cards(state: State, words: list[str], example: str) -> tuple[str, Cards]:
    if len(words) < 2:
        raise PhraseError(f"say it like: {example}")
    cards: list[Card] = []
    for word in words[1:]:
        cards.append(_card(state, word, tuple(cards)))
    return words[0].lower(), in_order(cards)


def _place(word: str) -> Place:
    found = BY_SHORT.get(word.lower())
    if found is None:
        raise PhraseError(f"{quoted(word)} is no place: w1 to w5, t1, t2, k or r")
    return found


def _card(state: State, word: str, taken: Cards) -> Card:
    """The card in hand that is meant; of two that look alike, one that is not taken yet."""
    name = word.upper()
    for card in in_order(state.own.hand):
        if name in (card.short, card.name) and card not in taken:
            return card
    raise PhraseError(f"there is no {quoted(word)} in your hand")
