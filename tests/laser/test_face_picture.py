"""Pictures of faces show what should be burnt, whatever artwork makes of the drawing."""

from base64 import b64decode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, line, rectangle
from pnp.laser.face_picture import face_picture
from pnp.laser.pixels import dashes, filled
from pnp.scene import Group, Role, Scene, Shape, Style, Text

SIZE = Size(20, 16)
EDGE = rectangle(Rect(0, 0, *SIZE))
GROUND = Shape((EDGE,), Style(fill="#f2e6cc"))


def grey(*items, outline=EDGE, holes=()):
    """Return the picture of a face, 4 pixels a millimetre."""
    content = face_picture(Scene(SIZE, items), outline, holes)
    return np.asarray(Image.open(BytesIO(b64decode(content))))


def burnt(*items, **asked):
    return (grey(*items, **asked) == 0).sum() / 16


def test_what_contrasts_with_the_ground_is_black():
    pip = Shape((circle(Point(10, 8), 3),), Style(fill="#222222"))
    pale = Shape((circle(Point(10, 8), 1),), Style(fill="#fff8ea"))
    assert burnt(GROUND) == 0
    assert burnt(GROUND, pip) == pytest.approx(28.27, abs=0.6)
    assert burnt(GROUND, pip, pale) == pytest.approx(25.13, abs=0.4)


def test_on_a_dark_ground_what_is_lighter_is_black():
    dark = Shape((EDGE,), Style(fill="#333333"))
    assert burnt(dark, Shape((rectangle(Rect(5, 5, 4, 2)),), Style(fill="#ffffff"))) == 8


def test_nothing_is_judged_beside_and_near_cuts():
    picture = grey(GROUND, outline=circle(Point(8, 8), 8), holes=(circle(Point(8, 8), 3),))
    assert picture.shape == (64, 64)
    seen = (picture == 255).sum() / 16
    assert seen == pytest.approx(3.1416 * (7.1**2 - 3.9**2), rel=0.02)


def test_groups_are_moved_and_clipped_and_letters_painted():
    square = Shape((rectangle(Rect(0, 0, 6, 6)),), Style(fill="#000000"))
    group = Group((square,), Transform.move(5, 5), clip=rectangle(Rect(8, 0, 20, 16)))
    picture = grey(GROUND, group)
    rows, columns = np.nonzero(picture == 0)
    assert (rows.min(), rows.max() + 1, columns.min(), columns.max() + 1) == (20, 44, 32, 44)
    assert burnt(GROUND, Text(Point(4, 12), "TO", "sans-bold", 8)) > 10


def test_lines_have_their_width_and_folds_a_thin_one():
    stroke = Shape((line(Point(4, 8), Point(16, 8)),), Style(stroke="#000000", stroke_width=1))
    assert burnt(GROUND, stroke) == 12
    fold = Shape((line(Point(4, 8.1), Point(16, 8.1)),), Style(stroke="#ffffff"), Role.SCORE)
    assert 3 <= burnt(GROUND, fold) <= 6


def test_overlapping_outlines_are_filled_by_either_rule():
    rings = [rectangle(Rect(2, 2, 8, 8)), rectangle(Rect(4, 4, 4, 4))]
    corners = [[path.start, *(one.to for one in path.segments)] for path in rings]
    assert filled(corners, (12, 12)).pixels.sum() == 64
    assert filled(corners, (12, 12), even_odd=True).pixels.sum() == 48
    assert filled(corners, (5, 5)).on((5, 5)).sum() == 9
    assert filled([], (5, 5)).pixels.size == 0


def test_dashes_go_around_corners():
    corner = [Point(0, 0), Point(4, 0), Point(4, 4)]
    assert list(dashes(corner, ())) == [corner]
    found = list(dashes(corner, (3, 1.5)))
    assert [[tuple(point) for point in dash] for dash in found] == [
        [(0, 0), (3, 0)],
        [(4, 0.5), (4, 3.5)],
    ]
