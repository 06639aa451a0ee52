"""A worker's own side: it runs one call after another, within limits.

It ends by itself after whatever may have damaged it, and once it keeps much memory.
"""

import gc
import os
import pickle
import socket
import sys
import warnings
from contextlib import suppress
from functools import partial
from typing import Any

from pnp.base.errors import PnpError
from pnp.base.imports import escape_logs, isolate_imports
from pnp.base.limits import WorkerError
from pnp.base.signals import listen, listen_once
from pnp.base.worker_process import HIDDEN, OUT_OF_MEMORY, Outcome, attempt, pickled
from pnp.base.workplace import NOTHING, begin, message, report_to

if sys.platform == "win32":
    from pnp.base.windows_job import end_with, limit_process, limit_time, taken
else:
    from pnp.base.kernel_limits import end_with, limit_process, limit_time, taken

_STDERR = 2  # the file descriptor
_MUCH = 4  # a worker that keeps a fourth of its memory after a call ends
_CALLS = 50  # between collections of old objects, which take three times as long as a small game


def serve(talking: int, alive: int) -> None:
    """Run each call that arrives, until the socket closes."""
    with suppress(KeyboardInterrupt, SystemExit, ConnectionError):
        listen()
        listen_once()
        end_with(alive)
        isolate_imports()
        escape_logs()
        warnings.filterwarnings("ignore", module=r"PIL\.")  # damaged files are reported as faults
        _leave_stderr_to_python()
        gc.disable()  # it only walks through fresh modules
        parent = socket.socket(fileno=talking)
        calls = parent.makefile("rb")
        turn = 1
        while _has_served(parent, calls):
            gc.collect(2 if turn % _CALLS == 0 else 1)
            turn += 1


def _has_served(parent: socket.socket, calls: Any) -> bool:
    """Run the next call; return whether this process takes another."""
    try:
        call, allowance, environment, folder = pickle.load(calls)
    except EOFError:
        return False
    except Exception as error:
        parent.sendall(message(pickled(Outcome(error=error, is_last=True))))
        return False
    os.environ.clear()
    os.environ.update(environment)
    if folder is not None:
        os.chdir(folder)
    try:
        report_to(partial(_tell, parent, calls), partial(limit_time, allowance.seconds))
        limit_process(allowance)
        begin()
        outcome = attempt(call, allowance)
        is_usual = outcome.error is None or isinstance(outcome.error, PnpError)
        is_over = isinstance(outcome.error, WorkerError) or sys.platform == "win32"
        is_full = _MUCH * taken() > allowance.memory_mb * 1_000_000
        outcome = outcome._replace(is_last=is_over or is_full or not is_usual)
        parent.sendall(message(pickled(outcome)))
    except MemoryError:  # so little is left that not even this can be reported
        os._exit(OUT_OF_MEMORY)
    return not outcome.is_last


def _tell(parent: socket.socket, answers: Any, name: str, value: object) -> None:
    """Send a field of the status; before this process prints, wait until the parent is silent."""
    parent.sendall(message(pickle.dumps((name, value))))
    if value == NOTHING:
        answers.read(len(HIDDEN))


def _leave_stderr_to_python() -> None:
    """Discard what C libraries print about a damaged picture, which is reported as a fault.

    They write to the file descriptor; Python's own stream moves to a copy of it.
    """
    with suppress(OSError, ValueError, AttributeError):  # there is no such stream
        if sys.stderr.fileno() == _STDERR:
            encoding, errors = sys.stderr.encoding, sys.stderr.errors
            sys.stderr = open(os.dup(_STDERR), "w", 1, encoding, errors)  # noqa: SIM115 - to the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDERR)
