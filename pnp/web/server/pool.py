"""Work on requests, one at a time."""

import asyncio

from pnp.web.answer import answer
from pnp.web.library import Library
from pnp.web.visit import Made, Request


class Pool:
    """Answers requests in a thread, one at a time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = asyncio.Lock()

    async def answer(self, request: Request) -> Made:
        """Return the answer to a request."""
        async with self._lock:
            return await asyncio.to_thread(answer, self._library, request)
