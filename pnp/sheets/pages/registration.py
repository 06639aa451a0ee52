"""The registration marks of a page, and the lines that a cutting machine follows."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import Path, path_bounds, placed, polygon, rectangle
from pnp.scene import Item, Role, Scene, Shape, Style, placed_leaves
from pnp.scene.bed import Bed, Operation, Step
from pnp.sheets.layout.registration import Registration

INK = "#000000"  # machines look for black


class CutPiece(NamedTuple):
    """A face, and its placement on the sheet."""

    face: Scene
    placement: Transform


def draw_registration(registration: Registration, page: Size) -> tuple[Item, ...]:
    """Draw the marks of a page; angles are filled, so that all formats show the same width."""
    paths = tuple(_mark_outlines(registration, page))
    return (Shape(paths, Style(fill=INK), Role.GUIDE),)


def cut_bed(registration: Registration, page: Size, pieces: Iterable[CutPiece], name: str) -> Bed:
    """Return the bed of a sheet for the machine, in the coordinates of its page.

    The guides are the edge of the page and the marks.
    """
    steps: dict[Step, list[Path]] = {Step.SCORE: [], Step.INNER: [], Step.OUTER: []}
    for face, placement in pieces:
        cuts = list(_paths(face.items, Role.CUT, placement))
        for path in cuts:
            inside = any(_is_within(path, other) for other in cuts if other is not path)
            steps[Step.INNER if inside else Step.OUTER].append(path)
        steps[Step.SCORE] += _paths(face.items, Role.SCORE, placement)
    operations = [Operation(step, tuple(paths)) for step, paths in steps.items() if paths]
    edge = rectangle(Rect(0, 0, *page))
    guides = (edge, *_mark_outlines(registration, page))
    return Bed(page, (*operations, Operation(Step.GUIDE, guides)), name)


def _mark_outlines(registration: Registration, page: Size) -> Iterator[Path]:
    yield from map(rectangle, registration.squares(page))
    half = registration.thickness / 2
    for along, corner, down in registration.angles(page):
        inwards = 1 if along.x > corner.x else -1
        below = 1 if down.y > corner.y else -1
        outer = corner.moved(-inwards * half, -below * half)
        inner = corner.moved(inwards * half, below * half)
        yield polygon(
            [
                outer,
                along._replace(y=outer.y),
                along._replace(y=inner.y),
                inner,
                down._replace(x=inner.x),
                down._replace(x=outer.x),
            ]
        )


def _paths(items: Iterable[Item], role: Role, into: Transform) -> Iterator[Path]:
    """Yield the paths of a role, in the coordinates of the page."""
    for leaf, there in placed_leaves(items, into):
        if isinstance(leaf, Shape) and leaf.role is role:
            yield from (placed(path, there) for path in leaf.paths)


def _is_within(path: Path, other: Path) -> bool:
    inner, outer = path_bounds(path), path_bounds(other)
    return outer.contains(inner) and inner != outer
