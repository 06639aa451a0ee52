"""The settings of a laser job: its options applied to target and material, within their range."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

from pnp.base.errors import UsageError
from pnp.base.fit import Stock
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm
from pnp.game.presets import Format, LaserMachine, LaserTarget, Material
from pnp.laser.artwork import thin_places
from pnp.laser.beds import FLIP_MARGIN, LaserPart
from pnp.laser.options import LaserOptions, MaterialOptions
from pnp.laser.presets import load_machine, load_material, load_target
from pnp.laser.scheme import Kerf, LaserScheme, Powers, Sides, Speeds
from pnp.laser.sheets import SawnSheet, ways_to_saw
from pnp.scene.laser_bed import CUTS, Bed, BedStyle, Burn, OperationStyle, Step

NARROWEST: Mm = 0.01
WIDEST: Mm = 0.5
USUAL: Mm = 0.03  # what the finest beams burn
INCH: Mm = 25.4
DEEPEST = 1 / 3  # of a material's thickness: a pocket
UNEVEN = 0.2  # of a material's thickness: how much a sheet may differ from it

MARGIN: Mm = 3.0
WITH_SETTINGS = ("gcode", "lbrn2")  # formats that hold speeds and powers


def kerf_of(options: MaterialOptions, material: Material) -> Kerf:
    """Return the kerf that was given or measured, else the material's."""
    return options.kerf or options.kerf_from_gauge or Kerf(material.kerf, material.kerf)


def material_faults(options: MaterialOptions, material: Material) -> Iterator[str]:
    """Yield a question for each implausible kerf, and for a thickness unlike the material's.

    A kerf of 0 leaves compensation to the machine. A material whose ``kerf_most`` is more than 0.5
    mm allows that much.
    """
    option = "--kerf" if options.kerf is not None else "--kerf-from-gauge"
    kerf = kerf_of(options, material)
    for width in dict.fromkeys(kerf):
        if width > max(WIDEST, material.kerf_most):
            yield Message("kerf_wide", option, mm=f"{width:g}", **_likely(width))
        elif 0 < width < NARROWEST:
            yield Message("kerf_fine", option, mm=f"{width:g}", **_likely(width))
    if options.thickness is not None:
        most = UNEVEN * material.thickness
        if abs(options.thickness - material.thickness) > most + EPSILON:
            yield Message(
                "thickness",
                "--thickness",
                mm=f"{options.thickness:g}",
                material=material.name,
                least=f"{material.thickness - most:g}",
                most=f"{material.thickness + most:g}",
            )


def width_faults(options: LaserOptions, material: Material) -> Iterator[str]:
    """Yield the faults of kerf, thickness, inlay and gap."""
    yield from material_faults(options, material)
    kerf = kerf_of(options, material)
    if options.inlay:
        thick = load_material(options.inlay, "--inlay").thickness
        most = DEEPEST * (options.thickness or material.thickness)
        if thick > most + EPSILON:
            named = {"inlay": options.inlay, "material": material.name}
            yield Message("inlay_thick", "--inlay", mm=f"{thick:g}", most=f"{most:g}", **named)
    least = max(0.0, material.gap - min(kerf))
    if options.gap is not None and options.gap < least:
        given = {"mm": f"{options.gap:g}", "material": material.name, "least": f"{least:g}"}
        yield Message("gap_burnt", "--gap", apart=f"{material.gap:g}", **given)


def _likely(width: Mm) -> dict[str, str]:
    """Return the usual kerfs, and the likely one behind a slip."""
    return {"least": f"{USUAL:g}", "most": f"{WIDEST:g}", "likely": f"{_nearest(width):g}"}


def _nearest(width: Mm) -> Mm:
    """Return the likely kerf behind a slip: a misplaced decimal point, or inches."""
    if USUAL <= width * INCH <= WIDEST:
        return round(width * INCH, 2)
    while width > WIDEST:
        width /= 10
    while width < USUAL:
        width *= 10
    return width


