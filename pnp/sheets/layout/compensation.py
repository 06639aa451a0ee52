"""A printer's measured offset, skew and scale, and the transforms that compensate for them.

The axes are those of ``PrinterProfile``, so the way a sheet is turned over changes nothing in a
profile; it only decides which position on the page of backs a position on the sheet has.
"""

from pnp.base.geometry import IDENTITY, Point, Size, Transform
from pnp.records.printer_profile import PrinterProfile
from pnp.sheets.layout.duplex import Duplex, turned_sideways


def front_compensation(printer: PrinterProfile, page: Size) -> Transform:
    """Return the transform from a page of fronts to the portrait page to print.

    A landscape page is turned a quarter clockwise: then no reader or driver turns it, one to
    the left and another to the right, and errors are compensated along the axes on which they
    were measured.
    """
    upright, turn = _upright(page)
    return turn.then(_unscaled(printer, upright))


def back_compensation(printer: PrinterProfile, page: Size, duplex: Duplex) -> Transform:
    """Return the transform from a page of backs to the portrait page to print."""
    upright, turn = _upright(page)
    seen_through = _turn_over(upright, turned_sideways(page, duplex) == (page == upright))
    corrected = _unscaled(printer, upright).then(_unshifted(printer, upright))
    return turn.then(seen_through).then(corrected).then(seen_through)


def upright_size(page: Size) -> Size:
    """Return the size of the portrait page to print."""
    return _upright(page)[0]


def seen_from_front(page: Size, duplex: Duplex) -> Transform:
    """Return the transform between a page of backs and its view through the front."""
    return _turn_over(page, turned_sideways(page, duplex))


def _upright(page: Size) -> tuple[Size, Transform]:
    if page.height >= page.width:
        return page, IDENTITY
    # Both sides turn clockwise, so they still register once the sheet is turned over.
    quarter = Transform.turn(90, Point(0, 0)).then(Transform.move(page.height, 0))
    return page.turned(), quarter


def _turn_over(page: Size, sideways: bool) -> Transform:
    if sideways:
        return Transform(a=-1, e=page.width)
    return Transform(d=-1, f=page.height)


def _unscaled(printer: PrinterProfile, page: Size) -> Transform:
    if printer.scale_x == printer.scale_y == 1:
        return IDENTITY
    a, d = 1 / printer.scale_x, 1 / printer.scale_y
    return Transform(a=a, d=d, e=page.width / 2 * (1 - a), f=page.height / 2 * (1 - d))


def _unshifted(printer: PrinterProfile, page: Size) -> Transform:
    """Undo the shift and then the turn that the printer gives to backs."""
    turn = Transform.turn(-printer.angle, Point(page.width / 2, page.height / 2))
    return Transform.move(-printer.dx, -printer.dy).then(turn)
