"""The sheets of a component, however they are laid out."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.records.manifest import SheetWork
from pnp.scene import Scene
from pnp.scene.bed import Bed
from pnp.sheets.layout.duplex import Duplex, SheetSide
from pnp.sheets.layout.gang import Gang
from pnp.sheets.layout.guillotine import Cuts
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.poster import Poster


class SheetJob(NamedTuple):
    """All sheets of one component, laid out but not yet drawn: ``pages`` draws them one by one.

    ``sides`` says of each page which side of which sheet it is; ``duplex`` is None if there are
    only fronts. ``scale`` is 1.0 unless the user chose less. ``poster`` are the columns and rows of
    pages that make up one piece, if it takes several. ``remarks`` are for the person who prints it.
    ``cuts`` are the straight cuts through a full sheet, or through a folded sheet once it is glued,
    if they can separate its pieces. ``cut_beds`` yields the bed for a cutting machine of each
    sheet, if there is one.
    """

    layout: Imposition | Poster | Gang
    piece_count: int
    sides: tuple[SheetSide, ...]
    page_size: Size
    pages: Callable[[], Iterator[Scene]]
    duplex: Duplex | None = None
    scale: float = 1.0
    poster: tuple[int, int] | None = None
    remarks: tuple[str, ...] = ()
    cuts: Cuts | None = None
    cut_beds: Callable[[], Iterator[Bed]] | None = None

    def sides_drawn(self) -> Iterator[tuple[SheetSide, Scene]]:
        """Draw the pages one by one, each with the side that it is."""
        return zip(self.sides, self.pages(), strict=True)

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self.sides)

    @property
    def sheet_count(self) -> int:
        """The number of sheets of paper."""
        return len({side.sheet for side in self.sides})

    @property
    def work(self) -> SheetWork:
        """The sheets, the straight cuts and the outlines to cut along by hand.

        A page of a poster takes four cuts.
        """
        sheets = self.sheet_count
        layout, precut = self.layout, isinstance(self.layout, Imposition) and self.layout.precut
        if precut or self.cut_beds is not None:
            return SheetWork(sheets)
        if isinstance(layout, Gang):
            return SheetWork(sheets, layout.cuts - layout.outlines, layout.outlines)
        if self.poster is not None:
            return SheetWork(sheets, 4 * sheets)
        if self.cuts is not None:
            return SheetWork(sheets, self.cuts.total * sheets)
        return SheetWork(sheets, 0, self.piece_count)
