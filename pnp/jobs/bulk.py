"""Archive many games in parallel; a failing game does not stop the others.

Packages become visible only when complete, so a kill leaves no partial ones.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import PnpError, UsageError
from pnp.base.trust import named_by
from pnp.base.worker import run_guarded
from pnp.definitions.find import FILE_NAME
from pnp.game.deposit import Deposit
from pnp.jobs.archive import Archived, archive_game, kept_package
from pnp.jobs.archive_options import ArchiveOptions
from pnp.jobs.output import DECLARATIONS
from pnp.jobs.parallel import GameWork, do_all


class ArchiveOutcome(NamedTuple):
    """The package of a game, or the faults that prevented it."""

    game: str
    archived: Archived | None
    faults: tuple[str, ...] = ()
    status: int = 0

    @property
    def word(self) -> str:
        """The outcome in a word: made, kept or failed."""
        if self.archived is None:
            return "failed"
        return "kept" if self.archived.kept else "made"


def games_below(folder: Path, asked: str = "--all", made: str = "packages") -> tuple[str, ...]:
    """Return the folders below this one that hold a definition, in alphabetical order.

    Skips packages, storage roots, hidden folders and links. A folder that cannot be read is
    included: it fails like a game. Messages begin with ``asked``; ``made`` names what is named
    after games.

    Raises:
        UsageError: If there are none, or two have the same name: a line for each.
    """
    if not os.path.isdir(folder):
        raise UsageError(f"{asked}: folder {folder} does not exist")
    found = sorted(_game_folders(folder))
    if not found:
        raise UsageError(f"{asked}: no folder below {folder} holds a {FILE_NAME}")
    names: dict[str, Path] = {}
    twice = [
        f"{place}: has the same name as {names[place.name]}, and {made} are named after games"
        for place in found
        if names.setdefault(place.resolve().name, place) is not place
    ]
    if twice:
        raise UsageError("\n".join(twice))
    return tuple(str(place.absolute()) for place in found)


def _game_folders(folder: Path) -> Iterator[Path]:
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as entries:
                inside = {entry.name: entry.is_dir(follow_symlinks=False) for entry in entries}
        except OSError:
            yield place
            continue
        if FILE_NAME in inside:
            yield place
        if inside.keys().isdisjoint(DECLARATIONS):
            waiting += [place / name for name in inside if inside[name] and name[0] != "."]


def archive_many(
    games: Iterable[str],
    options: ArchiveOptions,
    start: Callable[[], Executor],
    workers: int,
    deposits: Mapping[str, Deposit] = {},
) -> Iterator[ArchiveOutcome]:
    """Yield the outcome of each game as soon as it is known, as :func:`do_all` does.

    ``deposits`` come from a table, by the name in ``games``.
    """
    return do_all(games, _Archiving(options, deposits), start, workers)


class _Archiving(GameWork[ArchiveOutcome]):
    """Archives games, each with its row of the table."""

    def __init__(self, options: ArchiveOptions, deposits: Mapping[str, Deposit]) -> None:
        self._options = options
        self._deposits = deposits

    def call(self, game: str) -> Callable[[], ArchiveOutcome]:
        return partial(attempt, game, self._options, self._deposits.get(game))

    def failed(self, game: str, fault: str) -> ArchiveOutcome:
        return ArchiveOutcome(game, None, (fault,) if fault else (), 1)

    def lost(self, running: Sequence[str], waiting: Sequence[str]) -> Iterator[ArchiveOutcome]:
        """Yield outcomes of lost games whose packages exist although no worker reported them."""
        gone: list[str] = []
        for game in running:
            try:
                row = self._deposits.get(game)
                kept = kept_package(game, replace(self._options, row=row))
            except PnpError as error:
                yield _failed(game, error)
                continue
            if kept is None:
                gone.append(game)
            else:
                yield ArchiveOutcome(game, kept)
        yield from super().lost(gone, waiting)


def attempt(game: str, options: ArchiveOptions, deposit: Deposit | None = None) -> ArchiveOutcome:
    """Archive a game with its row of the table; turn expected errors into faults.

    Untrusted games are archived in a worker.
    """
    make = partial(archive_game, game, replace(options, row=deposit))
    try:
        archived = run_guarded(make, named_by(game, Path.cwd()))
        return ArchiveOutcome(game, archived)
    except PnpError as error:
        return _failed(game, error)


def _failed(game: str, error: PnpError) -> ArchiveOutcome:
    name = Path(game).name
    lines = (line if name in line else f"{name}: {line}" for line in str(error).splitlines())
    return ArchiveOutcome(game, None, tuple(lines), error.status)
