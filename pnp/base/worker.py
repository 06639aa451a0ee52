"""Run code that handles untrusted input in another process, under limits of the system.

A worker is a forked child. The kernel holds its memory, processor time, files and their sizes
within an allowance, and its parent watches the clock (:mod:`pnp.base.forked`). Its result comes
back pickled; where it was when it exceeded a limit is read from shared memory
(:mod:`pnp.base.workplace`). Where the process has several threads, forking is not safe, and where
the system cannot fork, a helper process stands between (:mod:`pnp.base.worker_helper`).
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
    Errors are raised here as they were there. With ``whole``, the call is all that this process
    does: it runs in this process where that cannot fork. With ``again``, similar calls follow, so
    this process imports what the worker imported before the next one.

    Raises:
        WorkerError: If it exceeds its allowance, or a library ends the process.
        SystemExit: If the function raises it.
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
    """Call a function in a worker, or here if all files it reads are trusted or this is a worker.

    Raises:
        WorkerError: As :func:`run_in_worker` does.
        SystemExit: As :func:`run_in_worker` does.
    """
    if in_worker() or is_trusted(reads):
        return call()
    return run_in_worker(call, allowance, again=again)
