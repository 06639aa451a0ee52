"""A game for Tabletop Simulator: images, the whole box, and a table for each rule set."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.base.errors import LayoutError, RulesError
from pnp.components.registry import draw_component
from pnp.definitions import Loaded
from pnp.jobs.build_plan import BuildPlan
from pnp.jobs.file_names import file_words, needed_by_any
from pnp.jobs.pictures import PictureOutput
from pnp.jobs.sheet_options import SheetOptions
from pnp.tabletop.images import TabletopImage, TabletopImages
from pnp.tabletop.notebook import rule_tabs
from pnp.tabletop.pieces import DrawnPieces, TabletopPieces
from pnp.tabletop.save import Save
from pnp.tabletop.table import lay_out_box, set_table

LOOK = ("sizes", "theme", "ink")  # the options that change objects
FOLDER = "tts"


class SaveFile(NamedTuple):
    """A file that the simulator loads; ``rule_set`` is empty for that of the whole box."""

    path: str
    rule_set: str
    content: bytes
    objects: int


class Tabletop:
    """The files of a build: images, and the saves that show them.

    ``absent`` are components without an object. ``problems`` are the faults of rule texts, which
    are missing from the notebook.

    Raises:
        LayoutError: If nothing of it can lie on that table.
    """

    def __init__(self, loaded: Loaded, plan: BuildPlan, options: SheetOptions) -> None:
        game = self._game = loaded.game
        self._loaded, self._options = loaded, options
        lang = next((one.lang for one in plan.drawn if one.lang), "")
        needed = needed_by_any(options, (one.on_faces for one in plan.drawn))
        self._words = tuple(filter(None, (lang, file_words(needed, LOOK))))
        self._images = TabletopImages(self._name(), options.tts_url)
        self._pieces = TabletopPieces(game, self._images)
        drawn = [DrawnPieces(one.component_id, one.name, one.pieces) for one in plan.drawn]
        drawn += self._aids(plan)
        self.absent = [one.id for one in drawn if not self._pieces.add(one)]
        self.problems: list[str] = []
        if not self._pieces.ids:
            absent = ", ".join(self.absent)
            raise LayoutError(
                f"{game.id}: {absent}: nothing here becomes an object of Tabletop Simulator"
            )

    def _aids(self, plan: BuildPlan) -> Iterator[DrawnPieces]:
        """Draw the aids of a rule set, which sheets leave out: its board may be one."""
        options, game = self._options, self._game
        if options.rule_set is None or options.picked:
            return
        there = {one.component_id for one in plan.drawn}
        for aid in game.rule_sets[options.rule_set].aids:
            if aid.component not in there:
                pieces = draw_component(game, aid.component)
                inked = tuple(piece.inked(plan.ink_saver) for piece in pieces)
                yield DrawnPieces(aid.component, game.components[aid.component].name, inked)

    @property
    def images(self) -> list[PictureOutput]:
        """The images of all objects."""
        return [_picture(image) for image in self._images.made]

    def saves(self) -> Iterator[SaveFile]:
        """Yield the whole box, and the table of each rule set; of one alone, its table.

        Where components were picked there are no tables.
        """
        options = self._options
        if options.picked or options.rule_set is None:
            objects = lay_out_box(self._pieces)
            yield self._file("", Save(self._name(), self._game.name, objects, self._tags))
        if not options.picked:
            for key in self._game.rule_sets if options.rule_set is None else [options.rule_set]:
                yield self._table(key)

    def _table(self, key: str) -> SaveFile:
        folder, game = self._loaded.file.parent, self._game
        rule_set = game.rule_sets[key]
        objects = set_table(game, rule_set, self._pieces)
        try:
            tabs = dict(rule_tabs(folder, game, key, self._loaded.speaking))
        except RulesError as error:
            tabs = {}
            self.problems += str(error).splitlines()
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
        return "-".join(filter(None, (self._game.id, rule_set, *self._words)))

    def _file(self, rule_set: str, save: Save) -> SaveFile:
        path = f"{FOLDER}/{self._name(rule_set)}.json"
        return SaveFile(path, rule_set, save.json, len(save.objects))


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
