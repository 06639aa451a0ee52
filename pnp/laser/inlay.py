"""Inlays: inserts of another material for engraved areas, which are their pockets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Transform
from pnp.base.path import Path, path_bounds
from pnp.base.units import Mm, format_mm
from pnp.laser.areas import area_of
from pnp.laser.artwork import Artwork, thin_places
from pnp.laser.assembly import AssemblyStage
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.panels import NEAR, RIGHT, UP, Plate, Pose, Vector
from pnp.laser.joinery.view import draw_plates, facets
from pnp.laser.kerf import inward, outward
from pnp.laser.parts import PartSet
from pnp.laser.presets import load_material
from pnp.laser.scheme import Kerf
from pnp.laser.settings import LaserSettings
from pnp.laser.words import StepTexts, laser_words
from pnp.scene import Scene

ABOVE = 3.0  # thicknesses of a piece between it and its inserts in the picture


class Insert(NamedTuple):
    """An insert at the origin, and the top left of its place on the piece."""

    side: Artwork
    place: Point


class Inlay(NamedTuple):
    """The inserts for one side of a piece, and the number of areas too fine for one."""

    inserts: tuple[Insert, ...]
    too_fine: int = 0


def inlay_for(side: Artwork, clearance: Mm, feature: Mm, gap: Mm, kerf: Kerf) -> Inlay:
    """Return an insert for each engraved area, smaller than its pocket by the clearance.

    Areas get none if the insert would be narrower than ``feature``, or its cuts nearer than
    ``gap``.
    """
    inserts: list[Insert] = []
    too_fine = 0
    for outline, islands in _areas(side.engraved):
        try:
            edge = _moved(outline, -clearance)
            holes = tuple(_moved(island, clearance) for island in islands)
        except LayoutError:
            too_fine += 1
            continue
        if any(thin_places(Artwork(edge, holes), kerf, feature, gap)):
            too_fine += 1
            continue
        bounds = path_bounds(edge)
        insert = Artwork(edge, holes).placed(Transform.move(-bounds.x, -bounds.y))
        inserts.append(Insert(insert, Point(bounds.x, bounds.y)))
    return Inlay(tuple(inserts), too_fine)


def _areas(engraved: Sequence[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """Yield the outlines of engraved areas, each with its bare islands."""
    areas = [area_of(path) for path in engraved]
    around = [
        [n for n, other in enumerate(areas) if n != number and other.contains(area)]
        for number, area in enumerate(areas)
    ]
    for number, path in enumerate(engraved):
        if len(around[number]) % 2 == 0:
            inside = len(around[number]) + 1
            yield (
                path,
                [engraved[n] for n, by in enumerate(around) if number in by and len(by) == inside],
            )


def _moved(outline: Path, by: Mm) -> Path:
    """Return an outline offset outwards, or inwards by a negative distance."""
    if not by:
        return outline
    beam = Kerf(abs(by), abs(by))
    return outward(outline, beam) if by > 0 else inward(outline, beam)


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
    return draw_plates(there).scene


def _lying(x: float, y: float, high: float) -> Pose:
    return Pose(Vector(0, 0, 0).plus(RIGHT, x).plus(NEAR, y).plus(UP, high), RIGHT, NEAR)
