"""Work on what may be a stranger's in a process of its own, under limits that the system keeps.

A worker is a forked child. The kernel keeps its memory, processor time, files and their sizes
within an allowance, and whoever started it waits for it with a clock (:mod:`pnp.base.forked`).
What it returns comes back pickled; where it was when it exceeded a limit is read from memory that
both share (:mod:`pnp.base.workplace`). Where the process has several threads, forking is not
safe, and where the system cannot fork, another process stands between
(:mod:`pnp.base.worker_helper`).
"""

import os
import threading
from collections.abc import Callable
from typing import TypeVar

from pnp.base.allowance import Allowance
from pnp.base.limits import limits

T = TypeVar("T")


def run_in_worker(
    call: Callable[[], T], allowance: Allowance | None = None, *, whole: bool = False
) -> T:
    """Call a function in a worker and return its result, which must be picklable.

    The function itself must be picklable where the process has several threads, and on Windows.
    Errors come back as they are. A call is ``whole`` if it is all that this process does: it then
    runs in this process where that cannot fork.

    Raises:
        WorkerError: If it exceeds what it is allowed, or a library ends the process.
        SystemExit: If it does.
    """
    given = allowance or Allowance.of(limits())
    if hasattr(os, "fork") and threading.active_count() == 1:
        from pnp.base.forked import forked

        outcome = forked(call, given)
    else:
        from pnp.base.worker_helper import run_by_helper, run_here

        outcome = (run_here if whole else run_by_helper)(call, given)
    if outcome.error is not None:
        raise outcome.error
    result: T = outcome.result
    return result
