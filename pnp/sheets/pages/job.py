"""Drawn components and their sheets, however they are laid out; all sheets in one PDF."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.components.piece import Piece
from pnp.make.made_files import SheetWork
from pnp.make.pipeline import LaidOutPage
from pnp.scene import Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.layout.crop_marks import Cuts
from pnp.sheets.layout.gang import Gang, GangBlock
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.scheme import Duplex, SheetSide

if TYPE_CHECKING:
    from pnp.scene.laser_bed import Bed
    from pnp.sheets.layout.poster import Poster

DUPLEX_HINTS = {Duplex.LONG_EDGE: "DuplexFlipLongEdge", Duplex.SHORT_EDGE: "DuplexFlipShortEdge"}
SHARED = "shared"  # begins the names of files with sheets that components share
BOTH_SIDES = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)


class SheetJob(NamedTuple):
    """All sheets of one component, laid out but not yet drawn: ``pages`` draws them one by one.

    ``sides`` says of each page which side of which sheet it is; ``duplex`` is None if there are
    only fronts. ``scale`` is 1.0 unless the user chose less. ``poster`` are the columns and rows of
    pages that make up one piece, if it takes several. ``remarks`` are for the person who prints it.
    ``cuts`` are the straight cuts through a full sheet, or through a folded sheet once it is glued,
    if they can separate its pieces. ``cut_beds`` yields the bed for a cutting machine of each
    sheet, if there is one.
    """

    layout: "Imposition | Poster | Gang"
    piece_count: int
    sides: tuple[SheetSide, ...]
    page_size: Size
    pages: Callable[[], Iterator[Scene]]
    duplex: Duplex | None = None
    scale: float = 1.0
    poster: tuple[int, int] | None = None
    remarks: tuple[str, ...] = ()
    cuts: Cuts | None = None
    cut_beds: "Callable[[], Iterator[Bed]] | None" = None

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

    def inked(self, saver: InkSaver) -> "SheetJob":
        """Return the sheets with everything on them in an ink."""
        return self._replace(pages=lambda: map(saver.page, self.pages()))


class DrawnComponent(NamedTuple):
    """A component's pieces and their sheets; ``job`` is None if it has none of its own.

    ``pieces`` are those that are made, ``every`` all that the component has, and ``printed`` those
    that go on sheets, if these differ. ``strips`` are the ways to make a board from strips that
    join edge to edge. ``lang`` is the chosen language, if the component has it and its usual one
    differs. ``foregone`` maps the options that its sheets were made without to the reasons.
    ``remarks`` are for the person who prints it.
    """

    component_id: str
    name: str
    pieces: tuple[Piece, ...]
    every: tuple[Piece, ...] = ()
    printed: tuple[Piece, ...] = ()
    strips: tuple[tuple[Piece, ...], ...] = ()
    lang: str = ""
    job: SheetJob | None = None
    foregone: Mapping[str, LayoutError] = {}
    remarks: tuple[str, ...] = ()

    @property
    def size(self) -> Size:
        """The size of each piece."""
        return self.pieces[0].front.size

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""
        return sum(piece.copies for piece in self.pieces)

    def inked(self, saver: InkSaver) -> "DrawnComponent":
        """Return the component with its pieces and strips in an ink."""
        pieces = tuple(piece.inked(saver) for piece in self.pieces)
        strips = tuple(tuple(piece.inked(saver) for piece in way) for way in self.strips)
        return self._replace(pieces=pieces, strips=strips)


class SheetPlan(NamedTuple):
    """Drawn components, each with sheets of its own, and the sheets that the others share.

    ``skipped`` are components with nothing to print. ``problems`` name those that do not fit and
    are left out, ``notes`` those that an option does not affect.
    """

    drawn: tuple[DrawnComponent, ...]
    shared: SheetJob | None
    skipped: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def own(self) -> tuple[tuple[DrawnComponent, SheetJob], ...]:
        """The components with sheets of their own."""
        return tuple((one, one.job) for one in self.drawn if one.job is not None)

    @property
    def jobs(self) -> tuple[SheetJob, ...]:
        """All sheets, the shared ones last."""
        return (*(job for _, job in self.own), *((self.shared,) if self.shared else ()))

    @property
    def work(self) -> SheetWork:
        """The sheets of paper, the straight cuts and the outlines."""
        return SheetWork.total(job.work for job in self.jobs)

    @property
    def gang(self) -> Gang:
        """The layout of the shared sheets."""
        layout = self.shared and self.shared.layout
        return layout if isinstance(layout, Gang) else Gang(())

    @property
    def blocks(self) -> Iterator[GangBlock]:
        """The blocks of all shared sheets."""
        return (block for sheet in self.gang.sheets for block in sheet.blocks)


def duplex_of(jobs: Sequence[SheetJob]) -> Duplex | None:
    """Return how to print the one file: on both sides if any sheet has a back."""
    chosen = [job.duplex for job in jobs if job.duplex is not None]
    both = [duplex for duplex in chosen if duplex in BOTH_SIDES]
    return next(iter((*both, *chosen)), None)


def one_file_pages(plan: SheetPlan) -> Iterator[LaidOutPage]:
    """Yield the pages of all sheets, with blank ones where a sheet has none for its back."""
    jobs, places = sheet_jobs(plan), count(1)
    both = duplex_of(plan.jobs) in BOTH_SIDES
    several = len(jobs) > 1
    for part, job in jobs:
        for number, (page, scene) in enumerate(job.sides_drawn(), start=1):
            label = f"{part} {page.label}"
            yield LaidOutPage(part, number, next(places), label, page.sheet, page.side, scene)
            if both and several and job.duplex not in BOTH_SIDES:
                back, blank = SheetSide(page.sheet, "back"), Scene(scene.size, ())
                label = f"{part} {back.label}"
                yield LaidOutPage(part, 0, next(places), label, back.sheet, back.side, blank)


def sheet_jobs(plan: SheetPlan) -> list[tuple[str, SheetJob]]:
    """Return the sheets of each component that has its own, then the shared ones."""
    own = [(one.component_id, job) for one, job in plan.own]
    return own + ([(SHARED, plan.shared)] if plan.shared is not None else [])
