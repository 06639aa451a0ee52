"""What a worker keeps for the next answers, held within bounds.

Layouts differ much in size, and so do the shapes and faces that functions remember. So it is not
their number that is bounded but all objects of the process. What Python frees goes back to the
system only where the C library is asked for it.
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
    """Forgets most of what is kept whenever that has become too much."""

    def __init__(self, most: int = MOST, room: int = ROOM) -> None:
        self._most, self._room, self._bound = most, room, most
        self._trim = _trimmer()

    def up(self) -> bool:
        """Forget most of what is kept if it is too much; return whether it was."""
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
    """Clear the caches of functions that remember many results, though not any number."""
    modules = [module for name, module in sys.modules.items() if name.startswith("pnp.")]
    for one in (value for module in modules for value in vars(module).values()):
        if (
            isinstance(one, _lru_cache_wrapper)
            and (one.cache_parameters()["maxsize"] or 0) >= _MANY
        ):
            one.cache_clear()


def _trimmer() -> Callable[[], object]:
    """Return what gives freed memory back to the system, where the C library is glibc."""
    if sys.platform != "linux":
        return lambda: None
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return (lambda: trim(0)) if trim else lambda: None
