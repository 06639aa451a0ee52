"""The colours of inks on paper for a CMYK picture without a profile: offset on coated paper.

ISO 12647-2:2004 states the colours of solid inks on gloss-coated paper (table 3) and of overprints
of two inks (table 4), and the gain of a 50 % half-tone dot. The Neugebauer equations interpolate:
each mixture is an average of the 16 ways in which dots of four inks lie side by side or over one
another.
"""

import struct
from functools import lru_cache
from itertools import product
from math import fsum, prod

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
