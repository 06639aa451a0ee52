"""Picture files on cards, read back from made PDF, SVG and PNG."""

import re
import struct
import zlib
from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

import cairosvg
import numpy as np
import pikepdf
import pytest
from helpers.game_folder import Face
from helpers.picture_files import (
    BLUE,
    GREEN,
    RED,
    SEEN,
    YELLOW,
    chunk,
    quarters,
    saved,
    swapping_profile,
    turned,
)
from helpers.requirements import needs_cairo
from PIL import Image

from pnp.base.errors import PictureError
from pnp.components.piece import trimmed
from pnp.render import pdf, png, svg
from pnp.scene import Scene
from pnp.scene.ink import Ink, InkSaver

POINTS = 72 / 25.4
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32">'
    '<rect width="32" height="16" fill="#e61414"/><rect x="32" width="32" height="16" '
    'fill="#14b414"/><rect y="16" width="32" height="16" fill="#1414e6"/>'
    '<rect x="32" y="16" width="32" height="16" fill="#f0e60a"/></svg>'
)


def hexed(color):
    return "#" + "".join(f"{value:02x}" for value in color)


def image(file, more="", at="10x30mm", area="40x20mm"):
    """A frame with a picture."""
    return f'kind = "image", file = "{file}", at = "{at}", area = "{area}"{more}'


@pytest.fixture
def art(own):
    """Put one picture on a card."""

    def run(data, more="", *, name="art.png", area="40x20mm", ground="#ffffff"):
        own.write(name, data)
        return own.deck(image(name, more, area=area), ground=ground)

    return run


def scene(own) -> Scene:
    """The face of the one card, cut out."""
    (piece,) = own.pieces()
    return trimmed(piece.front, piece.roles)


class Stored(NamedTuple):
    """A picture of pixels as it is in a PDF."""

    content: bytes
    size: tuple[int, int]
    filter: str
    space: str
    profile: bytes | None
    channels: int
    masked: bool


def images_of(data: bytes) -> list[Stored]:
    """The pictures of pixels in a PDF, each once."""
    with pikepdf.open(BytesIO(data)) as document:
        return [_stored(one) for one in document.objects if _is_image(one)]


def _stored(one: pikepdf.Object) -> Stored:
    space = one.ColorSpace
    named = isinstance(space, pikepdf.Name)
    icc = None if named or space[0] != "/ICCBased" else space[1]
    return Stored(
        one.read_raw_bytes(),
        (int(one.Width), int(one.Height)),
        str(one.Filter),
        str(space if named else space[0]),
        icc and icc.read_bytes(),
        int(icc.N) if icc else 0,
        "/SMask" in one,
    )


def _is_image(one: pikepdf.Object) -> bool:
    return isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"


def seen_in(data: bytes) -> tuple[tuple[float, ...], tuple[float, float]]:
    """Where a picture's quarters are seen, from edge to edge, and where they meet."""
    face = Face(data)
    boxes = [face.seen(hexed(color), slack=60) for color in (RED, GREEN, BLUE, YELLOW)]
    found = [box for box in boxes if box is not None]
    edges = (
        min(box.left for box in found),
        min(box.top for box in found),
        max(box.right for box in found),
        max(box.bottom for box in found),
    )
    red = boxes[0]
    return edges, (red.right, red.bottom)


