"""A game for Tabletop Simulator: images, the whole box, and a table for each rule set."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.definitions import Loaded
from pnp.jobs.build_plan import DrawnComponent
from pnp.jobs.pictures import PictureOutput
from pnp.tabletop.images import TabletopImage, TabletopImages
from pnp.tabletop.notebook import rule_tabs
from pnp.tabletop.pieces import DrawnPieces, TabletopPieces
from pnp.tabletop.save import Save
from pnp.tabletop.table import lay_out_box, set_table

FOLDER = "tts"


class SaveFile(NamedTuple):
    """A file that the simulator loads; ``rule_set`` is empty for that of the whole box."""

    path: str
    rule_set: str
    content: bytes
    objects: int


class Tabletop:
    """The files of a game: images, and the saves that show them.

    ``base`` is the images' address. Files of another ``look`` have its name. ``absent`` are
    components without an object.

    Raises:
        LayoutError: If nothing of it can lie on that table.
    """

    def __init__(
        self, loaded: Loaded, drawn: Sequence[DrawnComponent], base: str, look: str = ""
    ) -> None:
        game = self._game = loaded.game
        self._loaded = loaded
        lang = next((one.lang for one in drawn if one.lang), "")
        self._words = tuple(filter(None, (lang, look)))
        self._images = TabletopImages(self._name(), base)
        self._pieces = TabletopPieces(game, self._images)
        self.absent = [
            one.component_id
            for one in drawn
            if not self._pieces.add(DrawnPieces(one.component_id, one.name, one.pieces))
        ]
        if not self._pieces.ids:
            absent = ", ".join(self.absent)
            raise LayoutError(
                f"{game.id}: {absent}: nothing here becomes an object of Tabletop Simulator"
            )

    @property
    def images(self) -> list[PictureOutput]:
        """The images of all objects."""
        return [_picture(image) for image in self._images.made]

    def box(self) -> SaveFile:
        """Return the save of all components."""
        objects = lay_out_box(self._pieces)
        save = Save(self._name(), self._game.name, objects, self._tags)
        return self._file("", save)

    def tables(self) -> Iterator[SaveFile]:
        """Yield the save of each rule set, with its rules.

        Raises:
            RulesError: If the text of a rule set has faults.
        """
        folder, game = self._loaded.file.parent, self._game
        for key, rule_set in game.rule_sets.items():
            objects = set_table(game, rule_set, self._pieces)
            tabs = dict(rule_tabs(folder, game, key, self._loaded.speaking))
            players = rule_set.players.least, rule_set.players.most
            name = rule_set.name if game.name in rule_set.name else f"{game.name} · {rule_set.name}"
            save = Save(self._name(key), name, objects, self._tags, players, tabs)
            yield self._file(key, save)

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
