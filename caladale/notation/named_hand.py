"""The tiles of a hand as somebody names them: by id, by kind, by short name, or several at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from caladale._io.strict_json import quoted
from caladale.core.tile_names import Numbering, TileNames
from caladale.errors import TextMistake

_COUNTED = re.compile(r"(?P<count>[1-9][0-9]{0,2})\*(?P<name>.+)")


class _Named(NamedTuple):
    """One tile: the list that it is in, which item of that list names it, and its id."""

    where: str
    item: int
    tile: str


class NamedHand:
    """The tiles that the words of a hand stand for.

    Args:
        tiles: every tile of every list, in their order.
        mistakes: what is wrong with the words themselves.
    """

    def __init__(self, tiles: list[_Named], mistakes: list[TextMistake]) -> None:
        self._tiles = tiles
        self.mistakes = mistakes

    def ids(self, where: str) -> tuple[str, ...]:
        """The tiles of a list; what names none is there as it is written."""
        return tuple(one.tile for one in self._tiles if one.where == where)

    def all_mistakes(self, mistakes: Iterable[TextMistake]) -> list[TextMistake]:
        """Those of the words, and of `mistakes` about the tiles all others, each at its word."""
        own = {one.place for one in self.mistakes}
        moved = dict.fromkeys(map(self._as_written, mistakes))
        return [*self.mistakes, *(one for one in moved if one.place not in own)]

    def _as_written(self, mistake: TextMistake) -> TextMistake:
        found = re.fullmatch(r"(\w+)\[(\d+)\](.*)", mistake.place)
        items = [one.item for one in self._tiles if found and one.where == found[1]]
        if not (found and items):
            return mistake
        return mistake._replace(place=f"{found[1]}[{items[int(found[2])]}]{found[3]}")


def named_tiles(names: TileNames, **lists: tuple[str, ...]) -> NamedHand:
    """The tiles that words stand for; what is no name is left as it is.

    Args:
        names: the names of the box.
        lists: the words of each list of a hand. A gate may have its side.
    """
    words: list[tuple[str, int, str]] = []
    for where, items in lists.items():
        for i, item in enumerate(items):
            counted = _COUNTED.fullmatch(item)
            count, word = (int(counted["count"]), counted["name"]) if counted else (1, item)
            words += [(where, i, word)] * count
    known = names.known
    numbering = Numbering(
        known[name] for _, _, word in words if (name := word.lower().partition(":")[0]) in known
    )
    tiles: list[_Named] = []
    mistakes: dict[TextMistake, None] = {}
    for where, i, word in words:
        name, colon, side = word.partition(":")
        tile = numbering.tile(known[name.lower()]) if name.lower() in known else None
        side = {"b": "back", "f": "front"}.get(side.lower(), side)
        tiles.append(_Named(where, i, word if tile is None else f"{tile}{colon}{side}"))
        if tile is None:
            if name.lower() in known:
                kind = known[name.lower()].entry
                message = f"the box holds only {kind.count} of {kind.id}"
            else:
                message = f"the box has no tile {quoted(name)}"
            near = () if name.lower() in known else names.close_to(name)
            mistakes[TextMistake(message, f"{where}[{i}]", suggestions=near)] = None
    return NamedHand(tiles, list(mistakes))
