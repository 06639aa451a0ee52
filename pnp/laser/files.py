"""The files of a laser job: passes in each format, and pictures of beds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from pnp.base.fonts import text_width
from pnp.base.geometry import Rect, Transform
from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.game.presets import Format, LaserTarget
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart, moved_to
from pnp.laser.labels import FONT, Label, draw_labels, label_of, lettered
from pnp.laser.passes import PlannedPass
from pnp.laser.report import LaserReport, preview
from pnp.laser.scheme import ReportedPlacement
from pnp.laser.settings import WITH_SETTINGS, LaserSettings, bed_look, burns_of, render_bed
from pnp.scene import Item, Scene, Shape, Style
from pnp.scene.laser_bed import CUTS, Bed, Step

NUMBER: Mm = 2.6  # the size on paper of the numbers of pockets, and the largest of labels
ON_SCREEN = 0.5  # the scale at which a bed is seen
MIRROR = Transform(a=-1.0)
HELD = Style(stroke="#b9a98c", stroke_width=0.5)
FRONT = Style(fill="#8c8c8c")
FRONT_LINE = Style(stroke="#8c8c8c", stroke_width=0.35)

StepPicture = Scene | Callable[[float], Scene]


TOGETHER = (("engrave", (Step.ENGRAVE,)), ("score", (Step.SCORE,)), ("cut", CUTS))
WORDS = {"gcode": "G-code"}


def bed_picture(
    planned: PlannedPass, parts: Sequence[LaserPart], scale: float = ON_SCREEN
) -> Scene:
    """Draw a bed with the labels of its parts, and thin outlines of those that it does not cut."""
    figure = bed_figure(planned, parts)
    return figure if isinstance(figure, Scene) else figure(scale)


def bed_figure(planned: PlannedPass, parts: Sequence[LaserPart]) -> StepPicture:
    """Draw a bed as :func:`bed_picture` does, for any scale."""
    picture, labels = preview(planned.bed), tuple(_labels(planned, parts))
    picture = _on_sheet(picture, _held(planned), picture.items[1:])
    return partial(_labelled, picture, labels) if labels else picture


def _labelled(picture: Scene, labels: Sequence[Label], scale: float) -> Scene:
    return picture._replace(items=(*picture.items, *draw_labels(labels, NUMBER, scale)))


def _held(planned: PlannedPass) -> Iterator[Item]:
    if planned.lying:
        yield Shape(planned.lying, HELD)


def _labels(planned: PlannedPass, parts: Sequence[LaserPart]) -> Iterator[Label]:
    """Yield the labels of the parts that lie on a bed; those in the scrap of a jig have none."""
    for place in planned.placements if planned.parts else ():
        part = parts[place.part]
        if part.label:
            side = part.front
            if planned.kind == "backs":
                side = part.back or Artwork(side.outline, side.holes).placed(MIRROR)
            yield label_of(side, place.turn, part.label).moved(place.x, place.y)


def numbered_picture(planned: PlannedPass, report: LaserReport) -> StepPicture:
    """Draw a jig with its pockets numbered in the order of its parts."""
    pockets = tuple(_pockets(planned.placements, report))
    return partial(_with_numbers, preview(planned.bed), pockets)


def laying_picture(planned: PlannedPass, parts: Sequence[LaserPart]) -> Scene:
    """Draw the pockets of a jig, each with the front of the part that lies in it face down."""
    fronts: list[Item] = []
    for place in planned.placements:
        front = moved_to(parts[place.part].front, place)
        fronts.append(Shape(front.engraved, FRONT))
        fronts.append(Shape(front.scored, FRONT_LINE))
    shown = [one for one in fronts if isinstance(one, Shape) and one.paths]
    return _on_sheet(preview(planned.bed), _held(planned), shown)


def _on_sheet(picture: Scene, *layers: Iterable[Item]) -> Scene:
    """Return a picture of a bed with other layers on its sheet."""
    items = (item for layer in layers for item in layer)
    return picture._replace(items=(picture.items[0], *items))


def _pockets(places: Iterable[ReportedPlacement], report: LaserReport) -> Iterator[Rect]:
    for place in places:
        size = report.parts[place.part].size
        yield Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))


def _with_numbers(picture: Scene, pockets: Sequence[Rect], scale: float) -> Scene:
    """Return a picture with numbers at one size, at most as large on paper as pockets allow."""
    numbers = {str(number): pocket for number, pocket in enumerate(pockets, start=1)}
    fitting = (pocket.width / text_width(number, FONT, 1) for number, pocket in numbers.items())
    size = min(NUMBER / scale, *fitting, *(pocket.height for pocket in pockets))
    items = (lettered(number, pocket.center, size) for number, pocket in numbers.items())
    return picture._replace(items=(*picture.items, *items))


def bed_files(stem: str, bed: Bed, settings: LaserSettings) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file of a bed; names begin with ``stem``."""
    options = settings.options
    for format in settings.formats:
        look = bed_look(settings.client, format)
        if format in WITH_SETTINGS and options.speeds and options.powers:
            look = look._replace(burns=burns_of(options.speeds, options.powers))
        for name, part in beds_of_files(stem, bed, settings.client):
            yield f"{name}.{format}", render_bed(format, part, look)


def beds_of_files(stem: str, bed: Bed, client: LaserTarget) -> Iterator[tuple[str, Bed]]:
    """Yield the name of each file of a bed, without its suffix, and its part of the bed.

    A program that takes a file for each step gets all cuts in one: they share a setting.
    """
    if not client.file_a_step:
        yield stem, bed
        return
    number = 0
    for name, steps in TOGETHER:
        if operations := tuple(one for one in bed.operations if one.step in steps):
            number += 1
            yield f"{stem}-{number}-{name}", bed._replace(operations=operations)


def formats_without_areas(
    settings: LaserSettings, beds: Iterable[Bed]
) -> tuple[tuple[Format, ...], tuple[Format, ...]]:
    """Return the formats that omit engraved areas, and those with only their outlines."""
    style = settings.client.steps.get(Step.ENGRAVE)
    steps = {operation.step for bed in beds for operation in bed.operations}
    if style is None or Step.ENGRAVE not in steps:
        return (), ()
    left_out = tuple(format for format in settings.formats if not style.is_in(format))
    return left_out, tuple(format for format in settings.formats if format in style.outlines)


def format_notes(settings: LaserSettings, beds: Iterable[Bed]) -> Iterator[str]:
    """Yield a line for each format that lacks engraved areas, or that the program rescales."""
    left_out, outlined = formats_without_areas(settings, beds)
    name = settings.client.name
    lacking = (*left_out, *outlined)
    whole = [format for format in settings.client.formats if format not in lacking]
    instead = Message("take_instead", formats=" or ".join(map(_word, whole))) if whole else ""
    if "gcode" in whole and "gcode" not in settings.formats:
        instead = Message("gcode_instead")
    for key, formats in (("no_areas", left_out), ("outlines", outlined)):
        for format in formats:
            yield Message(key, format=_word(format), client=name, instead=instead)
    yield from rescaled_notes(settings.formats, settings.client)


def rescaled_notes(formats: Iterable[str], client: LaserTarget) -> Iterator[str]:
    """Yield a line for each format that the program fits to its own bed."""
    for format in formats:
        if format in client.rescaled:
            instead = " or ".join(map(_word, client.usual_formats))
            yield Message("rescaled", format=_word(format), client=client.name, formats=instead)


def _word(format: str) -> str:
    return WORDS.get(format, format.upper())
