"""A game for Tabletop Simulator: images, the whole box, and a table set for each rule set."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain, pairwise
from typing import NamedTuple

from pnp.audit import check_position
from pnp.base.errors import LayoutError, RulesError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.units import EPSILON, MM_PER_UNIT, Mm
from pnp.components.registry import draw_component
from pnp.definitions import Loaded
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import Place
from pnp.game.resolve import start_of
from pnp.game.rules import Aid, LaidPiece, Lay, Need, RuleSet
from pnp.make.file_names import file_words, joined
from pnp.positions.draw import draw_setup
from pnp.scene import Group, Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.component_sheets import with_look
from pnp.sheets.faces import PictureOutput
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.job import SheetPlan
from pnp.tabletop.pieces import (
    DrawnPieces,
    TabletopImage,
    TabletopImages,
    TabletopPieces,
    rule_tabs,
)
from pnp.tabletop.save import STEP, THICKNESS, Save, SavedObject, placed

GAP: Mm = 15.0  # between what lies beside the board
COLUMN: Mm = 300.0  # the least height of a column beside the board
APART: Mm = 1.0  # between pawns on one place
FEW = 6  # pieces that lie one by one; more are in a bag
MIDDLE = Point(0, 0)

FOLDER = "tts"
PREVIEW = 256  # pixels a side


def set_table(game: Game, rule_set: RuleSet, pieces: TabletopPieces) -> list[SavedObject]:
    """Return the objects for a rule set's needs and aids, placed according to its set-up."""
    return list(_Table(game, rule_set, pieces).objects())


def lay_out_box(pieces: TabletopPieces) -> list[SavedObject]:
    """Return the objects of all components: boards, decks and bags in columns."""
    things: list[tuple[SavedObject, Size]] = []
    for component_id in pieces.ids:
        copies = pieces.copies(component_id)
        names = [name for name, times in copies.items() for _ in range(times)]
        if pieces.is_board(component_id):
            room = pieces.room(component_id)
            things += [(pieces.one(component_id, name), room) for name in names]
        else:
            things.append(pieces.several(component_id, names))
    return list(_columns(things, Rect(0, 0, 0, 0)))


class _Spot(NamedTuple):
    """The position of a piece on a board: its middle, and the number of pieces below it."""

    at: Point
    level: int = 0


class _Table:
    """The pieces that are not yet on the table, and the height of the stack on each place."""

    def __init__(self, game: Game, rule_set: RuleSet, pieces: TabletopPieces) -> None:
        self._game, self._rule_set, self._pieces = game, rule_set, pieces
        self._parts = {part.component: part for part in rule_set.parts if part.component in pieces}
        self._left = {key: self._box(part) for key, part in self._parts.items()}
        self._more = {
            key: len(self._left[key]) - part.count for key, part in self._parts.items()
        }  # in the box than the rule set asks for
        self._height: defaultdict[str, float] = defaultdict(float)  # in units, by place

    def objects(self) -> Iterator[SavedObject]:
        board_id = self._board_id()
        ground = Rect(0, 0, 0, 0)
        if board_id is not None:
            board = self._game.boards[board_id]
            (name,) = self._take(Lay(component=board_id, count=1), 1)
            yield placed(self._pieces.one(board_id, name), MIDDLE)
            ground = Rect(-board.size.width / 2, -board.size.height / 2, *board.size)
            start = start_of(self._game, self._rule_set)
            for piece in start.laid if start else ():
                if piece.component in self._parts:
                    yield from self._on_board(board, piece)
        yield from _columns(self._beside(), ground)

    def _box(self, part: Need | Aid) -> list[str]:
        """Return the pieces of a part, shuffled, always in the same order.

        If the box has more than the part needs, any of them are chosen.
        """
        named = part.pieces if isinstance(part, Need) else {}
        times = named or self._pieces.copies(part.component)
        pile = [name for name, copies in times.items() for _ in range(copies)]
        keys = (f"{part.component}/{number}" for number in range(len(pile)))
        order = [sha256(key.encode()).digest() for key in keys]
        return [name for _, name in sorted(zip(order, pile, strict=True))]

    def _board_id(self) -> str | None:
        """Return the board of the set-up, or else the first one."""
        setup = self._rule_set.setup
        if setup is not None and setup.board in self._parts:
            return setup.board
        return next((key for key in self._parts if key in self._game.boards), None)

    def _take(self, lay: Lay, count: int) -> list[str]:
        """Take the pieces of an entry from the remaining ones, in order."""
        left, wanted = self._left[lay.component], set(lay.pieces)
        names = [name for name in left if not wanted or name in wanted][:count]
        for name in names:
            left.remove(name)
        return names

    def _take_laid(self, piece: LaidPiece) -> list[str]:
        """Take the pieces that lie on a place; unnamed ones may be any that remain."""
        left, names = self._left[piece.component], []
        for name in piece.names:
            if name in left or (left and not name):
                names.append(name or left[0])
                left.remove(names[-1])
        return names

    def _on_board(self, board: Board, piece: LaidPiece) -> Iterator[SavedObject]:
        component, place = self._game.components[piece.component], board.by_name[piece.place]
        room = self._pieces.room(piece.component)
        middle = Rect(0, 0, *board.size).center
        names = self._take_laid(piece)
        spots = _spots(board, place, room, len(names), component.stands, piece.piled)
        turn = 0.0 if component.stands else place.turn + 360 / component.turns * piece.turned
        below = THICKNESS + self._height[place.name]
        for name, spot in zip(names, spots, strict=True):
            at = spot.at.moved(-middle.x, -middle.y)
            thing = self._pieces.one(piece.component, name)
            yield placed(thing, at, below + STEP * spot.level, turn)
        if names and not component.stands:
            self._height[place.name] += STEP * (1 + spots[-1].level)

    def _beside(self) -> list[tuple[SavedObject, Size]]:
        """Return the pieces that the set-up lays beside the board, and those it omits."""
        setup = self._rule_set.setup
        lays = (
            [lay for lay in setup.lay if not lay.at and lay.component in self._parts]
            if setup
            else []
        )
        named = list(chain.from_iterable(self._heap(lay, lay.count or 0) for lay in lays))
        rest = (
            self._heap(Lay(component=key, count=count), count)
            for key, left in self._left.items()
            if (count := len(left) - self._more[key]) > 0
        )
        return [*named, *chain.from_iterable(rest)]

    def _heap(self, lay: Lay, count: int) -> list[tuple[SavedObject, Size]]:
        names = self._take(lay, count)
        component = self._game.components[lay.component]
        if not names:
            return []
        if len(names) <= FEW and component.tabletop_shape != "deck":
            room = self._pieces.room(lay.component)
            return [(self._pieces.one(lay.component, name), room) for name in names]
        return [self._pieces.several(lay.component, names)]


