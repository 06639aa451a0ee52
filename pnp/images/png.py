"""PNG files (ISO/IEC 15948): their chunks, each with its checksum."""

import struct
import zlib
from collections.abc import Iterator

from pnp.base.errors import PictureError
from pnp.images.raster import (
    MOST_PROFILE,
    Raster,
    check_profile_size,
    cut_off,
    damaged,
    orientation,
    usable_profile,
)

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PIXELS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
MOVING = (b"acTL", b"fcTL", b"fdAT")  # the parts of an animation beside its default picture
MOST_CHUNKS = 100_000  # more than one for each row
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
DEPTHS = {GREY: (1, 2, 4, 8, 16), PALETTE: (1, 2, 4, 8)}
DEPTHS |= dict.fromkeys((RGB, GREY_ALPHA, RGB_ALPHA), (8, 16))


def chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the name and the bytes of every chunk up to the last one, IEND.

    The bytes are 4 of the length, 4 of the name, the content, and 4 of the checksum.
    """
    view, at = memoryview(data), len(SIGNATURE)
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


def without_exif(data: bytes) -> bytes:
    """Return the same file without its Exif data, which holds the orientation."""
    return b"".join([SIGNATURE, *(chunk for name, chunk in chunks(data) if name != b"eXIf")])


def still(data: bytes) -> bytes:
    """Return the still picture that programs without support for animations show."""
    return b"".join([SIGNATURE, *(chunk for name, chunk in chunks(data) if name not in MOVING)])


def pixels_alone(data: bytes) -> bytes:
    """Return the same pixels in a file without metadata such as a profile or text."""
    return b"".join([SIGNATURE, *(chunk for name, chunk in chunks(data) if name in PIXELS)])


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
