"""The colours of the picture, chosen to differ in lightness as well as in hue.

From light to dark: plaster (Tudor), stone, bark (tree), night (wild). Marks use the vermilion of
the Okabe-Ito palette, which is made for people with any kind of colour vision.
"""

from __future__ import annotations

INK = "#2a2018"
"""Outlines and lettering."""

PAPER = "#fffdf5"
"""Behind lettering and marks."""

SKY_TOP, SKY_BOTTOM = "#a9d3f0", "#eef7fb"
HILL_FAR, HILL_NEAR = "#cfe3dc", "#bddac6"
CLOUD = "#ffffff"
SUN = "#fff3c4"

GRASS, GRASS_DARK, SOIL, SOIL_DARK = "#7cb342", "#3f7d20", "#8d6242", "#6b4529"

STONE, STONE_LIGHT, STONE_DARK, MORTAR = "#aab3bd", "#c3cbd3", "#97a1ac", "#6b7682"
SLATE, SLATE_LINE = "#3e5f8a", "#27405f"

BARK, BARK_LIGHT, BARK_LINE = "#7a5230", "#936741", "#4c2f18"
LEAF, LEAF_LIGHT, LEAF_DARK = "#3f8f3f", "#6fb95a", "#1f5a2a"

PLASTER, PLASTER_SHADE, BEAM = "#fdf6e3", "#f0e2c2", "#4a2d1a"
SHINGLE, SHINGLE_LINE = "#a4503a", "#6d2f22"

NIGHT, NIGHT_LIGHT, STAR = "#3b2470", "#5c3fa0", "#ffe680"

WOOD, WOOD_LINE, IRON = "#6e4523", "#3a2210", "#1f1a17"
GLASS = "#ffd97a"
FLAG = "#f0c419"

MARK = "#d55e00"
"""Breaches and exposed edges, always with a shape of their own too."""

HOLD = "#005f99"
"""Support: a blue that differs from the vermilion of the other marks in lightness too."""
