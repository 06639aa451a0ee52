"""A bed with everything on it that a laser does, and the numbers a reader should find."""

from math import pi

import numpy as np

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, Curve, Line, Path, circle, line, rectangle
from pnp.scene.laser_bed import Bed, BedStyle, Operation, OperationStyle, Step

HEIGHT = 160
TILES = [Rect(5 + 45 * column, 5 + 65 * row, 40, 60) for row in range(2) for column in range(3)]
PIPS = tuple(
    circle(tile.center.moved(dx, dy), 2) for tile in TILES for dx in (-8, 8) for dy in (-15, 15)
)
SCORES = tuple(line(tile.center.moved(-15, 0), tile.center.moved(15, 0)) for tile in TILES)
HOLES = tuple(circle(tile.center.moved(0, 10), 2.5) for tile in TILES)
OUTLINES = tuple(rectangle(tile, 3) for tile in TILES)
# The line that two parts share, from one straight side to another round a corner of 20 mm.
SHARED = Path(
    Point(145, 70),
    (Line(Point(175, 70)), Arc(Point(195, 90), 20, clockwise=True), Line(Point(195, 125))),
    closed=False,
)
BELLY = Curve(Point(170, 0), Point(190, 40), Point(170, 60))
BACK = Curve(Point(160, 70), Point(140, 50), Point(150, 20))
BLOB = Path(Point(150, 20), (BELLY, BACK))
FRAME = rectangle(Rect(2, 2, 196, 156))
GUIDE = rectangle(Rect(0, 0, 200, 160))

BED = Bed(
    Size(200, HEIGHT),
    (
        Operation(Step.ENGRAVE, PIPS),
        Operation(Step.SCORE, SCORES),
        Operation(Step.INNER, HOLES),
        Operation(Step.OUTER, (*OUTLINES, SHARED, BLOB)),
        Operation(Step.FRAME, (FRAME,)),
        Operation(Step.GUIDE, (GUIDE,)),
    ),
    "1-fronts & backs",
)
LOOK = BedStyle(
    {
        Step.ENGRAVE: OperationStyle("#000000", 0, filled=True),
        Step.SCORE: OperationStyle("#0000ff", 1),
        Step.INNER: OperationStyle("#ff0000", 2),
        Step.OUTER: OperationStyle("#00e000", 3),
        Step.FRAME: OperationStyle("#ff00ff", 7),
    },
    0.1,
)


def on_curve(start, curve, t):
    """Return the points of a cubic at the parameters t, as two rows."""
    corners = np.array([start, curve.control1, curve.control2, curve.to]).T
    return corners @ np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])


def blob_points():
    t = np.linspace(0, 1, 20001)
    return np.hstack([on_curve(BLOB.start, BELLY, t), on_curve(BELLY.to, BACK, t)])


def _bends_length(points):
    return float(np.hypot(*np.diff(points)).sum())


_BLOB = blob_points()
BLOB_SIZE = tuple(np.ptp(_BLOB, axis=1).tolist())
BLOB_CORNER = tuple(_BLOB.min(axis=1).tolist())
BLOB_LENGTH = _bends_length(_BLOB)

# What each path measures, step by step in file order: x and y of its left upper end, width,
# height, length, and whether it is closed.
MEASURES = {
    "engrave": [(p.start.x, p.start.y - 2, 4, 4, 4 * pi, True) for p in PIPS],
    "score": [(p.start.x, p.start.y, 30, 0, 30, False) for p in SCORES],
    "inner": [(p.start.x, p.start.y - 2.5, 5, 5, 5 * pi, True) for p in HOLES],
    "outer": [
        *((t.x, t.y, 40, 60, 2 * (34 + 54) + 6 * pi, True) for t in TILES),
        (145, 70, 50, 55, 30 + 10 * pi + 35, False),
        (*BLOB_CORNER, *BLOB_SIZE, BLOB_LENGTH, True),
    ],
    "frame": [(2, 2, 196, 156, 2 * (196 + 156), True)],
}
