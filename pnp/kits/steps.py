"""How to make the pieces of a kit or a build: drawn steps, in a section for pieces made alike."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.base.geometry import Rect
from pnp.base.languages import language
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.components.piece import outlines
from pnp.components.registry import draw_steps, step_words
from pnp.definitions import Loaded
from pnp.game.game import Game
from pnp.kits import pictures
from pnp.kits.options import CutTool
from pnp.kits.plan import made_in_strips
from pnp.kits.words import KitWords, kit_words
from pnp.make.file_names import file_words, joined, listed
from pnp.make.pipeline import OutputFile
from pnp.render import pdfa
from pnp.rulebook.blocks import Heading, Paragraph, Run, book_fonts
from pnp.rulebook.pages import PageLayout
from pnp.rulebook.setting import BELOW, GAP, BlockSetter, Cell, CellGrid, below, heading
from pnp.scene import Role, Scene, shapes_in
from pnp.scene.ink import InkSaver
from pnp.sheets.layout.crop_marks import MarkStyle
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.job import DrawnComponent, SheetPlan
from pnp.typeset.columns import Region, SetBox, combined

COLUMN: Mm = 40.0  # the least distance from one picture to the next
BEFORE_ROW: Mm = 4.0


class AssemblyStep(NamedTuple):
    """A drawn step with its sentence."""

    picture: Scene
    text: str


class StepSection(NamedTuple):
    """The steps for the pieces with these names, which are made alike."""

    names: tuple[str, ...]
    steps: tuple[AssemblyStep, ...]


class StepWriter:
    """Writes the sections of a kit.

    ``own`` returns special drawings for a component of its kind, if there are any.
    """

    def __init__(
        self,
        game: Game,
        sheets: SheetPlan,
        cut: CutTool,
        words: KitWords,
        own: Callable[[str], Mapping[str, Scene]],
    ) -> None:
        self._game = game
        self._sheets = sheets
        self._posters = {one.component_id for one, job in sheets.own if job.poster}
        folded = [block for block in sheets.blocks if block.fold]
        self._paired = {key for block in folded for key in block.contents}
        self._paired |= {one.component_id for one, job in sheets.own if job.duplex is Duplex.FOLD}
        self._own = own
        self._cut = cut
        self._words = words

    def sections(self) -> Iterator[StepSection]:
        """Yield the steps for pieces with glued backs, then those of each other way."""
        glued, others = (
            self._ways(
                [one for one in self._sheets.drawn if (one.component_id in self._paired) is glue]
            )
            for glue in (True, False)
        )
        if glued:
            yield self._in_one_list(glued)
        yield from others

    def _ways(self, drawn: Sequence[DrawnComponent]) -> list[StepSection]:
        found: dict[str, list[str]] = {}
        steps: dict[str, tuple[AssemblyStep, ...]] = {}
        for one in drawn:
            name, made = self._steps(one)
            found.setdefault(name, []).append(one.name)
            steps.setdefault(name, made)
        return [StepSection(tuple(found[name]), steps[name]) for name in found]

    def _in_one_list(self, ways: Sequence[StepSection]) -> StepSection:
        """Return the steps from the fold to the cuts; each of several ways names its pieces."""
        names = tuple(name for way in ways for name in way.names)
        steps = [*self._glued()]
        for way in ways:
            about = f"{self._words.listed(way.names)}{language(self._words.code).colon}"
            steps += [
                one._replace(text=f"{about}{one.text}") if len(ways) > 1 else one
                for one in way.steps
            ]
        return StepSection(names, tuple(steps))

    def _glued(self) -> tuple[AssemblyStep, ...]:
        """Return how fronts and backs become one; a sheet with one block needs no cutting first."""
        apart, *others = self._drawn("pair")
        shared = any(
            len(sheet.blocks) > 1 and any(block.fold for block in sheet.blocks)
            for sheet in self._sheets.gang.sheets
        )
        return (apart, *others) if shared else tuple(others)

    def _steps(self, one: DrawnComponent) -> tuple[str, tuple[AssemblyStep, ...]]:
        """Return the name and the steps of the way to make a part."""
        component_id, piece = one.component_id, one.pieces[0]
        kind = self._game.components[component_id].kind
        if component_id in self._posters:
            return "poster", self._drawn("poster")
        if own := self._own(component_id):
            return f"kind {kind}", _worded(own, step_words(kind, self._words.code))
        trim = rectangle(Rect(0, 0, *piece.front.size))
        outline, folds = (*outlines(piece.front), trim), _folds(piece.front)
        if folds:
            return f"net {component_id}", self._drawn(
                "net", cut=pictures.net_cut(outline[0], folds)
            )
        return self._cutting(one, outline, glued=component_id in self._paired)

    def _cutting(
        self, one: DrawnComponent, outline: Sequence[Path], *, glued: bool
    ) -> tuple[str, tuple[AssemblyStep, ...]]:
        """Return the way to cut out pieces that need only cutting."""
        if self._cut is CutTool.CUTTER:
            return "machine", self._drawn("machine")
        if not one.pieces[0].freed_by_trim:
            drawings = {"around": pictures.around(outline[0])}
            if one.piece_count > 1 and not glued:
                drawings = {"apart": pictures.apart(outline[0]), **drawings}
            return "outline", _worded(drawings, self._words.steps["outline"])
        trimmed = self._cut is CutTool.TRIMMER
        edges = pictures.made_drawing("trimmer-edges" if trimmed else "edges-cut")
        if made_in_strips(self._sheets, one):
            return "strips", self._drawn("strips", cut=edges)
        if one.piece_count == 1:
            return "edges", self._drawn("edges", cut=edges)
        name = "trimmer" if trimmed else "block"
        return name, self._drawn(name)

    def _drawn(self, name: str, **own: Scene) -> tuple[AssemblyStep, ...]:
        """Return steps, each with the component's own drawing, or else the one of its name."""
        words = self._words.steps[name]
        read = pictures.made_drawing
        return _worded({key: own.get(key) or read(f"{name}-{key}") for key in words}, words)


