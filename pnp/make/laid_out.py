"""The result of a job as data, pages and files in memory, as an address chooses it."""

import os
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from threading import RLock
from typing import Any

from pnp.base.errors import PnpError
from pnp.base.extensions import at_place
from pnp.base.files import read_sandboxed, rule_names
from pnp.base.imports import require
from pnp.base.messages import in_address
from pnp.definitions import Loaded, load_game
from pnp.definitions.data_files import own_state
from pnp.make.cache import Keep, RecurringKeys, Remembered
from pnp.make.choices import Choices, flags
from pnp.make.describe import Json as Json
from pnp.make.output_options import game_options
from pnp.make.pipeline import Job, LaidOutPage
from pnp.make.summary import HOW_TO_PRINT
from pnp.make.wing import chosen_jobs
from pnp.scene import Scene

# What choices do not change is kept, for the next page and the next choice.
_layouts, _games, _parts = Remembered(6), Remembered(12), Remembered(96)


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
        return self._with_keys(self._draw_pages())

    def _draw_pages(self) -> Iterable[LaidOutPage]:
        raise NotImplementedError

    def _with_keys(self, pages: Iterable[LaidOutPage]) -> tuple[LaidOutPage, ...]:
        return tuple(
            one if one.key else one._replace(key=self._keys.key(one.scene)) for one in pages
        )

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


def lay_out(loaded: Loaded, choices: Choices) -> LaidOutGame:
    """Audit and lay out a game as chosen; ``loaded`` identifies the game.

    The last layouts are cached, as is what a choice does not change, such as the pages of rules.
    The keys depend on the content of the game's files.

    Raises:
        PnpError: If the audit or the layout fails, or a choice cannot be applied.
    """
    files = _files_of(loaded)
    key = files, choices.job, choices.query(), own_state()
    return _layouts.value(key, lambda: _laid_out(loaded, choices, files))


def _laid_out(loaded: Loaded, choices: Choices, files: Hashable) -> LaidOutGame:
    options = game_options(choices.options)
    under = files, repr(options)
    game = _games.value(under, lambda: load_game(loaded.file, **options))
    if game.sha256 != loaded.sha256:  # changed after it was read
        return _laid_out(game, choices, _files_of(game))
    job = chosen_jobs()[choices.job]
    if job.extra:
        require(job.extra, f"making {job.name} files")
    kind = at_place(job.laid_out)
    made: LaidOutGame = kind.of(choices, game, _keeping(under))
    return made


def _keeping(under: Hashable) -> Keep:
    """Return a cache for parts of a game that was loaded under some options."""

    def keep(key: Hashable, make: Callable[[], Any]) -> Any:
        return _parts.value((under, key), make)

    return keep


def _files_of(loaded: Loaded) -> Hashable:
    """Return a key for a game's files: their folder, and a checksum of their content."""
    folder = loaded.file.parent
    digest = sha256(loaded.sha256.encode())
    for name in rule_names(folder):
        if name.endswith((".md", ".toml")):
            digest.update(os.fsencode(f"{name}\0"))
            with suppress(OSError, PnpError):  # an error again when the text is read
                digest.update(read_sandboxed(folder, folder / "rules" / name, "text_kb"))
    return loaded.file, digest.hexdigest()
