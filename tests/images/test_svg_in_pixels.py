"""SVG files that shapes cannot show: drawn as pixels, told, and as safe as the others."""

import sys
from hashlib import sha256
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from helpers.script_fonts import script_font
from PIL import Image

from pnp.base.errors import FontError, MissingExtraError, PictureError
from pnp.base.font_files import FontFile, font_file
from pnp.base.geometry import Rect, Size
from pnp.images.file import draw_picture, read_picture
from pnp.images.svg.pixels import plain_svg
from pnp.make.cache import SceneKeys
from pnp.render import pdf, svg
from pnp.render import svg as page_svg
from pnp.render.decoded import stored
from pnp.scene import Image as Picture
from pnp.scene import Scene

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
FILTER = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
RECT = '<rect x="25" y="10" width="50" height="30" fill="#c00"/>'
BLURRED = f'{FILTER}<g filter="url(#f)">{RECT}</g>'


def read(folder, content, name="art.svg"):
    (folder / name).write_text(f"{SVG}{content}</svg>")
    return read_picture(folder, name)


def seen(picture, width=40):
    scene = Scene(Size(width, width / 2), (draw_picture(picture, Rect(0, 0, width, width / 2)),))
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("svg")))
    drawn = document[0].render(scale=10 * 25.4 / 72 * 0.9999, rev_byteorder=True).to_numpy()
    pixels = drawn[:, :, :3].copy()
    document.close()
    return pixels


def test_a_filter_is_drawn_as_pixels_and_reported(tmp_path):
    picture = read(tmp_path, BLURRED)
    assert picture.remark == "has a filter, so it is drawn as pixels, 300 per inch"
    pixels = seen(picture)
    assert pixels[100, 200].tolist() == pytest.approx([204, 0, 0], abs=6)
    assert pixels[100, 98].tolist() == pytest.approx([230, 128, 128], abs=20)  # the blurred edge
    assert pixels[5, 5].tolist() == [255, 255, 255]


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (f'<mask id="m"><circle cx="50" cy="25" r="20" fill="#fff"/></mask><g mask="url(#m)">{RECT}'
         "</g>", "has a mask"),
        ('<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle r="6"/>'
         '</pattern><rect width="90" height="40" fill="url(#p)"/>', "has a pattern"),
        (f'<g style="mix-blend-mode:multiply">{RECT}</g>', "has a mix-blend-mode"),
        ('<marker id="m" markerWidth="3" markerHeight="3"><path d="M0 0h3v3z"/></marker><path '
         'd="M5 5h50v30" marker-end="url(#m)" stroke="red"/>', "has markers, such as arrow heads"),
        ('<text x="5" y="30" font-size="30" font-family="Papyrus">Ärger</text>', "has text"),
        (f'<clipPath id="c"><rect width="50" height="50"/><circle r="60"/></clipPath><g '
         f'clip-path="url(#c)">{RECT}</g>', "has a clip-path of several shapes"),
        ('<path d="M5 5h90" stroke="red" stroke-linejoin="arcs"/>', "has a stroke with 'arcs'"),
    ],
)  # fmt: skip
def test_whatever_shapes_cannot_show_is_drawn_as_pixels(tmp_path, content, cause):
    picture = read(tmp_path, content)
    assert picture.remark.startswith(cause)
    assert (seen(picture).min(axis=2) < 250).mean() > 0.01


def test_pixels_follow_the_size_in_print_and_each_size_is_stored_by_itself(tmp_path):
    picture = read(tmp_path, BLURRED)
    small = draw_picture(picture, Rect(0, 0, 25.4, 12.7))
    large = draw_picture(picture, Rect(0, 20, 50.8, 25.4))
    assert isinstance(small, Picture)
    for item, size in ((small, (300, 150)), (large, (600, 300))):
        with Image.open(BytesIO(stored(item.picture))) as image:
            assert image.size == size
    data = pdf.render([Scene(Size(60, 60), (small, large, small))], pdf.PrintHints("svg"))
    assert data.count(b"/Subtype /Image") == 4  # each with a mask


def test_pixels_are_no_more_than_are_allowed(tmp_path):
    item = draw_picture(read(tmp_path, BLURRED), Rect(0, 0, 4000, 2000))
    assert item.picture.width * item.picture.height <= 100_000_000
    assert item.picture.width == pytest.approx(2 * item.picture.height, rel=0.001)


def test_svg_and_pages_for_the_browser_embed_the_pixels(tmp_path):
    item = draw_picture(read(tmp_path, BLURRED), Rect(0, 0, 20, 10))
    for render in (svg.render, page_svg.render_page):
        assert b"data:image/png;base64," in render(Scene(Size(20, 10), (item,)), "art")


