"""What a laser does on one bed, step by step."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.path import Path
from pnp.base.units import Mm


class Step(StrEnum):
    """Steps in the order in which they are burnt: a sheet stays whole as long as it can."""

    ENGRAVE = "engrave"  # areas that are burnt away at the surface
    SCORE = "score"  # lines that do not go through
    INNER = "inner"  # cuts of holes in parts
    OUTER = "outer"  # cuts that set parts free
    FRAME = "frame"  # the last cut, around all
    GUIDE = "guide"  # lines that are not burnt: the edge of the bed, where to lay something


CUTS = (Step.INNER, Step.OUTER, Step.FRAME)


class Operation(NamedTuple):
    """Paths of one step, in the order in which they are burnt, kerf already in them.

    Paths to engrave are closed, and filled together by the even-odd rule. Other paths are lines
    that the beam follows, from their start; a closed one comes back to it. A ``trial`` is one of
    several with settings of their own, counted from 0.
    """

    step: Step
    paths: tuple[Path, ...]
    trial: int | None = None


class Bed(NamedTuple):
    """One sheet of material as it lies in the machine; the origin is its top left.

    Operations are in the order of :class:`Step`, none twice but for trials and none empty.
    ``name`` says what the file is about in a word or two, such as ``"1-fronts"``.
    """

    size: Size
    operations: tuple[Operation, ...]
    name: str = ""


class StepLook(NamedTuple):
    """How a file says which step a path belongs to.

    ``layer`` is the number of LightBurn's layer, from 0; no other kind of file needs it.
    ``filled`` areas have no line of their own.
    """

    color: str
    layer: int = 0
    filled: bool = False


class BedLook(NamedTuple):
    """How the program that a file is for wants to be told of steps; ``stroke`` is a line's width.

    A step that it has no look for is left out of its files. ``trials`` have a look each.
    """

    steps: Mapping[Step, StepLook]
    stroke: Mm
    trials: tuple[StepLook, ...] = ()


def shown_operations(bed: Bed, look: BedLook) -> Iterator[tuple[Operation, StepLook]]:
    """Yield the operations that a file tells of, in order, each with its look."""
    for operation in bed.operations:
        if operation.trial is not None:
            yield operation, look.trials[operation.trial]
        elif operation.step in look.steps:
            yield operation, look.steps[operation.step]
