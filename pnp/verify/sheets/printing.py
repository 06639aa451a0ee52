"""How a printer prints pages that were corrected for it.

A manifest states the printer's errors. Corrected pages have the opposite ones, so they are measured
as that printer prints them. Everything is about the middle of an upright page: backs are turned by
``angle`` degrees clockwise and moved by ``dx`` and ``dy``, seen through the front; both sides are
scaled.
"""

from math import cos, hypot, radians, sin
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.records.printer_profile import PrinterProfile


class PrintedPage(NamedTuple):
    """How a page comes out: the transform of its points, and the degrees by which it is turned."""

    transform: Transform = Transform()
    angle: float = 0.0

    def box(self, box: Rect) -> Rect:
        """Return the place on paper of an upright rectangle; ``box`` is around a turned one."""
        cosine, sine = cos(radians(abs(self.angle))), sin(radians(abs(self.angle)))
        part = cosine * cosine - sine * sine
        width = (box.width * cosine - box.height * sine) / part
        height = (box.height * cosine - box.width * sine) / part
        middle = self.transform.apply(box.center)
        t = self.transform
        across, down = hypot(t.a, t.b), hypot(t.c, t.d)
        width, height = width * across, height * down
        return Rect.about(middle, width, height)


def printed_page(
    profile: PrinterProfile | None, back: bool, sideways: bool, page: Size
) -> PrintedPage:
    """Return how a page comes out; ``sideways`` says how the sheet is turned for its back."""
    if profile is None:
        return PrintedPage()
    middle = Point(page.width / 2, page.height / 2)
    sx, sy = profile.scale_x, profile.scale_y
    scaled = Transform(sx, 0, 0, sy, middle.x * (1 - sx), middle.y * (1 - sy))
    if not back:
        return PrintedPage(scaled)
    over = Transform(a=-1, e=page.width) if sideways else Transform(d=-1, f=page.height)
    wrong = Transform.turn(profile.angle, middle).then(Transform.move(profile.dx, profile.dy))
    return PrintedPage(over.then(wrong).then(scaled).then(over), profile.angle)
