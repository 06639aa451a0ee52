"""Polyominoes: pieces of square cells, joined edge to edge."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.base.units import quoted
from pnp.game.component import Component, GameBox, Measure
from pnp.game.fields import (
    Color,
    GroundColor,
    Id,
    InkColor,
    Model,
    NonEmptyText,
    PositiveLength,
    one_of_two,
)
from pnp.game.places import Footprint, rectangle_corners

MOST_ACROSS = 20  # cells of a written shape, each way
# The usual letters of all polyominoes of up to five cells, in the order of ``all_polyominoes``.
LETTERS = {1: "o", 2: "i", 3: "il", 4: "iltos", 5: "ilypuvtnfwzx"}
MIRRORED = "-mirrored"

PolyominoCells = tuple[tuple[int, int], ...]  # rows and columns from the top left, in reading order


class ListedPolyomino(Model):
    """A polyomino as rows of text: a ``#`` is a cell, a dot is none."""

    id: Id
    rows: Annotated[tuple[NonEmptyText, ...], Field(min_length=1, max_length=MOST_ACROSS)]
    color: Color | None = None
    copies: Annotated[StrictInt, Field(ge=1, le=100)] = 1

    @property
    def cells(self) -> PolyominoCells:
        """Its cells."""
        return _at_corner(
            (row, column)
            for row, text in enumerate(self.rows)
            for column, sign in enumerate(text)
            if sign == "#"
        )

    def _check(self) -> None:
        for text in self.rows:
            if set(text) - set("#.") or len(text) > MOST_ACROSS:
                raise ValueError(
                    f"rows: write # for a cell and . for none, at most {MOST_ACROSS} in a row, "
                    f"not {quoted(text)}"
                )
        if not self.cells:
            raise ValueError("rows: there is no cell; write a # for each")
        if len(_joined(self.cells)) < len(self.cells):
            raise ValueError("rows: its cells fall apart; join them edge to edge")


class Polyomino(NamedTuple):
    """A piece: its name, cells, colour and number of copies."""

    name: str
    cells: PolyominoCells
    color: str
    copies: int


class Polyominoes(Component):
    """All polyominoes of a number of ``cells``, or the listed ``shapes``.

    Pieces may be turned over, so that mirror images are one piece, unless ``mirrored`` keeps both.
    """

    schema_rules = one_of_two("cells", "shapes")

    noun = "tiles"
    played_as = "tiles"
    lies_on_boards = True
    covers_places = True
    two_sided: ClassVar[bool] = True
    offers = ("edge",)

    kind: Literal["polyominoes"]
    edge: PositiveLength
    cells: Annotated[StrictInt, Field(ge=1, le=6)] | None = None
    mirrored: StrictBool = False
    shapes: Annotated[tuple[ListedPolyomino, ...], Field(max_length=100)] = ()
    colors: Annotated[tuple[Color, ...], Field(max_length=100)] = ()
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @cached_property
    def listed(self) -> tuple[Polyomino, ...]:
        """The different pieces in order."""
        if self.cells is None:
            found = [(one.id, one.cells, one.color, one.copies) for one in self.shapes]
        else:
            found = [(name, cells, None, 1) for name, cells in named(self.cells, self.mirrored)]
        colors = self.colors or (self.ground,)
        return tuple(
            Polyomino(name, cells, color or colors[number % len(colors)], copies)
            for number, (name, cells, color, copies) in enumerate(found)
        )

    @property
    def count(self) -> int:
        return sum(one.copies for one in self.listed)

    @property
    def pieces(self) -> Mapping[str, int]:
        return {one.name: one.copies for one in self.listed}

    @property
    def face_size(self) -> Size:
        """A rectangle with room for each of the pieces."""
        across, down = zip(*(extent_of(one.cells) for one in self.listed), strict=True)
        return Size(max(across) * self.edge, max(down) * self.edge)

    @property
    def footprint(self) -> Footprint:
        """A single cell: a place is for one, and the others lie on those beside it."""
        return Footprint(rectangle_corners(Size(self.edge, self.edge)))

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        return ()

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        sizes = Counter[int]()
        for one in self.listed:
            sizes[len(one.cells)] += one.copies
        return {
            "kinds": len(self.listed),
            "cells": sum(size * count for size, count in sizes.items()),
            "sizes": dict(sorted(sizes.items())),
            "edge": self.edge,
        }

    def _check(self) -> None:
        if (self.cells is None) == (not self.shapes):
            raise ValueError("write cells for all polyominoes of a size, or shapes, a list of some")
        if self.mirrored and self.shapes:
            raise ValueError("mirrored: is for all polyominoes of a size; list mirrored shapes")
        twice = [name for name, n in Counter(one.id for one in self.shapes).items() if n > 1]
        if twice:
            raise ValueError(f"two shapes have the same id {twice[0]!r}; give each its own")


def named(size: int, both: bool) -> Iterator[tuple[str, PolyominoCells]]:
    """Yield all polyominoes of a size by letter or number; of mirror images one, or ``both``."""
    for number, cells in enumerate(all_polyominoes(size)):
        name = LETTERS[size][number] if size in LETTERS else str(number + 1)
        yield name, cells
        other = mirrored(cells)
        if both and other not in _turned(cells):
            yield name + MIRRORED, other


def extent_of(cells: PolyominoCells) -> tuple[int, int]:
    """Return how many columns and rows cells cover."""
    return max(column for _, column in cells) + 1, max(row for row, _ in cells) + 1


def mirrored(cells: PolyominoCells) -> PolyominoCells:
    """Return cells as seen from behind."""
    return _at_corner((row, -column) for row, column in cells)


@cache
def all_polyominoes(size: int) -> tuple[PolyominoCells, ...]:
    """Return the free polyominoes of a size, each lying, in alphabetical order of their cells."""
    if size == 1:
        return (((0, 0),),)
    grown = {
        _usual((*cells, (row + down, column + across)))
        for cells in all_polyominoes(size - 1)
        for row, column in cells
        for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (row + down, column + across) not in cells
    }
    return tuple(sorted(grown))


def _usual(cells: PolyominoCells) -> PolyominoCells:
    """Return the first of the ways in which a polyomino may lie."""
    return min((*_turned(cells), *_turned(mirrored(cells))))


def _turned(cells: PolyominoCells) -> tuple[PolyominoCells, ...]:
    """Return the cells turned by each number of quarters, as they are first."""
    found = [_at_corner(cells)]
    for _ in range(3):
        found.append(_at_corner((column, -row) for row, column in found[-1]))
    return tuple(found)


def _at_corner(cells: Iterable[tuple[int, int]]) -> PolyominoCells:
    """Return cells in reading order, moved to the top left."""
    found = sorted(cells)
    left = min((column for _, column in found), default=0)
    return tuple((row - found[0][0], column - left) for row, column in found)


def _joined(cells: PolyominoCells) -> set[tuple[int, int]]:
    """Return the cells that are joined edge to edge with the first one."""
    left, found = set(cells), [cells[0]]
    left.discard(cells[0])
    for row, column in found:
        beside = {(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)} & left
        left -= beside
        found += beside
    return set(found)
