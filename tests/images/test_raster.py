"""Headers of PNG and JPEG files, read without decoding pixels."""

import struct
import zlib
from io import BytesIO

import pytest
from helpers.picture_files import chunk, claiming, quarters, saved, swapping_profile, turned
from PIL import Image

from pnp.base.errors import PictureError
from pnp.images import other_kind, read_raster
from pnp.images.raster import jpeg_without_exif, png_without_exif


def refusal(data: bytes) -> str:
    """Return the error message for a file."""
    with pytest.raises(PictureError) as refused:
        read_raster(data)
    line = str(refused.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("mode", "channels", "bits", "alpha"),
    [
        ("1", 1, 1, False),
        ("L", 1, 8, False),
        ("I;16", 1, 16, False),
        ("LA", 1, 8, True),
        ("RGB", 3, 8, False),
        ("RGBA", 3, 8, True),
    ],
)
def test_the_header_of_a_png_has_its_size_channels_and_bits(mode, channels, bits, alpha):
    raster = read_raster(saved(Image.new(mode, (30, 20))))
    assert (raster.kind, raster.width, raster.height) == ("png", 30, 20)
    assert (raster.channels, raster.bits, raster.alpha) == (channels, bits, alpha)
    assert not raster.interlaced
    assert raster.palette is None


@pytest.mark.parametrize(("colours", "bits"), [(2, 1), (4, 2), (16, 4), (200, 8)])
def test_the_header_of_a_png_has_its_palette(colours, bits):
    image = Image.new("P", (30, 20))
    image.putpalette([value for n in range(colours) for value in (n, 0, 255 - n)])
    raster = read_raster(saved(image, bits=bits))
    assert raster.bits == bits
    assert raster.palette[:6] == bytes([0, 0, 255, 1, 0, 254])
    assert len(raster.palette) <= 3 * 2**bits


def test_a_transparent_colour_counts_as_alpha():
    assert read_raster(saved(quarters(), transparency=(230, 20, 20))).alpha


@pytest.mark.parametrize(("mode", "channels"), [("L", 1), ("RGB", 3)])
@pytest.mark.parametrize("progressive", [False, True])
def test_the_header_of_a_jpeg_has_its_size_and_channels(mode, channels, progressive):
    image = quarters().convert(mode)
    raster = read_raster(saved(image, "JPEG", progressive=progressive))
    assert raster[:5] == ("jpeg", 64, 32, channels, 8)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_of_a_file_is_read(kind, orientation):
    raster = read_raster(turned(kind, orientation))
    assert raster.orientation == orientation
    assert raster.upright == ((64, 32) if orientation < 5 else (32, 64))


@pytest.mark.parametrize("orientation", [0, 9, 300])
def test_an_unknown_orientation_counts_as_upright(orientation):
    assert read_raster(turned("JPEG", orientation)).orientation == 1


@pytest.mark.parametrize(
    "tiff",
    [
        b"",
        b"II*\0",
        b"II*\0\xff\xff\xff\xff",
        b"MM\0*\0\0\0\x08\xff\xff",
        b"MM\0*\0\0\0\x08\0\1" + struct.pack(">HHIHH", 274, 4, 1, 6, 0),
    ],
)
def test_a_broken_orientation_counts_as_upright(tiff):
    data = saved(quarters())
    with_exif = data[:33] + chunk(b"eXIf", tiff) + data[33:]
    assert read_raster(with_exif).orientation == 1


@pytest.mark.parametrize("order", ["<", ">"])
def test_either_order_of_bytes_is_read(order):
    mark = {"<": b"II*\0", ">": b"MM\0*"}[order]
    entry = struct.pack(f"{order}HHIHH", 274, 3, 1, 6, 0)
    tiff = mark + struct.pack(f"{order}IH", 8, 1) + entry
    data = saved(quarters())
    assert read_raster(data[:33] + chunk(b"eXIf", tiff) + data[33:]).orientation == 6


@pytest.mark.parametrize(
    ("kind", "without"), [("PNG", png_without_exif), ("JPEG", jpeg_without_exif)]
)
def test_removing_exif_keeps_the_pixels_and_drops_the_orientation(kind, without):
    data = turned(kind, 6)
    other = without(data)
    assert read_raster(other).orientation == 1
    pixels = [Image.open(BytesIO(one)).convert("RGB").tobytes() for one in (data, other)]
    assert pixels[0] == pixels[1]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_profile_is_kept_unchanged(kind):
    profile = swapping_profile()
    assert read_raster(saved(quarters(), kind, icc_profile=profile)).profile == profile


def test_a_long_profile_in_segments_is_joined():
    profile = swapping_profile() + bytes(150_000)
    data = saved(quarters(), "JPEG", icc_profile=profile)
    assert data.count(b"ICC_PROFILE") == 3
    assert read_raster(data).profile == profile


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("profile", [b"", b"no profile", b"\0" * 200])
def test_an_invalid_profile_is_ignored(kind, profile):
    assert read_raster(saved(quarters(), kind, icc_profile=profile)).profile is None


