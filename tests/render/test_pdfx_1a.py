"""PDF/X-1a:2003: no transparency, nothing but inks, and how much of them a page takes."""

from io import BytesIO

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers.picture_files import quarters, saved
from helpers.press_profile import both_ways
from helpers.requirements import needs_cairo
from oracles.sheets.x1a import x1a_faults
from PIL import Image as Pillow

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.icc import read_press_profile
from pnp.base.path import rectangle
from pnp.images.file import read_picture
from pnp.render import pdf, pdfx, pdfx_1a
from pnp.scene import Group, Image, Scene, Shape, Style, Text
from pnp.scene.gradient import Gradient, Stop

HINTS = pdf.PrintHints("Inks")
PRESS = read_press_profile(both_ways())
SIZE = Size(40, 30)
WORDS = Text(Point(4, 26), "Above", "serif-bold", 4, "#000000")


def box(fill, x=0.0, y=0.0, width=40.0, height=30.0):
    return Shape((rectangle(Rect(x, y, width, height)),), Style(fill=fill))


def page(*items, label="ace front"):
    return Scene(SIZE, items, Rect(3, 3, 34, 24), Rect(0, 0, *SIZE), label)


def made(*items):
    """Return a document of one page, and its coverage."""
    content, inks = pdfx_1a.render([page(*items)], HINTS, PRESS)
    return content, inks["ace front"]


def pictures(content):
    """Return the pictures of the first page, by name, and the operators of its content."""
    with pikepdf.open(BytesIO(content)) as document:
        shown = document.pages[0]
        found = {
            name: (int(one.Width), int(one.Height), str(one.Filter))
            for name, one in shown.Resources.get("/XObject", {}).items()
            if one.Subtype == "/Image"
        }
        return found, [str(one.operator) for one in pikepdf.parse_content_stream(shown)]


def seen(content):
    with pypdfium2.PdfDocument(content) as document:
        return document[0].render(scale=4).to_numpy().astype(int)


def test_flat_art_stays_as_it_is_drawn():
    content, _ = made(box("#c23b22"), box("#808080", 5, 5, 9, 9), WORDS)
    assert x1a_faults(content) == []
    found, operators = pictures(content)
    assert found == {}
    assert "Tj" in operators or "TJ" in operators


ACROSS = Transform(30, 0, 0, 30, 5, 0)
PANEL = box("#ffffff", 5, 5, 20, 10)
TRANSLUCENT = {
    "an opacity": Group((PANEL,), opacity=0.6),
    "one within others": Group((Group((Group((PANEL,), opacity=0.6),), is_symbol=True),)),
    "a gradient that fades": box(
        Gradient("linear", (Stop(0, "#000080"), Stop(1, "#000080", 0.0)), ACROSS), 5, 5, 20, 10
    ),
    "a fading line": Shape(
        (rectangle(Rect(5, 5, 20, 10)),),
        Style(
            stroke=Gradient("linear", (Stop(0, "#000080", 0.2), Stop(1, "#000080")), ACROSS),
            stroke_width=2,
        ),
    ),
}


@needs_cairo
@pytest.mark.parametrize("item", TRANSLUCENT.values(), ids=TRANSLUCENT)
def test_all_up_to_what_is_translucent_becomes_a_picture_and_text_above_stays_text(item):
    ground = box("#c23b22")
    content, _ = made(Group((ground, item, WORDS), is_symbol=True))
    assert x1a_faults(content) == []
    found, operators = pictures(content)
    assert [*found.values()] == [(945, 709, "/FlateDecode")]  # at 600 pixels an inch
    assert operators.index("Do") < operators.index("BT")
    flat = seen(content)
    blended = seen(pdf.render([page(ground, item, WORDS)], HINTS, PRESS))
    assert np.abs(flat - blended).mean() < 8  # inks do not mix as light does
    assert (flat[2, 2] == seen(made(ground)[0])[2, 2]).all()  # no seam beside cards without one


