"""The files of a build: sheets, faces and pictures, each with its facts for the manifest."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from pnp.base.geometry import Size
from pnp.definitions import Loaded
from pnp.game.presets import CLASSIC
from pnp.jobs.build_plan import BuildPlan
from pnp.jobs.component_sheets import DrawnComponent
from pnp.jobs.face_files import FaceFile
from pnp.jobs.file_names import file_words
from pnp.jobs.one_file import DUPLEX_HINTS, SHARED, press_fact
from pnp.jobs.pictures import PictureOutput, write_picture
from pnp.jobs.pipeline import OutputFile
from pnp.jobs.sheet_options import SheetOptions
from pnp.records.manifest import MadeFile
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.gang import Gang
from pnp.sheets.pages import SheetJob


class BuildFiles(NamedTuple):
    """Describes the files of a build; ``step`` is called with the name of each page or picture.

    ``note_ink`` is called with the path of a PDF for a press and its greatest ink coverage.
    """

    loaded: Loaded
    options: SheetOptions
    plan: BuildPlan
    step: Callable[[str], None]
    note_ink: Callable[[str, float], object]

    def sheets(self, drawn: DrawnComponent | None, job: SheetJob, *, cached: bool) -> OutputFile:
        """Return the file of a component's sheets, or of sheets that several share."""
        from pnp.jobs.pdf_files import PdfFile
        from pnp.render import pdf

        game = self.loaded.game
        component_id = drawn.component_id if drawn else SHARED
        hints = pdf.PrintHints(
            f"{game.name}: {drawn.name if drawn else SHARED}",
            language=game.language,
            duplex=DUPLEX_HINTS.get(job.duplex or Duplex.FRONTS, "Simplex"),
        )
        languages = (one.lang for one in ([drawn] if drawn else self.plan.drawn))
        lang = next(filter(None, languages), "")
        options = drawn.options if drawn else self.options
        words = file_words(options, "sheets")
        name = "-".join(filter(None, (component_id, lang, options.sheet.name, words)))
        facts = MadeFile(
            f"print/{name}.pdf",
            kind="sheets",
            component=drawn.component_id if drawn else "",
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
            printer=self.options.printer,
            preset=self.options.cutter.id if job.cut_beds and self.options.cutter else None,
            press=press_fact(self.options),
            **self.look,
        )

        def pages() -> Iterator[Scene]:
            for page in job.pages():
                self.step(f"{component_id} pages")
                yield self.plan.ink_saver.page(page)

        press = self.options.cmyk
        if not cached:
            made = PdfFile(facts.path, pages, hints, self.note_ink, press)
            return OutputFile(facts, made.write, large=True)
        scenes = tuple(pages())
        made = PdfFile(facts.path, lambda: scenes, hints, self.note_ink, press)
        return OutputFile(facts, made.write, (scenes, hints, press), large=True)

    def face_pages(self, faces: FaceFile) -> OutputFile:
        """Return the file of a component's faces, one to a page."""
        from pnp.jobs.pdf_files import PdfFile
        from pnp.render import pdf

        game = self.loaded.game
        hints = pdf.PrintHints(f"{game.name}: {faces.title}", game.language)
        facts = MadeFile(
            faces.path,
            kind="faces",
            component=faces.component,
            format="pdf",
            pieces=faces.pieces,
            pages=len(faces.pages),
            page_mm=_mm(faces.pages[0].size),
            piece_mm=_mm(faces.trim),
            sha256="",
            press=press_fact(self.options),
            **self.look,
        )

        def pages() -> Iterator[Scene]:
            for page in faces.pages:
                self.step(f"{faces.component} faces")
                yield page

        named = self.options.cmyk, self.options.pdfx
        made = PdfFile(facts.path, pages, hints, self.note_ink, *named)
        return OutputFile(facts, made.write, (faces.pages, hints, named), large=True)

    def picture(self, picture: PictureOutput) -> OutputFile:
        """Return the file of a picture.

        Raises:
            RenderError: If it exceeds the limits of its format.
        """
        self.step(f"{picture.component} {picture.format}")
        pixels = None
        if picture.format == "png":
            from pnp.render import png

            pixels = picture.pixels or png.pixel_size(picture.scene, picture.dpi)
        title = f"{self.loaded.game.name} · {picture.title}"
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
            **self.look,
        )
        render = partial(write_picture, picture, title, pixels)
        return OutputFile(facts, render, inputs=render.args)

    @property
    def look(self) -> Mapping[str, Any]:
        """Language, ink and theme for the manifest."""
        game, theme = self.loaded.game, self.options.theme
        look: dict[str, Any] = {"ink": self.options.ink}
        if game.translated_from is not None:
            look |= {"lang": game.language, "game_name": game.name}
            look |= {"text": f"definition.{game.language}"}
            look |= {"text_sha256": self.loaded.translation_sha256}
        if theme is None or theme.id == CLASSIC:
            return look
        return look | {"theme": theme.id, "theme_sha256": theme.sha256}


def _mm(size: Size) -> Size:
    return Size(round(size.width, 4), round(size.height, 4))
