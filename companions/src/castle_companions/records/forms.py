"""How results are printed: as text for people or as JSON for programs."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Form(Enum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


def format_option(function: F) -> F:
    """``--format text|json``, as the argument `form`."""
    option = click.option(
        "--format",
        "form",
        type=click.Choice([form.value for form in Form], case_sensitive=False),
        default=Form.TEXT.value,
        show_default=True,
        callback=lambda _context, _option, value: Form(value),
        help="Print text for people or JSON for programs.",
    )
    return option(function)
