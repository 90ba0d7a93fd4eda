"""From a path to line and column, in JSON and in TOML."""

from __future__ import annotations

import pytest

from caladale._io.text_places import located
from caladale.errors import TextMistake

JSON = """{"a": 1,
 "b": [10, {"c d": "x", "e": [[7]]},
   {"e": "b"}],
 "f": {"g": {}}, "f": 2}
"""
TOML = """# a comment with tile = 1
name = "x"
[counts]
a = 1
b = 2

[[tile]]
id = "one"

[[tile]]
  id = "two"   # not three
edges = ["sky",
  "sky"]

[[overlay]]
change = [ { id = "one" } ]
"""


@pytest.mark.parametrize(
    ("text", "path", "key", "place", "token"),
    [
        (JSON, "a", "", (1, 7), "1"),
        (JSON, "b[0]", "", (2, 8), "10"),
        (JSON, 'b[1]["c d"]', "", (2, 20), '"x"'),
        (JSON, "b[1].e[0][0]", "", (2, 32), "7"),
        (JSON, "b[2].e", "", (3, 10), '"b"'),
        (JSON, "b[2]", "e", (3, 5), '"e"'),
        (JSON, "f", "f", (4, 18), '"f"'),
        (JSON, "f.g.h", "", (4, 13), "{"),
        (JSON, "", "", (1, 1), "{"),
        (JSON, "nowhere", "", (1, 1), "{"),
        (TOML, "name", "", (2, 8), '"x"'),
        (TOML, "counts.b", "", (5, 5), "2"),
        (TOML, "tile[1].id", "", (11, 8), '"two"   # not three'),
        (TOML, "tile[1].count", "", (10, 1), "[[tile]]"),
        (TOML, "tile[0]", "id", (8, 6), '"one"'),
        (TOML, "overlay[0].change[0].id", "", (16, 10), '[ { id = "one" } ]'),
        (TOML, "title", "", (1, 1), ""),
    ],
)
def test_a_path_is_found(
    text: str, path: str, key: str, place: tuple[int, int], token: str
) -> None:
    (found,) = located([TextMistake("off", path, token=key)], text)
    assert (found.line, found.column) == place
    assert found.token == token


def test_mistakes_come_in_the_order_of_the_text() -> None:
    found = located([TextMistake("off", path) for path in ("f", "b[2].e", "a")], JSON)
    assert [one.place for one in found] == ["a", "b[2].e", "f"]


@pytest.mark.parametrize("text", ['{"a\\x": 1, "b": 2', "[" * 1000, '{"a":' * 1000, "{]}", ""])
def test_a_text_that_is_no_json_does_no_harm(text: str) -> None:
    (found,) = located([TextMistake("off", "b")], text)
    assert found.line == 1