def test_the_same_file_gives_the_same_pixels(tmp_path):
    item = draw_picture(read(tmp_path, BLURRED + '<text y="9">Same</text>'), Rect(0, 0, 20, 10))
    stored.__globals__["_as_png"].cache_clear()
    first = stored(item.picture)
    stored.__globals__["_as_png"].cache_clear()
    assert stored(item.picture) == first


def test_text_in_an_unknown_typeface_is_set_in_one_of_ours(tmp_path):
    unknown = seen(read(tmp_path, '<text y="30" font-family="Papyrus">Tide</text>', "a.svg"))
    serif = seen(read(tmp_path, '<text y="30" font-family="serif">Tide</text>', "b.svg"))
    sans = seen(read(tmp_path, '<text y="30" font-family="sans-serif">Tide</text>', "c.svg"))
    assert np.array_equal(unknown, sans)
    assert not np.array_equal(serif, sans)


@pytest.mark.parametrize(
    ("content", "start"),
    [
        (BLURRED + '<image href="/etc/passwd" width="9" height="9"/>', "shows the file '/etc/pass"),
        (BLURRED + '<image href="data:image/png;base64,AA==" width="9" height="9"/>', "contains"),
        ('<filter id="f"><feImage href="file:///etc/passwd"/></filter>' + BLURRED, "shows the fil"),
        (BLURRED + '<defs><image href="file:///etc/passwd"/></defs>', "shows the file 'file:///etc"),
        (BLURRED + '<flowRoot><flowPara>Text</flowPara></flowRoot>', "has flowed text without a"),
        (BLURRED + '<foreignObject width="9" height="9"/>', "has a part of a web page"),
        (BLURRED + "<script>1</script>", "has a script"),
        (BLURRED + '<rect onclick="x()"/>', "has a script"),
        (f'{FILTER}<g id="a" filter="url(#f)"><use href="#a"/></g>', "uses an element within it"),
        (f'{FILTER}<g filter="url(#f)"/>', "draws nothing"),
        (f'<pattern id="p" width="1" height="1e9">{RECT}</pattern><rect width="9" height="9" '
         'fill="url(#p)"/>', "has a pattern whose height is far larger than the picture"),
        (BLURRED + '<g id="a0">' + 10 * RECT + "</g>" + "".join(
            f'<g id="a{n}">' + 10 * f'<use href="#a{n - 1}"/>' + "</g>" for n in range(1, 9)),
         "uses elements again too often"),
    ],
)  # fmt: skip
def test_what_is_dangerous_stays_refused(tmp_path, content, start):
    with pytest.raises(PictureError) as refused:
        read(tmp_path, content)
    assert str(refused.value).startswith(start)


@pytest.mark.parametrize(
    "steps",
    [
        '<feTurbulence numOctaves="999999999"/>',
        '<feTurbulence numOctaves="-9e9"/><feTurbulence numOctaves="1000"/>',
        '<feTurbulence numOctaves="9"/>' * 90,
        '<feMorphology radius="5"/>',
        '<feMorphology radius="0 1e9"/><feMorphology radius="1e9 1"/>',
        '<feConvolveMatrix order="99"/>',
        '<feConvolveMatrix order="2 5000"/>',
        '<feGaussianBlur stdDeviation="1"/>' * 999,
        f"<feMerge>{'<feMergeNode/>' * 999}</feMerge>",
    ],
)
def test_a_filter_that_takes_too_long_is_refused(tmp_path, steps):
    with pytest.raises(PictureError, match=r"has a filter that takes too long to draw \(fe\w+\)"):
        read(tmp_path, f'<filter id="f">{steps}</filter>{BLURRED}')


def test_a_filter_that_takes_too_long_at_its_size_is_refused_at_that_size(tmp_path):
    steps = '<feMorphology operator="dilate" radius="1"/><feTurbulence numOctaves="3"/>'
    picture = read(tmp_path, f'<filter id="f">{steps}</filter>{BLURRED}')
    assert stored(draw_picture(picture, Rect(0, 0, 10, 5)).picture)
    with pytest.raises(PictureError, match=r"art\.svg: has a filter that takes too long to draw"):
        stored(draw_picture(picture, Rect(0, 0, 1000, 500)).picture)


def test_without_the_library_a_line_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setattr("pnp.base.imports.find_spec", lambda name: None)
    with pytest.raises(
        MissingExtraError, match=r"has a filter.*resvg_py is not installed.*\[svg\]"
    ):
        read(tmp_path, BLURRED + "<g/>")


