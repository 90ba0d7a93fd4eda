"""What all tests of commands call."""

from __future__ import annotations

import pytest

from caladale.cli import run
from tests.support.command_line import Call


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the command line: exit code, standard output, standard error."""

    def run_it(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return run_it
