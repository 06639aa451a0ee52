"""Programs that drive lasers, and what they cut, as data."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pnp.model.base import Model, model
from pnp.model.fields import Color, Length, PositiveLength, Text, Within

Format = Literal["svg", "dxf", "lbrn2"]


@model
class Note(Model):
    """A rule or a number, and where it comes from."""

    says: Text
    source: Text


@model
class StepStyle(Model):
    """How one step is told apart: by its colour, and in LightBurn files by the layer's number.

    ``filled`` areas have no line of their own.
    """

    color: Color
    layer: Annotated[int, Within(0, 31)]
    filled: bool = False


@model
class Client(Model):
    """A program or a shop that takes laser files, and what it wants of them.

    ``steps`` are those of a bed by name; one that is missing cannot be done there. ``share`` says
    whether two parts may share a cut, ``one_part`` that a file holds one part alone, ``stroke``
    how thick lines are drawn.
    """

    name: Text
    formats: Annotated[tuple[Format, ...], Within(1)]
    stroke: PositiveLength
    share: bool = True
    one_part: bool = False
    steps: Mapping[Text, StepStyle]
    notes: Annotated[tuple[Note, ...], Within(1)]


@model
class Material(Model):
    """What is cut. ``kerf`` is a value to start from, ``kerf_least`` and ``kerf_most`` its range.

    ``feature`` is the smallest width of what is left standing, ``gap`` the smallest room between
    two cuts.
    """

    name: Text
    thickness: PositiveLength
    kerf: PositiveLength
    kerf_least: Length
    kerf_most: PositiveLength
    feature: PositiveLength
    gap: PositiveLength
    notes: Annotated[tuple[Note, ...], Within(1)]

    def __post_init__(self) -> None:
        if not self.kerf_least <= self.kerf <= self.kerf_most:
            raise ValueError(
                f"kerf ({self.kerf:g} mm) is not within "
                f"{self.kerf_least:g} to {self.kerf_most:g} mm"
            )
