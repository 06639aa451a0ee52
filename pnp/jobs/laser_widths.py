"""Check widths that a user gives against the range of lasers and materials."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.base.units import EPSILON, Mm
from pnp.definitions.laser_files import load_material
from pnp.game.laser_presets import Material
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.material_options import MaterialOptions
from pnp.laser.beds import LaserPart
from pnp.laser.scheme import Kerf, LaserScheme
from pnp.laser.thin import thin_places

NARROWEST: Mm = 0.01
WIDEST: Mm = 0.5
USUAL: Mm = 0.03  # what the finest beams burn
INCH: Mm = 25.4
DEEPEST = 1 / 3  # of a material's thickness: a pocket
UNEVEN = 0.2  # of a material's thickness: how much a sheet may differ from it


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
            yield (
                f"{option}: {width:g} mm is wider than lasers burn, {USUAL:g} to {WIDEST:g} mm: "
                f"is it {_nearest(width):g} mm? A material file whose kerf_most is {width:g} mm "
                "allows it"
            )
        elif 0 < width < NARROWEST:
            yield (
                f"{option}: {width:g} mm is finer than lasers burn, {USUAL:g} to {WIDEST:g} mm: "
                f"is it {_nearest(width):g} mm? Write 0 for no kerf"
            )
    if options.thickness is not None:
        most = UNEVEN * material.thickness
        if abs(options.thickness - material.thickness) > most + EPSILON:
            yield (
                f"--thickness: {options.thickness:g} mm is not what {material.name} measures, "
                f"{material.thickness - most:g} to {material.thickness + most:g} mm; choose a "
                "material as thick with --material"
            )


def width_faults(options: LaserOptions, material: Material) -> Iterator[str]:
    """Yield the faults of kerf, thickness, inlay and gap."""
    yield from material_faults(options, material)
    kerf = kerf_of(options, material)
    if options.inlay:
        thick = load_material(options.inlay, "--inlay").thickness
        most = DEEPEST * (options.thickness or material.thickness)
        if thick > most + EPSILON:
            yield (
                f"--inlay: {options.inlay} is {thick:g} mm thick, and pockets in {material.name} "
                f"are at most {most:g} mm deep, as there may be some on both sides"
            )
    least = max(0.0, material.gap - min(kerf))
    if options.gap is not None and options.gap < least:
        yield (
            f"--gap: {options.gap:g} mm between parts would burn away in {material.name}, whose "
            f"cuts are {material.gap:g} mm apart or more; write {least:g} or more"
        )


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
        yield (
            f"--gap: {scheme.gap:g} mm of material remain between parts, and "
            f"{material.feature:g} mm is the least in {material.name}"
        )
    found: dict[tuple[str, str], list[str]] = {}
    widths = material.feature, material.gap
    thin = lru_cache(maxsize=None)(lambda shape: tuple(thin_places(shape, scheme.kerf, *widths)))
    for part in parts:
        shape = part.front._replace(scored=(), engraved=())
        for place in thin(shape):
            found.setdefault((part.component, place), []).append(part.name)
    for (component, place), names in found.items():
        have = f"{names[0]} has" if len(names) == 1 else f"{len(names)} parts like {names[0]} have"
        yield f"{component}: {have} {place} in {material.name}"
