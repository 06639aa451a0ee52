"""Pictures of kinds that become PNG: their pixels are those that Pillow shows."""

from io import BytesIO

import numpy as np
import pytest
from helpers.picture_files import GREEN, RED, SEEN, opened, quarters, saved, swapping_profile
from PIL import Image, ImageCms, features

from pnp.base.errors import PictureError
from pnp.images.file import read_picture
from pnp.images.foreign import press_profile
from pnp.render.decoded import _as_png, seen, stored
from pnp.scene import Tint

needs_avif = pytest.mark.skipif(not features.check("avif"), reason="Pillow is without AVIF")
AVIF = pytest.param("AVIF", marks=needs_avif)
LOSSLESS = {"WEBP": {"lossless": True}, "AVIF": {"quality": 100, "subsampling": "4:4:4"}}
FIRST = "an animation, whose first picture is shown"


def fading() -> Image.Image:
    """A picture that is more transparent at its top."""
    image = quarters().convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    return image


def two(kind: str) -> bytes:
    """A file of two pictures."""
    more = [quarters().rotate(180)]
    return saved(quarters(), kind, save_all=True, append_images=more, **LOSSLESS.get(kind, {}))


@pytest.fixture
def picture(tmp_path):
    """Return the picture in a file with such a content."""

    def read(content: bytes):
        (tmp_path / "art").write_bytes(content)
        return read_picture(tmp_path, "art")

    return read


