"""A worker as a forked child, whose parent watches the clock.

macOS does not enforce the limit on memory, so there the parent measures the child each second.
"""

import gc
import math
import os
import pickle
import resource
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

from pnp.base.allowance import Allowance, WorkerError
from pnp.base.imports import isolate_imports, unchanged_logging
from pnp.base.kernel_limits import end_with, limit_process, limit_time
from pnp.base.limits import VARIABLE
from pnp.base.outcome import Outcome, attempt, flush_streams, pickled
from pnp.base.signals import listen_once
from pnp.base.workplace import WorkerStatus, report_to

MACOS = sys.platform == "darwin"
TICK = 1.0  # seconds between two looks at a worker
STDERR = 2  # the file descriptor
OUT_OF_MEMORY = 71  # a status
GRACE = 5.0  # seconds in which a worker that is asked to stop may tidy up
_BY_ITSELF = frozenset(
    number
    for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGTRAP", "SIGILL", "SIGFPE")
    if (number := getattr(signal, name, None))
)


_to_import: list[str] = []  # modules that a worker imported, for the next


def forked(call: Callable[[], Any], allowance: Allowance, *, again: bool = False) -> Outcome:
    """Call a function in a forked child, and return its outcome.

    With ``again``, this process imports before the next call what the child imported.
    """
    if _to_import:
        with unchanged_logging():
            _import_all()
    board = WorkerStatus()
    reading, writing = os.pipe()
    alive, living = os.pipe()  # the second end closes with this process
    flush_streams()  # or both processes would write what waits
    process = os.fork()
    if process == 0:
        os.close(living)
        os.close(reading)
        _work(call, allowance, board, writing, alive)
    os.close(writing)
    os.close(alive)
    child = _Child(process, reading, board, allowance)
    try:
        outcome = child.outcome()
    finally:
        child.end()
        os.close(reading)
        os.close(living)
        _remove(board.remains)
    if again:
        _to_import.extend(name for name in outcome.modules if name not in sys.modules)
    return outcome


def _import_all() -> None:
    while _to_import:
        with suppress(Exception):  # then each child tries, and its error counts
            import_module(_to_import.pop(0))


def _remove(remains: list[Path]) -> None:
    """Remove the files that a worker left behind."""
    if not remains:
        return
    from shutil import rmtree

    for path in remains:
        rmtree(path, ignore_errors=True)
        with suppress(OSError):
            path.unlink()


def _work(
    call: Callable[[], Any],
    allowance: Allowance,
    board: WorkerStatus,
    writing: int,
    alive: int,
) -> NoReturn:
    """Run as the worker: call the function, send its outcome, and exit."""
    try:
        gc.freeze()  # what was there before stays; looking through it would copy its pages
        end_with(alive)
        listen_once()
        report_to(board, lambda more: limit_time(allowance.seconds + math.ceil(more)))
        limit_process(allowance)
        isolate_imports()
        _leave_stderr_to_python()
        sent = pickled(attempt(call, allowance))
        with open(writing, "wb") as stream:
            stream.write(sent)
    except MemoryError:  # so little is left that not even this can be reported
        os._exit(OUT_OF_MEMORY)
    except BaseException:  # nothing of the caller's must run twice
        os._exit(70)
    os._exit(0)


def _leave_stderr_to_python() -> None:
    """Discard what C libraries print about a damaged picture, which is reported as a fault.

    They write to the file descriptor; Python's own stream moves to a copy of it.
    """
    with suppress(OSError, ValueError, AttributeError):  # there is no such stream
        if sys.stderr.fileno() == STDERR:
            encoding, errors = sys.stderr.encoding, sys.stderr.errors
            sys.stderr = open(os.dup(STDERR), "w", 1, encoding, errors)  # noqa: SIM115 - to the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)


