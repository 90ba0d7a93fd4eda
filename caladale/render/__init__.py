"""Drawings of a castle: for the terminal (`text`), as a picture (`svg`), as a page (`html`).

Reading order: `scene` (a layout made ready to be drawn), `text`, then the packages. Imports the
referee and the notation. What is listed here is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from caladale.render.html.folder import Exhibit, files_in, page_names, read_exhibits
    from caladale.render.html.gallery import Card, render_gallery
    from caladale.render.html.page import render_html
    from caladale.render.svg.before_after import render_before_after, render_changes
    from caladale.render.svg.box_chart import render_box
    from caladale.render.svg.picture import render_for_notebook, render_svg
    from caladale.render.svg.png import render_png
    from caladale.render.text import render_text
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "Card": "caladale.render.html.gallery",
            "Exhibit": "caladale.render.html.folder",
            "files_in": "caladale.render.html.folder",
            "page_names": "caladale.render.html.folder",
            "read_exhibits": "caladale.render.html.folder",
            "render_before_after": "caladale.render.svg.before_after",
            "render_box": "caladale.render.svg.box_chart",
            "render_changes": "caladale.render.svg.before_after",
            "render_for_notebook": "caladale.render.svg.picture",
            "render_gallery": "caladale.render.html.gallery",
            "render_html": "caladale.render.html.page",
            "render_png": "caladale.render.svg.png",
            "render_svg": "caladale.render.svg.picture",
            "render_text": "caladale.render.text",
        },
    )

__all__ = [
    "Card",
    "Exhibit",
    "files_in",
    "page_names",
    "read_exhibits",
    "render_before_after",
    "render_box",
    "render_changes",
    "render_for_notebook",
    "render_gallery",
    "render_html",
    "render_png",
    "render_svg",
    "render_text",
]
