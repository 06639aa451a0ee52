"""The options of ``pnp laser``, and how their values are read."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, nan

from pnp.base.errors import UnitError, UsageError
from pnp.base.fit import Fit, Lid, SeamJoint
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message, within
from pnp.base.units import Mm, parse_size
from pnp.game.paper import PAPERS, Paper
from pnp.laser.scheme import Kerf, Powers, Sides, Speeds
from pnp.make.options import (
    DeclaredOptions,
    choice,
    choices,
    cutting_option,
    file_option,
    machine_option,
    paper_of,
    piece_option,
    whole_number,
    words_of,
)
from pnp.make.output_options import GameOutputOptions

MOST_BLOCKS = 999  # of a gauge
_SIDE = r"(\d+(?:\.\d+)?)"
_USED = re.compile(rf"{_SIDE}x{_SIDE}\+{_SIDE}\+{_SIDE}", re.ASCII)

LASER_FORMATS = ("svg", "dxf", "lbrn2", "gcode")


def read_mm(option: str, text: str) -> Mm:
    """Parse ``0.15`` or ``0.15mm``."""
    try:
        value = float(text.strip().removesuffix("mm").replace(",", "."))
    except ValueError:
        value = nan
    if not 0 <= value < inf:
        raise UsageError(Message("millimetres", option, written=text))
    return value


def read_kerf(option: str, text: str) -> Kerf:
    """Parse ``0.15``, or ``0.15x0.12`` for across and down."""
    widths = text.lower().removesuffix("mm").split("x")
    if len(widths) > 2 or "" in widths:
        raise UsageError(Message("kerf", option, written=text))
    return Kerf(read_mm(option, widths[0]), read_mm(option, widths[-1]))


def read_gauge(option: str, gauge: tuple[str, ...]) -> Kerf:
    """Compute the kerf from a gauge: n blocks cut from one slot lack n + 1 kerfs."""
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
    from pnp.laser.presets import load_machine

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
    if not count.isdecimal() or not 1 <= int(count[:9]) <= 20 or not bridge:
        raise UsageError(Message("tabs", option, written=text))
    return int(count), read_mm(option, bridge)


def read_client(option: str, name: str) -> str:
    """Check that a target with this id or file can be read."""
    from pnp.laser.presets import load_target

    load_target(name)
    return name


def read_material(option: str, name: str) -> str:
    """Check that a material with this id or file can be read."""
    from pnp.laser.presets import load_material

    load_material(name, option)
    return name


def read_speeds(option: str, text: str) -> Speeds:
    """Parse ``cut=10,score=40,engrave=300,travel=300`` in mm/s, optionally with ``passes=2``."""
    pairs = dict(one.partition("=")[::2] for one in words_of(option, text))
    try:
        passes = int(pairs.pop("passes", "1"))
        speeds = Speeds(**{name: float(value) for name, value in pairs.items()}, passes=passes)
    except (TypeError, ValueError):
        speeds = None
    if speeds is None or not all(0 < value < inf for value in speeds):
        raise UsageError(Message("speeds", option, written=text))
    return speeds


def read_powers(option: str, text: str) -> Powers:
    """Parse ``cut=80,score=15,engrave=25``, in per cent of the machine's power."""
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


