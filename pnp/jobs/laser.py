"""Make the laser files of a game's components, with a report, pictures and a sheet of steps."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.audit import check_game
from pnp.base.errors import AuditError, LayoutError, UsageError
from pnp.definitions import Loaded, find_game, load_game
from pnp.game.game import Game
from pnp.jobs.cache import BuildCache
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.pipeline import OutputFile, Written, write
from pnp.jobs.rendered import rendered_bed
from pnp.records.manifest import MadeFile
from pnp.scene.bed import Step

if TYPE_CHECKING:
    from pnp.laser.burn import Burnt
    from pnp.laser.plan import Part, Planned
    from pnp.laser.report import BedReport
    from pnp.scene import Scene


def make_laser(name: str, options: LaserOptions) -> Written:
    """Make the laser files of the game of that id or path, into ``options.out``.

    Raises:
        PnpError: If the definition or the audit fails, or nothing of what was named can be made.
    """
    return write(LaserJob.of(name, options), options.out)


class LaserJob:
    """The laser files of one game, with a report, pictures and a sheet of steps.

    ``reports`` are by component id, in the order of passes, once all files were taken.
    """

    def __init__(self, loaded: Loaded, options: LaserOptions) -> None:
        self.loaded = loaded
        self.reports: dict[str, tuple[BedReport, ...]] = {}
        self.problems: list[str] = []
        self.notes: list[str] = []
        self._game = loaded.game
        self._options = options
        self._chosen = _chosen(loaded.game, options)

    @classmethod
    def of(cls, name: str, options: LaserOptions) -> "LaserJob":
        """Load and audit the game of that id or path.

        Raises:
            PnpError: If the definition or the audit fails, or the game lacks a named component.
        """
        loaded = load_game(find_game(name), options.sizes)
        if not check_game(loaded.game).ok:
            game = loaded.game.id
            raise AuditError(f"{game} is not made: the box falls short; see pnp check {game}")
        return cls(loaded, options)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield the files of all chosen components.

        Raises:
            LayoutError: If nothing can be made: a line for each component.
        """
        made = False
        for component_id in self._chosen:
            try:
                files = list(self._component(component_id))
            except LayoutError as error:
                self.problems.append(f"{component_id}: {error}")
                continue
            made = True
            yield from files
        if not made:
            raise LayoutError("\n".join(self.problems))

    def _component(self, component_id: str) -> Iterator[OutputFile]:
        from pnp.jobs.client import look_for
        from pnp.jobs.laser_json import Told
        from pnp.laser.plan import plan
        from pnp.laser.preview import preview
        from pnp.laser.report import report
        from pnp.render import svg

        options = self._options
        parts = self._parts(component_id)
        scheme = options.scheme(two_sided=parts[0].back is not None)
        planned = plan(parts, scheme)
        reports = tuple(report(one, options.speeds) for one in planned)
        stem = f"laser/{component_id}-{options.client_name}"
        told = Told(component_id, options, scheme, parts)
        for one, burnt in zip(planned, reports, strict=True):
            path = f"{stem}-{one.bed.name}" if one.bed.name else stem
            pieces = one.parts or len(one.lying)
            for format in options.formats:
                look = look_for(options.client, format)
                content = rendered_bed(format, one.bed, look)
                yield self._file(component_id, f"{path}.{format}", format, pieces, content)
            picture = svg.render(preview(one.bed), f"{self._game.name}, {component_id}")
            yield self._file(component_id, f"{path}-preview.svg", "svg", pieces, picture)
            told.add(one, burnt, [f"{Path(path).name}.{format}" for format in options.formats])
        yield self._file(component_id, f"{stem}.json", "json", len(parts), told.written())
        steps = self._steps(component_id, planned, stem)
        yield self._file(component_id, f"{stem}-steps.pdf", "pdf", len(parts), steps)
        self.reports[component_id] = reports

    def _parts(self, component_id: str) -> list["Part"]:
        """Return what to cut: every copy of every piece, and boards that are too large in parts."""
        from pnp.components.registry import draw_component
        from pnp.laser.burn import burnt
        from pnp.laser.plan import Part, Sides

        options = self._options
        both = options.sides is not Sides.FRONTS and not options.pierced
        parts: list[Part] = []
        known: dict[int, Burnt] = {}  # many pieces have a face in common

        def side(face: "Scene") -> "Burnt":
            if id(face) not in known:
                known[id(face)] = burnt(face)
            return known[id(face)]

        for piece in draw_component(self._game, component_id):
            if options.pierced and piece.back is not None and options.sides is None:
                raise LayoutError("has two sides, and holes go through both: add --sides fronts")
            front = side(piece.front)
            front = self._burnable(component_id, front.pierced if options.pierced else front)
            back = side(piece.back) if piece.back is not None and both else None
            for copy in range(1, piece.copies + 1):
                name = piece.name if piece.copies == 1 else f"{piece.name} {copy}"
                parts.append(Part(name, front, back))
        if component_id in self._game.boards:
            return self._joined(parts)
        return parts

    def _burnable(self, component_id: str, side: "Burnt") -> "Burnt":
        """Return a side without what the client does not burn, and tell of that."""
        steps, name = self._options.client.steps, self._options.client.name
        if Step.ENGRAVE not in steps and side.engraved:
            side = side._replace(engraved=())
            self.notes.append(f"{component_id}: not for {name}, left out: what is engraved")
        if Step.SCORE not in steps and side.scored:
            side = side._replace(scored=())
            self.notes.append(f"{component_id}: not for {name}, left out: what is scored")
        return side

    def _joined(self, parts: list["Part"]) -> list["Part"]:
        from pnp.laser.split import split

        room = self._options.room
        found = []
        for part in parts:
            if part.size.width <= room.width and part.size.height <= room.height:
                found.append(part)
                continue
            pieces = split(part.front, room)
            found += [
                part._replace(name=f"{part.name} {number}", front=piece)
                for number, piece in enumerate(pieces, start=1)
            ]
        return found

    def _steps(self, component_id: str, planned: tuple["Planned", ...], stem: str) -> bytes:
        from pnp.jobs.laser_steps import steps_pdf

        return steps_pdf(self._game, component_id, planned, stem, self._options)

    def _file(
        self, component_id: str, path: str, format: str, parts: int, content: bytes
    ) -> OutputFile:
        made = MadeFile(
            path,
            "laser",
            component_id,
            format,
            pieces=parts,
            piece_mm=None,
            sha256="",
            preset=self._options.client_name,
        )
        return OutputFile.of(made, content)


def _chosen(game: Game, options: LaserOptions) -> tuple[str, ...]:
    """Return what to cut: what is named, or all that rules need, but for what is of paper."""
    for component_id in options.components:
        if component_id not in game.components:
            raise UsageError(
                f"--component: {game.id} has no component {component_id!r}; it has: "
                f"{', '.join(game.components)}"
            )
    if options.components:
        return options.components
    needed = {need.component for one in game.rule_sets.values() for need in one.needs}
    chosen = tuple(
        key
        for key, component in game.components.items()
        if not component.made_of_paper and (key in needed or not needed)
    )
    if not chosen:
        raise UsageError(
            f"{game.id} has nothing that is cut of itself, all is of paper or no rules need it; "
            f"name with --component what to cut: {', '.join(game.components)}"
        )
    return chosen