@needs_cairo
def test_a_picture_with_an_alpha_channel_is_flattened_and_an_opaque_one_is_not(tmp_path):
    clear = quarters()
    clear.putalpha(Pillow.new("L", clear.size, 99))
    kinds = {
        "clear.png": (clear, "PNG"),
        "full.png": (quarters(), "PNG"),
        "full.jpg": (quarters(), "JPEG"),
    }
    shown = {}
    for name, (image, kind) in kinds.items():
        (tmp_path / name).write_bytes(saved(image, kind))
        shown[name] = Image(read_picture(tmp_path, name), Rect(5, 5, 20, 10))
    for names, size in {
        ("full.png",): (64, 32),
        ("full.jpg",): (64, 32),
        ("clear.png",): (945, 709),
        ("full.jpg", "clear.png"): (945, 709),
    }.items():
        content, _ = made(box("#c23b22"), *(shown[name] for name in names))
        assert x1a_faults(content) == []
        ((width, height, how),) = pictures(content)[0].values()
        assert (width, height) == size
        assert (how == "/DCTDecode") == ("full.jpg" in names)


@needs_cairo
def test_equal_translucent_art_is_one_picture_and_grey_art_takes_black_ink_alone():
    grey = (box("#444444"), Group((box("#ffffff", 5, 5, 9, 9),), opacity=0.5))
    content, inks = pdfx_1a.render([page(*grey, label=name) for name in "ab"], HINTS, PRESS)
    assert [*inks] == ["a", "b"]
    assert max(inks.values()) <= 1
    with pikepdf.open(BytesIO(content)) as document:
        found = [
            o
            for o in document.objects
            if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"
        ]
        pixels = np.frombuffer(found[0].read_bytes(), np.uint8).reshape(-1, 4)
    assert len(found) == 1
    assert pixels[:, :3].max() == 0 < pixels[:, 3].min()


def test_a_font_that_must_be_embedded_whole_becomes_outlines(monkeypatch):
    monkeypatch.setattr(pdfx_1a, "_must_be_outlines", lambda text: text.string == "Above")
    _, operators = pictures(made(box("#ffffff"), WORDS)[0])
    assert "BT" not in operators


@pytest.mark.parametrize(
    "item",
    [
        box("#203070"),
        Shape((rectangle(Rect(5, 5, 9, 9)),), Style(stroke="#203070", stroke_width=1)),
        box(Gradient("linear", (Stop(0, "#203070"), Stop(1, "#ffffff")), ACROSS)),
        Group((box("#203070"),), is_symbol=True),
    ],
    ids=["fill", "line", "gradient", "drawing"],
)
def test_the_coverage_is_that_of_the_darkest_colour(item):
    inks = sum(pdfx_1a.separation_for(PRESS).mixed("#203070"))
    assert inks > 1.5
    assert made(item, box("#f0f0f0", 0, 0, 5, 5))[1] == pytest.approx(inks, abs=0.02)


def test_pictures_are_measured_by_their_pixels(tmp_path):
    image = Pillow.new("CMYK", (20, 20), (10, 10, 10, 10))
    image.putpixel((3, 3), (250, 240, 230, 220))
    (tmp_path / "dark.tif").write_bytes(saved(image, "TIFF"))
    shown = Image(read_picture(tmp_path, "dark.tif"), Rect(5, 5, 20, 20))
    assert made(shown)[1] == pytest.approx((250 + 240 + 230 + 220) / 255, abs=0.001)


def test_each_page_has_its_own_coverage_and_the_same_pages_give_the_same_bytes():
    pages = [
        page(box("#203070"), label="dark"),
        page(box("#eeeeee"), label="light"),
        page(label="none"),
    ]
    content, inks = pdfx_1a.render(pages, HINTS, PRESS)
    assert inks["dark"] > 1.5 > 0.2 > inks["light"] > inks["none"] == 0
    assert pdfx_1a.render(pages, HINTS, PRESS)[0] == content


def test_the_oracle_tells_other_files_from_pdf_x_1a():
    see_through = Group((box("#ffffff", 5, 5, 9, 9),), opacity=0.5)
    for content in (
        pdf.render([page(box("#c23b22"))], HINTS),
        pdf.render([page(see_through)], HINTS, PRESS),
        pdfx.render([page(see_through)], HINTS, PRESS, PRESS)[0],
    ):
        assert len(x1a_faults(content)) > 1
