"""The making of a game's files: sheets, faces, pictures of positions."""

from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pnp.base.errors import RenderError
from pnp.base.geometry import Size
from pnp.game.game import Game
from pnp.game.theme import CLASSIC
from pnp.jobs.kept import Kept
from pnp.jobs.options import Options, Progress
from pnp.jobs.output import Staging
from pnp.jobs.picture import Picture, pictures
from pnp.jobs.prepare import Drawn, Prepared
from pnp.records.manifest import MadeFile
from pnp.records.printer_profile import PrinterProfile
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages import Job

if TYPE_CHECKING:
    from pnp.jobs.tabletop import Tabletop

DUPLEX_HINTS = {
    Duplex.LONG_EDGE: "DuplexFlipLongEdge",
    Duplex.SHORT_EDGE: "DuplexFlipShortEdge",
}
LONGEST_PICK = 60  # characters in a file's name


class Making:
    """The making of a game's files, step by step."""

    def __init__(
        self,
        game: Game,
        options: Options,
        progress: Progress,
        prepared: Prepared,
        kept: Kept | None = None,
    ) -> None:
        self.problems: list[str] = []
        self.notes = list(prepared.remarks)
        self._game = game
        self._options = options
        self._progress = progress
        self._kept = kept
        drawn = self._drawn = prepared.drawn
        self._inking = prepared.inking
        self._done = 0
        self._pictures = list(pictures(game, options, prepared))
        self._saved: Tabletop | None = None
        if options.preset:
            from pnp.jobs.shop import near_the_cut, shop_faces

            self._pictures += shop_faces(game, drawn, options.preset, options.look)
            self.notes += near_the_cut(game, drawn, options.preset)
        if "tts" in options.formats:
            from pnp.jobs.tabletop import tabletop

            self._saved = tabletop(game, drawn, options.tts_url, options.look)
            self._pictures += self._saved.images
        self._leave_out_what_cannot_be_drawn()
        pages = sum(d.job.page_count for d in drawn if d.job)
        self._total = pages + len(self._pictures)

    def files(self, staged: Staging) -> list[MadeFile]:
        """Make every file and write it."""
        files = [self._sheets(d, d.job, staged) for d in self._drawn if d.job is not None]
        for picture in self._pictures:
            files += self._file(picture, staged)
        if self._saved is not None:
            files.append(self._saved_object(self._saved, staged))
        return files

    def _leave_out_what_cannot_be_drawn(self) -> None:
        if all(picture.format != "png" for picture in self._pictures):
            return
        from pnp.render.pixels import require_cairo

        try:
            require_cairo()
        except RenderError as error:
            self.problems.append(str(error))
            self._pictures = [p for p in self._pictures if p.format != "png"]
            self._saved = None

    def _sheets(self, drawn: Drawn, job: Job, staged: Staging) -> MadeFile:
        from pnp.render import pdf

        hints = pdf.PrintHints(
            f"{self._game.name}: {drawn.name}",
            duplex=DUPLEX_HINTS.get(job.duplex or Duplex.FRONTS, "Simplex"),
        )
        pages = (
            self._step(self._inking.page(page), f"{drawn.component_id} pages")
            for page in job.pages()
        )
        printer = self._options.printer
        path = f"print/{drawn.component_id}-{sheet_name(job, self._options, drawn.lang)}.pdf"

        def write(scenes: Iterable[Scene]) -> str:
            with staged.stream(path) as stream:
                pdf.write(scenes, hints, stream)
            return stream.sha256

        if self._kept is None:
            digest = write(pages)
        else:
            scenes = tuple(pages)
            make = partial(write, scenes)
            digest = self._kept.file(path, (scenes, hints), make, staged.there)
        return MadeFile(
            path,
            kind="sheets",
            component=drawn.component_id,
            format="pdf",
            pieces=job.piece_count,
            pages=job.page_count,
            page_mm=_mm(job.page_size),
            piece_mm=_mm(drawn.size),
            duplex=job.duplex or "one-sided",
            sha256=digest,
            scale=job.scale if job.scale < 1 else None,
            poster=job.poster,
            grid=(job.cuts.columns, job.cuts.rows) if job.cuts else None,
            cuts=job.cuts.total if job.cuts else None,
            printer=PrinterProfile(*printer) if printer else None,
            **self._look,
        )

    def _file(self, picture: Picture, staged: Staging) -> Iterator[MadeFile]:
        """Render a picture; say so and yield nothing if it is larger than its format can be."""
        self._step(picture.scene, f"{picture.component} {picture.format}")
        try:
            pixels = _pixels(picture)
            render = partial(_rendered, picture, f"{self._game.name} · {picture.title}", pixels)

            def write() -> str:
                return staged.put(picture.path, render())

            if self._kept is None:
                digest = write()
            else:
                digest = self._kept.file(picture.path, render.args, write, staged.there)
        except RenderError as error:
            self.problems.append(f"{self._game.id}, {picture.component}: {error}")
            return
        yield MadeFile(
            picture.path,
            kind=picture.kind,
            component=picture.component,
            format=picture.format,
            pieces=picture.pieces,
            piece_mm=_mm(picture.size),
            sha256=digest,
            pixels=pixels,
            dpi=picture.dpi if pixels else None,
            preset=picture.preset,
            **self._look,
        )

    def _saved_object(self, saved: "Tabletop", staged: Staging) -> MadeFile:
        path = saved.path
        staged.write(path, saved.json)
        if saved.absent:
            self.notes.append(f"not for Tabletop Simulator: {', '.join(saved.absent)}")
        return MadeFile(
            path,
            kind="saved object",
            component="",
            format="json",
            pieces=saved.objects,
            piece_mm=None,
            sha256=sha256(saved.json).hexdigest(),
            **self._look,
        )

    @property
    def _look(self) -> dict[str, Any]:
        """What a manifest says of ink and theme."""
        theme = self._options.theme
        if theme is None or theme.id == CLASSIC:
            return {"ink": self._options.ink}
        return {"ink": self._options.ink, "theme": theme.id, "theme_sha256": theme.sha256}

    def _step(self, scene: Scene, what: str) -> Scene:
        self._done += 1
        self._progress(self._done, self._total, f"{self._game.id} {what}")
        return scene


