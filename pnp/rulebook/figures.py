"""The figures of rule texts: pictures, components and positions, and how large they are printed."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from itertools import pairwise
from math import fsum
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pnp.audit import check_position
from pnp.base.errors import PictureError, RulesError
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import Mm, quoted
from pnp.base.workplace import working_on
from pnp.components.registry import draw_samples, spread
from pnp.game.fields import id_like
from pnp.game.game import Game
from pnp.game.rules import TURN, Example, Position, Setup
from pnp.images.file import draw_picture, read_picture
from pnp.positions.draw import TurnStep, draw_dice, draw_example, draw_setup, draw_strip
from pnp.positions.figure import USUAL
from pnp.positions.position import PieceDrawings
from pnp.rulebook.blocks import Block, Figure, Icon
from pnp.scene import Changes, Group, Item, Leaf, Scene, Shape, Style, Text

WIDEST: Mm = 130.0
HIGHEST: Mm = 90.0
ICON: Mm = 3.4  # the height of an icon
_BLANK = Style(stroke="#c00018", stroke_width=0.3)

LARGEST = 0.62  # the scale of pieces
LARGE: Mm = 90.0  # what is wider or higher is drawn to a scale of its own
SMALLEST: Mm = 10.0  # on paper: the least of the longer side of a picture of a part
BETWEEN, OF_ONE = 1.6, 0.8  # mm between pieces, and between the faces of one
LEGIBLE: Mm = 2.12  # the font size, 6 pt, below which letters are drawn as lines
LINE = 0.22  # of a font size: how thick these lines are
DrawSamples = Callable[[str, tuple[str, ...]], Mapping[str, tuple[Scene, ...]]]

ON_SCREEN = Size(80.0, 66.0)  # in which a figure is drawn for screens: letters show on a phone
LARGEST_ON_SCREEN = 0.6
SAMPLED = (0.2, USUAL, 0.9)  # these scales give the size of a figure at any other
ROUNDS = 6
CLOSE = 1.002
# mm, the greatest of a figure; of a turn, that of the boards alone
HEIGHTS = {"setup": 66.0, "turn": 17.0, "example": 44.0, "picture": 60.0}
BESIDE: Mm = 14.0  # in the height of a setup for what lies beside the board; more is added to it
TALL = 1.4  # times as high as wide: an example that may be higher than others by as much
ALIKE = 2.0  # times as large: figures of one board that would differ more keep their own scales
WIDE, ASPECT = 200.0, 4.0  # a figure that is wider, and as many times as wide as high, is wide
DRAWN = 16  # scales at which a figure is remembered
DrawAtScale = Callable[[float], Scene]


def picture_id(name: str) -> str:
    """Return the id of a picture in a text: its file name without the ending.

    For a part of an SVG file, it consists of the names of the file and of the part.
    """
    file, _, part = name.partition("#")
    stem = f"{PurePosixPath(file).stem} {part}".strip()
    return id_like(stem) or f"picture-{sha256(stem.encode()).hexdigest()[:8]}"


def picture_figure(folder: Path, rule_set_id: str, name: str, caption: str, alt: str) -> Figure:
    """Return a picture from the game's folder as a figure."""
    try:
        picture = read_picture(folder, name)
    except PictureError as error:
        raise RulesError(f"{quoted(name)} {error}") from None
    except ValueError as error:
        raise RulesError(str(error)) from None
    scale = min(WIDEST / picture.width, HIGHEST / picture.height)
    scene = _scene(picture, picture.width * scale, picture.height * scale)
    return Figure(f"{rule_set_id}-{picture_id(name)}", scene, caption, alt, "picture")


def icons_of(game: Game) -> Mapping[str, Icon]:
    """Return the icons of all components, without names that stand for two pictures."""
    files: dict[str, set[str]] = {}
    for component in game.components.values():
        for name, file in component.icon_files().items():
            files.setdefault(name, set()).add(file)
    return dict(_drawn(game, files))


