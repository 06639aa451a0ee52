"""All sheets of a build in one PDF: its pages, and how to print it."""

from collections.abc import Iterator, Sequence
from itertools import count

from pnp.make.page import LaidOutPage
from pnp.scene import Scene
from pnp.sheets.layout.scheme import Duplex, SheetSide
from pnp.sheets.pages.job import SheetJob, SheetPlan

DUPLEX_HINTS = {Duplex.LONG_EDGE: "DuplexFlipLongEdge", Duplex.SHORT_EDGE: "DuplexFlipShortEdge"}
SHARED = "shared"  # begins the names of files with sheets that components share
BOTH_SIDES = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)


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
