"""What a PDF says beside its pictures, read by pikepdf and pdfium."""

import re
from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from pnp.base.errors import FontError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.base.units import to_points
from pnp.render import pdf
from pnp.scene import Group, Scene, Shape, Style, Text

FACE = (Shape((rectangle(Rect(1, 1, 8, 5)),), Style(fill="#204060")),)


def opened(scenes, **hints) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(pdf.render(scenes, pdf.PrintHints("Title: ä", **hints))))


def page(*items, label="") -> Scene:
    return Scene(Size(50, 70), items, Rect(5, 10, 40, 30), Rect(2, 7, 46, 36), label)


def boxes(document, name):
    return [float(value) for value in document.pages[0].obj[name]]


def test_the_file_asks_for_no_scaling_the_right_duplex_and_the_paper():
    document = opened([page()], duplex="DuplexFlipShortEdge")
    preferences = document.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.Duplex == "/DuplexFlipShortEdge"
    assert preferences.PickTrayByPDFSize is True
    assert preferences.DisplayDocTitle is True


def test_the_version_of_the_file_has_the_features_it_uses():
    assert pdf.render([page()], pdf.PrintHints("t")).startswith(b"%PDF-1.7\n")


def test_page_boxes_are_in_points_from_the_bottom_left():
    document = opened([page()])
    points = to_points(1)
    assert boxes(document, "/MediaBox") == pytest.approx([0, 0, 50 * points, 70 * points], abs=1e-3)
    assert boxes(document, "/TrimBox") == pytest.approx(
        [5 * points, 30 * points, 45 * points, 60 * points], abs=1e-3
    )
    assert boxes(document, "/BleedBox") == pytest.approx(
        [2 * points, 27 * points, 48 * points, 63 * points], abs=1e-3
    )


def test_a_page_without_a_trim_has_only_a_media_box():
    document = opened([Scene(Size(50, 70), ())])
    assert "/TrimBox" not in document.pages[0].obj
    assert len(document.pages) == 1


def test_the_file_has_a_title_and_a_language_and_no_date():
    document = opened([page()], language="nl")
    assert str(document.docinfo["/Title"]) == "Title: ä"
    assert document.Root.Lang == "nl"
    assert set(document.docinfo) == {"/Title", "/Producer"}


def test_page_labels_are_those_of_the_scenes():
    data = pdf.render([page(label="1 front"), page(label="1 back")], pdf.PrintHints("t"))
    document = pypdfium2.PdfDocument(data)
    assert [document.get_page_label(i) for i in range(2)] == ["1 front", "1 back"]
    document.close()


def forms(document) -> list[pikepdf.Object]:
    return [
        o
        for o in document.objects
        if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"
    ]


def test_a_repeated_drawing_may_contain_repeated_drawings():
    inner = Group(FACE, Transform.move(3, 3), is_symbol=True)
    outer = Group((inner, Group(FACE, Transform.move(20, 20), is_symbol=True)), is_symbol=True)
    data = pdf.render([page(outer), page(outer, inner)], pdf.PrintHints("t"))
    document = pypdfium2.PdfDocument(data)
    for sheet in document:
        picture = sheet.render(scale=25.4 / 72).to_numpy()[:, :, 2::-1]  # a pixel a mm
        assert (picture[22:25, 22:28] == (0x20, 0x40, 0x60)).all()
        assert (picture[5:8, 5:11] == (0x20, 0x40, 0x60)).all()
    document.close()
    opened_again = pikepdf.open(BytesIO(data))
    assert len(opened_again.pages[0].Resources.XObject) == 2


def test_a_repeated_drawing_is_stored_once():
    groups = [Group(FACE, Transform.move(n, n), is_symbol=True) for n in range(9)]
    assert len(forms(opened([page(*groups[:5]), page(*groups[5:])]))) == 1


def test_equal_drawings_are_stored_once():
    again = (Shape((rectangle(Rect(1, 1, 8, 5)),), Style(fill="#204060")),)
    assert again is not FACE
    document = opened([page(Group(FACE, is_symbol=True), Group(again, is_symbol=True))])
    assert len(forms(document)) == 1


def test_a_stored_drawing_is_not_cut_off_by_its_box():
    wide = Shape((rectangle(Rect(-3, -3, 8, 8)),), Style(stroke="#000000", stroke_width=2))
    document = opened([page(Group((wide,), is_symbol=True))])
    (form,) = forms(document)
    left, top, right, bottom = (float(value) for value in form.BBox)
    assert left <= -4
    assert top <= -4
    assert right >= 6
    assert bottom >= 6


def test_fonts_are_embedded_and_hold_only_what_is_used():
    document = opened([page(Text(Point(3, 9), "Aa", "serif-bold", 5))])
    fonts = [
        o
        for o in document.objects
        if isinstance(o, pikepdf.Dictionary) and o.get("/Subtype") == "/Type0"
    ]
    (font,) = fonts
    assert re.fullmatch(r"/[A-Z]{6}\+SourceSerifPro-Semibold", str(font.BaseFont))
    (glyphs,) = font.DescendantFonts
    assert glyphs.BaseFont == font.BaseFont == glyphs.FontDescriptor.FontName
    assert len(glyphs.FontDescriptor.FontFile2.read_bytes()) < 6_000


def test_text_can_be_selected_also_in_a_stored_drawing():
    line = Text(Point(3, 9), "Blanko 0", "serif-bold", 5)
    data = pdf.render([page(Group((line,), is_symbol=True))], pdf.PrintHints("t"))
    document = pypdfium2.PdfDocument(data)
    assert document[0].get_textpage().get_text_bounded() == "Blanko 0"
    document.close()


def test_more_characters_than_a_subset_holds_are_all_there():
    every = [chr(c) for c in range(0x100, 0x17F)] + [
        chr(c) for c in range(0x391, 0x3CA) if c != 0x3A2
    ]
    lines = [Text(Point(2, 5 + n), "".join(every[n::8]), "sans", 1) for n in range(8)]
    small = Text(Point(2, 20), "ABCabc0123456789.,;:!?äöüßéèçñ", "sans", 1)
    data = pdf.render([page(*lines, small)], pdf.PrintHints("t"))
    document = pypdfium2.PdfDocument(data)
    found = document[0].get_textpage().get_text_bounded()
    document.close()
    assert set("".join(every) + small.string) <= set(found)


def test_a_character_that_the_font_lacks_is_an_error():
    with pytest.raises(FontError, match=r"no glyph for '永' \(U\+6C38"):
        pdf.render([page(Text(Point(3, 9), "a永", "sans", 5))], pdf.PrintHints("t"))


def test_the_same_scenes_give_the_same_bytes_and_others_another_id():
    one, same = (pdf.render([page(*FACE)], pdf.PrintHints("t")) for _ in range(2))
    other = pdf.render([page(*FACE, *FACE)], pdf.PrintHints("t"))
    assert one == same
    assert pikepdf.open(BytesIO(one)).trailer.ID[0] != pikepdf.open(BytesIO(other)).trailer.ID[0]
