"""Back ends paint what a scene says, and all paint the same: pictures drawn in letters."""

from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from helpers.requirements import needs_cairo
from PIL import Image

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, rectangle
from pnp.components.registry import draw_component
from pnp.render import pdf, png
from pnp.scene import Group, Role, Scene, Shape, Style, Text

INKS = {"_": (255, 255, 255), "K": (0, 0, 0), "R": (255, 0, 0), "B": (0, 0, 255)}
RED, BLUE = Style(fill="#ff0000"), Style(fill="#0000ff")


def pixels(scene: Scene, back_end: str, per_mm: float) -> np.ndarray:
    """Rasterise through a back end, as rows of RGB."""
    if back_end == "pdf":
        document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("test")))
        scale = per_mm * 25.4 / 72 * 0.9999  # pdfium rounds a page up to whole pixels
        drawn = document[0].render(scale=scale, rev_byteorder=True)
        picture = drawn.to_numpy()[:, :, :3].copy()
        document.close()
        return picture
    data = png.render(scene, "test", dpi=round(per_mm * 25.4))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"))


def letters(scene: Scene, back_end: str) -> list[str]:
    """Name the colour in the middle of each square millimetre."""
    names = {ink: letter for letter, ink in INKS.items()}
    rows = pixels(scene, back_end, per_mm=10)[5::10, 5::10].tolist()
    width, height = round(scene.size.width), round(scene.size.height)
    return ["".join(names.get(tuple(p), "?") for p in row[:width]) for row in rows[:height]]


def box(x, y, width, height, style):
    return Shape((rectangle(Rect(x, y, width, height)),), style)


back_ends = pytest.mark.parametrize("back_end", ["pdf", pytest.param("png", marks=needs_cairo)])


@back_ends
def test_a_group_moves_its_items_and_later_ones_cover_earlier_ones(back_end):
    items = (box(0, 0, 3, 2, RED), box(1, 1, 3, 2, BLUE))
    scene = Scene(Size(6, 5), (Group(items, Transform.move(1, 1)),))
    assert letters(scene, back_end) == ["______", "_RRR__", "_RBBB_", "__BBB_", "______"]


@back_ends
def test_a_turn_is_clockwise(back_end):
    flag = (box(1, 0, 1, 4, RED), box(2, 0, 2, 1, BLUE))
    scene = Scene(Size(5, 5), (Group(flag, Transform.turn(90, Point(2.5, 2.5))),))
    assert letters(scene, back_end) == ["_____", "_RRRR", "____B", "____B", "_____"]


@back_ends
def test_a_clip_is_in_the_coordinates_around_the_group(back_end):
    group = Group((box(0, 0, 4, 4, RED),), Transform.move(1, 1), clip=rectangle(Rect(2, 0, 2, 3)))
    assert letters(Scene(Size(6, 5), (group,)), back_end) == [
        "______",
        "__RR__",
        "__RR__",
        "______",
        "______",
    ]


@back_ends
def test_a_clip_may_be_round(back_end):
    group = Group((box(0, 0, 9, 9, RED),), clip=circle(Point(4.5, 4.5), 2.4))
    assert letters(Scene(Size(9, 9), (group,)), back_end) == [
        "_________",
        "_________",
        "___RRR___",
        "__RRRRR__",
        "__RRRRR__",
        "__RRRRR__",
        "___RRR___",
        "_________",
        "_________",
    ]


@back_ends
def test_a_repeated_group_is_painted_at_every_place(back_end):
    shared = (box(0, 0, 1, 2, RED), box(1, 0, 1, 1, BLUE))
    places = (Transform(), Transform.move(3, 1), Transform.turn(180, Point(1, 2)))
    scene = Scene(Size(6, 5), tuple(Group(shared, t, is_symbol=True) for t in places))
    assert letters(scene, back_end) == ["RB____", "R__RB_", "_R_R__", "BR____", "______"]


@back_ends
def test_a_ring_of_two_outlines_is_filled_by_the_non_zero_rule(back_end):
    outer, inner = rectangle(Rect(0, 0, 5, 5)), rectangle(Rect(1, 1, 3, 3))
    scene = Scene(Size(5, 5), (Shape((outer, inner), RED),))
    assert letters(scene, back_end) == ["RRRRR"] * 5


@back_ends
def test_strokes_lie_on_both_sides_of_their_path(back_end):
    stroke = Style(stroke="#000000", stroke_width=1)
    scene = Scene(Size(5, 4), (Shape((rectangle(Rect(1.5, 0.5, 2, 2)),), stroke),))
    assert letters(scene, back_end) == ["_KKK_", "_K_K_", "_KKK_", "_____"]


@back_ends
def test_a_disc_is_round(back_end):
    scene = Scene(Size(20, 20), (Shape((circle(Point(9, 11), 7),), Style(fill="#000000")),))
    dark = pixels(scene, back_end, per_mm=10)[:200, :200].min(axis=2) < 128
    assert dark.sum() / 100 == pytest.approx(np.pi * 49, rel=0.015)
    rows, columns = np.nonzero(dark)
    assert (columns.mean() / 10, rows.mean() / 10) == pytest.approx((8.95, 10.95), abs=0.03)


@needs_cairo
def test_pdf_and_png_agree_on_every_kind_of_face(turno):
    for component_id in turno.components:
        piece = draw_component(turno, component_id)[-1]
        face = piece.front.only(*piece.roles)
        if max(face.size) > 300:  # a quarter of a mat has all that is on it
            face = Scene(Size(face.size.width / 2, face.size.height / 2), face.items)
        assert worst_block(pixels(face, "pdf", 10), pixels(face, "png", 10), side=40) < 0.1


@needs_cairo
def test_text_is_the_same_in_outlines_and_in_an_embedded_font():
    text = Text(Point(2, 12), "Turno 1924 · Ärger", "serif-bold", 9)
    scene = Scene(Size(90, 16), (text,))
    assert worst_block(pixels(scene, "pdf", 10), pixels(scene, "png", 10), side=20) < 0.12


@needs_cairo
def test_a_missing_letter_would_be_seen():
    whole = Scene(Size(60, 16), (Text(Point(2, 12), "Turno", "serif-bold", 9),))
    less = Scene(Size(60, 16), (Text(Point(2, 12), "Turn", "serif-bold", 9),))
    assert worst_block(pixels(whole, "pdf", 10), pixels(less, "png", 10), side=20) > 0.12


@needs_cairo
def test_items_of_other_roles_are_left_out_by_only():
    cut = Shape((rectangle(Rect(0, 0, 3, 3)),), RED, Role.CUT)
    scene = Scene(Size(3, 3), (cut, box(1, 1, 1, 1, BLUE))).only(Role.ART)
    assert letters(scene, "png") == ["___", "_B_", "___"]


def worst_block(one: np.ndarray, other: np.ndarray, side: int) -> float:
    """The largest share of clearly different pixels in any square of ``side`` pixels.

    An average over the page would hide a missing letter in a sea of white.
    """
    height = min(one.shape[0], other.shape[0]) // side * side
    width = min(one.shape[1], other.shape[1]) // side * side
    first, second = (a[:height, :width] for a in (one, other))
    away = np.maximum(first, second) - np.minimum(first, second)  # of bytes, without overflow
    differs = (away[..., 0] > 96) | (away[..., 1] > 96) | (away[..., 2] > 96)
    blocks = differs.reshape(height // side, side, width // side, side)
    return float(blocks.mean(axis=(1, 3)).max())
