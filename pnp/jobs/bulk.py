"""Archive many games, several at a time: one that fails does not stop the others.

The work goes through the standard interface of ``concurrent.futures``, so that it can be done by
the processes of this machine or by those of a cluster. Only a few games are handed over at a
time and what comes back is small, so nothing grows with the number of games. What is whole when
somebody kills it all is found whole the next time; what was half is not in its place yet.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from pnp.base.errors import PnpError, UsageError
from pnp.definitions.find import FILE_NAME
from pnp.jobs.archive import Archived, ArchiveOptions, archive_game

AHEAD = 2  # games that wait for each worker


class Outcome(NamedTuple):
    """What became of a game: its package, or the faults that kept it from being made."""

    game: str
    archived: Archived | None
    faults: tuple[str, ...] = ()
    status: int = 0


def games_below(folder: Path) -> tuple[str, ...]:
    """Return the folders below that hold a definition, in alphabetical order.

    Raises:
        UsageError: If there are none, or two have one name: a line for each such name.
    """
    if not folder.is_dir():
        raise UsageError(f"--all: there is no folder {folder}")
    found = sorted(file.parent for file in folder.rglob(FILE_NAME))
    if not found:
        raise UsageError(f"--all: no folder below {folder} holds a {FILE_NAME}")
    names: dict[str, Path] = {}
    twice = [
        f"{place}: has the same name as {names[place.name]}, and packages are named so"
        for place in found
        if names.setdefault(place.resolve().name, place) is not place
    ]
    if twice:
        raise UsageError("\n".join(twice))
    return tuple(map(str, found))


def processes(workers: int) -> Callable[[], Executor]:
    """Return what starts so many processes on this machine, who end when they are left alone."""

    def start() -> Executor:
        return ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent)

    return start


def archive_many(
    games: Iterable[str],
    options: ArchiveOptions,
    start: Callable[[], Executor],
    workers: int,
) -> Iterator[Outcome]:
    """Yield what becomes of each game, as soon as it is known.

    ``start`` gives the executor that does the work; it is asked for another one if that breaks,
    because a worker was killed. The games that were under way then are tried again, each alone,
    so that one that kills its worker is found out.
    """
    waiting = deque(games)
    while waiting:
        suspects: list[str] = []
        with start() as executor:
            yield from _through(executor, waiting, options, workers * AHEAD, suspects)
        for game in suspects:
            own: list[str] = []
            with start() as executor:
                yield from _through(executor, deque([game]), options, 1, own)
            if own:
                told = f"{game}: the process that made it was killed; is there enough memory?"
                yield Outcome(game, None, (told,), 1)


def _through(
    executor: Executor,
    waiting: deque[str],
    options: ArchiveOptions,
    ahead: int,
    suspects: list[str],
) -> Iterator[Outcome]:
    """Hand over what waits, a few games at a time; stop when the executor breaks."""
    running: dict[Future[Outcome], str] = {}
    while (waiting or running) and not suspects:
        try:
            while waiting and len(running) < ahead:
                running[executor.submit(attempt, waiting[0], options)] = waiting[0]
                waiting.popleft()
        except BrokenExecutor:
            suspects += running.values()
            break
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            game = running.pop(future)
            try:
                yield future.result()
            except BrokenExecutor:
                suspects.append(game)
            except Exception as error:  # a fault of pnp's own, or of the cluster
                first = (str(error).splitlines() or [""])[0]
                told = f"{game}: {type(error).__name__}: {first}; a fault of pnp or of the workers"
                yield Outcome(game, None, (told,), 1)
        if suspects:
            suspects += running.values()


def attempt(game: str, options: ArchiveOptions) -> Outcome:
    """Archive a game; of what was expected to go wrong say what did."""
    try:
        return Outcome(game, archive_game(game, options))
    except PnpError as error:
        name = Path(game).name
        lines = (line if name in line else f"{name}: {line}" for line in str(error).splitlines())
        return Outcome(game, None, tuple(lines), error.status)


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, even if that was killed."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()
