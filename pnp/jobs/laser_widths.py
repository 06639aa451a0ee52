"""Check widths that a user gives against the range of lasers and materials."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.base.messages import Message
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
