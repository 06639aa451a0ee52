"""Limits what a worker caches for the next answers.

Layouts differ greatly in size, and so do cached shapes and faces. So the limit is on all objects of
the process, not on their number. Memory that Python frees returns to the system only if the C
library is asked to release it.
"""

import gc
import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper

from pnp.jobs.lay_out import forget_layouts

MOST = 1_500_000  # objects, of 100 bytes on average
ROOM = 100_000  # objects until the next time at least, if what must stay is beyond the bound
_MANY = 64  # results; caches of fewer hold what is slow to make, such as fonts


class Tidy:
    """Clears most caches whenever they have become too large."""

    def __init__(self, most: int = MOST, room: int = ROOM) -> None:
        self._most, self._room, self._bound = most, room, most
        self._trim = _trimmer()

    def up(self) -> bool:
        """Clear most caches if they are too large; return whether that happened."""
        if sys.getallocatedblocks() <= self._bound:
            return False
        gc.unfreeze()  # what was kept when the process became warm may go as well
        forget_layouts()
        forget_results()
        gc.collect()
        gc.freeze()
        self._trim()
        self._bound = max(self._most, sys.getallocatedblocks() + self._room)
        return True


def forget_results() -> None:
    """Clear the caches of functions that remember many results."""
    modules = [module for name, module in sys.modules.items() if name.startswith("pnp.")]
    for one in (value for module in modules for value in vars(module).values()):
        if (
            isinstance(one, _lru_cache_wrapper)
            and (one.cache_parameters()["maxsize"] or 0) >= _MANY
        ):
            one.cache_clear()


def _trimmer() -> Callable[[], object]:
    """Return a function that returns freed memory to the system, if the C library is glibc."""
    if sys.platform != "linux":
        return lambda: None
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return (lambda: trim(0)) if trim else lambda: None
