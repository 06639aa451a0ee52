"""The build job: a game's sheets, faces and pictures of positions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.audit import GameReport
from pnp.base.errors import RenderError, UsageError
from pnp.base.extensions import at_place
from pnp.base.geometry import Size
from pnp.base.messages import Message, within
from pnp.base.workplace import working_on
from pnp.definitions import Loaded
from pnp.definitions.data_files import CLASSIC
from pnp.make.cache import Keep, made_anew
from pnp.make.file_names import file_words, joined, listed
from pnp.make.made_files import MadeFile
from pnp.make.pipeline import BuildCache, Job, OutputFile, Written, audit, write
from pnp.make.printer_profile import measured_on_other
from pnp.make.summary import left_in_english, untranslated
from pnp.make.wing import own_wings
from pnp.render import picture_file
from pnp.scene import Scene
from pnp.sheets.changed import Copies, copies_by_key
from pnp.sheets.component_sheets import without
from pnp.sheets.faces import PictureOutput, pictures
from pnp.sheets.layout.gang import Gang
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import GANGED, OTHER_FORMATS, SheetOptions
from pnp.sheets.pages.job import (
    DUPLEX_HINTS,
    SHARED,
    DrawnComponent,
    SheetJob,
    SheetPlan,
    duplex_of,
    one_file_pages,
)
from pnp.sheets.plan import (
    aids_left_out,
    chosen_components,
    hint_at_smaller_cards,
    plan_build,
    read_build,
)
from pnp.sheets.press import PdfFile, ink_note, over_ink

if TYPE_CHECKING:
    from pnp.base.icc import PressProfile
    from pnp.game.presets import Preset

FOLDERS = ("print", "svg", "png", "faces", *OTHER_FORMATS, "proof")


def build_game(name: str, options: SheetOptions, cache: BuildCache | None = None) -> Written:
    """Build the sheets and faces of the game with an id or path into ``options.out``.

    Raises:
        PnpError: If the definition, the audit, the layout or the output fails.
    """
    return write(BuildJob.of(name, options), options.out, cache)


class BuildJob(Job):
    """The sheets, faces and pictures of positions of one game, drawn and laid out."""

    def __init__(self, loaded: Loaded, report: GameReport, options: SheetOptions) -> None:
        super().__init__(loaded)
        self.report, options = report, options.for_shop()
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
        self.notes += filter(None, [hint_at_smaller_cards(loaded, plan, options)])
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
        self._ink: dict[str, Mapping[str, float]] = {}
        self._done = 0
        self._saved: dict[str, Any] = {}  # by program
        self._pictures = self._planned_pictures(plan)
        pages = sum(job.page_count for job in plan.jobs)
        if options.cutter is not None:
            from pnp.sheets.cut_files import cutter_notes

            self.notes += cutter_notes(options.cutter)
        self._faces: tuple[tuple[DrawnComponent, tuple[Scene, ...]], ...] = ()
        if "faces" in options.formats:
            from pnp.sheets.shop_faces import face_notes, pages_of_faces, suiting

            shop = self._shop
            chosen = suiting(loaded.game, plan.drawn, shop) if shop else plan.drawn
            self._faces = pages_of_faces(loaded.game.id, chosen, options)
            self.notes += face_notes(chosen, options.bleed)
        pages += sum(len(faces) for _, faces in self._faces)
        self._total = pages + len(self._pictures)

    @classmethod
    def of(cls, name: str, options: SheetOptions) -> "BuildJob":
        """Load, audit and lay out the game or the rule set with an id or path.

        Raises:
            PnpError: If the definition, the audit or the layout fails.
        """
        return cls.of_game(*read_build(name, options))

    @classmethod
    def of_game(cls, loaded: Loaded, options: SheetOptions, keep: Keep = made_anew) -> "BuildJob":
        """Audit and lay out a game loaded under these options; ``keep`` may cache the audit.

        Raises:
            PnpError: If the audit or the layout fails.
        """
        refusal = (
            "is not built: the box lacks something that its rules need (--unchecked "
            "builds it anyway)"
        )
        unchecked = options.unchecked or options.draft
        positions = not options.picked  # single components show none
        report = keep(
            ("audit", unchecked, positions),
            lambda: audit(loaded.game, refusal, unchecked=unchecked, positions=positions),
        )
        return cls(loaded, report, options)

    def replaces(self, path: str, component: str) -> bool:
        """Return whether this build replaces an earlier file of a component."""
        if not super().replaces(path, component):
            return False
        kind = self._options.kind
        chosen = chosen_components(self._game, SheetOptions(kind=kind)) if kind else ()
        return not kind or {*component.split("_")} <= {*chosen}

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield sheets, pictures and the saved object of Tabletop Simulator."""
        self._done = 0
        if self._options.one_file:
            yield self._one_file(cached=cache is not None)
        for sheets, job in self.sheet_files(cached=cache is not None):
            if not self._options.one_file:
                yield sheets
            yield from self._cut_lines(sheets, job)
        anew = self._options.pieces or self._options.changed_since
        if self._options.kind in GANGED and self.plan.jobs and not anew:
            for place in filter(None, (wing.steps for wing in own_wings())):
                yield from at_place(place)(self.loaded, self.plan, self._options)
        for drawn, faces in self._faces:
            yield self._face_pages(drawn, faces)
        for picture in self._pictures:
            try:
                with self._step(f"{picture.component} {picture.format}"):
                    yield self._picture(picture)
            except RenderError as error:
                self.problems.append(f"{self._game.id}, {picture.component}: {error}")
        for program, saved in self._saved.items():
            if saved.absent:
                names = ", ".join(saved.absent)
                self.notes.append(Message("not_for_program", program=program, names=names))
            for file in saved.saves():
                facts = file.path, "saved object", file.rule_set, "json", file.objects
                yield OutputFile.of(file.content, *facts, **self._look)
            self.problems += dict.fromkeys(saved.problems)
        press = self._options.cmyk or self._options.pdfx_1a
        if self._ink and press is not None:
            self.notes.append(ink_note(self._ink, press, self._shop))
        if self._shop is not None:
            self.problems += over_ink(self._game.id, self._ink, self._shop)

    def sheet_files(self, *, cached: bool = False) -> Iterator[tuple[OutputFile, SheetJob]]:
        """Yield the files of sheets, each with the sheets in it."""
        for drawn in (*self.plan.drawn, None):
            job = drawn.job if drawn is not None else self.plan.shared
            if job is not None:
                yield self._sheets(drawn, job, cached=cached), job

    @property
    def faces(self) -> Mapping[str, Mapping[str, Copies]]:
        """The number of copies of each piece, by component, look and key."""
        words = file_words(self._options, "faces")
        return {
            one.component_id: {joined(one.lang, words): copies_by_key(one.every)}
            for one in self.plan.drawn
        }

    def _planned_pictures(self, plan: SheetPlan) -> list[PictureOutput]:
        game, options = self._game, self._options
        planned = list(pictures(game, options, plan))
        if options.preset:
            from pnp.sheets.shop_faces import near_the_cut, shop_faces

            if not options.preset.pdf:
                planned += shop_faces(game, plan.drawn, options.preset, options)
            self.notes += near_the_cut(game, plan.drawn, options.preset)
        for other in (OTHER_FORMATS[one] for one in options.formats if one in OTHER_FORMATS):
            saved = self._saved[other.program] = at_place(other.place)(self.loaded, plan, options)
            planned += saved.images
        if any(picture.format == "png" for picture in planned):
            from pnp.render.png import require_cairo

            require_cairo()
        return planned

    def _sheets(self, drawn: DrawnComponent | None, job: SheetJob, *, cached: bool) -> OutputFile:
        """Return the file of a component's sheets, or of sheets that several share."""
        options, parts, key, title = self._options, self.plan.drawn, SHARED, SHARED
        component = ""
        if drawn is None and options.picked:
            sharing = [one for one in parts if one.job is None and one.printed]
            ids = [one.component_id for one in sharing]
            component = "_".join(ids)
            key = listed(ids, "components") if len(ids) > 1 else f"{component}_{SHARED}"
            title = ", ".join(one.name for one in sharing)
        if drawn is not None:
            options, parts = without(options, drawn.foregone), (drawn,)
            key, title = drawn.component_id, drawn.name
        lang = next(filter(None, (one.lang for one in parts)), "")
        words = key, lang, options.sheet.name, file_words(options, "sheets")
        facts = MadeFile(
            f"print/{joined(*words)}.pdf",
            kind="sheets",
            component=drawn.component_id if drawn else component,
            format="pdf",
            pieces=job.piece_count,
            pages=job.page_count,
            page_mm=_mm(job.page_size),
            piece_mm=None if drawn is None or isinstance(job.layout, Gang) else _mm(drawn.size),
            duplex=job.duplex or "one-sided",
            sha256="",
            scale=job.scale if job.scale < 1 else None,
            poster=job.poster,
            grid=(job.cuts.columns, job.cuts.rows) if job.cuts else None,
            cuts=job.layout.cuts if isinstance(job.layout, Gang) else job.cuts and job.cuts.total,
            work=job.work,
            printer=self._options.printer,
            preset=self._options.cutter.id if job.cut_beds and self._options.cutter else None,
            press=self._press,
            **self._look,
        )
        pages = self._stepped(f"{key} pages", job.pages)
        return self._pdf(facts, title, pages, job.duplex, cached=cached)

    def _one_file(self, *, cached: bool) -> OutputFile:
        """Return the file with all sheets."""
        plan, options = self.plan, self._options
        duplex, work = duplex_of(plan.jobs), plan.work
        lang = next(filter(None, (one.lang for one in plan.drawn)), "")
        ids = [one.component_id for one in plan.drawn]
        named = listed(ids, "components") if options.picked else options.rule_set or ""
        words = "sheets", named, lang, options.sheet.name, file_words(options, "sheets")
        facts = MadeFile(
            f"print/{joined(*words)}.pdf",
            kind="sheets",
            component="",
            format="pdf",
            pieces=sum(job.piece_count for job in plan.jobs),
            pages=sum(1 for _ in one_file_pages(plan)),
            page_mm=_mm(options.sheet.size),
            piece_mm=None,
            duplex=duplex or "one-sided",
            sha256="",
            cuts=work.cuts + work.outlines or None,
            work=work,
            printer=options.printer,
            press=self._press,
            **self._look,
        )
        title = ", ".join(one.name for one in plan.drawn) if options.picked else "sheets"
        several = len(plan.jobs) > 1

        def pages() -> Iterator[Scene]:
            for page in one_file_pages(plan):
                with self._step(f"{page.part} pages"):
                    yield page.scene._replace(label=page.label) if several else page.scene

        return self._pdf(facts, title, pages, duplex, cached=cached)

    def _face_pages(self, drawn: DrawnComponent, faces: tuple[Scene, ...]) -> OutputFile:
        """Return the file of a component's faces, one to a page."""
        options = self._options
        words = drawn.component_id, drawn.lang, file_words(options, "face pages")
        facts = MadeFile(
            f"faces/{joined(*words)}.pdf",
            kind="faces",
            component=drawn.component_id,
            format="pdf",
            pieces=drawn.piece_count,
            pages=len(faces),
            page_mm=_mm(faces[0].size),
            piece_mm=_mm(drawn.size),
            sha256="",
            preset=self._shop.id if self._shop else None,
            press=options.pdfx_1a.description if options.pdfx_1a else self._press,
            **self._look,
        )
        pages = self._stepped(f"{drawn.component_id} faces", lambda: faces)
        x4, x1a = options.pdfx, options.pdfx_1a
        return self._pdf(facts, drawn.name, pages, x4=x4, x1a=x1a, cached=True)

    def _stepped(
        self, what: str, pages: Callable[[], Iterable[Scene]]
    ) -> Callable[[], Iterator[Scene]]:
        def steps() -> Iterator[Scene]:
            for page in pages():
                with self._step(what):
                    yield page

        return steps

    def _pdf(
        self,
        facts: MadeFile,
        title: str,
        pages: Callable[[], Iterable[Scene]],
        duplex: Duplex | None = None,
        *,
        x4: "PressProfile | None" = None,
        x1a: "PressProfile | None" = None,
        cached: bool,
    ) -> OutputFile:
        """Return a PDF; with ``x4`` or ``x1a`` it is of that standard, for that press."""
        from pnp.render import pdf

        turned = DUPLEX_HINTS.get(duplex, "Simplex") if duplex else "Simplex"
        hints = pdf.PrintHints(f"{self._game.name}: {title}", self._game.language, turned)
        inputs: object = None
        press = self._options.cmyk
        if cached:
            scenes = tuple(pages())
            inputs, pages = (scenes, hints, press, x4, x1a), scenes.__iter__
        made = PdfFile(facts.path, pages, hints, self._ink.__setitem__, press, x4, x1a)
        return OutputFile(facts, made.write, inputs, large=True)

    def _picture(self, picture: PictureOutput) -> OutputFile:
        """Return the file of a picture.

        Raises:
            RenderError: If it exceeds the limits of its format.
        """
        pixels = None
        if picture.format == "png":
            from pnp.render import png

            pixels = picture.pixels or png.pixel_size(picture.scene, picture.dpi)
        title = f"{self._game.name} · {picture.title}"
        facts = MadeFile(
            picture.path,
            kind=picture.kind,
            component=picture.component,
            format=picture.format,
            pieces=picture.pieces,
            piece_mm=_mm(picture.size),
            sha256="",
            pixels=pixels,
            dpi=picture.dpi if pixels else None,
            preset=picture.preset,
            **self._look,
        )
        drawn = partial(picture_file, picture.scene, title, picture.dpi, pixels, picture.rgb)
        return OutputFile(facts, lambda to: to.write(drawn()), inputs=drawn.args)

    @property
    def _shop(self) -> "Preset | None":
        """The preset of a shop that takes a PDF."""
        preset = self._options.preset
        return preset if preset and preset.pdf else None

    @property
    def _press(self) -> str | None:
        """The description of the press profile whose inks PDFs use, for the manifest."""
        return self._options.cmyk and self._options.cmyk.description

    @property
    def _look(self) -> Mapping[str, Any]:
        """Language, ink and theme for the manifest."""
        game, theme = self._game, self._options.theme
        look: dict[str, Any] = {"ink": self._options.ink}
        if game.translated_from is not None:
            look |= {"lang": game.language, "game_name": game.name}
            look |= {"text": f"definition.{game.language}"}
            look |= {"text_sha256": self.loaded.translation_sha256}
        if theme is None or theme.id == CLASSIC:
            return look
        return look | {"theme": theme.id, "theme_sha256": theme.sha256}

    def _cut_lines(self, sheets: OutputFile, job: SheetJob) -> Iterator[OutputFile]:
        """Yield the files for a cutting machine, if the sheets have its marks."""
        if job.cut_beds is not None:
            from pnp.sheets.cut_files import cut_files

            stem = sheets.path.removesuffix(".pdf")
            yield from cut_files(job.cut_beds(), stem, sheets.facts.component)
        elif self._options.cutter is not None:
            self.notes.append(Message("by_hand", sheets.facts.component))

    def _step(self, what: str) -> AbstractContextManager[None]:
        self._done += 1
        return working_on(what, self._done - 1, self._total)


def _mm(size: Size) -> Size:
    return Size(round(size.width, 4), round(size.height, 4))