PARTS = f"""<style>.red {{ fill: #cc0000 }}</style>
<defs>
  {FILTER}
  <g id="hidden" display="none"><g id="mark" class="red" transform="translate(10 0)">
    <rect id="bar" x="20" y="10" width="40" height="20"/><text x="22" y="25" fill="#fff">A</text>
  </g></g>
  <symbol id="coin" viewBox="0 0 20 10">
    <circle class="red" cx="10" cy="5" r="4"/><text x="99">A</text>
  </symbol>
  <g id="said"><use href="#words"/></g>
  <g id="card"><use href="#bar" x="5"/><use href="#words"/></g>
  <text id="words" x="30" y="15" font-size="3" fill="#00aa00">B</text>
</defs>
<g fill="#0000cc" transform="scale(2)">
  <g id="blue"><path d="M5 5h20v10H5z"/><text>C</text></g>
</g>"""


@pytest.mark.parametrize(
    ("part", "size", "color"),
    [
        ("mark", (40, 20), (204, 0, 0)),
        ("coin", (20, 10), (204, 0, 0)),
        ("card", (40, 20), (0, 0, 0)),
        ("blue", (40, 20), (0, 0, 204)),
    ],
)
def test_a_part_of_such_a_file_is_drawn_alone(tmp_path, part, size, color):
    (tmp_path / "cards.svg").write_text(f"{SVG}{PARTS}</svg>")
    picture = read_picture(tmp_path, f"cards.svg#{part}")
    assert (picture.width, picture.height) == pytest.approx(size)
    assert picture.made_from == "SVG"
    pixels = seen(picture)
    assert pixels[100, 150].tolist() == pytest.approx(color, abs=6)
    corner = (255, 255, 255) if part == "coin" else color
    assert pixels[4, 4].tolist() == pytest.approx(corner, abs=6)


def test_parts_of_one_file_are_different_pictures_on_a_sheet(own):
    own.write("cards.svg", f"{SVG}{PARTS}</svg>")
    frame = 'kind = "image", file = "cards.svg#{part}", at = "5x5mm", area = "40x20mm"'
    deck = own.deck(frame, rows="part\nmark\nblue\ncard\n")
    (page,) = pypdfium2.PdfDocument(deck.made())
    drawn = page.render(scale=2, rev_byteorder=True).to_numpy()[:, :, :3].astype(np.uint32)
    seen = {*np.unique(drawn[..., 0] << 16 | drawn[..., 1] << 8 | drawn[..., 2]).tolist()}
    assert {0xCC0000, 0x0000CC} <= seen
    keys = {SceneKeys().key(piece.front) for piece in deck.pieces()}
    assert len(keys) == 3


def test_a_part_without_outlines_has_no_size(tmp_path):
    (tmp_path / "cards.svg").write_text(f"{SVG}{PARTS}</svg>")
    with pytest.raises(PictureError, match=r"^has no outlines in 'said' to take its size"):
        read_picture(tmp_path, "cards.svg#said")


def test_a_part_holds_what_it_refers_to_and_no_more():
    others = '<path d="M0 0h1v1z"/>' * 500
    content = f"{SVG}{PARTS}<g>{others}</g></svg>".encode()
    alone = plain_svg(content, "card").written().decode()
    assert len(alone) < 900
    assert all(name in alone for name in ('id="bar"', 'id="words"'))
    assert "feGaussianBlur" not in alone


def test_a_mistake_in_the_library_is_a_fault_of_the_file(tmp_path):
    mask = '<mask id="m" x="0" width="1e-9"><rect width="1e-30" height="60" fill="#fff"/></mask>'
    text = SVG.replace("0 0 100 50", "0 0 1e6 100") + f'{mask}<g mask="url(#m)"><circle r="100"/>'
    (tmp_path / "art.svg").write_text(f"{text}</g></svg>")
    with pytest.raises(PictureError, match=r"^cannot be drawn as pixels; save it as PNG"):
        read_picture(tmp_path, "art.svg")


def ink_of(folder, family, said, *fonts):
    """Return the dark pixels of a text in a picture, in a game with some fonts."""
    text = f'<text x="5" y="40" font-size="36" font-family="{family}">{said}</text>'
    (folder / "text.svg").write_text(f"{SVG}{text}</svg>", encoding="utf-8")
    return (seen(read_picture(folder, "text.svg", fonts)) < 128).all(axis=2)


