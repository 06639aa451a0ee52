"""PDFs in the inks of a press: every colour, gradient, blend and picture, through its profile."""

from io import BytesIO
from typing import NamedTuple

import numpy as np
import pikepdf
import pytest
from helpers.picture_files import opened, quarters, saved, swapping_profile
from helpers.press_profile import both_ways
from oracles.sheets.inks import ink_findings
from PIL import Image as Pillow
from PIL import ImageCms

from pnp.base.color import channels
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.icc import read_press_profile
from pnp.base.path import rectangle
from pnp.images.file import read_picture
from pnp.render import pdf, pdfx
from pnp.render.pdf_press import separation_for
from pnp.scene import Group, Image, Scene, Shape, Style, Text, Tint
from pnp.scene.gradient import Gradient, Stop

HINTS = pdf.PrintHints("Inks")
PRESS = read_press_profile(both_ways())
NEAR = 28  # of 255: the table of the test's press is coarse
ACROSS = Transform(20, 0, 0, 20, 5, 5)


def box(fill, x=5.0, width=20.0):
    return Shape((rectangle(Rect(x, 5, width, 20)),), Style(fill=fill))


def made(*items):
    out = BytesIO()
    scene = Scene(Size(60, 40), items, Rect(3, 3, 54, 34), Rect(0, 0, 60, 40))
    most = pdf.write([scene], HINTS, out, PRESS)
    return out.getvalue(), most


def chosen(content):
    """Return the operators that choose colours, with their numbers, in pages and forms."""
    with pikepdf.open(BytesIO(content)) as document:
        streams = [document.pages[0]]
        streams += [o for o in document.objects if is_stream(o, "/Form")]
        return [
            (str(one.operator), *(float(str(value)) for value in one.operands))
            for stream in streams
            for one in pikepdf.parse_content_stream(stream)
            if str(one.operator) in ("g", "G", "rg", "RG", "k", "K")
        ]


def is_stream(found, kind):
    return isinstance(found, pikepdf.Stream) and found.get("/Subtype") == kind


def printed(inks):
    """Return in sRGB what inks print, by the profile's table in the other direction."""
    back = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(PRESS.content)),
        ImageCms.createProfile("sRGB"),
        *("CMYK", "RGB"),
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    if not isinstance(inks, Pillow.Image):
        inks = Pillow.new("CMYK", (1, 1), tuple(round(255 * ink) for ink in inks))
    return np.asarray(ImageCms.applyTransform(inks, back), int)


def picture(folder, name, content, tint=Tint.FULL):
    (folder / name).write_bytes(content)
    return Image(read_picture(folder, name), Rect(5, 5, 20, 10), tint=tint)


class Stored(NamedTuple):
    """A picture of a PDF: its colour space, filter, bits, bytes, /Decode and mask."""

    space: list[str]
    filter: str
    bits: int
    written: bytes
    decode: list[int]
    mask: tuple[str, bytes] | None
    inks: Pillow.Image


def stored(content):
    """Return the one picture of a document that is not a mask."""
    with pikepdf.open(BytesIO(content)) as document:
        found = [o for o in document.objects if is_stream(o, "/Image")]
        masks = [one.SMask.objgen for one in found if "/SMask" in one]
        (shown,) = [one for one in found if one.objgen not in masks]
        space, mask = shown.ColorSpace, shown.get("/SMask")
        return Stored(
            [str(space)] if isinstance(space, pikepdf.Name) else [str(one) for one in space],
            str(shown.Filter),
            int(shown.BitsPerComponent),
            shown.read_raw_bytes(),
            [int(one) for one in shown.get("/Decode", ())],
            mask and (str(mask.ColorSpace), mask.read_bytes()),
            ink_pixels(shown),
        )


def ink_pixels(shown):
    """Return the inks of a picture of a PDF as a Pillow image."""
    size, space = (int(shown.Width), int(shown.Height)), shown.ColorSpace
    if shown.Filter == "/DCTDecode":
        return opened(BytesIO(shown.read_raw_bytes()))
    if space == "/DeviceCMYK":
        return Pillow.frombytes("CMYK", size, shown.read_bytes())
    bits = int(shown.BitsPerComponent)
    rows = np.frombuffer(shown.read_bytes(), np.uint8).reshape(size[1], -1)
    indices = np.unpackbits(rows, axis=1).reshape(size[1], -1, bits)[:, : size[0]]
    table = np.frombuffer(bytes(space[3]), np.uint8).reshape(-1, 4)
    inks = table[indices @ (1 << np.arange(bits)[::-1])]
    return Pillow.frombytes("CMYK", size, inks.tobytes())


@pytest.mark.parametrize("color", ["#c23b22", "#9cc3d6", "#b5c894", "#204080", "#f3ecd8"])
def test_a_colour_is_printed_as_it_is_on_a_screen(color):
    ((operator, *inks),) = chosen(made(box(color))[0])
    assert operator == "k"
    screen = [255 * level for level in channels(color)]
    assert np.abs(printed(inks)[0, 0] - screen).max() < NEAR


