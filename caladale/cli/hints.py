"""What helps where the library refuses something, in terms of the commands."""

from __future__ import annotations

from caladale._io import formats
from caladale.cli.output import Lines, shown
from caladale.errors import ANOTHER_BOX, SEVERAL_CASTLES, CaladaleError, FormatError

_REMEDIES = {
    formats.LAYOUT.name: "'caladale score' takes layouts",
    formats.HAND.name: "'caladale solve' takes hands",
    formats.TABLE.name: "'caladale solve' takes tables",
    formats.GAME.name: "'caladale convert' writes its castle, 'caladale advise' says what to do",
    formats.RESULTS.name: "'caladale gallery' makes pages of a folder of them",
    formats.TILES.name: "--tileset takes tile files",
    SEVERAL_CASTLES: "'caladale render' takes several",
    ANOTHER_BOX: "name its tile file with --tileset",
}


def in_words(error: CaladaleError) -> Lines:
    """What is wrong, and the command or option that helps, if one does."""
    remedy = _REMEDIES.get(error.topic) if isinstance(error, FormatError) else None
    if not isinstance(error, FormatError):
        return Lines(shown(str(error)))
    told = [shown(line) for line in str(error).split("\n")]
    if remedy:
        told = [f"{told[0]}; {remedy}"] if len(told) == 1 else [*told, f"  {remedy}"]
    return Lines("\n".join(told))
