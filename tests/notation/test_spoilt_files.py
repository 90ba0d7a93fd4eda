"""Thousands of spoilt files: each ends in a clear error or a verdict, never in anything else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks.castles import grown
from caladale import Layout, read_layout, score, write_json, write_line
from caladale._io.strict_json import decode_utf8, load_json
from caladale.core.layout import FAR, Grass, Placement, Variant
from caladale.core.readings import READINGS, Readings
from caladale.core.tile_file import parse_tilefile
from caladale.core.tiles import build_tileset
from caladale.errors import FormatError
from caladale.games.deal import deal_hand, deal_table
from caladale.notation.data import hand_from_data, hand_to_data, table_from_data, table_to_data
from caladale.notation.json_text import to_json
from caladale.render.svg.picture import render_svg
from caladale.render.text import render_text
from tests.support.places import TILE_FILE
from tests.support.strategies import TILE_IDS

SECONDS_A_FILE = 20.0
"""Far more than any file needs, however busy the machine: a guard against hangs."""

ODD_PIECES = (
    b"null", b"true", b"1.0", b"-1", b"1e9", b"NaN", b"Infinity", b"99999999999999999999", b"{}",
    b"[]", b'""', b'"\\ud800"', b'"\\u0000"', b"\xff", b"\xef\xbb\xbf", b"\x00", b"\r\n", b"\n",
    b"\t", b" ", b",", b":", b"@", b"=", b"+", b"-", b'"', b"'", b"\\", b"{", b"[", b"]", b"}",
    b"[" * 3000, b'{"a":' * 3000, b"9" * 6000, b"@0,0", b":back", b"E", b"\xe2\x80\xa8", b"<b>",
    b"1000000", b"-1000000", b"1000001", b"wild-1", b"gate-tree", b"stone-four-1", b"timer",
)  # fmt: skip

TINY_BOX = """format = "caladale-tiles/1"
name = "tiny"
title = "A tiny box"

[counts]
standard = 2
gate = 1
enchanted = 0
wild = 1
supply = 2
supply_without_plus = 1

[[tile]]
id = "gate-stone"
group = "gate"
role = "gate"
edges = ["stone", "stone", "stone", "stone"]
back = ["stone", "tree", "stone", "stone"]
provenance = "assumed"
note = "A gate."

[[tile]]
id = "stone-edge"
group = "standard"
role = "edge"
count = 2
plus = 1
edges = ["sky", "sky", "stone", "sky"]
provenance = "rulebook"
note = "An edge."

[[tile]]
id = "wild"
group = "wild"
role = "wild"
edges = ["sky", "sky", "wild", "sky"]
provenance = "assumed"
note = "A wild."

