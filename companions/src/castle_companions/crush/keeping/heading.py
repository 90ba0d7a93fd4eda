"""The questions before the first round."""

from __future__ import annotations

from collections.abc import Callable

from castle_companions.crush.keeping.phrases import parse_blocks
from castle_companions.crush.keeping.talk import PhraseError, Talk, whole
from castle_companions.crush.pieces import KINDS, ROOF, Expansion, Kingdom, Treasure
from castle_companions.crush.pile import Pile
from castle_companions.crush.readings import OPEN, values_of
from castle_companions.crush.record import BOX, MOST_AGE, MOST_NAME, Blocks, Log
from castle_companions.crush.setup import (
    EXTRA_OF_THREE,
    TREASURE_OF_TWO,
    blocks_each,
    can_name_blocks,
)
from castle_companions.records import echo, quoted, typed_record
from castle_companions.records.plain import Plain

_MOST_OF_A_KIND = 99
_SEPARATORS = ":;,"
"""What stands between names and things where what fell is typed."""


def ask_head(talk: Talk) -> Log:
    """Ask who plays with what.

    Raises:
        RecordError: when what was typed cannot stand in a log.
    """
    number = int(talk.choose("How many players?", ("2", "3", "4")))
    expansions = _ask_expansions(talk)
    box = _ask_box(number, expansions, talk)
    left = Pile.of(box) - Pile.of(dict.fromkeys(box, number * blocks_each(number)))
    readings = _ask_readings(talk)
    players: list[Plain] = []
    kingdoms = [kingdom.value for kingdom in Kingdom]
    for i in range(number):
        names = [player["name"] for player in players]
        name = talk.read(f"Player {i + 1}, clockwise: name?", _name_parser(names))
        age = talk.number_if_told(f"{name}'s age? (nothing: not told)", MOST_AGE)
        player: dict[str, Plain] = {"name": name}
        if age is not None:
            player["age"] = age
        if Expansion.FAMILIES in expansions:
            player["kingdom"] = talk.choose(f"{name}'s kingdom?", kingdoms)
            kingdoms.remove(player["kingdom"])
        if number == 3:
            extra = _ask_extra(name, tuple(box), left, talk)
            left -= extra
            player["extra"] = dict(extra.counts)
        players.append(player)
    if number == 2:
        _ask_deal(expansions, players, talk)
    banner = None
    ages = [player["age"] for player in players if "age" in player]
    if len(ages) < number or ages.count(min(ages)) > 1:
        names = [player["name"] for player in players]
        if len(ages) == number:
            names = [player["name"] for player in players if player["age"] == min(ages)]
        banner = talk.choose("Who is the youngest and has the banner?", names)
    head = {
        "format": "castle-crush/1",
        "players": players,
        "expansions": [expansion.value for expansion in expansions],
        "box": box,
        "readings": readings,
        "banner": banner,
    }
    return typed_record(Log, head, "the game")


def _name_parser(taken: list[str]) -> Callable[[str], str]:
    folded = [name.casefold() for name in taken]

    def parse(line: str) -> str:
        if not (0 < len(line) <= MOST_NAME and line.isprintable()):
            raise PhraseError(f"a name of 1 to {MOST_NAME} characters, please")
        if any(mark in line for mark in _SEPARATORS):
            raise PhraseError("a name without colon, semicolon and comma, please")
        if line.casefold() in folded:
            raise PhraseError(f"somebody else is called {quoted(line)}")
        return line

    return parse


def _ask_expansions(talk: Talk) -> list[Expansion]:
    chosen = []
    if talk.agrees("With treasure cubes?"):
        jewels = talk.agrees("With jewels too?")
        chosen.append(Expansion.TREASURE if jewels else Expansion.TREASURE_FIRST_GAME)
    if talk.agrees("With prisons and strongholds?"):
        chosen.append(Expansion.BUILDINGS)
    if talk.agrees("With families?"):
        chosen.append(Expansion.FAMILIES)
    return chosen


