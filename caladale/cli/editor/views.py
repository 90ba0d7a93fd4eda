"""What each part of the editor's screen shows, as text; nothing here depends on colour."""

from __future__ import annotations

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from caladale._io.plural import counted
from caladale.cli.output import printable
from caladale.cli.streams import PLAIN
from caladale.core.edges import Cell
from caladale.core.layout import Placement
from caladale.editing.workbench import Fit, Workbench
from caladale.render.text import HEIGHT, WIDTH, Box, tile_boxes
from caladale.render.viewport import Viewport, render_viewport, viewport_that_fits
from caladale.rules.board import Ground
from caladale.rules.score_sheet import ITEM_LABELS

_CURSOR = "bold reverse"
_MARK = "bold green"
_GHOST = "dim"
_BREACH = "bold red"

KEYS = (
    ("?", "help"),
    ("Enter", "lay"),
    ("x", "take up"),
    ("t", "turn"),
    ("Tab", "next tile"),
    ("/", "find tile"),
    ("u", "undo"),
    ("s", "save"),
    ("q", "quit"),
)
"""The keys that the last line of the screen names, as many as there is room for."""

HELP = """\
The castle is laid at the cursor, the cell between the four corner signs.

arrows      move the cursor; Shift with them, by four cells
Tab         the next kind of tile in the tray; Shift+Tab or ` the one before
/           find a kind by the beginnings of its words: 'st to' is stone-tower
t, T        turn the tile at the cursor, or else the one in hand; T the other way
Enter       lay the tile in hand at the cursor; Space does the same
x           take up the tile at the cursor; it is then in hand. Delete does the same
m           move the tile at the cursor: go to its new place, and Enter; Esc leaves it
u, r        undo, and do again what was undone
n           go to the next cell that breaks a rule
b           the whole verdict and the score sheet
o           the game, the strips of grass, what counts besides, and the readings
s, S        save; save under another name
q           quit; what is not saved is asked for

The sign ? marks a tile that is in hand and not yet laid. In empty cells + says that it keeps
the castle legal there, ~ that it does with another turn. A tile that breaks a rule has other
corners, and the codes of the rules stand on its edges.

Every change is kept in a file beside the castle's, so a session that is killed goes on when the
castle is opened again."""


class EditorSigns(Struct, frozen=True):
    """The signs of the editor's own, beside those of the drawing."""

    corners: str
    more: str


_UNICODE = EditorSigns(corners="▛▜▙▟", more="…")
_ASCII = EditorSigns(corners="<><>", more="..")


class Style(Struct, frozen=True):
    """How the screen is drawn.

    Attributes:
        unicode: whether characters beyond ASCII may be used.
    """

    unicode: bool

    @property
    def signs(self) -> EditorSigns:
        """The signs to use."""
        return _UNICODE if self.unicode else _ASCII

    def plain(self, text: str) -> str:
        """A text without what would act on a terminal, in ASCII if that is wanted."""
        text = printable(text)
        return text if self.unicode else text.encode("ascii", PLAIN).decode("ascii")

    def cut(self, text: str, width: int) -> str:
        """A text on one line of so many characters."""
        text = self.plain(text).replace("\n", " ")
        if cell_len(text) <= width:
            return text
        found = Text(text)
        found.truncate(max(0, width - len(self.signs.more)))
        return found.plain + self.signs.more


def board_view(bench: Workbench, viewport: Viewport, style: Style) -> Text:
    """The part of the castle in a viewport, with the cursor, and where the tile in hand may go."""
    layout = bench.layout
    boxes: dict[Cell, Box] = dict(tile_boxes(layout, unicode=style.unicode))
    if bench.carried is None:
        for cell in bench.places:
            fit = bench.fit(cell)
            boxes.setdefault(cell, _mark("+" if fit is Fit.AS_IT_LIES else "~"))
    ghost = _ghost(bench)
    if ghost is not None and not bench.document.tiles_at(bench.cursor):
        alone = layout.replace(tiles=(ghost,))
        box = tile_boxes(alone, unicode=style.unicode, marks=False)[bench.cursor]
        boxes[bench.cursor] = _as_ghost(box)
    boxes[bench.cursor] = _with_corners(boxes.get(bench.cursor, _mark(" ")), style.signs.corners)
    return render_viewport(viewport, Ground(layout.grass), boxes)