def _drawn(game: Game, files: Mapping[str, set[str]]) -> Iterator[tuple[str, Icon]]:
    for name, (first, *others) in files.items():
        if not others:
            picture = game.pictures.get(first)  # None in a draft that has to go without it
            drawn = _blank() if picture is None else _icon(picture)
            yield name, Icon(f"icon-{name}", drawn)


def _icon(picture: PictureFile) -> Scene:
    return _scene(picture, ICON * picture.width / picture.height, ICON)


def _blank() -> Scene:
    """Return the box that stands for an icon without a picture."""
    box = rectangle(Rect(0, 0, ICON, ICON).inset(_BLANK.stroke_width))
    return Scene(Size(ICON, ICON), (Shape((box,), _BLANK),))


def _scene(picture: PictureFile, width: Mm, height: Mm) -> Scene:
    return Scene(Size(width, height), (draw_picture(picture, Rect(0, 0, width, height)),))


class SampledPart(NamedTuple):
    """A component with the faces of some of its pieces; those of one piece stand side by side."""

    component_id: str
    samples: Sequence[tuple[Scene, ...]]

    @property
    def size(self) -> Size:
        """The size at full scale without the gaps."""
        faces = [face.size for sample in self.samples for face in sample]
        return Size(fsum(face.width for face in faces), max(face.height for face in faces))

    @property
    def gaps(self) -> Mm:
        """The total width of the gaps, which do not scale."""
        inside = sum(len(sample) - 1 for sample in self.samples)
        return BETWEEN * (len(self.samples) - 1) + OF_ONE * inside

    @property
    def is_large(self) -> bool:
        """Whether the component is so large that it needs its own scale, as boards do."""
        return any(max(face.size) > LARGE for sample in self.samples for face in sample)

    def scale_in(self, room: Size) -> float:
        """Return the largest scale at which the component fits."""
        width, height = self.size
        return min((room.width - self.gaps) / width, room.height / height, LARGEST)

    @property
    def least_scale(self) -> float:
        """The scale at which its picture is as large as one should be, at least."""
        return min(SMALLEST / max(self.size), 1.0)

    def within(self, width: Mm, scale: float) -> "SampledPart":
        """Return it with as many of its pieces as fit into a width at a scale, at least one."""
        for count in range(len(self.samples), 1, -1):
            fewer = self._replace(samples=spread(self.samples, count))
            if scale * fewer.size.width + fewer.gaps <= width:
                return fewer
        return self._replace(samples=spread(self.samples, 1))


def draw_part(
    drawn: DrawSamples, component_id: str, count: int, named: Collection[str]
) -> SampledPart:
    """Draw at most ``count`` pieces of a component, chosen from those ``named``."""
    samples = drawn(component_id, tuple(named))
    return SampledPart(component_id, [samples[name] for name in spread(tuple(samples), count)])


def scale_of_parts(drawn: Sequence[SampledPart], room: Size) -> float:
    """Return the largest scale at which all components fit, ignoring the large ones.

    It is larger if one of them would be too small to see.
    """
    small = [one for one in drawn if not one.is_large]
    fits = min((one.scale_in(room) for one in small), default=LARGEST)
    return max([fits, *(one.least_scale for one in small)])


def side_by_side(one: SampledPart, scale: float) -> Scene:
    """Return the pieces side by side at a scale, with lines in place of illegible letters."""
    items: list[Item] = []
    x, height = 0.0, scale * one.size.height
    for sample in one.samples:
        x += BETWEEN if items else 0.0
        for number, face in enumerate(sample):
            x += OF_ONE if number else 0.0
            move = Transform.move(x, (height - scale * face.size.height) / 2)
            drawn = Changes(_legible, effects=False)(face.items, scale)
            items.append(Group(drawn, Transform.scale(scale).then(move)))
            x += scale * face.size.width
    return Scene(Size(x, height), tuple(items))


def _legible(leaf: Leaf, scale: float) -> tuple[Item, ...]:
    """Return an item, or a line in place of letters too small to read."""
    if not (isinstance(leaf, Text) and leaf.size * scale < LEGIBLE):
        return (leaf,)
    thick = LINE * leaf.size
    line = Rect(leaf.at.x, leaf.at.y - 2 * thick, leaf.width, thick)
    return (Shape((rectangle(line),), Style(fill=leaf.fill), leaf.role),)


