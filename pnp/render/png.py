"""Scenes as PNG, drawn from SVG by cairo: exact pixel sizes, and the resolution inside."""

from io import BytesIO

from PIL import Image

from pnp.errors import RenderError
from pnp.render import svg
from pnp.scene import Scene
from pnp.units import MM_PER_UNIT

MOST_PIXELS = 100_000_000  # A0 at 200 dpi; cairo itself ends at 32,767 pixels a side


def render(scene: Scene, title: str, dpi: int) -> bytes:
    """Write one picture on white, its size rounded to whole pixels.

    Raises:
        RenderError: If the cairo library is not on this machine.
    """
    try:
        import cairosvg
    except OSError:
        raise RenderError(
            "PNG needs the cairo library; install it (Debian and Ubuntu: "
            "apt install libcairo2, Fedora: dnf install cairo, macOS: brew install cairo), "
            "or leave png out of --format"
        ) from None
    width, height = (
        round(side / MM_PER_UNIT["in"] * dpi) for side in (scene.size.width, scene.size.height)
    )
    if width * height > MOST_PIXELS:
        raise RenderError(
            f"a picture of {width} x {height} pixels is too large for PNG; "
            "make the piece smaller, or leave png out of --format"
        )
    drawn = cairosvg.svg2png(
        svg.render(scene, title),
        output_width=width,
        output_height=height,
        background_color="white",
    )
    out = BytesIO()
    with Image.open(BytesIO(drawn)) as image:
        image.convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
