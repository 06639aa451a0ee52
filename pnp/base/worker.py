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
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from pnp.base.allowance import Allowance
from pnp.base.limits import limits
from pnp.base.trust import is_trusted
from pnp.base.workplace import in_worker

T = TypeVar("T")


def run_in_worker(
    call: Callable[[], T],
    allowance: Allowance | None = None,
    *,
    whole: bool = False,
    again: bool = False,
) -> T:
    """Call a function in a worker and return its result, which must be picklable.

    The function itself must be picklable where the process has several threads, and on Windows.
    Errors come back as they are. A call is ``whole`` if it is all that this process does: it then
    runs in this process where that cannot fork. If others like it follow (``again``), this process
    imports before the next what the worker has imported.

    Raises:
        WorkerError: If it exceeds what it is allowed, or a library ends the process.
        SystemExit: If it does.
    """
    given = allowance or Allowance.of(limits())
    if hasattr(os, "fork") and threading.active_count() == 1:
        from pnp.base.forked import forked

        outcome = forked(call, given, again=again)
    else:
        from pnp.base.worker_helper import run_by_helper, run_here

        outcome = (run_here if whole else run_by_helper)(call, given)
    if outcome.error is not None:
        raise outcome.error
    result: T = outcome.result
    return result


def run_guarded(
    call: Callable[[], T],
    reads: Iterable[Path],
    allowance: Allowance | None = None,
    *,
    again: bool = False,
) -> T:
    """Call a function in a worker unless what it reads is trusted, or this is a worker.

    Raises:
        WorkerError: As :func:`run_in_worker` does.
        SystemExit: As that does.
    """
    if in_worker() or is_trusted(reads):
        return call()
    return run_in_worker(call, allowance, again=again)
