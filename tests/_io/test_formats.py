"""Files of another kind than the one wanted: what they are, and who takes them, in plain words."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from caladale import FormatError, TileSetError, read_layout
from caladale._io.formats import GAME, HAND, LAYOUT, RESULTS, TABLE, TILES, Format, read_as, spot
from caladale.cli import run
from caladale.cli.hints import in_words
from caladale.core.layout import Variant
from caladale.core.tile_file import parse_tilefile
from caladale.games.deal import deal_hand, deal_table
from caladale.games.record import GameRecord, read_game, write_game
from caladale.games.setup import Setup
from caladale.notation.data import hand_to_data, table_to_data
from caladale.notation.json_text import to_json
from tests.support.places import TILE_FILE

LINE = "caladale standard 0+4 - - gate-stone@1,0 stone-tower-1@1,1"
RESULT = json.dumps({"format": "caladale-results/1", "file": "a.json"}) + "\n"

FILES: dict[str, tuple[str, Format, str]] = {
    "layout": (
        '{"format": "caladale-layout/1", "tileset": "caladale", "tiles": []}',
        LAYOUT,
        "format",
    ),
    "line": (LINE, LAYOUT, "line 1"),
    "lines": (f"{LINE}\n{LINE}\n", LAYOUT, "line 1"),
    "hand": (to_json(hand_to_data(deal_hand(Variant.SOLO2, 1))), HAND, "format"),
    "table": (to_json(table_to_data(deal_table(Variant.SPEED, 1, 3))), TABLE, "format"),
    "game": (write_game(GameRecord(Setup(variant=Variant.SOLO1))), GAME, "format"),
    "result": (RESULT, RESULTS, "format"),
    "results": (RESULT * 2, RESULTS, "line 1"),
    "tiles": (TILE_FILE.read_text(encoding="utf-8"), TILES, "line 9"),
}
"""By name: a text, what it is, and where that shows."""

WANTED: dict[str, tuple[Format, ...]] = {
    "validate FILE": (LAYOUT, GAME),
    "score FILE": (LAYOUT, GAME),
    "dissolve FILE": (LAYOUT, GAME),
    "render FILE": (LAYOUT, GAME),
    "convert FILE --to line": (LAYOUT, GAME),
    "repair FILE": (LAYOUT,),
    "repair castle --spares FILE": (HAND,),
    "solve FILE": (HAND, TABLE),
    "solve good-hand --hint FILE": (LAYOUT,),
    "solve good-hand --fixed FILE": (LAYOUT,),
    "challenge --resume -o FILE": (LAYOUT,),
    "advise FILE": (GAME,),
    "solo --log FILE": (GAME,),
    "tiles --tileset FILE": (TILES,),
}
"""What every command wants in the place of FILE."""

PAIRS = [
    (arguments, name)
    for arguments, wanted in WANTED.items()
    for name, (_, found, _) in FILES.items()
    if found not in wanted
]


@pytest.mark.parametrize("name", FILES)
def test_every_kind_is_known_by_its_text(name: str) -> None:
    text, found, place = FILES[name]
    assert spot(text) == (found, place)


@pytest.mark.parametrize(
    "text", ["", "{", "{}", "[]", "[1]", '{"format": 1}', '{"format": "x"}', "odd", "{\n{}\n"]
)
def test_what_is_no_known_kind_is_not_guessed(text: str) -> None:
    assert spot(text) is None


TAKERS = {
    LAYOUT: "'caladale score' takes layouts",
    HAND: "'caladale solve' takes hands",
    TABLE: "'caladale solve' takes tables",
    GAME: "'caladale convert' writes its castle, 'caladale advise' says what to do",
    RESULTS: "'caladale gallery' makes pages of a folder of them",
    TILES: "--tileset takes tile files",
}


@pytest.mark.parametrize(("arguments", "name"), PAIRS)
def test_a_file_of_another_kind_is_refused_in_plain_words(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    name: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    text, found, place = FILES[name]
    Path(name).write_text(text, encoding="utf-8")
    Path("castle").write_text(LINE, encoding="utf-8")
    Path("good-hand").write_text(FILES["hand"][0], encoding="utf-8")
    assert run([name if word == "FILE" else word for word in arguments.split()]) == 2
    wanted = " or ".join(one.words for one in WANTED[arguments])
    out, err = capsys.readouterr()
    assert out == ""
    told = f"{name}: {place}: this is {found.words}, but {wanted} is wanted here; {TAKERS[found]}"
    assert told in " ".join(err.split())


def test_other_errors_keep_their_words() -> None:
    with pytest.raises(FormatError, match=r"^line 1, column 1, here: odd$"), read_as(LINE, LAYOUT):
        raise FormatError("odd", "here")
    with pytest.raises(TileSetError, match="but a hand is wanted") as caught, read_as(LINE, HAND):
        raise TileSetError("odd", "here")
    assert caught.value.place == "line 1"


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ({"format": "caladale-layout/2"}, '"caladale-layout/2" is not caladale-layout/1'),
        ({"variant": "chess"}, '"chess" is not one of standard, speed, solo1, solo2, all-tiles'),
        ({"rules": {"wild": "none"}}, '"none" is not one of cap, four_sides'),
    ],
)
def test_an_unknown_word_is_told_with_the_known_ones(
    member: dict[str, object], message: str
) -> None:
    data = json.loads(FILES["layout"][0]) | member
    with pytest.raises(FormatError) as caught:
        read_layout(json.dumps(data))
    assert caught.value.message == message


def test_several_castles_where_one_is_wanted() -> None:
    with pytest.raises(FormatError, match="2 castles here, one on a line, but one is wanted") as e:
        read_layout(FILES["lines"][0])
    assert in_words(e.value).endswith("one is wanted; 'caladale render' takes several")
    assert copy.copy(e.value).topic == e.value.topic


@pytest.mark.parametrize("name", FILES)
def test_the_library_names_no_command(name: str) -> None:
    said = ""
    for read in (read_layout, read_game, parse_tilefile):
        try:
            read(FILES[name][0])
        except FormatError as error:
            said += str(error)
    assert "is wanted here" in said
    assert "caladale " not in said
    assert "--" not in said
