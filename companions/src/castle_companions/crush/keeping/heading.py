"""The questions before the first round."""

from __future__ import annotations

from castle_companions.crush.keeping.phrases import PhraseError, parse_blocks
from castle_companions.crush.keeping.talk import Talk
from castle_companions.crush.pieces import Expansion, Kingdom, Treasure
from castle_companions.crush.record import BOX, MOST_AGE, Log
from castle_companions.records import echo, typed_record
from castle_companions.records.plain import Plain

_FIRST_GAME = [Treasure.CROWN, Treasure.CURSE]


def ask_head(talk: Talk) -> Log:
    """Ask who plays with what.

    Raises:
        RecordError: when what was typed cannot stand in a log.
    """
    number = int(talk.choose("How many players?", ("2", "3", "4")))
    expansions = _ask_expansions(talk)
    players: list[Plain] = []
    kingdoms = [kingdom.value for kingdom in Kingdom]
    for i in range(number):
        name = talk.ask(f"Player {i + 1}, clockwise: name?")
        age = talk.number_if_told(f"{name}'s age? (nothing: not told)", MOST_AGE)
        player: dict[str, Plain] = {"name": name}
        if age is not None:
            player["age"] = age
        if Expansion.FAMILIES in expansions:
            player["kingdom"] = talk.choose(f"{name}'s kingdom?", kingdoms)
            kingdoms.remove(player["kingdom"])
        if number == 3:
            player["extra"] = _ask_extra(name, talk)
        players.append(player)
    names = [player["name"] for player in players]
    if number == 2:
        _ask_deal(expansions, players, talk)
    banner = None
    ages = [player["age"] for player in players if "age" in player]
    if len(ages) < number or ages.count(min(ages)) > 1:
        banner = talk.choose("Who is the youngest and has the banner?", names)
    each = talk.number("How many blocks of each kind has the box?", 99, next(iter(BOX.values())))
    head = {
        "format": "castle-crush/1",
        "players": players,
        "expansions": [expansion.value for expansion in expansions],
        "box": dict.fromkeys(BOX, each),
        "banner": banner,
    }
    return typed_record(Log, head, "the game")


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


def _ask_extra(name: str, talk: Talk) -> Plain:
    kinds = tuple(BOX)
    while True:
        try:
            typed = talk.ask(f"{name}'s 2 extra blocks? ({', '.join(kinds)}; such as: 2 roof)")
            return dict(parse_blocks(typed, kinds).counts)
        except PhraseError as error:
            echo(f"{error}.")


def _ask_deal(expansions: list[Expansion], players: list[Plain], talk: Talk) -> None:
    """Each of two players has a crown; the other cubes were dealt."""
    if not set(expansions) & {Expansion.TREASURE, Expansion.TREASURE_FIRST_GAME}:
        return
    kinds = list(Treasure) if Expansion.TREASURE in expansions else _FIRST_GAME
    for player in players:
        player["treasure"] = {
            kind.value: talk.number(f"How many {kind.value}s has {player['name']}?", 3)
            for kind in kinds
        }
