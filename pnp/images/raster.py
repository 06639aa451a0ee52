"""PNG and JPEG files: kind, size, colours and orientation, read without decoding a pixel.

Files are checked before Pillow reads them, so that an error message can name the fault of a
truncated, changed or huge file. Pillow decodes truncated files or only warns of them, rejects
colour profiles of more than 1 MB, and checks no checksum after the header.
"""

import struct
from contextlib import suppress
from typing import Literal, NamedTuple

from pnp.base.errors import PictureError
from pnp.base.picture import UPRIGHT

ORIENTATION = 274
MOST_PROFILE = 4_000_000  # bytes; printer profiles with all their tables have up to 3 million
ANIMATED = "an animation, whose first picture is shown"
SHORT = 3  # the type of a number of two bytes


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
