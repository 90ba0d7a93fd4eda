"""The scenery of the picture: sky, sun, clouds and hills behind the castle, grass below it."""

from __future__ import annotations

from caladale.render.svg import palette as c
from caladale.render.svg.markup import Node, add, new, number, trace
from caladale.render.svg.roofs import LINE

GROUND = 34
"""The height of the band below row 0 that the grass strips lie in, in hundredths of a tile."""

GAP = 84
"""The width of a gap between columns, or its height between rows."""


def sky_gradient(identifier: str) -> Node:
    """Return the gradient of the sky."""
    gradient = new("linearGradient", id=identifier, x2=0, y2=1)
    add(gradient, "stop", offset=0, stop_color=c.SKY_TOP)
    add(gradient, "stop", offset=1, stop_color=c.SKY_BOTTOM)
    return gradient


def backdrop(parent: Node, gradient: str, width: float, height: float, horizon: float) -> None:
    """Draw sky, sun, clouds and two ranges of hills.

    Args:
        parent: where to draw.
        gradient: the id of the sky's gradient.
        width: of the picture.
        height: of the picture.
        horizon: the y of the ground that the castle stands on.
    """
    add(parent, "rect", width=width, height=height, fill=f"url(#{gradient})")
    reach = min(width, horizon, 1000)
    add(parent, "circle", cx=width * 0.86, cy=horizon * 0.2, r=reach * 0.09, fill=c.SUN)
    for across, down, size in ((0.16, 0.16, 1.0), (0.62, 0.1, 0.75), (0.9, 0.42, 0.85)):
        _cloud(parent, width * across, horizon * down, size * reach * 0.055)
    swell = min(90.0, horizon * 0.25)
    for start, lift, colour in ((0.0, swell, c.HILL_FAR), (0.35, swell * 0.5, c.HILL_NEAR)):
        hills = _range(width, height, horizon + 8 - lift * 0.4, lift, start)
        add(parent, "path", d=hills, fill=colour)


def _cloud(parent: Node, x: float, y: float, size: float) -> None:
    cloud = add(parent, "g", fill=c.CLOUD, fill_opacity=0.75)
    for dx, dy, rx, ry in ((0, 0, 2.2, 0.7), (-0.7, -0.5, 0.9, 0.8), (0.5, -0.6, 1.1, 1.0)):
        add(
            cloud,
            "ellipse",
            cx=x + dx * size,
            cy=y + dy * size,
            rx=rx * size,
            ry=ry * size,
        )


def _range(width: float, height: float, base: float, lift: float, start: float) -> str:
    """A range of hills as path data: waves as high as `lift` from `base`, solid down to the foot.

    The first wave begins `start` of its length outside the picture.
    """
    waves = max(1, min(12, round(width / 500)))
    step = width / waves
    x = -start * step
    d = f"M{x:.0f},{base:.0f}"
    for _ in range(waves + 1):
        d += f"q{step / 4:.0f},{-lift:.0f} {step / 2:.0f},0t{step / 2:.0f},0"
    return d + f"V{height:.0f}H{x:.0f}Z"


def turf_pattern(identifier: str) -> Node:
    """Return the pattern of a grass strip, one tile wide, from 12 above the ground downward."""
    # Taller than the strip and filled beyond its sides, so that no seam shows where it repeats.
    pattern = new("pattern", id=identifier, width=100, height=60, patternUnits="userSpaceOnUse")
    add(pattern, "path", d=f"M-5,22H105V{GROUND + 12}H-5Z", fill=c.SOIL)
    for x, y in ((12, 36), (37, 40), (58, 34), (83, 39), (95, 33), (26, 32)):
        add(pattern, "ellipse", cx=x, cy=y, rx=4, ry=2.2, fill=c.SOIL_DARK)
    fringe = "".join(f"q-5,9 -10,{down}" for down in (2, -3, 4, -2, 1, -3, 3, -1, -2, 1))
    add(pattern, "path", d=f"M-5,12H105V24H100{fringe}H-5Z", fill=c.GRASS)
    back, front = "", ""
    for n in range(25):
        x, lean, tall = 4 * n, (-2, 1, 3, -1, 2)[n % 5], (8, 11, 7, 10, 9, 6, 12)[n * 3 % 7]
        blade = trace((x - 1.6, 14), (x + lean, 13 - tall), (x + 2.2, 14))
        if n % 2:
            front += blade
        else:
            back += blade
    add(pattern, "path", d=back, fill=c.GRASS_DARK)
    add(pattern, "path", d=front, fill=c.GRASS)
    return pattern


def turf(parent: Node, pattern: str, left: float, right: float, ground: float) -> None:
    """Draw a grass strip from `left` to `right`; its blades reach a little above `ground`."""
    strip = add(parent, "g", transform=f"translate({number(left)} {number(ground - 12)})")
    end, low = number(right - left), GROUND + 12
    inner = number(right - left - 8)
    round_foot = f"V{low - 8}Q{end},{low} {inner},{low}H8Q0,{low} 0,{low - 8}"
    add(strip, "path", d=f"M0,0H{end}{round_foot}Z", fill=f"url(#{pattern})")
    rim = f"M{end},12{round_foot}V12"
    add(strip, "path", d=rim, fill="none", stroke=c.INK, stroke_width=LINE)


def tear(identifier: str, length: float) -> Node:
    """Return a torn strip of paper downward from the origin, GAP wide, to be used.

    It stands for columns, or lying on its side for rows, that the picture leaves out.
    """
    node = new("g", id=identifier)
    teeth = max(1, min(200, round(length / 24)))
    step = length / teeth
    left = [(14.0 + 8 * (n % 2), n * step) for n in range(teeth + 1)]
    right = [(x + GAP - 28, y) for x, y in left]
    add(node, "path", d=trace(*left, *reversed(right), close=True), fill=c.PAPER)
    edges = trace(*left) + trace(*right)
    add(node, "path", d=edges, fill="none", stroke=c.INK, stroke_width=1.4)
    return node
