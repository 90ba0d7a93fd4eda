"""A castle, or the castles that a search found one after another, as an HTML page to explore."""

from __future__ import annotations

from collections.abc import Sequence

from caladale._io.plural import counted
from caladale.core.layout import Layout
from caladale.errors import ArgumentError
from caladale.notation import write_line
from caladale.render.captions import caption
from caladale.render.html.document import Document
from caladale.render.svg.identifiers import Identifiers
from caladale.render.svg.markup import Node, add
from caladale.render.svg.picture import draw_svg
from caladale.rules.board import Board
from caladale.rules.score_sheet import ITEM_LABELS, Score, tally

_SWITCHES = (
    ("breaches", "breaches", True),
    ("exposed", "exposed edges", True),
    ("support", "support", False),
    ("ids", "tile ids", False),
    ("numbers", "columns and rows", True),
)
"""What can be switched on and off: its id, its name, and whether it is on at first."""

_HINT = "Point at a tile or tap it, or walk from tile to tile with the arrow keys."
_MODES = "Arrows tell what holds a tile up: B by its bottom, H hanging, R as a bridge."


def render_html(
    layouts: Layout | Sequence[Layout], *, title: str | None = None, home: str | None = None
) -> str:
    """Draw a castle as a page of its own, with its verdict and its score sheet.

    The page needs nothing but itself. The picture can be zoomed and moved; a tile tells its id to
    the pointer and to the keyboard; breaches, exposed edges and the arrows of support can be
    switched on and off. Several castles become steps to go through, the last one shown first.

    Args:
        layouts: a castle, or a list of them, legal or not.
        title: the heading, any text; by default it tells how many tiles the castle has.
        home: the address of a page that leads here, to be linked to.

    Returns:
        The text of an HTML file, ASCII only.

    Raises:
        ArgumentError: when there is no castle.
    """
    if isinstance(layouts, Layout):
        layouts = [layouts]
    if not layouts:
        raise ArgumentError("there is no castle to draw")
    tiles = len(layouts[-1].tiles)
    page = Document(
        title or f"A castle of {counted(tiles, 'tile', 'tiles')}",
        styles=("page.css", "castle.css"),
        script="castle.js",
    )
    if home is not None:
        add(add(page.main, "p"), "a", "\u2190 all castles", href=home)
    controls = add(page.main, "div", class_="controls")
    if len(layouts) > 1:
        _stepper(controls, len(layouts))
    _switches(controls)
    drawings = Identifiers()
    for layout in layouts:
        _castle(page.main, layout, drawings)
    return page.written()


def _stepper(parent: Node, steps: int) -> None:
    bar = add(parent, "div", class_="stepper", hidden="hidden")
    add(bar, "button", "\u2190", type="button", aria_label="the castle before")
    slider: dict[str, str | float] = {"type": "range", "min": 1, "max": steps, "value": steps}
    add(bar, "input", **slider, aria_label="which castle of the search")
    add(bar, "button", "\u2192", type="button", aria_label="the next castle")
    add(bar, "output", aria_live="polite")


def _switches(parent: Node) -> None:
    field = add(parent, "fieldset", class_="switches", aria_label="what the picture shows")
    for name, words, on in _SWITCHES:
        label = add(field, "label")
        state = {"checked": "checked"} if on else {}
        add(label, "input", type="checkbox", id=f"show-{name}", **state).tail = words


def _castle(parent: Node, layout: Layout, drawings: Identifiers) -> None:
    board = Board(layout)
    sheet = tally(board)
    words = caption(sheet, len(layout.tiles), len(board.exposed))
    section = add(parent, "section", class_="castle", data_words=words)
    figure = add(section, "figure")
    picture = draw_svg(layout, coordinates=True, ids=True, support=True, among=drawings)
    # An image has no parts for a screen reader; the tiles of this one can be reached.
    picture.set("role", "group")
    for node in picture.iter("use"):
        if node.get("class") == "caladale-tile":
            node.set("role", "img")
    add(figure, "div", class_="stage").append(picture)
    bar = add(figure, "div", class_="zoom", hidden="hidden")
    for times, sign, name in ((1.5, "+", "larger"), (0.67, "\u2212", "smaller"), (0, "fit", "")):
        label = {"aria_label": name} if name else {}
        add(bar, "button", sign, type="button", data_zoom=times, **label)
    add(bar, "p", _HINT, class_="told", role="status")
    _sheet(add(section, "div", class_="sheet"), layout, sheet, words)


def _sheet(parent: Node, layout: Layout, sheet: Score, words: str) -> None:
    verdict = sheet.verdict
    add(parent, "p", words, class_=f"verdict {'good' if verdict.valid else 'bad'}")
    if verdict.violations:
        found = add(parent, "ul", class_="breaches")
        for breach in verdict.violations:
            add(found, "li", f"{breach.code}: {breach.message}")
    if sheet.items:
        _score_table(parent, sheet)
    add(parent, "p", _MODES, class_="quiet")
    more = add(parent, "details")
    add(more, "summary", "The castle on one line")
    add(more, "code", write_line(layout), class_="line")


def _score_table(parent: Node, sheet: Score) -> None:
    table = add(parent, "table")
    head = add(add(table, "thead"), "tr")
    for name in ("Item", "Number", "Points"):
        add(head, "th", name, scope="col")
    rows = add(table, "tbody")
    for item in sheet.items:
        row = add(rows, "tr")
        for text in (ITEM_LABELS[item.name], str(item.count), str(item.points)):
            add(row, "td", text)
    foot = add(add(table, "tfoot"), "tr")
    total = sum(item.points for item in sheet.items)
    legal = sheet.verdict.valid
    add(foot, "th", "Score" if legal else "Would score, if it were legal", scope="row")
    add(foot, "th")
    add(foot, "th", str(total))
