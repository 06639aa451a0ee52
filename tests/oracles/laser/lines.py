"""Checks a laser file's lines: on the bed, closed, burnt once, in the target's steps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, dist, fsum, hypot, sin, tau

import shapely
from oracles.laser.dxf import LAYERS
from oracles.laser.strokes import (
    CUTS,
    SAME,
    LaserStroke,
    StrokeStyle,
    segment_length,
    with_operation,
)

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, arc_geometry
from pnp.base.units import Mm, dimensions, format_mm
from pnp.records.laser_report import STEPS, ReportedClient
from pnp.verify.findings import Finding, ok, unchecked, wrong

LEAST: Mm = 0.05  # lines that only touch or cross have less in common
BED_SLACK: Mm = 0.001
Stretch = tuple[Point, Point]  # a straight line, by its ends
Circular = tuple[Point, Mm, float, float]  # an arc: centre, radius, first angle and sweep
LINES = frozenset(("score", *CUTS))
StepStyles = dict[str, StrokeStyle]


def bed_finding(strokes: Sequence[LaserStroke], bed: Size | None) -> Finding:
    """Check that all strokes lie on the bed."""
    if bed is None:
        return unchecked("on the bed", "the size of the bed is not stated")
    room = Rect(0, 0, *bed).inset(-BED_SLACK)
    off = [stroke for stroke in strokes if not room.contains(stroke.bounds)]
    if not off:
        return ok("on the bed", f"all within {dimensions(*bed)}")
    box = off[0].bounds
    found = f"{_count(off)} off it, from {_at(box.x, box.y)} to {_at(box.right, box.bottom)}"
    return wrong("on the bed", found, f"all within {dimensions(*bed)}")


def closed_finding(strokes: Sequence[LaserStroke], cuts_may_be_open: bool) -> Finding:
    """Check that outlines are closed; shared cuts and cuts with tabs may be open."""
    bad = [stroke for stroke in strokes if _is_wrongly_open(stroke, cuts_may_be_open)]
    if not bad:
        return ok("closed", "all outlines that must be")
    names = sorted({"/".join(sorted(stroke.steps)) or "line" for stroke in bad})
    start, end = bad[0].start, bad[0].end
    gap = f"from {_at(*start)} to {_at(*end)}, {dist(start, end):.2f} mm apart"
    right = "closed ones: otherwise areas are not filled and holes do not fall out"
    return wrong("closed", f"{_count(bad)} open ({', '.join(names)}), {gap}", right)


def _is_wrongly_open(stroke: LaserStroke, cuts_may_be_open: bool) -> bool:
    if stroke.closed:
        return False
    if stroke.operation == "engrave" or stroke.steps == {"inner"}:
        return True
    if stroke.operation in ("cut", "line") and dist(stroke.start, stroke.end) < SAME:
        return True  # it returns to where it begins
    return stroke.operation == "cut" and not cuts_may_be_open


def overlap_finding(strokes: Sequence[LaserStroke]) -> Finding:
    """Check that no line and no area is burnt twice, in one step or in two."""
    found = list(overlaps(with_operation(strokes, "cut", "score", "line")))
    areas = list(_repeated_areas(with_operation(strokes, "engrave")))
    if not (found or areas):
        return ok("burnt twice", "0 mm")
    described = []
    if found:
        total, at = fsum(length for length, _ in found), found[0][1]
        described.append(f"{total:.2f} mm of lines, first at {_at(*at)}")
    if areas:
        described.append(f"{len(areas)} engraved areas, first at {_at(areas[0].x, areas[0].y)}")
    return wrong("burnt twice", " and ".join(described), "nothing")


def overlaps(strokes: Sequence[LaserStroke]) -> Iterator[tuple[Mm, Point]]:
    """Yield each length that two lines or two arcs share, with its first point."""
    lines: list[Stretch] = []
    arcs: list[Circular] = []
    for stroke in strokes:
        for start, segment in stroke.segments:
            if not isinstance(segment, Arc):
                lines.append((start, segment.to))
            elif segment_length(start, segment):
                middle, begin, sweep = arc_geometry(start, segment)
                arcs.append((middle, segment.radius, begin, sweep))
    for one, other in _pairs([shapely.LineString(line) for line in lines], SAME):
        yield from _shared_line(lines[one], lines[other])
    for one, other in _pairs([shapely.Point(middle) for middle, *_ in arcs], 10 * SAME):
        yield from _shared_arc(arcs[one], arcs[other])


def _pairs(shapes: Sequence[shapely.Geometry], near: Mm) -> Iterator[tuple[int, int]]:
    """Yield the index pairs of shapes that are near each other."""
    if not shapes:
        return
    tree = shapely.STRtree(shapes)
    for one, other in tree.query(shapes, predicate="dwithin", distance=near).T.tolist():
        if one < other:
            yield one, other


def _shared_line(one: Stretch, other: Stretch) -> Iterator[tuple[Mm, Point]]:
    long, short = (one, other) if dist(*one) >= dist(*other) else (other, one)
    length, (origin, end) = dist(*long), long
    direction = Point((end.x - origin.x) / length, (end.y - origin.y) / length)

    def along(at: Point) -> tuple[Mm, Mm]:
        x, y = at.x - origin.x, at.y - origin.y
        return x * direction.x + y * direction.y, x * direction.y - y * direction.x

    (first, off), (last, last_off) = sorted(map(along, short))
    low, high = max(first, 0.0), min(last, length)
    if high - low <= LEAST:
        return
    slope = (last_off - off) / (last - first)
    if max(abs(off + slope * (at - first)) for at in (low, high)) <= SAME:
        yield high - low, origin.moved(direction.x * low, direction.y * low)


def _shared_arc(one: Circular, other: Circular) -> Iterator[tuple[Mm, Point]]:
    (middle, radius, *angles), (other_middle, other_radius, *other_angles) = one, other
    if abs(radius - other_radius) > 10 * SAME:
        return
    (low, high), (first, last) = (
        sorted((begin, begin + sweep)) for begin, sweep in (angles, other_angles)
    )
    for turn in range(-3, 4):
        start, end = max(low, first + turn * tau), min(high, last + turn * tau)
        if (end - start) * radius <= LEAST:
            continue
        points = [
            middle.moved(radius * cos(angle), radius * sin(angle))
            for angle in (start, (start + end) / 2, end)
        ]
        if all(abs(dist(point, other_middle) - other_radius) <= SAME for point in points):
            yield (end - start) * radius, points[0]


def _repeated_areas(strokes: Sequence[LaserStroke]) -> Iterator[Rect]:
    boxes = [stroke.bounds for stroke in strokes]
    corners = [shapely.Point(box.x, box.y) for box in boxes]
    for one, other in _pairs(corners, SAME):
        size, other_size = boxes[one].size, boxes[other].size
        alike = hypot(size.width - other_size.width, size.height - other_size.height) <= SAME
        if alike and abs(strokes[one].length - strokes[other].length) <= 10 * SAME:
            yield boxes[one]


def _at(x: Mm, y: Mm) -> str:
    return f"({x:.2f}, {y:.2f})"


def _count(found: Sequence[object]) -> str:
    return "1 line" if len(found) == 1 else f"{len(found)} lines"


def assign_steps(
    strokes: Sequence[LaserStroke], file_format: str, styles: StepStyles | None
) -> list[LaserStroke]:
    """Return strokes with their steps; without ``styles``, with all steps possible."""
    return [replace(one, steps=_steps(one.style, file_format, styles)) for one in strokes]


def _steps(style: StrokeStyle, file_format: str, styles: StepStyles | None) -> frozenset[str]:
    if styles is None and file_format == "dxf":
        return frozenset(filter(None, [LAYERS.get(style.layer)]))
    if styles is None:
        return frozenset(["engrave"]) if style.filled else LINES
    by_color = file_format == "svg"
    return frozenset(
        step
        for step, other in styles.items()
        if (style.color == other.color if by_color else style.layer == other.layer)
        and (style.filled == other.filled or file_format == "dxf")
    )


def step_styles(client: ReportedClient, file_format: str) -> StepStyles:
    """Return the style of each step in a format; frames default to the style of outer cuts."""
    steps = {step: style for step, style in client.steps.items() if file_format in style.formats}
    steps.setdefault("frame", steps["outer"])
    names = {step: layer for layer, step in LAYERS.items()} if file_format == "dxf" else {}
    if file_format == "gcode":  # its comments name the steps
        names = {step: step for step in steps}
    return {
        step: StrokeStyle(style.color, names.get(step, str(style.layer)), style.filled)
        for step, style in steps.items()
    }


def step_findings(
    strokes: Sequence[LaserStroke], file_format: str, client: ReportedClient | None
) -> Iterator[Finding]:
    """Check the styles and the widths of lines against the target, and the order of steps."""
    if client is None:
        yield unchecked("steps", "no report beside it names the laser target")
        return
    styles = step_styles(client, file_format)
    unknown = sorted({_describe(stroke.style) for stroke in strokes if not stroke.steps})
    if unknown:
        known = ", ".join(
            f"{step} {_describe_step(style, file_format)}" for step, style in styles.items()
        )
        yield wrong("steps", f"lines {', '.join(unknown)}", f"those of {client.name}: {known}")
    elif file_format == "dxf" and (fault := _wrong_color(strokes, styles)):
        yield wrong("steps", *fault)
    else:
        found = {step for stroke in strokes for step in stroke.steps}
        yield ok("steps", ", ".join(step for step in STEPS if step in found))
    if file_format == "svg":
        yield from _widths(strokes, client)
    yield _order(strokes)


def _describe(style: StrokeStyle) -> str:
    if style.color and not style.layer.startswith(tuple("123456")):
        return f"of {'an area' if style.filled else 'a line'} in {style.color}"
    return f"on layer {style.layer}"


def _describe_step(style: StrokeStyle, file_format: str) -> str:
    if file_format == "lbrn2":
        return f"layer {style.layer}"
    return style.color if file_format == "svg" else style.layer


def _wrong_color(strokes: Sequence[LaserStroke], styles: StepStyles) -> tuple[str, str] | None:
    for stroke in strokes:
        (step,) = stroke.steps
        if stroke.style.color != styles[step].color:
            return f"{step} is {stroke.style.color or 'of no colour'}", styles[step].color
    return None


def _widths(strokes: Sequence[LaserStroke], client: ReportedClient) -> Iterator[Finding]:
    widths = {stroke.style.width for stroke in strokes if stroke.style.width is not None}
    off = [width for width in sorted(widths) if not abs(width - client.stroke_mm) <= 0.0006]
    if off:
        found = ", ".join(format_mm(width) for width in off)
        yield wrong(
            "line width", f"{found} mm", f"{format_mm(client.stroke_mm)} mm for {client.name}"
        )


def _order(strokes: Sequence[LaserStroke]) -> Finding:
    """Check that strokes are in the order of burning, in the file and by priority."""
    ranked = sorted(strokes, key=lambda stroke: stroke.style.priority)
    for ordered, how in ((strokes, ""), (ranked, " by priority")):
        latest = 0
        for ranks in ([STEPS.index(step) for step in stroke.steps] for stroke in ordered):
            if ranks and max(ranks) < latest:
                found = f"{STEPS[max(ranks)]} after {STEPS[latest]}{how}"
                return wrong("order", found, ", ".join(STEPS))
            latest = max(latest, min(ranks, default=0))
    return ok("order", "in the order of burning")
