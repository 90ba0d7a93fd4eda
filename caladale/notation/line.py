"""One-line notation: a whole layout for a chat message or the name of a test.

Six parts with a space between them::

    BOX VARIANT GRASS EXTRAS READINGS TILES...
    caladale standard 0+4 flipped=2 - gate-stone@1,0 stone-tower-1@1,1 stone-edge-1@2,0E

- GRASS lists the strips as X+WIDTH, with commas between them.
- EXTRAS are those of ``flipped=N``, ``timer`` and ``exchanges=N`` that are not zero.
- READINGS are those that differ from the default, as NAME=VALUE with commas between them.
- a tile is ID@X,Y with a letter for the side of the table that its printed top faces after turning:
  E, S or W for one, two or three quarter turns clockwise, none when it lies upright. The back of a
  gate is ID:back@X,Y.
- ``-`` stands for an empty part.
"""

from __future__ import annotations

from caladale.core.layout import Layout
from caladale.notation.data import layout_to_data

_HEADINGS = "NESW"
_NOTHING = "-"


def write_line(layout: Layout) -> str:
    """Write a layout in one-line notation, without a line feed."""
    data = layout_to_data(layout)
    extras = [f"flipped={layout.flipped}"] if layout.flipped else []
    extras += ["timer"] if layout.timer else []
    extras += [f"exchanges={layout.exchanges}"] if layout.exchanges else []
    parts = [
        data["tileset"],
        layout.variant.value,
        ",".join(f"{strip.x}+{strip.width}" for strip in layout.grass),
        ",".join(extras),
        ",".join(f"{name}={value}" for name, value in data.get("rules", {}).items()),
        " ".join(
            f"{placed.tile}{':back' if placed.side == 'back' else ''}@{placed.x},{placed.y}"
            f"{_HEADINGS[placed.turn] if placed.turn else ''}"
            for placed in layout.tiles
        ),
    ]
    return " ".join(part or _NOTHING for part in parts)
