"""Build one game: check it, draw it, lay it out, render it, write it."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple

from pnp.audit import check_game, too_small
from pnp.build.choice import chosen_components
from pnp.build.manifest import NAME, MadeFile, write_manifest
from pnp.build.options import DPI, Options, Progress
from pnp.build.output import Staging, staging
from pnp.build.result import Built
from pnp.definitions import find_game, load_game
from pnp.draw import Piece, draw_component, trimmed
from pnp.errors import AuditError, FontError, LayoutError, RenderError
from pnp.geometry import Size
from pnp.layout.duplex import Duplex
from pnp.model.board import BOARDS
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.sheets import Job, board_job, print_job

DUPLEX_HINTS = {
    Duplex.LONG_EDGE: "DuplexFlipLongEdge",
    Duplex.SHORT_EDGE: "DuplexFlipShortEdge",
}

Face = Callable[[Scene, str], bytes]


class _Drawn(NamedTuple):
    component_id: str
    name: str
    pieces: tuple[Piece, ...]
    job: Job | None


def build_game(name: str, options: Options, progress: Progress) -> Built:
    """Build the game of that id or path into ``options.out``; earlier output stays on failure.

    Raises:
        PnpError: If the definition, the audit, the layout or the output fails.
    """
    loaded = load_game(find_game(name), options.sizes, options.stock)
    game = loaded.game
    report = check_game(game)
    if not (report.ok or options.unchecked):
        faults = "\n".join(report.faults())
        raise AuditError(
            f"{faults}\n{game.id} is not built: the box falls short (--unchecked builds it anyway)"
        )
    drawn = [
        _drawn(game, component_id, options) for component_id in chosen_components(game, options)
    ]
    skipped = _skipped(game, drawn, options)
    folder = options.out / game.id
    work = _Work(game, options, progress, drawn)
    with staging(folder) as staged:
        files = work.files(staged)
        manifest, left = write_manifest(game.id, game.name, loaded.sha256, files, folder)
        staged.write(NAME, manifest)
    return Built(
        game.name,
        folder,
        tuple(files),
        report,
        skipped,
        tuple(left),
        tuple(dict.fromkeys(work.problems)),
    )


def _drawn(game: Game, component_id: str, options: Options) -> _Drawn:
    component = game.components[component_id]
    try:
        pieces = draw_component(game, component_id, folded=options.duplex is Duplex.FOLD)
        job: Job | None = None
        if "pdf" in options.formats and _has_sheets(pieces, options):
            title, paper = f"{game.name} · {component.name}", options.paper.size
            if component.kind in BOARDS:
                job = board_job(title, pieces, paper, options.duplex, fit=options.fit)
                _must_hold_its_pieces(game, component_id, job.scale)
            else:
                job = print_job(title, pieces, paper, options.duplex)
    except (FontError, LayoutError) as error:
        place = f"{game.id}, {component_id}: "
        raise type(error)("\n".join(place + line for line in str(error).splitlines())) from None
    return _Drawn(component_id, component.name, pieces, job)


def _must_hold_its_pieces(game: Game, board_id: str, scale: float) -> None:
    """Raise LayoutError if pieces no longer fit on a board that is made smaller."""
    faults = list(too_small(game, board_id, scale))
    if faults:
        raise LayoutError(
            f"made to fit at {scale:.0%} of its size: {'; '.join(faults)}; print it on several "
            "pages (--poster) or take larger paper"
        )


def _has_sheets(pieces: tuple[Piece, ...], options: Options) -> bool:
    """Tell whether there is something to print: not every component has backs."""
    return options.duplex is not Duplex.BACKS or any(piece.back is not None for piece in pieces)


def _skipped(game: Game, drawn: list[_Drawn], options: Options) -> tuple[str, ...]:
    """Return the components that have nothing to print.

    Raises:
        LayoutError: If that leaves nothing at all.
    """
    if "pdf" not in options.formats:
        return ()
    skipped = tuple(d.component_id for d in drawn if d.job is None)
    if skipped and len(skipped) == len(drawn):
        raise LayoutError(
            f"{game.id}: {', '.join(skipped)}: no backs to print; choose another --duplex"
        )
    return skipped


class _Work:
    """The making of a game's files, step by step."""

    def __init__(
        self, game: Game, options: Options, progress: Progress, drawn: list[_Drawn]
    ) -> None:
        self.problems: list[str] = []
        self._game = game
        self._options = options
        self._progress = progress
        self._drawn = drawn
        self._done = 0
        formats = [format for format in options.formats if format != "pdf"]
        self._total = sum(d.job.page_count for d in drawn if d.job) + len(formats) * sum(
            1 + (piece.back is not None) for d in drawn for piece in d.pieces
        )

    def files(self, staged: Staging) -> list[MadeFile]:
        """Make every file and write it."""
        files: list[MadeFile] = []
        for drawn in self._drawn:
            if drawn.job is not None:
                files.append(self._sheets(drawn, drawn.job, staged))
            for format in self._options.formats:
                if format != "pdf":
                    files += self._faces(drawn, format, staged)
        return files

    def _sheets(self, drawn: _Drawn, job: Job, staged: Staging) -> MadeFile:
        from pnp.render import pdf

        hints = pdf.PrintHints(
            f"{self._game.name}: {drawn.name}",
            duplex=DUPLEX_HINTS.get(job.duplex or Duplex.FRONTS, "Simplex"),
        )
        pages = (self._step(page, f"{drawn.component_id} pages") for page in job.pages())
        content = pdf.render(pages, hints)
        suffix = "" if job.duplex in (None, Duplex.LONG_EDGE) else f"-{job.duplex}"
        suffix += "-fit" if job.scale < 1 else ""
        path = f"print/{drawn.component_id}-{self._options.paper.name}{suffix}.pdf"
        staged.write(path, content)
        return MadeFile(
            path,
            kind="sheets",
            component=drawn.component_id,
            format="pdf",
            pieces=job.piece_count,
            pages=job.page_count,
            page_mm=_mm(job.page_size),
            piece_mm=_mm(drawn.pieces[0].front.size),
            duplex=job.duplex or "one-sided",
            sha256=sha256(content).hexdigest(),
            scale=job.scale if job.scale < 1 else None,
            poster=job.poster,
        )

    def _faces(self, drawn: _Drawn, format: str, staged: Staging) -> Iterator[MadeFile]:
        render = _face_renderer(format)
        for piece in drawn.pieces:
            for side, face in (("front", piece.front), ("back", piece.back)):
                if face is None:
                    continue
                title = f"{self._game.name} · {drawn.name} · {piece.name} · {side}"
                try:
                    content = render(trimmed(face, piece.roles), title)
                except RenderError as error:
                    self.problems.append(str(error))
                    return
                path = f"{format}/{drawn.component_id}/{piece.name}-{side}.{format}"
                staged.write(path, content)
                yield MadeFile(
                    path,
                    kind="face",
                    component=drawn.component_id,
                    format=format,
                    pieces=piece.copies,
                    piece_mm=_mm(face.size),
                    sha256=sha256(content).hexdigest(),
                )
                self._step(face, f"{drawn.component_id} faces")

    def _step(self, scene: Scene, what: str) -> Scene:
        self._done += 1
        self._progress(self._done, self._total, f"{self._game.id} {what}")
        return scene


def _face_renderer(format: str) -> Face:
    if format == "svg":
        from pnp.render import svg

        return svg.render
    from pnp.render import png

    return lambda scene, title: png.render(scene, title, DPI)


def _mm(size: Size) -> tuple[float, float]:
    return round(size.width, 4), round(size.height, 4)
