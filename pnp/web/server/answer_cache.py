"""Answers that are kept, as long as they may be asked for again."""

from collections import OrderedDict
from collections.abc import Hashable

from pnp.web.server.messages import Reply


class AnswerCache:
    """The answers that were asked for last, up to so many megabytes in all."""

    def __init__(self, megabytes: int) -> None:
        self._most = megabytes * 1_000_000
        self._size = 0
        self._replies: OrderedDict[Hashable, Reply] = OrderedDict()

    def get(self, key: Hashable) -> Reply | None:
        """Return the answer under a key, if it is kept."""
        if key in self._replies:
            self._replies.move_to_end(key)
        return self._replies.get(key)

    def keep(self, key: Hashable, reply: Reply) -> None:
        """Keep an answer, and forget those that were not asked for the longest."""
        if key in self._replies or reply.size > self._most // 4:
            return
        self._replies[key] = reply
        self._size += reply.size
        while self._size > self._most:
            _, oldest = self._replies.popitem(last=False)
            self._size -= oldest.size
