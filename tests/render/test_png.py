"""PNG: exact sizes, the resolution inside, and the pixels that another renderer sees."""

import re
from io import BytesIO
from time import process_time

import numpy as np
import pytest
from helpers.requirements import needs_cairo
from helpers.resvg import by_resvg
from PIL import Image
from svgwrite import Drawing

from pnp.base.errors import RenderError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Curve, Line, Path, circle, rectangle
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.render import painter, png, svg
from pnp.scene import Group, Pen, Scene, Shape, Style, Text
from pnp.sheets.options import SheetOptions

pytestmark = needs_cairo


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def disc(color: str) -> Scene:
    return Scene(Size(20, 10), (Shape((circle(Point(7, 5), 4),), Style(fill=color)),))


@pytest.mark.parametrize(
    ("dpi", "size"), [(30, (52, 80)), (72, (125, 193)), (300, (520, 803)), (1200, (2079, 3213))]
)
def test_a_card_of_44_by_68_mm_has_its_pixels_and_says_its_resolution(turno, dpi, size):
    seen = set()
    for piece in draw_component(turno, "deck-72")[::36]:
        for face in (piece.front, piece.back):
            image = opened(png.render(trimmed(face, piece.roles), "t", dpi))
            seen.add(image.size)
            assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    assert seen == {size}


def test_a_picture_fills_its_pixels_to_the_edge():
    scene = Scene(Size(44, 68), (Shape((rectangle(Rect(0, 0, 44, 68)),), Style(fill="#204060")),))
    assert opened(png.render(scene, "t", 300)).getcolors() == [(520 * 803, (0x20, 0x40, 0x60))]


def test_the_title_is_inside():
    assert opened(png.render(disc("#000000"), "Käse · front", 72)).text == {"Title": "Käse · front"}


def test_a_picture_without_colour_has_one_channel_unless_rgb_is_asked_for():
    grey, colored = disc("#1b1b1b"), disc("#1b1b2b")
    assert opened(png.render(grey, "t", 100)).mode == "L"
    assert opened(png.render(colored, "t", 100)).mode == "RGB"
    three = opened(png.render(grey, "t", 100, rgb=True))
    assert three.mode == "RGB"
    assert three.convert("L").tobytes() == opened(png.render(grey, "t", 100)).tobytes()


def test_colour_is_found_in_groups_text_and_strokes():
    text = Text(Point(1, 8), "Ab", "sans", 6, "#c23b22")
    stroke = Shape((circle(Point(7, 5), 2),), Style("#000000", "#00ff00", 0.5))
    for item in (text, stroke):
        scene = Scene(Size(20, 10), (Group((Group((item,)),)),))
        assert opened(png.render(scene, "t", 100)).mode == "RGB"


def test_colours_are_those_of_the_scene():
    image = opened(png.render(disc("#1e4f9c"), "t", 254))
    assert image.getpixel((70, 50)) == (0x1E, 0x4F, 0x9C)
    assert image.getpixel((190, 5)) == (255, 255, 255)


@pytest.mark.parametrize(
    "component_id", ["tiles", "hexagon", "pawns", "die", "tracker", "deck-72", "box-36"]
)
def test_the_pixels_are_those_that_another_renderer_draws_from_our_svg(turno, component_id):
    piece = draw_component(turno, component_id)[-1]
    face = trimmed(piece.front, piece.roles)
    ours = opened(png.render(face, "t", 254)).convert("RGB")
    drawn = svg.render(face, "t").decode().replace("<svg", "<svg preserveAspectRatio='none'")
    for side, pixels in zip(("width", "height"), ours.size, strict=True):
        drawn = re.sub(rf'{side}="[\d.]+mm"', f'{side}="{pixels}"', drawn)
    theirs = by_resvg(drawn, ours.width)
    differences = np.abs(np.asarray(ours, int) - theirs.astype(int)).max(axis=2)
    assert np.mean(differences > 64) < 0.0005
    assert differences.mean() < 0.5


