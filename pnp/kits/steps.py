"""How to make the pieces of a kit: sections of drawn steps, one for pieces made alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.geometry import Rect
from pnp.base.languages import language
from pnp.base.path import Path, rectangle
from pnp.components.piece import outlines
from pnp.components.registry import step_words
from pnp.game.game import Game
from pnp.kits import pictures
from pnp.kits.options import CutTool
from pnp.kits.plan import made_in_strips
from pnp.kits.words import KitWords
from pnp.scene import Role, Scene, shapes_in
from pnp.sheets.pages.job import DrawnComponent, SheetPlan


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
        self._posters = {one.component_id for one, _ in sheets.own}
        folded = [block for block in sheets.blocks if block.fold]
        self._paired = {key for block in folded for key in block.contents}
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
