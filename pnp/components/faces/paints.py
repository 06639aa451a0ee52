"""How frames write words and colours, either of which may come from columns."""

from typing import Annotated

from pnp.base.color import parse_color, parse_seen_color
from pnp.base.units import quoted
from pnp.components.faces.wording import Wording, parse_wording
from pnp.game.fields import Reads


def read_wording(value: object) -> Wording:
    """Parse words with columns; a whole number counts as a word."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise ValueError(f'write text in quotes, such as "{{title}}", not {quoted(value)}')
    return parse_wording(value)


def _paint(value: object) -> Wording:
    """Parse an opaque colour, or the column that holds it."""
    wording = read_wording(value)
    if not wording.columns:
        parse_color(wording.text)
    return wording


def read_seen_paint(value: object) -> Wording:
    """Parse a colour that may be translucent, or the column that holds it."""
    wording = read_wording(value)
    if not wording.columns:
        parse_seen_color(wording.text)
    return wording


Words = Annotated[Wording, Reads(read_wording, "words")]
Paint = Annotated[Wording, Reads(_paint, "paint")]
SeenPaint = Annotated[Wording, Reads(read_seen_paint, "seen-paint")]
BLACK = parse_wording("#1b1b1b")
