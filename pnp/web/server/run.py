"""Run a server until it is stopped, with time limits on connections."""

import _thread
import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

import uvicorn
from starlette.requests import Request as WebRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pnp.base.errors import PnpError, UsageError, reason
from pnp.web.frame import Face, Request
from pnp.web.server.app import Application, Guard
from pnp.web.server.pool import BusyError, Pool
from pnp.web.server.worker import Reply, ServedGames, Terms, library_of
from pnp.web.views.fields import EVENTS

if TYPE_CHECKING:
    from pnp.definitions.watch import Watch

STREAM = "text/event-stream"
MOST_STREAMS = 3  # a browser opens six connections to a server, for pages and pictures too
PATIENCE = 0.25  # seconds: do not show the faults of a half-saved file
SETTLED = 20  # milliseconds without an event, after which saving has ended
AFTER = 0.05  # seconds for pages to fetch what is new, before the next look
TICK = 0.5  # seconds after which watching looks whether it should end
SHORTLY = 0.1  # seconds after which starting looks whether it should end
BREATH = 15.0  # seconds between two signs of life of a stream
_LIVE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
ENOUGH = "event: enough\ndata: others are open\n\n"

_GRACE = 1  # seconds in which answers under way may be sent
_AT_LATEST = 1.8  # seconds after a signal, in which a thread may still wait for a disk
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


class DeskFeed:
    """Streams of events, one for each visible page; an event names the state of the desk.

    Watching begins with the first stream. Beyond ``MOST_STREAMS`` the oldest ends, and its page
    polls instead.
    """

    def __init__(self, folder: Path, pool: Pool, guard: Guard) -> None:
        self._folder = folder
        self._pool = pool
        self._guard = guard
        self._streams: list[asyncio.Queue[str]] = []
        self._state = ""
        self._more = False
        self._stale: frozenset[str] = frozenset()
        self._watching: asyncio.Task[None] | None = None

    @property
    def routes(self) -> tuple[Route, ...]:
        """The address of the streams."""
        return (Route(EVENTS, self._events),)

    async def _events(self, web: WebRequest) -> Response:
        """Answer with a stream of events."""
        refused = self._guard.refusal(web, linked=False)
        if refused is not None:
            return refused
        seen = web.headers.get("last-event-id") or web.query_params.get("since", "")
        if self._watching is None or self._watching.done():
            try:
                watched = await asyncio.to_thread(self._watch)
            except PnpError:  # nothing watches here, and pages ask from time to time
                return Response(status_code=204, headers=dict(self._guard.headers(web)))
            self._watching = asyncio.create_task(self._follow(watched))
        await self._look()
        return StreamingResponse(
            self._stream(seen), headers={**self._guard.headers(web), **_LIVE}, media_type=STREAM
        )

    async def _stream(self, seen: str) -> AsyncIterator[str]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._streams.append(queue)
        for old in self._streams[:-MOST_STREAMS]:
            old.put_nowait(ENOUGH)
        try:
            yield ": open\n\n" if seen == self._state else self._event()
            while True:
                try:
                    said = await asyncio.wait_for(queue.get(), BREATH)
                except TimeoutError:
                    said = ": still here\n\n"
                yield said
                if said == ENOUGH:
                    return
        finally:
            self._streams.remove(queue)

    def _watch(self) -> "Watch":
        from pnp.definitions.watch import Watch

        watched = Watch(self._folder, settled=SETTLED)
        watched.changed()
        return watched

    async def _follow(self, watched: "Watch") -> None:
        """Look at the folder after each change, then run the slow checks; notify all streams."""
        is_there = True
        while True:
            before, was_there = self._state, is_there
            is_there = await asyncio.to_thread(os.path.isdir, self._folder)
            if self._more:
                await asyncio.sleep(AFTER)
                await self._look()
            elif await asyncio.to_thread(watched.wait, TICK):
                watched.changed()
                while await self._look() and await asyncio.to_thread(watched.wait, PATIENCE):
                    watched.changed()
            elif is_there != was_there:  # which nothing in it tells
                await self._look()
            if self._state != before:
                for queue in self._streams:
                    queue.put_nowait(self._event())

    async def _look(self) -> bool:
        """Look at the folder; return whether something that was drawn before now fails."""
        known = {"since": [self._state]}
        try:
            reply = await self._pool.reply(Request("/own/state.json", known, face="desk"))
        except BusyError:
            return False
        said: dict[str, Any] = json.loads(reply.made.content)
        self._state = str(said.get("state", ""))
        self._more = bool(said.get("more"))
        before, self._stale = self._stale, frozenset(said.get("stale", self._stale))
        return not self._stale <= before

    def close(self) -> None:
        """End all streams and stop watching."""
        if self._watching is not None:
            self._watching.cancel()
        for queue in self._streams:
            queue.put_nowait(ENOUGH)

    def _event(self) -> str:
        return f"id: {self._state}\ndata: {self._state}\n\n"


