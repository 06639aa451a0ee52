"""Beds as they are laid out pass the oracle, and each damage to one is seen."""

from collections.abc import Callable

import pytest
from oracles.laser.beds import JudgedPass, bed_faults
from oracles.laser.conftest import MADE

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, circle, flattened, line, path_bounds, placed, polygon, rectangle
from pnp.laser.job import LaserJob
from pnp.scene.laser_bed import Operation, Step

Paths = dict[Step, list[Path]]
CUT = Step.OUTER


@pytest.mark.parametrize("kind", MADE)
def test_beds_have_no_faults(job, kind):
    assert bed_faults(job(kind)) == []


def damaged(job: LaserJob, damage: Callable[[Paths], object], kind: str = "fronts") -> set[str]:
    """Return the kinds of faults of the first pass of a kind once its bed is damaged."""
    layout = job.layouts[0]
    planned = next((one for one in layout.passes if one.kind == kind), layout.passes[0])
    paths: Paths = {step: [] for step in Step}
    for one in planned.bed.operations:
        paths[one.step] += one.paths
    damage(paths)
    operations = tuple(Operation(step, tuple(some)) for step, some in paths.items() if some)
    bed = planned.bed._replace(operations=operations)
    judged = JudgedPass(layout, layout.set.settings or job.settings, planned._replace(bed=bed))
    return {what for what, _ in judged.faults()}


def moved(step: Step, by: Transform, number: int = 0):
    def damage(paths: Paths) -> None:
        paths[step][number] = placed(paths[step][number], by)

    return damage


def doubled(step: Step, dx: float = 0.0, dy: float = 0.0, number: int = 0):
    def damage(paths: Paths) -> None:
        paths[step].append(placed(paths[step][number], Transform.move(dx, dy)))

    return damage


def added(step: Step, path: Callable[[Rect], Path]):
    """Return a damage that adds a path to the first part that is cut out."""
    return lambda paths: paths[step].append(path(path_bounds(paths[Step.OUTER][0])))


def bent(path: Path, by: Transform) -> Path:
    """Return a path under a transform that distorts circles."""
    return polygon(map(by.apply, flattened(path, 0.0005)))


def resized(step: Step, more: float):
    def damage(paths: Paths) -> None:
        for number, path in enumerate(paths[step]):
            box = path_bounds(path)
            across, down = 1 + more / box.width, 1 + more / box.height
            x, y = box.center
            by = Transform(across, 0, 0, down, x * (1 - across), y * (1 - down))
            paths[step][number] = bent(path, by)

    return damage


def opened(paths: Paths) -> None:
    path = paths[Step.OUTER][0]
    paths[Step.OUTER][0] = path._replace(segments=path.segments[:-1], closed=False)


def over(box: Rect, a: float, d: float) -> Transform:
    """Return the mirror image or half a turn of what lies in a box."""
    return Transform(a=a, d=d, e=(1 - a) * box.center.x, f=(1 - d) * box.center.y)


def on_part(change: Callable[[Rect], Transform], number: int = 1):
    """Return a damage that changes all that is engraved on a part."""

    def damage(paths: Paths) -> None:
        places = (path_bounds(path) for path in paths[CUT])
        box = sorted(places, key=lambda one: (one.y, one.x))[number]
        for at, path in enumerate(paths[Step.ENGRAVE]):
            if box.contains(path_bounds(path)):
                paths[Step.ENGRAVE][at] = bent(path, change(box))

    return damage


def stretched(box: Rect) -> Transform:
    """Move pips at opposite places so that areas, centroid and product moment stay."""
    x, y = box.center
    return Transform(1.25, 0, 0, 0.8, -0.25 * x, 0.2 * y)


