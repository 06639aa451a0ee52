"""Run code that handles untrusted input in another process, under limits of the system.

A worker is another Python (:mod:`pnp.base.worker_process`), or on Linux a copy of a command that
has only begun. It receives a call through a socket (:mod:`pnp.base.worker_helper`). The kernel
holds its memory, processor time, files and their sizes within an allowance, and its parent watches
the clock. It reports what it is working on (:mod:`pnp.base.workplace`), and its result comes back
pickled.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from pnp.base.limits import Allowance, limits
from pnp.base.trust import is_trusted
from pnp.base.workplace import in_worker

T = TypeVar("T")


def run_in_worker(call: Callable[[], T], allowance: Allowance | None = None) -> T:
    """Call a function in a worker and return its result; both must be picklable.

    Errors are raised here as they were there.

    Raises:
        WorkerError: If it exceeds its allowance, or a library ends the process.
        SystemExit: If the function raises it.
    """
    from pnp.base.worker_process import outcome_of

    outcome = outcome_of(call, allowance or Allowance.of(limits()))
    if outcome.error is not None:
        raise outcome.error
    result: T = outcome.result
    return result


def run_guarded(
    call: Callable[[], T], reads: Iterable[Path], allowance: Allowance | None = None
) -> T:
    """Call a function in a worker, or here if all files it reads are trusted or this is a worker.

    Raises:
        WorkerError: As :func:`run_in_worker` does.
        SystemExit: As :func:`run_in_worker` does.
    """
    if in_worker() or is_trusted(reads):
        return call()
    return run_in_worker(call, allowance)