def thin_notes(
    parts: Sequence[LaserPart], material: Material, scheme: LaserScheme
) -> Iterator[str]:
    """Yield a line for a thin gap, and one for all parts of a component that are equally thin."""
    if scheme.gap < material.feature and not scheme.single:
        widths_mm = {"mm": f"{scheme.gap:g}", "least": f"{material.feature:g}"}
        yield Message("thin_gap", "--gap", material=material.name, **widths_mm)
    found: dict[tuple[str, str], list[str]] = {}
    widths = material.feature, material.gap
    thin = lru_cache(maxsize=None)(lambda shape: tuple(thin_places(shape, scheme.kerf, *widths)))
    for part in parts:
        shape = part.front._replace(scored=(), engraved=())
        for place in thin(shape):
            found.setdefault((part.component, place), []).append(part.name)
    for (component, place), names in found.items():
        key = "thin_part" if len(names) == 1 else "thin_parts"
        named = {"part": names[0], "what": place, "material": material.name}
        yield Message(key, component, n=len(names), **named)


class LaserSettings(NamedTuple):
    """Options with their target and material loaded, and the values derived from them.

    ``ways`` are the ways in which a sheet of material can lie on the bed, at least one; ``machine``
    is None if the bed was given as a size.
    """

    options: LaserOptions
    client: LaserTarget
    material: Material
    formats: tuple[Format, ...]
    kerf: Kerf
    machine: LaserMachine | None
    ways: tuple[SawnSheet, ...]

    def room(self, flipped: bool) -> Size:
        """Return the room for one part on the largest piece of material, without pins."""
        taken = 2 * (FLIP_MARGIN if flipped else MARGIN) + max(self.kerf)
        return Size(*(side - taken for side in self.ways[0].piece))

    @property
    def sides(self) -> Sides:
        """How backs are aligned with fronts of parts that have any."""
        usual = Sides.IN_PLACE if self.options.tabs is None else Sides.FLIP
        return self.options.sides or (Sides.FRONTS if self.client.shop else usual)

    @property
    def stock(self) -> Stock:
        """The material, for parts that are joined."""
        material = self.material
        return Stock(material.thickness, self.options.fit, material.feature)

    @property
    def suggestion(self) -> str:
        """A note for a user who names a machine but no program, and gets another one's files."""
        machine, usual = self.machine, LaserOptions.client
        if machine is None or self.options.client != usual or usual in machine.clients:
            return ""
        client = load_target(machine.clients[0])
        named = {"machine": machine.name, "client": client.name, "id": client.id}
        return Message("mostly_driven", **named)

    def ganged(self, of_rule_set: bool, components: int) -> bool:
        """Return whether parts of several components lie on one bed.

        By default those of rule sets do, and a tray for one component lies beside its pieces.
        """
        gang = self.options.gang
        if gang and self.client.one_part:
            raise UsageError(Message("one_part", "--gang", client=self.client.name))
        usual = of_rule_set or (self.options.tray and components == 1)
        return usual and not self.client.one_part if gang is None else gang

    def scheme(self, two_sided: bool) -> LaserScheme:
        """Return the layout scheme; two-sided parts are turned in place by default."""
        tabs, share = self.options.tabs, self.options.share
        sides = self.sides if two_sided else Sides.FRONTS
        if share and not (self.client.share and sides is not Sides.IN_PLACE):
            key = "share_in_place" if self.client.share else "share_refused"
            raise UsageError(Message(key, "--share", client=self.client.name))
        shared = self.client.share and share is not False and tabs is None
        gap = self._gap(held=sides is Sides.IN_PLACE or tabs is not None)
        bed, single = self.ways[0].piece, self.client.one_part
        used = self.options.used
        return LaserScheme(bed, self.kerf, gap, MARGIN, shared, sides, tabs, single, used)

    def _gap(self, held: bool) -> Mm:
        """Return the gap between parts; if it has to hold them, the material's web."""
        if self.options.gap is not None:
            return self.options.gap
        return self.material.web if held else self.material.feature


def settings_of(options: LaserOptions) -> LaserSettings:
    """Return the settings for options.

    Raises:
        UsageError: If one of them contradicts another, or the target.
        PnpError: If the file of a target or a material has faults.
    """
    client = load_target(options.client)
    if client.shop and options.sides not in (None, Sides.FRONTS):
        raise UsageError(Message("shop_sides", "--sides", client=client.name))
    if options.inlay and "engrave" not in client.steps:
        raise UsageError(Message("shop_inlay", "--inlay", client=client.name))
    material = load_material(options.material)
    if faults := (*options.faults(frozenset()), *width_faults(options, material)):
        raise UsageError(*faults)
    if options.thickness is not None:
        material = material.model_copy(update={"thickness": options.thickness})
    formats = _measured_formats(options, client)
    machine = None
    bed = options.bed
    if isinstance(bed, str):
        machine = load_machine(bed)
        bed = machine.bed
    ways = ways_to_saw(options.sheet or bed, bed)
    if faults := tuple(_sheet_faults(options, client, ways)):
        raise UsageError(*faults)
    kerf = kerf_of(options, material)
    return LaserSettings(options, client, material, formats, kerf, machine, ways)


