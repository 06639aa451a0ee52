"""How the pixels of a file lie, as cameras write it (Exif 2.32, 4.6.4: tag 274, Orientation)."""

import struct

from pnp.base.picture import UPRIGHT

ORIENTATION = 274
SHORT = 3  # the type of a number of two bytes


def orientation(tiff: bytes) -> int:
    """Return how pixels lie, from 1 to 8; 1, upright, where it is not said or cannot be read."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, start)
        for number in range(count):
            at = start + 2 + 12 * number
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, at)
            if tag == ORIENTATION:
                return value if kind == SHORT and value in UPRIGHT else 1
    except struct.error:
        return 1
    return 1
