"""Judges laser files: does each say what is on its bed, in the style of the program?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist, fsum

import shapely
from oracles.laser.dxf import LAYERS, read_dxf
from oracles.laser.gcode import read_gcode
from oracles.laser.lbrn2 import read_lbrn2
from oracles.laser.strokes import (
    LaserDrawing,
    LaserStroke,
    StrokeStyle,
    strokes_of,
    total_length,
    with_operation,
)
from oracles.laser.svg import read_svg
from shapely import LineString, MultiLineString, Polygon

from pnp.base.geometry import Rect
from pnp.base.units import Mm
from pnp.game.presets import LaserTarget
from pnp.laser.files import bed_files, beds_of_files
from pnp.laser.job import LaserJob
from pnp.scene.laser_bed import Bed, Step
from pnp.verify.findings import Status

APART: Mm = 0.02  # how far a file may be off its bed
SHARE = 0.001  # the relative error of a length
INTERVAL: Mm = 0.1  # between sweeps
OPERATIONS = ("cut", "score", "engrave", "guide", "line")
StepStyles = Mapping[str, StrokeStyle]


def file_faults(job: LaserJob) -> list[tuple[str, str]]:
    """Return the faults of all laser files of a job: the name of the file, and the fault."""
    faults = []
    for layout in job.layouts:
        settings = layout.set.settings or job.settings
        for planned in layout.passes:
            beds = [bed for _, bed in beds_of_files("", planned.bed, settings.client)]
            files = list(bed_files(planned.bed.name, planned.bed, settings))
            for number, (name, content) in enumerate(files):
                bed = beds[number % len(beds)]
                found = judge_file(content, name.rpartition(".")[2], bed, settings.client)
                faults += ((name, fault) for fault in found)
    return faults


def read_file(content: bytes, form: str, height: Mm) -> LaserDrawing:
    """Return the drawing in a file.

    Raises:
        VerifyError: If it cannot be read.
    """
    match form:
        case "svg":
            return read_svg(content)
        case "dxf":
            return read_dxf(content, height)
        case "gcode":
            return read_gcode(content, height)
    return read_lbrn2(content, height)


def judge_file(content: bytes, form: str, bed: Bed, client: LaserTarget) -> Iterator[str]:
    """Yield the faults of a file of a bed."""
    drawing = read_file(content, form, bed.size.height)
    for finding in drawing.findings:
        if finding.status is not Status.OK:
            yield f"{finding.what}: {finding.found}; right is {finding.right}"
    yield from (f"misread: {element}" for element in drawing.ambiguous)
    if drawing.size is not None and dist(drawing.size, bed.size) > 0.001:
        yield f"bed: {drawing.size}"
    styles = step_styles(client, form)
    read = [replace(one, steps=_steps(one.style, form, styles)) for one in drawing.strokes]
    yield from _style_faults(read, form, client)
    wanted = [one for one in strokes_of(bed) if one.steps <= styles.keys()]
    for name in OPERATIONS:
        given = with_operation(wanted, name)
        if form == "gcode" and name == "engrave":
            yield from _sweep_faults(drawing.sweeps, given)
        elif fault := _differ(given, with_operation(read, name)):
            yield f"{name}: {fault}"


def step_styles(client: LaserTarget, form: str) -> StepStyles:
    """Return the style of each step in a format; frames default to the style of outer cuts."""
    steps = {step: style for step, style in client.steps.items() if style.is_in(form)}
    steps.setdefault("frame", steps["outer"])
    names = {step: layer for layer, step in LAYERS.items()} if form == "dxf" else {}
    if form == "gcode":  # its comments name the steps
        names = {step: step for step in steps}
    return {
        step: StrokeStyle(style.color, names.get(step, str(style.layer or 0)), style.filled)
        for step, style in steps.items()
    }


def _steps(style: StrokeStyle, form: str, styles: StepStyles) -> frozenset[str]:
    return frozenset(
        step
        for step, other in styles.items()
        if (style.color == other.color if form == "svg" else style.layer == other.layer)
        and (style.filled == other.filled or form == "dxf")
    )


def _style_faults(strokes: Sequence[LaserStroke], form: str, client: LaserTarget) -> Iterator[str]:
    """Yield faults of the steps' styles, the width of lines, and the order of burning."""
    if unknown := {one.style for one in strokes if not one.steps}:
        yield f"steps: {unknown}"
    order = list(Step)
    ranked = sorted(strokes, key=lambda one: one.style.priority)
    for how, ordered in (("", strokes), (" by priority", ranked)):
        latest = 0
        for ranks in ([order.index(Step(step)) for step in one.steps] for one in ordered):
            if ranks and max(ranks) < latest:
                yield f"order: {order[max(ranks)]} after {order[latest]}{how}"
                break
            latest = max(latest, min(ranks, default=0))
    widths = {one.style.width for one in strokes if one.style.width is not None}
    if off := [width for width in widths if not abs(width - client.stroke) <= 0.0006]:
        yield f"line width: {off}"


def _differ(wanted: Sequence[LaserStroke], read: Sequence[LaserStroke]) -> str:
    if len(wanted) != len(read):
        return f"{len(read)} lines instead of {len(wanted)}"
    if not wanted:
        return ""
    right, found = total_length(wanted), total_length(read)
    if abs(right - found) > APART + SHARE * right:
        return f"{found:.2f} mm instead of {right:.2f}"
    tree = shapely.STRtree(shapely.points([one.bounds.center for one in read]))
    for one in wanted:
        at = one.bounds.center
        near = tree.query(shapely.Point(at), "dwithin", distance=2 * APART).tolist()
        if not any(_is_same(one, read[number]) for number in near):
            return f"no such line about {at.x:.2f}, {at.y:.2f}"
    return ""


def _is_same(one: LaserStroke, other: LaserStroke) -> bool:
    if one.closed != other.closed or _far(one.bounds, other.bounds) > 1.5 * APART:
        return False
    return LineString(one.points).hausdorff_distance(LineString(other.points)) <= 1.5 * APART


def _far(a: Rect, b: Rect) -> Mm:
    return max(dist((a.x, a.y), (b.x, b.y)), dist((a.right, a.bottom), (b.right, b.bottom)))


def _sweep_faults(sweeps: Sequence[LaserStroke], areas: Sequence[LaserStroke]) -> Iterator[str]:
    """Yield how sweeps do not fill the engraved areas, and only these."""
    found, right = INTERVAL * total_length(sweeps), _area(areas)
    if abs(found - right) > 0.5 + 0.02 * right:
        yield f"sweeps: {found:.1f} mm2 instead of {right:.1f}"
    if areas and sweeps:
        room = shapely.union_all([Polygon(one.points) for one in areas]).buffer(INTERVAL)
        beside = MultiLineString([one.points for one in sweeps]).difference(room).length
        if beside > 0.01 * total_length(sweeps):
            yield f"sweeps: {beside:.1f} mm beside the engraved areas"


def _area(strokes: Sequence[LaserStroke]) -> float:
    """Return the area filled by the even-odd rule; outlines do not cross."""
    found = sorted(((one.area, Polygon(one.points)) for one in strokes), key=lambda one: -one[0])
    tree = shapely.STRtree([ring for _, ring in found])
    areas = []
    for index, (area, ring) in enumerate(found):
        around = tree.query(ring.representative_point(), predicate="within")
        depth = sum(1 for other in around.tolist() if other < index)
        areas.append(-area if depth % 2 else area)
    return fsum(areas)
