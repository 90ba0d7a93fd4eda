"""A log of results: one JSON line for each hand, appended as it is solved, to go on from later."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any, TypeAlias

from caladale._io.atomic_files import is_stream, open_stream, write_all
from caladale._io.strict_json import decode_utf8
from caladale.batch.processes import ERROR, WORKER_DIED
from caladale.batch.task import Task
from caladale.errors import FormatError
from caladale.notation.result_lines import (
    HEAD,
    read_whole_result_line,
    write_result_line,
)
from caladale.solve.result import Stop

_HEAD = HEAD.encode()
"""By this a torn line is told from what is no log at all."""
_UNFINISHED = (Stop.INTERRUPTED.value, WORKER_DIED, ERROR)

_Key: TypeAlias = tuple[str, str, str]


def is_finished(result: dict[str, Any]) -> bool:
    """Whether a search came to its own end, so that there is no use in searching again."""
    return result["stop"] not in _UNFINISHED


class ResultLog:
    """The log in a file, which is made when there is none.

    A last line that is torn, since its writer was killed, is cut off: see `torn`. What is no
    regular file (a pipe, a terminal) is only written to.

    Attributes:
        name: its path, to be shown.
        torn: whether the last line was torn.

    Raises:
        FormatError: when the file holds something else than such a log; it is then as it was.
        OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.name = _plain(str(path))
        self.torn = False
        self._finished: dict[_Key, dict[str, Any]] = {}
        self._unwritten: list[bytes] = []
        self._is_regular = not is_stream(path)
        whole = None
        if self._is_regular and path.exists():
            whole = self._read(path.read_bytes())
        self._file = path.open("ab", buffering=0) if self._is_regular else open_stream(path)
        try:
            if whole is not None and self.torn:
                self._file.truncate(whole)
            elif whole is not None and whole < self._size():
                self._append(b"\n")  # the last line is whole but for its end
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultLog:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def find(self, file: str, task: Task) -> dict[str, Any] | None:
        """The result of a task that is finished already."""
        return self._finished.get(_key(_plain(file), task.digest, task.settings))

    def add(self, file: str, task: Task, result: dict[str, Any]) -> None:
        """Append a result, and what could not be written before.

        Raises:
            OSError: when it cannot be written; the file is as it was, the next call tries again.
        """
        line = write_result_line(_plain(file), task.digest, task.settings, result)
        self._unwritten.append(line)
        self.flush()

    def flush(self) -> None:
        """Write what could not be written before.

        Raises:
            OSError: when it still cannot.
        """
        if self._unwritten:
            self._append(b"".join(self._unwritten))
            self._unwritten.clear()

    def _read(self, raw: bytes) -> int:
        """Take in all lines, and tell where the whole ones end."""
        *lines, tail = raw.split(b"\n")
        for number, line in enumerate(lines, start=1):
            if line.strip():
                self._take(line, number)
        if tail.strip():
            try:
                self._take(tail, len(lines) + 1)
            except FormatError:
                start = tail.rstrip(b"\0")  # which a loss of power may leave
                if not (start.startswith(_HEAD) or _HEAD.startswith(start)):
                    raise
                self.torn = True
        return len(raw) - len(tail)

    def _take(self, line: bytes, number: int) -> None:
        try:
            known, result = read_whole_result_line(decode_utf8(line))
        except FormatError as error:
            message = f"this is no log of results: {error}"
            raise FormatError(message, f"line {number}") from None
        if is_finished(result):
            self._finished[_key(known.file, known.hand, known.settings)] = result

    def _size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def _append(self, data: bytes) -> None:
        """Write all of `data` to the disk, or nothing."""
        before = self._size()
        try:
            write_all(self._file, data)
            if self._is_regular:
                os.fsync(self._file.fileno())
        except BaseException:
            if self._is_regular:
                with contextlib.suppress(OSError):
                    self._file.truncate(before)
            raise


def _key(file: str, digest: str, settings: dict[str, Any]) -> _Key:
    return file, digest, json.dumps(settings, sort_keys=True)


def _plain(file: str) -> str:
    """The name of a file as text that can be read again, whatever its bytes are."""
    return os.fsencode(file).decode("utf-8", "backslashreplace")


def is_result_log(path: Path) -> bool:
    """Whether there is a file that begins like a log of results."""
    try:
        if is_stream(path) or not path.is_file():  # reading from a pipe would wait
            return False
        with path.open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD
    except OSError:
        return False