[[overlay]]
reading = "wild"
value = "four_sides"
change = [{ id = "wild", edges = ["wild", "wild", "wild", "wild"] }]
"""


def _tokens(raw: bytes) -> list[bytes]:
    """`raw` cut at the borders of words, numbers and signs."""
    tokens: list[bytes] = []
    for i in range(len(raw)):
        byte = raw[i : i + 1]
        if tokens and byte.isalnum() and tokens[-1].isalnum():
            tokens[-1] += byte
        else:
            tokens.append(byte)
    return tokens


def _flip(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]


def _delete(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(raw))
    return raw[:start] + raw[start + rng.choice((1, 2, 10, 1000)) :]


def _double(raw: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(raw))
    end = start + rng.choice((1, 5, 30, 200))
    return raw[:end] + raw[start:]


def _swap(raw: bytes, rng: random.Random) -> bytes:
    tokens = _tokens(raw)
    one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def _replace(raw: bytes, rng: random.Random) -> bytes:
    tokens = _tokens(raw)
    tokens[rng.randrange(len(tokens))] = rng.choice((*ODD_PIECES, *rng.sample(tokens, 1)))
    return b"".join(tokens)


def _number(raw: bytes, rng: random.Random) -> bytes:
    tokens = _tokens(raw)
    places = [i for i, token in enumerate(tokens) if token.isdigit()]
    if places:
        tokens[rng.choice(places)] = str(rng.choice((0, 1, 2, 3, 4, 5, 80, 81, FAR))).encode()
    return b"".join(tokens)


def _insert(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + rng.choice(ODD_PIECES) + raw[at:]


def _shuffle_lines(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    rng.shuffle(lines)
    return b"".join(lines)


def _noise(raw: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 2, 8, len(raw))))


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _delete, _double, _swap, _replace, _number, _number, _insert, _shuffle_lines,
)  # fmt: skip


def spoil(raw: bytes, rng: random.Random) -> bytes:
    """A spoilt copy of a valid file, or now and then plain noise."""
    if rng.random() < 0.03:
        return _noise(raw, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        raw = rng.choice(MUTATIONS)(raw, rng) or b"{"
    return raw


def scattered(rng: random.Random) -> Layout:
    """A layout of anything anywhere."""
    tiles = tuple(
        Placement(rng.choice(TILE_IDS), rng.randint(-3, 5), rng.randint(-1, 4), rng.randrange(4))
        for _ in range(rng.randrange(8))
    )
    far = (Grass(rng.randint(-FAR, FAR), rng.randint(1, 1000)),) if rng.random() < 0.3 else ()
    return Layout(
        tiles=tiles,
        grass=(Grass(0, 4), *far),
        variant=rng.choice(list(Variant)),
        rules=random_readings(rng),
        flipped=rng.randint(0, 80),
        timer=rng.random() < 0.5,
        exchanges=rng.randrange(9),
    )


def random_readings(rng: random.Random) -> Readings:
    chosen = rng.sample(READINGS, rng.randrange(4))
    return Readings(**{r.name: rng.choice(r.values) for r in chosen})  # type: ignore[arg-type]


def valid_layouts(rng: random.Random, count: int) -> list[bytes]:
    """Valid layout files in both notations: legal castles of some size, and scattered tiles."""
    texts: list[str] = []
    for number in range(count):
        if number % 2:
            layout = scattered(rng)
        else:
            variant = rng.choice(list(Variant))
            size = rng.randint(1, 12)
            layout = grown(rng, size, Layout(variant=variant, rules=random_readings(rng)))
        texts += [write_json(layout), write_line(layout)]
    return [text.encode() for text in texts]


def check_clear(error: FormatError) -> None:
    """An error is a short printable line for each mistake, each with its place."""
    assert error.message
    assert all(str(one).isprintable() for one in error.mistakes)
    assert all(len(str(one)) < 1000 for one in error.mistakes)


def outcome(raw: bytes) -> tuple[str, Layout | None]:
    """What reading, judging and scoring a file ends in: error, illegal or legal."""
    start = time.monotonic()
    try:
        layout = read_layout(decode_utf8(raw))
    except FormatError as error:
        check_clear(error)
        return "error", None
    finally:
        assert time.monotonic() - start < SECONDS_A_FILE
    sheet = score(layout)
    assert (sheet.total is None) == bool(sheet.verdict.violations)
    assert all(violation.message for violation in sheet.verdict.violations)
    assert read_layout(write_line(layout)) == layout
    assert read_layout(write_json(layout)) == layout
    assert time.monotonic() - start < SECONDS_A_FILE
    return ("legal" if sheet.verdict.valid else "illegal"), layout


@pytest.mark.parametrize("seed", range(10))
def test_1000_spoilt_layouts_end_in_an_error_or_a_verdict(seed: int) -> None:
    rng = random.Random(f"layouts {seed}")
    originals = valid_layouts(rng, 12)
    seen: Counter[str] = Counter()
    drawn = 0
    for _ in range(1000):
        result, layout = outcome(spoil(rng.choice(originals), rng))
        seen[result] += 1
        if layout is not None and rng.random() < 0.04:
            drawn += 1
            ET.fromstring(render_svg(layout))  # noqa: S314 - our own picture
            assert render_text(layout).plain
    # The files are spoilt enough, and not too much, to exercise every way.
    assert min(seen[result] for result in ("error", "illegal", "legal")) >= 10
    assert drawn


CODES = {"legal": 0, "illegal": 1, "error": 2}


@pytest.mark.parametrize("batch", range(4))
def test_25_spoilt_layouts_end_the_same_way_through_the_command(batch: int, tmp_path: Path) -> None:
    rng = random.Random(f"command {batch}")
    originals = valid_layouts(rng, 6)
    expected = {}
    for number in range(25):
        raw = spoil(rng.choice(originals), rng)
        path = tmp_path / f"{number}.castle"
        path.write_bytes(raw)
        expected[path] = outcome(raw)[0]

    def call(path: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "caladale", "score", str(path), "--format", "json"]
        return subprocess.run(command, capture_output=True, check=False, text=True, timeout=120)

    with ThreadPoolExecutor(2) as pool:
        for path, done in zip(expected, pool.map(call, expected), strict=True):
            assert done.returncode == CODES[expected[path]]
            told = json.loads(done.stdout)
            assert "Traceback" not in done.stderr
            assert bool(done.stderr) == ("error" in told) == (expected[path] == "error")
            if "error" not in told:
                assert told["valid"] == (expected[path] == "legal")


@pytest.mark.parametrize("seed", range(3))
def test_1000_spoilt_hands_end_in_an_error_or_a_hand(seed: int) -> None:
    rng = random.Random(f"hands {seed}")
    originals = [
        to_json(hand_to_data(deal_hand(variant, seed, own=rng.randint(1, 20)))).encode()
        for variant in Variant
    ]
    seen: Counter[str] = Counter()
    for _ in range(1000):
        raw = spoil(rng.choice(originals), rng)
        try:
            hand = hand_from_data(load_json(decode_utf8(raw)))
        except FormatError as error:
            check_clear(error)
            seen["error"] += 1
            continue
        assert hand.gate_sides()
        assert hand_from_data(hand_to_data(hand)) == hand
        seen["hand"] += 1
    assert min(seen["error"], seen["hand"]) >= 20


def test_500_spoilt_tables_end_in_an_error_or_a_table() -> None:
    rng = random.Random("tables")
    originals = [
        to_json(table_to_data(deal_table(variant, 1, players))).encode()
        for variant, players in ((Variant.SPEED, 4), (Variant.STANDARD, 2), (Variant.SOLO2, 1))
    ]
    for _ in range(500):
        try:
            table = table_from_data(load_json(decode_utf8(spoil(rng.choice(originals), rng))))
        except FormatError as error:
            check_clear(error)
            continue
        assert table_from_data(table_to_data(table)) == table


def check_tilefile(raw: bytes) -> str:
    try:
        box = build_tileset(parse_tilefile(decode_utf8(raw)))
    except FormatError as error:
        check_clear(error)
        return "error"
    assert box.tiles
    for reading in READINGS:
        for value in reading.values:
            assert set(box.under(Readings(**{reading.name: value})).faces) == set(box.faces)  # type: ignore[arg-type]
    return "box"


@pytest.mark.parametrize("seed", range(3))
def test_1000_spoilt_tile_files_end_in_an_error_or_a_box(seed: int) -> None:
    rng = random.Random(f"tiles {seed}")
    seen = Counter(check_tilefile(spoil(TINY_BOX.encode(), rng)) for _ in range(1000))
    assert min(seen["error"], seen["box"]) >= 20


def test_100_spoilt_copies_of_the_shipped_tile_file_end_in_an_error_or_a_box() -> None:
    rng = random.Random("shipped")
    raw = TILE_FILE.read_bytes()
    seen = Counter(check_tilefile(spoil(raw, rng)) for _ in range(100))
    assert seen["error"]
