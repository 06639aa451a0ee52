"""A frame with pockets that hold parts while their backs are burnt."""

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, path_bounds, placed, polygon, rectangle
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.laser.kerf import Kerf, inward, outward
from pnp.laser.pocket import pocket
from pnp.scene.bed import Step

CLEARANCE: Mm = 0.2  # how much wider than a part a pocket is
RELIEF: Mm = 0.5  # the radius burnt out of a pocket's corners, so that square corners seat
WEB: Mm = 4.0  # what is left between two pockets
EDGE: Mm = 8.0
ARROW: Mm = 4.0
ROOM: Mm = 1.5  # from the bed's edge to the edge of the jig

Draft = list[tuple[Step, tuple[Path, ...]]]


def jig_bed(outline: Path, count: int, bed: Size, kerf: Kerf) -> tuple[Draft, list[Rect]]:
    """Return a jig for equal parts, of which there are ``count``, and the places in it.

    There are as many places as fit, row by row from the top left, and no more than parts.

    Raises:
        LayoutError: If not even one part fits the bed with what must stand around it.
    """
    size = path_bounds(outline).size
    columns = _how_many(bed.width, size.width)
    rows = _how_many(bed.height, size.height)
    places = [
        Rect(EDGE + column * (size.width + WEB), EDGE + row * (size.height + WEB), *size)
        for row in range(rows)
        for column in range(columns)
    ][:count]
    if not places:
        raise LayoutError(
            f"a jig for parts of {dimensions(*size)} does not fit a bed of {dimensions(*bed)}"
        )
    pockets = tuple(
        inward(pocket(_at(outline, place), CLEARANCE, RELIEF), kerf) for place in places
    )
    edge = rectangle(Rect(0, 0, *bed).inset(ROOM))
    draft: Draft = [
        (Step.ENGRAVE, (_arrow(Point(bed.width / 2, EDGE / 2)),)),
        (Step.INNER, pockets),
        (Step.FRAME, (outward(edge, kerf),)),
    ]
    return draft, places


def _how_many(room: Mm, part: Mm) -> int:
    return max(0, int((room - 2 * EDGE + WEB + EPSILON) // (part + WEB)))


def _at(outline: Path, place: Rect) -> Path:
    bounds = path_bounds(outline)
    return placed(outline, Transform.move(place.x - bounds.x, place.y - bounds.y))


def _arrow(middle: Point) -> Path:
    """Return an arrowhead that points to the top of what lies in the jig."""
    half = ARROW / 2
    return polygon((middle.moved(0, -half), middle.moved(half, half), middle.moved(-half, half)))