def _spots(
    board: Board, place: Place, room: Size, count: int, stands: bool, pile: bool
) -> list[_Spot]:
    """Return the spots for the pieces of one entry on a place: side by side, or else stacked."""
    if stands:
        return [_Spot(at) for at in _ranks(place, room, count)]
    beside = [board.spot(place, room, number, count) for number in range(count)]
    clear = all(
        max(abs(a.x - b.x) - room.width, abs(a.y - b.y) - room.height) >= -EPSILON
        for a, b in pairwise(beside)
    )
    if pile or not clear:
        return [_Spot(place.center, level) for level in range(count)]
    return [_Spot(at) for at in beside]


def _ranks(place: Place, room: Size, count: int) -> Iterator[Point]:
    """Yield the middles of pawns in rows on a place."""
    pitch = max(room) + APART
    across = max(1, min(count, int((place.size.width + APART) // pitch)))
    rows = -(-count // across)
    for number in range(count):
        row, column = divmod(number, across)
        here = min(across, count - row * across)
        x, y = pitch * (column - (here - 1) / 2), pitch * (row - (rows - 1) / 2)
        yield place.center.moved(x, y)


def _columns(things: Sequence[tuple[SavedObject, Size]], ground: Rect) -> Iterator[SavedObject]:
    """Lay things in columns to the right of the board, or from the middle without a board."""
    height = max(ground.height, COLUMN)
    left, top, widest = ground.right + (GAP if ground.width else 0), -height / 2, 0.0
    for thing, room in things:
        if widest and top + room.height > height / 2:
            left, top, widest = left + widest + GAP, -height / 2, 0.0
        yield placed(thing, Point(left + room.width / 2, top + room.height / 2))
        top += room.height + GAP
        widest = max(widest, room.width)


class SaveFile(NamedTuple):
    """A file that the simulator loads; ``rule_set`` is empty for the whole box."""

    path: str
    rule_set: str
    content: bytes
    objects: int


class Tabletop:
    """The files of a build: images, and the saves that show them.

    ``absent`` are components without an object. ``problems`` are the faults of rule texts, which
    the notebook omits.

    Raises:
        LayoutError: If none of its pieces can lie on that table.
    """

    def __init__(self, loaded: Loaded, plan: SheetPlan, options: SheetOptions) -> None:
        game = self._game = loaded.game
        self._folder, self._speaking = loaded.file.parent, cache(loaded.speaking)
        self._options, self._ink_saver = options, InkSaver(options.ink)
        lang = next((one.lang for one in plan.drawn if one.lang), "")
        self._words = lang, file_words(options, "tts")
        self._images = TabletopImages(self._name(), options.tts_url)
        self._pieces = TabletopPieces(game, self._images)
        drawn = [DrawnPieces(one.component_id, one.name, one.pieces) for one in plan.drawn]
        drawn += self._aids(plan)
        self.absent = [one.id for one in drawn if not self._pieces.add(one)]
        self.problems: list[str] = []
        if not self._pieces.ids:
            absent = ", ".join(self.absent)
            raise LayoutError(
                f"{game.id}: {absent}: no component can become a Tabletop Simulator object"
            )

    def _aids(self, plan: SheetPlan) -> Iterator[DrawnPieces]:
        """Draw the aids of a rule set, which sheets omit: its board may be one."""
        options, game = self._options, self._game
        if options.rule_set is None or options.picked:
            return
        there = {one.component_id for one in plan.drawn}
        for aid in game.rule_sets[options.rule_set].aids:
            if aid.component not in there:
                pieces = draw_component(game, aid.component)
                name = game.components[aid.component].name
                yield DrawnPieces(aid.component, name, with_look(pieces, options))

    @property
    def images(self) -> list[PictureOutput]:
        """The images of all objects, and of set-ups, which the simulator shows beside the names."""
        pictures = [_picture(image) for image in self._images.made]
        taken = {picture.path for picture in pictures}
        return pictures + [one for one in self._previews() if one.path not in taken]

    def _previews(self) -> Iterator[PictureOutput]:
        game = self._game
        for key in self._rule_sets:
            rule_set = game.rule_sets[key]
            if (setup := rule_set.setup) is not None:
                check_position(game, key)
                path, title = f"{FOLDER}/{self._name(key)}.png", f"{rule_set.name} · set-up"
                drawn = _squared(draw_setup(game, setup, rule_set))
                scene = self._ink_saver.face(drawn, straight=False)
                pixels = PREVIEW, PREVIEW
                dpi = round(PREVIEW / scene.size.width * MM_PER_UNIT["in"])
                yield PictureOutput(
                    path, title, scene, key, "preview", "png", scene.size, 1, dpi, pixels, rgb=True
                )

    @property
    def _rule_sets(self) -> tuple[str, ...]:
        """The rule sets that get a table: none if components were picked."""
        options = self._options
        if options.picked:
            return ()
        return tuple(self._game.rule_sets) if options.rule_set is None else (options.rule_set,)

    def saves(self) -> Iterator[SaveFile]:
        """Yield the whole box, and the table of each rule set; for a single rule set, its table.

        If components were picked, there are no tables.
        """
        options = self._options
        if options.picked or options.rule_set is None:
            objects = lay_out_box(self._pieces)
            yield self._file("", Save(self._name(), self._game.name, objects, self._tags))
        yield from map(self._table, self._rule_sets)

    def _table(self, key: str) -> SaveFile:
        game = self._game
        rule_set = game.rule_sets[key]
        objects = set_table(game, rule_set, self._pieces)
        try:
            tabs = dict(rule_tabs(self._folder, game, key, self._speaking))
        except RulesError as error:
            tabs = {}
            self.problems += error.faults
        players = rule_set.players.least, rule_set.players.most
        name = rule_set.name if game.name in rule_set.name else f"{game.name} · {rule_set.name}"
        return self._file(key, Save(self._name(key), name, objects, self._tags, players, tabs))

    @property
    def _tags(self) -> tuple[str, ...]:
        components = self._game.components
        return tuple(
            dict.fromkeys((self._game.name, *(components[k].name for k in self._pieces.ids)))
        )

    def _name(self, rule_set: str = "") -> str:
        return joined(self._game.id, rule_set, *self._words)

    def _file(self, rule_set: str, save: Save) -> SaveFile:
        path = f"{FOLDER}/{self._name(rule_set)}.json"
        return SaveFile(path, rule_set, save.json, len(save.objects))


def _squared(scene: Scene) -> Scene:
    """Return a scene in the middle of a square."""
    side = max(scene.size)
    aside = (side - scene.size.width) / 2, (side - scene.size.height) / 2
    return Scene(Size(side, side), (Group(scene.items, Transform.move(*aside)),))


def _picture(image: TabletopImage) -> PictureOutput:
    return PictureOutput(
        f"{FOLDER}/{image.file}",
        image.title,
        image.scene,
        image.component,
        image.kind,
        "png",
        image.size,
        dpi=image.dpi,
        pixels=image.pixels,
        rgb=True,
    )