SQUARE = (32, 32)
WIDE = (64, 32)
PLACES = [  # the picture's pixels, how it lies, its frame's size; what is seen; where it all is
    (WIDE, "", "40x20mm", (10, 30, 50, 50), (10, 30, 50, 50)),
    (WIDE, ', fit = "fill"', "40x20mm", (10, 30, 50, 50), (10, 30, 50, 50)),
    (WIDE, ', fit = "exact"', "40x20mm", (10, 30, 50, 50), (10, 30, 50, 50)),
    (SQUARE, "", "40x20mm", (20, 30, 40, 50), (20, 30, 40, 50)),
    (SQUARE, ', align = "left"', "40x20mm", (10, 30, 30, 50), (10, 30, 30, 50)),
    (SQUARE, ', align = "right"', "40x20mm", (30, 30, 50, 50), (30, 30, 50, 50)),
    (SQUARE, "", "20x40mm", (10, 40, 30, 60), (10, 40, 30, 60)),
    (SQUARE, ', vertical = "top"', "20x40mm", (10, 30, 30, 50), (10, 30, 30, 50)),
    (SQUARE, ', vertical = "bottom"', "20x40mm", (10, 50, 30, 70), (10, 50, 30, 70)),
    (SQUARE, ', fit = "fill"', "40x20mm", (10, 30, 50, 50), (10, 20, 50, 60)),
    (SQUARE, ', fit = "fill", vertical = "top"', "40x30mm", (10, 30, 50, 60), (10, 30, 50, 70)),
    (SQUARE, ', fit = "fill", align = "right"', "20x30mm", (10, 30, 30, 60), (0, 30, 30, 60)),
    (WIDE, ', fit = "fill"', "30x30mm", (10, 30, 40, 60), (-5, 30, 55, 60)),
]


@pytest.mark.parametrize(("pixels", "more", "area", "seen", "whole"), PLACES)
def test_a_picture_lies_where_its_frame_says(art, pixels, more, area, seen, whole):
    data = art(saved(quarters(*pixels)), more, area=area).face().data
    found, middle = seen_in(data)
    assert found == pytest.approx(seen, abs=0.15)
    left, top, right, bottom = whole
    assert middle == pytest.approx(((left + right) / 2, (top + bottom) / 2), abs=0.15)
    assert placed(data) == pytest.approx((left, top, right - left, bottom - top), abs=1e-3)


def placed(data: bytes) -> tuple[float, ...]:
    """Where a PDF places its one picture: left, top, width and height in mm."""
    contents = re.findall(rb"q ([-.\d ]+) cm /I1 Do Q", pdf_contents(data))
    (a, b, c, d, e, f) = map(float, contents[0].split())
    assert (b, c) == (0, 0)
    return e, f + d, a, -d


def pdf_contents(data: bytes) -> bytes:
    """All that a PDF draws, pages and forms."""
    with pikepdf.open(BytesIO(data)) as document:
        streams = (one for one in document.objects if isinstance(one, pikepdf.Stream))
        return b"\n".join(one.read_bytes() for one in streams if not _is_image(one))


@pytest.mark.parametrize(("pixels", "more", "area", "seen", "whole"), PLACES)
def test_a_picture_lies_there_in_svg_too(art, pixels, more, area, seen, whole):
    root = ElementTree.fromstring(
        svg.render(scene(art(saved(quarters(*pixels)), more, area=area)), "")
    )
    (element,) = root.iter(f"{SVG}image")
    left, top, width, height = (float(element.get(key)) for key in ("x", "y", "width", "height"))
    assert (left, top, left + width, top + height) == pytest.approx(whole, abs=1e-3)
    assert width / height == pytest.approx(pixels[0] / pixels[1], rel=1e-4)
    clips = [clip[0].get("d") for clip in root.iter(f"{SVG}clipPath")]
    corners = f"M{seen[0]} {seen[1]}L{seen[2]} {seen[1]}L{seen[2]} {seen[3]}L{seen[0]} {seen[3]}Z"
    assert (corners in clips) == ("fill" in more or "exact" in more)


@pytest.mark.parametrize(("area", "ok"), [("40x20mm", True), ("40x20.19mm", True),
                                          ("40x20.3mm", False), ("40x40mm", False)])  # fmt: skip