def _measured_formats(options: LaserOptions, client: LaserTarget) -> tuple[Format, ...]:
    """Return the formats to make; G-code is one of them if speeds and powers are given."""
    formats = formats_of(options.formats, client)
    if "gcode" in formats and not (options.speeds and options.powers):
        formats = tuple(format for format in formats if format != "gcode")
        if not formats or "gcode" in options.formats:
            raise UsageError(Message("gcode", "--format gcode"))
    if options.powers and not (options.speeds and any(one in WITH_SETTINGS for one in formats)):
        readable = [one for one in client.formats if one in WITH_SETTINGS]
        key = "power_format" if options.speeds else "power_speed"
        if not readable:
            key = "power_unread"
        formats_read = " or ".join(readable)
        raise UsageError(Message(key, "--power", formats=formats_read, client=client.name))
    return formats


def _sheet_faults(
    options: LaserOptions, client: LaserTarget, ways: Sequence[SawnSheet]
) -> Iterator[str]:
    """Yield the faults of sheets of material for a target and a bed."""
    if client.one_part and (options.sheet or options.used):
        flag = "--sheet" if options.sheet else "--used"
        yield Message("own_sheets", flag, client=client.name)
    if options.used and not ways[0].whole:
        yield Message("used_in_pieces", "--used")
    elif options.used and ways[0].turned:
        yield Message("used_rotated", "--used", sheet=plain_size(ways[0].piece))
    for area in options.used:
        if not Rect(0, 0, *ways[0].sheet).contains(area):
            place = f"{plain_size(area.size)}+{area.x:g}+{area.y:g}"
            sheet = plain_size(ways[0].sheet)
            yield Message("used_beyond", "--used", given=place, sheet=sheet)


def plain_size(size: Size) -> str:
    """Format a size in mm as options take it."""
    return f"{size.width:g}x{size.height:g}"


def formats_of(named: Sequence[str], client: LaserTarget) -> tuple[Format, ...]:
    """Return the named formats; the usual ones of the target if there are none.

    Raises:
        UsageError: If the target does not read one of them.
    """
    for format in named:
        if format not in client.formats:
            known = ", ".join(client.formats)
            raise UsageError(
                Message("unread_format", "--format", client=client.name, format=format, known=known)
            )
    formats = get_args(Format)
    return tuple(format for format in formats if format in named) if named else client.usual_formats


def bed_look(client: LaserTarget, file_format: Format) -> BedStyle:
    """Return how the files of a laser target mark each step in one format."""
    looks = {
        Step(name): OperationStyle(style.color, style.layer or 0, style.filled)
        for name, style in client.steps.items()
        if style.is_in(file_format)
    }
    looks.setdefault(Step.FRAME, looks[Step.OUTER])  # the last of the cuts
    return BedStyle(looks, client.stroke)


def burns_of(speeds: Speeds, powers: Powers) -> dict[Step, Burn]:
    """Return the settings of each step; cuts take the number of passes in the speeds."""
    cut = Burn(speeds.cut, powers.cut, speeds.passes)
    score, engrave = Burn(speeds.score, powers.score), Burn(speeds.engrave, powers.engrave)
    return {Step.ENGRAVE: engrave, Step.SCORE: score, **dict.fromkeys(CUTS, cut)}


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
            from pnp.laser import lbrn2

            return lbrn2.render(bed, look)
        case "gcode":
            from pnp.laser import gcode
            from pnp.laser.engraving import OVERSCAN, sweeps_of

            engraved = (one.paths for one in bed.operations if one.step is Step.ENGRAVE)
            sweeps = sweeps_of([path for paths in engraved for path in paths])
            return gcode.render(bed, look, sweeps, OVERSCAN)
