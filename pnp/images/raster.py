"""PNG and JPEG files: kind, size, colours and orientation, read without unpacking pixels."""

import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal, NamedTuple

from pnp.base.errors import PictureError
from pnp.base.picture import UPRIGHT

ORIENTATION = 274
MOST_PROFILE = 4_000_000  # bytes; printer profiles with all their tables have up to 3 million
ANIMATED = "an animation, whose first picture is shown"
SHORT = 3  # the type of a number of two bytes

# PNG.
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PIXELS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
MOVING = (b"acTL", b"fcTL", b"fdAT")  # the parts of an animation beside its default picture
MOST_CHUNKS = 100_000  # more than one for each row
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
DEPTHS = {GREY: (1, 2, 4, 8, 16), PALETTE: (1, 2, 4, 8)}

# JPEG.
JPEG_SIGNATURE = b"\xff\xd8\xff"
END = b"\xff\xd9"
APP1, APP2, SCAN = 0xE1, 0xE2, 0xDA
NEXT_SCAN = b"\xff\xda"
MOST_SEGMENTS = 10_000  # before the pixels; cameras write about twenty
MOST_SCANS = 100  # each covers all pixels; programs write about ten
BITS = 8  # of a channel
READABLE = (0xC0, 0xC1, 0xC2)  # frames: baseline, extended, progressive
FRAMES = (*READABLE, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
EXIF = b"Exif\0\0"
PROFILE = b"ICC_PROFILE\0"
_FILLED = re.compile(rb"\xff+")


class Raster(NamedTuple):
    """The header of a PNG or JPEG file; ``width`` and ``height`` are as stored, perhaps rotated.

    There are 1, 3 or (in CMYK) 4 colour ``channels`` of ``bits`` each; with a ``palette``, a
    sequence of red, green and blue bytes, ``bits`` is the size of an index. ``profile`` is the ICC
    profile, if it fits the channels.
    """

    kind: Literal["png", "jpeg"]
    width: int
    height: int
    channels: int
    bits: int
    orientation: int = 1
    alpha: bool = False
    interlaced: bool = False
    palette: bytes | None = None
    profile: bytes | None = None
    animated: bool = False

    @property
    def upright(self) -> tuple[int, int]:
        """Width and height as shown."""
        size = (self.width, self.height)
        return size if self.orientation < 5 else (self.height, self.width)


def cut_off() -> PictureError:
    """Return the error for a truncated file."""
    return PictureError("is cut off: its end is missing; copy it or save it again")


def damaged(what: str) -> PictureError:
    """Return the error for a file with an invalid part."""
    return PictureError(f"is damaged: {what}; save it again")


def check_profile_size(size: int) -> None:
    """Raise a PictureError if a colour profile is larger than any needs to be."""
    if size > MOST_PROFILE:
        raise PictureError(
            f"has a colour profile of more than {MOST_PROFILE:,} bytes; save it as sRGB"
        )


def usable_profile(profile: bytes, channels: int) -> bytes | None:
    """Return a profile whose header (ICC.1:2022, 7.2) fits the number of channels, else None."""
    space = {1: b"GRAY", 4: b"CMYK"}.get(channels, b"RGB ")
    fits = len(profile) >= 132 and profile[36:40] == b"acsp" and profile[16:20] == space
    return profile if fits else None


def orientation(tiff: bytes) -> int:
    """Return the Exif 2.32 orientation (4.6.4, tag 274); 1, upright, if missing or unreadable."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return 1
    with suppress(struct.error):
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, start)
        for at in range(start + 2, start + 2 + 12 * count, 12):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, at)
            if tag == ORIENTATION:
                return value if kind == SHORT and value in UPRIGHT else 1
    return 1


DEPTHS |= dict.fromkeys((RGB, GREY_ALPHA, RGB_ALPHA), (8, 16))


def chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the name and the bytes of every chunk up to the last one, IEND.

    The bytes are 4 of the length, 4 of the name, the content, and 4 of the checksum.
    """
    view, at = memoryview(data), len(PNG_SIGNATURE)
    for _ in range(MOST_CHUNKS):
        if at + 12 > len(data):
            raise cut_off()
        (length,) = struct.unpack_from(">I", data, at)
        name, end = data[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(data):
            raise cut_off()
        if zlib.crc32(view[at + 4 : end]) != struct.unpack_from(">I", data, end)[0]:
            part = f"its part {name.decode()}" if name.isalpha() else "the name of a part in it"
            raise damaged(f"{part} has changed")
        yield name, view[at : end + 4]
        if name == b"IEND":
            return
        at = end + 4
    raise damaged(f"it has more than {MOST_CHUNKS:,} parts")


def read_png(data: bytes) -> Raster:
    """Return the header of a PNG file."""
    parts: dict[bytes, bytes] = {}
    for number, (name, chunk) in enumerate(chunks(data)):
        if (number == 0) != (name == b"IHDR"):
            raise damaged("its header is not at the start")
        parts.setdefault(name, b"" if name == b"IDAT" else bytes(chunk[8:-4]))
    if b"IDAT" not in parts:
        raise damaged("it has no pixels")
    width, height, bits, kind, interlaced = _header(parts[b"IHDR"])
    channels = 3 if kind in (RGB, RGB_ALPHA) else 1
    palette = _palette(parts.get(b"PLTE"), bits) if kind == PALETTE else None
    if bits == 16 and kind == GREY and b"tRNS" in parts:
        raise PictureError("has 16 bits of grey and a transparent colour; save it with 8 bits")
    turn = orientation(parts.get(b"eXIf", b""))
    alpha = kind in (GREY_ALPHA, RGB_ALPHA) or b"tRNS" in parts
    profile = usable_profile(_profile(parts.get(b"iCCP", b"")), 3 if palette else channels)
    look = turn, alpha, interlaced, palette, profile
    return Raster("png", width, height, channels, bits, *look, animated=b"acTL" in parts)


def packed_rows(data: bytes) -> bytes:
    """Return the rows of pixels, still compressed as in the file."""
    return b"".join(chunk[8:-4] for name, chunk in chunks(data) if name == b"IDAT")


def png_without_exif(data: bytes) -> bytes:
    """Return the same file without its Exif data, which holds the orientation."""
    return b"".join([PNG_SIGNATURE, *(chunk for name, chunk in chunks(data) if name != b"eXIf")])


def still(data: bytes) -> bytes:
    """Return the still picture that programs without support for animations show."""
    return b"".join([PNG_SIGNATURE, *(chunk for name, chunk in chunks(data) if name not in MOVING)])


def pixels_alone(data: bytes) -> bytes:
    """Return the same pixels in a file without metadata such as a profile or text."""
    return b"".join([PNG_SIGNATURE, *(chunk for name, chunk in chunks(data) if name in PIXELS)])


def _header(content: bytes) -> tuple[int, int, int, int, bool]:
    if len(content) != 13:
        raise damaged("its header is too short")
    width, height, bits, kind, packing, filtering, interlace = struct.unpack(">IIBBBBB", content)
    known = bits in DEPTHS.get(kind, ()) and packing == filtering == 0 and interlace < 2
    if not (known and width and height):
        raise damaged("its header is impossible")
    return width, height, bits, kind, bool(interlace)


def _palette(colours: bytes | None, bits: int) -> bytes:
    if not colours or len(colours) % 3 or len(colours) > 3 * 2**bits:
        raise damaged("its palette is missing or invalid")
    return colours


def _profile(content: bytes) -> bytes:
    """Return a profile decompressed, or b"" if that fails."""
    _, _, packed = content.partition(b"\0")
    unpacking = zlib.decompressobj()
    try:
        profile = unpacking.decompress(packed[1:], MOST_PROFILE + 1)
    except zlib.error:
        return b""
    check_profile_size(len(profile))
    return profile


def segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker, the start and the end of each segment, up to the first scan."""
    at = 2
    for _ in range(MOST_SEGMENTS):
        filled = _FILLED.match(data, at)
        at = filled.end() - 1 if filled else at
        if at + 4 > len(data):
            raise cut_off()
        if filled is None:
            raise damaged("a segment is missing")
        marker, length = struct.unpack_from(">BH", data, at + 1)
        end = at + 2 + length
        if length < 2:
            raise damaged("a segment has no length")
        if end > len(data):
            raise cut_off()
        yield marker, at, end
        if marker == SCAN:
            return
        at = end
    raise damaged(f"it has more than {MOST_SEGMENTS:,} segments")


def read_jpeg(data: bytes) -> Raster:
    """Return the header of a JPEG file."""
    frame: tuple[int, int, int] | None = None
    turn, profile, size, end = 1, [], 0, 0
    for marker, at, end in segments(data):
        content = data[at + 4 : end]
        if marker in FRAMES:
            if frame is not None:  # some programs take the first, others the last
                raise damaged("it states its size twice")
            frame = _frame(marker, content)
        elif marker == APP1 and content.startswith(EXIF):
            turn = orientation(content[len(EXIF) :])
        elif marker == APP2 and content.startswith(PROFILE):
            profile.append(content[len(PROFILE) :])
            size += len(profile[-1])
            check_profile_size(size)
    if frame is None:
        raise damaged("its size is missing")
    if data.find(END, end) < 0:
        raise cut_off()
    if data.count(NEXT_SCAN, end) > MOST_SCANS:
        raise damaged(f"it has more than {MOST_SCANS} scans")
    whole = b"".join(part[2:] for part in sorted(profile, key=lambda part: part[:1]))
    fits = usable_profile(whole, channels=frame[-1])
    return Raster("jpeg", *frame, BITS, turn, profile=fits)


def _frame(marker: int, content: bytes) -> tuple[int, int, int]:
    """Return width, height and channels."""
    if len(content) < 6:
        raise damaged("its header is too short")
    bits, height, width, channels = struct.unpack_from(">BHHB", content)
    if marker not in READABLE or bits != BITS:
        raise PictureError(
            "is a rare kind of JPEG that few programs read; save it as a baseline or "
            "progressive JPEG"
        )
    if channels not in (1, 3, 4) or not (width and height):
        raise damaged("its header is impossible")
    return width, height, channels


def jpeg_without_exif(data: bytes) -> bytes:
    """Return the same file without its Exif data, which holds the orientation."""
    kept, last = [data[:2]], 2
    for marker, at, end in segments(data):
        if marker == APP1 and data[at + 4 : end].startswith(EXIF):
            kept.append(data[last:at])
            last = end
    return b"".join([*kept, data[last:]])
