"""Bitmaps within SVG files: shown where and as resvg shows them, at their full resolution."""

from base64 import b64encode
from io import BytesIO
from urllib.parse import quote

import numpy as np
import pytest
from helpers.picture_files import GREEN, SEEN, quarters, saved, swapping_profile, turned
from helpers.press_profile import both_ways
from helpers.requirements import needs_cairo
from helpers.resvg import by_resvg
from PIL import Image
from test_shaded_svg import by_us, differing, svg

from pnp.base.errors import PictureError
from pnp.base.geometry import Rect, Size
from pnp.base.icc import read_press_profile
from pnp.images.file import draw_picture, read_picture
from pnp.images.svg import read_svg
from pnp.render import pdf, png
from pnp.render import svg as page_svg
from pnp.render import svg as svg_files
from pnp.render.decoded import original, seen, stored
from pnp.scene import Image as Picture
from pnp.scene import Scene, images_in

LARGE = quarters(640, 320)
FADING = LARGE.convert("RGBA")
FADING.putalpha(Image.linear_gradient("L").resize(LARGE.size))


def uri(content, kind="png"):
    return f"data:image/{kind};base64,{b64encode(content).decode()}"


PNG = uri(saved(LARGE))
IMAGE = f'<image id="i" width="80" height="40" href="{PNG}"/>'
UPRIGHT = IMAGE.replace('width="80" height="40"', 'width="640" height="320"')
INNER = svg('<rect x="20" y="20" width="60" height="30" fill="#0a0"/>')