class Serving(NamedTuple):
    """What to serve, to whom, and under which names."""

    shown: ServedGames
    face: Face
    terms: Terms
    hosts: tuple[str, ...]


def listen(address: str, port: int) -> socket.socket:
    """Return a socket bound to a port, or to any free one if the port is 0.

    Raises:
        UsageError: If the port is taken, or the address does not belong to this computer.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where another program could share it
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((address, port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        found.close()
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"--port: {port} at {address} cannot be used: {why}; choose another, or --port 0 "
            "for a free one"
        ) from None
    return found


class _Server(uvicorn.Server):
    """A server that says when its first page is there, and ends soon after a signal."""

    def __init__(
        self,
        config: uvicorn.Config,
        feed: DeskFeed | None,
        first_page: Callable[[], Coroutine[Any, Any, Reply]],
        ready: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._feed, self._first_page, self._ready = feed, first_page, ready
        self.has_ended = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and wait for the first page, which may well be a page of errors."""
        await super().startup(sockets)
        page = asyncio.create_task(self._first_page())
        while not (self.should_exit or page.done()):
            await asyncio.wait([page], timeout=SHORTLY)
        page.cancel()
        await asyncio.gather(page, return_exceptions=True)
        if not self.should_exit:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        _thread.start_new_thread(self._end_at_latest, ())  # other threads need locks to start
        super().handle_exit(sig, frame)

    def _end_at_latest(self) -> None:
        """End the process, and with it its workers, unless it has ended by itself."""
        time.sleep(_AT_LATEST)
        if not self.has_ended:
            os._exit(0)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._feed is not None:  # whose streams are open connections
            self._feed.close()
        await super().shutdown(sockets)


def run(serving: Serving, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or a signal; ``ready`` is called once the first page comes at once.

    Raises:
        UsageError: If the folder contains no games.
    """
    shown, face, terms, hosts = serving
    library = library_of(shown)
    if len(library.own) > 1:  # a desk is for one game
        face = "serve"
    guard = Guard(face, hosts)
    desk = Pool(shown._replace(built_in=False), terms.of_desk()) if len(library.own) == 1 else None
    feed = DeskFeed(library.folder(library.own[0]), desk, guard) if desk else None
    pool = Pool(shown, terms)
    app = Application(library, pool, terms, face, guard, desk)
    config = uvicorn.Config(
        app.starlette(*(feed.routes if feed else ())),
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=terms.connections,
        timeout_keep_alive=terms.patience,
        timeout_graceful_shutdown=_GRACE,
    )
    first = Request("/own/" if desk else "/", face=face)
    server = _Server(config, feed, partial((desk or pool).reply, first), ready)
    names = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {name: signal.signal(name, server.handle_exit) for name in names}
    try:
        server.run([listening])
    finally:
        server.has_ended = True
        for name, handler in before.items():
            signal.signal(name, handler)
