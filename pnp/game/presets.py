"""Templates as data: page templates, products of print shops, cutters, and themes."""

from collections.abc import Iterator, Mapping
from math import dist
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StrictInt

from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON, MM_PER_UNIT, dimensions, format_mm
from pnp.game.base import DataFile, Model
from pnp.game.fields import CellSize, Length, NonEmptyText, PieceSize, Quantity, Reads
from pnp.game.paper import Paper, read_paper

MOST_SLOTS = 500  # more is a mistake in a number


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
    it was read, ``known_through`` a second-hand source.
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


CLASSIC = "classic"


class Theme(NamedTuple):
    """A set of colours: one for each role, and for the players' colours that it names.

    ``sha256`` is that of its file.
    """

    id: str
    name: str
    roles: Mapping[str, str]
    colors: Mapping[str, str]
    sha256: str
