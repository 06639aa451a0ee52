"""A game for Tabletop Simulator: images, the whole box, and a table for each rule set."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pnp.audit import check_position
from pnp.base.errors import LayoutError, RulesError
from pnp.base.geometry import Size, Transform
from pnp.base.units import MM_PER_UNIT
from pnp.components.registry import draw_component
from pnp.definitions import Loaded
from pnp.jobs.file_names import file_words, joined
from pnp.jobs.pictures import PictureOutput
from pnp.jobs.sheet_options import SheetOptions
from pnp.positions.setup import draw_setup
from pnp.scene import Group, Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.pages.job import SheetPlan
from pnp.tabletop.images import TabletopImage, TabletopImages
from pnp.tabletop.notebook import rule_tabs
from pnp.tabletop.pieces import DrawnPieces, TabletopPieces
from pnp.tabletop.save import Save
from pnp.tabletop.table import lay_out_box, set_table

FOLDER = "tts"
PREVIEW = 256  # pixels a side


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
                inked = tuple(piece.inked(self._ink_saver) for piece in pieces)
                yield DrawnPieces(aid.component, game.components[aid.component].name, inked)

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
