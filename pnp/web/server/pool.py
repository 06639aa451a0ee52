"""The workers of a server, and the queue of requests for them."""

import asyncio
import json
import os
from bisect import insort
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from pnp.base.worker_process import python_command
from pnp.make.wing import other_pages
from pnp.web.errors import STATUS
from pnp.web.frame import Request
from pnp.web.routes import refused
from pnp.web.server.worker import (
    VERSION,
    Reply,
    ServedGames,
    Terms,
    part_sizes,
    read_reply,
    request_line,
)
from pnp.web.views.fields import EVENING

# The garbage collector would only walk through fresh modules.
_CODE = "import gc; gc.disable(); from pnp.web.server.worker import main; main({given!r})"
_LINE = 1 << 20  # bytes of the longest line
_SOON = 0.5  # seconds in which a worker ends by itself; then it is killed
_PAUSE = 1.0  # seconds before another worker starts in place of one that failed to warm up


class BusyError(Exception):
    """More requests are waiting than a server allows."""


class EndedError(Exception):
    """A worker ended instead of answering."""


async def _always() -> bool:
    return True


class _Job(NamedTuple):
    """A request in the queue; the lowest ``rank`` comes first.

    A slow one is about a file, or a page that takes as long.
    """

    rank: int
    number: int
    is_slow: bool
    request: Request
    is_wanted: Callable[[], Awaitable[bool]]
    begun: "asyncio.Future[None]"
    reply: "asyncio.Future[Reply]"
    is_again: bool = False


class _Queue:
    """The jobs that wait for a worker, in the order of their ranks."""

    def __init__(self) -> None:
        self._jobs: list[_Job] = []
        self._changed = asyncio.Condition()

    def count(self, *, is_slow: bool) -> int:
        """Return how many slow jobs wait, or how many others."""
        return sum(job.is_slow == is_slow for job in self._jobs)

    async def put(self, job: _Job) -> None:
        """Add a job."""
        async with self._changed:
            insort(self._jobs, job)
            self._changed.notify_all()

    async def next(self, *, slow: bool) -> _Job:
        """Wait for the next job and remove it; it may be a slow one if ``slow``."""
        async with self._changed:
            while True:
                for job in self._jobs:
                    if slow or not job.is_slow:
                        self.remove(job)
                        return job
                await self._changed.wait()

    def remove(self, job: _Job) -> None:
        """Remove a job if it is there."""
        self._jobs = [one for one in self._jobs if one.number != job.number]

    def end(self) -> None:
        """Cancel all jobs."""
        for job in self._jobs:
            job.begun.cancel()