def test_a_picture_that_must_fit_its_frame_exactly_is_checked(art, area, ok):
    deck = art(saved(quarters()), ', fit = "exact"', area=area)
    if ok:
        _, _, width, height = placed(deck.face().data)
        assert width / height == pytest.approx(2, rel=1e-4), "not stretched"
        assert height >= float(area.removesuffix("mm").split("x")[1]) - 1e-3, "without a gap"
        return
    (line,) = deck.refusal()
    assert line.startswith("card 1: front.frames[1], image: the picture is 2.000 times as wide as ")


def test_a_picture_in_a_frame_without_an_area_goes_to_beyond_the_edge(own):
    own.write("art.png", saved(quarters(690, 950)))
    own.deck('kind = "image", file = "art.png", fit = "fill"')
    left, top, width, height = placed(own.face().data)
    assert max(left, top) <= -3
    assert left + width >= 63.5 + 3
    assert top + height >= 88.9 + 3


def test_a_picture_is_turned_with_its_frame(art):
    face = art(saved(quarters()), ", turn = 90").face()
    corners = [(22, 22), (38, 22), (22, 58), (38, 58)]
    found = [face.color_at(*corner) for corner in corners]
    assert found == [hexed(color) for color in (BLUE, RED, YELLOW, GREEN)]


# How pixels lie


