"""Names of a package that are imported when they are first used, since what they need is large.

OR-Tools takes a third of a second to import and rich a twentieth, while a castle is validated in
less: whoever asks for neither should not wait for them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def late(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` for a package that hands on names of other modules.

    What `dir` lists is the ``__all__`` of the package.

    Args:
        package: the name of the package.
        homes: for each name the module that it is imported from.
    """

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)  # so that it is asked for once
        return value

    def names() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return get, names
