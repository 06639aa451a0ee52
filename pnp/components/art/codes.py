"""QR codes: squares in lines that stay whole in every ink."""

from itertools import groupby
from math import ceil

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect
from pnp.base.messages import Message
from pnp.base.path import Path, line, rectangle
from pnp.base.units import Mm
from pnp.scene import Item, Shape, Style
from pnp.scene.ink import WIDEST

QUIET = 4  # squares: the empty margin that ISO/IEC 18004 asks for around a code
LEAST: Mm = 0.33  # a square of four dots at 300 dpi, as DENSO WAVE recommends for printers
_OVER: Mm = 0.02  # that lines overlap, so that no seam shows between them


def draw_qr(text: str, correction: str, place: Rect, color: str, ground: str) -> tuple[Item, ...]:
    """Draw a QR code with its quiet zone, as a square in the middle of a place.

    Raises:
        LayoutError: If the text is too long, or its squares are too small for a printer.
    """
    from segno import DataOverflowError, make_qr

    try:
        code = make_qr(text, error=correction, boost_error=False)
    except DataOverflowError:
        raise LayoutError(Message("qr_long", n=len(text))) from None
    rows = [bytes(row) for row in code.matrix]
    count = len(rows) + 2 * QUIET
    square = min(place.size) / count
    if square < LEAST:
        sizes = {"mm": f"{square:.2f}", "least": f"{LEAST}", "room": f"{LEAST * count:.1f}"}
        raise LayoutError(Message("qr_small", n=len(rows), **sizes))
    whole = Rect.about(place.center, square * count, square * count)
    parts = ceil(square / (WIDEST - _OVER))  # wider lines turn into two where ink is saved
    lines: list[Path] = []
    for number, row in enumerate(rows, start=QUIET):
        at = QUIET
        for is_dark, run in groupby(row):
            end = at + len(list(run))
            for part in range(parts) if is_dark else ():
                y = whole.y + (number + (part + 0.5) / parts) * square
                lines.append(line(*(Point(whole.x + x * square, y) for x in (at, end))))
            at = end
    style = Style(stroke=color, stroke_width=square / parts + _OVER)
    return (Shape((rectangle(whole),), Style(fill=ground)), Shape(tuple(lines), style))
