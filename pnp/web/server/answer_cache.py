"""Caches answers for as long as they may be requested again."""

from collections import OrderedDict
from collections.abc import Hashable

from pnp.web.server.messages import Reply


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