def _ask_box(players: int, expansions: list[Expansion], talk: Talk) -> Blocks:
    """Ask how the kinds of blocks are called and how many of each the box has."""
    least = players * blocks_each(players)

    def parse_kinds(line: str) -> tuple[str, ...]:
        kinds = tuple(word.strip() for word in line.split(",")) if line else tuple(BOX)
        if len({kind.casefold() for kind in kinds}) != KINDS or len(kinds) != KINDS:
            raise PhraseError(f"{KINDS} different names with commas between them, please")
        for kind in kinds:
            readable = 0 < len(kind) <= MOST_NAME and not kind[0].isdigit()
            if not readable or any(mark in kind for mark in ":;") or not can_name_blocks(kind):
                raise PhraseError(f"{quoted(kind)} cannot be the name of a kind of blocks")
        if Expansion.FAMILIES in expansions and ROOF not in kinds:
            raise PhraseError(f"with families one of them is called {quoted(ROOF)}")
        return kinds

    def parse_numbers(line: str) -> tuple[int, ...]:
        words = line.replace(",", " ").split() or [str(next(iter(BOX.values())))]
        found = [whole(word, _MOST_OF_A_KIND) for word in words]
        numbers = tuple(number for number in found if number is not None and number >= least)
        if len(numbers) != len(words) or len(words) not in (1, KINDS):
            message = f"one number for all kinds, or {KINDS} numbers, please"
            raise PhraseError(f"{message}, each from {least} to {_MOST_OF_A_KIND}")
        return numbers * (KINDS // len(numbers))

    usual = ", ".join(BOX)
    kinds = talk.read(f"The {KINDS} kinds of blocks? [{usual}]", parse_kinds)
    numbers = talk.read(
        f"How many of each are in the box? (one number, or {KINDS}) [{next(iter(BOX.values()))}]",
        parse_numbers,
    )
    return dict(zip(kinds, numbers, strict=True))


def _ask_readings(talk: Talk) -> dict[str, str]:
    """Ask which readings of the rulebook differ from the defaults."""
    chosen: dict[str, str] = {}
    if not talk.agrees("Is an open rule to be read in another way than usual?"):
        return chosen
    for name, meaning in OPEN.items():
        echo(f"  {name}: {meaning}")
    done = "done"
    while True:
        name = talk.choose("Which reading?", [*OPEN, done], done)
        if name == done:
            return chosen
        values = values_of(name)
        chosen[name] = talk.choose(f"{name}: {OPEN[name]}?", values, values[0])


def _ask_extra(name: str, kinds: tuple[str, ...], left: Pile, talk: Talk) -> Pile:
    def parse(line: str) -> Pile:
        pile = parse_blocks(line, kinds)
        if pile.total != EXTRA_OF_THREE:
            raise PhraseError(f"{EXTRA_OF_THREE} blocks, please; there are {', '.join(kinds)}")
        if not left.holds(pile):
            raise PhraseError(f"what is left of these in the box: {left}")
        return pile

    return talk.read(f"{name}'s {EXTRA_OF_THREE} extra blocks? (such as: 2 {kinds[0]})", parse)


def _ask_deal(expansions: list[Expansion], players: list[Plain], talk: Talk) -> None:
    """Each of two players has a crown; the other cubes were dealt."""
    if not set(expansions) & {Expansion.TREASURE, Expansion.TREASURE_FIRST_GAME}:
        return
    whole_deal = {
        kind: number
        for kind, number in TREASURE_OF_TWO.items()
        if kind is not Treasure.JEWEL or Expansion.TREASURE in expansions
    }
    first, second = players
    total = sum(whole_deal.values())
    while True:
        dealt = {}
        for kind, number in whole_deal.items():
            least = int(kind is Treasure.CROWN)
            question = f"How many {kind.value}s has {first['name']}?"
            dealt[kind] = talk.number(question, number - least, least=least)
        if abs(total - 2 * sum(dealt.values())) <= total % 2:
            break
        echo(f"The {total} cubes are dealt evenly; once more:")
    first["treasure"] = {kind.value: number for kind, number in dealt.items()}
    rest = {kind.value: number - dealt[kind] for kind, number in whole_deal.items()}
    second["treasure"] = rest
    told = ", ".join(f"{number} {kind}" for kind, number in rest.items() if number)
    echo(f"So {second['name']} has {told}.")