def rgba(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGBA"), int)


FILES = {
    "WebP": ("WEBP", quarters(), {"lossless": True}),
    "lossy WebP": ("WEBP", quarters(), {"quality": 70}),
    "WebP, transparent": ("WEBP", fading(), {"lossless": True}),
    "GIF": ("GIF", quarters(), {}),
    "GIF, transparent": ("GIF", quarters().quantize(4), {"transparency": 1}),
    "TIFF": ("TIFF", quarters(), {}),
    "TIFF, LZW": ("TIFF", quarters(), {"compression": "tiff_lzw"}),
    "TIFF, fax": ("TIFF", quarters().convert("1"), {"compression": "group4"}),
    "TIFF, JPEG": ("TIFF", quarters(), {"compression": "jpeg"}),
    "TIFF, transparent": ("TIFF", fading(), {}),
    "TIFF, palette": ("TIFF", quarters().quantize(4), {}),
    "BMP": ("BMP", quarters(), {}),
    "BMP, black and white": ("BMP", quarters().convert("1"), {}),
    "BMP, palette": ("BMP", quarters().quantize(4), {}),
}


@pytest.mark.parametrize("name", FILES)
def test_a_picture_shows_the_pixels_that_pillow_finds_in_its_file(picture, name):
    kind, image, options = FILES[name]
    content = saved(image, kind, **options)
    made = picture(content)
    assert (made.kind, made.width, made.height, made.remark) == ("png", 64, 32, "")
    assert np.array_equal(rgba(seen(made, Tint.FULL)), rgba(opened(BytesIO(content))))


@needs_avif
@pytest.mark.parametrize("image", [quarters(), fading()])
def test_avif_is_read(picture, image):
    content = saved(image, "AVIF", **LOSSLESS["AVIF"])
    shown = seen(picture(content), Tint.FULL)
    assert np.array_equal(rgba(shown), rgba(opened(BytesIO(content))))
    assert abs(rgba(shown) - rgba(image)).max() < 4


def test_sixteen_bits_of_grey_are_kept(picture):
    deep = np.arange(64 * 32, dtype=np.uint16).reshape(32, 64) * 32
    made = picture(saved(Image.fromarray(deep), "TIFF"))
    assert made.grey
    assert np.array_equal(np.asarray(opened(BytesIO(stored(made)))), deep)


@pytest.mark.parametrize("kind", ["WEBP", "TIFF", AVIF])
@pytest.mark.parametrize("orientation", SEEN)
def test_a_picture_stands_upright(picture, kind, orientation):
    exif = Image.Exif()
    exif[274] = orientation
    made = picture(saved(quarters(), kind, exif=exif, **LOSSLESS.get(kind, {})))
    image = seen(made, Tint.FULL).convert("RGB")
    assert image.size == (made.width, made.height)
    across, down = image.width, image.height
    places = [(x, y) for y in (down // 4, down * 3 // 4) for x in (across // 4, across * 3 // 4)]
    found = [np.array(image.getpixel(place)) for place in places]
    for color, wanted in zip(found, SEEN[orientation], strict=True):
        assert abs(color - wanted).max() < 4


@pytest.mark.parametrize(
    ("kind", "remark"),
    [
        ("GIF", FIRST),
        ("WEBP", FIRST),
        ("PNG", FIRST),
        pytest.param("AVIF", FIRST, marks=needs_avif),
        ("TIFF", "several pages, of which the first is shown"),
    ],
)
def test_the_first_of_several_pictures_is_shown_and_the_others_are_reported(picture, kind, remark):
    made = picture(two(kind))
    assert made.remark == remark
    assert abs(rgba(seen(made, Tint.FULL)) - rgba(quarters())).max() < 4
    assert not getattr(opened(BytesIO(stored(made))), "is_animated", False)


@pytest.mark.parametrize("kind", ["WEBP", "TIFF", AVIF])
def test_a_colour_profile_is_applied(picture, kind):
    content = saved(quarters(), kind, icc_profile=swapping_profile(), **LOSSLESS.get(kind, {}))
    shown = seen(picture(content), Tint.FULL).convert("RGB")
    assert abs(np.array(shown.getpixel((5, 5))) - (RED[1], RED[0], RED[2])).max() < 6
    assert abs(np.array(shown.getpixel((60, 5))) - (GREEN[1], GREEN[0], GREEN[2])).max() < 6


def inks(kind: str, color: tuple[int, int, int, int], **options: object) -> bytes:
    quality = {"quality": 100} if kind == "JPEG" else {}
    return saved(Image.new("CMYK", (16, 16), color), kind, **quality, **options)


# Sums of solid inks as sRGB; ISO 12647-2 puts them within 5 of these (Fogra, table of FOGRA39).
SOLIDS = {
    (0, 0, 0, 0): (255, 255, 255),
    (255, 0, 0, 0): (0, 158, 224),
    (0, 255, 0, 0): (226, 0, 122),
    (0, 0, 255, 0): (255, 236, 0),
    (0, 255, 255, 0): (226, 0, 26),
    (255, 0, 255, 0): (0, 150, 64),
    (0, 0, 0, 255): (29, 29, 27),
    (255, 255, 255, 255): (0, 0, 0),
}


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
@pytest.mark.parametrize("color", SOLIDS)
def test_cmyk_without_a_profile_is_shown_as_on_coated_paper(picture, kind, color):
    made = picture(inks(kind, color))
    said = "CMYK without a profile, in RGB as on coated paper, ISO 12647-2"
    assert made.remark == f"{said} (unless you build with --cmyk)"
    shown = np.array(seen(made, Tint.FULL).getpixel((8, 8)))
    assert abs(shown - SOLIDS[color]).max() < 32
    assert abs(shown - SOLIDS[color]).mean() < 16


def test_cmyk_is_shown_through_its_own_profile(picture):
    profile = bytearray(press_profile())
    at = profile.index(b"coated paper")
    profile[at : at + 12] = b"Rough boards"
    made = picture(inks("JPEG", (255, 0, 0, 0), icc_profile=bytes(profile)))
    said = "CMYK, in RGB by its profile 'Rough boards, ISO 12647-2'"
    assert made.remark == f"{said} (unless you build with --cmyk)"


def test_a_profile_for_rgb_does_not_make_cmyk_fail(picture):
    made = picture(inks("JPEG", (0, 0, 0, 0), icc_profile=swapping_profile()))
    assert "without a profile" in made.remark


def test_the_same_file_becomes_the_same_bytes(picture):
    made = picture(two("WEBP"))
    first = stored(made)
    _as_png.cache_clear()
    assert stored(made) == first


def test_lab_colours_become_srgb(picture):
    lab = ImageCms.profileToProfile(
        quarters(), ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), outputMode="LAB"
    )
    shown = rgba(seen(picture(saved(lab, "TIFF")), Tint.FULL))
    assert abs(shown - rgba(quarters())).max() < 12  # its 8 bits are coarse


def test_numbers_of_32_bits_are_refused(picture):
    with pytest.raises(PictureError, match=r"^has more than 16 bits to a colour; save it with 8"):
        picture(saved(quarters().convert("F"), "TIFF"))


@pytest.mark.parametrize("kind", ["WEBP", "GIF", "BMP", "TIFF", AVIF])
def test_a_file_that_is_cut_off_is_refused_in_one_line(picture, kind):
    whole = saved(quarters(), kind)
    for end in range(12, len(whole), max(1, len(whole) // 40)):
        try:
            picture(whole[:end])
        except PictureError as error:
            assert "\n" not in str(error)  # noqa: PT017
    with pytest.raises(PictureError):
        picture(whole[: len(whole) // 2])


@pytest.mark.parametrize("kind", ["GIF", "BMP", "WEBP"])
def test_a_stated_size_beyond_the_limits_is_refused_before_pixels_are_unpacked(
    picture, monkeypatch, kind
):
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda image: pytest.fail("is unpacked"))
    content = bytearray(saved(quarters(), kind))
    at, size = {"GIF": (6, 2), "BMP": (18, 4), "WEBP": (26, 2)}[kind]
    content[at : at + 2 * size] = (16_000).to_bytes(size, "little") * 2
    with pytest.raises(PictureError, match=r"^claims to have 16,000 x 16,000 pixels"):
        picture(bytes(content))
