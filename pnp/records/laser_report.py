"""The JSON report that ``pnp laser`` writes next to laser files, and ``pnp verify`` reads.

Lengths are in mm and areas in mm², all without kerf. The origin of a bed and of an upright part is
the top left.
"""

import json
import re
from collections.abc import Iterator
from math import sqrt
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.limits import limits, over
from pnp.base.units import Mm

A_STEP = re.compile(r"-\d-(?:engrave|score|cut)$")  # ends the name of a file for one kind of work
Index = Annotated[int, Field(ge=0)]
ReportFigure = Annotated[float, PlainSerializer(lambda figure: round(figure, 3))]
PassKind = Literal["", "fronts", "backs", "jig", "pins"]
Missing = Literal["backs", "engraving", "scores"]
STEPS = ("engrave", "score", "inner", "outer", "frame", "guide")  # in the order of burning

BURNT, UNSEEN, BARE = 0, 160, 255  # the greys of a face's picture
PICTURE_PIXEL: Mm = 0.25
MOST_PIXELS = 4_000_000  # of a face's picture; a larger one has larger pixels

# Whoever changes a report may write any number into it, and readers lay out beds by these.
LONGEST: Mm = 10_000  # no bed is larger
Lengths = TypeVar("Lengths", Size, Point, Rect)


def _on_a_bed(lengths: Lengths) -> Lengths:
    if not all(abs(length) <= LONGEST for length in lengths):
        raise ValueError(f"is larger than any bed, which has {LONGEST:.0f} mm at most")
    return lengths


BedSize = Annotated[Size, AfterValidator(_on_a_bed)]
BedPoint = Annotated[Point, AfterValidator(_on_a_bed)]
BedRect = Annotated[Rect, AfterValidator(_on_a_bed)]
BedPlace = Annotated[Mm, Field(ge=-LONGEST, le=LONGEST)]
SmallWidth = Annotated[Mm, Field(ge=0, le=20)]  # of a kerf, a gap, a bridge


def picture_pixel(face: Size) -> Mm:
    """Return the size of a pixel in the picture of a face."""
    return max(PICTURE_PIXEL, sqrt(face.width * face.height / MOST_PIXELS))


class ReportModel(BaseModel):
    """The base of the report's models: immutable and strict; unknown keys are ignored."""

    model_config = ConfigDict(
        frozen=True, strict=True, allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )


class Moments(NamedTuple):
    """The amount, centroid and central product moment of engraving or scoring on a face.

    ``amount`` is an area or, of scored lines, a length. ``product`` is the mean of x times y about
    the centroid; mirroring the face changes its sign.
    """

    amount: float
    x: Mm
    y: Mm
    product: float


class ReportedPlacement(NamedTuple):
    """The place of a part: its index, its top left on the bed, its turn in degrees clockwise."""

    part: Index
    x: BedPlace
    y: BedPlace
    turn: int


class ReportedStep(ReportModel):
    """How files mark a step: by colour, in LBRN2 by layer; ``formats`` are those with the step."""

    color: str
    layer: Index | None
    filled: bool
    formats: tuple[str, ...]


class ReportedClient(ReportModel):
    """The program or shop that the files are for, and its steps by name.

    It contains everything that a reader of the files needs, since it may be user-defined.
    """

    id: str
    name: str
    stroke_mm: SmallWidth
    steps: dict[str, ReportedStep]

    @model_validator(mode="after")
    def _can_cut(self) -> Self:
        if not {"inner", "outer"} <= self.steps.keys() <= set(STEPS):
            raise ValueError(f"steps must be inner, outer and others of {', '.join(STEPS)}")
        return self

    def has(self, step: str, file_format: str) -> bool:
        """Return whether files of a format have a step as lines or areas; G-code sweeps areas."""
        swept = file_format == "gcode" and step == "engrave"
        return step in self.steps and file_format in self.steps[step].formats and not swept


class ReportedMaterial(ReportModel):
    """The material of the parts, and the narrowest webs and gaps that it allows."""

    id: str
    name: str
    thickness_mm: BedPlace
    feature_mm: SmallWidth
    gap_mm: SmallWidth


class Tabs(ReportModel):
    """The tabs that hold each part in its sheet."""

    count: Index
    bridge_mm: SmallWidth


class Opening(ReportModel):
    """An outline as SVG path data from its top left, with its size and enclosed area."""

    size_mm: BedSize
    area_mm2: float
    outline: str


