"""Templates as data: page templates, print shops, cutters, lasers, their programs and materials."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import dist
from typing import Annotated, Literal, get_args

from pydantic import Field, StrictBool, StrictInt

from pnp.base.errors import UnitError
from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON, MM_PER_UNIT, dimensions, format_mm, parse_size
from pnp.game.fields import (
    CellSize,
    Color,
    DataFile,
    FineLength,
    Id,
    Length,
    Model,
    NonEmptyText,
    PieceSize,
    PositiveLength,
    Quantity,
    Reads,
)
from pnp.game.paper import Paper, read_paper

Format = Literal["svg", "dxf", "lbrn2", "gcode"]
Mask = Literal["tape", "film", "none"]
StepName = Literal["engrave", "score", "inner", "outer", "frame", "guide"]

TOOL_LAYERS = (30, 31)  # LightBurn's T1 and T2, which are never burnt

MOST_SLOTS = 500  # more is a mistake in a number
# The largest lengths of a laser target and of a material that are none, in mm.
WIDEST = {"stroke": 5, "thickness": 100, "kerf_most": 5, "feature": 50, "gap": 50, "web": 50}


class Note(Model):
    """A rule or a number, and its source."""

    says: NonEmptyText
    source: NonEmptyText


class TargetStep(Model):
    """How a target recognizes one step: by colour, and in LightBurn's files by layer number.

    ``filled`` steps are areas without an outline. ``only`` lists the formats that include the step;
    other formats would burn it or be rejected. ``outlines`` lists those in which only the outlines
    of areas are burnt.
    """

    color: Color
    layer: Annotated[StrictInt, Field(ge=0, le=TOOL_LAYERS[-1])] | None = None
    filled: StrictBool = False
    only: tuple[Format, ...] = ()
    outlines: tuple[Format, ...] = ()

    def is_in(self, file_format: str) -> bool:
        """Return whether files of this format include the step."""
        return not self.only or file_format in self.only


def _too_wide(file: DataFile) -> Iterator[str]:
    for key, most in WIDEST.items():
        if key in type(file).model_fields and (length := getattr(file, key)) > most:
            yield f"{key}: {format_mm(length)} mm is a mistake; write at most {most} mm"


class LaserTarget(DataFile):
    """A program or a shop that reads laser files, and its requirements.

    ``formats`` are those it reads, the best one first. ``steps`` are its steps by name; its files
    omit any other. ``share`` allows two parts to share a cut, ``one_part`` requires one part per
    file, ``stroke`` is the width of lines. A ``shop`` receives files, and marks one side only. In a
    program that ``reorders`` colours the user has to put them into order; one with ``file_a_step``
    has one setting for all of a file, and one with its origin at the ``lower_left`` measures from
    that corner of the sheet. A ``rescaled`` format is made only on request: the program fits it to
    its own bed. ``closes`` is the setting that closes open lines, which must be off. ``also`` lists
    machines and other names that users may search for. ``trials`` are the colours that can have
    separate settings, if not all can; ``grids`` is the format for grids of trials, if none of
    ``formats`` stores their settings.
    """

    formats: Annotated[tuple[Format, ...], Field(min_length=1)]
    stroke: FineLength
    share: StrictBool = True
    one_part: StrictBool = False
    shop: StrictBool = False
    reorders: StrictBool = False
    file_a_step: StrictBool = False
    lower_left: StrictBool = False
    rescaled: tuple[Format, ...] = ()
    closes: NonEmptyText | None = None
    also: tuple[NonEmptyText, ...] = ()
    trials: tuple[Color, ...] = ()
    grids: Format | None = None
    steps: Mapping[NonEmptyText, TargetStep]
    notes: Annotated[tuple[Note, ...], Field(min_length=1)]

    @property
    def usual_formats(self) -> tuple[Format, ...]:
        """The formats that are made unless others are named."""
        return tuple(one for one in self.formats if one not in self.rescaled)

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key."""
        yield from _too_wide(self)
        known = get_args(StepName)
        if not self.usual_formats:
            yield "rescaled: leaves no format; write another one in formats"
        for one in self.rescaled:
            if one not in self.formats:
                yield f"rescaled: {one} is none of the formats"
        for name in self.steps:
            if name not in known:
                yield f"steps.{name}: is not a step; write {', '.join(known)}"
        for name in ("inner", "outer"):
            if name not in self.steps:
                yield f"steps.{name}: is missing; without it nothing can be cut out"
        for name, style in self.steps.items():
            if style.filled and name != "engrave":
                yield f"steps.{name}: is a line, and only areas to engrave are filled"
            for key in ("only", "outlines"):
                for other in getattr(style, key):
                    if other not in self.formats:
                        yield f"steps.{name}.{key}: {other} is none of the formats"
        if "lbrn2" in self.formats:
            yield from self._faults_of_layers()

    def _faults_of_layers(self) -> Iterator[str]:
        filled: dict[int, bool] = {}
        for name, style in self.steps.items():
            if not style.is_in("lbrn2"):
                continue
            if style.layer is None:
                yield f"steps.{name}.layer: is missing, and lbrn2 needs it"
            elif style.layer in TOOL_LAYERS and name != "guide":
                yield f"steps.{name}.layer: {style.layer} is a tool layer, which is never burnt"
            elif filled.setdefault(style.layer, style.filled) != style.filled:
                yield f"steps.{name}.layer: {style.layer} has lines and filled areas"


