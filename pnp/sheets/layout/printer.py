"""What a printer does wrong, and how a page is drawn so that it comes out right.

Here is the one definition of the axes. They are those of the upright sheet as it lies in front of
us, its front up, and they are on the paper: x to the right along the short edge, y down along the
long edge, angles clockwise, all about the middle of the sheet. Backs are looked at from the
same side, through the paper. How a sheet is turned over therefore changes nothing in a
profile, only where on the page of the back a place of the sheet is.
"""

from typing import NamedTuple

from pnp.base.geometry import IDENTITY, Point, Size, Transform
from pnp.base.units import Mm
from pnp.sheets.layout.duplex import Duplex, turned_sideways


class Printer(NamedTuple):
    """A printer's errors: where backs come to lie, and how large both sides come out.

    Backs lie ``dx`` and ``dy`` beside their fronts, turned by ``angle`` degrees. What should be
    100 mm long comes out as 100 times ``scale_x`` across and ``scale_y`` down. Offsets are in
    the printer's own mm, as scales show them that it printed itself. ``paper`` is what it was
    measured on.
    """

    name: str
    paper: str
    dx: Mm = 0.0
    dy: Mm = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0


def front_correction(printer: Printer, page: Size) -> Transform:
    """Return what maps a page to the upright page to print, for what is on the front of sheets.

    A lying page is turned a quarter clockwise: then no reader and no driver turns it, one to the
    left and another to the right, and the corrections are along the axes they were measured on.
    """
    upright, turn = _upright(page)
    return turn.then(_scaled_back(printer, upright))


def back_correction(printer: Printer, page: Size, duplex: Duplex) -> Transform:
    """Return the same for the page of the backs."""
    upright, turn = _upright(page)
    seen_through = _turn_over(upright, turned_sideways(page, duplex) == (page == upright))
    corrected = _scaled_back(printer, upright).then(_put_back(printer, upright))
    return turn.then(seen_through).then(corrected).then(seen_through)


def upright_size(page: Size) -> Size:
    """Return the size of the page to print."""
    return _upright(page)[0]


def seen_from_front(page: Size, duplex: Duplex) -> Transform:
    """Return what maps the page of the backs to where it is seen through the front, and back."""
    return _turn_over(page, turned_sideways(page, duplex))


def _upright(page: Size) -> tuple[Size, Transform]:
    if page.height >= page.width:
        return page, IDENTITY
    # A quarter clockwise on both sides: turned over, a sheet's sides still meet.
    quarter = Transform.turn(90, Point(0, 0)).then(Transform.move(page.height, 0))
    return page.turned(), quarter


def _turn_over(page: Size, sideways: bool) -> Transform:
    if sideways:
        return Transform(a=-1, e=page.width)
    return Transform(d=-1, f=page.height)


def _scaled_back(printer: Printer, page: Size) -> Transform:
    if printer.scale_x == printer.scale_y == 1:
        return IDENTITY
    a, d = 1 / printer.scale_x, 1 / printer.scale_y
    return Transform(a=a, d=d, e=page.width / 2 * (1 - a), f=page.height / 2 * (1 - d))


def _put_back(printer: Printer, page: Size) -> Transform:
    """Undo that backs are first turned and then moved."""
    turn = Transform.turn(-printer.angle, Point(page.width / 2, page.height / 2))
    return Transform.move(-printer.dx, -printer.dy).then(turn)
