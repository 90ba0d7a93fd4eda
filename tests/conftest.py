"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# No test may need a quick machine or luck: no deadline, and the same examples every time.
settings.register_profile("caladale", deadline=None, derandomize=True)
settings.load_profile("caladale")
