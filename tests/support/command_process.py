"""The command line as a process of its own, for tests of streams, pipes and encodings."""

from __future__ import annotations

import os
import subprocess
import sys

MODULE = (sys.executable, "-m", "caladale")


def environment(**changes: str) -> dict[str, str]:
    """The environment without what would change the output."""
    strange = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "TTY_COMPATIBLE")
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "LC_", "LANG")) and name not in strange
    }
    return kept | {"PYTHONIOENCODING": "utf-8"} | changes


def command(
    *arguments: str | bytes, stdin: bytes = b"", changes: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with `arguments`, and with `changes` to the environment."""
    done = subprocess.run(
        [*MODULE, *arguments],
        input=stdin,
        capture_output=True,
        env=environment(**(changes or {})),
        check=False,
        timeout=120,
    )
    assert b"Traceback" not in done.stderr
    return done


def shell(script: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a script of bash in which ``caladale`` is the command and $1, $2 are `arguments`."""
    caladale = f'caladale() {{ "{sys.executable}" -m caladale "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", caladale + script, "bash", *arguments],
        capture_output=True,
        env=environment(),
        check=False,
        timeout=120,
    )
