"""Files: read whole, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from caladale.strict import decode_utf8


def read_text(name: str) -> str:
    """Read a UTF-8 file, or standard input for ``-``.

    Raises:
        FormatError: when it is not UTF-8 without a byte-order mark.
        OSError: when it cannot be read.
    """
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return decode_utf8(raw)


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8; see `write_bytes`.

    Raises:
        OSError: when it cannot be written; the target is then as it was.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` so that `path` holds either what it held before or all of `data`.

    They go to a new file beside the target, which then takes the target's name. A target that
    is no regular file (a pipe, a terminal) is written to directly, and a link stays a link.

    Raises:
        OSError: when it cannot be written; the target is then as it was.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = _new_file_beside(target)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def check_writable(path: Path) -> None:
    """Find out before long work, as far as can be known, whether `write_text` could write `path`.

    Raises:
        OSError: when it could not.
    """
    target = Path(os.path.realpath(path))
    if not target.exists() or target.is_file():
        handle, name = _new_file_beside(target)
        os.close(handle)
        Path(name).unlink()


def _new_file_beside(target: Path) -> tuple[int, str]:
    return tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")


def _umask() -> int:
    """The process's file mode mask; there is no way to ask for it without setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
