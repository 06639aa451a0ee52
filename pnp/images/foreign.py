"""Convert other formats to PNG: WebP, GIF, TIFF, BMP, AVIF, animated PNG, and CMYK."""

import struct
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from itertools import product
from math import fsum, prod
from typing import Any, NamedTuple

from PIL import Image as Pillow
from PIL import ImageCms

from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.raster import (
    ANIMATED,
    JPEG_SIGNATURE,
    check_profile_size,
    damaged,
    jpeg_without_exif,
    orientation,
    read_jpeg,
    usable_profile,
)

PRESS = "coated paper, ISO 12647-2"
# L*, a*, b* of what cyan, magenta and yellow print, measured on black backing.
_LAB = {
    (0, 0, 0): (95.0, 0.0, -2.0),
    (1, 0, 0): (54.0, -36.0, -49.0),
    (0, 1, 0): (46.0, 72.0, -5.0),
    (0, 0, 1): (88.0, -6.0, 90.0),
    (1, 1, 0): (24.0, 16.0, -45.0),
    (1, 0, 1): (49.0, -66.0, 24.0),
    (0, 1, 1): (46.0, 67.0, 47.0),
    (1, 1, 1): (22.0, 0.0, 0.0),
}
_BLACK = (16.0, 0.0, 0.0)
_WHITE = (0.9642, 1.0, 0.8249)  # XYZ of D50, ICC.1:2010, 7.2.16
_GAIN = (0.14, 0.14, 0.14, 0.17)  # of a dot of 50 %, for each ink
_GRID = 7  # colours along each side of the table
_ONE = 0x8000  # an XYZ of 1 as ICC writes it
_STEPS = 256  # of the curve of each ink

# The kinds by the bytes at a place in the file.
_MARKS = (
    (b"GIF8", 0, "GIF"),
    (b"WEBP", 8, "WebP"),
    (b"II*\0", 0, "TIFF"),
    (b"MM\0*", 0, "TIFF"),
    (b"BM", 0, "BMP"),
    (JPEG_SIGNATURE, 0, "JPEG"),
)
_BRANDS = (b"avif", b"avis")
COMPRESSION = 4  # of 9: photos are as small at 6, which takes twice as long
_STORED = {mode: mode for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")}
# The mode of PNG for each that Pillow reads, CMYK and L*a*b* excepted.
_UNLESS = "(unless you build with --cmyk)"
_MODES = _STORED | {"RGBX": "RGB", "YCbCr": "RGB", "RGBa": "RGBA", "La": "LA", "PA": "RGBA"}
InkPixels = tuple[Pillow.Image, bytes | None]  # pixels and their colour profile
_Changed = tuple[Pillow.Image, list[str]]  # a picture in another mode, and remarks about it
_GREY = ("1", "L", "LA", "I;16")
_FIRST = {"TIFF": "several pages, of which the first is shown"}
# What makes rows upright that lie as an orientation says (Exif 2.32, 4.6.4, tag 274).
TURNS = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT,
    3: Pillow.Transpose.ROTATE_180,
    4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE,
    6: Pillow.Transpose.ROTATE_270,
    7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}


@lru_cache(maxsize=1)
def press_profile() -> bytes:
    """Return an ICC profile (ICC.1:2010) of the press, which a colour engine reads."""
    tags = {
        b"desc": _description(PRESS),
        b"cprt": b"text\0\0\0\0Public domain\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(65536 * w) for w in _WHITE)),
        b"A2B0": _table(),
    }
    at = 128 + 4 + 12 * len(tags)
    index, content = [], []
    for name, tag in tags.items():
        tag += bytes(-len(tag) % 4)
        index.append(struct.pack(">4sII", name, at, len(tag)))
        content.append(tag)
        at += len(tag)
    return b"".join([_header(at), struct.pack(">I", len(tags)), *index, *content])


def _header(size: int) -> bytes:
    date = struct.pack(">6H", 2004, 1, 1, 0, 0, 0)
    white = struct.pack(">3i", *(round(65536 * w) for w in _WHITE))
    start = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x02400000, b"prtr", b"CMYK", b"XYZ ")
    # The rest: no platform, flags, maker, model or attributes; intent 1, relative colorimetric.
    return (start + date + b"acsp" + bytes(24) + struct.pack(">I", 1) + white).ljust(128, b"\0")


def _description(text: str) -> bytes:
    said = text.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(said)) + said + bytes(78)


