"""Colours as SVG writes them."""

from functools import lru_cache

from tinycss2 import parse_one_component_value
from tinycss2.color4 import Color, parse_color

from pnp.base.errors import PictureError
from pnp.base.units import quoted

SRGB = ("rgb", "rgba", "hsl", "hsla", "hwb")


@lru_cache(maxsize=1024)
def read_color(text: str) -> tuple[str, float]:
    """Return a colour of CSS Color Module Level 4 in sRGB as ``#rrggbb``, and its opacity."""
    token = parse_one_component_value(text, skip_comments=True)
    plain = token.type in ("ident", "hash")
    if plain or (token.type == "function" and token.lower_name in SRGB):
        color = parse_color(token)
        if isinstance(color, Color):
            values = (min(1.0, max(0.0, value)) for value in color.to("srgb").coordinates)
            return "#" + "".join(f"{round(255 * value):02x}" for value in values), color.alpha
    raise PictureError(f"has the colour {quoted(text)}, which cannot be read; write it as #rrggbb")
