"""The names of the tiles in a drawing for the terminal, and what else makes it a castle to read."""

from __future__ import annotations

from caladale.core.layout import Layout
from caladale.notation.drawn import at_cell, head_words, spelled
from caladale.render.collapse import Gap
from caladale.render.scene import Scene

_WIDEST = 8
"""A strip of up to so many columns is told by its blades alone."""


class NamedTiles:
    """What a drawing with names says in words.

    Attributes:
        head: the lines above it: the settings that no drawing shows.
        words: the name of the tile that is drawn in each cell.
        others: the lines below it: tiles that lie on one that is drawn.
        width: the characters of a frame that every name and number of a column fits into.
        needs_axes: whether columns and rows must be numbered for the drawing to be understood.
    """

    def __init__(self, scene: Scene) -> None:
        layout = scene.layout
        drawn = [placed for placed, _, _ in scene.tiles()]
        drawn.sort(key=lambda placed: (-placed.y, placed.x))
        at = {placed.cell: placed for placed in drawn}
        others = [placed for placed in layout.tiles if at[placed.cell] is not placed]
        words = spelled([*drawn, *others], layout)
        has_wide_gap = any(isinstance(slot, Gap) for slot in scene.columns)
        is_shown = _is_shown_by_blades(layout) and not has_wide_gap
        settings = head_words(layout, is_ground_shown=is_shown)
        self.head = [" ".join(settings)] if settings else []
        self.words = {placed.cell: word for placed, word in zip(drawn, words, strict=False)}
        self.others = [
            at_cell(word, placed) for word, placed in zip(words[len(drawn) :], others, strict=True)
        ]
        columns = [len(str(slot)) for slot in scene.columns if isinstance(slot, int)]
        self.width = max(*(len(word) + 2 for word in words), *(most + 1 for most in columns))
        has_high_gap = any(isinstance(slot, Gap) for slot in scene.rows)
        self.needs_axes = has_wide_gap or has_high_gap or not layout.grass


def _is_shown_by_blades(layout: Layout) -> bool:
    strips = [(strip.x, strip.width) for strip in layout.grass]
    return len(strips) == 1 and strips[0][0] == 0 and strips[0][1] <= _WIDEST
