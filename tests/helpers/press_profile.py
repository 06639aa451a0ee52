"""An ICC profile of a press with tables both ways, as print shops offer them."""

import struct
from functools import cache
from io import BytesIO

import numpy as np
from PIL import Image, ImageCms

from pnp.images.foreign import press_profile

GRID = 13  # colours along each side of the table from XYZ to inks
STEPS = 4096  # of the curves before it, by which its places follow lightness
ONE = 0x8000  # an XYZ of 1
WHITE = np.array([0.9642, 1.0, 0.8249])  # D50
LEVELS = 17  # of each ink among those that are compared


@cache
def both_ways(description: str = "Test press 260%") -> bytes:
    """Return the profile of the press that stands in for others, with a table to its inks."""
    there = press_profile()
    (count,) = struct.unpack_from(">I", there, 128)
    tags = {}
    for number in range(count):
        name, at, size = struct.unpack_from(">4sII", there, 132 + 12 * number)
        tags[name] = there[at : at + size]
    said = description.encode() + b"\0"
    tags[b"desc"] = b"desc\0\0\0\0" + struct.pack(">I", len(said)) + said + bytes(78)
    tags[b"B2A0"] = _to_inks(there)
    at, index, content = 128 + 4 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        tag += bytes(-len(tag) % 4)
        index += struct.pack(">4sII", name, at + len(content), len(tag))
        content += tag
    whole = struct.pack(">I", at + len(content)) + there[4:128]
    return whole + struct.pack(">I", len(tags)) + index + content


@cache
def _to_inks(there: bytes) -> bytes:
    """Return a lut16Type (ICC.1:2010, 10.10): to each place the inks that print most like it."""
    levels = np.linspace(0, 255, LEVELS).round()
    cmy = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1).reshape(-1, 3)
    black = cmy.min(axis=1, keepdims=True)
    under = np.where(black > 127, (black - 127) * 255 / 128, 0)  # black ink for dark colours
    inks = np.concatenate([cmy - under * 0.4, under], axis=1).round().astype(np.uint8)
    row = Image.frombytes("CMYK", (len(inks), 1), inks.tobytes())
    to_lab = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(there)),
        ImageCms.createProfile("LAB"),
        *("CMYK", "LAB"),
        renderingIntent=1,
    )
    seen = np.frombuffer(ImageCms.applyTransform(row, to_lab).tobytes(), np.uint8).reshape(-1, 3)
    printed = seen.astype(float) * (100 / 255, 1, 1)
    printed[:, 1:] = seen.astype(np.int8)[:, 1:]
    side = np.linspace(0, 1, GRID) ** 3
    places = np.stack(np.meshgrid(side, side, side, indexing="ij"), -1).reshape(-1, 3)
    wanted = _lab(places / WHITE)
    apart = (printed**2).sum(axis=1) - 2 * wanted @ printed.T  # squared, but for a constant
    table = inks[apart.argmin(axis=1)]
    curve = (np.minimum(np.linspace(0, 65535 / ONE, STEPS), 1) ** (1 / 3) * 65535).round()
    start = struct.pack(">4s4x4B", b"mft2", 3, 4, GRID, 0)
    start += struct.pack(">9i2H", *(65536 * one for one in (1, 0, 0, 0, 1, 0, 0, 0, 1)), STEPS, 2)
    values = (*np.tile(curve, 3).astype(int), *(table.astype(int) * 257).ravel(), *(0, 65535) * 4)
    return start + struct.pack(f">{len(values)}H", *values)


def _lab(parts: np.ndarray) -> np.ndarray:
    """Return L*a*b* of XYZ in parts of those of white (CIE 15:2004, 8.2.1)."""
    roots = np.where(parts > (6 / 29) ** 3, np.cbrt(parts), parts * (29 / 6) ** 2 / 3 + 4 / 29)
    x, y, z = roots.T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1)
