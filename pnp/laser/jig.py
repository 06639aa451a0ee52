"""A frame with pockets that hold parts while their backs are burnt."""

from collections.abc import Iterator, Sequence

from pnp.errors import LayoutError
from pnp.geometry import Point, Rect, Size, Transform
from pnp.laser.kerf import Kerf, inward, outward, pocket
from pnp.path import Path, path_bounds, placed, polygon, rectangle
from pnp.scene.bed import Step
from pnp.units import Mm

CLEARANCE: Mm = 0.2  # how much wider than a part a pocket is
RELIEF: Mm = 0.5  # the radius burnt out of a pocket's corners, so that square corners seat
WEB: Mm = 4.0  # what is left between two pockets
EDGE: Mm = 8.0
ARROW: Mm = 4.0
ROOM: Mm = 1.5  # from the bed's edge to the edge of the jig

Draft = list[tuple[Step, tuple[Path, ...]]]


def jig_bed(outlines: Sequence[Path], bed: Size, kerf: Kerf) -> tuple[Draft, list[Rect]]:
    """Return a jig for parts, and where each of them lies in it, in their order.

    Raises:
        LayoutError: If the pockets, with what must stand between them, do not fit the bed.
    """
    places = list(_places([path_bounds(outline).size for outline in outlines], bed))
    pockets = tuple(
        inward(pocket(_at(outline, place), CLEARANCE, RELIEF), kerf)
        for outline, place in zip(outlines, places, strict=True)
    )
    edge = rectangle(Rect(0, 0, *bed).inset(ROOM))
    draft = [
        (Step.ENGRAVE, (_arrow(Point(bed.width / 2, EDGE / 2)),)),
        (Step.INNER, pockets),
        (Step.FRAME, (outward(edge, kerf),)),
    ]
    return draft, places


def _places(sizes: Sequence[Size], bed: Size) -> Iterator[Rect]:
    """Yield places row by row, as high as the highest in each row."""
    x, y, high = EDGE, EDGE, 0.0
    for size in sizes:
        if x + size.width > bed.width - EDGE and x > EDGE:
            x, y, high = EDGE, y + high + WEB, 0.0
        if y + size.height > bed.height - EDGE or x + size.width > bed.width - EDGE:
            raise LayoutError(
                f"a jig for {len(sizes)} parts does not fit the bed; take a larger one, or fewer"
            )
        yield Rect(x, y, *size)
        x, high = x + size.width + WEB, max(high, size.height)


def _at(outline: Path, place: Rect) -> Path:
    bounds = path_bounds(outline)
    return placed(outline, Transform.move(place.x - bounds.x, place.y - bounds.y))


def _arrow(middle: Point) -> Path:
    """Return an arrowhead that points to the top of what lies in the jig."""
    half = ARROW / 2
    return polygon((middle.moved(0, -half), middle.moved(half, half), middle.moved(-half, half)))