def _table() -> bytes:
    """Return the printed colours of the four inks as lut16Type (ICC.1:2010, 10.10)."""
    unit = (1, 0, 0, 0, 1, 0, 0, 0, 1)
    start = struct.pack(">4s4x4B", b"mft2", 4, 3, _GRID, 0)
    start += struct.pack(">9i2H", *(65536 * one for one in unit), _STEPS, 2)
    curves = [
        round(65535 * _printed(n / (_STEPS - 1), gain)) for gain in _GAIN for n in range(_STEPS)
    ]
    sides = [n / (_GRID - 1) for n in range(_GRID)]
    inks = _primaries()
    colors = [
        round(_ONE * part) for dots in product(sides, repeat=4) for part in _mixed(dots, inks)
    ]
    ends = (0, 65535) * 3
    return start + struct.pack(f">{len(curves) + len(colors) + 6}H", *curves, *colors, *ends)


def _printed(dot: float, gain: float) -> float:
    """Return the share of paper that a dot covers in print."""
    return dot + 4 * gain * dot * (1 - dot)


def _mixed(dots: tuple[float, ...], inks: dict[tuple[int, ...], tuple[float, ...]]) -> list[float]:
    """Return the XYZ of dots of cyan, magenta, yellow and black, where white is the paper."""
    shares = {
        which: prod(dot if on else 1 - dot for on, dot in zip(which, dots, strict=True))
        for which in inks
    }
    return [fsum(shares[which] * ink[n] for which, ink in inks.items()) for n in range(3)]


def _primaries() -> dict[tuple[int, ...], tuple[float, ...]]:
    """Return the XYZ of the 16 overprints of inks, relative to the paper."""
    paper, black = _xyz(_LAB[0, 0, 0]), _xyz(_BLACK)
    found: dict[tuple[int, ...], tuple[float, ...]] = {}
    for which, lab in _LAB.items():
        light = [ink / bare for ink, bare in zip(_xyz(lab), paper, strict=True)]
        dark = [one * k / bare for one, k, bare in zip(light, black, paper, strict=True)]
        for on, parts in enumerate((light, dark)):
            found[*which, on] = tuple(w * part for w, part in zip(_WHITE, parts, strict=True))
    return found


def _xyz(lab: tuple[float, float, float]) -> tuple[float, ...]:
    """Return XYZ of L*a*b* (CIE 15:2004, 8.2.1)."""
    lightness, a, b = lab
    y = (lightness + 16) / 116
    roots = (y + a / 500, y, y - b / 200)
    least = 6 / 29
    parts = (
        root * root * root if root > least else 3 * least * least * (root - 4 / 29)
        for root in roots
    )
    return tuple(w * part for w, part in zip(_WHITE, parts, strict=True))


_MODES |= dict.fromkeys(("I;16L", "I;16B", "I;16N"), "I;16")


class Foreign(NamedTuple):
    """A file of another format: its name, its upright size, and remarks for a report."""

    kind: str
    width: int
    height: int
    grey: bool
    clear: bool
    remark: str = ""


def foreign_kind(data: bytes) -> str:
    """Return the name of a file's format if it can become PNG, else ""."""
    if data[4:8] == b"ftyp":  # ISO/IEC 14496-12, 4.3: the first box lists brands of four letters
        listed = data[8 : min(int.from_bytes(data[:4], "big"), 256)]
        return "AVIF" if any(brand in listed for brand in _BRANDS) else ""
    return next((name for mark, at, name in _MARKS if data[at:].startswith(mark)), "")


def read_foreign(data: bytes, check: Callable[[int, int], None]) -> Foreign:
    """Describe a file of a foreign format; ``check`` may reject its size before it is unpacked."""
    kind = foreign_kind(data)
    image, remark = _upright(kind, data, check)
    return Foreign(kind, *image.size, image.mode in _GREY, image.mode.endswith("A"), remark)


def upright_png(data: bytes) -> bytes:
    """Return any bitmap as an upright PNG file."""
    kind = foreign_kind(data) or "PNG"
    image, _ = _upright(kind, data, lambda width, height: None)
    out = BytesIO()
    image.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


def inks_in(data: bytes) -> InkPixels | None:
    """Return the upright pixels of a CMYK file and its colour profile, or None for others."""
    image, _ = _upright(foreign_kind(data), data, lambda width, height: None, _unchanged)
    return (image, image.info["icc_profile"]) if image.mode == "CMYK" else None


