"""What a castle or a hand in words says besides its tiles: box, game, grass, extras, readings.

Settings are gathered as plain data, each with the word that says it, so that whatever refuses a
value later can be told with its place.
"""

from __future__ import annotations

import re
from typing import Any

from caladale._io.suggestions import close_to
from caladale.core.layout import Variant
from caladale.core.readings import READINGS
from caladale.errors import FormatError, TextMistake
from caladale.notation.words import Word

INTEGER = r"(?:0|-?[1-9][0-9]{0,17})"
_STRIP = re.compile(rf"({INTEGER})\+({INTEGER})")
_STRIPS = re.compile(r"-?\d+\+[^@=]*")
_NOTHING = "-"
_VARIANTS = [variant.value for variant in Variant]
_READINGS = {reading.name: reading.values for reading in READINGS}


class WrittenSettings:
    """The settings of a text, as they are read.

    Args:
        box: the name of the box at hand.
        numbers: the settings that are a number, as in ``flipped=2``.

    Attributes:
        data: the settings as plain data of the format of files.
        words: for each path in the data the word that says it.
        mistakes: all that is wrong with them.
    """

    def __init__(self, box: str, numbers: tuple[str, ...]) -> None:
        self._box = box
        self._numbers = numbers
        self.data: dict[str, Any] = {"tileset": box}
        self.words: dict[str, Word] = {}
        self.mistakes: list[TextMistake] = []

    def is_one(self, word: Word) -> bool:
        """Whether a word, as such, is a setting or several with commas between them."""
        low = word.low
        is_known = low in ("timer", self._box) or low in _VARIANTS
        return is_known or bool(_STRIPS.match(low)) or bool(re.match(r"[a-z0-9_-]+=", low))

    def add(self, word: Word) -> None:
        """Read a word that `is_one`."""
        if _STRIPS.match(word.low):
            self.grass(word)
            return
        for part in word.parts():
            low = part.low
            if low in _VARIANTS:
                self.put("variant", low, part)
            elif low == self._box:
                self.put("tileset", low, part)
            else:
                self._named(part)

    def head(self, words: list[Word]) -> None:
        """Read the five parts that begin a castle on one line, each in its place."""
        box, variant, grass, extras, readings = words
        self.put("tileset", box.low, box)
        if variant.low in _VARIANTS:
            self.put("variant", variant.low, variant)
        else:
            message = f"is not one of {', '.join(_VARIANTS)}"
            self.mistakes.append(variant.mistake(message, close_to(variant.low, _VARIANTS)))
        self.grass(grass)
        for part in extras.parts() if extras.text != _NOTHING else ():
            self._extra(part)
        for part in readings.parts() if readings.text != _NOTHING else ():
            self._reading(part)

    def grass(self, word: Word) -> None:
        """Read strips of grass; ``-`` is none."""
        strips: list[dict[str, int]] = []
        for part in word.parts() if word.text != _NOTHING else ():
            match = _STRIP.fullmatch(part.text)
            if match:
                self.words[f"grass[{len(strips)}]"] = part
                strips.append({"x": int(match[1]), "width": int(match[2])})
            else:
                self.mistakes.append(part.mistake("is not a strip of grass such as 0+4"))
        self.put("grass", strips, word)

    def _named(self, part: Word) -> None:
        name, _, value = part.low.partition("=")
        if name == "grass" and value == "none":
            self.put("grass", [], part)
        elif name == "box":
            self.put("tileset", value, part)
        elif name == "timer" or name in self._numbers:
            self._extra(part)
        else:
            self._reading(part)

    def _extra(self, part: Word) -> None:
        name, equals, value = part.low.partition("=")
        if name == "timer" and not equals and "timer" not in self.data:
            self.put("timer", True, part)  # noqa: FBT003 - a value of the file
        elif name in self._numbers and re.fullmatch(INTEGER, value):
            self.put(name, int(value), part)
        elif name == "timer" and not equals:
            self.mistakes.append(part.mistake("stands here twice"))
        else:
            allowed = ", ".join(["timer", *(f"{one}=N" for one in self._numbers)])
            near = close_to(name, ("timer", *self._numbers)) if name != "timer" else ()
            self.mistakes.append(part.mistake(f"is none of {allowed}", near))

    def _reading(self, part: Word) -> None:
        name, equals, value = part.low.partition("=")
        rules = self.data.setdefault("rules", {})
        if not equals:
            self.mistakes.append(part.mistake("is not a reading NAME=VALUE"))
        elif name in rules:
            self.mistakes.append(part.mistake("stands here twice"))
        elif name not in _READINGS:
            known = [*_READINGS, *self._numbers]
            self.mistakes.append(part.mistake("is no setting", close_to(name, known)))
        elif value not in _READINGS[name]:
            values = _READINGS[name]
            told = f"is none of {', '.join(f'{name}={one}' for one in values)}"
            self.mistakes.append(part.mistake(told, close_to(value, values)))
        else:
            rules[name] = value

    def put(self, name: str, value: Any, word: Word) -> None:
        """Take a value that a word says; a second one is a mistake."""
        if name in self.words:
            self.mistakes.append(word.mistake(f"is a second word for the {name} of this text"))
            return
        self.words[name] = word
        self.data[name] = value

    def placed(self, error: FormatError) -> list[TextMistake]:
        """The mistakes of an error about `data`, each with the place of its word."""
        found = []
        for one in error.mistakes:
            path = one.place
            while path and path not in self.words:
                path = path[: max(path.rfind("."), path.rfind("["), 0)]
            word = self.words.get(path)
            if word is None:
                found.append(one)
            else:
                told = word.mistake("")
                found.append(told._replace(message=one.message, suggestions=one.suggestions))
        return found


def is_head(words: list[Word]) -> bool:
    """Whether words begin a castle on one line with all five parts, right or nearly so."""
    if len(words) < 5 or any(c in word.text for word in words[:2] for c in "@=+."):
        return False
    grass, extras, readings = (word.low for word in words[2:5])
    likely = (
        grass == _NOTHING or bool(_STRIPS.match(grass)),
        extras == _NOTHING or bool(re.match(r"timer|flipped|exchanges", extras)),
        readings == _NOTHING or "=" in readings,
    )
    return sum(likely) >= 2 and not any("@" in word.text for word in words[2:5])
