"""The report on a set of parts: its passes, their figures and previews, as data and as a table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple

from shapely import LineString

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import RECURRING, Line, Path, flattened, polygon, rectangle
from pnp.base.units import Mm, format_mm
from pnp.laser.areas import area
from pnp.laser.beds import LaserPart
from pnp.laser.cuts import burnt_twice, length
from pnp.laser.engraving import sweep
from pnp.laser.order import end_of, travel
from pnp.laser.passes import PlannedPass
from pnp.laser.scheme import LaserPass, LaserScheme, LeftOutFaces, ReportedSheets, Speeds
from pnp.laser.settings import plain_size
from pnp.make.made_files import LaserWork
from pnp.make.pipeline import Written
from pnp.make.summary import counted, made_data
from pnp.scene import Scene, Shape, Style
from pnp.scene.laser_bed import CUTS, Bed, Step

_DIGITS = 4
_burnt_twice = lru_cache(maxsize=16)(burnt_twice)  # full beds of equal parts are cut alike

FIGURES = (
    *("name", "parts", "cut_mm", "score_mm", "engrave_mm", "engraved_mm2", "travel_mm"),
    *("burnt_twice_mm", "utilisation", "seconds"),
)
SUMS = ("cut_mm", "score_mm", "engrave_mm", "travel_mm", "seconds")

# Previews.
LINE: Mm = 0.35
VISIBLE: Mm = 0.1  # the smallest detail worth a chord
MANY = 12  # chords; a path with fewer is not simplified
STYLES: dict[Step, Style] = {
    Step.ENGRAVE: Style(fill="#b08a5b"),
    Step.SCORE: Style(stroke="#2f6fb7", stroke_width=LINE),
    Step.INNER: Style(stroke="#8a2be2", stroke_width=LINE),
    Step.OUTER: Style(stroke="#c8102e", stroke_width=LINE),
    Step.FRAME: Style(stroke="#1b1b1b", stroke_width=LINE),
    Step.GUIDE: Style(stroke="#7f7f7f", stroke_width=LINE / 2, dash=(2.0, 1.5)),
}
SHEET = Style(fill="#f6ead6", stroke="#b9a98c", stroke_width=LINE)


class LaserReport(NamedTuple):
    """A set of parts that are laid out together, and the passes that make them.

    The files are named after ``name``: the id of a component, a rule set or a game.
    """

    name: str
    scheme: LaserScheme
    parts: Sequence[LaserPart]
    passes: tuple[LaserPass, ...]
    sheets: ReportedSheets | None
    left_out: tuple[LeftOutFaces, ...]


def measure(planned: PlannedPass, files: Iterable[str], speeds: Speeds | None = None) -> LaserPass:
    """Return the figures of a pass for the report; its ``files`` are listed by name."""
    bed = planned.bed
    cuts, scores = _paths(bed, *CUTS), _paths(bed, Step.SCORE)
    areas = _paths(bed, Step.ENGRAVE)
    sweeps = sweep(areas, Point(0, 0))
    lines = _paths(bed, *(step for step in Step if step not in (Step.ENGRAVE, Step.GUIDE)))
    cut, score = fsum(map(length, cuts)), fsum(map(length, scores))
    moved = sweeps.between + travel(lines, sweeps.end)
    seconds = speeds and (
        speeds.passes * cut / speeds.cut
        + score / speeds.score
        + sweeps.length / speeds.engrave
        + (moved + (speeds.passes - 1) * _again(cuts)) / speeds.travel
    )
    return LaserPass(
        name=bed.name,
        kind=planned.kind,
        files=tuple(files),
        sheet=planned.sheet,
        round=planned.round,
        size_mm=bed.size,
        places=tuple(
            one._replace(x=round(one.x, _DIGITS), y=round(one.y, _DIGITS))
            for one in planned.placements
        ),
        parts=planned.parts,
        cut_mm=cut,
        score_mm=score,
        engrave_mm=sweeps.length,
        engraved_mm2=area(areas),
        travel_mm=moved,
        burnt_twice_mm=_burnt_twice((*cuts, *scores)),
        utilisation=planned.part_area / (bed.size.width * bed.size.height),
        seconds=seconds,
    )


def _paths(bed: Bed, *steps: Step) -> tuple[Path, ...]:
    return tuple(path for one in bed.operations if one.step in steps for path in one.paths)


def _again(cuts: Sequence[Path]) -> Mm:
    """Return the travel of repeating the cuts."""
    return travel(cuts, end_of(cuts[-1])) if cuts else 0.0


@lru_cache(maxsize=RECURRING)
def _coarse(path: Path) -> Path:
    """Return a path of many segments simplified to the detail that a picture shows."""
    if len(path.segments) < MANY:
        return path
    points: Iterable[Sequence[float]] = flattened(path, VISIBLE)
    if all(isinstance(one, Line) for one in path.segments):
        points = LineString(points).simplify(VISIBLE, preserve_topology=False).coords
    return polygon(Point(*point) for point in points)._replace(closed=path.closed)


def preview(bed: Bed) -> Scene:
    """Draw a bed as it lies in the machine."""
    sheet = Shape((rectangle(Rect(0, 0, *bed.size)),), SHEET)
    shapes = (Shape(tuple(map(_coarse, one.paths)), STYLES[one.step]) for one in bed.operations)
    return Scene(bed.size, (sheet, *shapes))


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
        "passes": [
            {name: getattr(one, name) for name in FIGURES}
            | {"labels": [label for p in one.places if (label := report.parts[p.part].label)]}
            for one in report.passes
        ],
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
        left = f"{_mm(sheets.left_mm)} left of the last sheet: --sheet {plain_size(sheets.left_mm)}"
        if sheets.taken_mm:
            areas = (
                f"--used {plain_size(one.size)}+{one.x:g}+{one.y:g}" for one in sheets.taken_mm
            )
            left += f", or uncut: --sheet {plain_size(sheets.size_mm)} {' '.join(areas)}"
        yield left


def _mm(size: Size) -> str:
    return f"{format_mm(size.width)} x {format_mm(size.height)} mm"


def beds_of(report: LaserReport) -> int:
    """Return the number of beds of material; jigs and pins use scrap."""
    return len({one.sheet for one in report.passes if one.sheet})
