"""Pages seen by headless Chromium, for tests that a machine without it passes over."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

_WATCH = """
<script>
window.complaints = [];
addEventListener("error", (event) => complaints.push(event.message));
addEventListener("securitypolicyviolation", (event) => complaints.push(event.blockedURI));
</script>
"""
_ASK = """
<script>
addEventListener("load", () => setTimeout(async () => {
  const page = document.documentElement;
  let found;
  try { found = await (() => { %s })(); } catch (error) { complaints.push(String(error)); }
  const sideways = page.scrollWidth - page.clientWidth;
  parent.postMessage({ place: Number(window.name), told: { complaints, found, sideways } }, "*");
}, 50));
</script>
"""
_FRAMES = """<!DOCTYPE html><meta charset="utf-8"><pre id="told"></pre><script>
const told = [];
addEventListener("message", ({ data }) => {
  told[data.place] = data.told;
  document.getElementById("told").textContent = JSON.stringify(told);
});
</script>
"""


def ask(page: str, question: str, folder: Path, *, width: int = 1000) -> dict[str, Any]:
    """Load one page that stands alone and ask it something; see `ask_each`."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    return ask_each([file], question, folder, width=width)[0]


def ask_each(
    files: Sequence[Path], question: str, folder: Path, *, width: int = 1000
) -> list[dict[str, Any]]:
    """Load pages and run a script body in each.

    Each is shown in a frame, for no window of Chromium is as narrow as a telephone.

    Args:
        files: the pages; a copy that answers is put beside each.
        question: JavaScript.
        folder: a place for the page with the frames, and for what Chromium keeps.
        width: the width of the frames.

    Returns:
        For each page under ``found`` what the script returned, under ``complaints`` the errors and
        whatever the page's own policy forbade, and under ``sideways`` by how much it scrolls
        sideways.
    """
    frames = _FRAMES
    for place, file in enumerate(files):
        text = file.read_text(encoding="utf-8")
        text = re.sub("<head>", lambda head: head[0] + _WATCH, text, count=1)
        # The last one: a script may speak of such a tag.
        start, end = text.rsplit("</body>", 1)
        copy = file.with_name(f"{file.stem}.asked.html")
        copy.write_text(start + _ASK % question + "</body>" + end, encoding="utf-8")
        frames += f'<iframe name="{place}" src="{copy.as_uri()}" width={width} height=800></iframe>'
    outer = folder / "frames.html"
    outer.write_text(frames, encoding="utf-8")
    assert CHROMIUM is not None
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=5000",
            f"--user-data-dir={folder / 'profile'}",
            f"--window-size={max(width, 500) + 100},1000",
            "--dump-dom",
            outer.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )
    answer = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert answer, done.stdout[-500:]
    told: list[dict[str, Any]] = json.loads(unescape(answer[1]) or "[]")
    assert len(told) == len(files), f"{len(told)} of {len(files)} pages answered"
    return told
