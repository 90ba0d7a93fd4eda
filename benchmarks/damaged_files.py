"""Damaged files: whatever is done to a file, its reader tells where it is wrong, or reads it.

``python -m benchmarks.damaged_files`` damages 10,000 files of every format that people type or
mend, and counts what comes of each: it is read, or refused with mistakes that each have a line and
a column. Anything else, an exception of another kind or a mistake without a place, is a failure and
ends it with the file that did it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from importlib import resources

import caladale
from benchmarks.castles import broken, grown
from caladale import FormatError, Layout, Variant
from caladale._io.strict_json import decode_utf8
from caladale.core.tile_file import parse_tilefile
from caladale.games.deal import deal_hand

_PIECES = (
    b"null", b"true", b"1.0", b"-1", b"1e9", b"NaN", b"{}", b"[]", b'""', b'"\\ud800"', b"\xff",
    b"\x00", b"\r\n", b"\n", b"\t", b" ", b",", b":", b"@", b"=", b"+", b"-", b'"', b"\\", b"{",
    b"[", b"]", b"}", b"[" * 300, b"9" * 600, b"@0,0", b":back", b"E", b"/", b"\xe2\x80\xa8", b"#",
    b".", b"=", b"|", b"s4", b"stone-four", b"stone-for", b"gs", b"w", b"speed", b"speeed", b"2*",
    b"====", b"0+4", b"flipped=1", b"wild=cap", b"\xe2\x94\x8c", b"+--+", b"supply", b"timer",
)  # fmt: skip


def damaged(raw: bytes, chance: random.Random) -> bytes:
    """A copy of a file with one to four places damaged: as people, programs and disks do."""
    for _ in range(chance.choice((1, 1, 2, 3, 4))):
        raw = chance.choice(_WAYS)(raw, chance) or b"{"
    return raw


def _flip(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]


def _cut(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + raw[at + chance.choice((1, 2, 10, 500)) :]


def _double(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw))
    return raw[: at + chance.choice((1, 5, 40))] + raw[at:]


def _insert(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw) + 1)
    return raw[:at] + chance.choice(_PIECES) + raw[at:]


def _swap_letters(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + raw[at + 1 : at + 2] + raw[at : at + 1] + raw[at + 2 :]


def _shuffle_lines(raw: bytes, chance: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    chance.shuffle(lines)
    return b"".join(lines)


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _cut, _double, _insert, _insert, _swap_letters, _swap_letters, _shuffle_lines,
)  # fmt: skip

Reader = Callable[[str], object]

_TILE_FILES = 0.05
"""How often it is a tile file, which is a hundred times longer than any other."""


def some_file(chance: random.Random) -> tuple[str, bytes, Reader]:
    """The name of a format, a file in it that can be read, and its reader."""
    if chance.random() < _TILE_FILES:
        return "tile file", _shipped_tile_file(), parse_tilefile
    if chance.random() < 0.3:
        hand = deal_hand(chance.choice(list(Variant)), chance.randrange(1000), own=10)
        if chance.random() < 0.5:
            return "hand in JSON", caladale.write_json(hand).encode(), caladale.read_hand
        return "hand in words", caladale.write_line(hand).encode(), caladale.read_hand
    castle = grown(chance, chance.randint(1, 12), Layout(variant=chance.choice(list(Variant))))
    if chance.random() < 0.3:
        castle = broken(chance, castle, 1)
    name, write = chance.choice(tuple(_NOTATIONS.items()))
    return name, write(castle).encode(), caladale.read_layouts


def _framed(castle: Layout) -> str:
    return caladale.render_text(castle, names=True).plain


_NOTATIONS: dict[str, Callable[[Layout], str]] = {
    "castle in JSON": caladale.write_json,
    "castle on a line": caladale.write_line,
    "castle in rows": caladale.write_drawn,
    "castle in frames": _framed,
}


def _shipped_tile_file() -> bytes:
    inside = resources.files("caladale") / "data" / "caladale.toml"
    if inside.is_file():
        return inside.read_bytes()
    beside = resources.files("caladale").joinpath("..", "tiles", "caladale.toml")
    return beside.read_bytes()


def outcome(raw: bytes, read: Reader) -> str:
    """What comes of reading a file: ``read``, or ``refused`` with a place for each mistake.

    Raises:
        AssertionError: when a mistake has no place, or is not told on a line.
    """
    try:
        read(decode_utf8(raw))
    except FormatError as error:
        for one in error.mistakes:
            if not (one.line > 0 and one.column > 0) and not one.place:
                raise AssertionError(f"no place: {one}") from error
            if not (str(one).isprintable() and len(str(one)) < 1000):
                raise AssertionError(f"not on a line: {one!r}") from error
        return "refused"
    return "read"


def main() -> int:
    """Damage files and tell what came of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    chance = random.Random(f"damaged {chosen.seed}")
    counts: Counter[tuple[str, str]] = Counter()
    begin, slowest = time.perf_counter(), 0.0
    for number in range(chosen.files):
        name, whole, read = some_file(chance)
        raw = damaged(whole, chance)
        start = time.perf_counter()
        try:
            counts[name, outcome(raw, read)] += 1
        except Exception:
            print(f"file {number}, a {name}: {raw!r}")
            raise
        slowest = max(slowest, time.perf_counter() - start)
    for name in sorted({name for name, _ in counts}):
        print(f"{name:18} {counts[name, 'read']:6} read {counts[name, 'refused']:6} refused")
    told = f"{chosen.files} files in {time.perf_counter() - begin:.0f} s"
    print(f"{told}, the slowest in {slowest:.2f} s, seed {chosen.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
