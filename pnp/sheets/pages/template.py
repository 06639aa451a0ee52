"""Pieces fitted into the slots of a page template."""

from collections.abc import Iterator, Sequence
from math import hypot

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import Arc, Path, arc_as_curves
from pnp.base.units import Mm
from pnp.components.piece import Piece, outlines
from pnp.scene import Group, Role, Scene
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.imposition import Imposition, Slug
from pnp.sheets.layout.scheme import Scheme, Template
from pnp.sheets.layout.template import EXACT, fits_slot, impose_on, remarks_on


def on_template(
    template: Template, pieces: Sequence[Piece], scheme: Scheme, slug: Slug
) -> tuple[Sequence[Piece], Imposition, tuple[str, ...]]:
    """Lay out pieces of one size in a template's slots, turned a quarter if only that fits.

    Outlines are left out where the sheet is already cut along them.

    Returns:
        The pieces as printed, their imposition, and remarks for whoever prints them.

    Raises:
        LayoutError: If they do not fit into the slots, or the sheet cannot take their backs.
    """
    if template.adhesive and scheme.duplex in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE):
        raise LayoutError(
            f"has backs, and labels ({template.name}) are printed on one side; print with "
            "--duplex fronts, and then with --duplex backs on sheets of their own"
        )
    reach = max(_reach(piece) for piece in pieces)
    size = pieces[0].front.size
    if not fits_slot(template, size, reach) and fits_slot(template, size.turned(), reach):
        pieces = [_on_its_side(piece) for piece in pieces]
        size = size.turned()
    bleed = max(piece.bleed for piece in pieces)
    count = sum(piece.copies for piece in pieces)
    imposition = impose_on(template, count, size, reach, bleed, scheme, slug)
    if template.precut and template.round and _fills(template, pieces, size):
        pieces = [_without_outline(piece) for piece in pieces]
    remarks = remarks_on(template, size, imposition.slug)
    return pieces, imposition, tuple(remarks)


def _reach(piece: Piece) -> Mm:
    """Return the greatest distance of a piece's outline from its middle."""
    width, height = piece.front.size
    middle = Point(width / 2, height / 2)
    points = [Point(0, 0)]  # a straight piece has square corners until somebody rounds them
    if not piece.straight:
        points = [p for path in outlines(piece.front) for p in _points(path)] or points
    return max(hypot(p.x - middle.x, p.y - middle.y) for p in points)


def _points(path: Path) -> Iterator[Point]:
    """Yield points along an outline, at most an eighth of a circle apart on arcs."""
    here = path.start
    yield here
    for segment in path.segments:
        if isinstance(segment, Arc):
            yield from (curve.to for curve in arc_as_curves(here, segment))
        yield segment.to
        here = segment.to


def _on_its_side(piece: Piece) -> Piece:
    """Turn a piece a quarter: clockwise seen from the front, so anticlockwise from the back."""
    back = None if piece.back is None else _turned(piece.back, 270)
    return piece._replace(front=_turned(piece.front, 90), back=back)


def _turned(face: Scene, degrees: int) -> Scene:
    width, height = face.size
    size = Size(height, width)
    about = Transform.turn(degrees, Point(0, 0))
    shift = Transform.move(height, 0) if degrees == 90 else Transform.move(0, width)
    return Scene(size, (Group(face.items, about.then(shift)),))


def _fills(template: Template, pieces: Sequence[Piece], size: Size) -> bool:
    """Return whether round pieces are as large as their round slots."""
    slot = template.slots[0].size
    return not any(piece.straight for piece in pieces) and all(
        abs(own - room) <= EXACT for own, room in zip(size, slot, strict=True)
    )


def _without_outline(piece: Piece) -> Piece:
    back = None if piece.back is None else piece.back.only(Role.ART)
    return piece._replace(front=piece.front.only(Role.ART), back=back)
