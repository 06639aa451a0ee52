"""What a job makes of a game, as data, pages and files in memory."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from pnp.jobs.choices import Choices, in_addresses
from pnp.jobs.pipeline import Job
from pnp.jobs.scene_key import scene_key
from pnp.jobs.summary import HOW_TO_PRINT
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex

Json = dict[str, Any]


class LaidOutPage(NamedTuple):
    """A page of the document: ``number`` counts those of a part from 1, ``place`` all of them.

    ``side`` is "front", "back", "fold", or empty for pages to read. ``shows`` names the pieces.
    ``key`` is a hash of the picture: pages with equal keys look alike.
    """

    part: str
    number: int
    place: int
    label: str
    side: str
    scene: Scene
    shows: str = ""

    @property
    def key(self) -> str:
        """A hash of the picture."""
        return scene_key(self.scene)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.scene.items

    def described(self) -> Json:
        """Return what a program or a page says of it."""
        told = {"number": self.number, "place": self.place, "label": self.label, "side": self.side}
        size = {"width_mm": self.scene.size.width, "height_mm": self.scene.size.height}
        more = {"shows": self.shows, "blank": self.is_blank, "key": self.key}
        return told | {key: round(value, 2) for key, value in size.items()} | more


class LaidOutGame:
    """What a job makes of a game, as data, pages and files; nothing is written.

    ``pages`` are those of the one PDF, in order.
    """

    def __init__(self, choices: Choices, job: Job) -> None:
        self.choices = choices
        self._job = job

    @cached_property
    def pages(self) -> tuple[LaidOutPage, ...]:
        """All pages of the PDF.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        raise NotImplementedError

    def page(self, part: str, number: int) -> Scene:
        """Return the picture of a page.

        Raises:
            KeyError: If there is no such page.
        """
        return self._by_place[part, number].scene

    @cached_property
    def _by_place(self) -> dict[tuple[str, int], LaidOutPage]:
        return {(page.part, page.number): page for page in self.pages}

    def described(self) -> Json:
        """Return everything a page says of the choice, as JSON has it."""
        game = self._job.loaded.game
        found = self._described()
        return {
            "game": game.id,
            "name": game.name,
            "job": self.choices.job,
            "rule_set": self.choices.rule_set,
            "lang": game.language,
            "query": self.choices.query(),
            "command": self.choices.command(),
            "pages": len(self.pages),
            **found,
            "notes": [*dict.fromkeys(map(in_addresses, self._job.notes))],
            "problems": [*dict.fromkeys(map(in_addresses, self._job.problems))],
        }

    def _described(self) -> Json:
        raise NotImplementedError

    def _part(self, part: str, name: str, **more: Any) -> Json:
        own = [page.described() for page in self.pages if page.part == part]
        return {"id": part, "name": name, **more, "pages": own}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, as the command writes them.

        Raises:
            PnpError: If a file cannot be made.
        """
        for file in self._job.files():
            yield file.path, file.content()

    def pdf(self) -> tuple[str, bytes]:
        """Return the name and the content of the one PDF to print.

        Raises:
            PnpError: If it cannot be made.
        """
        file = next(self._job.files())
        return file.path.rpartition("/")[2], file.content()


def printing(duplex: Duplex | str) -> Json:
    """Return how sheets are printed: the word of the option, and a sentence."""
    return {"duplex": str(duplex), "how_to_print": HOW_TO_PRINT[str(duplex)]}
