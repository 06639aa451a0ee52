"""Events that notify the open pages of a designer's desk of changes in the folder."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pnp.base.errors import PnpError
from pnp.web.server.guard import Guard
from pnp.web.server.pool import Pool
from pnp.web.visit import Request

if TYPE_CHECKING:
    from pnp.definitions.watch import Watch

EVENTS = "/own/events"
STREAM = "text/event-stream"
MOST_STREAMS = 3  # a browser opens six connections to a server, for pages and pictures too
PATIENCE = 0.25  # seconds: do not show the faults of a half-saved file
SETTLED = 20  # milliseconds without an event, after which saving has ended
AFTER = 0.05  # seconds for pages to fetch what is new, before the next look
TICK = 0.5  # seconds after which watching looks whether it should end
BREATH = 15.0  # seconds between two signs of life of a stream
_LIVE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
ENOUGH = "event: enough\ndata: others are open\n\n"


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
        refused = self._guard.refusal(web)
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
        while True:
            before = self._state
            if self._more:
                await asyncio.sleep(AFTER)
                await self._look()
            elif await asyncio.to_thread(watched.wait, TICK):
                watched.changed()
                while await self._look() and await asyncio.to_thread(watched.wait, PATIENCE):
                    watched.changed()
            if self._state != before:
                for queue in self._streams:
                    queue.put_nowait(self._event())

    async def _look(self) -> bool:
        """Look at the folder; return whether something that was drawn before now fails."""
        known = {"since": [self._state]}
        reply = await self._pool.reply(Request("/own/state.json", known, face="desk"), _always)
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


async def _always() -> bool:
    return True
