"""The operations of a laser on one bed, in order."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.path import Path
from pnp.base.units import Mm


class Step(StrEnum):
    """Steps in the order of work: the sheet stays in one piece as long as possible."""

    ENGRAVE = "engrave"  # areas whose surface is burnt away
    SCORE = "score"  # lines that do not cut through
    INNER = "inner"  # cuts of holes in parts
    OUTER = "outer"  # cuts that release parts
    FRAME = "frame"  # the last cut, around everything
    GUIDE = "guide"  # lines that are not burnt, such as the edge of the bed


CUTS = (Step.INNER, Step.OUTER, Step.FRAME)


class Operation(NamedTuple):
    """Paths of one step in the order of work, already offset by the kerf.

    Paths to engrave are closed, and filled together by the even-odd rule. Other paths are lines
    that the beam follows, from their start; a closed one comes back to it. A ``trial`` is one of
    several with settings of their own, counted from 0.
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
    """How a machine burns: mm per second, per cent of its power, and how many times."""

    speed: float
    power: float
    passes: int = 1

    def __str__(self) -> str:
        return f"{self.speed:g} mm/s {self.power:g} %"


class OperationStyle(NamedTuple):
    """How a file shows which step a path belongs to.

    ``layer`` is the number of LightBurn's layer, from 0; no other kind of file needs it.
    ``filled`` areas have no line of their own. ``setting`` is None if the person at the machine
    decides.
    """

    color: str
    layer: int = 0
    filled: bool = False
    setting: Burn | None = None


class BedStyle(NamedTuple):
    """How a laser program expects the steps to be drawn; ``stroke`` is the width of lines.

    A step without a style is left out of its files. ``trials`` have a style each. ``burns`` are
    for files that hold the settings of the machine.
    """

    steps: Mapping[Step, OperationStyle]
    stroke: Mm
    trials: tuple[OperationStyle, ...] = ()
    burns: Mapping[Step, Burn] = MappingProxyType({})


class Sweep(NamedTuple):
    """A line across a bed in which areas are engraved: where it burns, from left to right."""

    y: Mm
    burnt: tuple[tuple[Mm, Mm], ...]


def shown_operations(bed: Bed, look: BedStyle) -> Iterator[tuple[Operation, OperationStyle]]:
    """Yield the operations that a file shows, in order, each with its style."""
    for operation in bed.operations:
        if operation.trial is not None:
            yield operation, look.trials[operation.trial]
        elif operation.step in look.steps:
            yield operation, look.steps[operation.step]
