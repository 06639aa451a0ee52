"""Pages compensated for a printer's measured offset, skew and scale.

The axes are those of ``PrinterProfile``, so the way a sheet is turned over does not affect a
profile; it only decides where on the page of backs a position on the sheet is.
"""

from collections.abc import Iterator

from pnp.base.errors import LayoutError
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.make.printer_profile import PrinterProfile
from pnp.scene import Group, Item, Scene, Shape, item_bounds
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.margin import UNPRINTABLE
from pnp.sheets.layout.scheme import Duplex, SheetSide, turned_sideways
from pnp.sheets.pages.job import SheetJob

# Home printers leave 4.2 to 5 mm white. At 5 mm, marks lose a fifth of their length at the outer
# end and are still long enough; pieces must not lose anything.
CLEAR_OF_MARKS: Mm = 4.2


def compensate(job: SheetJob, printer: PrinterProfile) -> SheetJob:
    """Return a job's sheets, compensated for one printer; all pages are portrait."""
    page_size, duplex = job.page_size, job.duplex
    front = front_compensation(printer, page_size)
    back = duplex and back_compensation(printer, page_size, duplex)
    compensations = [back if back and one.side == "back" else front for one in job.sides]

    def pages() -> Iterator[Scene]:
        return map(compensated, job.pages(), compensations)

    worst: dict[str, tuple[Mm, str]] = {}
    for (page, scene), compensation in zip(_unlike(job), compensations, strict=False):
        side = "the back" if page.side == "back" else "the page"
        for what, beyond in _unprintable(scene, compensation):
            if beyond > worst.get(what, (0.0, ""))[0] + EPSILON:  # the first if equal
                worst[what] = beyond, side
    if worst:
        faults = " and ".join(
            f"{what} on {side} by {beyond:.2g} mm" for what, (beyond, side) in worst.items()
        )
        raise LayoutError(Message("compensated", printer=printer.name, what=faults))
    return job._replace(page_size=upright_size(page_size), pages=pages)


def _unlike(job: SheetJob) -> Iterator[tuple[SheetSide, Scene]]:
    """Yield the first pages of a job, until all others differ only in what is in their slots."""
    missing = {one.side for one in job.sides} if isinstance(job.layout, Imposition) else {"all"}
    for page, scene in job.sides_drawn():
        yield page, scene
        missing -= {page.side} if scene.items else set()
        if not missing:
            return


def compensated(page: Scene, compensation: Transform) -> Scene:
    """Return a page as it is sent to the printer."""
    if compensation == IDENTITY:
        return page
    if not page.items:
        return page._replace(size=upright_size(page.size))
    return page._replace(
        size=upright_size(page.size),
        items=(Group(page.items, compensation),),
        trim=page.trim and compensation.apply_to(page.trim),
        bleed=page.bleed and compensation.apply_to(page.bleed),
    )


def _unprintable(page: Scene, compensation: Transform) -> Iterator[tuple[str, Mm]]:
    """Yield what is too close to the paper's edge, and by how much."""
    paper = upright_size(page.size)
    for what, rects, clear in (
        ("pieces", [page.trim] if page.trim else [], UNPRINTABLE),
        ("marks", list(_beside_pieces(page.items)), CLEAR_OF_MARKS),
    ):
        for rect in rects:
            nearest = _from_edge(compensation.apply_to(rect), paper)
            allowed = min(clear, _from_edge(rect, page.size))  # less if it was laid out nearer
            if nearest < allowed - EPSILON:
                yield what, allowed - nearest


def _beside_pieces(items: tuple[Item, ...]) -> Iterator[Rect]:
    """Yield the bounds of marks, ruler and label; marks singly, as they surround the page."""
    for item in items:
        if isinstance(item, Shape):
            yield from map(path_bounds, item.paths)
        elif isinstance(item, Group) and item.transform == IDENTITY and item.clip is None:
            yield from _beside_pieces(item.items)
        elif not (isinstance(item, Group) and item.clip) and (place := item_bounds(item)):
            yield place


def _from_edge(rect: Rect, paper: Size) -> Mm:
    return min(rect.x, rect.y, paper.width - rect.right, paper.height - rect.bottom)


def front_compensation(printer: PrinterProfile, page: Size) -> Transform:
    """Return the transform from a page of fronts to the portrait page to print.

    A landscape page is turned a quarter clockwise: then no viewer or driver turns it, one to the
    left and another to the right, and errors are compensated along the axes on which they were
    measured.
    """
    upright, turn = _upright(page)
    return turn.then(_unscaled(printer, upright))


def back_compensation(printer: PrinterProfile, page: Size, duplex: Duplex) -> Transform:
    """Return the transform from a page of backs to the portrait page to print."""
    upright, turn = _upright(page)
    seen_through = _turn_over(upright, turned_sideways(page, duplex) == (page == upright))
    # Undo the shift and then the turn that the printer gives to backs.
    turn_back = Transform.turn(-printer.angle, Rect(0, 0, *upright).center)
    unshifted = Transform.move(-printer.dx, -printer.dy).then(turn_back)
    corrected = _unscaled(printer, upright).then(unshifted)
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
