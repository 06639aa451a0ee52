"""Laser settings: options with their target and material loaded."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.definitions.data_files import load_material, load_target
from pnp.game.laser import Format, LaserTarget, Material
from pnp.jobs.laser_options import LaserOptions
from pnp.laser.beds import LaserScheme, Sides
from pnp.laser.kerf import Kerf
from pnp.laser.report import Speeds
from pnp.scene.bed import Bed, BedStyle, OperationStyle, Step

MARGIN: Mm = 3.0
LEAST_GAP: Mm = 1.0


class LaserSettings(NamedTuple):
    """What to cut, out of which material, on which bed and for which target.

    ``sides`` and ``share`` are None where they follow from the piece and the client.
    """

    components: tuple[str, ...]
    formats: tuple[Format, ...]
    client_name: str
    client: LaserTarget
    material_name: str
    material: Material
    kerf: Kerf
    bed: Size
    sides: Sides | None
    share: bool | None
    tabs: tuple[int, Mm] | None
    pierced: bool
    speeds: Speeds | None
    sizes: Mapping[str, str]

    @property
    def room(self) -> Size:
        """The room on the bed that one part may take."""
        taken = 2 * MARGIN + max(self.kerf)
        return Size(self.bed.width - taken, self.bed.height - taken)

    def scheme(self, two_sided: bool) -> LaserScheme:
        """Return how parts are laid out; two-sided ones are turned in place by default."""
        usual = Sides.IN_PLACE if self.tabs is None else Sides.FLIP
        usual = Sides.FRONTS if self.client.shop else usual
        sides = (self.sides or usual) if two_sided else Sides.FRONTS
        can_share = self.client.share and sides is not Sides.IN_PLACE
        if self.share and not can_share:
            why = f"--share: parts that share cuts cannot be turned in place ({Sides.IN_PLACE})"
            refused = f"--share: {self.client.name} takes no cuts that parts share"
            raise UsageError(why if self.client.share else refused)
        share = can_share and self.share is not False and self.tabs is None
        gap = max(LEAST_GAP, self.material.gap)
        return LaserScheme(
            self.bed, self.kerf, gap, MARGIN, share, sides, self.tabs, self.client.one_part
        )


def settings_of(options: LaserOptions) -> LaserSettings:
    """Return the settings that the options describe, with their target and material loaded.

    Raises:
        UsageError: If one of them contradicts another, or the target.
        PnpError: If a file that describes a target or a material has faults.
    """
    client = load_target(options.client)
    if client.shop and options.sides not in (None, Sides.FRONTS):
        raise UsageError(f"--sides: {client.name} burn one side; leave --sides out")
    if faults := tuple(options.faults(frozenset())):
        raise UsageError("\n".join(faults))
    material = load_material(options.material)
    return LaserSettings(
        options.components,
        formats_of(options.formats, client),
        Path(options.client).stem,
        client,
        Path(options.material).stem,
        material,
        options.kerf or options.kerf_from_gauge or Kerf(material.kerf, material.kerf),
        options.bed,
        options.sides,
        options.share,
        options.tabs,
        options.holes,
        options.speeds,
        options.sizes,
    )


def formats_of(named: Sequence[str], client: LaserTarget) -> tuple[Format, ...]:
    """Return the named formats; all that the target reads if there are none.

    Raises:
        UsageError: If the target does not read one of them.
    """
    for format in named:
        if format not in client.formats:
            raise UsageError(
                f"--format: {client.name} does not read {format}; it reads: "
                f"{', '.join(client.formats)}"
            )
    formats = get_args(Format)
    return tuple(format for format in formats if format in named) if named else client.formats


def bed_look(client: LaserTarget, file_format: Format) -> BedStyle:
    """Return how the files of a laser target mark each step in one format."""
    looks = {
        Step(name): OperationStyle(style.color, style.layer or 0, style.filled)
        for name, style in client.steps.items()
        if style.is_in(file_format)
    }
    looks.setdefault(Step.FRAME, looks[Step.OUTER])  # the last of the cuts
    return BedStyle(looks, client.stroke)


def render_bed(file_format: Format, bed: Bed, look: BedStyle) -> bytes:
    """Return a bed as a file; only the back end of its format is imported."""
    match file_format:
        case "svg":
            from pnp.render import bed_svg

            return bed_svg.render(bed, look)
        case "dxf":
            from pnp.render import dxf

            return dxf.render(bed, look)
        case "lbrn2":
            from pnp.render import lbrn2

            return lbrn2.render(bed, look)