class Hole(Opening):
    """A hole in an upright part or a pocket around it, with its top left."""

    at_mm: BedPoint


class PartShape(Opening):
    """The outline of a part and its holes.

    A ``thin`` part was made although a feature is narrower than the material allows; pnp warned the
    maker.
    """

    holes: tuple[Hole, ...]
    thin: bool


class ReportedFace(ReportModel):
    """The engraving and the scoring of one side of an upright part; empty tuples if none.

    ``picture`` is a coarse PNG in base64, painted from the drawing of the face and not from the
    burnt strokes: its greys are ``BURNT``, ``BARE`` and ``UNSEEN``. It is empty without a drawing.
    """

    engraved: Moments | tuple[()]
    scored: Moments | tuple[()]
    picture: str


class ReportedPart(ReportModel):
    """A part, the id of its component, and the indices of its shape and its faces."""

    component: str
    name: str
    shape: Index
    front: Index
    back: Index | None


class LeftOutFaces(ReportModel):
    """Content of a component that the files lack, and the number of distinct faces affected."""

    component: str
    what: Missing
    faces: Index


class LaserPass(ReportModel):
    """One pass over one bed: its files, its parts and its figures.

    ``sheet`` counts the sheets of material from 1; it is 0 for scrap and for parts in a jig.
    ``round`` counts jigs and their fillings; it is 0 if there is only one. ``engrave_mm`` is the
    path of the sweeps over engraved areas, including overscan; ``travel_mm`` is the path between
    sweeps and lines. ``utilisation`` is the share of the bed, 0 to 1, that becomes parts.
    ``seconds`` is None if the speeds of the machine are unknown.
    """

    name: str
    kind: PassKind = Field(validation_alias="pass", serialization_alias="pass")
    files: tuple[str, ...]
    sheet: Index
    round: Index
    size_mm: BedSize
    bounds_mm: BedRect | None
    places: tuple[ReportedPlacement, ...]
    parts: Index
    cut_mm: ReportFigure
    score_mm: ReportFigure
    engrave_mm: ReportFigure
    engraved_mm2: ReportFigure
    travel_mm: ReportFigure
    burnt_twice_mm: ReportFigure
    utilisation: ReportFigure
    seconds: ReportFigure | None


class ReportedSheets(ReportModel):
    """The sheets of material that the passes consume.

    Each is ``sawn`` into columns and rows of bed-sized pieces, or used whole. ``used_mm`` lists the
    areas of the first sheet that were already used. Of the last sheet a rectangle of ``left_mm``
    remains; a sheet that is not sawn is used up within ``taken_mm``.
    """

    size_mm: BedSize
    count: Index
    sawn: tuple[Index, Index] | None
    used_mm: tuple[BedRect, ...]
    left_mm: BedSize | None
    taken_mm: tuple[BedRect, ...]


class LaserReport(ReportModel):
    """The report on the laser files of a set of parts that are laid out together.

    The files are named after ``name``: the id of a component, a rule set or a game.
    """

    name: str
    client: ReportedClient
    material: ReportedMaterial
    kerf_mm: tuple[SmallWidth, SmallWidth]
    bed_mm: BedSize
    sheets: ReportedSheets | None
    sides: Literal["fronts", "in-place", "flip", "jig"]
    share: bool
    single: bool
    tabs: Tabs | None
    left_out: tuple[LeftOutFaces, ...]
    parts: tuple[ReportedPart, ...]
    shapes: tuple[PartShape, ...]
    faces: tuple[ReportedFace, ...]
    pockets: tuple[Hole | None, ...]
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
    """Read a report, which may have been edited.

    Raises:
        VerifyError: If it is not a valid report; the message names the first fault.
    """
    if len(content) > 1000 * limits().laser_kb:
        raise VerifyError(f"is too large: {over('laser_kb')}")
    try:
        return LaserReport.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        message = first["msg"].removeprefix("Value error, ")
        fault = f"{where}: {message}" if where else message
        raise VerifyError(f"is not a laser report ({fault})") from None


def _indented(value: Any, indent: str = "") -> str:
    inside = value.values() if isinstance(value, dict) else value
    nested = isinstance(value, dict | list | tuple)
    if not nested or not any(isinstance(item, dict | list | tuple) for item in inside):
        return json.dumps(value, ensure_ascii=False)
    deeper = f"{indent} "
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {_indented(item, deeper)}" for key, item in value.items()]
    else:
        lines = [_indented(item, deeper) for item in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{last}"
