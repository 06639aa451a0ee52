"""Which way the paper lies, how many pieces go on it, and where the ruler and the label go."""

from typing import NamedTuple

from pnp.errors import LayoutError
from pnp.geometry import Size
from pnp.layout.duplex import Duplex, turned_sideways
from pnp.layout.grid import Grid, centered_grid, most_on_page
from pnp.layout.margin import (
    MARK_GAP,
    SHORTEST_MARK,
    Side,
    Strip,
    free_strips,
    place_in_strips,
)
from pnp.units import Mm, dimensions

MARGIN: Mm = 8.0  # printers clip 4.2 to 5 mm; nothing that matters goes nearer to the edge
GUTTER: Mm = 2.0  # on either side of a fold, or the bleed if that is more
MARGIN_OF_MARKS: Mm = MARK_GAP + SHORTEST_MARK
CLEAR: Mm = 0.3  # between a crop mark and what stands outside it


class Furniture(NamedTuple):
    """What every sheet carries in its margin: ``lengths`` to place, all of one depth."""

    lengths: tuple[Mm, ...]
    depth: Mm
    gap: Mm


class Imposition(NamedTuple):
    """A grid of slots, how many sheets it takes, and where along which strip furniture goes."""

    grid: Grid
    sheets: int
    furniture: tuple[tuple[Strip, Mm], ...]

    @property
    def taken(self) -> dict[Side, Mm]:
        """How deep the margin's outer part is in use on each side that is in use."""
        return {
            strip.side: min(strip.place.width, strip.place.height) + CLEAR
            for strip, _ in self.furniture
        }


def impose(
    count: int,
    cell: Size,
    paper: Size,
    duplex: Duplex,
    bleed: Mm,
    gap: Mm,
    furniture: Furniture,
) -> Imposition:
    """Lay ``count`` pieces of one size out on upright or lying paper, on the fewest sheets.

    A page holds as many as fit, in its middle. Where that leaves the furniture no room,
    the block moves towards an edge, as far as needed and only along the axis that turning
    the sheet over does not mirror; if that is not enough, a row or a column is left out.
    Where nothing is turned over and not one piece would fit, it may move along the other.

    Raises:
        LayoutError: If not one piece fits.
    """
    found: list[Imposition] = []
    for leftwards in (False, True) if duplex is Duplex.FRONTS else (False,):
        for page in dict.fromkeys((paper, paper.turned())):
            best = _furnished(page, count, cell, duplex, bleed, gap, furniture, leftwards)
            if best is not None:
                grid, places = best
                found.append(Imposition(grid, -(-count // len(grid.slots)), tuple(places)))
        if found:
            break
    if not found:
        half = "one half of " if duplex is Duplex.FOLD else ""
        raise LayoutError(
            f"a piece of {dimensions(cell.width, cell.height)} does not fit, with a ruler and a "
            f"label beside it, inside the {MARGIN:g} mm margins of {half}"
            f"{dimensions(paper.width, paper.height)} paper; take larger paper or a smaller piece"
        )
    return min(found, key=lambda imposition: imposition.sheets)  # upright if equal


def _furnished(
    page: Size,
    count: int,
    cell: Size,
    duplex: Duplex,
    bleed: Mm,
    gap: Mm,
    furniture: Furniture,
    leftwards: bool,
) -> tuple[Grid, list[tuple[Strip, Mm]]] | None:
    gutter = max(GUTTER, bleed) if duplex is Duplex.FOLD else None
    columns, rows = most_on_page(page, MARGIN, cell, gap, gutter)
    columns = min(columns, count)
    if columns:
        rows = min(rows, -(-count // columns))
    shapes = {(columns, rows)}
    inner = max(MARGIN_OF_MARKS, bleed) + CLEAR
    upwards = turned_sideways(page, duplex) and not leftwards
    while shapes := {shape for shape in shapes if all(shape)}:
        for shape in sorted(shapes, key=lambda shape: (-shape[0] * shape[1], shape)):
            grid = centered_grid(page, cell, gap, *shape, gutter)
            for candidate in (grid, _aside(grid, inner + furniture.depth, upwards=upwards)):
                strips = free_strips(candidate.block, page, MARGIN, inner, furniture.depth)
                places = place_in_strips(strips, furniture.lengths, furniture.gap)
                if places is not None:
                    return candidate, places
        shapes = {s for c, r in shapes for s in ((c - 1, r), (c, r - 1))}
    return None


def _aside(grid: Grid, room: Mm, *, upwards: bool) -> Grid:
    """Return the grid moved up or left until ``room`` is free below or beside it, if it can be."""
    page, block = grid.page, grid.block
    if upwards:
        needed = room - (page.height - MARGIN - block.bottom)
        return grid.moved(0, -max(0.0, min(needed, block.y - MARGIN)))
    needed = room - (page.width - MARGIN - block.right)
    return grid.moved(-max(0.0, min(needed, block.x - MARGIN)), 0)
