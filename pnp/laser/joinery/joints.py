"""Joints between plates: which of two owns each stretch of an edge, and what the other omits."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pnp.base.units import EPSILON, Mm

FINGER = 2.5  # how many times as wide as the plate is thick a finger is
LEAST_FINGER = 1.0  # the same for short edges
TENON_EVERY: Mm = 60.0
TENON: tuple[float, Mm] = (0.4, 18.0)  # as a share of the room for it, and at most

Tenon = tuple[Mm, Mm]
"""Where a tenon begins and ends along the edge of its plate, before the fit is taken off."""


class FingerSpan(NamedTuple):
    """A stretch along an edge of a box, and the plate that fills it."""

    start: Mm
    end: Mm
    owner: str


def fingers(start: Mm, end: Mm, owners: tuple[str, str], thickness: Mm) -> list[FingerSpan]:
    """Divide an edge between two plates, the first of which owns both ends.

    An edge that is too short for three fingers has two, or one.
    """
    length = end - start
    count = max(3, 2 * round((length / (FINGER * thickness) - 1) / 2) + 1)
    if length < 3 * LEAST_FINGER * thickness - EPSILON:
        count = 2 if length >= 2 * LEAST_FINGER * thickness - EPSILON else 1
    each = length / count
    marks = [*(start + each * number for number in range(count)), end]
    return [FingerSpan(marks[n], marks[n + 1], owners[n % 2]) for n in range(count)]


def recesses(
    edge: Sequence[FingerSpan], mine: str, clearance: Mm, faces: Collection[str] = ()
) -> Iterator[tuple[Mm, Mm]]:
    """Yield the stretches that one plate yields to the others, widened by its part of the fit.

    A finger and its slot meet at two flanks. Each plate moves its own flank by a quarter of the
    clearance; where its finger meets one of ``faces``, which do not move, by a half.
    """
    bounds = edge[0].start, edge[-1].end
    for run in _runs(edge, mine):
        first, last = run[0], run[-1]
        before = clearance / (2 if first.owner in faces else 4)
        after = clearance / (2 if last.owner in faces else 4)
        yield (
            first.start - (before if first.start > bounds[0] else 0),
            last.end + (after if last.end < bounds[1] else 0),
        )


def _runs(edge: Sequence[FingerSpan], mine: str) -> Iterator[list[FingerSpan]]:
    run: list[FingerSpan] = []
    for stretch in edge:
        if stretch.owner != mine:
            run.append(stretch)
        elif run:
            yield run
            run = []
    if run:
        yield run


def tenons(start: Mm, end: Mm) -> Iterator[Tenon]:
    """Yield evenly spaced tenons for an edge that stands on another plate."""
    count = 1 + int((end - start) / TENON_EVERY)
    each = (end - start) / count
    wide = min(TENON[0] * each, TENON[1])
    for number in range(count):
        middle = start + (number + 0.5) * each
        yield middle - wide / 2, middle + wide / 2


def between(length: Mm, pins: Sequence[Tenon], clearance: Mm) -> list[tuple[Mm, Mm]]:
    """Return the stretches of an edge beside its tenons."""
    ends = (end for a, b in pins for end in (a + clearance / 4, b - clearance / 4))
    marks = [0.0, *ends, length]
    return list(zip(marks[::2], marks[1::2], strict=True))
