"""Connections with time limits."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """HTTP/1.1, closed if the request or the reading of the answer takes too long.

    A request must arrive within the time that a connection may be idle, and the client must read
    some part of the answer in every such interval.
    """

    _clock: asyncio.TimerHandle | None = None
    _left = 0

    def connection_made(self, transport: Any) -> None:
        """Start the timer."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        super().connection_lost(exc)
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _wait(self) -> None:
        self._left = self.transport.get_write_buffer_size()
        self._clock = self.loop.call_later(self.timeout_keep_alive, self._look)

    def _look(self) -> None:
        """Close the connection if no data has moved since the last call."""
        left, before = self.transport.get_write_buffer_size(), self._left
        is_working = self.cycle is not None and not self.cycle.response_complete
        is_idle = self.timeout_keep_alive_task is not None  # which has a clock of its own
        is_stuck = left >= before > 0 if left else not (is_working or is_idle)
        if is_stuck:
            self.transport.abort()
        else:
            self._wait()
