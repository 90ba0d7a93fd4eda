"""The sheet of a game: points by round and by reason, coins, ranking; as text and as data."""

from __future__ import annotations

from typing import Literal

from rich.table import Table as Grid

from castle_companions.crush.allocating import next_picker
from castle_companions.crush.coins import COINS, split
from castle_companions.crush.ranking import ranking
from castle_companions.crush.state import Phase, Table, Why
from castle_companions.records import Record, console, echo


class Row(Record):
    """The points of a player in a round."""

    round: int
    player: str
    points: dict[Why, int]
    sum: int
    total: int


class Purse(Record):
    """The coins of a player.

    Attributes:
        coins: numbers of coins by value.
        short: points for which the box has no coin left.
    """

    player: str
    coins: dict[int, int]
    short: int


class Place(Record):
    """A place in the ranking; `why` tells what decided where points did not."""

    place: int
    player: str
    points: int
    why: str


class Sheet(Record):
    """The sheet of a game.

    Attributes:
        over: whether the game has ended.
        next: what is to be entered next, in words.
        banner: who has the banner.
        ranking: by the points so far, if the game is not over.
    """

    format: Literal["castle-crush-sheet/1"] = "castle-crush-sheet/1"
    over: bool
    next: str
    banner: str
    rows: tuple[Row, ...]
    ranking: tuple[Place, ...]
    purses: tuple[Purse, ...]


def sheet_of(table: Table) -> Sheet:
    """Add up a game."""
    points = [seat.points for seat in table.seats]
    laid = split(points)
    return Sheet(
        over=table.phase is Phase.OVER,
        next=what_next(table),
        banner=table.names[table.banner],
        rows=_rows(table),
        ranking=tuple(
            Place(place=rank.place, player=rank.player, points=rank.points, why=rank.why)
            for rank in ranking(table)
        ),
        purses=tuple(
            Purse(
                player=name,
                coins={value: number for (value, _), number in zip(COINS, coins, strict=True)},
                short=short,
            )
            for name, coins, short in zip(table.names, laid.coins, laid.short, strict=True)
        ),
    )


def _rows(table: Table) -> tuple[Row, ...]:
    rows: list[Row] = []
    totals = dict.fromkeys(table.names, 0)
    for number in range(1, table.round + 1):
        for name in table.names:
            here = [line for line in table.lines if (line.round, line.player) == (number, name)]
            points = {why: sum(line.points for line in here if line.why is why) for why in Why}
            totals[name] += sum(points.values())
            rows.append(
                Row(
                    round=number,
                    player=name,
                    points=points,
                    sum=sum(points.values()),
                    total=totals[name],
                )
            )
    return tuple(rows)


def what_next(table: Table) -> str:
    """What is to be entered next, in words."""
    match table.phase:
        case Phase.BUILDING:
            return f"the castles of round {table.round}"
        case Phase.ATTACK:
            left = len(table.attackers)
            name = table.names[table.attackers[0]]
            return f"round {table.round}: {name} attacks ({left} attack{'s' * (left > 1)} left)"
        case Phase.SCORING:
            left_names = [name for name in table.names if name not in table.scored]
            return f"round {table.round}: scoring {' and '.join(left_names)}"
        case Phase.ALLOCATION:
            return f"round {table.round}: {next_picker(table)} takes a piece"
        case Phase.OVER:
            return "nothing: the game is over"


def print_sheet(sheet: Sheet) -> None:
    """Print the sheet for people; reasons for which nobody has points are left out."""
    used = [why for why in Why if any(row.points[why] for row in sheet.rows)]
    # With every reason for points it is 79 columns wide, and a name of six letters fits.
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("round", "player", *(why.value for why in used), "sum", "total"):
        left = heading == "player"
        grid.add_column(heading, justify="left" if left else "right", overflow="fold")
    for row in sheet.rows:
        cells = [str(row.points[why]) for why in used]
        grid.add_row(str(row.round), row.player, *cells, str(row.sum), str(row.total))
    console().print(grid)
    echo()
    echo("Final ranking:" if sheet.over else f"So far (next: {sheet.next}):")
    for rank in sheet.ranking:
        decided = f" ({rank.why})" if rank.why else ""
        points = "1 point" if rank.points == 1 else f"{rank.points} points"
        echo(f"{rank.place}. {rank.player}, {points}{decided}")
    echo()
    for purse in sheet.purses:
        coins = " + ".join(f"{n} x {value}" for value, n in purse.coins.items() if n) or "none"
        short = f"; no coins left for {purse.short} points" if purse.short else ""
        echo(f"{purse.player}'s coins: {coins}{short}")
    if not sheet.over:
        echo(f"The banner is with {sheet.banner}.")