class _Child:
    """A worker as its parent sees it."""

    def __init__(
        self, process: int, reading: int, board: WorkerStatus, allowance: Allowance
    ) -> None:
        self._process = process
        self._reading = reading
        self._board = board
        self._allowance = allowance
        self._sent = bytearray()
        self._ended_for: str | None = None
        self._has_ended = False
        self._most_before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def outcome(self) -> Outcome:
        """Wait until the worker ends, and return its outcome; end it if it exceeds its limits.

        A signal to stop this process also stops the worker, which has a few seconds to tidy up.
        """
        stopped: BaseException | None = None
        try:
            self._listen()
        except (KeyboardInterrupt, SystemExit) as error:
            stopped = error
            self._signal(_signal_of(error))
            self._listen(GRACE)
        _, status, used = os.wait4(self._process, 0)
        self._has_ended = True
        outcome = self._ending(status, used.ru_maxrss - self._most_before)
        if stopped is not None and outcome.error is not None:
            raise stopped
        return outcome

    def end(self) -> None:
        """End the worker if it is still running."""
        if not self._has_ended:
            self._signal(signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self._process, 0)

    def _listen(self, patience: float | None = None) -> None:
        """Receive what the worker sends until it ends; end it after ``patience`` seconds."""
        poll = select.poll()
        poll.register(self._reading, select.POLLIN | select.POLLHUP)
        tick = TICK if patience is None else min(TICK, patience)
        turn, spent, before = 0, 0.0, monotonic()
        while True:
            if poll.poll(1000 * tick):
                chunk = os.read(self._reading, 1 << 20)
                if not chunk:
                    return
                self._sent += chunk
            now = monotonic()
            # At most two ticks, so that no time counts while both processes are stopped (Ctrl-Z).
            spent, before = spent + min(now - before, 2 * tick), now
            if self._board.turn != turn and patience is None:
                turn, spent = self._board.turn, 0.0
            if self._ended_for is None:
                self._end_for(spent if turn else 0, self._allowance.clock + self._board.more)
            if patience is not None and spent > patience:
                self._signal(signal.SIGKILL)

    def _end_for(self, spent: float, clock: float) -> None:
        """End the worker if it exceeds limits that the system does not enforce."""
        if spent > clock:
            self._ended_for = "clock"
        elif MACOS and _resident(self._process) > self._allowance.memory_mb * 1_000_000:
            self._ended_for = "memory"
        if self._ended_for is not None:
            self._signal(signal.SIGKILL)

    def _ending(self, status: int, taken: int) -> Outcome:
        """Return the outcome for the worker's exit status and its peak memory."""
        board, allowance = self._board, self._allowance
        if status == 0 and self._sent:
            outcome: Outcome = pickle.loads(self._sent)
        elif self._ended_for:
            outcome = Outcome(error=allowance.exceeded(self._ended_for, board.place))
        else:
            taken *= 1 if MACOS else 1024
            outcome = Outcome(error=_fault(status, board.place, allowance, taken))
        if isinstance(outcome.error, WorkerError):
            outcome.error.turn, outcome.error.began = board.turn, board.began
        return outcome

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._process, number)


def _signal_of(error: BaseException) -> int:
    if isinstance(error, SystemExit) and isinstance(error.code, int) and error.code > 128:
        return error.code - 128
    return signal.SIGINT


def _resident(process: int) -> int:
    """Return the resident memory of a process in bytes; 0 if unknown."""
    import subprocess

    answer = subprocess.run(
        ["/bin/ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return int(answer.stdout.strip() or 0) * 1024


def _fault(status: int, place: str, allowance: Allowance, taken: int) -> BaseException:
    """Return the error for a child that ended without an outcome."""
    if os.waitstatus_to_exitcode(status) == OUT_OF_MEMORY:
        return allowance.exceeded("memory", place)
    if not os.WIFSIGNALED(status):
        what = f"was ended by a library with status {os.waitstatus_to_exitcode(status)}"
        return WorkerError(what, place)
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return allowance.exceeded("seconds", place)
    if number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        return SystemExit(128 + number)
    name = signal.Signals(number).name
    if number in _BY_ITSELF and 4 * taken > 3_000_000 * allowance.memory_mb:
        return allowance.exceeded("memory", place)
    if number in _BY_ITSELF:
        more = f"if so, {VARIABLE}={allowance.memory_limit}=… allows more"
        return WorkerError(
            f"was ended by {name} in a library, perhaps for lack of memory", place, more
        )
    return WorkerError(f"was ended by {name}, perhaps by the system for lack of memory", place)
