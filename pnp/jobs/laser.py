"""Make the laser files of a game's components, with a report, pictures and a sheet of steps."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.base.errors import LayoutError, UsageError
from pnp.definitions import Loaded, load_named
from pnp.game.game import Game
from pnp.game.laser import Material
from pnp.jobs.build_plan import check_components, parts_of
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.laser_pieces import draw_pieces, is_cut_by_default, note_on
from pnp.jobs.laser_settings import bed_look, render_bed, settings_of
from pnp.jobs.pipeline import BuildCache, Job, OutputFile, Written, audit, write
from pnp.laser.scheme import Sides
from pnp.scene.bed import Step

if TYPE_CHECKING:
    from pnp.laser.artwork import Artwork
    from pnp.laser.beds import LaserPart
    from pnp.records.laser_report import LaserPass


def make_laser(name: str, options: LaserOptions) -> Written:
    """Make the laser files of the game of that id or path, into ``options.out``.

    Raises:
        PnpError: If the definition or the audit fails, or no chosen component can be made.
    """
    return write(LaserJob.of(name, options), options.out)


class LaserJob(Job):
    """The laser files of one game, with a report, pictures and a sheet of steps.

    ``reports`` are by component id, in the order of passes, once all files were taken.
    """

    def __init__(self, loaded: Loaded, options: LaserOptions, rule_set: str | None = None) -> None:
        super().__init__(loaded)
        self.reports: dict[str, list[LaserPass]] = {}
        self.cleans = ("laser",) if options.clean else ()
        self._game = loaded.game
        self._settings = settings_of(options)
        material = self._settings.material
        self._chosen = _chosen(loaded.game, options.components, rule_set, material)

    @classmethod
    def of(cls, name: str, options: LaserOptions) -> "LaserJob":
        """Load and audit the game or the rule set of that id or path.

        Raises:
            PnpError: If the definition or the audit fails, or the game lacks a named component.
        """
        loaded, rule_set = load_named(name, options.sizes, lang=options.lang or None)
        audit(loaded.game, "is not made: the box falls short")
        return cls(loaded, options, rule_set)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield the files of all chosen components.

        Raises:
            LayoutError: If nothing can be made: a line for each component.
        """
        for component_id in self._chosen:
            try:
                files = list(self._component(component_id))
            except LayoutError as error:
                self.problems.append(f"{component_id}: {error}")
            else:
                yield from files
        if len(self.problems) == len(self._chosen):
            raise LayoutError("\n".join(self.problems))

    def _component(self, component_id: str) -> Iterator[OutputFile]:
        from pnp.jobs.laser_steps import file_stem, steps_pdf
        from pnp.laser.passes import plan_passes
        from pnp.laser.report import measure, preview, report_laser
        from pnp.render import svg

        settings, client = self._settings, self._settings.client
        parts = self._parts(component_id)
        scheme = settings.scheme(two_sided=parts[0].back is not None)
        planned = plan_passes(parts, scheme)
        stem = file_stem(self._game, component_id, client.id)
        passes = []
        for one in planned:
            name = f"{stem}-{one.bed.name}" if one.bed.name else stem
            pieces = one.parts or len(one.placements)
            for format in settings.formats:
                content = render_bed(format, one.bed, bed_look(client, format))
                yield self._file(component_id, f"{name}.{format}", pieces, content)
            picture = svg.render(preview(one.bed), f"{self._game.name}, {component_id}")
            yield self._file(component_id, f"{name}-preview.svg", pieces, picture)
            names = [f"{name}.{format}" for format in settings.formats]
            passes.append(measure(one, names, settings.options.speeds))
        report = report_laser(component_id, settings.made_for, scheme, parts, passes).to_json()
        yield self._file(component_id, f"{stem}.json", len(parts), report)
        steps = steps_pdf(self._game, component_id, planned, settings, scheme.sides)
        yield self._file(component_id, f"{stem}-steps.pdf", len(parts), steps)
        self.reports[component_id] = passes

    def _parts(self, component_id: str) -> list["LaserPart"]:
        """Return every copy of every piece, and boards that are too large in parts.

        Raises:
            LayoutError: If the pieces cannot be cut as chosen.
        """
        from pnp.laser.artwork import draw_artwork
        from pnp.laser.beds import LaserPart

        holes, sides = self._settings.options.holes, self._settings.options.sides
        both = sides is not Sides.FRONTS and not holes
        artwork = lru_cache(maxsize=None)(draw_artwork)  # many pieces have a face in common
        parts: list[LaserPart] = []
        for piece in draw_pieces(self._game, component_id, self._settings):
            if holes and piece.back is not None and sides is None:
                raise LayoutError("has two sides, and holes go through both: add --sides fronts")
            front = artwork(piece.front)
            front = self._burnable(component_id, front.pierced if holes else front)
            back = artwork(piece.back) if piece.back is not None and both else None
            for copy in range(1, piece.copies + 1):
                name = piece.name if piece.copies == 1 else f"{piece.name} {copy}"
                parts.append(LaserPart(component_id, name, front, back))
        if note := note_on(self._game.components[component_id], self._settings.material):
            self.notes.append(f"{component_id}: {note}")
        if component_id in self._game.boards:
            return [split for part in parts for split in self._split(part)]
        return parts

    def _burnable(self, component_id: str, side: "Artwork") -> "Artwork":
        """Return a side without the steps that the target does not take, and note that."""
        steps, name = self._settings.client.steps, self._settings.client.name
        if Step.ENGRAVE not in steps and side.engraved:
            side = side._replace(engraved=())
            self.notes.append(f"{component_id}: {name} does not engrave, so engraving is left out")
        if Step.SCORE not in steps and side.scored:
            side = side._replace(scored=())
            self.notes.append(f"{component_id}: {name} does not score, so scores are left out")
        return side

    def _split(self, part: "LaserPart") -> Iterator["LaserPart"]:
        """Yield a board, or the parts of it that fit the bed."""
        from pnp.laser.split import split

        room = self._settings.room
        if part.size.width <= room.width and part.size.height <= room.height:
            yield part
            return
        for number, front in enumerate(split(part.front, room), start=1):
            yield part._replace(name=f"{part.name} {number}", front=front)

    def _file(self, component_id: str, name: str, parts: int, content: bytes) -> OutputFile:
        path, format, client = f"laser/{name}", name.rpartition(".")[2], self._settings.client.id
        return OutputFile.of(content, path, "laser", component_id, format, parts, preset=client)


def _chosen(
    game: Game, named: tuple[str, ...], rule_set: str | None, material: Material
) -> tuple[str, ...]:
    """Return the components to cut: those named, or all that the rules need except paper ones."""
    owner = f"{game.id}/{rule_set}" if rule_set else game.id
    check_components("--component", named, parts_of(game, rule_set, aids=True), owner)
    if named:
        return named
    rule_sets = game.rule_sets.values() if rule_set is None else [game.rule_sets[rule_set]]
    needed = {need.component for one in rule_sets for need in one.needs}
    chosen = tuple(
        key
        for key, component in game.components.items()
        if is_cut_by_default(component, material) and (key in needed or not needed)
    )
    if not chosen:
        raise UsageError(
            f"{owner} has nothing to cut by default: everything is paper or no rules need it; "
            f"name with --component what to cut: {', '.join(game.components)}"
        )
    return chosen
