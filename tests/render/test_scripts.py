"""Lines in many scripts: painted as HarfBuzz paints them, and read back as they were written."""

import shutil
import subprocess
from io import BytesIO
from math import ceil

import numpy as np
import pikepdf
import pypdfium2
import pytest
import uharfbuzz
from helpers.requirements import needs_cairo
from helpers.script_fonts import LINES, script_font
from PIL import Image

from pnp.base.fonts import font_file
from pnp.base.geometry import Point, Size
from pnp.render import pdf, png, svg
from pnp.render import svg as page_svg
from pnp.scene import Group, Scene, Text

SIZE, MARGIN, PER_MM = 10.0, 5.0, 10
LATIN = {"kerned": "AVATAR, To. LT", "ligatures": "office fluff", "marks": "x̂ q̃ Ä̃ ǘ"}
POPPLER = shutil.which("pdftotext")


def font_of(name):
    return "serif" if name in LATIN else script_font(name)


def line(name: str) -> Text:
    words = {**LINES, **LATIN}[name]
    language = name if name in LINES else "en"
    return Text(Point(MARGIN, 15), words, font_of(name), SIZE, language=language)


def scene_of(*lines: Text) -> Scene:
    moved = [one._replace(at=one.at.moved(0, 20 * n)) for n, one in enumerate(lines)]
    return Scene(
        Size(2 * MARGIN + ceil(max(one.width for one in lines)), 20 * len(lines) + 5), tuple(moved)
    )


def painted_by_harfbuzz(text: Text, size: Size) -> np.ndarray:
    """Return the ink of a line, shaped and painted by HarfBuzz alone."""
    file = font_file("serif") if isinstance(text.font, str) else text.font.file.path
    with open(file, "rb") as opened:
        font = uharfbuzz.Font(uharfbuzz.Face(opened.read()))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text.string)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    width, height = (round(side * PER_MM) for side in size)
    painter = uharfbuzz.RasterDraw()
    scale = SIZE * PER_MM / font.face.upem
    x, baseline = text.at.x * PER_MM, (size.height - text.at.y) * PER_MM
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        across, up = x + scale * place.x_offset, baseline + scale * place.y_offset
        painter.transform = (scale, 0, 0, scale, across, up)
        painter.draw_glyph(font, info.codepoint)
        x += scale * place.x_advance
    stride = -(-width // 4) * 4
    painter.extents = uharfbuzz.RasterExtents(0, 0, width, height, stride)
    rows = np.frombuffer(painter.render().buffer, np.uint8).reshape(height, stride)
    return rows[::-1, :width].astype(int)


@needs_cairo
@pytest.mark.parametrize("name", ["ja", "ar", "th", "hi", "kerned", "ligatures", "marks"])
def test_a_line_looks_as_harfbuzz_paints_it(name):
    text = line(name)
    scene = scene_of(text)
    picture = Image.open(BytesIO(png.render(scene, "line", dpi=round(PER_MM * 25.4)))).convert("L")
    ours = 255 - np.asarray(picture).astype(int)
    theirs = painted_by_harfbuzz(text, scene.size)
    height, width = (min(a, b) for a, b in zip(ours.shape, theirs.shape, strict=True))
    apart = np.abs(ours[:height, :width] - theirs[:height, :width])
    assert theirs.sum() > 255 * 4000
    assert (apart > 48).mean() < 0.0002  # edges are smoothed by other rules
    assert apart.sum() / theirs.sum() < 0.01


@pytest.mark.parametrize("name", ["ja", "ar", "th", "hi", "kerned", "ligatures", "marks"])
def test_a_line_is_painted_alike_by_pdf_and_svg(name):
    cairosvg = pytest.importorskip("cairosvg")
    scene = scene_of(line(name))
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("line")))
    shown = document[0].render(scale=8 * 72 / 25.4 / 2.8346 * 0.9999).to_pil().convert("L")
    document.close()
    for written in (svg.render(scene, "line"), page_svg.render_page(scene, "line")):
        data = cairosvg.svg2png(written, output_width=shown.width, background_color="white")
        other = Image.open(BytesIO(data)).convert("L").resize(shown.size)
        apart = np.abs(np.asarray(shown).astype(int) - np.asarray(other).astype(int))
        assert (apart > 140).mean() < 0.002


def read_by_pdfium(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    return text.splitlines()


def read_by_poppler(data: bytes) -> list[str]:
    command = [POPPLER, "-", "-"]
    text = subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()
    unmarked = "".join(c for c in text if c not in "\u202a\u202b\u202c\f")
    return unmarked.strip().splitlines()


@pytest.mark.parametrize("name", ["ja", "ar", "th", "hi", "kerned", "ligatures", "marks"])
def test_text_of_a_pdf_is_read_as_it_was_written(name):
    text = line(name)
    data = pdf.render([scene_of(text)], pdf.PrintHints("line"))
    assert read_by_pdfium(data) == [text.string]
    if POPPLER:
        assert read_by_poppler(data) == [text.string]


def test_a_page_of_all_scripts_is_whole_and_has_small_fonts():
    data = pdf.render([scene_of(*map(line, LINES))], pdf.PrintHints("lines"))
    with pikepdf.open(BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
        kinds = {}
        for font in document.pages[0].Resources.Font.values():
            (glyphs,) = font.DescendantFonts
            described = glyphs.FontDescriptor
            program = described.get("/FontFile2") or described.FontFile3
            assert len(program.read_raw_bytes()) < 16_000
            kinds[str(font.BaseFont).partition("+")[2]] = str(glyphs.Subtype)
    assert kinds["NotoSansCJKjp-Regular"] == "/CIDFontType0"
    assert kinds["NotoNaskhArabic-Regular"] == "/CIDFontType2"
    assert data == pdf.render([scene_of(*map(line, LINES))], pdf.PrintHints("lines"))


def test_marks_above_a_line_are_not_cut_off_in_a_stored_drawing():
    text = line("th")._replace(at=Point(MARGIN, 15))
    scene = scene_of(text)
    stored = scene._replace(items=(Group(scene.items, is_symbol=True),))
    pages = [read_pixels(pdf.render([one], pdf.PrintHints("line"))) for one in (scene, stored)]
    assert text.bounds.height > 1.2 * SIZE
    assert np.abs(pages[0].astype(int) - pages[1]).max() < 32


def read_pixels(data: bytes) -> np.ndarray:
    document = pypdfium2.PdfDocument(data)
    shown = np.asarray(document[0].render(scale=3).to_pil().convert("L"))
    document.close()
    return shown