DAMAGES = {
    "the kerf taken off": ("in-place", resized(CUT, -0.4), "kerf"),
    "no kerf": ("in-place", resized(CUT, -0.2), "kerf"),
    "a part lost": ("in-place", lambda paths: paths[CUT].pop(0), "parts"),
    "a shared cut lost": ("fronts", lambda paths: paths[CUT].pop(4), "parts"),
    "a part more": ("in-place", doubled(CUT, 200, 200), "parts"),
    "a part elsewhere": ("in-place", moved(CUT, Transform.move(0.1, 0)), "kerf"),
    "a corner more": (
        "in-place",
        lambda paths: paths[CUT].__setitem__(0, rectangle(path_bounds(paths[CUT][0]))),
        "kerf",
    ),
    "an open outline": ("in-place", opened, "closed"),
    "an outline twice": ("in-place", doubled(CUT), "burnt twice"),
    "an arc twice": ("flip", doubled(Step.INNER, 0.0005), "burnt twice"),
    "an area twice": ("in-place", doubled(Step.ENGRAVE), "burnt twice"),
    "a score along a cut": (
        "in-place",
        added(Step.SCORE, lambda box: line(Point(box.x + 9, box.y), Point(box.x + 20, box.y))),
        "burnt twice",
    ),
    "a cut off the bed": ("in-place", moved(CUT, Transform.move(-500, 0)), "bed"),
    "holes as wide as parts grow": ("holes", resized(Step.INNER, 0.4), "holes"),
    "a hole lost": ("holes", lambda paths: paths[Step.INNER].pop(), "holes"),
    "a narrow hole": (
        "in-place",
        added(Step.INNER, lambda box: rectangle(Rect(*box.center, 0.3, 0.3))),
        "features",
    ),
    "a narrow web": (
        "in-place",
        added(Step.INNER, lambda box: rectangle(Rect(box.x + 0.6, box.center.y, 5, 5))),
        "features",
    ),
    "a pin aside": ("flip", moved(Step.INNER, Transform.move(1, 0)), "pins"),
    "a front beside its part": ("in-place", on_part(lambda box: Transform.move(0, 5)), "fronts"),
    "a front mirrored": ("in-place", on_part(lambda box: over(box, -1, 1), 3), "fronts"),
    "pips in other places": ("in-place", on_part(stretched, 3), "fronts"),
    "an area over an edge": (
        "in-place",
        moved(Step.ENGRAVE, Transform.move(-13, -20)),
        "engraving",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_seen(job, damage):
    kind, change, what = DAMAGES[damage]
    assert what in damaged(job(kind), change)


@pytest.mark.parametrize("kind", ["in-place", "flip"])
def test_mirrored_backs_are_seen(job, kind):
    def mirrored(paths: Paths) -> None:
        width = job(kind).layouts[0].scheme.bed.width
        paths[Step.ENGRAVE] = [
            placed(path, Transform(a=-1.0, e=width)) for path in paths[Step.ENGRAVE]
        ]

    assert "backs" in damaged(job(kind), mirrored, "backs")


def test_backs_that_are_cut_again_are_seen(job):
    again = {Step.OUTER: rectangle(Rect(100, 200, 30, 45))}
    assert "parts" in damaged(job("in-place"), lambda p: p[CUT].append(again[CUT]), "backs")


def test_a_pocket_aside_and_one_of_the_wrong_size_are_seen(job):
    aside = moved(Step.INNER, Transform.move(0.1, 0))
    assert "pockets" in damaged(job("jig-for-two-shapes"), aside, "jig")
    assert "pockets" in damaged(job("jig"), resized(Step.INNER, 0.4), "jig")


def test_a_bridge_that_is_cut_through_is_seen(job):
    def joined(paths: Paths) -> None:
        one, other = paths[CUT][:2]
        paths[CUT].append(line(one.segments[-1].to, other.start))

    assert "tabs" in damaged(job("tabs"), joined)


def test_a_bridge_that_is_too_thin_is_seen(job):
    def thinner(paths: Paths) -> None:
        path = paths[CUT][0]
        end = path.segments[-1].to
        before = path.segments[-2].to if len(path.segments) > 1 else path.start
        way = Point(end.x - before.x, end.y - before.y)
        length = abs(way.x) + abs(way.y)
        longer = end.moved(0.1 * way.x / length, 0.1 * way.y / length)
        last = path.segments[-1]._replace(to=longer)
        paths[CUT][0] = path._replace(segments=(*path.segments[:-1], last))

    assert "tabs" in damaged(job("tabs"), thinner)


def test_a_finger_of_a_tray_that_is_0_3_mm_aside_is_seen(job):
    def aside(paths: Paths) -> None:
        number = max(range(len(paths[CUT])), key=lambda n: len(paths[CUT][n].segments))
        path = paths[CUT][number]
        corners = [path.start, *(one.to for one in path.segments)]
        at = len(corners) // 2
        corners[at] = corners[at].moved(0.3, 0.3)
        paths[CUT][number] = polygon(corners)

    assert "kerf" in damaged(job("rule-set"), aside)


def test_lines_that_cross_or_meet_are_not_burnt_twice(job):
    def crossing(paths: Paths) -> None:
        paths[Step.SCORE] += [
            line(Point(300, 200), Point(320, 220)),
            line(Point(300, 220), Point(320, 200)),
            line(Point(320, 200), Point(340, 200.3)),
            circle(Point(350, 250), 5),
        ]

    assert damaged(job("in-place"), crossing) == set()


def test_a_wrong_derivation_of_what_to_burn_is_seen(tmp_path, monkeypatch):
    from pnp.laser.options import LaserOptions
    from pnp.make.options import read_options

    monkeypatch.setattr("pnp.laser.artwork.CONTRAST", 90.0)  # so that nothing contrasts enough
    asked = {"out": tmp_path, "components": ["hexagon"], "formats": "svg", "sides": "fronts"}
    faults = bed_faults(LaserJob.of("turno", read_options(LaserOptions, asked)))
    assert {what for _, what, _ in faults} == {"fronts"}