def sheet_name(job: Job, options: Options, lang: str = "") -> str:
    """Return what a file of sheets is called after its component: the paper, and what is special.

    What is printed of it is part of the name, so that a few cards do not replace the deck.
    """
    words = [lang, options.paper.name] if lang else [options.paper.name]
    if options.template is not None:
        words.append(options.template.name)
    if job.duplex not in (None, Duplex.LONG_EDGE):
        words.append(job.duplex)
    if job.scale < 1:
        words.append("fit")
    if options.pieces:
        picked = "_".join(pick.word for pick in options.pieces)
        some = f"{job.piece_count}-pieces"
        words.append(f"pieces-{picked}" if len(picked) <= LONGEST_PICK else some)
    if options.look:
        words.append(options.look)
    if options.printer is not None:
        words.append(f"for-{options.printer.name}")
    return "-".join(words)


def _pixels(picture: Picture) -> tuple[int, int] | None:
    """Return how many pixels a picture has if it is made of them."""
    if picture.format == "svg":
        return None
    from pnp.render import png

    return picture.pixels or png.pixel_size(picture.scene, picture.dpi)


def _rendered(picture: Picture, title: str, pixels: tuple[int, int] | None) -> bytes:
    if pixels is None:
        from pnp.render import svg

        return svg.render(picture.scene, title)
    from pnp.render import png

    return png.render(picture.scene, title, picture.dpi, pixels=pixels, rgb=picture.rgb)


def _mm(size: Size) -> Size:
    return Size(round(size.width, 4), round(size.height, 4))
