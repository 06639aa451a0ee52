"""Archive many games in parallel; a failing game does not stop the others.

The work goes through executors of ``concurrent.futures``: processes of this machine, or a
cluster. Only a few games are submitted at a time and results are small, so memory does not grow
with the number of games. Complete packages survive a kill; unfinished ones are not in place yet.
"""

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from pnp.base.errors import OutputError, PnpError, UsageError
from pnp.base.extras import require
from pnp.base.imports import isolate_imports
from pnp.base.trust import named_by
from pnp.base.worker import run_guarded
from pnp.definitions.find import FILE_NAME
from pnp.game.deposit import Deposit
from pnp.jobs.archive import Archived, archive_game, kept_package
from pnp.jobs.archive_options import ArchiveOptions
from pnp.jobs.output import DECLARATIONS

AHEAD = 2  # games that wait for each worker


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


def games_below(folder: Path) -> tuple[str, ...]:
    """Return the folders below this one that hold a definition, in alphabetical order.

    Packages, storage roots, hidden folders and links are passed over. A folder that cannot be
    read comes as well: it fails like a game.

    Raises:
        UsageError: If there are none, or two have the same name: a line for each.
    """
    if not os.path.isdir(folder):
        raise UsageError(f"--all: folder {folder} does not exist")
    found = sorted(_game_folders(folder))
    if not found:
        raise UsageError(f"--all: no folder below {folder} holds a {FILE_NAME}")
    names: dict[str, Path] = {}
    twice = [
        f"{place}: has the same name as {names[place.name]}, and packages are named after games"
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


def processes(workers: int) -> Callable[[], Executor]:
    """Return a factory for a local process pool whose workers exit with their parent."""
    return partial(ProcessPoolExecutor, workers, get_context("spawn"), _start_worker)


def archive_many(
    games: Iterable[str],
    options: ArchiveOptions,
    start: Callable[[], Executor],
    workers: int,
    deposits: Mapping[str, Deposit] = {},
) -> Iterator[ArchiveOutcome]:
    """Yield the outcome of each game as soon as it is known.

    ``deposits`` are those of a table, by the game as it is named in ``games``.
    ``start`` makes an executor, and another one when that breaks because a worker was killed.
    Games that were running then are tried again one by one, which finds the one that kills its
    worker.
    """
    waiting = deque(games)
    while waiting:
        left = _Left()
        with start() as executor:
            yield from _through(executor, waiting, options, workers * AHEAD, left, deposits)
        if left.is_gone:
            yield from _without_cluster(left.games, waiting, options, deposits)
            return
        for game in left.games:
            own = _Left()
            with start() as executor:
                yield from _through(executor, deque([game]), options, 1, own, deposits)
            if own.games:
                text = f"{game}: the process that made it was killed, perhaps for lack of memory"
                yield ArchiveOutcome(game, None, (text,), 1)


class _Left:
    """Games that were running when an executor broke; ``is_gone`` if there is no other one."""

    def __init__(self) -> None:
        self.games: list[str] = []
        self.is_gone = False


def _through(
    executor: Executor,
    waiting: deque[str],
    options: ArchiveOptions,
    ahead: int,
    left: _Left,
    deposits: Mapping[str, Deposit],
) -> Iterator[ArchiveOutcome]:
    """Submit waiting games, a few at a time; stop when the executor breaks."""
    running: dict[Future[ArchiveOutcome], str] = {}
    while (waiting or running) and not left.games:
        try:
            while waiting and len(running) < ahead:
                game = waiting[0]
                running[executor.submit(attempt, game, options, deposits.get(game))] = game
                waiting.popleft()
        except BrokenExecutor:
            left.games += running.values()
            break
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            game = running.pop(future)
            try:
                yield future.result()
            except BrokenExecutor:
                left.games.append(game)
            except CancelledError:  # by Dask alone, once no scheduler answers
                left.games.append(game)
                left.is_gone = True
            except Exception as error:  # a bug in pnp, or a failure of the cluster
                first = (str(error).splitlines() or [""])[0]
                what = f"{type(error).__name__}: {first}"
                text = f"{game}: {what}; a bug in pnp or a failure of the workers"
                yield ArchiveOutcome(game, None, (text,), 1)
        if left.games:
            left.games += running.values()


def _without_cluster(
    running: Sequence[str],
    waiting: Iterable[str],
    options: ArchiveOptions,
    deposits: Mapping[str, Deposit],
) -> Iterator[ArchiveOutcome]:
    """Say which packages lie there after all, though nobody could tell that they were made."""
    lost: list[str] = []
    for game in running:
        try:
            kept = kept_package(game, replace(options, row=deposits.get(game)))
        except PnpError as error:
            yield _failed(game, error)
            continue
        if kept is None:
            lost.append(game)
        else:
            yield ArchiveOutcome(game, kept)
    lost += waiting
    text = f"--scheduler: it no longer answers; {len(lost)} games are not made: run it again"
    for number, game in enumerate(lost):
        yield ArchiveOutcome(game, None, () if number else (text,), 1)


def attempt(game: str, options: ArchiveOptions, deposit: Deposit | None = None) -> ArchiveOutcome:
    """Archive a game, with what a table says of it; turn expected errors into faults.

    It is archived in a worker unless it is trusted.
    """
    make = partial(archive_game, game, replace(options, row=deposit))
    try:
        archived = run_guarded(make, named_by(game, Path.cwd()), again=True)
        return ArchiveOutcome(game, archived)
    except PnpError as error:
        return _failed(game, error)


def _failed(game: str, error: PnpError) -> ArchiveOutcome:
    name = Path(game).name
    lines = (line if name in line else f"{name}: {line}" for line in str(error).splitlines())
    return ArchiveOutcome(game, None, tuple(lines), error.status)


def _start_worker() -> None:
    """Prepare this process, which ends when its parent has ended, even if that was killed."""
    isolate_imports()
    parent: Any = parent_process()
    if os.name == "posix":  # without a thread, so that it can fork
        from pnp.base.kernel_limits import end_with

        end_with(parent.sentinel)
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


PATIENCE = "10s"  # for a scheduler to answer


@contextmanager
def cluster(address: str) -> Iterator[tuple[Callable[[], Executor], int]]:
    """Yield a factory for executors on a scheduler, and the number of its workers.

    Raises:
        MissingExtraError: If Dask is not installed.
        OutputError: If the scheduler does not answer, or has no workers.
    """
    require("cluster", "--scheduler")
    import distributed

    connect: Any = distributed.Client
    log = logging.getLogger("distributed.client")
    disabled, log.disabled = log.disabled, True  # what it would say, we say
    try:
        client = connect(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise OutputError(f"--scheduler: {address} does not answer: {error}") from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise OutputError(f"--scheduler: {address} has no workers; start some")
        yield lambda: client.get_executor(pure=False), threads
    finally:
        client.close(timeout=1)
        log.disabled = disabled
