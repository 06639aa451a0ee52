"""What a laser does on one bed, step by step."""

from enum import StrEnum
from typing import NamedTuple

from pnp.geometry import Size
from pnp.path import Path


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
    that the beam follows, from their start; a closed one comes back to it.
    """

    step: Step
    paths: tuple[Path, ...]


class Bed(NamedTuple):
    """One sheet of material as it lies in the machine; the origin is its top left.

    Operations are in the order of :class:`Step`, none twice and none empty. ``name`` says what
    the file is about in a word or two, such as ``"1-fronts"``.
    """

    size: Size
    operations: tuple[Operation, ...]
    name: str = ""
