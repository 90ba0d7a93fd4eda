"""A castle as a PNG image, by way of its SVG picture and the library resvg."""

from __future__ import annotations

import re

from caladale.core.layout import Layout
from caladale.core.soundness import is_whole, told, wants
from caladale.errors import ArgumentError, CaladaleError
from caladale.render.svg.picture import render_svg

MOST_WIDTH = 20_000
"""The most pixels that an image is wide."""

_MOST_PIXELS = 4 * 10**8
"""The most that an image has in all; a library that lacks the memory would end the process."""

_VIEW = re.compile(r'<svg[^>]* viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


class PngError(CaladaleError):
    """No PNG image can be made: the library is not installed, or it refuses."""


def render_png(picture: str | Layout, *, width: int | None = None) -> bytes:
    """Turn an SVG picture of `render_svg`, or a layout as it draws one, into a PNG image.

    Args:
        picture: the picture, or the layout to draw.
        width: the width in pixels, 1 to 20,000; by default that of the picture.

    Raises:
        ArgumentError: when the width is no such number.
        PngError: when the image would be too large, or resvg is not installed or cannot make it.
    """
    svg = render_svg(picture) if isinstance(picture, Layout) else picture
    wants(svg, str, "caladale.render_svg makes one of a layout")
    if width is not None:
        _check_size(svg, width)
    try:
        import resvg_py  # noqa: PLC0415 - an extra; whoever wants no PNG does without it
    except ImportError:
        message = (
            "a PNG image needs the library resvg_py, which is not installed: "
            "pip install 'caladale[png]'"
        )
        raise PngError(message) from None
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    except ValueError as error:
        raise PngError(f"resvg cannot make the image: {error}") from None


def _check_size(svg: str, width: int) -> None:
    if not is_whole(width, 1, MOST_WIDTH):
        raise ArgumentError(f"an image is 1 to {MOST_WIDTH} pixels wide, not {told(width)}")
    view = _VIEW.match(svg)
    if view is None:
        return
    height = round(width * float(view[2]) / float(view[1]))
    if width * height > _MOST_PIXELS:
        raise PngError(
            f"an image of {width} by {height} pixels is too large; choose a lesser width"
        )
