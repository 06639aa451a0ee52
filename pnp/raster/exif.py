"""How the pixels of a file lie, as cameras write it (Exif 2.32, 4.6.4: tag 274, Orientation)."""

import struct

from pnp.geometry import Transform

ORIENTATION = 274
SHORT = 3  # the type of a number of two bytes

# Where a point of the stored picture is seen, both as shares of width and height, y down.
UPRIGHT = {
    1: Transform(),
    2: Transform(-1, 0, 0, 1, 1, 0),
    3: Transform(-1, 0, 0, -1, 1, 1),
    4: Transform(1, 0, 0, -1, 0, 1),
    5: Transform(0, 1, 1, 0, 0, 0),
    6: Transform(0, 1, -1, 0, 1, 0),
    7: Transform(0, -1, -1, 0, 1, 1),
    8: Transform(0, -1, 1, 0, 0, 1),
}


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
