"""The index page of many castles: a picture, the score and the verdict of each."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

from msgspec import Struct

from caladale._io.plural import counted
from caladale.core.layout import Layout
from caladale.render.html.document import Document
from caladale.render.svg.markup import Node, add
from caladale.render.svg.picture import render_svg
from caladale.rules.score_sheet import Score, ranking, score

_ORDERS = (("score", "score"), ("name", "name"), ("tiles", "number of tiles"))
"""What the castles can be sorted by: the name of the data, and what a person calls it."""


class Card(Struct, frozen=True):
    """What the index shows of a castle.

    Attributes:
        name: what it is called, any text.
        layout: the castle.
        page: the address of its own page, as it stands in a link.
    """

    name: str
    layout: Layout
    page: str


def render_gallery(cards: Sequence[Card], *, title: str, unreadable: Iterable[str] = ()) -> str:
    """Draw the index of a gallery, the castle with the highest score first.

    Equal scores share a rank; castles that are not legal have none and come last.

    Args:
        cards: the castles.
        title: the heading, any text.
        unreadable: what could not be read, and why, told at the end.

    Returns:
        The text of an HTML file, ASCII only; the pictures are inside, the castles' pages are not.
    """
    page = Document(title, styles=("page.css", "gallery.css"), script="gallery.js")
    sheets = [score(card.layout) for card in cards]
    totals = [sheet.total for sheet in sheets]
    legal = [total for total in totals if total is not None]
    complete = sum(sheet.verdict.valid and sheet.verdict.complete for sheet in sheets)
    words = f"{counted(len(cards), 'castle', 'castles')}: {len(legal)} legal, {complete} complete."
    if legal:
        words += f" The best has {counted(max(legal), 'point', 'points')}."
    add(page.main, "p", words)
    if len(cards) > 1:
        label = add(page.main, "label", "Sorted by ", class_="sorting", hidden="hidden")
        choice = add(label, "select")
        for value, name in _ORDERS:
            add(choice, "option", name, value=value)
    ranks = ranking(totals)
    shown = list(zip(cards, sheets, ranks, strict=True))
    shown.sort(key=lambda one: (one[2] or len(cards) + 1, one[0].name))
    wall = add(page.main, "div", class_="cards")
    for card, sheet, rank in shown:
        _card(wall, card, sheet, f"{rank}, tied" if ranks.count(rank) > 1 else str(rank))
    _unreadable(page.main, unreadable)
    return page.written()


def _card(parent: Node, card: Card, sheet: Score, rank: str) -> None:
    tiles = len(card.layout.tiles)
    total = -1000 if sheet.total is None else sheet.total
    data: dict[str, str | float] = {"data_name": card.name, "data_tiles": tiles}
    box = add(parent, "article", class_="card", data_score=total, **data)
    picture = render_svg(card.layout)
    source = "data:image/svg+xml;base64," + base64.b64encode(picture.encode("ascii")).decode()
    link = add(box, "a", href=card.page, tabindex=-1, aria_hidden="true")
    add(link, "img", src=source, alt="", loading="lazy")
    add(add(box, "h2"), "a", card.name, href=card.page)
    verdict = sheet.verdict
    if sheet.total is None:
        codes = ", ".join(dict.fromkeys(breach.code for breach in verdict.violations))
        add(box, "p", f"Not legal: breaks {codes}", class_="bad")
    else:
        points = counted(sheet.total, "point", "points")
        add(box, "p", f"Rank {rank}: {points}", class_="good")
    state = "complete" if verdict.complete else "not complete"
    add(box, "p", f"{counted(tiles, 'tile', 'tiles')}, {state}", class_="quiet")


def _unreadable(parent: Node, found: Iterable[str]) -> None:
    found = list(found)
    if not found:
        return
    add(parent, "h2", "Not shown")
    rows = add(parent, "ul", class_="unreadable")
    for error in found:
        add(rows, "li", error)