class FigureDrawings:
    """The figures of a game in one language, drawn once for each scale and used in all texts.

    A figure that looks the same in an ``earlier`` language is reused.
    """

    def __init__(self, game: Game, earlier: "FigureDrawings | None" = None) -> None:
        self.game = game
        self.pieces = PieceDrawings(game)
        self.samples = cache(partial(draw_samples, game))
        self.check = cache(partial(check_position, game))
        self.of = cache(self._of)
        self._earlier = earlier
        self._alike = cache(self._is_alike)

    def _of(
        self, rule_set_id: str, figure_id: str, coordinates: bool, dice: bool = True
    ) -> DrawAtScale:
        """Return the function that draws a position of a rule set at a scale.

        Without ``coordinates`` the edges of the board show no names of places, and without ``dice``
        those that have been thrown are left out.
        """
        if self._earlier and self._shows_the_same(self._earlier, rule_set_id, figure_id):
            named = (rule_set_id, figure_id, coordinates)  # the same key as without dice
            return self._earlier.of(*named) if dice else self._earlier.of(*named, False)
        rule_set = self.game.rule_sets[rule_set_id]
        if figure_id == TURN and rule_set.turn:
            steps = [
                TurnStep(
                    self.of(rule_set_id, step, coordinates, False),
                    partial(draw_dice, self.pieces, rule_set.examples[step]),
                )
                for step in rule_set.turn
            ]
            return lru_cache(DRAWN)(partial(draw_strip, steps, drawings=self.pieces))
        position = rule_set.positions[figure_id]
        if not coordinates:
            position = position.model_copy(update={"coordinates": False})
        draw: DrawAtScale
        if isinstance(position, Setup):
            draw = partial(draw_setup, self.game, position, rule_set, drawings=self.pieces)
        else:
            if not dice:
                position = position.model_copy(update={"thrown": ()})
            draw = partial(draw_example, self.game, position, rule_set, drawings=self.pieces)

        def drawn(scale: float) -> Scene:
            with working_on(f"{rule_set_id}, figure {figure_id}"):
                return draw(scale)

        return lru_cache(DRAWN)(drawn)

    def _shows_the_same(self, earlier: "FigureDrawings", rule_set_id: str, figure_id: str) -> bool:
        """Return whether a figure shows the same pieces and moves with the same look."""
        ours, theirs = (one.game.rule_sets.get(rule_set_id) for one in (self, earlier))
        if ours is None or theirs is None or figure_id not in theirs.positions:
            return False
        position, other = ours.positions[figure_id], theirs.positions[figure_id]
        shown, seen = self.pieces.resolved(position, ours), earlier.pieces.resolved(other, theirs)
        if shown != seen or _drawn_keys(position) != _drawn_keys(other):
            return False
        ways = position.ways if isinstance(position, Setup) else None
        if ways and not self._shows_the_same(earlier, rule_set_id, ways):
            return False
        moved = (piece for move in shown.moves for piece in (*move.before.values(), move.gone))
        lying = [piece.component for piece in (*shown.laid, *moved) if piece]
        beside = [entry.lay.component for entry in shown.beside]
        if isinstance(position, Example):
            beside += [throw.component for throw in position.thrown]
        return all(map(self._alike, {shown.board, *lying, *beside}))

    def _is_alike(self, component_id: str) -> bool:
        assert self._earlier is not None
        return self.pieces.alike(self._earlier.pieces, component_id)


def _drawn_keys(position: Position) -> list[object]:
    """Return the content of a position without the facts about it."""
    return [getattr(position, key) for key in type(position).model_fields if key != "known"]


def figure_at(figure: Figure, scale: float) -> Scene:
    """Return the picture of a figure as drawn for a scale, in its own millimetres."""
    return figure.picture if isinstance(figure.picture, Scene) else figure.picture(scale)


