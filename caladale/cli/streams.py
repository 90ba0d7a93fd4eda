"""The standard streams, made to take any text, whatever their encoding and whoever closed them."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys

PLAIN = "caladale.plain"
"""The name under which `codecs` knows how to say plainly what an encoding cannot."""

_SAID_PLAINLY = {
    "\u00b1": "+/-",
    "\u00d7": "x",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2026": "...",
    "\u2190": "<-",
    "\u2192": "->",
    "\u2212": "-",
}


def escaped(character: str) -> str:
    """A character as an escape of plain ASCII; half a surrogate pair is a byte of a file's name."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _say_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_SAID_PLAINLY.get(one) or escaped(one) for one in lost), error.end


codecs.register_error(PLAIN, _say_plainly)


def prepare_streams() -> None:
    """Make standard output and standard error take any text, and open what the caller closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def drop_output() -> None:
    """Forget what cannot be written: Python would try once more at exit, and complain then."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
