"""Sheets with places of their own: labels, perforated cards, grids that a jig holds."""

from collections.abc import Iterator
from math import dist
from typing import Annotated, Literal

from pydantic import Field

from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON, dimensions, format_mm
from pnp.game.base import Model
from pnp.game.fields import CellSize, Count, Id, Length, Reads, Text
from pnp.game.paper import Paper, read_paper

MOST_SLOTS = 500  # more is a mistake in a number


class Slots(Model):
    """Slots in columns and rows; one slot alone if neither is written.

    ``left`` and ``top`` are the first one's distances from the paper's edges, ``pitch`` how
    far from one slot's left edge, or top, to the next: side by side if it is not written.
    """

    left: Length
    top: Length
    columns: Count = 1
    rows: Count = 1
    pitch: CellSize | None = None


class PageTemplate(Model):
    """A sheet as its maker sells it, held as ``orientation`` says; ``id`` is its file's name.

    A ``perforated`` or ``adhesive`` sheet comes with its cuts, a ``plain`` one is marked for
    cutting. ``source`` says where the numbers are from and ``status`` how well they are known.
    """

    id: Id
    name: Text
    paper: Annotated[Paper, Reads(read_paper, "paper")]
    orientation: Literal["portrait", "landscape"] = "portrait"
    stock: Literal["perforated", "adhesive", "plain"]
    shape: Literal["rectangle", "circle"] = "rectangle"
    size: CellSize
    corner: Length = 0.0
    slots: Annotated[tuple[Slots, ...], Field(min_length=1)]
    products: tuple[Text, ...] = ()
    status: Literal["stated", "derived", "measured"]
    source: Text

    @property
    def page(self) -> Size:
        """The size of the sheet as it is held."""
        size = self.paper.size
        return size if self.orientation == "portrait" else size.turned()

    @property
    def count(self) -> int:
        """How many slots there are."""
        return sum(block.columns * block.rows for block in self.slots)

    @property
    def places(self) -> tuple[Rect, ...]:
        """Every slot, in reading order: by rows from the top, each from the left."""
        found = [
            Rect(block.left + column * across, block.top + row * down, *self.size)
            for block in self.slots
            for across, down in [block.pitch or self.size]
            for row in range(block.rows)
            for column in range(block.columns)
        ]
        return tuple(sorted(found, key=lambda slot: (round(slot.y, 3), slot.x)))

    def faults(self) -> Iterator[str]:
        """Yield what makes it impossible, told by key or by slot."""
        width, height = self.size
        if self.shape == "circle" and width != height:
            yield f"size: a circle is as wide as it is high, not {dimensions(width, height)}"
        if self.shape == "circle" and self.corner:
            yield "corner: a circle has no corners; leave it out"
        if self.corner > min(width, height) / 2:
            yield f"corner: is at most {format_mm(min(width, height) / 2)} mm in slots of this size"
        if self.count > MOST_SLOTS:
            yield f"slots: are {self.count}, and {MOST_SLOTS} are the most"
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
                yield f"slots: {index} and {met} lie on one another; write a larger pitch"

    def _meet(self, one: Rect, other: Rect) -> bool:
        if self.shape == "rectangle":
            return one.overlaps(other)
        return dist(one.center, other.center) < one.width - EPSILON
