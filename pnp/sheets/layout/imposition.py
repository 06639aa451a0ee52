"""Which way the paper lies, how many pieces go on it, and where the ruler and the label go."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.units import Mm, dimensions
from pnp.sheets.layout.duplex import Duplex, turned_sideways
from pnp.sheets.layout.grid import Grid, centered_grid, most_on_page
from pnp.sheets.layout.margin import (
    MARK_GAP,
    SHORTEST_MARK,
    Side,
    Strip,
    free_strips,
    has_room_for_marks,
    place_in_strips,
)
from pnp.sheets.layout.scheme import Orientation, Scheme

GUTTER: Mm = 2.0  # on either side of a fold, or the bleed if that is more
MARGIN_OF_MARKS: Mm = MARK_GAP + SHORTEST_MARK
CLEAR: Mm = 0.3  # between a crop mark and what stands outside it

Placed = tuple[Strip, Mm]  # a thing in the margin: its strip, and where along it that begins


class Furniture(NamedTuple):
    """What every sheet carries in its margin: ``lengths`` to place, all of one depth."""

    lengths: tuple[Mm, ...]
    depth: Mm
    gap: Mm


class Imposition(NamedTuple):
    """A grid of slots, how many sheets it takes, and where along which strip furniture goes.

    Furniture is None where a sheet with places of its own has no room for it. A ``precut``
    sheet is not marked for cutting.
    """

    grid: Grid
    sheets: int
    furniture: tuple[Placed | None, ...]
    precut: bool = False

    @property
    def taken(self) -> dict[Side, Mm]:
        """How deep the margin's outer part is in use on each side that is in use."""
        return {
            strip.side: min(strip.place.width, strip.place.height) + CLEAR
            for strip, _ in filter(None, self.furniture)
        }


def impose(
    count: int, cell: Size, bleed: Mm, scheme: Scheme, furniture: Furniture, *, marked: bool = True
) -> Imposition:
    """Lay ``count`` pieces of one size out, on the fewest sheets.

    A page holds as many as fit, in its middle. Where that leaves the furniture no room,
    the block moves towards an edge, as far as needed and only along the axis that turning
    the sheet over does not mirror; if that is not enough, a row or a column is left out.
    Where nothing is turned over and not one piece would fit, it may move along the other.
    Pieces that are ``marked`` need room for crop marks as well. When slots are to be left
    out a page is laid out full: numbers mean the same for any count if the paper lies alike.

    Raises:
        LayoutError: If not one piece fits, or there is no slot of a number to leave out.
    """
    found: list[Imposition] = []
    for leftwards in (False, True) if scheme.duplex is Duplex.FRONTS else (False,):
        for page in scheme.pages:
            for grid in _grids(page, count, cell, bleed, scheme, furniture.depth, leftwards):
                places = _furnished(grid, bleed, scheme, furniture)
                if places and (
                    not marked or has_room_for_marks(grid.block, page, scheme.printable)
                ):
                    sheets = -(-count // len(grid.slots))
                    found.append(Imposition(grid, sheets, tuple(places)))
                    break
        if found:
            break
    if not found:
        raise LayoutError(_does_not_fit(cell, scheme))
    fewest = min(found, key=lambda imposition: imposition.sheets)  # upright if equal
    return leave_out(fewest, count, scheme.skip)


def leave_out(imposition: Imposition, count: int, skip: Sequence[int]) -> Imposition:
    """Return an imposition of ``count`` pieces without the slots of these numbers, from 1.

    Raises:
        LayoutError: If there is no such slot, or no other.
    """
    slots = imposition.grid.slots
    beyond = sorted(number for number in set(skip) if not 1 <= number <= len(slots))
    if beyond:
        there = "1 slot" if len(slots) == 1 else f"{len(slots)} slots, 1 to {len(slots)}"
        raise LayoutError(
            f"--skip: a sheet has {there}, and none is number {', '.join(map(str, beyond))}"
        )
    left = tuple(slot for number, slot in enumerate(slots, start=1) if number not in skip)
    if not left:
        raise LayoutError(f"--skip: leaves none of a sheet's {len(slots)} slots; skip fewer")
    grid = imposition.grid._replace(slots=left)
    return imposition._replace(grid=grid, sheets=-(-count // len(left)))


def _grids(
    page: Size,
    count: int,
    cell: Size,
    bleed: Mm,
    scheme: Scheme,
    depth: Mm,
    leftwards: bool,
) -> Iterator[Grid]:
    """Yield grids from the fullest on, each in the middle and then moved to make room."""
    gap = scheme.gap or 0.0
    gutter = max(GUTTER, bleed) if scheme.duplex is Duplex.FOLD else None
    columns, rows = most_on_page(page, scheme.margin, cell, gap, gutter)
    if not scheme.skip:
        columns = min(columns, count)
        if columns:
            rows = min(rows, -(-count // columns))
    shapes = {(columns, rows)}
    room = _inner(bleed) + depth
    upwards = turned_sideways(page, scheme.duplex) and not leftwards
    while shapes := {shape for shape in shapes if all(shape)}:
        for shape in sorted(shapes, key=lambda shape: (-shape[0] * shape[1], shape)):
            grid = centered_grid(page, cell, gap, *shape, gutter)
            yield grid
            yield _aside(grid, room, scheme, upwards=upwards)
        shapes = {s for c, r in shapes for s in ((c - 1, r), (c, r - 1))}


def _furnished(grid: Grid, bleed: Mm, scheme: Scheme, furniture: Furniture) -> list[Placed] | None:
    strips = free_strips(grid.block, grid.page, scheme.keep, _inner(bleed), furniture.depth)
    return place_in_strips(strips, furniture.lengths, furniture.gap)


def _inner(bleed: Mm) -> Mm:
    """Return how much of the margin belongs to bleed and marks."""
    return max(MARGIN_OF_MARKS, bleed) + CLEAR


def _aside(grid: Grid, room: Mm, scheme: Scheme, *, upwards: bool) -> Grid:
    """Return the grid moved up or left until ``room`` is free below or beside it, if it can be."""
    page, block = grid.page, grid.block
    if upwards:
        needed = room - (page.height - scheme.keep - block.bottom)
        return grid.moved(0, -max(0.0, min(needed, block.y - scheme.margin)))
    needed = room - (page.width - scheme.keep - block.right)
    return grid.moved(-max(0.0, min(needed, block.x - scheme.margin)), 0)


def _does_not_fit(cell: Size, scheme: Scheme) -> str:
    half = "one half of " if scheme.duplex is Duplex.FOLD else ""
    lying = "" if scheme.orientation is Orientation.AUTO else f" {scheme.orientation}"
    return (
        f"a piece of {dimensions(cell.width, cell.height)} does not fit, with a ruler and a "
        f"label beside it, inside the {scheme.margin:g} mm margins of {half}"
        f"{dimensions(*scheme.paper)}{lying} paper; take larger paper or a smaller piece"
    )
