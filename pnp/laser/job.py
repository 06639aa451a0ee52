"""The laser job: the files of a game's components, with pictures and a step sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from pnp.base.errors import FontError, LayoutError
from pnp.base.messages import Message, within
from pnp.base.units import Mm
from pnp.base.workplace import each
from pnp.definitions import Loaded, load_named
from pnp.laser.assembly import AssemblyStage, tray_pictures
from pnp.laser.beds import LaserPart, margin_of
from pnp.laser.files import bed_files, bed_picture, format_notes
from pnp.laser.inlay import inlay_of
from pnp.laser.joinery.tray import Tray
from pnp.laser.options import LaserOptions
from pnp.laser.parts import TRAY, PartDrawer, PartSet, stays_paper, tray_for, wanted_pieces
from pnp.laser.passes import PlannedPass, plan_passes
from pnp.laser.report import LaserReport, measure, work_of, work_of_pass
from pnp.laser.scheme import LaserPass, LaserScheme, Sides
from pnp.laser.settings import LaserSettings, settings_of, thin_notes
from pnp.laser.sheets import SawnSheet, fewest_sheets, report_sheets
from pnp.laser.steps import file_stem, steps_pdf
from pnp.make.made_files import LaserWork
from pnp.make.output_options import game_options
from pnp.make.pipeline import BuildCache, Job, OutputFile, audit
from pnp.make.summary import left_in_english
from pnp.render import svg


class LaserLayout(NamedTuple):
    """A set of parts on its beds."""

    set: PartSet
    scheme: LaserScheme
    way: SawnSheet
    passes: tuple[PlannedPass, ...]


class LaserJob(Job):
    """The laser files of one game, with pictures and a step sheet.

    The parts of a rule set are laid out together and named after it, those of a game by component,
    unless the options say otherwise. ``reports`` is complete once all files have been taken.
    """

    def __init__(self, loaded: Loaded, options: LaserOptions, rule_set: str | None = None) -> None:
        super().__init__(loaded)
        self.reports: list[LaserReport] = []
        self.cleans = ("laser",) if options.clean else ()
        self.supersedes = "laser"
        self._game = loaded.game
        self._rule_set = rule_set
        self.settings = settings_of(options)
        if suggestion := self.settings.suggestion:
            self.notes.append(suggestion)
        self._inlays: dict[str, AssemblyStage] = {}
        material = self.settings.material
        self._wanted = wanted_pieces(loaded.game, options.components, rule_set, material)
        paper = stays_paper(loaded.game, rule_set, material)
        if paper and not options.components:
            self.notes.append(Message("of_paper", names=", ".join(paper)))
        self._ganged = self.settings.ganged(rule_set is not None, len(self._wanted))
        flipped = self._ganged and self.settings.sides is Sides.FLIP
        self._drawer = PartDrawer(loaded.game, self.settings, flipped)

    @classmethod
    def of(cls, name: str, options: LaserOptions) -> "LaserJob":
        """Load and audit the game or the rule set with an id or path.

        Raises:
            PnpError: If the definition or the audit fails, or the game lacks a named component.
        """
        loaded, rule_set = load_named(name, **game_options(options))
        return cls.of_game(loaded, rule_set, options)

    @classmethod
    def of_game(cls, loaded: Loaded, rule_set: str | None, options: LaserOptions) -> "LaserJob":
        """Audit a game or a rule set loaded under these options.

        Raises:
            PnpError: If the audit fails, or the game lacks a named component.
        """
        resized = ", ".join(f"{key}={size}" for key, size in options.sizes.items())
        cause = f" with --size {resized}" if resized else ""
        audit(loaded.game, f"is not made: the box lacks something that its rules need{cause}")
        return cls(loaded, options, rule_set)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield the files of all chosen components.

        Raises:
            LayoutError: If nothing can be made: a line for each component.
        """
        for laid_out in self.layouts:
            yield from self._files_of(laid_out)
        self.notes += self._drawer.notes
        self.notes += left_in_english(self._game.language, "laser/steps")
        if not self.reports:
            raise LayoutError(*self.problems)

    def _sets(self) -> Iterator[PartSet]:
        """Yield the sets of parts to lay out together; note what cannot be cut so."""
        game, all_parts = self._game, []
        for key in each(tuple(self._wanted)):
            wanted = self._wanted[key]
            try:
                parts = self._drawer.parts(key, wanted)
            except (LayoutError, FontError) as error:
                self.problems += within(key, error.faults)
                continue
            if not self._ganged:
                yield PartSet(key, game.components[key].name, tuple(parts))
            all_parts += parts
        made = self._tray_for([part for part in all_parts if part.component not in self._trays])
        tray = tuple(made.parts) if made is not None else ()
        if self._ganged and all_parts:
            yield PartSet(*self._named(), (*all_parts, *tray))
        elif made is not None:
            yield PartSet(made.component, self._game.name, tray)

    def _named(self) -> tuple[str, str]:
        """Return the name and the title of parts that are laid out together."""
        game = self._game
        if self._rule_set is not None:
            return self._rule_set, game.rule_sets[self._rule_set].name
        if len(self._wanted) == 1:
            (key,) = self._wanted
            return key, game.components[key].name
        return game.id, game.name

    def _tray_for(self, parts: Sequence[LaserPart]) -> Tray | None:
        """Return a tray for parts if the options ask for one; note why it cannot be made."""
        if not (self.settings.options.tray and parts):
            return None
        try:
            made = tray_for(parts, self._game, self.settings, self.notes)
        except LayoutError as error:
            self.problems += within(TRAY, error.faults)
            return None
        self._trays[made.component] = made
        return made

    @property
    def _trays(self) -> dict[str, Tray]:
        """The trays that have been made, by the component of their parts."""
        return self._drawer.trays

    @cached_property
    def layouts(self) -> tuple[LaserLayout, ...]:
        """The sets of parts on their beds."""
        return tuple(self._layouts())

    def _layouts(self) -> Iterator[LaserLayout]:
        """Yield the sets of parts on their beds; note which components do not fit."""
        for one in (part_set for own in self._sets() for part_set in self._with_inlay(own)):
            try:
                yield self._laid_out(one)
            except LayoutError as error:
                if len(one.components) == 1:
                    self.problems += within(one.components[0], error.faults)
                else:
                    yield from self._what_can_be_made(one, error)

    def _with_inlay(self, own: PartSet) -> Iterator[PartSet]:
        """Yield a set of parts, and if wanted the inserts for its engraved areas."""
        wanted = bool(self.settings.options.inlay)
        found = inlay_of(own, self.settings, self._game.language) if wanted else None
        if found is not None:
            self._inlays[own.name] = self._inlays[found.inserts.name] = found.stage
            if found.too_fine:
                self.notes.append(Message("too_fine", own.name, n=found.too_fine))
        elif wanted:
            self.notes.append(Message("no_insert", own.name))
        yield own
        if found is not None:
            yield found.inserts

    def _what_can_be_made(self, one: PartSet, error: LayoutError) -> Iterator[LaserLayout]:
        """Yield a set without the components that do not fit even alone; note these."""
        rest = one
        margin = margin_of(self._scheme(one))
        for key in one.components:
            try:
                self._laid_out(one.only(key), margin)
            except LayoutError as fault:
                self.problems += within(key, fault.faults)
                rest = rest.without(key)
        if rest is one:
            self.problems += within(one.name, error.faults)
        elif rest.parts:
            yield self._laid_out(rest)

    def _settings_of(self, one: PartSet) -> LaserSettings:
        return one.settings or self.settings

    def _scheme(self, one: PartSet) -> LaserScheme:
        return self._settings_of(one).scheme(any(part.back is not None for part in one.parts))

    def _laid_out(self, one: PartSet, margin: Mm = 0.0) -> LaserLayout:
        """Lay out a set, with a margin of at least this width."""
        scheme = self._scheme(one)
        scheme = scheme._replace(margin=max(margin, scheme.margin))
        way = fewest_sheets(one.parts, scheme, self._settings_of(one).ways)
        scheme = scheme._replace(bed=way.piece)
        return LaserLayout(one, scheme, way, plan_passes(one.parts, scheme))

    def _files_of(self, laid_out: LaserLayout) -> Iterator[OutputFile]:
        own, scheme, way, planned = laid_out
        settings = self._settings_of(own)
        stem = file_stem(self._game, own.name, settings.client.id)
        notes = [
            *thin_notes(own.parts, settings.material, scheme),
            *format_notes(settings, [one.bed for one in planned]),
        ]
        self.notes += [note for note in notes if note not in self.notes]
        passes: list[LaserPass] = []
        for one in planned:
            name = f"{stem}-{one.bed.name}" if one.bed.name else stem
            pieces = one.parts or len(one.placements) or 1
            files = dict(bed_files(name, one.bed, settings))
            passes.append(measure(one, files, settings.options.speeds))
            files[f"{name}-preview.svg"] = svg.render(
                bed_picture(one, own.parts), f"{self._game.name}, {own.name}"
            )
            for file, content in files.items():
                yield self._file(own, file, pieces, content, work_of_pass(passes[-1]))
        sheets = report_sheets(way, scheme, own.parts, planned)
        if sheets and settings.client.shop:  # the rest of the sheet stays there
            sheets = replace(sheets, left_mm=None, taken_mm=())
        left_out = () if own.settings else self._drawer.left_out(own.components)
        report = LaserReport(own.name, scheme, own.parts, tuple(passes), sheets, left_out)
        stages = [] if own.settings else self._drawer.stages(own.components)
        stages += filter(None, [self._inlays.get(own.name)])
        trays = [tray_pictures(self._trays[key]) for key in own.components if key in self._trays]
        steps = steps_pdf(self._game, own.title, report, planned, settings, stages, trays)
        yield self._file(own, f"{stem}-steps.pdf", len(own.parts), steps, work_of(report))
        for tray in trays:
            key = tray.tray.component
            whole = svg.render(tray.whole.scene, f"{self._game.name}, {key}")
            which = "" if key in (TRAY, own.name) else f"-{key}"
            yield self._file(own, f"{stem}-tray{which}.svg", len(own.parts), whole, work_of(report))
        self.reports.append(report)

    def _file(
        self, own: PartSet, name: str, parts: int, content: bytes, work: LaserWork
    ) -> OutputFile:
        path, format, client = f"laser/{name}", name.rpartition(".")[2], self.settings.client.id
        facts = {"preset": client, "laser": work}
        return OutputFile.of(content, path, "laser", own.name, format, parts, **facts)
