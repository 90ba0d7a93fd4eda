"""What a log comes to, for people and for programs."""

from __future__ import annotations

from castle_companions.castle_up.replay import Result
from castle_companions.castle_up.scoring import BASE_SUITS
from castle_companions.records import one_line


def result_data(result: Result) -> dict[str, object]:
    """The result as plain data for JSON."""
    game = result.game
    players = [
        {
            "name": player.name,
            "rank": score.rank,
            "points": score.total,
            "cards": score.cards,
            "bonus": score.bonus,
            "control": {suit.value: score.control[suit] for suit in BASE_SUITS},
            "golden": score.golden,
            "tokens": dict(player.held.numbers),
            "city": [{"card": one.ref, "condition": one.condition.value} for one in player.city],
        }
        for player, score in zip(game.players, result.scores, strict=True)
    ]
    return {
        "format": "castle-up-result/1",
        "finished": result.finished,
        "era": int(game.era),
        "initiative": game.players[game.initiative].name,
        "attacks": "clockwise" if game.clockwise else "counterclockwise",
        "trusted": game.trusted,
        "players": players,
    }


def result_lines(result: Result) -> list[str]:
    """The result as lines of text: a table of points, then who has won."""
    game = result.game
    heads = ("rank", "points", "cards", "bonus", *(suit.value for suit in BASE_SUITS), "golden")
    lines = ["  ".join((*heads, "player"))]
    seats = sorted(range(len(game.players)), key=lambda seat: result.scores[seat].rank)
    for seat in seats:
        score = result.scores[seat]
        controls = tuple(score.control[suit] for suit in BASE_SUITS)
        numbers = (score.rank, score.total, score.cards, score.bonus, *controls, score.golden)
        cells = [f"{number:>{len(head)}}" for number, head in zip(numbers, heads, strict=True)]
        lines.append("  ".join((*cells, one_line(game.players[seat].name))))
    first = [one_line(game.players[seat].name) for seat in seats if result.scores[seat].rank == 1]
    if not result.finished:
        lines.append(f"The game goes on, in era {game.era.value}.")
    elif len(first) == 1:
        lines.append(f"{first[0]} wins.")
    else:
        lines.append(f"{' and '.join(first)} share the victory.")
    if game.trusted:
        lines.append(f"Taken at its word: {game.trusted} special entries.")
    return lines
