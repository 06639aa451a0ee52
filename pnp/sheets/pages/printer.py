"""Sheets for a printer that is known to be wrong: the same pages, drawn so that they come right."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import IDENTITY, Rect, Size, Transform
from pnp.base.path import path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.scene import Group, Item, Scene, Shape, item_bounds
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.guillotine import Cuts
from pnp.sheets.layout.margin import UNPRINTABLE
from pnp.sheets.layout.printer import Printer, back_correction, front_correction, upright_size
from pnp.sheets.pages.job import Job

# Home printers leave 4.2 to 5 mm white. Where it is 5 marks lose a fifth of their length, at their
# outer end, and are still long enough to cut by; pieces may not lose anything.
CLEAR_OF_MARKS: Mm = 4.2

_TWO_SIDED = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)


class CorrectedJob(NamedTuple):
    """Another job's sheets for one printer. All its pages are upright."""

    job: Job
    printer: Printer

    @property
    def piece_count(self) -> int:
        """How many physical pieces the job makes."""
        return self.job.piece_count

    @property
    def page_count(self) -> int:
        """How many pages there are."""
        return self.job.page_count

    @property
    def page_size(self) -> Size:
        """The size of every page."""
        return upright_size(self.job.page_size)

    @property
    def duplex(self) -> Duplex | None:
        """How the sides come to lie behind one another; None when there are fronts alone."""
        return self.job.duplex

    @property
    def scale(self) -> float:
        """How large the pieces come out."""
        return self.job.scale

    @property
    def poster(self) -> tuple[int, int] | None:
        """Of how many columns and rows of pages one piece is joined, if it is."""
        return self.job.poster

    @property
    def remarks(self) -> tuple[str, ...]:
        """What somebody should be told who prints it."""
        return self.job.remarks

    @property
    def cuts(self) -> Cuts | None:
        """The straight cuts through a full sheet that set its pieces free, if such do."""
        return self.job.cuts

    @property
    def corrections(self) -> tuple[Transform, ...]:
        """What becomes of the pages, in turn."""
        page, duplex = self.job.page_size, self.job.duplex
        front = front_correction(self.printer, page)
        if duplex in _TWO_SIDED:
            return front, back_correction(self.printer, page, duplex)
        if duplex is Duplex.BACKS:
            return (back_correction(self.printer, page, duplex),)
        return (front,)

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one."""
        corrections = self.corrections
        for index, page in enumerate(self.job.pages()):
            yield corrected(page, corrections[index % len(corrections)])


def for_printer(job: Job, printer: Printer) -> CorrectedJob:
    """Return the sheets of a job as one printer needs them.

    Raises:
        LayoutError: If pieces or marks would then lie where printers print nothing.
    """
    made = CorrectedJob(job, printer)
    corrections = made.corrections
    # The sheets of a job are alike but for what is in their slots; the pages of a poster are not.
    alike = None if job.poster else len(corrections)
    worst: dict[str, tuple[Mm, str]] = {}
    for index, page in enumerate(islice(job.pages(), alike)):
        for what, beyond, side in _unprintable(page, corrections[index % len(corrections)]):
            if beyond > worst.get(what, (0.0, ""))[0] + EPSILON:  # the first if equal
                worst[what] = beyond, side
    if worst:
        told = " and ".join(
            f"{what} on {side} by {beyond:.2g} mm" for what, (beyond, side) in worst.items()
        )
        raise LayoutError(
            f"corrected for printer {printer.name} this comes too near to the paper's edge to be "
            f"printed: {told}; take larger paper or a larger --margin"
        )
    return made


def corrected(page: Scene, correction: Transform) -> Scene:
    """Return a page as it is sent to a printer."""
    if correction == IDENTITY:
        return page
    return Scene(
        upright_size(page.size),
        (Group(page.items, correction),),
        page.trim and correction.apply_to(page.trim),
        page.bleed and correction.apply_to(page.bleed),
        page.label,
    )


def _unprintable(page: Scene, correction: Transform) -> Iterator[tuple[str, Mm, str]]:
    """Yield what comes too near to the paper's edge, by how much, and on which side."""
    paper = upright_size(page.size)
    side = "the back" if page.label.endswith("back") else "the page"
    for what, rects, clear in (
        ("pieces", [page.trim] if page.trim else [], UNPRINTABLE),
        ("marks", list(_beside_pieces(page.items)), CLEAR_OF_MARKS),
    ):
        for rect in rects:
            nearest = _from_edge(correction.apply_to(rect), paper)
            allowed = min(clear, _from_edge(rect, page.size))  # nearer still if it was laid out so
            if nearest < allowed - EPSILON:
                yield what, allowed - nearest, side


def _beside_pieces(items: tuple[Item, ...]) -> Iterator[Rect]:
    """Yield the places of marks, ruler and label; a mark each, for together they are a frame."""
    for item in items:
        if isinstance(item, Group):
            if item.clip is None and item.transform == IDENTITY:
                yield from _beside_pieces(item.items)
            elif item.clip is None and (place := item_bounds(item)) is not None:
                yield place
        elif isinstance(item, Shape):
            yield from map(path_bounds, item.paths)
        elif (place := item_bounds(item)) is not None:
            yield place


def _from_edge(rect: Rect, paper: Size) -> Mm:
    return min(rect.x, rect.y, paper.width - rect.right, paper.height - rect.bottom)
