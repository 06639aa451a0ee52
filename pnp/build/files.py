"""The making of a game's files: sheets, faces, pictures of positions."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from pnp.build.manifest import MadeFile
from pnp.build.options import DPI, Options, Progress
from pnp.build.output import Staging
from pnp.build.prepare import Drawn
from pnp.draw import draw_setup, trimmed
from pnp.errors import RenderError
from pnp.geometry import Size
from pnp.layout.duplex import Duplex
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.sheets import Job

DUPLEX_HINTS = {
    Duplex.LONG_EDGE: "DuplexFlipLongEdge",
    Duplex.SHORT_EDGE: "DuplexFlipShortEdge",
}


class _Picture(NamedTuple):
    """A scene, its file's path inside the format's folder, without an ending, and its title."""

    path: str
    title: str
    scene: Scene


class Making:
    """The making of a game's files, step by step."""

    def __init__(
        self, game: Game, options: Options, progress: Progress, drawn: Sequence[Drawn]
    ) -> None:
        self.problems: list[str] = []
        self._game = game
        self._options = options
        self._progress = progress
        self._drawn = drawn
        self._done = 0
        self._impossible: set[str] = set()
        formats = [format for format in options.formats if format != "pdf"]
        self._total = sum(d.job.page_count for d in drawn if d.job) + len(formats) * sum(
            1 + (piece.back is not None) for d in drawn for piece in d.pieces
        )
        if options.whole:
            setups = sum(rule_set.setup is not None for rule_set in game.rule_sets.values())
            self._total += len(formats) * setups

    def files(self, staged: Staging) -> list[MadeFile]:
        """Make every file and write it."""
        files: list[MadeFile] = []
        for drawn in self._drawn:
            if drawn.job is not None:
                files.append(self._sheets(drawn, drawn.job, staged))
            for format in self._options.formats:
                if format != "pdf":
                    files += self._faces(drawn, format, staged)
        for format in self._options.formats:
            if format != "pdf" and self._options.whole:
                files += self._setups(format, staged)
        return files

    def _sheets(self, drawn: Drawn, job: Job, staged: Staging) -> MadeFile:
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

    def _faces(self, drawn: Drawn, format: str, staged: Staging) -> Iterator[MadeFile]:
        for piece in drawn.pieces:
            for side, face in (("front", piece.front), ("back", piece.back)):
                if face is not None:
                    picture = _Picture(
                        f"{drawn.component_id}/{piece.name}-{side}",
                        f"{drawn.name} · {piece.name} · {side}",
                        trimmed(face, piece.roles),
                    )
                    yield from self._drawn_to_file(
                        picture, format, staged, drawn.component_id, "face", piece.copies
                    )

    def _setups(self, format: str, staged: Staging) -> Iterator[MadeFile]:
        for key, rule_set in self._game.rule_sets.items():
            if rule_set.setup is not None:
                scene = draw_setup(self._game, rule_set.setup)
                picture = _Picture(f"set-ups/{key}", f"{rule_set.name} · set-up", scene)
                yield from self._drawn_to_file(picture, format, staged, key, "set-up", 1)

    def _drawn_to_file(
        self,
        picture: "_Picture",
        format: str,
        staged: Staging,
        component: str,
        kind: str,
        pieces: int,
    ) -> Iterator[MadeFile]:
        """Render a picture; yield nothing if that cannot be done on this machine."""
        if format in self._impossible:
            return
        try:
            content = _renderer(format)(picture.scene, f"{self._game.name} · {picture.title}")
        except RenderError as error:
            self._impossible.add(format)
            self.problems.append(str(error))
            return
        path = f"{format}/{picture.path}.{format}"
        staged.write(path, content)
        self._step(picture.scene, f"{component} {kind}s")
        yield MadeFile(
            path,
            kind=kind,
            component=component,
            format=format,
            pieces=pieces,
            piece_mm=_mm(picture.scene.size),
            sha256=sha256(content).hexdigest(),
        )

    def _step(self, scene: Scene, what: str) -> Scene:
        self._done += 1
        self._progress(self._done, self._total, f"{self._game.id} {what}")
        return scene


def _renderer(format: str) -> Callable[[Scene, str], bytes]:
    if format == "svg":
        from pnp.render import svg

        return svg.render
    from pnp.render import png

    return lambda scene, title: png.render(scene, title, DPI)


def _mm(size: Size) -> tuple[float, float]:
    return round(size.width, 4), round(size.height, 4)
