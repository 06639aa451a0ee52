"""All sheets of a build in one PDF, for a printer that gets one document.

If the printer prints both sides, every sheet is two pages: one without a back is followed by a
blank page, so that no front is printed on the back of another sheet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.base.geometry import Size
from pnp.game.game import Game
from pnp.jobs.build_plan import BuildPlan
from pnp.jobs.file_names import file_words
from pnp.jobs.pipeline import OutputFile
from pnp.jobs.sheet_options import SheetOptions
from pnp.records.manifest import MadeFile, SheetWork
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex, SheetSide
from pnp.sheets.pages import SheetJob

DUPLEX_HINTS = {Duplex.LONG_EDGE: "DuplexFlipLongEdge", Duplex.SHORT_EDGE: "DuplexFlipShortEdge"}
SHARED = "shared"  # begins the names of files with sheets that components share
BOTH_SIDES = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)


class OnePage(NamedTuple):
    """A page of the one file: its part, its number there, which side it is, and its picture.

    Pages are numbered from 1. A blank page between sheets has no items, and number 0.
    """

    part: str
    number: int
    page: SheetSide
    scene: Scene

    @property
    def label(self) -> str:
        """The label of the page beside those of other parts."""
        return f"{self.part} {self.page.label}"


def duplex_of(jobs: Sequence[SheetJob]) -> Duplex | None:
    """Return how to print the one file: on both sides if any sheet has a back."""
    chosen = [job.duplex for job in jobs if job.duplex is not None]
    both = [duplex for duplex in chosen if duplex in BOTH_SIDES]
    return next(iter((*both, *chosen)), None)


def one_file_pages(plan: BuildPlan) -> Iterator[OnePage]:
    """Yield the pages of all sheets, with blank ones where a sheet has none for its back."""
    jobs = sheet_jobs(plan)
    both = duplex_of([job for _, job in jobs]) in BOTH_SIDES
    several = len(jobs) > 1
    for part, job in jobs:
        for number, (page, scene) in enumerate(job.sides_drawn(), start=1):
            yield OnePage(part, number, page, plan.ink_saver.page(scene))
            if both and several and job.duplex not in BOTH_SIDES:
                yield OnePage(part, 0, SheetSide(page.sheet, "back"), Scene(scene.size, ()))


def sheet_jobs(plan: BuildPlan) -> list[tuple[str, SheetJob]]:
    """Return the sheets of each component that has its own, then the shared ones."""
    own = [(one.component_id, one.job) for one in plan.drawn if one.job is not None]
    return own + ([(SHARED, plan.shared)] if plan.shared is not None else [])


def press_fact(options: SheetOptions) -> str | None:
    """Return the description of the press profile whose inks PDFs use, for the manifest."""
    return options.cmyk and options.cmyk.description


def one_file(
    game: Game,
    plan: BuildPlan,
    options: SheetOptions,
    look: Mapping[str, Any],
    step: Callable[[str], None],
    note_ink: Callable[[str, float], object],
    *,
    cached: bool,
) -> OutputFile:
    """Return the file with all sheets.

    ``look`` holds facts about the look; ``step`` is called with the name of each step,
    ``note_ink`` with the path and the greatest ink coverage of any colour on a press.
    """
    from pnp.jobs.pdf_files import PdfFile
    from pnp.render import pdf

    jobs = sheet_jobs(plan)
    duplex = duplex_of([job for _, job in jobs])
    ids = [one.component_id for one in plan.drawn]
    lang = next(filter(None, (one.lang for one in plan.drawn)), "")
    named = "_".join(ids) if options.picked else options.rule_set or ""
    words = file_words(options, "sheets")
    name = "-".join(filter(None, ("sheets", named, lang, options.sheet.name, words)))
    pages = sum(1 for _ in one_file_pages(plan))
    work = SheetWork.total(job.work for _, job in jobs)
    facts = MadeFile(
        f"print/{name}.pdf",
        kind="sheets",
        component="",
        format="pdf",
        pieces=sum(job.piece_count for _, job in jobs),
        pages=pages,
        page_mm=Size(*(round(side, 4) for side in options.sheet.size)),
        piece_mm=None,
        duplex=duplex or "one-sided",
        sha256="",
        cuts=work.cuts + work.outlines or None,
        work=work,
        printer=options.printer,
        press=press_fact(options),
        **look,
    )
    hint = DUPLEX_HINTS.get(duplex, "Simplex") if duplex else "Simplex"
    names = ", ".join(one.name for one in plan.drawn) if options.picked else "sheets"
    hints = pdf.PrintHints(f"{game.name}: {names}", game.language, hint)

    def scenes() -> Iterator[Scene]:
        for page in one_file_pages(plan):
            step(f"{page.part} pages")
            yield page.scene._replace(label=page.label) if len(jobs) > 1 else page.scene

    inputs = (tuple(scenes()), hints, options.cmyk) if cached else None
    made = PdfFile(facts.path, scenes, hints, note_ink, options.cmyk)
    return OutputFile(facts, made.write, inputs, large=True)
