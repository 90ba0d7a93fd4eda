"""A castle and its verdict in words, for people who cannot see the drawing."""

from __future__ import annotations

from caladale._io.plural import counted
from caladale.rules.score_sheet import Score


def caption(sheet: Score, tiles: int, exposed: int) -> str:
    """Tell how many tiles lie here, and whether they are legal, complete, and worth what.

    Args:
        sheet: the referee's verdict and score sheet.
        tiles: the number of tiles placed.
        exposed: the number of exposed castle edges.
    """
    verdict = sheet.verdict
    if not tiles:
        lead = "An empty table: no tile lies here."
    else:
        lead = f"A castle of {counted(tiles, 'tile', 'tiles')}."
    parts = [lead]
    if verdict.valid:
        parts.append("It is legal.")
    else:
        codes = list(dict.fromkeys(breach.code for breach in verdict.violations))
        parts.append(f"It is not legal: it breaks {_rules(codes)}.")
    if verdict.complete:
        parts.append("It is complete.")
    elif exposed:
        edges = counted(exposed, "castle edge is", "castle edges are")
        parts.append(f"It is not complete: {edges} exposed.")
    elif tiles:
        parts.append("It is not complete.")
    if sheet.total is not None:
        parts.append(f"It scores {counted(sheet.total, 'point', 'points')}.")
    elif sheet.would_score is not None:
        points = counted(sheet.would_score, "point", "points")
        parts.append(f"It has no score; as it stands it would have {points}.")
    return " ".join(parts)


def _rules(codes: list[str]) -> str:
    if len(codes) == 1:
        return f"rule {codes[0]}"
    return f"rules {', '.join(codes[:-1])} and {codes[-1]}"
