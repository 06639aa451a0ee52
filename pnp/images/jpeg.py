"""JPEG files (ITU-T T.81): their segments up to the first scan."""

import re
import struct
from collections.abc import Iterator

from pnp.base.errors import PictureError
from pnp.images.raster import (
    Raster,
    check_profile_size,
    cut_off,
    damaged,
    orientation,
    usable_profile,
)

SIGNATURE = b"\xff\xd8\xff"
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


def without_exif(data: bytes) -> bytes:
    """Return the same file without its Exif data, which holds the orientation."""
    kept, last = [data[:2]], 2
    for marker, at, end in segments(data):
        if marker == APP1 and data[at + 4 : end].startswith(EXIF):
            kept.append(data[last:at])
            last = end
    return b"".join([*kept, data[last:]])
