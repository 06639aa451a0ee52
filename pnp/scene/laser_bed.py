"""What a laser does on one bed, in order."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.path import Path
from pnp.base.units import Mm


class Step(StrEnum):
    """The steps of laser work in order: the sheet stays in one piece as long as possible."""

    ENGRAVE = "engrave"  # areas whose surface is burnt away
    SCORE = "score"  # lines that do not cut through
    INNER = "inner"  # cuts of holes in parts
    OUTER = "outer"  # cuts that release parts
    FRAME = "frame"  # the last cut, around everything
    GUIDE = "guide"  # lines that are not burnt, such as the edge of the bed


CUTS = (Step.INNER, Step.OUTER, Step.FRAME)


class Operation(NamedTuple):
    """Paths of one step in cutting order, already offset by the kerf.

    Paths to engrave are closed, and filled together by the even-odd rule. The beam follows other
    paths from their start; a closed one returns to it. A ``trial`` is the index of an operation
    with its own settings, from 0.
    """

    step: Step
    paths: tuple[Path, ...]
    trial: int | None = None


class Bed(NamedTuple):
    """One sheet of material in the machine; the origin is its top left.

    There is one non-empty operation for each step, in the order of :class:`Step`; trials may
    repeat a step.
    ``name`` is a short description, such as ``"1-fronts"``.
    """

    size: Size
    operations: tuple[Operation, ...]
    name: str = ""


class Burn(NamedTuple):
    """A machine's settings: mm per second, per cent of its power, and the number of passes."""

    speed: float
    power: float
    passes: int = 1

    def __str__(self) -> str:
        return f"{self.speed:g} mm/s {self.power:g} %"


class OperationStyle(NamedTuple):
    """How a file shows which step a path belongs to.

    ``layer`` is LightBurn's layer number, from 0; other formats ignore it. ``filled`` areas have no
    outline. ``setting`` is None if the operator chooses.
    """

    color: str
    layer: int = 0
    filled: bool = False
    setting: Burn | None = None


class BedStyle(NamedTuple):
    """How a laser program expects each step to be drawn; ``stroke`` is the line width.

    Files leave out a step that has no style. Each trial has a style in ``trials``. ``burns`` are
    for formats that store machine settings.
    """

    steps: Mapping[Step, OperationStyle]
    stroke: Mm
    trials: tuple[OperationStyle, ...] = ()
    burns: Mapping[Step, Burn] = MappingProxyType({})


class Sweep(NamedTuple):
    """One scan line of an engraving: the intervals in x that burn, from left to right."""

    y: Mm
    burnt: tuple[tuple[Mm, Mm], ...]


def shown_operations(bed: Bed, look: BedStyle) -> Iterator[tuple[Operation, OperationStyle]]:
    """Yield the operations that a file includes, in order, each with its style."""
    for operation in bed.operations:
        if operation.trial is not None:
            yield operation, look.trials[operation.trial]
        elif operation.step in look.steps:
            yield operation, look.steps[operation.step]
