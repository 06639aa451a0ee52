"""The options of ``pnp laser``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.base.fit import Fit, SeamJoint
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.game.paper import PAPERS, Paper
from pnp.jobs.laser_values import (
    read_bed,
    read_client,
    read_fit,
    read_joint,
    read_lid,
    read_material,
    read_mm,
    read_part_sizes,
    read_powers,
    read_sheet,
    read_sides,
    read_speeds,
    read_tabs,
    read_used,
)
from pnp.jobs.material_options import MaterialOptions
from pnp.jobs.options import choices, option, paper_of
from pnp.jobs.output_options import GameOutputOptions

if TYPE_CHECKING:  # the package needs the laser extra, its options do not
    from pnp.laser.joinery.lids import Lid
    from pnp.laser.scheme import Powers, Sides, Speeds

LASER_FORMATS = ("svg", "dxf", "lbrn2", "gcode")


@dataclass(frozen=True)
class LaserOptions(MaterialOptions, GameOutputOptions):
    """What to cut, out of which material, on which bed and for which target.

    Empty ``components`` mean all that rules need, except paper ones. ``formats``, ``kerf``,
    ``sides`` and ``share`` follow from target, material and piece unless given.
    """

    components: tuple[str, ...] = option(
        "The id of a component to cut; by default all that can be cut. May be repeated.",
        lambda _, names: tuple(dict.fromkeys(map(str.lower, names))),
        default=(),
        raw_type=list[str] | None,
        flag="--component",
        metavar="COMPONENT",
        group="pieces",
    )
    gang: bool | None = option(
        "Lay all components out together, as with a rule set, or each by itself.",
        raw_type=bool | None,
        flag="--gang/--no-gang",
        setting=True,
        group="pieces",
    )
    client: str = option(
        "The laser program or shop, or a file that describes one.",
        read_client,
        default="lightburn",
        setting=True,
        metavar="CLIENT",
        group="machine",
    )
    formats: tuple[str, ...] = option(
        "Formats, separated by commas: svg, dxf, lbrn2, gcode; by default all that the client "
        "reads.",
        choices(LASER_FORMATS),
        default=(),
        flag="--format",
        setting=True,
        group="files",
    )
    bed: Size | str = option(
        "The area that the laser reaches, such as 300x200, or a laser by name, such as k40, "
        "or a file that describes one.",
        read_bed,
        default=Size(600, 400),
        default_text="600x400mm",
        setting=True,
        metavar="MACHINE",
        group="machine",
    )
    sheet: Size | None = option(
        "The size of the sheets of material, such as 600x300; by default that of the bed.",
        read_sheet,
        setting=True,
        metavar="WIDTHxHEIGHT",
        group="cutting",
    )
    used: tuple[Rect, ...] = option(
        "A hole or missing corner in the first sheet, such as 120x80+180+0. May be repeated.",
        read_used,
        default=(),
        raw_type=list[str] | None,
        metavar="WxH+X+Y",
        group="cutting",
    )
    sides: "Sides | None" = option(
        "How to align backs: in-place, flip or jig; or fronts (one side only).",
        read_sides,
        metavar="in-place|flip|jig|fronts",
        group="cutting",
    )
    share: bool | None = option(
        "Let neighbouring parts share a cut.",
        raw_type=bool | None,
        flag="--share/--no-share",
        setting=True,
        group="cutting",
    )
    gap: Mm | None = option(
        "The width of material left between parts that share no cut.",
        read_mm,
        setting=True,
        metavar="WIDTH",
        group="cutting",
    )
    tabs: tuple[int, Mm] | None = option(
        "Bridges that hold each part in the sheet, such as 4x0.3mm.",
        read_tabs,
        setting=True,
        metavar="NxWIDTH",
        group="cutting",
    )
    fit: Fit = option(
        "How tightly wooden parts go together: press, slide or loose.",
        read_fit,
        default=Fit.SLIDE,
        setting=True,
        metavar="press|slide|loose",
        group="cutting",
    )
    tray: bool = option(
        "Add a tray for the pieces, made of the same material.",
        default=False,
        group="pieces",
    )
    seam: SeamJoint = option(
        "How to join a board larger than the bed: jigsaw, finger or butt.",
        read_joint,
        default=SeamJoint.JIGSAW,
        setting=True,
        metavar="jigsaw|finger|butt",
        group="cutting",
    )
    lid: "Lid | None" = option(
        "The lid of the tray: none (the default), lift-off, slide-on or hinge.",
        read_lid,
        metavar="none|lift-off|slide-on|hinge",
        group="pieces",
    )
    inlay: str = option(
        "Cut inserts for the engraved areas from this material, or from one that a file describes.",
        read_material,
        default="",
        metavar="MATERIAL",
        group="cutting",
    )
    holes: bool = option(
        "Cut through areas that would be engraved.",
        default=False,
        group="cutting",
    )
    speeds: "Speeds | None" = option(
        "The speeds of your machine in mm/s, for times: "
        "cut=10,score=40,engrave=300,travel=300; passes=2 cuts each line twice.",
        read_speeds,
        flag="--speed",
        setting=True,
        metavar="SPEEDS",
        group="machine",
    )
    powers: "Powers | None" = option(
        "The powers in per cent, for G-code and LBRN2: cut=80,score=15,engrave=25.",
        read_powers,
        flag="--power",
        setting=True,
        metavar="POWERS",
        group="machine",
    )
    sizes: Mapping[str, str] = option(
        "The size of a component, such as tiles=40x60mm. May be repeated.",
        read_part_sizes,
        default={},
        raw_type=list[str] | None,
        flag="--size",
        metavar="COMPONENT=WxH",
        group="pieces",
    )
    paper: Paper = option(
        "The paper of the sheet of steps, such as a4 or letter.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        default_text="a4",
        setting=True,
        metavar="PAPER",
        group="files",
    )
    lang: str = option(
        "The language of the sheet of steps and of words on pieces, such as de.",
        lambda _, text: text.strip().lower(),
        default="",
        setting=True,
        metavar="LANG",
        group="pieces",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that contradicts another."""
        from pnp.laser.scheme import Sides

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
