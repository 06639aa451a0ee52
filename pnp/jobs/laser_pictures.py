"""The pictures on a step sheet: beds, and how parts lie in a jig."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.path import Path
from pnp.base.units import Mm
from pnp.laser.beds import LaserPart, moved_to
from pnp.laser.passes import PlannedPass
from pnp.laser.report import LaserReport, preview
from pnp.records.laser_report import ReportedPlacement
from pnp.scene import Item, Scene, Shape, Style, Text
from pnp.scene.bed import CUTS, Bed

FONT: FontName = "sans-bold"  # of the numbers of pockets
NUMBER: Mm = 2.6  # their size on paper
INK = "#1b1b1b"
HELD = Style(stroke="#b9a98c", stroke_width=0.5)
FRONT = Style(fill="#8c8c8c")
FRONT_LINE = Style(stroke="#8c8c8c", stroke_width=0.35)

StepPicture = Scene | Callable[[float], Scene]


def cuts_of(bed: Bed) -> tuple[Path, ...]:
    """Return all cuts on a bed."""
    return tuple(path for one in bed.operations if one.step in CUTS for path in one.paths)


def bed_picture(planned: PlannedPass, held: Sequence[Path]) -> Scene:
    """Draw a bed, with thin outlines for the holes that parts lie in with their backs up."""
    picture = preview(planned.bed)
    if planned.kind != "backs" or cuts_of(planned.bed):
        return picture
    return _on_sheet(picture, [Shape(tuple(held), HELD)], picture.items[1:])


def numbered_picture(planned: PlannedPass, report: LaserReport) -> StepPicture:
    """Draw a jig with its pockets numbered in the order of its parts."""
    numbers = _numbers(planned.placements, report)
    return partial(_with_numbers, preview(planned.bed), tuple(numbers))


def laying_picture(planned: PlannedPass, held: Sequence[Path], parts: Sequence[LaserPart]) -> Scene:
    """Draw the pockets of a jig, each with the front of the part that lies in it face down."""
    fronts: list[Item] = []
    for place in planned.placements:
        front = moved_to(parts[place.part].front, place)
        fronts.append(Shape(front.engraved, FRONT))
        fronts.append(Shape(front.scored, FRONT_LINE))
    shown = [one for one in fronts if isinstance(one, Shape) and one.paths]
    return _on_sheet(preview(planned.bed), [Shape(tuple(held), HELD)], shown)


def _on_sheet(picture: Scene, *layers: Iterable[Item]) -> Scene:
    """Return a picture of a bed with other layers on its sheet."""
    items = (item for layer in layers for item in layer)
    return picture._replace(items=(picture.items[0], *items))


def _numbers(
    places: Iterable[ReportedPlacement], report: LaserReport
) -> Iterator[tuple[Point, str]]:
    """Yield the centres of pockets with their numbers."""
    for number, place in enumerate(places, start=1):
        size = report.parts[place.part].size
        room = Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))
        yield room.center, str(number)


def _with_numbers(picture: Scene, places: Iterable[tuple[Point, str]], scale: float) -> Scene:
    """Return a picture with numbers at a fixed size on paper."""
    size = NUMBER / scale
    items: list[Item] = []
    for middle, number in places:
        at = middle.moved(-text_width(number, FONT, size) / 2, cap_height(FONT) * size / 2)
        items.append(Text(at, number, FONT, size, INK))
    return picture._replace(items=(*picture.items, *items))
