"""The build job: a game's sheets, faces and pictures of positions."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.audit import GameReport
from pnp.base.errors import RenderError, UsageError
from pnp.base.extensions import at_place
from pnp.base.messages import Message, within
from pnp.definitions import (
    Loaded,
)
from pnp.jobs.build_files import BuildFiles
from pnp.jobs.build_plan import (
    BuildPlan,
    aids_left_out,
    chosen_components,
    plan_build,
    read_build,
)
from pnp.jobs.changed import Copies, copies_by_key
from pnp.jobs.cut_files import cut_files, cutter_notes
from pnp.jobs.face_files import FaceFiles, face_files
from pnp.jobs.face_options import OTHER_FORMATS
from pnp.jobs.file_names import file_words
from pnp.jobs.language import left_in_english, untranslated
from pnp.jobs.near_the_cut import near_the_cut
from pnp.jobs.one_file import one_file
from pnp.jobs.pictures import (
    PictureOutput,
    pictures,
    shop_faces,
)
from pnp.jobs.pipeline import (
    BuildCache,
    Job,
    OutputFile,
    Progress,
    Written,
    audit,
    silent,
    write,
)
from pnp.jobs.remembered import Keep, made_anew
from pnp.jobs.sheet_options import SheetOptions
from pnp.records.printer_profile import measured_on_other
from pnp.sheets.pages import SheetJob

FOLDERS = ("print", "svg", "png", "faces", *OTHER_FORMATS, "proof")


def build_game(
    name: str, options: SheetOptions, progress: Progress = silent, cache: BuildCache | None = None
) -> Written:
    """Build the sheets and faces of the game with an id or path into ``options.out``.

    Raises:
        PnpError: If the definition, the audit, the layout or the output fails.
    """
    return write(BuildJob.of(name, options, progress), options.out, cache)


class BuildJob(Job):
    """The sheets, faces and pictures of positions of one game, drawn and laid out."""

    def __init__(
        self, loaded: Loaded, report: GameReport, options: SheetOptions, progress: Progress
    ) -> None:
        super().__init__(loaded)
        self.report = report
        since = options.changed_since
        if since is not None and since.game != loaded.game.id:
            named = {"since": str(since), "game": since.game, "this": loaded.game.id}
            raise UsageError(Message("since_other", "--changed-since", **named))
        plan = self.plan = plan_build(loaded.game, options)
        self.problems += plan.problems
        if options.draft:
            self.problems += report.faults()
        self.notes += plan.notes
        for drawn in plan.drawn:
            self.notes += within(drawn.component_id, drawn.remarks)
        if plan.shared is not None:
            self.notes += within(Message("shared_sheets"), plan.shared.remarks)
        if not OTHER_FORMATS.keys() >= set(options.formats):
            self.notes += aids_left_out(loaded.game, options)
        self.notes += untranslated(loaded, options.lang)
        self.notes += left_in_english(loaded.game.language, "pieces")
        self.notes += measured_on_other(options.printer, options.sheet.name)
        if options.cmyk is not None and options.in_rgb:
            self.notes.append(Message("in_rgb", "--cmyk", formats=", ".join(options.in_rgb)))
        self._game = loaded.game
        self._options = options
        self.cleans = FOLDERS if options.clean else ()
        self._ink: dict[str, float] = {}
        self._made = BuildFiles(loaded, options, plan, self._step, self._ink.__setitem__)
        self._progress = progress
        self._done = 0
        self._saved: dict[str, Any] = {}  # by program
        self._pictures = self._planned_pictures(plan)
        jobs = [*(drawn.job for drawn in plan.drawn), plan.shared]
        pages = sum(job.page_count for job in jobs if job is not None)
        if options.cutter is not None:
            self.notes += cutter_notes(options.cutter)
        self._faces = FaceFiles((), ())
        if "faces" in options.formats:
            self._faces = face_files(loaded.game.id, plan.drawn, options)
            self.notes += self._faces.notes
        pages += sum(len(faces.pages) for faces in self._faces.files)
        self._total = pages + len(self._pictures)

    @classmethod
    def of(cls, name: str, options: SheetOptions, progress: Progress = silent) -> "BuildJob":
        """Load, audit and lay out the game or the rule set with an id or path.

        Raises:
            PnpError: If the definition, the audit or the layout fails.
        """
        return cls.of_game(*read_build(name, options), progress)

    @classmethod
    def of_game(
        cls,
        loaded: Loaded,
        options: SheetOptions,
        progress: Progress = silent,
        keep: Keep = made_anew,
    ) -> "BuildJob":
        """Audit and lay out a game loaded under these options; ``keep`` may cache the audit.

        Raises:
            PnpError: If the audit or the layout fails.
        """
        refusal = (
            "is not built: the box lacks something that its rules need (--unchecked "
            "builds it anyway)"
        )
        unchecked = options.unchecked or options.draft
        report = keep(
            ("audit", unchecked), lambda: audit(loaded.game, refusal, unchecked=unchecked)
        )
        return cls(loaded, report, options, progress)

    def replaces(self, path: str, component: str) -> bool:
        """Return whether this build replaces an earlier file of a component."""
        if not super().replaces(path, component):
            return False
        kind = self._options.kind
        return not kind or component in chosen_components(self._game, SheetOptions(kind=kind))

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield sheets, pictures and the saved object of Tabletop Simulator."""
        self._done = 0
        if self._options.one_file:
            named = self._game, self.plan, self._options
            steps = self._step, self._ink.__setitem__
            yield one_file(*named, self._made.look, *steps, cached=cache is not None)
        for sheets, job in self.sheet_files(cached=cache is not None):
            if not self._options.one_file:
                yield sheets
            yield from self._cut_lines(sheets, job)
        for faces in self._faces.files:
            yield self._made.face_pages(faces)
        for picture in self._pictures:
            try:
                yield self._made.picture(picture)
            except RenderError as error:
                self.problems.append(f"{self._game.id}, {picture.component}: {error}")
        for program, saved in self._saved.items():
            if saved.absent:
                names = ", ".join(saved.absent)
                self.notes.append(Message("not_for_program", program=program, names=names))
            for file in saved.saves():
                facts = file.path, "saved object", file.rule_set, "json", file.objects
                yield OutputFile.of(file.content, *facts, **self._made.look)
            self.problems += dict.fromkeys(saved.problems)
        if self._ink and self._options.cmyk is not None:
            from pnp.jobs.pdf_files import ink_note

            self.notes.append(ink_note(self._ink, self._options.cmyk))

    def sheet_files(self, *, cached: bool = False) -> Iterator[tuple[OutputFile, SheetJob]]:
        """Yield the files of sheets, each with the sheets in it."""
        for drawn in (*self.plan.drawn, None):
            job = drawn.job if drawn is not None else self.plan.shared
            if job is not None:
                yield self._made.sheets(drawn, job, cached=cached), job

    @property
    def faces(self) -> Mapping[str, Mapping[str, Copies]]:
        """The number of copies of each piece, by component, look and key."""
        words = file_words(self._options, "faces")
        return {
            one.component_id: {"-".join(filter(None, (one.lang, words))): copies_by_key(one.every)}
            for one in self.plan.drawn
        }

    def _planned_pictures(self, plan: BuildPlan) -> list[PictureOutput]:
        game, options = self._game, self._options
        planned = list(pictures(game, options, plan))
        if options.preset:
            planned += shop_faces(game, plan.drawn, options.preset, options)
            self.notes += near_the_cut(game, plan.drawn, options.preset)
        for other in (OTHER_FORMATS[one] for one in options.formats if one in OTHER_FORMATS):
            saved = self._saved[other.program] = at_place(other.place)(self.loaded, plan, options)
            planned += saved.images
        if any(picture.format == "png" for picture in planned):
            from pnp.render.png import require_cairo

            try:
                require_cairo()
            except RenderError as error:
                self.problems.append(str(error))
                self._saved = {}
                return [picture for picture in planned if picture.format != "png"]
        return planned

    def _cut_lines(self, sheets: OutputFile, job: SheetJob) -> Iterator[OutputFile]:
        """Yield the files for a cutting machine, if the sheets have its marks."""
        if job.cut_beds is not None:
            stem = sheets.path.removesuffix(".pdf")
            yield from cut_files(job.cut_beds(), stem, sheets.facts.component)
        elif self._options.cutter is not None:
            self.notes.append(Message("by_hand", sheets.facts.component))

    def _step(self, what: str) -> None:
        self._done += 1
        self._progress(self._done, self._total, f"{self._game.id} {what}")