DRAWINGS = {
    "a bitmap": IMAGE,
    "in a place of other proportions": IMAGE.replace('"40"', '"80" y="5"'),
    "cropped": IMAGE.replace('"40"', '"80" preserveAspectRatio="xMaxYMid slice"'),
    "stretched": IMAGE.replace('"40"', '"80" preserveAspectRatio="none"'),
    "turned and slanted": f'<g transform="translate(40 10) rotate(30) skewX(10)">{IMAGE}</g>',
    "mirrored": f'<g transform="translate(90 0) scale(-1 1)">{IMAGE}</g>',
    "translucent": f'<rect width="50" height="90"/><g opacity=".5">{IMAGE}</g>',
    "with a clip": f'<clipPath id="c"><circle cx="40" cy="20" r="20"/></clipPath>'
    f'<g clip-path="url(#c)">{IMAGE}</g>',
    "used again": f'<defs>{IMAGE}</defs><use href="#i" y="5"/><use href="#i" y="50"/>',
    "with a height alone": f'<image height="30" href="{PNG}"/>',
    "fading": f'<rect width="99" height="20"/><image width="80" height="80" '
    f'href="{uri(saved(FADING))}"/>',
    "a JPEG": f'<image width="80" height="80" href="{uri(saved(LARGE, "JPEG"), "jpeg")}"/>',
    "a GIF": f'<image width="80" height="80" href="{uri(saved(LARGE, "GIF"), "gif")}"/>',
    "a WebP": f'<image width="80" height="80" '
    f'href="{uri(saved(LARGE, "WEBP", lossless=True), "webp")}"/>',
    "a drawing": f'<image x="9" width="80" height="40" href="{uri(INNER.encode(), "svg+xml")}"/>',
    "a drawing that is not packed": f'<image width="80" height="80" '
    f'href="data:image/svg+xml;utf8,{quote(INNER)}"/>',
    "a fill of Figma": '<rect x="10" y="20" width="60" height="60" rx="20" fill="url(#p)" '
    'stroke="#000" stroke-width="4"/><defs><pattern id="p" patternContentUnits="objectBoundingBox" '
    'width="1" height="1"><use href="#i" transform="matrix(.003125 0 0 .003125 -.5 0)"/></pattern>'
    f"{UPRIGHT}</defs>",
    "an object of Inkscape that became a pattern": '<defs><pattern id="p" width="80" height="40" '
    f'patternUnits="userSpaceOnUse" patternTransform="translate(10 30)">{IMAGE}</pattern></defs>'
    '<path d="M10 30h80v40h-80z" fill="url(#p)" fill-opacity=".5"/>',
    "a pattern with a view of its own": '<pattern id="p" width="1" height="1" '
    f'viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice">{UPRIGHT}</pattern>'
    '<circle cx="50" cy="50" r="40" fill="url(#p)"/>',
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_bitmap_is_shown_as_resvg_shows_it(name, tmp_path):
    text = svg(DRAWINGS[name])
    assert differing(by_us(text, tmp_path), by_resvg(text, 320)) == 0


def read(folder, content, name="art.svg"):
    (folder / name).write_text(svg(content))
    return read_picture(folder, name)


def drawn(picture):
    item = draw_picture(picture, Rect(0, 0, 50, 50))
    return Scene(Size(50, 50), (item,))


@pytest.mark.parametrize(
    "content",
    [saved(LARGE), saved(LARGE, "JPEG"), saved(quarters(), icc_profile=swapping_profile())],
    ids=["png", "jpeg", "a colour profile"],
)
def test_its_bytes_are_those_in_the_file(tmp_path, content):
    scene = drawn(read(tmp_path, f'<image width="80" height="80" href="{uri(content)}"/>'))
    (image,) = images_in(scene.items)
    assert stored(image.picture) == content
    assert image.place == Rect(0, 10, 40, 20)
    if content.startswith(b"\xff\xd8"):
        assert content in pdf.render([scene], pdf.PrintHints("art"))


def test_shapes_around_it_stay_shapes(tmp_path):
    picture = read(tmp_path, f'{IMAGE}<circle cx="9" cy="9" r="5"/>')
    assert (picture.kind, picture.made_from, picture.remark) == ("svg", "", "")


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
@pytest.mark.parametrize("content", ["", "<text y='90'>A</text>"], ids=["alone", "beside text"])
def test_it_is_upright(tmp_path, kind, content):
    photo = uri(turned(kind, 6, LARGE))
    scene = drawn(read(tmp_path, f'<image width="100" height="100" href="{photo}"/>{content}'))
    (image,) = images_in(scene.items)
    shown = seen(image.picture, image.tint).convert("RGB")
    width, height = shown.size
    points = [(0.4, 0.2), (0.6, 0.2), (0.4, 0.7), (0.6, 0.7)]
    colors = [shown.getpixel((int(x * width), int(y * height))) for x, y in points]
    assert np.allclose(colors, SEEN[6], atol=12)


def test_it_is_in_every_format(tmp_path):
    scene = drawn(read(tmp_path, IMAGE))
    for render in (svg_files.render, page_svg.render_page):
        assert b"data:image/png;base64," in render(scene, "art")
    data = pdf.render([scene], pdf.PrintHints("art"), read_press_profile(both_ways()))
    assert b"/DeviceCMYK" in data
    assert data.count(b"/Subtype /Image") == 1


@needs_cairo
def test_it_is_in_png(tmp_path):
    data = png.render(drawn(read(tmp_path, IMAGE)), "art", 254)
    with Image.open(BytesIO(data)) as image:
        assert np.allclose(image.getpixel((300, 50)), GREEN, atol=3)


def test_a_bitmap_keeps_its_colours_in_an_icon_of_one_colour(tmp_path):
    picture = read(tmp_path, f'<circle cx="50" cy="50" r="9"/>{IMAGE}')
    group = draw_picture(picture, Rect(0, 0, 50, 50), ink="#00ff00")
    shape, image = group.items
    assert shape.style.fill == "#00ff00"
    assert isinstance(image, Picture)


def test_bitmaps_in_drawings_in_it_are_found_again(tmp_path):
    inner = f'<image width="50" height="50" href="{uri(svg(IMAGE).encode(), "svg+xml")}"/>'
    (image,) = images_in(drawn(read(tmp_path, inner)).items)
    assert original(image.picture) == saved(LARGE)


def test_a_file_that_changed_gives_no_bitmap(tmp_path):
    (image,) = images_in(drawn(read(tmp_path, f"{IMAGE}<desc>first</desc>")).items)
    (tmp_path / "art.svg").write_text(svg(f"{IMAGE}<desc>then</desc>"))
    with pytest.raises(PictureError, match="has changed during the build"):
        original(image.picture)


def test_bitmaps_do_not_count_as_outlines(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", "svg_kb=1")
    noise = Image.effect_noise((200, 200), 90)
    assert read(tmp_path, f'<image width="9" height="9" href="{uri(saved(noise))}"/>').kind == "svg"
    with pytest.raises(PictureError, match="is too large: at most 1 kB"):
        read(tmp_path, "<g/>" * 400)


def test_its_remarks_are_those_of_the_picture(tmp_path):
    photo = uri(saved(LARGE.convert("CMYK"), "JPEG"))
    picture = read(tmp_path, f'<image width="9" height="9" href="{photo}"/>')
    assert picture.remark.startswith("has a bitmap that is CMYK without a profile, in RGB as on")


def test_hard_pixels_are_drawn_as_such(tmp_path):
    picture = read(tmp_path, IMAGE.replace("<image", '<image style="image-rendering: pixelated"'))
    assert picture.remark.startswith("has a bitmap with hard pixels (image-rendering), so it is dr")


def test_a_bitmap_without_an_address_or_a_size_is_nothing():
    content = f'<image width="9" height="9"/><image width="0" height="9" href="{PNG}"/><rect/>'
    assert read_svg(svg(content).encode()).items == ()


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ('xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"', "Embed Images)"),
        ('xmlns:serif="http://www.serif.com/"', "(in Affinity: Window, Resource Manager, Embed)"),
        ("", "embed it in the file"),
    ],
)
def test_a_bitmap_beside_the_file_is_refused_with_the_menu_that_embeds_it(tmp_path, mark, said):
    content = f'<g {mark}><image width="9" height="9" href="photo.png"/></g>'
    with pytest.raises(PictureError) as refused:
        read(tmp_path, content)
    line = str(refused.value)
    assert line.startswith("shows the file 'photo.png', which is not in it; embed it in the file")
    assert line.endswith(said)
