"""The figures of a laser job: as data for JSON, and as a table for people."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import fsum
from typing import Any

from pnp.base.geometry import Size
from pnp.base.units import format_mm
from pnp.jobs.pipeline import Written
from pnp.jobs.summary import counted, made_data
from pnp.laser.report import LaserReport
from pnp.records.laser_report import LaserPass, ReportedSheets
from pnp.records.manifest import LaserWork

FIGURES = (
    *("name", "parts", "cut_mm", "score_mm", "engrave_mm", "engraved_mm2", "travel_mm"),
    *("burnt_twice_mm", "utilisation", "seconds"),
)
SUMS = ("cut_mm", "score_mm", "engrave_mm", "travel_mm", "seconds")


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