def _folds(face: Scene) -> tuple[Path, ...]:
    scored = (shape for shape in shapes_in(face.items) if shape.role is Role.SCORE)
    return tuple(path for shape in scored for path in shape.paths)


def _worded(drawings: Mapping[str, Scene], words: Mapping[str, str]) -> tuple[AssemblyStep, ...]:
    return tuple(AssemblyStep(picture, words[name]) for name, picture in drawings.items())


def step_grid(setter: BlockSetter) -> CellGrid:
    """Return a grid with as many drawings in a row as the width allows."""
    return CellGrid(setter, max(1, int((setter.width + GAP) / COLUMN)))


def set_steps(sections: Sequence[StepSection], grid: CellGrid, words: KitWords) -> Iterator[SetBox]:
    """Set the steps for making the pieces, under a heading."""
    labels = words.labels
    signs = Paragraph((Run(labels["signs"]),), "glance")
    for box in grid.setter.boxes((Heading(2, labels["make"]), signs)):
        yield box._replace(kept=True)
    for slices in _rows(sections, grid.columns):
        yield spaced(_set_row(grid, slices, words))


def spaced(box: SetBox, before: Mm = BEFORE_ROW) -> SetBox:
    """Return a box with space above it."""
    return box._replace(before=before)


class _Slice(NamedTuple):
    """Steps of a section, from index ``first``, that share a row."""

    names: tuple[str, ...]
    steps: tuple[AssemblyStep, ...]
    first: int


def _rows(found: Iterable[StepSection], columns: int) -> list[list[_Slice]]:
    """Put sections into rows: each into the first with room, long ones into several."""
    rows: list[list[_Slice]] = []
    for section in found:
        for first in range(0, len(section.steps), columns):
            steps = section.steps[first : first + columns]
            one = _Slice(section.names, steps, first)
            free = (row for row in rows if _taken(row) + len(steps) <= columns and not first)
            row = next(free, None)
            if row is None:
                rows.append([one])
            else:
                row.append(one)
    return rows


def _taken(row: Sequence[_Slice]) -> int:
    return sum(len(one.steps) for one in row)


def _set_row(grid: CellGrid, row: Sequence[_Slice], words: KitWords) -> SetBox:
    """Set the steps of a row side by side, with the names of the pieces above each section."""
    made, column = [], 0
    for one in row:
        left, names = column * grid.pitch, words.listed(one.names)
        if not one.first:
            made.append((heading(grid, names, len(one.steps)), left, True))
        cells = [
            Cell(
                step.picture,
                (Run(step.text),),
                words.labels["drawing"].format(number=number, names=names),
            )
            for number, step in enumerate(one.steps, start=one.first + 1)
        ]
        steps = below(grid, cells, BELOW, numbered=True, first=one.first + 1)
        made.append((steps, left, False))
        column += len(one.steps)
    high = max((box.height for box, _, above in made if above), default=0.0)
    return combined(
        [(box, left, high - box.height if above else high) for box, left, above in made]
    )


def step_files(loaded: Loaded, plan: SheetPlan, options: SheetOptions) -> Iterator[OutputFile]:
    """Yield a page of steps for the pieces of a build, unless their sheets come cut."""
    game, paper = loaded.game, options.sheet
    cut = [one for one in plan.drawn if one.printed and not _is_precut(one)]
    if not cut:
        return
    words, folded = kit_words(game.language), options.duplex is Duplex.FOLD
    made = plan._replace(drawn=tuple(cut))
    writer = StepWriter(
        game, made, _tool(options), words, lambda key: draw_steps(game, key, folded)
    )
    layout = PageLayout(words.code, paper.size, game.name, fonts=book_fonts(game))
    grid = step_grid(layout.setter())
    boxes = (
        *grid.setter.boxes((Heading(1, game.name, "steps"),)),
        *set_steps(tuple(writer.sections()), grid, words),
    )
    pages = layout.pages([Region(boxes, fresh=True)])
    document = layout.document(pages).inked(InkSaver(options.ink))
    title = f"{game.name}: {words.listed([one.name for one in cut])}"
    about = pdfa.Metadata(title, words.code, words.labels["make"], game.author)
    ids, lang = [one.component_id for one in cut], cut[0].lang
    named = listed(ids, "components"), lang
    path = f"print/{joined(*named, paper.name, file_words(options, 'sheets'), 'steps')}.pdf"
    facts: dict[str, Any] = {"pages": len(pages), "page_mm": paper.size, "ink": options.ink}
    yield OutputFile.of(pdfa.render(document, about), path, "steps", "_".join(ids), "pdf", **facts)


def _is_precut(one: DrawnComponent) -> bool:
    layout = one.job and one.job.layout
    return isinstance(layout, Imposition) and layout.precut


def _tool(options: SheetOptions) -> CutTool:
    """Return the tool for the marks on sheets."""
    if options.cutter is not None:
        return CutTool.CUTTER
    lines = options.marks in (MarkStyle.FULL, MarkStyle.NONE)
    return CutTool.SCISSORS if lines else CutTool.TRIMMER