def test_the_same_bytes_come_out_whether_a_face_was_drawn_before_or_not(turno):
    piece = draw_component(turno, "deck-72")[0]
    first = png.render(piece.front, "t", 100)
    again = png.render(piece.front, "t", 100)
    png._drawn.cache_clear()
    assert first == again == png.render(piece.front, "t", 100)


def test_a_face_that_many_cards_share_is_drawn_once(build, monkeypatch):
    drawn = []

    def counted(scene, width, height):
        drawn.append(scene)
        return real(scene, width, height)

    real = png.draw
    monkeypatch.setattr(png, "draw", counted)
    png._drawn.cache_clear()
    built = build(only=("deck-36",), formats=("png",))
    assert len(built.files) == 72
    assert len(drawn) == 6


@pytest.mark.parametrize(
    ("size", "dpi"), [(Size(3000, 3000), 300), (Size(2900, 20), 300), (Size(400, 400), 1200)]
)
def test_a_picture_that_is_too_large_is_refused(size, dpi):
    with pytest.raises(RenderError, match=r"\d+ x \d+ pixels is too large for PNG; choose a lower"):
        png.render(Scene(size, ()), "t", dpi)


def test_one_picture_that_is_too_large_does_not_keep_the_others_from_being_made(build):
    options = SheetOptions(only=("loop-mat", "deck-36"), formats=("png",), dpi=1200)
    built = build(**{k: getattr(options, k) for k in ("only", "formats", "dpi")})
    assert len(built.files) == 72
    (problem,) = built.problems
    assert problem.startswith("turno, loop-mat: a picture of ")


OUTLINES = {
    "curves, and arcs of every kind": Path(
        Point(4, 10),
        (
            Arc(Point(7, 7), 3, clockwise=True, large=True),
            Arc(Point(9, 4), 2, clockwise=False),
            Arc(Point(14, 6), 0.1, clockwise=True),  # which is too small
            Arc(Point(16, 9), 0, clockwise=True),  # and none
            Curve(Point(20, 12), Point(12, 13), Point(15, 17)),
            Line(Point(8, 16)),
        ),
        closed=True,
    ),
    "lines that are left open": Path(Point(2, 2), (Line(Point(9, 17)), Line(Point(12, 3)))),
    "a point alone": Path(Point(5, 5), (), closed=True),
    "a circle": circle(Point(9, 11), 7.3),
}
STYLES = {
    "filled": Style(fill="#3060c0"),
    "stroked": Style(stroke="#a02020", stroke_width=1.5),
    "dashed": Style("#ffe080", "#000000", 0.7, (2, 1, 0.5)),
    "dashed by nothing": Style(stroke="#000000", stroke_width=0.7, dash=(0, 0)),
    "round": Style(stroke="#000000", stroke_width=2, pen=Pen("round", "round")),
    "sharp": Style("#80c080", "#000000", 1, pen=Pen("square", "miter", 9)),
    "bevelled": Style(stroke="#000000", stroke_width=2, pen=Pen("butt", "bevel")),
}


@pytest.mark.parametrize("style", STYLES)
def test_outlines_have_the_pixels_that_cairosvg_gives_them(style):
    import cairosvg

    for even_odd in (False, True):
        items = (Shape((*OUTLINES.values(), star(7)), STYLES[style], even_odd=even_odd),)
        scene = Scene(Size(20, 20), (Group(items, Transform.turn(7, Point(9, 9)), opacity=0.8),))
        theirs = cairosvg.svg2png(
            svg.render(scene, "t"), output_width=300, background_color="white"
        )
        ours = np.asarray(png.draw(scene, 300, 300).convert("RGB"))
        assert 0.02 < (ours < 250).any(axis=2).mean() < 0.98
        assert (ours == np.asarray(Image.open(BytesIO(theirs)).convert("RGB"))).all()


def star(count: int) -> Path:
    """Return an outline of so many lines that cross one another."""
    points = [Point(i * 7919 % 20000 / 1000, i * 104729 % 20000 / 1000) for i in range(count)]
    return Path(points[0], tuple(Line(point) for point in points[1:]), closed=True)