def _upright(
    kind: str,
    data: bytes,
    check: Callable[[int, int], None],
    change: Callable[[Pillow.Image, bytes], _Changed] | None = None,
) -> tuple[Pillow.Image, str]:
    """Return the first picture of a file, in a mode that PNG supports, and a remark about it.

    ``change`` replaces the default conversion of its pixels and profile. Pillow's plugins are
    called directly, as in :mod:`pnp.render.decoded`; the errors that they raise for a broken file
    differ by format and version.
    """
    if kind == "WebP":  # its plugin takes memory for the whole picture when it opens one
        check(*_webp_size(data))
    plugin = _plugin(kind)
    try:
        with plugin(BytesIO(jpeg_without_exif(data) if kind == "JPEG" else data)) as image:
            check(*image.size)
            remarks = [_FIRST.get(kind, ANIMATED)] if getattr(image, "is_animated", False) else []
            image.load()
            turn, profile = _turn_and_profile(kind, data, image.info)
            made, remark = (change or _as_png_holds)(image, profile)
    except PictureError:
        raise
    except Exception:
        raise PictureError(
            "is damaged or cut off: its pixels cannot be read; save it again"
        ) from None
    if turn in TURNS:
        info, made = made.info, made.transpose(TURNS[turn])
        made.info = info
    return made, "; ".join(remarks + remark)


def _plugin(kind: str) -> Callable[[BytesIO], Any]:
    name = f"{'WebP' if kind == 'WebP' else kind.capitalize()}ImagePlugin"
    module = import_module(f"PIL.{name}")
    if not getattr(module, "SUPPORTED", True):
        raise PictureError(
            f"is {kind}, which this installation of Pillow does not support; save it as PNG"
        )
    plugin: Callable[[BytesIO], Any] = getattr(module, name.replace("Plugin", "File"))
    return plugin


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return the width and height stated in a WebP file (RFC 9649, 2.5 to 2.7)."""
    kind = data[12:16]
    if len(data) < 30:
        raise damaged("its header is too short")
    if len(data) < 8 + int.from_bytes(data[4:8], "little"):
        raise PictureError("is cut off: its end is missing; copy it or save it again")
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _turn_and_profile(kind: str, data: bytes, info: dict[Any, Any]) -> tuple[int, bytes]:
    """Return the orientation of a file's rows and its colour profile; Pillow turns TIFF itself."""
    if kind == "JPEG":
        header = read_jpeg(data)
        return header.orientation, header.profile or b""
    profile = info.get("icc_profile") or b""
    check_profile_size(len(profile))
    exif = info.get("exif") or b""
    return 1 if kind == "TIFF" else orientation(exif.removeprefix(b"Exif\0\0")), profile


def _unchanged(image: Pillow.Image, profile: bytes) -> _Changed:
    made = image.copy()
    made.info = {"icc_profile": usable_profile(profile, 4)}
    return made, []


def _as_png_holds(image: Pillow.Image, profile: bytes) -> _Changed:
    """Return a picture in a mode that PNG supports, without metadata other than a profile."""
    if image.mode in ("CMYK", "LAB"):
        made, remarks = _in_srgb(image, profile)
        made.info = {}
        return made, remarks
    if image.mode not in _MODES:
        raise PictureError("has more than 16 bits to a colour; save it with 8 or 16")
    clear = image.info.get("transparency")
    made = image.convert(_MODES[image.mode]) if image.mode not in _STORED else image.copy()
    fits = usable_profile(profile, 1 if made.mode in _GREY else 3)
    found = {"transparency": clear, "icc_profile": fits}
    made.info = {name: value for name, value in found.items() if value is not None}
    return made, []


def _in_srgb(image: Pillow.Image, profile: bytes) -> tuple[Pillow.Image, list[str]]:
    """Return a CMYK or L*a*b* picture in sRGB, and how its colours were determined."""
    if image.mode == "LAB":
        return _converted(image, ImageCms.createProfile("LAB")), []
    if own := usable_profile(profile, 4):
        opened = ImageCms.ImageCmsProfile(BytesIO(own))
        said = ImageCms.getProfileDescription(opened).strip()
        return _converted(image, opened), [f"CMYK, in RGB by its profile {quoted(said)} {_UNLESS}"]
    opened = ImageCms.ImageCmsProfile(BytesIO(press_profile()))
    return _converted(image, opened), [f"CMYK without a profile, in RGB as on {PRESS} {_UNLESS}"]


def _converted(image: Pillow.Image, source: Any) -> Pillow.Image:
    try:
        made = ImageCms.profileToProfile(
            image,
            source,
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError):
        raise PictureError("has a damaged colour profile; save it again, in RGB") from None
    assert made is not None, "a new image was asked for"
    return made
