"""How a layout shows itself: values know neither notations nor pictures, so somebody is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from caladale.core.layout import Layout
    from caladale.core.tiles import TileSet


class LayoutView(Protocol):
    """What writes, reads and draws layouts."""

    def line(self, layout: Layout) -> str:
        """The layout in one-line notation."""

    def read(self, text: str, tileset: TileSet) -> Layout:
        """The layout that a text says."""

    def text(self, layout: Layout) -> str:
        """The layout drawn for a terminal."""

    def svg(self, layout: Layout) -> str:
        """The layout drawn for a notebook."""


_named: list[LayoutView] = []


def show_layouts_by(view: LayoutView) -> None:
    """Name what layouts show themselves by; the package does so when it is imported."""
    _named[:] = [view]


def shown_by() -> LayoutView:
    """What was named last."""
    return _named[0]