def board_viewport(
    bench: Workbench, viewport: Viewport | None, width: int, height: int
) -> Viewport:
    """The viewport to show in so many characters and lines: it follows the cursor.

    Args:
        bench: what is shown.
        viewport: the one that was shown before, None when none was.
        width: characters.
        height: lines.
    """
    if viewport is None:
        tiles = bench.layout.tiles
        left = min((placed.x for placed in tiles), default=min(0, bench.cursor[0])) - 1
        corner = (left, min(0, bench.cursor[1]))
    else:
        corner = (viewport.columns[0], viewport.rows[0])
    return viewport_that_fits(width, height, corner).following(bench.cursor)


def _ghost(bench: Workbench) -> Placement | None:
    """The tile that would be laid at the cursor."""
    if bench.carried is None:
        return bench.in_hand
    moved = bench.document.tiles_at(bench.carried)[-1]
    x, y = bench.cursor
    return Placement(moved.tile, x, y, moved.turn, moved.side)


def _mark(sign: str) -> Box:
    blank = (" " * WIDTH, "")
    half = " " * (WIDTH // 2)
    return ([blank], [(half, ""), (sign, _MARK), (half, "")], [blank])


def _characters(box: Box) -> list[list[tuple[str, str]]]:
    return [[(one, style) for characters, style in line for one in characters] for line in box]


def _as_ghost(box: Box) -> Box:
    """A box whose heart is a question mark."""
    lines = _characters(box)
    lines[HEIGHT // 2][WIDTH // 2] = ("?", _CURSOR)
    return tuple(lines)


def _with_corners(box: Box, corners: str) -> Box:
    lines = _characters(box)
    for sign, (line, place) in zip(corners, ((0, 0), (0, -1), (-1, 0), (-1, -1)), strict=True):
        lines[line][place] = (sign, _CURSOR)
    return tuple(lines)


def tray_view(bench: Workbench, width: int, height: int, style: Style) -> Text:
    """The kinds of tiles with what is left of each, the one in hand marked and in the middle."""
    tray = bench.tray
    first = max(0, min(bench.chosen - height // 2, len(tray) - height))
    text = Text(no_wrap=True, overflow="crop")
    for i, pile in enumerate(tray[first : first + height], start=first):
        count = f"{len(pile.left)}/{pile.total}"
        sign = ">" if i == bench.chosen else " "
        name = style.cut(pile.name, width - len(count) - 3)
        line = f"{sign} {name.ljust(width - len(count) - 3)} {count}"
        look = "bold reverse" if i == bench.chosen else "" if pile.left else "dim"
        text.append(line + "\n", look)
    return text


def title_view(bench: Workbench, name: str, width: int, style: Style) -> Text:
    """What is edited, whether it is saved, and the game."""
    state = "" if bench.document.is_saved else " (not saved)"
    game = bench.layout.variant.value
    lead = style.cut(name, max(8, width - len(state) - len(game) - 2))
    left = f"{lead}{state}"
    return Text(left + " " * max(1, width - cell_len(left) - len(game)) + game, "bold")


def headline(bench: Workbench) -> str:
    """The verdict and the points, in as few words as there are."""
    sheet = bench.score
    count = len(sheet.verdict.violations)
    tiles = len(bench.layout.tiles)
    if not tiles:
        return "An empty table."
    legal = f"Not legal, {counted(count, 'breach', 'breaches')}" if count else "Legal"
    exposed = next((item.count for item in sheet.items if item.name == "exposed"), 0)
    if sheet.verdict.complete:
        legal += ", complete"
    parts = [f"{legal}.", f"{counted(tiles, 'tile', 'tiles')},"]
    parts.append(f"{counted(exposed, 'exposed edge', 'exposed edges')}.")
    if sheet.total is not None:
        parts.append(f"{counted(sheet.total, 'point', 'points')}.")
    elif sheet.would_score is not None:
        parts.append(f"It would score {sheet.would_score}.")
    return " ".join(parts)


def verdict_view(bench: Workbench, width: int, height: int, style: Style) -> Text:
    """The verdict in so many lines; what has no room is counted, with the key that shows it."""
    lines = wrapped(headline(bench), width, style)
    for line in lines:
        line.stylize("bold")
    breaches = bench.breaches() if bench.layout.tiles else []
    rest: list[Text] = []
    for breach in breaches:
        rest += wrapped(f"{breach.code:2}  {breach.message}", width, style, indent=4)
    room = height - len(lines)
    if len(rest) > room:
        more = Text("b shows the whole verdict", "dim")
        rest = [*rest[: max(0, room - 1)], more]
    for line in rest:
        line.stylize(_BREACH if line.plain[:1] != " " else "", 0, 2)
    return _lines(lines + rest)


def wrapped(text: str, width: int, style: Style, *, indent: int = 0) -> list[Text]:
    """A text in lines of so many characters, those after the first of a paragraph indented."""
    found: list[Text] = []
    for paragraph in style.plain(text).split("\n"):
        words, line = paragraph.split(" "), ""
        begin = True
        for word in words:
            trial = word if begin else f"{line} {word}"
            if cell_len(trial) > width and not begin and line.strip():
                found.append(Text(line))
                line = " " * indent + word
            else:
                line = trial
            begin = False
        while cell_len(line) > width > indent + 1:  # a single word that is too long
            found.append(Text(line[:width]))
            line = " " * indent + line[width:]
        found.append(Text(line))
    return found


def _lines(lines: list[Text]) -> Text:
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def place_in_words(bench: Workbench) -> str:
    """What lies at the cursor, and whether the tile in hand fits there."""
    x, y = bench.cursor
    here = bench.document.tiles_at(bench.cursor)
    lead = f"Column {x}, row {y}"
    if here:
        told = " and ".join(placed.tile for placed in here)
        return f"{lead}: {told}{', back' * (here[-1].side == 'back')}"
    if bench.carried is not None:
        return f"{lead}: empty"
    name = bench.pile.name
    if bench.in_hand is None:
        return f"{lead}: empty; no {name} is left"
    fit = bench.fit(bench.cursor)
    if fit is Fit.NOT:
        return f"{lead}: empty; {name} would break a rule"
    return f"{lead}: empty; {name} fits{' if turned' * (fit is Fit.TURNED)}"


def keys_view(width: int) -> Text:
    """The keys, as many as there is room for."""
    text = Text(no_wrap=True, overflow="crop")
    for key, words in KEYS:
        part = f"{key} {words}"
        if len(text) + len(part) > width:
            break
        text.append(key, "bold").append(f" {words}  ")
    text.rstrip()
    return text


def whole_verdict(bench: Workbench) -> str:
    """Every breach, and the score sheet, as lines for a page."""
    lines = [headline(bench).replace(". ", ".\n"), ""]
    lines += [f"{breach.code:2}  {breach.message}" for breach in bench.breaches()]
    if bench.breaches():
        lines.append("")
    sheet = bench.score
    lines += [f"{item.points:4}  {ITEM_LABELS[item.name]}: {item.count}" for item in sheet.items]
    total = sheet.total if sheet.verdict.valid else sheet.would_score
    if total is not None:
        words = "Score" if sheet.verdict.valid else "It would score this, if it were legal"
        lines.append(f"{total:4}  {words}")
    if sheet.verdict.nonstandard_ground:
        lines += ["", "The grass is not the book's."]
    return "\n".join(lines)