@dataclass(frozen=True)
class MaterialOptions(DeclaredOptions):
    """The material to cut, and its measured values; the others follow from the material."""

    material: str = cutting_option(
        "The material, or a file that describes it.",
        read_material,
        default="plywood-3",
        setting=True,
        metavar="MATERIAL",
    )
    thickness: Mm | None = cutting_option(
        "The measured thickness of your sheet; slots and fingers are sized to it.",
        read_mm,
        setting=True,
        metavar="MM",
    )
    kerf: Kerf | None = cutting_option(
        "The width that the beam burns away, such as 0.15, or 0.15x0.12 (across x down).",
        read_kerf,
        setting=True,
        metavar="WIDTH",
    )
    kerf_from_gauge: Kerf | None = cutting_option(
        "Calculate the kerf from the N blocks of a gauge and the measured gap beside them.",
        read_gauge,
        raw_type=tuple[str, str] | None,
        metavar="N GAP",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line if the kerf is given twice."""
        if self.kerf is not None and self.kerf_from_gauge is not None:
            yield Message("kerf_twice", "--kerf-from-gauge")


@dataclass(frozen=True)
class LaserOptions(MaterialOptions, GameOutputOptions):
    """What to cut, out of which material, on which bed and for which target.

    Empty ``components`` mean all that rules need, except paper ones. ``formats``, ``kerf``,
    ``sides`` and ``share`` follow from target, material and piece unless given.
    """

    components: tuple[str, ...] = piece_option(
        "The components to cut, separated by commas; by default all that can be cut.",
        lambda option, names: words_of(option, ",".join(names)),
        default=(),
        raw_type=list[str] | None,
        flag="--component",
        metavar="COMPONENT",
    )
    gang: bool | None = piece_option(
        "Lay all components out together, as with a rule set, or each by itself.",
        raw_type=bool | None,
        flag="--gang/--no-gang",
        setting=True,
    )
    client: str = machine_option(
        "The laser program or shop, or a file that describes one.",
        read_client,
        default="lightburn",
        setting=True,
        metavar="CLIENT",
    )
    formats: tuple[str, ...] = file_option(
        "Formats, separated by commas: svg, dxf, lbrn2, gcode; by default all that the client "
        "reads.",
        choices(LASER_FORMATS),
        default=(),
        flag="--format",
        setting=True,
    )
    bed: Size | str = machine_option(
        "The area that the laser reaches, such as 300x200, or a laser by name, such as k40, "
        "or a file that describes one.",
        read_bed,
        default=Size(600, 400),
        default_text="600x400mm",
        setting=True,
        metavar="MACHINE",
    )
    sheet: Size | None = cutting_option(
        "The size of the sheets of material, such as 600x300; by default that of the bed.",
        read_sheet,
        setting=True,
        metavar="WIDTHxHEIGHT",
    )
    used: tuple[Rect, ...] = cutting_option(
        "A hole or missing corner in the first sheet, such as 120x80+180+0. May be repeated.",
        read_used,
        default=(),
        raw_type=list[str] | None,
        metavar="WxH+X+Y",
    )
    sides: Sides | None = cutting_option(
        "How to align backs: in-place, flip or jig; or fronts (one side only).",
        choice(Sides),
        metavar="in-place|flip|jig|fronts",
    )
    share: bool | None = cutting_option(
        "Let neighbouring parts share a cut.",
        raw_type=bool | None,
        flag="--share/--no-share",
        setting=True,
    )
    gap: Mm | None = cutting_option(
        "The width of material left between parts that share no cut.",
        read_mm,
        setting=True,
        metavar="WIDTH",
    )
    tabs: tuple[int, Mm] | None = cutting_option(
        "Bridges that hold each part in the sheet, such as 4x0.3mm.",
        read_tabs,
        setting=True,
        metavar="NxWIDTH",
    )
    fit: Fit = cutting_option(
        "How tightly wooden parts go together: press, slide or loose.",
        choice(Fit),
        default=Fit.SLIDE,
        setting=True,
    )
    tray: bool = piece_option(
        "Add a tray for the pieces, made of the same material.", default=False
    )
    seam: SeamJoint = cutting_option(
        "How to join a board larger than the bed: jigsaw, finger or butt.",
        choice(SeamJoint),
        default=SeamJoint.JIGSAW,
        setting=True,
        metavar="jigsaw|finger|butt",
    )
    lid: Lid | None = piece_option(
        "The lid of the tray: none (the default), lift-off, slide-on, slide-in or hinge.",
        choice(Lid),
    )
    inlay: str = cutting_option(
        "Cut inserts for the engraved areas from this material, or from one that a file describes.",
        read_material,
        default="",
        metavar="MATERIAL",
    )
    holes: bool = cutting_option("Cut through areas that would be engraved.", default=False)
    speeds: Speeds | None = machine_option(
        "The speeds of your machine in mm/s, for times: "
        "cut=10,score=40,engrave=300,travel=300; passes=2 cuts each line twice.",
        read_speeds,
        flag="--speed",
        setting=True,
        metavar="SPEEDS",
    )
    powers: Powers | None = machine_option(
        "The powers in per cent, for G-code and LBRN2: cut=80,score=15,engrave=25.",
        read_powers,
        flag="--power",
        setting=True,
        metavar="POWERS",
    )
    sizes: Mapping[str, str] = piece_option(
        "The size of a component, such as tiles=40x60mm. May be repeated.",
        read_part_sizes,
        default={},
        raw_type=list[str] | None,
        flag="--size",
        metavar="COMPONENT=WxH",
    )
    paper: Paper = file_option(
        "The paper of the sheet of steps, such as a4 or letter.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        default_text="a4",
        setting=True,
        metavar="PAPER",
    )
    lang: str = piece_option(
        "The language of the sheet of steps and of words on pieces, such as de.",
        lambda _, text: text.strip().lower(),
        default="",
        setting=True,
        metavar="LANG",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that contradicts another."""
        yield from super().faults(given)
        if self.holes and self.sides not in (None, Sides.FRONTS):
            yield Message("holes_sides", "--holes")
        if self.holes and self.inlay:
            yield Message("inlay_holes", "--inlay")
        if self.tabs is not None and self.sides is Sides.IN_PLACE:
            yield Message("tabs_in_place", "--tabs")
        if self.lid is not None and not self.tray:
            yield Message("lid_tray", "--lid")
        if self.tabs is not None and self.share:
            yield Message("tabs_share", "--tabs")