class Pool:
    """Workers, each with one job at a time; they are replaced when they end or take too long.

    Pages come before pictures, and pictures before downloads and pages of jobs such as a laser's,
    which never occupy all of several workers.
    """

    def __init__(self, shown: ServedGames, terms: Terms) -> None:
        self._shown = shown
        self.terms = terms
        self.left_out: set[str] = set()  # games that cannot be read within the limits
        self._workers: set[_Worker] = set()
        self._queue = _Queue()
        self._numbers = count()
        self._working: list[asyncio.Task[None]] = []

    def processes(self) -> list[int]:
        """Return the ids of the workers' processes."""
        return [worker.process_id for worker in self._workers]

    async def start(self) -> None:
        """Start the workers; the first requests wait until one is warm."""
        last = self.terms.workers - 1
        slow = (number < last or not last for number in range(self.terms.workers))
        self._working = [asyncio.create_task(self._work(slow=one)) for one in slow]

    async def end(self) -> None:
        """Kill the workers, even if they are busy."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        self._queue.end()

    async def reply(
        self, request: Request, is_wanted: Callable[[], Awaitable[bool]] = _always
    ) -> Reply:
        """Return the answer to a request, unless nobody wants it any more when its turn comes.

        Raises:
            BusyError: If too many requests wait already, or it waits for too long.
        """
        is_slow = _is_slow(request.path)
        if self._queue.count(is_slow=is_slow) >= self.terms.waiting:
            raise BusyError
        number, loop = next(self._numbers), asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()
        reply: asyncio.Future[Reply] = loop.create_future()
        rank = number + _later(request.path)
        job = _Job(rank, number, is_slow, request, is_wanted, begun, reply)
        await self._queue.put(job)
        try:
            await asyncio.wait_for(begun, self.terms.seconds)
        except TimeoutError:
            self._queue.remove(job)
            raise BusyError from None
        return await reply

    async def _work(self, *, slow: bool) -> None:
        """Start a worker and give it one job after another; replace it when it ends."""
        while True:
            worker = await _Worker.started(self._shown, self.terms)
            self._workers.add(worker)
            try:
                if await worker.is_warm():
                    while await self._has_replied(worker, await self._queue.next(slow=slow)):
                        pass
                else:
                    await asyncio.sleep(_PAUSE)
            finally:
                self._workers.discard(worker)
                await worker.end()

    async def _has_replied(self, worker: "_Worker", job: _Job) -> bool:
        """Give a worker a job, for a second time if one was killed; return whether it goes on."""
        if job.begun.cancelled():  # it has waited for too long
            return True
        if not job.is_again:
            job.begun.set_result(None)
        request = job.request
        is_file = request.path.endswith((".pdf", ".zip"))
        try:
            if not await job.is_wanted():
                job.reply.set_result(Reply.of(refused(request, "busy")))
                return True
            async with asyncio.timeout(self.terms.file_seconds if is_file else self.terms.seconds):
                reply = await worker.reply(request, self.left_out)
        except TimeoutError:
            job.reply.set_result(Reply.of(refused(request, "too_much")))
            return False
        except EndedError:
            if job.is_again:
                job.reply.set_result(Reply.of(refused(request, "failed")))
            else:
                await self._queue.put(job._replace(is_again=True))
            return False
        except BaseException:
            job.reply.cancel()
            raise
        job.reply.set_result(reply)
        return reply.made.status != STATUS["too_much"] and worker.jobs < self.terms.jobs


class _Worker:
    """A worker as the server sees it."""

    def __init__(self, process: asyncio.subprocess.Process, living: int) -> None:
        self._process = process
        self._living = living
        self.jobs = 0

    @classmethod
    async def started(cls, shown: ServedGames, terms: Terms) -> "_Worker":
        """Start a worker process; its end of a pipe closes when the server ends."""
        alive, living = os.pipe()
        try:
            given = json.dumps({"shown": shown, "terms": terms, "alive": alive})
            process = await asyncio.create_subprocess_exec(
                *python_command(_CODE.format(given=given)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
                start_new_session=True,  # Ctrl-C in a terminal is for the server alone
                pass_fds=(alive,) if os.name == "posix" else (),
            )
        finally:
            os.close(alive)
        return cls(process, living)

    @property
    def process_id(self) -> int:
        """The id of the process."""
        return self._process.pid

    async def is_warm(self) -> bool:
        """Wait until the worker takes requests; return whether it does."""
        assert self._process.stdout is not None
        return bool(await self._process.stdout.readline())

    async def reply(self, request: Request, left_out: Iterable[str]) -> Reply:
        """Return the worker's answer.

        Raises:
            EndedError: If the worker ended instead.
        """
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        self.jobs += 1
        try:
            to.write(request_line(request, left_out))
            await to.drain()
            head = await back.readuntil(b"\n")
            parts = [await back.readexactly(size) for size in part_sizes(head)]
        except (OSError, asyncio.IncompleteReadError):
            raise EndedError from None
        return read_reply(head, parts)

    async def end(self) -> None:
        """End the worker, even if it is busy."""
        os.close(self._living)  # which is its end on most systems
        try:
            await asyncio.wait_for(self._process.wait(), _SOON)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def _is_slow(path: str) -> bool:
    """Return whether an answer takes about as long as a file."""
    page, *below = path.split("/")[3:] or [""]
    of_job = page in other_pages() and below != [""]  # whose first page has choices alone
    return of_job or path.endswith((".pdf", ".zip", EVENING))


def _later(path: str) -> int:
    """Return how many later requests may overtake this one."""
    if path.startswith(VERSION):
        return -1_000_000  # which other requests wait for
    return 16 if _is_slow(path) else 8 if path.endswith(".svg") else 0
