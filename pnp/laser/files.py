"""The files of a laser job: passes in each format, pictures of beds, and figures."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from math import fsum
from typing import Any

from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.messages import Message
from pnp.base.path import Path
from pnp.base.units import Mm, format_mm
from pnp.game.presets import Format, LaserTarget
from pnp.laser.beds import LaserPart, moved_to
from pnp.laser.figures import LaserPass, ReportedPlacement, ReportedSheets
from pnp.laser.passes import PlannedPass
from pnp.laser.report import LaserReport, preview
from pnp.laser.settings import WITH_SETTINGS, LaserSettings, bed_look, burns_of, render_bed
from pnp.make.made_files import LaserWork
from pnp.make.pipeline import Written
from pnp.make.summary import counted, made_data
from pnp.scene import Item, Scene, Shape, Style, Text
from pnp.scene.laser_bed import CUTS, Bed, Step

FONT: FontName = "sans-bold"  # of the numbers of pockets
NUMBER: Mm = 2.6  # their size on paper
INK = "#1b1b1b"
HELD = Style(stroke="#b9a98c", stroke_width=0.5)
FRONT = Style(fill="#8c8c8c")
FRONT_LINE = Style(stroke="#8c8c8c", stroke_width=0.35)

StepPicture = Scene | Callable[[float], Scene]

FIGURES = (
    *("name", "parts", "cut_mm", "score_mm", "engrave_mm", "engraved_mm2", "travel_mm"),
    *("burnt_twice_mm", "utilisation", "seconds"),
)
SUMS = ("cut_mm", "score_mm", "engrave_mm", "travel_mm", "seconds")

TOGETHER = (("engrave", (Step.ENGRAVE,)), ("score", (Step.SCORE,)), ("cut", CUTS))
WORDS = {"gcode": "G-code"}


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


def laser_data(written: Written, reports: Sequence[LaserReport]) -> dict[str, Any]:
    """Return the laser files and the figures of each layout as data for JSON."""
    return made_data(written) | {
        "problems": [f"{written.name}: {problem}" for problem in written.problems],
        "layouts": {one.name: layout_data(one) for one in reports},
    }


def layout_data(report: LaserReport) -> dict[str, Any]:
    """Return the figures of a layout as data for JSON."""
    sheets = report.sheets
    return {
        "components": counts(report),
        "left_out": [one._asdict() for one in report.left_out],
        "beds": beds_of(report),
        "sheets": sheets and asdict(sheets),
        **{name: _sum(report.passes, name) for name in SUMS},
        "passes": [{name: getattr(one, name) for name in FIGURES} for one in report.passes],
    }


def work_of(report: LaserReport) -> LaserWork:
    """Return the totals of all passes in a report."""
    sheets = report.sheets.count if report.sheets else None
    sums = {name: _sum(report.passes, name) for name in SUMS}
    return LaserWork(beds_of(report), sheets, **_rounded(sums))


def work_of_pass(laser_pass: LaserPass) -> LaserWork:
    """Return the figures of one pass."""
    beds = 1 if laser_pass.sheet else 0
    return LaserWork(beds, None, **_rounded({name: getattr(laser_pass, name) for name in SUMS}))


def _rounded(figures: Mapping[str, float | None]) -> dict[str, Any]:
    return {name: None if value is None else round(value, 1) for name, value in figures.items()}


def counts(report: LaserReport) -> dict[str, int]:
    """Return the number of parts of each component."""
    return dict(Counter(part.component for part in report.parts))


def _sum(passes: Sequence[LaserPass], name: str) -> float | None:
    """Return the sum of a figure; None if a pass lacks it."""
    figures = [getattr(one, name) for one in passes]
    return None if None in figures else fsum(figures)


def laser_table(reports: Sequence[LaserReport]) -> tuple[list[str], list[list[str]]]:
    """Return column names, and a row for each pass of the laser."""
    timed = any(one.seconds is not None for report in reports for one in report.passes)
    ganged = any(len(counts(report)) > 1 for report in reports)
    columns = ["layout" if ganged else "component", "bed", "parts"]
    columns += ["cut mm", "score mm", "engrave mm", "travel mm"]
    columns += ["used", "burnt twice"] + (["time"] if timed else [])
    rows = []
    for report in reports:
        for one in report.passes:
            row = [report.name, one.name or "1", str(one.parts), *_figures(work_of_pass(one))]
            row[7:7] = [f"{100 * one.utilisation:.0f} %", f"{one.burnt_twice_mm:.3f} mm"]
            rows.append(row[: len(columns)])
        if len(report.passes) > 1:
            row = [report.name, "all", "", *_figures(work_of(report))]
            row[7:7] = ["", ""]
            rows.append(row[: len(columns)])
    return columns, rows


def _figures(work: LaserWork) -> list[str]:
    """Return the lengths and the time as text."""
    lengths = (work.cut_mm, work.score_mm, work.engrave_mm, work.travel_mm)
    minutes, seconds = divmod(round(work.seconds or 0), 60)
    return [*(f"{value:,.1f}" for value in lengths), f"{minutes} min {seconds:02} s"]


def laser_lines(reports: Sequence[LaserReport]) -> Iterator[str]:
    """Yield the contents of each layout, and the sheets of material that it takes."""
    for report in reports:
        if len(counts(report)) > 1:
            parts = ", ".join(f"{key} {count}" for key, count in counts(report).items())
            yield f"{report.name}: {parts}"
        if report.sheets is not None:
            yield from (f"{report.name}: {line}" for line in _sheet_lines(report.sheets, report))


def _sheet_lines(sheets: ReportedSheets, report: LaserReport) -> Iterator[str]:
    """Yield the number of sheets, how they are sawn, and what is left of the last."""
    line = f"{counted(sheets.count, 'sheet')} of {_mm(sheets.size_mm)}"
    if sheets.sawn is not None:
        columns, rows = sheets.sawn
        line += f", sawn into pieces of {_mm(report.scheme.bed)}, {columns * rows} of each sheet"
        line += f"; {counted(beds_of(report), 'piece')} needed"
    yield line
    if sheets.left_mm is not None:
        left = f"{_mm(sheets.left_mm)} left of the last sheet: --sheet {_plain(sheets.left_mm)}"
        if sheets.taken_mm:
            areas = (f"--used {_plain(one.size)}+{one.x:g}+{one.y:g}" for one in sheets.taken_mm)
            left += f", or uncut: --sheet {_plain(sheets.size_mm)} {' '.join(areas)}"
        yield left


def _mm(size: Size) -> str:
    return f"{format_mm(size.width)} x {format_mm(size.height)} mm"


def _plain(size: Size) -> str:
    """Format a size as the options take it."""
    return f"{size.width:g}x{size.height:g}"


def beds_of(report: LaserReport) -> int:
    """Return the number of beds of material; jigs and pins use scrap."""
    return len({one.sheet for one in report.passes if one.sheet})


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
    """Yield a line for each format without engraved areas, and where to find them instead."""
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


def _word(format: str) -> str:
    return WORDS.get(format, format.upper())
