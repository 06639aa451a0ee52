"""The report of a component's laser files held against the files, and these against each other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist
from pathlib import Path
from typing import NamedTuple, TypeGuard

import shapely
from shapely import Polygon

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point
from pnp.base.units import Mm, format_mm
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, checksum, ok, wrong
from pnp.verify.laser.faces import right_places
from pnp.verify.laser.files import KIND, MOST, read_laser
from pnp.verify.laser.lines import overlaps
from pnp.verify.laser.marks import Marked, of
from pnp.verify.laser.strokes import Stroke
from pnp.verify.laser.told import Pass, Told, read_told

APART: Mm = 0.02  # by which two formats may differ
SHARE = 0.001  # by which a figure may be off
JOBS = ("cut", "score", "engrave", "guide", "line")


class File(NamedTuple):
    """A laser file of a pass."""

    name: str
    strokes: list[Marked]


def verify_report(file: Path, shown: str, entry: MadeFile | None) -> FileReport:
    """Read a report, and the files that it names."""
    content = file.read_bytes()
    findings = [checksum(content, entry)]
    try:
        told = read_told(content)
    except VerifyError as error:
        findings.append(wrong("file", str(error), "a report as pnp laser writes it"))
        return FileReport(shown, KIND, tuple(findings))
    passes = [(one, _files(file.parent, one)) for one in told.passes]
    findings.append(_places(told))
    findings += _counts(told)
    findings += _judged("figures", "as they are in the files", passes, _figures)
    findings += _judged("formats", f"within {format_mm(APART)} mm of each other", passes, _formats)
    return FileReport(shown, KIND, tuple(findings), {"parts": len(told.parts)})


Passes = list[tuple[Pass, list[File]]]
Judge = Callable[[Pass, Sequence[File]], Iterable[tuple[str, str]]]


def _judged(what: str, good: str, passes: Passes, judge: Judge) -> list[Finding]:
    faults = [wrong(what, *fault) for one, files in passes for fault in judge(one, files)]
    return faults or [ok(what, good)]


def _files(folder: Path, one: Pass) -> list[File]:
    """Return those files of a pass that can be read; the others are told of by themselves."""
    found = []
    for name in one.files:
        file = folder / name
        try:
            found.append(File(name, read_laser(file, file.read_bytes()).strokes))
        except (OSError, VerifyError):
            continue
    return found


def _places(told: Told) -> Finding:
    """Judge whether parts lie where their fronts lay, or their mirror images."""
    for one in told.passes:
        for place, right in zip(one.places, right_places(told, one), strict=False):
            off = max(abs(place.x - right.x), abs(place.y - right.y))
            if off > APART or place.part != right.part or place.turn % 360 != right.turn % 360:
                name = told.parts[place.part].name
                found = f"{one.name}: {name} at {format_mm(place.x)}, {format_mm(place.y)}"
                shall = f"{format_mm(right.x)}, {format_mm(right.y)}, turned by {right.turn}"
                return wrong("places", found, f"{told.parts[right.part].name} at {shall}")
    return ok("places", "backs behind their fronts" if told.sides != "fronts" else "as told")


def _counts(told: Told) -> Iterator[Finding]:
    """Yield passes that tell of more or fewer parts than they tell places of."""
    for one in told.passes:
        found, right = one.figures.get("parts"), 0 if one.kind == "jig" else len(one.places)
        if found != right and not told.single:
            yield wrong(
                "figures", f"{found} parts on {one.name or 'the bed'}", f"{right}, by places"
            )


def _figures(one: Pass, files: Sequence[File]) -> Iterator[tuple[str, str]]:
    """Yield figures that are not those of a file; what its client leaves out has none."""
    for file in files:
        for key, found in _measured(file):
            told = one.figures.get(key)
            if not (_is_number(told) and abs(told - found) <= APART + SHARE * found):
                yield f"{key} of {one.name or 'the bed'} is {told}", f"{found:.3f}, in {file.name}"


def _is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a number that can be compared: not NaN, and within bounds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST


def _measured(file: File) -> Iterator[tuple[str, float]]:
    cuts, scores, lines = (of(file.strokes, job) for job in ("cut", "score", "line"))
    if lines:
        return
    yield "cut_mm", _length(cuts)
    if scores:
        yield "score_mm", _length(scores)
    if engraved := of(file.strokes, "engrave"):
        yield "engraved_mm2", _area(engraved)
    yield "burnt_twice_mm", sum((length for length, _ in overlaps([*cuts, *scores])), 0.0)


def _length(strokes: Sequence[Stroke]) -> Mm:
    return sum((stroke.length for stroke in strokes), 0.0)


def _area(strokes: Sequence[Stroke]) -> float:
    """Return the area of what is filled by the even-odd rule; none of ours cross."""
    rings = sorted((Polygon(one.points) for one in strokes), key=lambda ring: -ring.area)
    tree = shapely.STRtree(rings)
    total = 0.0
    for number_, ring in enumerate(rings):
        around = tree.query(ring.representative_point(), predicate="within")
        depth = sum(1 for other in around.tolist() if other < number_)
        total += -ring.area if depth % 2 else ring.area
    return total


def _formats(one: Pass, files: Sequence[File]) -> Iterator[tuple[str, str]]:
    """Yield where the files of a pass differ: in how many lines, in their lengths or places."""
    first, *others = files or [File("", [])]
    for other in others:
        for job in JOBS:
            a, b = of(first.strokes, job), of(other.strokes, job)
            if job == "guide" and not (a and b):
                continue
            if fault := _differ(a, b):
                yield f"{job} of {other.name}: {fault}", f"the same as in {first.name}"


def _differ(one: Sequence[Stroke], other: Sequence[Stroke]) -> str:
    if len(one) != len(other):
        return f"{len(other)} lines and not {len(one)}"
    if not one:
        return ""
    a, b = _length(one), _length(other)
    if abs(a - b) > APART + SHARE * a:
        return f"{b:.2f} mm and not {a:.2f}"
    tree = shapely.STRtree(shapely.points([stroke.bounds.center for stroke in other]))
    for stroke in one:
        near = tree.query(shapely.Point(stroke.bounds.center), "dwithin", distance=2 * APART)
        if not any(_alike(stroke, other[number_]) for number_ in near.tolist()):
            at = stroke.bounds.center
            return f"no line about {at.x:.2f}, {at.y:.2f} as there"
    return ""


def _alike(one: Stroke, other: Stroke) -> bool:
    a, b = one.bounds, other.bounds
    corners = (
        (Point(a.x, a.y), Point(b.x, b.y)),
        (Point(a.right, a.bottom), Point(b.right, b.bottom)),
    )
    return all(dist(*pair) <= 1.5 * APART for pair in corners)