def four(pixels: np.ndarray) -> list[tuple[int, ...]]:
    """The colours of the four quarters of a part of a picture."""
    height, width = pixels.shape[:2]
    places = ((y, x) for y in (height // 4, 3 * height // 4) for x in (width // 4, 3 * width // 4))
    return [tuple(int(value) for value in pixels[y, x, :3]) for y, x in places]


def alike(found, wanted, slack=12):
    return all(
        abs(one - other) <= slack
        for a, b in zip(found, wanted, strict=True)
        for one, other in zip(a, b, strict=True)
    )


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_upright_whatever_its_orientation(art, kind, orientation):
    upright = (40, 20) if orientation < 5 else (20, 40)
    deck = art(turned(kind, orientation), area=f"{upright[0]}x{upright[1]}mm")
    face = deck.face()
    made = face.sheet.part(10, 30, 10 + upright[0], 30 + upright[1])
    assert alike(four(made.pixels), SEEN[orientation])
    edges, _ = seen_in(face.data)
    assert edges == pytest.approx((10, 30, 10 + upright[0], 30 + upright[1]), abs=0.15)


@needs_cairo
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_it_is_upright_in_svg_and_png_too(art, kind, orientation):
    width, height = (40, 20) if orientation < 5 else (20, 40)
    face = scene(art(turned(kind, orientation), area=f"{width}x{height}mm"))
    drawings = svg.render(face, "face")
    inside = b64decode(re.search(rb"base64,([^\"]+)", drawings)[1])
    assert (b"Exif" in inside or b"eXIf" in inside) == (orientation == 1)
    for data in (cairosvg.svg2png(drawings, output_width=635), png.render(face, "face", 254)):
        seen = np.asarray(Image.open(BytesIO(data)).convert("RGB"))
        assert alike(four(seen[300 : 300 + 10 * height, 100 : 100 + 10 * width]), SEEN[orientation])


def test_a_rotated_picture_is_fitted_upright(art):
    assert placed_matrix(art(turned("JPEG", 6)).face().data) == pytest.approx((10, 20), abs=1e-3)


def placed_matrix(data: bytes) -> tuple[float, float]:
    """How wide and high a picture is that is turned by a quarter."""
    contents = re.findall(rb"q ([-.\d ]+) cm /I1 Do Q", pdf_contents(data))
    a, b, c, d, _, _ = map(float, contents[0].split())
    assert (a, d) == (0, 0)
    return abs(c), abs(b)


# What is in the file


def test_a_jpeg_is_in_the_pdf_byte_for_byte(art):
    data = saved(quarters(640, 320), "JPEG", quality=80, progressive=True)
    (found,) = images_of(art(data).face().data)
    assert found.content == data
    assert (found.size, found.filter) == ((640, 320), "/DCTDecode")


def test_the_compressed_rows_of_a_png_are_in_the_pdf_unchanged(art):
    data = saved(quarters(640, 320))
    (found,) = images_of(art(data).face().data)
    start = data.index(b"IDAT") + 4
    assert found.content == data[start : data.index(b"IEND") - 8]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_the_file_is_embedded_in_svg_unchanged(art, kind):
    data = saved(quarters(), kind, icc_profile=swapping_profile())
    drawn = svg.render(scene(art(data)), "face")
    assert b64decode(re.search(rb"base64,([^\"]+)", drawn)[1]) == data
    assert f"data:image/{kind.lower()};".encode() in drawn


def interlaced() -> bytes:
    """A PNG of Adam7: seven pictures in one, of which the first has every eighth pixel."""
    pixels = np.asarray(quarters())
    packed = b""
    for x, y, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                         (1, 0, 2, 2), (0, 1, 1, 2)):  # fmt: skip
        packed += b"".join(b"\0" + row.tobytes() for row in pixels[y::dy, x::dx])
    header = struct.pack(">IIBBBBB", 64, 32, 8, 2, 0, 0, 1)
    parts = (b"IHDR", header), (b"IDAT", zlib.compress(packed)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


DEEP = np.linspace(0, 65535, 2048, dtype="<u2").reshape(32, 64)
PNGS = {
    "one bit": saved(quarters().convert("1", dither=Image.Dither.NONE)),
    "grey": saved(quarters().convert("L")),
    "grey of 16 bits": saved(Image.fromarray(DEEP)),
    "palette": saved(quarters().quantize(4)),
    "palette of 256": saved(quarters().quantize(256)),
    "colours": saved(quarters()),
    "interlaced": interlaced(),
    "grey and alpha": saved(quarters().convert("LA")),
    "colours and alpha": saved(quarters().convert("RGBA")),
}  # fmt: skip


@pytest.mark.parametrize("name", PNGS)
def test_every_kind_of_png_is_shown_as_pillow_shows_it(art, name):
    data = PNGS[name]
    made = art(data).face().sheet.part(10, 30, 50, 50)
    with Image.open(BytesIO(data)) as file:
        wanted = file.convert("I").point(lambda v: v / 257).convert("L") if "16" in name else file
        wanted = np.asarray(wanted.convert("RGB"))
    ys, xs = np.mgrid[1:31:3, 1:63:3]
    scale = made.pixels.shape[1] / 64
    found = made.pixels[((ys + 0.5) * scale).astype(int), ((xs + 0.5) * scale).astype(int)]
    assert np.abs(found.astype(int) - wanted[ys, xs]).max() <= 10


@needs_cairo
@pytest.mark.parametrize("name", PNGS)
def test_every_kind_of_png_is_the_same_on_a_face_of_pixels(art, name):
    face = scene(art(PNGS[name]))
    drawn = Image.open(BytesIO(png.render(face, "face", 254, rgb=True))).crop((100, 300, 500, 500))
    with Image.open(BytesIO(PNGS[name])) as file:
        wanted = file.convert("I").point(lambda v: v / 257).convert("L") if "16" in name else file
        wanted = np.asarray(wanted.convert("RGB").resize((400, 200), Image.Resampling.NEAREST))
    apart = np.abs(np.asarray(drawn).astype(int) - wanted)[10:-10:7, 10:-10:7]
    assert np.median(apart) <= 3
    assert (apart > 12).mean() < 0.1  # where quarters meet pixels are smoothed


def clear_in_parts() -> bytes:
    """The left half is not seen, and of the top right quarter a half."""
    picture, alpha = quarters().convert("RGBA"), np.full((32, 64), 255, np.uint8)
    alpha[:, :32], alpha[:16, 32:] = 0, 128
    picture.putalpha(Image.fromarray(alpha))
    return saved(picture)


MAGENTA = (255, 0, 255)
HALF = tuple((one + other) // 2 for one, other in zip(GREEN, MAGENTA, strict=True))


def test_transparency_shows_the_background(art):
    face = art(clear_in_parts(), ground=hexed(MAGENTA)).face()
    made = face.sheet.part(10, 30, 50, 50)
    assert alike(four(made.pixels), (MAGENTA, HALF, MAGENTA, YELLOW), slack=3)
    assert sorted(one.masked for one in images_of(face.data)) == [False, True]


@needs_cairo
def test_transparency_shows_the_background_in_png(art):
    face = scene(art(clear_in_parts(), ground=hexed(MAGENTA)))
    for data in (
        cairosvg.svg2png(svg.render(face, ""), output_width=635),
        png.render(face, "", 254),
    ):
        seen = np.asarray(Image.open(BytesIO(data)).convert("RGB"))[300:500, 100:500]
        assert alike(four(seen), (MAGENTA, HALF, MAGENTA, YELLOW), slack=3)


def test_a_transparent_colour_shows_the_background(art):
    face = art(saved(quarters(), transparency=RED), ground="#ff00ff").face()
    assert face.color_at(20, 35) == "#ff00ff"
    assert face.color_at(40, 35) == hexed(GREEN)


# Colours


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_profile_is_embedded_in_the_pdf_and_applies(art, kind):
    profile = swapping_profile()
    data = saved(quarters(), kind, icc_profile=profile)
    face = art(data).face()
    (found,) = images_of(face.data)
    assert (found.space, found.channels, found.profile) == ("/ICCBased", 3, profile)
    shown = [int(face.color_at(20, 35)[i : i + 2], 16) for i in (1, 3, 5)]
    assert shown[1] > shown[0] + 100, "its red is green by its profile"


@needs_cairo
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_a_png_face_is_in_srgb(art, mode):
    picture = quarters().quantize(4) if mode == "P" else quarters().convert(mode)
    face = scene(art(saved(picture, icc_profile=swapping_profile())))
    drawn = Image.open(BytesIO(png.render(face, "face", 254))).convert("RGB")
    red, green, blue = drawn.getpixel((200, 350))
    assert green > red + 100
    assert blue < 80


def test_a_long_profile_does_not_keep_pixels_from_being_read(art):
    profile = swapping_profile() + bytes(range(256)) * 8000
    data = saved(quarters().convert("RGBA"), icc_profile=profile)
    face = art(data).face()
    (picture,) = [one for one in images_of(face.data) if one.masked]
    assert picture.profile == profile


def test_the_profile_that_many_pictures_share_is_there_once(own):
    names = [f"{n}.png" for n in range(5)]
    for n, name in enumerate(names):
        own.write(name, saved(quarters(64, 32 + 2 * n), icc_profile=swapping_profile()))
    rows = "\n".join(["file", *names])
    own.deck(image("{file}"), rows=rows)
    with pikepdf.open(own.made()) as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        assert sum("/N" in one for one in streams) == 1


def test_pictures_are_grey_or_paler_where_ink_is_saved(art):
    art(saved(quarters()))
    (piece,) = art(saved(quarters())).pieces()
    grey = Face(pdf.render((InkSaver(Ink.BLACK).face(piece.front, True),), pdf.PrintHints("")))
    red = [int(grey.color_at(20, 35)[i : i + 2], 16) for i in (1, 3, 5)]
    assert max(red) - min(red) <= 2
    (found,) = images_of(grey.data)
    assert found.space == "/DeviceGray"


# Files that are used again, changed or damaged


def test_a_picture_on_many_cards_is_in_the_file_once(own):
    own.write("art.png", saved(quarters(640, 320)))
    own.write("same.png", saved(quarters(640, 320)))
    rows = "\n".join(["title,file", *(f"{n},{'art' if n % 2 else 'same'}.png" for n in range(40))])
    own.deck(
        image("{file}"), 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"', rows=rows
    )
    assert len(images_of(own.made().read_bytes())) == 1


def test_a_picture_is_written_with_the_page_that_shows_it_first(own):
    for n in range(5):
        own.write(f"{n}.png", saved(quarters(100 + n, 50), compress_level=0))
    own.deck(image("{file}.png"), rows="file\n" + "".join(f"{n}\n" for n in range(5)))
    out, written = BytesIO(), []

    def pages():
        for piece in own.pieces():
            written.append(out.tell())
            yield piece.front

    pdf.write(pages(), pdf.PrintHints(""), out)
    steps = [after - before for before, after in pairwise(written)]
    assert min(steps) > 100 * 50 * 3


def test_a_png_with_damaged_rows_is_reported_and_nothing_is_written(own):
    data = saved(quarters())
    start, end = data.index(b"IDAT") - 4, data.index(b"IEND") - 4
    for rows in (b"no rows", zlib.compress(bytes(10)), zlib.compress(bytes(10**6))):
        own.write("art.png", data[:start] + chunk(b"IDAT", rows) + data[end:])
        own.deck(image("art.png"))
        with pytest.raises(PictureError) as told:
            own.build()
        assert str(told.value).endswith("art.png: is damaged: its pixels cannot be read")
        assert "\n" not in str(told.value)
        assert not (own.folder.parent / "out" / "river" / "print").exists()


@pytest.mark.parametrize("name", ["art.png", "art.svg"])
def test_a_file_that_changes_during_a_build_is_reported(own, name):
    first, second = (saved(quarters()), saved(quarters(32, 16))) if "png" in name else (
        DRAWING, DRAWING.replace("#e61414", "#000000"))  # fmt: skip
    own.write(name, first)
    game = own.deck(image(name)).load()
    own.write(name, second)
    from pnp.base.errors import PnpError
    from pnp.components.registry import draw_component

    with pytest.raises(PnpError, match=rf"{name}: has changed during the build; build again$"):
        pdf.render([piece.front for piece in draw_component(game, "events")], pdf.PrintHints(""))


# SVG


def test_an_svg_file_is_shapes_in_the_pdf_and_no_pixels(art):
    face = art(DRAWING.encode(), name="art.svg").face()
    assert images_of(face.data) == []
    edges, middle = seen_in(face.data)
    assert edges == pytest.approx((10, 30, 50, 50), abs=0.1)
    assert middle == pytest.approx((30, 40), abs=0.1)


def test_an_svg_file_on_many_cards_is_drawn_once(own):
    own.write("art.svg", DRAWING)
    title = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
    rows = "title\n" + "".join(f"{n}\n" for n in range(40))
    own.deck(image("art.svg"), title, rows=rows)
    assert pdf_contents(own.made().read_bytes()).count(b"0.901961 0.078431 0.078431 rg") == 1


def test_an_svg_file_is_fitted_and_filled_as_any_picture(art):
    face = art(DRAWING.encode(), ', fit = "fill"', name="art.svg", area="30x30mm").face()
    edges, middle = seen_in(face.data)
    assert edges == pytest.approx((10, 30, 40, 60), abs=0.1)
    assert middle == pytest.approx((25, 45), abs=0.1)


def test_an_svg_file_is_shapes_in_an_svg_face(art):
    root = ElementTree.fromstring(svg.render(scene(art(DRAWING.encode(), name="art.svg")), ""))
    assert not list(root.iter(f"{SVG}image"))
    fills = {path.get("fill") for path in root.iter(f"{SVG}path")}
    assert {hexed(color) for color in (RED, GREEN, BLUE, YELLOW)} <= fills


@needs_cairo
def test_a_picture_of_few_pixels_does_not_fade_at_its_edges(art):
    face = scene(art(saved(Image.new("RGB", (4, 2), RED))))
    drawn = np.asarray(Image.open(BytesIO(png.render(face, "face", 254))))
    red, white = ((drawn == color).all(axis=2).sum() for color in (RED, (255, 255, 255)))
    assert red == 400 * 200
    assert red + white == drawn[..., 0].size
