"""A castle as a PNG image, by way of its SVG picture and the library resvg."""

from __future__ import annotations

from caladale.errors import CaladaleError


class PngError(CaladaleError):
    """No PNG image can be made: the library is not installed, or it refuses."""


def render_png(svg: str, *, width: int | None = None) -> bytes:
    """Turn an SVG picture of `render_svg` into a PNG image.

    Args:
        svg: the picture.
        width: the width in pixels; by default that of the picture.

    Raises:
        PngError: when resvg is not installed or cannot make the image.
    """
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