@pytest.mark.parametrize("said", ["a\u2011b c", "a&#x2011;b\tc", "a\u2010b&#9;c"])
def test_hyphens_and_tabs_that_no_font_has_are_drawn_as_the_usual_ones(tmp_path, said):
    shown = ink_of(tmp_path, "Source Sans Pro", said)
    assert np.array_equal(shown, ink_of(tmp_path, "Source Sans Pro", "a-b c"))


def test_text_is_set_in_the_fonts_of_the_game(tmp_path):
    japanese, thai = script_font("ja").file, script_font("th").file
    named = ink_of(tmp_path, "Noto Sans CJK JP", "忍者", japanese)
    assert named.sum() > 3000
    assert np.array_equal(named, ink_of(tmp_path, "Source Serif Pro", "忍者", thai, japanese))
    with pytest.raises(PictureError, match=r"has text with '忍' \(U\+5FCD\), which no font has"):
        ink_of(tmp_path, "Noto Sans CJK JP", "忍者")


@pytest.mark.parametrize(
    ("content", "lacking"),
    [
        ('<text font-family="Arial" y="20">A</text>', "'Arial'"),
        ("<text style=\"font-family: 'Open Sans' , Arial\" y='20'>A</text>", "'Open Sans'"),
        ('<style>text { font-family: Papyrus }</style><text y="20">A</text>', "'Papyrus'"),
        (
            '<g font-family="Arial"><text y="20" font-family="fantasy">A</text></g>',
            "'Arial', 'fantasy'",
        ),
        ('<text font-family="Arial, sans-serif" y="20">A</text>', ""),
        ('<text font-family="Noto Sans CJK JP" y="20">忍</text>', ""),
        ('<text y="20">A</text>', ""),
        (f'<g font-family="Arial">{BLURRED}</g>', ""),
    ],
)
def test_a_family_that_nobody_has_is_reported(tmp_path, content, lacking):
    picture = tmp_path / "art.svg"
    picture.write_text(f"{SVG}{content}</svg>", encoding="utf-8")
    remark = read_picture(tmp_path, "art.svg", (script_font("ja").file,)).remark
    told = f"; the game has no font {lacking}, so another font replaces it"
    assert remark.endswith(told if lacking else "per inch")


@pytest.mark.parametrize(
    ("family", "usual"),
    [
        ("Arial", "Source Sans Pro"),
        ("Arial-BoldMT, Arial", "Source Sans Pro"),
        ("PT Sans Serif", "Source Sans Pro"),
        ("'Times New Roman', Times", "Source Serif Pro"),
        ("&quot;EB Garamond&quot;", "Source Serif Pro"),
        ("DejaVu Serif", "Source Serif Pro"),
    ],
)
def test_a_family_that_nobody_has_is_replaced_by_the_one_most_like_it(tmp_path, family, usual):
    assert np.array_equal(ink_of(tmp_path, family, "Ring"), ink_of(tmp_path, usual, "Ring"))


def test_thin_lines_on_a_large_drawing_are_drawn(tmp_path):
    (tmp_path / "art.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 3000" stroke="#000" fill="none">'
        '<text y="-99">A</text><path d="M100 100H800" stroke-width="0.2"/></svg>',
        encoding="utf-8",
    )
    assert read_picture(tmp_path, "art.svg").width == 900


def test_a_family_that_the_game_has_is_taken_by_its_name(tmp_path):
    names = ("Source Serif Pro".encode("utf-16-be"), "Papyrus Serif Pr".encode("utf-16-be"))
    data = font_file("serif-bold").read_bytes().replace(*names)
    (tmp_path / "own.ttf").write_bytes(data)
    own = FontFile(str(tmp_path / "own.ttf"), sha256(data).hexdigest())
    with_own, without = (
        ink_of(tmp_path, "Papyrus Serif Pr, Papyrus Serif Pr Semibold", "Ring", *fonts)
        for fonts in ((own,), ())
    )
    assert not np.array_equal(with_own, without)


def test_a_font_that_changed_is_not_taken(tmp_path):
    file = tmp_path / "own.ttf"
    file.write_bytes(font_file("serif").read_bytes())
    with pytest.raises(FontError, match="has changed during the build"):
        ink_of(tmp_path, "Any", "Ring", FontFile(str(file), "0" * 64))


def test_text_from_the_right_in_letters_of_several_fonts_is_refused(tmp_path):
    fonts = [script_font(code).file for code in ("he", "ja")]
    assert ink_of(tmp_path, "Noto Serif Hebrew", "שלום", *fonts).sum() > 1000
    with pytest.raises(
        PictureError, match="has text from right to left, 'שלום 忍者', with letters"
    ):
        ink_of(tmp_path, "Noto Serif Hebrew", "שלום 忍者", *fonts)
