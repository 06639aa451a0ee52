"""Readers for the values of ``pnp laser``'s options."""

import re
from math import inf, nan
from typing import TYPE_CHECKING

from pnp.base.errors import UnitError, UsageError
from pnp.base.fit import Fit, SeamJoint
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message, within
from pnp.base.units import Mm, parse_size
from pnp.jobs.options import one_of, whole_number, words_of

if TYPE_CHECKING:  # the package needs the laser extra, its options do not
    from pnp.laser.joinery.lids import Lid
    from pnp.laser.scheme import Kerf, Powers, Sides, Speeds

MOST_BLOCKS = 999  # of a gauge
_SIDE = r"(\d+(?:\.\d+)?)"
_USED = re.compile(rf"{_SIDE}x{_SIDE}\+{_SIDE}\+{_SIDE}", re.ASCII)


def read_mm(option: str, text: str) -> Mm:
    """Parse ``0.15`` or ``0.15mm``."""
    try:
        value = float(text.strip().removesuffix("mm").replace(",", "."))
    except ValueError:
        value = nan
    if not 0 <= value < inf:
        raise UsageError(Message("millimetres", option, written=text))
    return value


def read_kerf(option: str, text: str) -> "Kerf":
    """Parse ``0.15``, or ``0.15x0.12`` for across and down."""
    from pnp.laser.scheme import Kerf

    widths = text.lower().removesuffix("mm").split("x")
    if len(widths) > 2 or "" in widths:
        raise UsageError(Message("kerf", option, written=text))
    return Kerf(read_mm(option, widths[0]), read_mm(option, widths[-1]))


def read_gauge(option: str, gauge: tuple[str, ...]) -> "Kerf":
    """Compute the kerf from a gauge: n blocks cut from one slot lack n + 1 kerfs."""
    from pnp.laser.scheme import Kerf

    if len(gauge) != 2:
        raise UsageError(Message("gauge", option))
    kerf = read_mm(option, gauge[1]) / (whole_number(1, MOST_BLOCKS)(option, gauge[0]) + 1)
    return Kerf(kerf, kerf)


def read_sheet(option: str, text: str) -> Size:
    """Parse ``300x200``, in mm unless it has a unit."""
    try:
        return Size(*parse_size(text if text[-1:].isalpha() else f"{text}mm"))
    except UnitError as error:
        raise UsageError(*within(option, error.faults)) from None


def read_bed(option: str, text: str) -> Size | str:
    """Parse a size, or check that a laser with this id or file can be read."""
    if text[:1].isdecimal():
        return read_sheet(option, text)
    from pnp.definitions.laser_files import load_machine

    load_machine(text)
    return text


def read_used(option: str, texts: list[str]) -> tuple[Rect, ...]:
    """Parse ``120x80+180+0``: width and height in mm, distances from the left and the top."""
    found = []
    for text in texts:
        match = _USED.fullmatch(text.strip().lower().replace(",", ".").removesuffix("mm"))
        sides = [float(side) for side in match.groups()] if match else [0.0]
        if not match or min(sides[:2]) <= 0:
            raise UsageError(Message("used_area", option, written=text))
        width, height, x, y = sides
        found.append(Rect(x, y, width, height))
    return tuple(found)


def read_tabs(option: str, text: str) -> tuple[int, Mm]:
    """Parse ``4x0.3mm``: four bridges of 0.3 mm."""
    count, _, bridge = text.partition("x")
    if not count.isdecimal() or not 1 <= int(count) <= 20 or not bridge:
        raise UsageError(Message("tabs", option, written=text))
    return int(count), read_mm(option, bridge)


def read_client(option: str, name: str) -> str:
    """Check that a target with this id or file can be read."""
    from pnp.definitions.laser_files import load_target

    load_target(name)
    return name


def read_material(option: str, name: str) -> str:
    """Check that a material with this id or file can be read."""
    from pnp.definitions.laser_files import load_material

    load_material(name, option)
    return name


def read_fit(option: str, text: str) -> Fit:
    """Parse how tightly parts go together."""
    return Fit(one_of(option, text, tuple(Fit)))


def read_joint(option: str, text: str) -> SeamJoint:
    """Parse how the parts of a board go together."""
    return SeamJoint(one_of(option, text, tuple(SeamJoint)))


def read_lid(option: str, text: str) -> "Lid":
    """Parse how a tray is closed."""
    from pnp.laser.joinery.lids import Lid

    return Lid(one_of(option, text, tuple(Lid)))


def read_sides(option: str, text: str) -> "Sides":
    """Parse which sides are engraved, and how."""
    from pnp.laser.scheme import Sides

    return Sides(one_of(option, text, tuple(Sides)))


def read_speeds(option: str, text: str) -> "Speeds":
    """Parse ``cut=10,score=40,engrave=300,travel=300`` in mm/s, optionally with ``passes=2``."""
    from pnp.laser.scheme import Speeds

    pairs = dict(one.partition("=")[::2] for one in words_of(option, text))
    try:
        passes = int(pairs.pop("passes", "1"))
        speeds = Speeds(**{name: float(value) for name, value in pairs.items()}, passes=passes)
    except (TypeError, ValueError):
        speeds = None
    if speeds is None or not all(0 < value < inf for value in speeds):
        raise UsageError(Message("speeds", option, written=text))
    return speeds


def read_powers(option: str, text: str) -> "Powers":
    """Parse ``cut=80,score=15,engrave=25``, in per cent of the machine's power."""
    from pnp.laser.scheme import Powers

    pairs = dict(one.partition("=")[::2] for one in words_of(option, text))
    try:
        powers = Powers(**{name: float(value.rstrip("%")) for name, value in pairs.items()})
    except (TypeError, ValueError):
        powers = None
    if powers is None or not all(0 < value <= 100 for value in powers):
        raise UsageError(Message("powers", option, written=text))
    return powers


def read_part_sizes(option: str, texts: list[str]) -> dict[str, str]:
    """Parse ``tiles=40x60mm``: sizes by component, to be checked against the game."""
    sizes = {}
    for text in texts:
        component_id, equals, size = text.partition("=")
        if not equals:
            raise UsageError(Message("whose_size", option, size=text))
        sizes[component_id.strip().lower()] = size
    return sizes