ROUND = circle(Point(10, 10), 9)
INK = Style(fill="#000000")
CLIPPED = {
    "an outline in a clip": Group((Shape((star(60),), INK, even_odd=True),), clip=ROUND),
    "a stroke in two clips": Group(
        (
            Group(
                (Shape((star(9),), Style(stroke="#ff0000", stroke_width=1)),),
                Transform.turn(20, Point(10, 10)),
                clip=rectangle(Rect(3, 3, 14, 14)),
            ),
        ),
        clip=ROUND,
    ),
    "an outline as a clip": Group(
        (
            Shape((circle(Point(10, 10), 7),), INK),
            Text(Point(2, 9), "Plums", "sans-bold", 5, "#ff0000"),
            Shape((circle(Point(3, 3), 3),), Style(fill="#0000ff")),
        ),
        clip=star(40),
        even_odd=True,
    ),
}


@pytest.mark.parametrize("name", CLIPPED)
def test_outlines_with_many_segments_look_as_those_with_few(monkeypatch, name):
    scene = Scene(Size(20, 20), (CLIPPED[name],))
    through = np.asarray(png.draw(scene, 300, 300)).astype(int)
    monkeypatch.setattr(painter, "MANY", 4)
    beside = np.asarray(png.draw(scene, 300, 300)).astype(int)
    assert 0.1 < (through < 128).mean() < 0.9
    assert np.abs(through - beside).mean() < 1  # but for blends along the edge of a clip
    assert np.abs(through - beside).max() < 90


@pytest.mark.parametrize("lines_are", ["in a clip", "the clip"])
def test_thousands_of_lines_that_cross_in_a_clip_take_little_time(lines_are):
    many = star(4000)
    shape, clip = (many, ROUND) if lines_are == "in a clip" else (ROUND, many)
    group = Group((Shape((shape,), INK, even_odd=True),), clip=clip, even_odd=True)
    begin = process_time()
    png.draw(Scene(Size(20, 20), (Group((group,), clip=ROUND),)), 100, 100)
    assert process_time() - begin < 2


@pytest.mark.parametrize("name", ["MemoryError", "CairoError"])
def test_what_cairo_has_no_memory_for_is_reported_in_a_line(monkeypatch, name):
    cairo = painter.cairo

    def fail(context):
        raise MemoryError if name == "MemoryError" else cairo.CairoError("out of memory", 1)

    monkeypatch.setattr(cairo.Context, "fill_preserve", fail)
    with pytest.raises(RenderError, match=r"^cairo cannot draw this picture: its outlines are too"):
        png.render(disc("#123456"), "t", 72)


def test_nothing_is_fetched_or_read_while_a_picture_is_drawn():
    drawing = Drawing(size=("9", "9"), viewBox="0 0 9 9", debug=False)
    drawing.add(svg.new.g()).elements = [used := svg.new.use("")]
    used["href"] = "file:///etc/hostname#a"
    with pytest.raises(ValueError, match="file:///etc/hostname: nothing is fetched"):
        painter.paint(drawing, [], 10, 10)


def test_a_clip_by_the_even_odd_rule_leaves_out_what_it_goes_around_twice():
    twice = (Line(Point(18, 2)), Line(Point(18, 18)), Line(Point(2, 18)), Line(Point(2, 2)))
    inner = (Line(Point(6, 6)), Line(Point(14, 6)), Line(Point(14, 14)), Line(Point(6, 14)))
    clip = Path(Point(2, 2), (*twice, *inner, Line(Point(6, 6)), Line(Point(2, 2))))
    ink = (Shape((rectangle(Rect(0, 0, 20, 20)),), INK),)
    for even_odd, middle in ((False, 0), (True, 255)):
        image = png.draw(Scene(Size(20, 20), (Group(ink, clip=clip, even_odd=even_odd),)), 20, 20)
        assert [image.getpixel((x, 10)) for x in (1, 4, 10)] == [255, 0, middle]
