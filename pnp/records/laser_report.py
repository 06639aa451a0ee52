"""The JSON report beside a component's laser files.

``pnp laser`` writes it, ``pnp verify`` compares the files with it. Lengths are in mm and areas in
mm²; the origin of a bed or of an upright part is its top left, and kerf is in none of the numbers.
"""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm

Index = Annotated[int, Field(ge=0)]
PassKind = Literal["", "fronts", "backs", "jig"]


class ReportModel(BaseModel):
    """A part of the report: immutable, read without coercing types; unknown keys are ignored."""

    model_config = ConfigDict(
        frozen=True, strict=True, allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )


class Corner(NamedTuple):
    """The top left of something in an upright part."""

    x: Mm
    y: Mm


class Moments(NamedTuple):
    """The amount of what a laser marks on a face, its centroid and its central product moment.

    ``amount`` is an area for engraving and a length for scored lines. ``product`` is the mean of
    x times y about the centroid; mirroring the face changes its sign.
    """

    amount: float
    x: Mm
    y: Mm
    product: float


class ReportedPlacement(NamedTuple):
    """Where a part lies: its index, its top left on the bed, its turn in degrees clockwise."""

    part: Index
    x: Mm
    y: Mm
    turn: int


class Tabs(ReportModel):
    """The bridges that hold each part in its sheet."""

    count: Index
    bridge_mm: Mm


class Opening(ReportModel):
    """The size of an outline and the area it encloses."""

    size_mm: Size
    area_mm2: float


class Hole(ReportModel):
    """A hole in a part."""

    at_mm: Corner
    size_mm: Size
    area_mm2: float


class PartShape(Opening):
    """The outline of a part and its holes."""

    holes: tuple[Hole, ...]


class ReportedFace(ReportModel):
    """What is burnt into one side of an upright part; an empty tuple is nothing."""

    engraved: Moments | tuple[()]
    scored: Moments | tuple[()]


class ReportedPart(ReportModel):
    """A part to cut, with the indices of its shape and its faces."""

    name: str
    shape: Index
    front: Index
    back: Index | None


class LaserPass(ReportModel):
    """One pass over one bed: its files, its parts and its measured figures.

    ``sheet`` counts the sheets of material from 1. ``engrave_mm`` is how far the beam travels to
    fill the engraved area; ``utilisation`` is the share of the bed, 0 to 1, that becomes parts.
    ``seconds`` is None unless the speeds of the machine were given.
    """

    name: str
    kind: PassKind = Field(validation_alias="pass", serialization_alias="pass")
    files: tuple[str, ...]
    sheet: Index
    size_mm: Size
    bounds_mm: Rect | None
    places: tuple[ReportedPlacement, ...]
    parts: Index
    cut_mm: Mm
    score_mm: Mm
    engrave_mm: Mm
    engraved_mm2: float
    travel_mm: Mm
    burnt_twice_mm: Mm
    utilisation: float
    seconds: float | None


class LaserReport(ReportModel):
    """All that is reported about the laser files of one component."""

    component: str
    client: str
    material: str
    kerf_mm: tuple[Mm, Mm]
    bed_mm: Size
    sides: Literal["fronts", "in-place", "flip", "jig"]
    share: bool
    single: bool
    tabs: Tabs | None
    parts: tuple[ReportedPart, ...]
    shapes: tuple[PartShape, ...]
    faces: tuple[ReportedFace, ...]
    pocket: Opening | None
    passes: tuple[LaserPass, ...] = Field(validation_alias="beds", serialization_alias="beds")

    @model_validator(mode="after")
    def _indices_exist(self) -> Self:
        for what, index, rows in self._references():
            if index >= len(rows):
                raise ValueError(f"{what} {index} does not exist, the report has {len(rows)}")
        return self

    def _references(self) -> Iterator[tuple[str, int, tuple[ReportModel, ...]]]:
        for part in self.parts:
            yield "shape", part.shape, self.shapes
            yield "face", part.front, self.faces
            yield "face", part.back or 0, self.faces
        for one in self.passes:
            for place in one.places:
                yield "part", place.part, self.parts

    def to_json(self) -> bytes:
        """Return the report as indented JSON, with each flat list or object on one line."""
        return f"{_indented(self.model_dump(by_alias=True))}\n".encode()


def read_laser_report(content: bytes) -> LaserReport:
    """Read a report that may have been edited, or be something else.

    Raises:
        VerifyError: If it is not a report; the message names the first fault.
    """
    try:
        return LaserReport.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        message = first["msg"].removeprefix("Value error, ")
        fault = f"{where}: {message}" if where else message
        raise VerifyError(f"is no report of laser files ({fault})") from None


def _indented(value: Any, indent: str = "") -> str:
    inside = value.values() if isinstance(value, dict) else value
    nested = isinstance(value, dict | list | tuple)
    if not nested or not any(isinstance(one, dict | list | tuple) for one in inside):
        return json.dumps(value, ensure_ascii=False)
    deeper = f"{indent} "
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {_indented(one, deeper)}" for key, one in value.items()]
    else:
        lines = [_indented(one, deeper) for one in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{last}"
