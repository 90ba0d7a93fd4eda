"""``caladale gallery``: a folder of castles as pages to look at."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caladale import render
from caladale._io.atomic_files import STANDARD_OUTPUT
from caladale.cli.castles import labelled_castles
from caladale.cli.exits import FINE, UNUSABLE
from caladale.cli.options import format_option, rule_option, tileset_option, under, unreadable
from caladale.cli.output import echo, print_json, print_text, shown, unwritable
from caladale.core.tiles import TileSet
from caladale.rules.score_sheet import score

if TYPE_CHECKING:
    from caladale.render.html.gallery import Card


@click.command("gallery", short_help="Make an index page of a folder of castles.")
@click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("gallery"),
    show_default=True,
    help="The folder to put index.html and the page of each castle into.",
)
@click.option("--title", help="The heading of the index; by default the name of DIR.")
@format_option()
@rule_option
@tileset_option
def command(
    *,
    folder: Path,
    output: Path,
    title: str | None,
    format_: str,
    chosen: dict[str, str],
    box: TileSet,
) -> int:
    """Make a page of each castle in DIR, and an index of them with pictures, scores and verdicts.

    Castles are read from the .json and .txt files of DIR, in either notation, also one on each
    line, from the logs of games, and from the .jsonl files that 'caladale solve' wrote for several
    hands. What cannot be
    read is told and listed at the end of the index. The pages need nothing but one another.
    """
    if output == STANDARD_OUTPUT:
        raise click.UsageError("a gallery is several files: -o names a folder for them")
    exhibits: list[render.Exhibit] = []
    faults: list[tuple[str, str]] = []
    for one in render.read_exhibits(render.files_in(folder), box, labelled_castles):
        if isinstance(one, render.Exhibit):
            exhibits.append(one)
        else:
            faults.append((one.name, unreadable(one.name, one.error)))
            echo(f"Error: {faults[-1][1]}", err=True)
    name = shown(folder)
    if not exhibits:
        echo(f"Error: {name} holds no castle that can be read", err=True)
        return UNUSABLE
    cards = [
        render.Card(one.name, under(one.layout, chosen), page)
        for one, page in zip(exhibits, render.page_names(exhibits), strict=True)
    ]
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(output, error) from None
    index = output / "index.html"
    for card in cards:
        print_text(
            render.render_html([card.layout], title=card.name, home=index.name), output / card.page
        )
    heading = title or folder.resolve().name or "Castles"
    # Last, so that an index never leads to a page that is not there.
    told = [error for _, error in faults]
    print_text(render.render_gallery(cards, title=heading, unreadable=told), index)
    if format_ == "json":
        print_json(_to_data(index, cards, faults))
    else:
        count = "1 castle" if len(cards) == 1 else f"{len(cards)} castles"
        echo(f"{shown(index)}: {count}")
    return FINE


def _to_data(
    index: Path, cards: Iterable[Card], faults: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    castles = []
    for card in cards:
        sheet = score(card.layout)
        data: dict[str, Any] = {"name": card.name, "page": card.page}
        castles.append(data | {"valid": sheet.verdict.valid, "score": sheet.total})
    errors = [{"file": name, "error": error} for name, error in faults]
    return {"index": str(index), "castles": castles, "unreadable": errors}