def test_black_letters_and_greys_are_black_ink_alone():
    items = Text(Point(5, 10), "Pips", "sans", 4, "#000000"), box("#1b1b1b"), box("#ffffff")
    assert chosen(made(*items)[0]) == [("k", 0, 0, 0, 1), ("k", 0, 0, 0, 1), ("k", 0, 0, 0, 0)]


def test_lines_of_grey_are_as_light_as_black_ink_prints_them():
    line = Shape((rectangle(Rect(5, 5, 9, 9)),), Style(stroke="#808080", stroke_width=1))
    ((operator, *inks),) = chosen(made(line)[0])
    assert operator == "K"
    assert inks[:3] == [0, 0, 0]
    assert np.abs(printed(inks)[0, 0] - 128).max() < 12
    tints = [separation_for(PRESS).of_grey(f"#{n:02x}{n:02x}{n:02x}")[3] for n in range(256)]
    assert tints == sorted(tints, reverse=True)
    assert (tints[0], tints[-1]) == (1, 0)


def test_white_of_a_picture_is_bare_paper():
    assert separation_for(PRESS).mixed("#ffffff") == (0, 0, 0, 0)


def test_a_gradient_follows_the_colours_of_the_screen_in_its_middle_too():
    fill = Gradient("linear", (Stop(0, "#ff0000"), Stop(1, "#00aa44")), ACROSS)
    content, most = made(box(fill))
    with pikepdf.open(BytesIO(content)) as document:
        (pattern,) = document.pages[0].Resources.Pattern.values()
        assert pattern.Shading.ColorSpace == "/DeviceCMYK"
        parts = pattern.Shading.Function.Functions
        middle = [float(ink) for ink in parts[len(parts) // 2].C0]
        ends = [sum(map(float, part.C1)) for part in parts]
    assert np.abs(printed(middle)[0, 0] - (128, 85, 34)).max() < NEAR
    assert max(ends) <= most


def test_a_grey_gradient_is_black_ink_alone():
    fill = Gradient("linear", (Stop(0, "#000000"), Stop(1, "#ffffff")), ACROSS)
    with pikepdf.open(BytesIO(made(box(fill))[0])) as document:
        (pattern,) = document.pages[0].Resources.Pattern.values()
        for part in pattern.Shading.Function.Functions:
            assert [float(ink) for ink in part.C0][:3] == [0, 0, 0]


def test_what_can_be_seen_through_is_blended_in_inks():
    fading = Gradient("linear", (Stop(0, "#ff0000"), Stop(1, "#ff0000", 0.0)), ACROSS)
    content, _ = made(Group((box("#204080"), box("#c23b22", 15)), opacity=0.5), box(fading))
    with pikepdf.open(BytesIO(content)) as document:
        assert document.pages[0].Group.CS == "/DeviceCMYK"
        groups = [o.Group for o in document.objects if is_stream(o, "/Form") and "/Group" in o]
    assert {str(one.get("/CS", "as the page")) for one in groups} == {"as the page", "/DeviceGray"}


def muted():
    """Return a picture of two colours that the press can print."""
    drawn = Pillow.new("RGB", (32, 16), "#b5c894")
    drawn.paste("#c23b22", (16, 0, 32, 16))
    return drawn


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_printed_as_it_is_on_a_screen(kind, tmp_path):
    options = {"lossless": True} if kind == "WEBP" else {}
    drawn = muted()
    data = saved(drawn, kind, **options)
    content, most = made(picture(tmp_path, f"art.{kind.lower()}", data))
    shown = stored(content)
    assert shown.space == ["/DeviceCMYK"]
    assert shown.filter == ("/DCTDecode" if kind == "JPEG" else "/FlateDecode")
    middles = printed(shown.inks)[8, [8, 24]]  # JPEG blurs the edge between both colours
    assert np.abs(middles - np.asarray(drawn, int)[8, [8, 24]]).max() < NEAR
    ink = np.asarray(shown.inks, int).sum(axis=2).max() / 255
    assert most == pytest.approx(ink, abs=0.1)


def test_a_picture_with_a_profile_is_matched_through_that(tmp_path):
    data = saved(quarters(), icc_profile=swapping_profile())
    seen = printed(stored(made(picture(tmp_path, "art.png", data))[0]).inks)
    red, green = seen[4, 4], seen[4, -4]
    assert red[1] > red[0] + 50  # the profile swaps red and green
    assert green[0] > green[1] + 50


def test_a_palette_changes_its_colours_and_no_pixel(tmp_path):
    data = saved(quarters().quantize(4))
    shown = stored(made(picture(tmp_path, "art.png", data))[0])
    assert shown.space[:2] == ["/Indexed", "/DeviceCMYK"]
    whole = printed(shown.inks)
    assert np.abs(whole[4, 4] - quarters().getpixel((4, 4))).mean() < NEAR


@pytest.mark.parametrize(("mode", "bits"), [("1", 1), ("L", 8), ("LA", 8)])
def test_a_grey_picture_is_black_ink_alone(mode, bits, tmp_path):
    shown = stored(made(picture(tmp_path, "art.png", saved(quarters().convert(mode))))[0])
    inks = np.asarray(shown.inks)
    assert shown.bits == bits
    assert inks[:, :, :3].max() == 0
    assert inks[:, :, 3].max() > inks[:, :, 3].min()
    assert (shown.mask is not None) == (mode == "LA")


def test_a_picture_that_can_be_seen_through_keeps_its_mask(tmp_path):
    image = quarters().convert("RGBA")
    image.putalpha(Pillow.linear_gradient("L").resize(image.size))
    shown = stored(made(picture(tmp_path, "art.png", saved(image)))[0])
    assert shown.mask == ("/DeviceGray", image.getchannel("A").tobytes())


def test_a_paler_picture_is_in_inks_too(tmp_path):
    data = saved(quarters())
    full, pale = (
        np.asarray(stored(made(picture(tmp_path, "art.png", data, tint))[0]).inks, int)
        for tint in (Tint.FULL, Tint.PALE)
    )
    assert pale.sum() < 0.8 * full.sum()


def in_inks():
    """Return a picture in CMYK with a colour that the profile would mix otherwise."""
    return Pillow.merge("CMYK", [Pillow.new("L", (8, 8), ink) for ink in (200, 100, 60, 90)])


@pytest.mark.parametrize("profile", [PRESS.content, None], ids=["the same", "none"])
def test_a_jpeg_file_in_the_press_s_inks_goes_in_unchanged(profile, tmp_path):
    named = {"icc_profile": profile} if profile else {}
    data = saved(in_inks(), "JPEG", quality=100, **named)
    shown = stored(made(picture(tmp_path, "art.jpg", data))[0])
    assert shown.written == data
    assert shown.decode == [1, 0] * 4  # as Adobe's programs store inks


@pytest.mark.parametrize("profile", [PRESS.content, None], ids=["the same", "none"])
def test_a_tiff_file_in_the_press_s_inks_keeps_them(profile, tmp_path):
    named = {"icc_profile": profile} if profile else {}
    shown = stored(made(picture(tmp_path, "art.tif", saved(in_inks(), "TIFF", **named)))[0])
    assert shown.inks.tobytes() == in_inks().tobytes()


def test_inks_of_another_press_become_those_of_this_one(tmp_path):
    data = saved(in_inks(), "TIFF", icc_profile=both_ways("Another press"))
    shown = stored(made(picture(tmp_path, "art.tif", data))[0])
    assert shown.inks.tobytes() != in_inks().tobytes()
    meant = printed(in_inks())
    assert np.abs(printed(shown.inks) - meant).mean() < NEAR


def test_the_file_embeds_the_profile_and_claims_no_standard():
    content, _ = made(box("#c23b22"))
    with pikepdf.open(BytesIO(content)) as document:
        (intent,) = document.Root.OutputIntents
        assert (str(intent.Info), str(intent.OutputConditionIdentifier)) == (
            PRESS.description,
            "Custom",
        )
        assert intent.DestOutputProfile.read_bytes() == PRESS.content
    assert b"PDF/X" not in content


def test_the_same_pages_give_the_same_bytes_and_another_press_another_id(tmp_path):
    drawn = box("#c23b22"), picture(tmp_path, "art.jpg", saved(quarters(), "JPEG"))
    assert made(*drawn)[0] == made(*drawn)[0]
    other = read_press_profile(both_ways("Another press"))
    scene = Scene(Size(60, 40), drawn)
    ids = set()
    for press in (PRESS, other, None):
        with pikepdf.open(BytesIO(pdf.render([scene], HINTS, press))) as document:
            ids.add(bytes(document.trailer.ID[0]))
    assert len(ids) == 3


def test_no_colour_but_inks_is_left_in_pdf_x_4_and_another_program_accepts_it(tmp_path):
    fullbleed = pytest.importorskip("fullbleed")
    fading = Gradient("linear", (Stop(0, "#ff0000"), Stop(1, "#0000ff", 0.0)), ACROSS)
    items = box("#c23b22"), Group((box(fading),), opacity=0.5)
    scene = Scene(Size(60, 40), items, Rect(3, 3, 54, 34), Rect(0, 0, 60, 40))
    content, most = pdfx.render([scene], HINTS, PRESS, PRESS)
    file = tmp_path / "x4.pdf"
    file.write_bytes(content)
    found = fullbleed.inspect_pdf(str(file))
    assert not found["warnings"]
    assert found["profile"]["claims"] == ["pdfx4"]
    assert found["profile"]["pdfx_contract_valid"] is True
    (finding,) = ink_findings(content, None)
    percent = f"{100 * most:.0f} %"
    assert finding.found == f"CMYK for {PRESS.description}, no RGB; at most {percent} of ink"
