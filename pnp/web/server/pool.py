"""The workers of a server, and the queue of requests for them."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from pnp.web.answer import refused
from pnp.web.errors import STATUS
from pnp.web.server.messages import Reply, part_sizes, read_reply, request_line
from pnp.web.server.terms import ServedGames, Terms
from pnp.web.visit import Request

_CODE = (
    "import sys; sys.path[:] = {path!r}; from pnp.web.server.worker import main; main({given!r})"
)
_LINE = 1 << 20  # bytes of the longest line
ATTEMPTS = 2  # at an answer, if the worker that makes it is killed
_PAUSE = 1.0  # seconds before another worker starts in place of one that failed to warm up


class BusyError(Exception):
    """More requests are waiting than a server allows."""


class EndedError(Exception):
    """A worker ended instead of answering."""


class Pool:
    """Workers, each with one job at a time; they are replaced when they end or take too long.

    Pages come before pictures, and pictures before downloads.
    """

    def __init__(self, shown: ServedGames, terms: Terms) -> None:
        self._shown = shown
        self.terms = terms
        self._idle: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._tending: set[asyncio.Task[None]] = set()
        self._is_open = False

    def processes(self) -> list[int]:
        """Return the ids of the workers' processes."""
        return [worker.process_id for worker in self._workers]

    async def start(self) -> None:
        """Start the workers; the first requests wait until one is warm."""
        self._is_open = True
        for _ in range(self.terms.workers):
            self._begin()

    async def end(self) -> None:
        """Kill the workers, even if they are busy."""
        self._is_open = False
        for worker in list(self._workers):
            await worker.end()
        for waiting in self._waiting:
            waiting.turn.cancel()

    async def reply(self, request: Request, is_wanted: Callable[[], Awaitable[bool]]) -> Reply:
        """Return the answer to a request, unless nobody wants it any more when its turn comes.

        Raises:
            BusyError: If too many requests wait already.
        """
        for _ in range(ATTEMPTS):
            worker = await self._turn(request)
            if not await is_wanted():
                self._hand_on(worker)
                break
            try:
                return await self._replied(worker, request)
            except TimeoutError:
                return Reply.of(refused(request, "too_much"))
            except EndedError:
                continue
        else:
            return Reply.of(refused(request, "failed"))
        return Reply.of(refused(request, "busy"))

    async def _replied(self, worker: "_Worker", request: Request) -> Reply:
        """Return the answer of a worker, and pass the worker on."""
        is_file = request.path.endswith((".pdf", ".zip"))
        seconds = self.terms.file_seconds if is_file else self.terms.seconds
        try:
            async with asyncio.timeout(seconds):
                reply = await worker.reply(request)
        except BaseException:
            await worker.end()
            raise
        if reply.made.status == STATUS["too_much"] or worker.jobs >= self.terms.jobs:
            await worker.end()
        else:
            self._hand_on(worker)
        return reply

    async def _turn(self, request: Request) -> "_Worker":
        """Wait for a worker, preferably one whose last job was about the same game."""
        game = _subject(request)
        if self._idle:
            best = next((one for one in self._idle if one.subject == game), self._idle[-1])
            self._idle.remove(best)
            best.subject = game
            return best
        if len(self._waiting) >= self.terms.waiting:
            raise BusyError
        number = next(self._numbers)
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, _Waiting(number + _later(request.path), number, turn))
        try:
            async with asyncio.timeout(self.terms.seconds):
                worker = await turn
        except TimeoutError:
            if not turn.cancelled():  # it came in the same moment
                self._hand_on(turn.result())
            raise BusyError from None
        worker.subject = game
        return worker

    def _hand_on(self, worker: "_Worker") -> None:
        """Give a worker to the next request in the queue, or mark it as idle."""
        while self._waiting:
            turn = heappop(self._waiting).turn
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    def _begin(self) -> None:
        task = asyncio.create_task(self._tend())
        self._tending.add(task)
        task.add_done_callback(self._tending.discard)

    async def _tend(self) -> None:
        """Start a worker, and replace it whenever it ends."""
        worker = await _Worker.started(self._shown, self.terms)
        self._workers.add(worker)
        if await worker.is_warm():
            self._hand_on(worker)
        elif self._is_open:
            await asyncio.sleep(_PAUSE)
        await worker.ended()
        self._workers.discard(worker)
        with suppress(ValueError):
            self._idle.remove(worker)
        if self._is_open:
            self._begin()


class _Waiting(NamedTuple):
    """A request in the queue; the lowest ``rank`` comes first."""

    rank: int
    number: int
    turn: "asyncio.Future[_Worker]"


class _Worker:
    """A worker as the server sees it."""

    def __init__(self, process: asyncio.subprocess.Process, living: int) -> None:
        self._process = process
        self._living = living
        self.subject = ""
        self.jobs = 0
        self.is_alive = True

    @classmethod
    async def started(cls, shown: ServedGames, terms: Terms) -> "_Worker":
        """Start a worker process; its end of a pipe closes when the server ends."""
        alive, living = os.pipe()
        try:
            given = json.dumps({"shown": shown, "terms": terms, "alive": alive})
            path = [place for place in sys.path if os.path.isabs(place)]
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-c",
                _CODE.format(path=path, given=given),
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

    async def reply(self, request: Request) -> Reply:
        """Return the worker's answer.

        Raises:
            EndedError: If the worker ended instead.
        """
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        self.jobs += 1
        try:
            to.write(request_line(request))
            await to.drain()
            head = await back.readuntil(b"\n")
            parts = [await back.readexactly(size) for size in part_sizes(head)]
        except (OSError, asyncio.IncompleteReadError):
            raise EndedError from None
        return read_reply(head, parts)

    async def end(self) -> None:
        """Kill the worker, even if it is busy."""
        if self.is_alive:
            self.is_alive = False
            os.close(self._living)
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()

    async def ended(self) -> None:
        """Wait until the worker has ended."""
        await self._process.wait()
        await self.end()


def _subject(request: Request) -> str:
    """Return the game that a request is about."""
    parts = request.path.split("/")
    return parts[2] if len(parts) > 3 else ""


def _later(path: str) -> int:
    """Return how many later requests may overtake this one."""
    return 16 if path.endswith((".pdf", ".zip")) else 8 if path.endswith(".svg") else 0
