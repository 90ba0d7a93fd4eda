"""Validate, score, draw and solve castles of the tile game Castles of Caladale.

    >>> import caladale
    >>> castle = caladale.read_layout(
    ...     "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1 "
    ...     "stone-edge-1@2,0E stone-edge-2@0,0W"
    ... )
    >>> caladale.validate(castle).valid
    True
    >>> caladale.score(castle).total
    11

All that a user needs is here. What is more than a value is imported when it is first used: OR-Tools
alone takes longer to import than a castle takes to be judged. The moves and states of the games are
in `caladale.games`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale import games, notation, render, solve
from caladale._late import late
from caladale._version import __version__
from caladale.core.edges import THEMES, Direction, Edge
from caladale.core.hand import Hand, Table
from caladale.core.layout import Grass, Layout, Placement, Variant
from caladale.core.layout_view import show_layouts_by
from caladale.core.readings import READINGS, Readings
from caladale.core.tile_file import Group, Role
from caladale.core.tiles import Tile, TileSet, load_tileset, standard_tileset
from caladale.errors import (
    ArgumentError,
    CaladaleError,
    ClusterError,
    FormatError,
    HandError,
    LayoutError,
    RefereeError,
    TextMistake,
    TileSetError,
)

if TYPE_CHECKING:
    from caladale.games.deal import DealError, deal_hand, deal_table
    from caladale.games.record import GameRecord, read_game, write_game
    from caladale.games.setup import Setup
    from caladale.games.state import GameError, Result
    from caladale.notation import (
        read_hand,
        read_layout,
        read_layouts,
        read_table,
        write_drawn,
        write_json,
        write_line,
    )
    from caladale.notation.records import to_records
    from caladale.players.advice import Advice, AdvisedMoves
    from caladale.players.advisers import advise
    from caladale.players.tournament import (
        Match,
        PlayedMatch,
        ScoreLine,
        SimulationTerms,
        mean_lead,
        plan_matches,
        scores_by_policy,
        scores_by_seat,
        simulate,
    )
    from caladale.render import (
        render_before_after,
        render_box,
        render_changes,
        render_gallery,
        render_html,
        render_png,
        render_svg,
        render_text,
    )
    from caladale.rules.castle_graph import to_networkx
    from caladale.rules.catalogue import RULES, Rule
    from caladale.rules.changes import CastleChange, ChangeKind, changes_between
    from caladale.rules.checks import Violation
    from caladale.rules.dissolution import Dissolved, Fall, dissolve
    from caladale.rules.placements import legal_placements
    from caladale.rules.score_sheet import Item, Score, ranking, score
    from caladale.rules.support_rule import Mode, support
    from caladale.rules.verdict import Verdict, validate
    from caladale.solve import (
        BOOK_GROUND,
        Challenge,
        ChallengeProgress,
        ChallengeResult,
        Obstacle,
        Progress,
        RepairResult,
        SolveResult,
        Status,
        Stop,
        SupplyExchange,
        best_castle,
        challenge,
        explain,
        repair,
    )
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "Advice": "caladale.players.advice",
            "AdvisedMoves": "caladale.players.advice",
            "BOOK_GROUND": "caladale.solve",
            "CastleChange": "caladale.rules.changes",
            "Challenge": "caladale.solve",
            "ChallengeProgress": "caladale.solve",
            "ChallengeResult": "caladale.solve",
            "ChangeKind": "caladale.rules.changes",
            "DealError": "caladale.games.deal",
            "Dissolved": "caladale.rules.dissolution",
            "Fall": "caladale.rules.dissolution",
            "GameError": "caladale.games.state",
            "GameRecord": "caladale.games.record",
            "Item": "caladale.rules.score_sheet",
            "Match": "caladale.players.tournament",
            "Mode": "caladale.rules.support_rule",
            "Obstacle": "caladale.solve",
            "PlayedMatch": "caladale.players.tournament",
            "Progress": "caladale.solve",
            "RULES": "caladale.rules.catalogue",
            "RepairResult": "caladale.solve",
            "Result": "caladale.games.state",
            "Rule": "caladale.rules.catalogue",
            "Score": "caladale.rules.score_sheet",
            "ScoreLine": "caladale.players.tournament",
            "Setup": "caladale.games.setup",
            "SimulationTerms": "caladale.players.tournament",
            "SolveResult": "caladale.solve",
            "Status": "caladale.solve",
            "Stop": "caladale.solve",
            "SupplyExchange": "caladale.solve",
            "Verdict": "caladale.rules.verdict",
            "Violation": "caladale.rules.checks",
            "advise": "caladale.players.advisers",
            "best_castle": "caladale.solve",
            "challenge": "caladale.solve",
            "changes_between": "caladale.rules.changes",
            "deal_hand": "caladale.games.deal",
            "deal_table": "caladale.games.deal",
            "dissolve": "caladale.rules.dissolution",
            "explain": "caladale.solve",
            "legal_placements": "caladale.rules.placements",
            "mean_lead": "caladale.players.tournament",
            "plan_matches": "caladale.players.tournament",
            "ranking": "caladale.rules.score_sheet",
            "read_game": "caladale.games.record",
            "read_hand": "caladale.notation",
            "read_layout": "caladale.notation",
            "read_layouts": "caladale.notation",
            "read_table": "caladale.notation",
            "render_before_after": "caladale.render",
            "render_box": "caladale.render",
            "render_changes": "caladale.render",
            "render_gallery": "caladale.render",
            "render_html": "caladale.render",
            "render_png": "caladale.render",
            "render_svg": "caladale.render",
            "render_text": "caladale.render",
            "repair": "caladale.solve",
            "score": "caladale.rules.score_sheet",
            "scores_by_policy": "caladale.players.tournament",
            "scores_by_seat": "caladale.players.tournament",
            "simulate": "caladale.players.tournament",
            "support": "caladale.rules.support_rule",
            "to_networkx": "caladale.rules.castle_graph",
            "to_records": "caladale.notation.records",
            "validate": "caladale.rules.verdict",
            "write_game": "caladale.games.record",
            "write_drawn": "caladale.notation",
            "write_json": "caladale.notation",
            "write_line": "caladale.notation",
        },
    )

__all__ = [
    "BOOK_GROUND",
    "READINGS",
    "RULES",
    "THEMES",
    "Advice",
    "AdvisedMoves",
    "ArgumentError",
    "CaladaleError",
    "CastleChange",
    "Challenge",
    "ChallengeProgress",
    "ChallengeResult",
    "ChangeKind",
    "ClusterError",
    "DealError",
    "Direction",
    "Dissolved",
    "Edge",
    "Fall",
    "FormatError",
    "GameError",
    "GameRecord",
    "Grass",
    "Group",
    "Hand",
    "HandError",
    "Item",
    "Layout",
    "LayoutError",
    "Match",
    "Mode",
    "Obstacle",
    "Placement",
    "PlayedMatch",
    "Progress",
    "Readings",
    "RefereeError",
    "RepairResult",
    "Result",
    "Role",
    "Rule",
    "Score",
    "ScoreLine",
    "Setup",
    "SimulationTerms",
    "SolveResult",
    "Status",
    "Stop",
    "SupplyExchange",
    "Table",
    "TextMistake",
    "Tile",
    "TileSet",
    "TileSetError",
    "Variant",
    "Verdict",
    "Violation",
    "__version__",
    "advise",
    "best_castle",
    "challenge",
    "changes_between",
    "deal_hand",
    "deal_table",
    "dissolve",
    "explain",
    "games",
    "legal_placements",
    "load_tileset",
    "mean_lead",
    "plan_matches",
    "ranking",
    "read_game",
    "read_hand",
    "read_layout",
    "read_layouts",
    "read_table",
    "render",
    "render_before_after",
    "render_box",
    "render_changes",
    "render_gallery",
    "render_html",
    "render_png",
    "render_svg",
    "render_text",
    "repair",
    "score",
    "scores_by_policy",
    "scores_by_seat",
    "simulate",
    "solve",
    "standard_tileset",
    "support",
    "to_networkx",
    "to_records",
    "validate",
    "write_drawn",
    "write_game",
    "write_json",
    "write_line",
]


class _View:
    """How layouts show themselves; what writes and draws them is imported only then."""

    def line(self, layout: Layout) -> str:
        return notation.write_line(layout)

    def read(self, text: str, tileset: TileSet) -> Layout:
        return notation.read_layout(text, tileset)

    def text(self, layout: Layout) -> str:
        return render.render_text(layout).plain.rstrip("\n")

    def svg(self, layout: Layout) -> str:
        return render.render_for_notebook(layout)


show_layouts_by(_View())
