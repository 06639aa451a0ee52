"""The result of a job as data, pages and files in memory."""

from collections.abc import Iterator
from functools import cached_property
from threading import RLock
from typing import Any, NamedTuple

from pnp.base.messages import in_address
from pnp.jobs.choices import Choices, flags
from pnp.jobs.describe import Json as Json
from pnp.jobs.pipeline import Job
from pnp.jobs.scene_key import RecurringKeys
from pnp.jobs.summary import HOW_TO_PRINT
from pnp.scene import Scene


class LaidOutPage(NamedTuple):
    """A page of the document; ``number`` counts within a part from 1, ``place`` in the document.

    A blank page between single-sided sheets has the number 0. ``sheet`` counts the sheets of paper
    of a part from 1, and ``side`` is "front", "back" or "fold"; pages to read have the sheet 0 and
    no side. ``shows`` names the pieces. ``key`` is a hash of the picture: pages
    with equal keys look alike.
    """

    part: str
    number: int
    place: int
    label: str
    sheet: int
    side: str
    scene: Scene
    key: str
    shows: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.scene.items

    def described(self) -> Json:
        """Return the page's facts as JSON data."""
        facts = {"number": self.number, "place": self.place, "label": self.label}
        size = {"width_mm": self.scene.size.width, "height_mm": self.scene.size.height}
        more = {"shows": self.shows, "blank": self.is_blank, "key": self.key}
        more |= {"sheet": self.sheet, "side": self.side}
        return facts | {key: round(value, 2) for key, value in size.items()} | more


class LaidOutGame:
    """The result of a job as data, pages and files; nothing is written.

    Several threads may share it.
    """

    def __init__(self, choices: Choices, job: Job) -> None:
        self.choices = choices
        self._job = job
        self._notes = tuple(job.notes)
        self._keys = RecurringKeys()
        self._lock = RLock()

    @property
    def pages(self) -> tuple[LaidOutPage, ...]:
        """All pages of the one PDF, in order.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        with self._lock:
            return self._made_pages

    @cached_property
    def _made_pages(self) -> tuple[LaidOutPage, ...]:
        return tuple(self._draw_pages())

    def _draw_pages(self) -> Iterator[LaidOutPage]:
        raise NotImplementedError

    @property
    def sheets(self) -> tuple[LaidOutPage, ...]:
        """All pages but those to read, numbered separately; available sooner.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        return self.pages

    def page(self, part: str, number: int) -> Scene:
        """Return the picture of a page.

        Raises:
            KeyError: If there is no such page.
        """
        for one in self._soonest_first():
            if (one.part, one.number) == (part, number):
                return one.scene
        raise KeyError(part, number)

    def _soonest_first(self) -> Iterator[LaidOutPage]:
        yield from self.sheets
        yield from self.pages

    def described(self) -> Json:
        """Return everything about the choice as JSON data; callers must not change it.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        with self._lock:
            return self._described

    @cached_property
    def _described(self) -> Json:
        own = self._describe()
        return self._about(own, len(self.pages))

    def described_soon(self) -> Json:
        """Return what is known before the pages to read are set, with None in their place.

        Raises:
            PnpError: If something cannot be drawn or does not fit.
        """
        return self.described()

    def _about(self, own: Json, pages: int | None) -> Json:
        """Combine this job's own data with those of every job."""
        game, choices = self._job.loaded.game, self.choices
        names = flags(choices.job)
        return {
            "game": game.id,
            "name": game.name,
            "job": choices.job,
            "rule_set": choices.rule_set,
            "lang": game.language,
            "query": choices.query(),
            "command": choices.command(),
            "pages": pages,
            **own,
            "notes": [*in_address(self._notes, names)],
            "problems": [*in_address(self._job.problems, names)],
        }

    def _describe(self) -> Json:
        """Return the data that only this job has."""
        raise NotImplementedError

    def _part(self, part: str, name: str, **more: Any) -> Json:
        own = [page.described() for page in self.pages if page.part == part]
        return {"id": part, "name": name, **more, "pages": own}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each file, the same as the command writes.

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


def printing(duplex: str) -> Json:
    """Return how to print sheets: the word of the option, and a sentence."""
    return {"duplex": str(duplex), "how_to_print": HOW_TO_PRINT[duplex]}
