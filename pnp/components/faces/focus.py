"""The focus of a picture: the point that stays visible when its frame crops it."""

import re

from pnp.base.geometry import Point
from pnp.base.units import quoted

_PERCENT = r"\s*(\d{1,3}(?:\.\d{1,3})?)\s*%\s*"
_FOCUS = re.compile(f"{_PERCENT},{_PERCENT}")


def parse_focus(text: str) -> Point | None:
    """Return a point in parts of the picture's width and height; None for empty text.

    Raises:
        ValueError: If it is not a point of a picture.
    """
    if not text.strip():
        return None
    match = _FOCUS.fullmatch(text)
    if match is None or max(map(float, match.groups())) > 100:
        raise ValueError(
            'write a point of the picture in percent from its left and top, such as "30%, 20%", '
            f"not {quoted(text)}"
        )
    x, y = map(float, match.groups())
    return Point(x / 100, y / 100)