class Material(DataFile):
    """A material to cut.

    ``kerf`` is the full width of a cut to start from, between ``kerf_least`` and ``kerf_most``.
    ``feature`` is the smallest width that may remain, ``gap`` the smallest distance between two
    cuts. ``web`` is the least width of the strips that hold the sheet together. A material that
    ``folds`` may be scored and folded. ``mask`` protects its faces from smoke. Speed and power are
    left out: they differ from machine to machine.
    """

    thickness: PositiveLength
    kerf: FineLength
    kerf_least: FineLength
    kerf_most: FineLength
    feature: PositiveLength
    gap: PositiveLength
    web: PositiveLength
    folds: StrictBool = False
    mask: Mask | None = None
    notes: Annotated[tuple[Note, ...], Field(min_length=1)]

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key."""
        yield from _too_wide(self)
        if not self.kerf_least <= self.kerf <= self.kerf_most:
            least, most = format_mm(self.kerf_least), format_mm(self.kerf_most)
            yield f"kerf: {format_mm(self.kerf)} mm is not within {least} to {most} mm"
        if self.web < self.feature:
            web, feature = format_mm(self.web), format_mm(self.feature)
            yield f"web: {web} mm is narrower than a feature may be, {feature} mm"


class LaserMachine(DataFile):
    """A laser: the area that its head reaches, and the programs that drive it.

    ``clients`` are ids of laser targets, the usual one first.
    """

    bed: PieceSize
    clients: Annotated[tuple[Id, ...], Field(min_length=1)]
    notes: Annotated[tuple[Note, ...], Field(min_length=1)]


class Slots(Model):
    """A block of slots in columns and rows; by default one slot.

    ``left`` and ``top`` are the distances of the first slot from the edges of the paper, ``pitch``
    the distance between the same edges of neighbouring slots; by default slots touch.
    """

    left: Length
    top: Length
    columns: Quantity = 1
    rows: Quantity = 1
    pitch: CellSize | None = None


class PageTemplate(DataFile):
    """A sheet as it is sold, held as ``orientation`` says.

    A ``perforated`` or ``adhesive`` sheet is cut already, a ``plain`` one gets crop marks.
    ``source`` is where the numbers come from, ``status`` how certain they are.
    """

    paper: Annotated[Paper, Reads(read_paper, "paper")]
    orientation: Literal["portrait", "landscape"] = "portrait"
    stock: Literal["perforated", "adhesive", "plain"]
    shape: Literal["rectangle", "circle"] = "rectangle"
    size: CellSize
    corner: Length = 0.0
    slots: Annotated[tuple[Slots, ...], Field(min_length=1)]
    products: tuple[NonEmptyText, ...] = ()
    status: Literal["stated", "derived", "measured"]
    source: NonEmptyText

    @property
    def page(self) -> Size:
        """The size of the sheet in its orientation."""
        size = self.paper.size
        return size if self.orientation == "portrait" else size.turned()

    @property
    def count(self) -> int:
        """The number of slots."""
        return sum(block.columns * block.rows for block in self.slots)

    @property
    def places(self) -> tuple[Rect, ...]:
        """All slots in reading order: rows from the top, each from the left."""
        found = [
            Rect(block.left + column * across, block.top + row * down, *self.size)
            for block in self.slots
            for across, down in [block.pitch or self.size]
            for row in range(block.rows)
            for column in range(block.columns)
        ]
        return tuple(sorted(found, key=lambda slot: (round(slot.y, 3), slot.x)))

    def faults(self) -> Iterator[str]:
        """Yield the faults that make it unusable, each beginning with its key or slot."""
        width, height = self.size
        if self.shape == "circle" and width != height:
            yield f"size: a circle is as wide as it is high, not {dimensions(width, height)}"
        if self.shape == "circle" and self.corner:
            yield "corner: a circle has no corners; leave it out"
        if self.corner > min(width, height) / 2:
            yield f"corner: is at most {format_mm(min(width, height) / 2)} mm in slots of this size"
        if self.count > MOST_SLOTS:
            yield f"slots: there are {self.count}, and at most {MOST_SLOTS} are allowed"
            return
        yield from self._faults_of_places()

    def _faults_of_places(self) -> Iterator[str]:
        paper = Rect(0, 0, *self.page)
        places = self.places
        for index, slot in enumerate(places, start=1):
            if not paper.contains(slot):
                at = f"{format_mm(slot.x)} mm from the left, {format_mm(slot.y)} mm from the top"
                yield f"slots: {index} ({at}) goes past {dimensions(*self.page)} paper"
            others = enumerate(places[index:], start=index + 1)
            met = next((other for other, second in others if self._meet(slot, second)), None)
            if met is not None:
                yield f"slots: {index} and {met} overlap; write a larger pitch"

    def _meet(self, one: Rect, other: Rect) -> bool:
        if self.shape == "rectangle":
            return one.overlaps(other)
        return dist(one.center, other.center) < one.width - EPSILON


class Preset(Model):
    """A product of a shop: the size of a card, chit or board, and of its picture with bleed.

    ``pixels`` are width and height with bleed, ``safe`` is the distance from the cut within which
    nothing important should lie. ``source`` is the page with the numbers, ``read`` the day on which
    it was read, ``known_through`` a second-hand source. A shop that takes no pictures has a ``pdf``
    of that standard, with its pages in the ``face_order`` and at most ``most_ink`` percent of ink.
    """

    id: str
    shop: str
    title: str
    product: Literal["card", "chit", "board"] = "card"
    shape: Literal["rectangle", "circle"] = "rectangle"
    trim: PieceSize
    pixels: tuple[StrictInt, StrictInt]
    dpi: StrictInt
    safe: Length
    pdf: Literal["", "PDF/X-1a:2003"] = ""
    face_order: Literal["pairs", "back-first"] = "pairs"
    most_ink: StrictInt | None = None
    source: str
    read: str
    known_through: str
    notes: str

    @property
    def picture(self) -> Size:
        """The size of the picture with its bleed."""
        width, height = (side / self.dpi * MM_PER_UNIT["in"] for side in self.pixels)
        return Size(width, height)

    @property
    def bleed(self) -> Size:
        """The distance by which the picture extends past the cut on the left and at the top."""
        picture = self.picture
        return Size((picture.width - self.trim.width) / 2, (picture.height - self.trim.height) / 2)

    @property
    def size(self) -> str:
        """The trim size as an argument of ``--size``."""
        return dimensions(*self.trim)


class PaperFile(DataFile):
    """A paper with a name of its own: the size of its sheets."""

    size: PieceSize

    def faults(self) -> Iterator[str]:
        """Yield a fault if its name means another size."""
        with suppress(UnitError):
            parse_size(self.id)
            yield f"the file is called like a size, {self.id}; rename it"


class CutterNote(Model):
    """A note for the person who cuts."""

    says: NonEmptyText


class CutterProfile(DataFile):
    """The registration marks of a cutting machine.

    ``inset`` is measured from the paper's edge to the outside of a ``square``, and to the middle of
    an angle's lines. ``clear`` is the white area around a mark, ``margin`` the one along the
    paper's edges. ``source`` is where the numbers come from, ``status`` how certain they are.
    """

    machines: tuple[NonEmptyText, ...] = ()
    pattern: Literal["square-and-angles", "angles", "squares"]
    inset: Length
    square: Length = 0.0
    length: Length = 0.0
    thickness: Length = 0.0
    clear: Length
    margin: Length = 0.0
    status: Literal["stated", "measured", "assumed"]
    source: NonEmptyText
    notes: tuple[CutterNote, ...] = ()

    def faults(self) -> Iterator[str]:
        """Yield the measures that its pattern of marks requires and that are missing."""
        needed = {"squares": ("square",), "angles": ("length", "thickness")}
        for key in needed.get(self.pattern, ("square", "length", "thickness")):
            if not getattr(self, key):
                yield f"{key}: is missing; marks of the pattern {self.pattern} have one"