def test_a_profile_for_other_channels_is_ignored():
    data = saved(quarters().convert("L"), icc_profile=swapping_profile())
    assert read_raster(data).profile is None


def test_a_profile_that_decompresses_to_too_much_is_refused():
    data = saved(quarters())
    packed = b"bomb\0\0" + zlib.compress(bytes(50_000_000), 9)
    message = refusal(data[:33] + chunk(b"iCCP", packed) + data[33:])
    assert message == "has a colour profile of more than 4,000,000 bytes; save it as sRGB"


def test_a_small_file_that_claims_to_be_huge_is_not_decoded():
    raster = read_raster(claiming(60_000, 60_000))
    assert (raster.width, raster.height) == (60_000, 60_000)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_truncated_file_is_reported_wherever_it_ends(kind):
    data = saved(quarters(), kind)
    for end in range(12, len(data)):
        assert refusal(data[:end]) == "is cut off: its end is missing; copy it or save it again"


def test_a_png_with_a_changed_byte_is_refused():
    data = saved(quarters())
    for at in range(8, len(data)):
        changed = data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]
        assert refusal(changed).startswith(("is damaged: ", "is cut off: "))


def test_a_jpeg_with_a_changed_byte_is_read_or_refused():
    data = saved(quarters(), "JPEG", icc_profile=swapping_profile())
    for at in range(3, len(data)):
        changed = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        try:
            assert read_raster(changed).kind == "jpeg"
        except PictureError as error:
            assert "\n" not in str(error)  # noqa: PT017


SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0))
ROWS, END = chunk(b"IDAT", zlib.compress(bytes(52))), chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((HEADER, END), "is damaged: it has no pixels; save it again"),
        ((ROWS, HEADER, END), "is damaged: its header is not at the start; save it again"),
        ((HEADER, HEADER, ROWS, END), "is damaged: its header is not at the start"),
        ((chunk(b"IHDR", b"\0"), ROWS, END), "is damaged: its header is too short"),
    ],
)
def test_chunks_of_a_png_in_disorder_are_refused(parts, message):
    assert refusal(SIGNATURE + b"".join(parts)).startswith(message)


@pytest.mark.parametrize(
    "header",
    [
        (0, 4, 8, 2, 0, 0, 0),
        (4, 0, 8, 2, 0, 0, 0),
        (4, 4, 3, 2, 0, 0, 0),
        (4, 4, 8, 5, 0, 0, 0),
        (4, 4, 8, 2, 1, 0, 0),
        (4, 4, 8, 2, 0, 0, 2),
    ],
)
def test_an_impossible_header_of_a_png_is_refused(header):
    data = SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", *header)) + ROWS + END
    assert refusal(data) == "is damaged: its header is impossible; save it again"


def test_a_missing_or_too_long_palette_is_refused():
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 1, 3, 0, 0, 0))
    for palette in (b"", chunk(b"PLTE", bytes(9)), chunk(b"PLTE", bytes(5))):
        data = SIGNATURE + header + palette + ROWS + END
        assert refusal(data) == "is damaged: its palette is missing or invalid; save it again"


def test_files_full_of_padding_are_read_fast():
    parts = chunk(b"teSt", b"") * 200_000
    assert refusal(SIGNATURE + HEADER + parts + ROWS + END).startswith("is damaged: ")
    filled = saved(quarters(), "JPEG")
    assert read_raster(filled[:2] + b"\xff" * 5_000_000 + filled[2:]).width == 64
    empty = b"\xff\xe5\0\2" * 200_000
    assert refusal(filled[:2] + empty + filled[2:]).startswith("is damaged: ")


def test_a_jpeg_with_two_frames_is_refused():
    data = saved(quarters(), "JPEG")
    frame = data.index(b"\xff\xc0")
    end = frame + 2 + int.from_bytes(data[frame + 2 : frame + 4], "big")
    larger = data[frame : frame + 5] + struct.pack(">HH", 65_500, 65_500) + data[frame + 9 : end]
    message = refusal(data[:end] + larger + data[end:])
    assert message == "is damaged: it states its size twice; save it again"


def test_a_jpeg_with_too_many_scans_is_refused():
    data = saved(quarters(), "JPEG", progressive=True)
    scan = data.index(b"\xff\xda")
    again = data[scan : data.index(b"\xff", scan + 10)]
    assert refusal(data[:-2] + again * 2000 + data[-2:]).startswith("is damaged: ")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7", "is a PDF, as Illustrator's files are"),
        (b"\0\0\0\x18ftypheic", "is a HEIC picture"),
        (b"\xff\x0a", "is a JPEG XL picture"),
        (b"\x1f\x8b\x08", "is packed"),
        (b"hello", "is not a picture"),
        (b"", "is not a picture"),
    ],
)
def test_files_of_other_kinds_are_named(data, what):
    assert read_raster(data) is None
    assert str(other_kind(data)) == f"{what}; save it as PNG, JPEG or SVG"
