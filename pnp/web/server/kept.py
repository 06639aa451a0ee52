"""What a server keeps: answers, and the versions of the games that they are about."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from itertools import islice
from math import inf
from pathlib import Path
from time import monotonic

from pnp.base.files import placed_below
from pnp.base.seen import Seen, state_of
from pnp.definitions.data_files import own_state
from pnp.definitions.find import FILE_NAME
from pnp.web.frame import Face, Request
from pnp.web.library import Library
from pnp.web.server.pool import Pool
from pnp.web.server.worker import VERSION, Reply

_MOST_FILES = 10_000  # of a game that cannot be read
_AGAIN = 600  # seconds: perhaps the machine had too much to do
_TRIES = 3  # to read a game that changes meanwhile


class AnswerCache:
    """The most recently used answers, up to a total number of megabytes."""

    def __init__(self, megabytes: int) -> None:
        self._most = megabytes * 1_000_000
        self._size = 0
        self._replies: OrderedDict[Hashable, Reply] = OrderedDict()

    def get(self, key: Hashable) -> Reply | None:
        """Return the answer under a key, or None."""
        if key in self._replies:
            self._replies.move_to_end(key)
        return self._replies.get(key)

    def keep(self, key: Hashable, reply: Reply) -> None:
        """Store an answer, and drop the least recently used ones."""
        if key in self._replies or reply.size > self._most // 4:
            return
        self._replies[key] = reply
        self._size += reply.size
        while self._size > self._most:
            _, oldest = self._replies.popitem(last=False)
            self._size -= oldest.size


class Versions:
    """The versions of games: workers read them, the server looks whether their files change."""

    def __init__(self, library: Library, pool: Pool, face: Face) -> None:
        self._library = library
        self._pool = pool
        self._state = own_state if face != "public" else tuple
        self._seen: dict[str, Seen] = {}
        self._again: dict[str, float] = {}  # when to try those that could not be read
        self._reading: dict[str, asyncio.Task[None]] = {}

    async def of(self, games: Sequence[str]) -> Hashable | None:
        """Return what changes when one of the games does, or a file in the user's settings.

        Returns None if that cannot be known: a game changes all the time, or cannot be read.

        Raises:
            BusyError: If too many requests wait for a worker.
        """
        for _ in range(_TRIES):
            changed, version = await asyncio.to_thread(self._look, games)
            if not changed:
                return version
            for game in changed:
                await self._read(game)
                if game not in self._seen:
                    return None
        return None

    async def is_current(self, games: Sequence[str], version: Hashable) -> bool:
        """Return whether games have not changed since they had a version."""
        changed, now = await asyncio.to_thread(self._look, games)
        return not changed and now == version

    def _look(self, games: Sequence[str]) -> tuple[list[str], Hashable]:
        """Return the games that have changed or are unknown, and the version of all others."""
        known = {game: seen for game in games if (seen := self._seen.get(game))}
        changed = [game for game in games if game not in known or not self._is_current(game)]
        return changed, (tuple(seen.checksum for seen in known.values()), self._state())

    def _is_current(self, game: str) -> bool:
        is_late = monotonic() > self._again.get(game, inf)
        return self._seen[game].is_current() and not is_late

    async def _read(self, game: str) -> None:
        """Have a worker read a game, once for all who wait for it."""
        if game not in self._reading:
            self._reading[game] = asyncio.create_task(self._ask(game))
        try:
            await asyncio.shield(self._reading[game])
        finally:
            self._reading.pop(game, None)

    async def _ask(self, game: str) -> None:
        self._pool.left_out.discard(game)
        self._again.pop(game, None)
        made = (await self._pool.reply(Request(VERSION + game))).made
        if made.status == 200:
            self._seen[game] = Seen(*json.loads(made.content))
        elif game in self._library.own:  # left out until something in its folder changes
            self._seen[game] = await asyncio.to_thread(_all_of, self._library.folder(game))
            self._again[game] = monotonic() + _AGAIN
            self._pool.left_out.add(game)


def _all_of(folder: Path) -> Seen:
    """Return everything in a folder as seen, without reading it."""
    files = [folder / entry.place for entry in islice(placed_below(folder), _MOST_FILES)]
    paths = {str(path) for file in (folder / FILE_NAME, *files) for path in (file, file.parent)}
    return Seen("", {path: state_of(path) for path in paths})
