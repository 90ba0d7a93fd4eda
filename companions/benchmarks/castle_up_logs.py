"""Random legal logs of Castle Up, and logs damaged so that something is surely wrong with them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from castle_companions.castle_up.cards import Cards, read_cards
from castle_companions.castle_up.facts import RefusedError
from castle_companions.castle_up.log import Entry
from castle_companions.castle_up.moves import apply
from castle_companions.castle_up.readings import DEFAULT
from castle_companions.castle_up.replay import DEALT, begin_turn
from castle_companions.castle_up.scoring import Era
from castle_companions.castle_up.state import Condition, Game, initial

Data: TypeAlias = dict[str, Any]
CARD_FILE = Path(__file__).parent.parent / "docs" / "examples" / "up-cards.toml"
NAMES = ("Ann", "Ben", "Cleo", "Dan")
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
_BASE = ("manpower", "supplies", "food")
_TRIES = 24


@dataclass(frozen=True)
class Made:
    """A legal log with the state that it leads to and all that came before."""

    log: Data
    games: tuple[Game, ...]


def example_cards() -> Cards:
    """The made-up cards of the docs."""
    return read_cards(CARD_FILE)


def entry_of(data: Data) -> Entry:
    """The typed entry of plain data."""
    return _ENTRY.validate_json(json.dumps(data))


def random_log(rng: random.Random, cards: Cards, rounds: int = 4) -> Made:
    """Play at random by what `apply` allows; some entries of every kind come up."""
    names = NAMES[: rng.randint(2, 4)]
    game = initial(cards, DEFAULT, tuple((name, cards.buildings["Castle"]) for name in names))
    deck = _deck(rng, cards)
    log: Data = {
        "format": "castle-up/1",
        "players": [{"name": name} for name in names],
        "deck": rounds * DEALT,
        "finished": True,
        "rounds": [],
    }
    games = [game]
    # The deck is cut to the rounds that are played, all eras in their order.
    deck = [deck[at] for at in sorted(rng.sample(range(len(deck)), rounds * DEALT))]
    for number in range(rounds):
        dealt = deck[number * DEALT : (number + 1) * DEALT]
        record: Data = {"row": dealt, "turns": []}
        if len(names) == 2:
            record = {"row": dealt[:-1], "discarded": dealt[-1], "turns": []}
            game = replace(game, discard=(*game.discard, dealt[-1]))
        row = tuple(record["row"])
        eras = [cards.buildings[ref.partition("#")[0]].era or 1 for ref in row]
        game = replace(game, row=row, era=Era(max(game.era, *eras)))
        first = game.initiative
        for step in range(len(names)):
            game = begin_turn(replace(game, mover=(first + step) % len(names)))
            entries = []
            for after, data in _entries(rng, game):
                game = after
                entries.append(data)
                games.append(game)
            record["turns"].append({"player": game.own.name, "entries": entries})
        game = replace(game, row=(), discard=game.discard + game.row)
        log["rounds"].append(record)
    return Made(log, (*games, game))


def _deck(rng: random.Random, cards: Cards) -> list[str]:
    refs = [
        (building.era or 1, rng.random(), name + suffix)
        for name, building in cards.buildings.items()
        if building.cost and building.era
        for suffix in ("", "#2", "#3")
    ]
    return [ref for _, _, ref in sorted(refs)]


def _entries(rng: random.Random, game: Game) -> Iterator[tuple[Game, Data]]:
    for _ in range(_TRIES):
        data = rng.choice(_WAYS)(rng, game)
        if data is None:
            continue
        try:
            game = apply(game, entry_of(data))
        except RefusedError:
            continue
        yield game, data


def _tokens(rng: random.Random, number: int) -> Data:
    chosen = [rng.choice(_BASE) for _ in range(number)]
    return {kind: chosen.count(kind) for kind in _BASE if kind in chosen}


def _one(rng: random.Random, refs: list[str]) -> str | None:
    return rng.choice(refs) if refs else None


def _own(rng: random.Random, game: Game) -> str:
    return _one(rng, [one.ref for one in game.own.city]) or "Castle"


def _use(rng: random.Random, game: Game) -> Data | None:
    usable = [one for one in game.own.city if one.building.uses]
    if not usable:
        return None
    one = rng.choice(usable)
    number = rng.randrange(len(one.building.uses))
    wild = one.building.uses[number].gain.any
    return {"do": "use", "card": one.ref, "use": number, "choose": _tokens(rng, wild)}


def _purchase(rng: random.Random, game: Game) -> Data | None:
    given = [one.ref for one in game.own.city if rng.random() < 0.2]
    return {"do": "purchase", "card": _one(rng, list(game.row)) or "Castle", "refurbish": given}


def _promote(rng: random.Random, game: Game) -> Data | None:
    return {"do": "promote", "card": _one(rng, list(game.row)) or "-", "replaces": _own(rng, game)}


def _take(rng: random.Random, game: Game) -> Data | None:
    card = rng.choice(("initiative", "taxes", "defences", "loot"))
    data: Data = {"do": "take", "card": card}
    if card == "taxes":
        data["choose"] = _tokens(rng, game.era + 1)
    if card == "loot":
        data["turn_direction"] = rng.random() < 0.5
    return data


def _exchange(rng: random.Random, _: Game) -> Data | None:
    return {"do": "exchange", "resource": rng.choice(_BASE)}


def _repair(rng: random.Random, game: Game) -> Data | None:
    return {"do": "repair", "card": _own(rng, game), "free": rng.random() < 0.5}


def _ready(game: Game, seat: int, points: str) -> list[Data]:
    return [
        {"card": one.ref}
        for one in game.players[seat].city
        if one.condition is Condition.READY
        and one.building.uses
        and getattr(one.building.uses[0], points)
    ]


def _battle(rng: random.Random, game: Game) -> Data | None:
    seat = rng.randrange(len(game.players))
    if not game.players[seat].city:
        return None
    target = rng.choice(game.players[seat].city)
    cost = target.building.cost
    data: Data = {"do": "battle", "player": game.players[seat].name, "card": target.ref}
    data["attack"] = _ready(game, game.mover, "attack")
    if rng.random() < 0.3:
        data["defence"] = [*_ready(game, seat, "defence"), "defences"][: rng.randint(0, 2)]
    if rng.random() < 0.5 and cost is not None:
        half = cost.amount.total // 2
        data["compensation"] = _tokens(rng, half)
    return data if data["attack"] else None


def _loot(rng: random.Random, game: Game) -> Data | None:
    uses = _ready(game, game.mover, "attack")
    return {"do": "loot", "attack": uses, "choose": _tokens(rng, 3)} if uses else None


_WAYS: tuple[Callable[[random.Random, Game], Data | None], ...] = (
    *(_use,) * 3,
    *(_purchase,) * 3,
    _promote,
    _take,
    _exchange,
    _repair,
    *(_battle,) * 3,
    _loot,
)


# ---- damage


@dataclass(frozen=True)
class Damaged:
    """A log with something wrong; `place` is where the first word about it may be expected."""

    kind: str
    text: str
    place: str


def damage(rng: random.Random, log: Data, kind: str) -> Damaged:
    """Damage a log in one way of `KINDS`."""
    copy: Data = json.loads(json.dumps(log))
    if kind in _TEXT:
        return Damaged(kind, _TEXT[kind](rng, json.dumps(copy)), "")
    number = rng.randrange(len(copy["rounds"]))
    at = rng.randrange(len(copy["players"]))
    turn = copy["rounds"][number]["turns"][at]
    place = f"rounds[{number}].turns[{at}]"
    if kind in _ENTRIES:
        wrong = _ENTRIES[kind](turn["player"])
        index = rng.randint(0, len(turn["entries"]))
        turn["entries"].insert(index, wrong)
        return Damaged(kind, json.dumps(copy), f"{place}.entries[{index}]")
    place = _WHOLE[kind](rng, copy, number, at)
    return Damaged(kind, json.dumps(copy), place)


def _cut(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text))]


def _control(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    return f"{text[:at]}\x1b{text[at:]}"


def _twice(_: random.Random, text: str) -> str:
    return text.replace('"finished"', '"deck": 3, "finished"', 1)


_TEXT: dict[str, Callable[[random.Random, str], str]] = {
    "cut short": _cut,
    "control character": _control,
    "doubled key": _twice,
}
_CASTLE_USE = {"card": "Castle"}
_ENTRIES: dict[str, Callable[[str], Data]] = {
    "unknown card": lambda _: {"do": "purchase", "card": "Mrket"},
    "unknown entry": lambda _: {"do": "purchaze", "card": "Market"},
    "unknown key": lambda _: {"do": "exchange", "resource": "food", "time": 1},
    "missing key": lambda _: {"do": "promote", "card": "Market"},
    "wrong type": lambda _: {"do": "use", "card": ["Castle"]},
    "no such action": lambda _: {"do": "use", "card": "Castle", "use": 9},
    "castle mended": lambda _: {"do": "repair", "card": "Castle"},
    "own city attacked": lambda name: {
        "do": "battle",
        "player": name,
        "card": "Castle",
        "attack": [_CASTLE_USE],
    },
    "exchange without tokens": lambda _: {"do": "exchange", "resource": "food", "times": 90},
    "negative number": lambda _: {"do": "exchange", "resource": "food", "times": -1},
    "special without cause": lambda _: {"do": "special", "card": "Castle"},
}


def _wrong_player(_: random.Random, log: Data, number: int, at: int) -> str:
    turns = log["rounds"][number]["turns"]
    turns[at]["player"] = turns[at - 1]["player"]
    return f"rounds[{number}].turns[{at}].player"


def _dealt_twice(_: random.Random, log: Data, number: int, __: int) -> str:
    row = log["rounds"][number]["row"]
    row[-1] = row[0]
    return f"rounds[{number}].row[{len(row) - 1}]"


def _turn_lost(_: random.Random, log: Data, number: int, at: int) -> str:
    del log["rounds"][number]["turns"][at]
    return f"rounds[{number}].turns"


def _deck_off(_: random.Random, log: Data, __: int, ___: int) -> str:
    log["deck"] += DEALT
    return "finished"


def _namesakes(_: random.Random, log: Data, __: int, at: int) -> str:
    log["players"][at]["name"] = log["players"][at - 1]["name"]
    return "players["


def _other_format(_: random.Random, log: Data, __: int, ___: int) -> str:
    log["format"] = "castle-up/2"
    return "format"


_WHOLE: dict[str, Callable[[random.Random, Data, int, int], str]] = {
    "wrong player": _wrong_player,
    "dealt twice": _dealt_twice,
    "turn lost": _turn_lost,
    "deck too large": _deck_off,
    "namesakes": _namesakes,
    "other format": _other_format,
}
KINDS = (*_TEXT, *_ENTRIES, *_WHOLE)
"""All ways to damage a log."""
