"""Process many games in parallel; a failing game does not stop the others.

Executors of ``concurrent.futures`` do the work: processes of this machine, or a cluster. Only a few
games are submitted at a time and results are small, so memory does not grow with the number of
games.
"""

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import PurePath
from threading import Thread
from typing import Any, Generic, TypeVar

from pnp.base.errors import OutputError
from pnp.base.imports import isolate_imports, require
from pnp.base.workplace import working_on

AHEAD = 2  # games that wait for each worker
PATIENCE = "10s"  # for a scheduler to answer

T = TypeVar("T")


class GameWork(Generic[T]):
    """The work for each of many games, and the outcome of games whose worker is lost."""

    def call(self, game: str) -> Callable[[], T]:
        """Return the function that a worker calls; it is pickled, and catches expected errors."""
        raise NotImplementedError

    def failed(self, game: str, fault: str) -> T:
        """Return the outcome of a game that a worker could not process."""
        raise NotImplementedError

    def lost(self, running: Sequence[str], waiting: Sequence[str]) -> Iterator[T]:
        """Yield the outcomes of the games that are left when a cluster stops answering."""
        text = f"--scheduler: it no longer answers; {len(running) + len(waiting)} games are not"
        for number, game in enumerate((*running, *waiting)):
            yield self.failed(game, "" if number else f"{text} made: run it again")


def processes(workers: int) -> Callable[[], Executor]:
    """Return a factory for a local process pool whose workers exit with their parent."""
    return partial(ProcessPoolExecutor, workers, get_context("spawn"), _start_worker)


def do_all(
    games: Iterable[str], work: GameWork[T], start: Callable[[], Executor], workers: int
) -> Iterator[T]:
    """Yield the outcome of each game as soon as it is known.

    ``start`` makes an executor, and another one if that breaks because a worker was killed. Games
    that were running then are retried one by one, which finds the one that kills its worker.
    """
    waiting = deque(games)
    count = len(waiting)
    while waiting:
        left = _Left(count)
        with start() as executor:
            yield from _through(executor, waiting, work, workers * AHEAD, left)
        if left.is_gone:
            yield from work.lost(left.games, tuple(waiting))
            return
        for game in left.games:
            own = _Left(1)
            with start() as executor:
                yield from _through(executor, deque([game]), work, 1, own)
            if own.games:
                text = f"{game}: the process that made it was killed, perhaps for lack of memory"
                yield work.failed(game, text)


class _Left:
    """Games that were running when an executor broke; ``is_gone`` if it cannot be replaced.

    ``count`` is the number of all games.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.games: list[str] = []
        self.is_gone = False


def _through(
    executor: Executor, waiting: deque[str], work: GameWork[T], ahead: int, left: _Left
) -> Iterator[T]:
    """Submit waiting games, a few at a time; stop when the executor breaks."""
    running: dict[Future[T], str] = {}
    while (waiting or running) and not left.games:
        try:
            while waiting and len(running) < ahead:
                game = waiting[0]
                running[executor.submit(work.call(game))] = game
                waiting.popleft()
        except BrokenExecutor:
            left.games += running.values()
            break
        names = ", ".join(PurePath(game).name for game in running.values())
        with working_on(names, left.count - len(running) - len(waiting), left.count):
            done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in [one for one in running if one in done]:  # in the order of the games
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
                yield work.failed(game, text)
        if left.games:
            left.games += running.values()


def _start_worker() -> None:
    """Prepare this worker process, and end it when its parent ends, even by a kill."""
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
    disabled, log.disabled = log.disabled, True  # we report the failure ourselves
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
