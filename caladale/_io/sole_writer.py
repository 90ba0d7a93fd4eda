"""A file that one program at a time writes again and again, such as the log of a game."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from caladale._io.atomic_files import write_bytes
from caladale._io.strict_json import decode_utf8
from caladale.errors import CaladaleError

try:
    import fcntl
except ImportError:  # Windows, where what the file holds must tell alone
    fcntl = None  # type: ignore[assignment]

_BUSY = (BlockingIOError, PermissionError)
"""What a lock that somebody else holds is told by."""


class FileTakenError(CaladaleError):
    """Somebody else writes the file now."""


class FileChangedError(CaladaleError):
    """Somebody else has written the file since it was read or written last."""


class SoleWriter:
    """Writes a file that nobody else writes meanwhile; use it in a `with` block.

    The file is locked, each new one before it takes the name, where the system has locks. Whoever
    does not ask for them, or has none, is noticed by what the file holds before it is written.

    Attributes:
        path: the file.

    Raises:
        FileTakenError: when another `SoleWriter` has the file.
        OSError: when the file is there and cannot be read and written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._locked: int | None = None
        self._new: int | None = None
        self._last: bytes | None = None
        while path.exists():
            handle = os.open(path, os.O_RDWR)
            self._locked = handle
            try:
                self._lock(handle)
                with contextlib.suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(handle), path.stat()):
                        self._last = path.read_bytes()
                        break
            except BaseException:
                self.close()
                raise
            self.close()  # another file has taken the name just now

    def __enter__(self) -> SoleWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write the file."""
        for handle in (self._locked, self._new):
            if handle is not None:
                os.close(handle)
        self._locked = self._new = None

    @property
    def is_new(self) -> bool:
        """Whether there is no file yet, as far as is known."""
        return self._last is None

    def text(self) -> str | None:
        """What the file held when it was read or written last; None if there was none.

        Raises:
            FormatError: when it is not UTF-8 without a byte-order mark.
        """
        return None if self._last is None else decode_utf8(self._last)

    def write(self, text: str) -> None:
        """Write `text` as UTF-8, so that the file holds it, or what it held before, at any moment.

        Raises:
            FileChangedError: when somebody else has written the file; it is left as it is.
            OSError: when it cannot be written; it is then as it was.
        """
        with contextlib.suppress(FileNotFoundError):  # then nothing can be lost
            if self.path.read_bytes() != self._last:
                raise FileChangedError("somebody else has written it meanwhile")
        data = text.encode("utf-8")
        try:
            write_bytes(self.path, data, on_new_file=self._take)
            self._last = data
        finally:
            self._keep_one()

    def _take(self, handle: int) -> None:
        """Lock a new file that is about to take the name."""
        self._new = os.dup(handle)
        self._lock(self._new)

    def _keep_one(self) -> None:
        """Keep the lock of the file that has the name, and let go of the other."""
        if self._new is None:
            return
        try:
            is_new = os.path.samestat(os.fstat(self._new), self.path.stat())
        except OSError:
            is_new = False
        old, kept = (self._locked, self._new) if is_new else (self._new, self._locked)
        self._locked, self._new = kept, None
        if old is not None:
            os.close(old)

    def _lock(self, handle: int) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except _BUSY:
            raise FileTakenError("another program writes it now") from None
        except OSError:
            return  # a file system without locks
