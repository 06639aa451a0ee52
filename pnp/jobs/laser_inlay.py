"""The inlay of a laser job: inserts of another material for engraved areas."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from pnp.base.units import format_mm
from pnp.definitions.laser_files import load_material
from pnp.jobs.laser_assembly import AssemblyStage
from pnp.jobs.laser_parts import PartSet
from pnp.jobs.laser_settings import LaserSettings
from pnp.jobs.laser_words import StepTexts, laser_words
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.inlay import Inlay, inlay_for
from pnp.laser.joinery.panels import NEAR, RIGHT, UP, Plate, Pose, Vector
from pnp.laser.joinery.solid import facets
from pnp.laser.joinery.view import picture
from pnp.laser.scheme import Kerf
from pnp.scene import Scene

ABOVE = 3.0  # thicknesses of a piece between it and its inserts in the picture


class InlaySet(NamedTuple):
    """The inserts for a set of parts, a picture, and the number of areas too fine for one."""

    inserts: PartSet
    stage: AssemblyStage
    too_fine: int


def inlay_settings(settings: LaserSettings) -> LaserSettings:
    """Return the settings for sheets of the inserts' material.

    Raises:
        PnpError: If there is no such material, or its file has faults.
    """
    material = load_material(settings.options.inlay)
    options = replace(settings.options, used=(), thickness=None, sides=None, gap=None)
    kerf = Kerf(material.kerf, material.kerf)
    return settings._replace(options=options, material=material, kerf=kerf)


def inlay_of(own: PartSet, settings: LaserSettings, lang: str) -> InlaySet | None:
    """Return the inserts for all engraved areas of parts; None if there are none."""
    within = inlay_settings(settings)
    clearance, bears = settings.options.fit.clearance, within.material
    known = lru_cache(maxsize=None)(
        lambda side: inlay_for(side, clearance, bears.feature, bears.gap, within.kerf)
    )
    parts: list[LaserPart] = []
    fine = 0
    for part in own.parts:
        found: list[Inlay] = [known(side) for side in (part.front, part.back) if side is not None]
        fine += sum(one.too_fine for one in found)
        inserts = [insert.side for one in found for insert in one.inserts]
        parts += [
            LaserPart(part.component, f"{part.name} {number}", side)
            for number, side in enumerate(inserts, start=1)
        ]
    if not parts:
        return None
    shown = max(own.parts, key=lambda part: len(known(part.front).inserts))
    scene = _draw(shown.front, known(shown.front), settings, within)
    texts = StepTexts(laser_words(lang), within)
    words = texts.words.assembly
    depth = texts.decimal(format_mm(within.material.thickness))
    says = words["inlay"].format(depth=depth, material=texts.material)
    title = f"{own.title} · {words['inserts']}"
    made = PartSet(f"{own.name}-inlay", title, tuple(parts), within)
    return InlaySet(made, AssemblyStage(shown.component, scene, says), fine)


def _draw(side: Artwork, inlay: Inlay, settings: LaserSettings, within: LaserSettings) -> Scene:
    """Draw a piece that lies flat, with its inserts above it."""
    thickness, thin = settings.material.thickness, within.material.thickness
    there = list(facets(Plate("piece", side, _lying(0, 0, thickness)), thickness))
    high = (1 + ABOVE) * thickness
    for number, insert in enumerate(inlay.inserts):
        plate = Plate(str(number), insert.side, _lying(*insert.place, high))
        there += facets(plate, thin)
    return picture(there)


def _lying(x: float, y: float, high: float) -> Pose:
    return Pose(Vector(0, 0, 0).plus(RIGHT, x).plus(NEAR, y).plus(UP, high), RIGHT, NEAR)