def on_screen(figure: Figure) -> Scene:
    """Return the picture of a figure as drawn for screens."""
    if isinstance(figure.picture, Scene):
        return figure.picture
    return figure_at(figure, scale_in(figure, ON_SCREEN, LARGEST_ON_SCREEN))


def common_scale(figure: Figure, figures: Sequence[Figure], room: Size, largest: float) -> float:
    """Return the approximate printed scale, shared with other examples on the same board."""
    own = _scale_about(figure, room, largest)
    if figure.kind != "example" or not figure.board:
        return own
    peers = (one for one in figures if one.kind == "example" and one.board == figure.board)
    scales = [_scale_about(one, room, largest) for one in peers]
    return min((scale for scale in scales if own < ALIKE * scale), default=own)


def size_about(figure: Figure, scale: float) -> Size:
    """Estimate the size of a figure on paper from its sizes at three other scales.

    Lettering keeps its size, so a figure shrinks less than its scale.
    """
    sizes = [
        Size(*(base + scale * rate for base, rate in zip(fixed, growing, strict=True)))
        for fixed, growing in _growths(figure)
    ]
    return Size(max(size.width for size in sizes), max(size.height for size in sizes))


def scale_in(figure: Figure, room: Size, largest: float) -> float:
    """Return the greatest scale, up to ``largest``, at which a figure fits into ``room``."""
    scale = min(largest, _scale_about(figure, room, largest))
    for _ in range(ROUNDS):
        size = figure_at(figure, scale).size
        over = max(scale * size.width / room.width, scale * size.height / room.height)
        if over <= CLOSE:
            break
        scale /= over**1.5  # what keeps its size on paper does not shrink
    return scale


def greatest_height(figure: Figure, share: float) -> Mm:
    """Return the greatest height of a figure, at a share of the usual one of its kind."""
    fixed, growing = _growths(figure)[0]
    highest = share * HEIGHTS[figure.kind]
    if figure.kind == "turn":  # which is never drawn smaller than usual
        return max(highest, HEIGHTS["turn"]) + fixed.height
    if figure.kind == "setup":
        return highest + max(0.0, fixed.height - BESIDE)
    is_tall = figure.kind == "example" and growing.height > TALL * growing.width
    return TALL * highest if is_tall else highest


def is_wide(block: Block) -> bool:
    """Return whether a block is a figure so wide and low that one column would make it tiny."""
    if not isinstance(block, Figure) or block.kind != "example":
        return False
    _, growing = _growths(block)[0]
    return growing.width > max(WIDE, ASPECT * growing.height)


def _scale_about(figure: Figure, room: Size, largest: float) -> float:
    return min(
        largest,
        *(
            (limit - base) / rate if limit > base else limit / (base + rate)
            for fixed, growing in _growths(figure)
            for base, rate, limit in zip(fixed, growing, room, strict=True)
            if rate > 0
        ),
    )


def _growths(figure: Figure) -> list[tuple[Size, Size]]:
    """Return the size of the part that does not scale, and the growth of the rest per scale.

    At a large scale other parts may decide a figure's size than at a small one, so that there are
    two such pairs. Each gives the least size of the figure.
    """
    if isinstance(figure.picture, Scene):
        return [(Size(0, 0), figure.picture.size)]
    if figure.picture not in _GROWTHS:
        _GROWTHS[figure.picture] = _measured(figure.picture)
    return _GROWTHS[figure.picture]


_GROWTHS: WeakKeyDictionary[DrawAtScale, list[tuple[Size, Size]]] = WeakKeyDictionary()


def _measured(draw: DrawAtScale) -> list[tuple[Size, Size]]:
    sizes = [
        Size(scale * size.width, scale * size.height)
        for scale, size in ((one, draw(one).size) for one in SAMPLED)
    ]
    found = []
    for (scale, less), (larger, more) in pairwise(zip(SAMPLED, sizes, strict=True)):
        rates = [(b - a) / (larger - scale) for a, b in zip(less, more, strict=True)]
        base = Size(*(a - scale * rate for a, rate in zip(less, rates, strict=True)))
        found.append((base, Size(*rates)))
    return found
