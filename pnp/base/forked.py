"""A worker as a forked child, under limits that the kernel keeps.

Memory means RLIMIT_DATA, private memory that is written, and not the address space, of which
libraries reserve much more than they use. macOS keeps to neither, so the memory in use is looked
at each second as well. No worker outlives who started it: a pipe's end closes with that process,
and the kernel then signals the worker (O_ASYNC), whatever code it is in; a thread that waited for
it could not run while a library computes, and prctl's PDEATHSIG is Linux's alone.
"""

import errno
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple, NoReturn

from pnp.base.allowance import Allowance, WorkerError
from pnp.base.errors import PnpError
from pnp.base.limits import VARIABLE
from pnp.base.signals import listen_once
from pnp.base.workplace import Board, place_of, report_to

TICK = 1.0  # seconds between two looks at a worker
GRACE = 5.0  # seconds in which a worker that is asked to stop may tidy up
_BY_ITSELF = frozenset(
    number
    for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGTRAP", "SIGILL", "SIGFPE")
    if (number := getattr(signal, name, None))
)
_BY_NUMBER = {
    errno.EMFILE: "open files",
    errno.ENFILE: "open files",
    errno.EFBIG: "file",
    errno.ENOMEM: "memory",
}


class Outcome(NamedTuple):
    """How a call ended: with a result, or with an error to raise."""

    result: Any = None
    error: BaseException | None = None


def forked(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    """Call a function in a forked child, and return how that ended."""
    board = Board()
    reading, writing = os.pipe()
    alive, living = os.pipe()  # the second end closes with this process
    _flush()  # or both processes would write what waits
    process = os.fork()
    if process == 0:
        os.close(living)
        os.close(reading)
        _work(call, allowance, board, writing, alive)
    os.close(writing)
    os.close(alive)
    try:
        with _ended(process):
            sent, ended_for = _received(process, reading, board, allowance)
            _, status, used = os.wait4(process, 0)
    finally:
        os.close(reading)
        os.close(living)
        _remove(board.remains)
    if status == 0 and sent:
        outcome: Outcome = pickle.loads(sent)
        return outcome
    if ended_for:
        return Outcome(error=allowance.exceeded(ended_for, board.place))
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Outcome(error=_fault(status, board.place, allowance, peak))


def _remove(remains: list[Path]) -> None:
    """Remove what a worker could not."""
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
    board: Board,
    writing: int,
    alive: int,
) -> NoReturn:
    """Be the worker: call the function, send its outcome, and end."""
    try:
        end_with(alive)
        listen_once()
        report_to(board)
        _limit(allowance)
        sent = pickled(attempt(call, allowance))
        with open(writing, "wb") as stream:
            stream.write(sent)
    except BaseException:  # nothing of the caller's must run twice
        os._exit(70)
    os._exit(0)


def attempt(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    """Call a function in this process, and return how that ended."""
    try:
        try:
            return Outcome(call())
        finally:
            _flush()
    except PnpError as error:
        return Outcome(error=error)
    except KeyboardInterrupt:
        return Outcome(error=SystemExit(128 + signal.SIGINT))
    except SystemExit as error:
        return Outcome(error=error)
    except BaseException as error:
        for cause in _causes(error):
            if (what := exceeded_by(cause)) is not None:
                return Outcome(error=allowance.exceeded(what, place_of(cause)))
        error.add_note(f"in a worker:\n{''.join(traceback.format_tb(error.__traceback__))}")
        return Outcome(error=error)


def _flush() -> None:
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            stream.flush()


def exceeded_by(error: BaseException) -> str | None:
    """Return which limit an error comes from, if from any."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RecursionError):
        return "depth"
    return _BY_NUMBER.get(error.errno or 0) if isinstance(error, OSError) else None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those from which it was raised."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def pickled(outcome: Outcome) -> bytes:
    """Return an outcome as bytes; errors that cannot be pickled lose their type."""
    try:
        sent = pickle.dumps(outcome)
        pickle.loads(sent)
    except Exception as error:
        what = outcome.error or error
        told = RuntimeError(f"{type(what).__name__}: {what}")
        for note in getattr(what, "__notes__", ()):
            told.add_note(note)
        return pickle.dumps(Outcome(error=told))
    return sent


def _limit(allowance: Allowance) -> None:
    """Have the kernel limit this process."""
    import resource

    mega = 1_000_000
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_CPU, allowance.seconds)
    _lower(resource.RLIMIT_FSIZE, allowance.file_mb * mega)
    _lower(resource.RLIMIT_NOFILE, allowance.open_files)
    _lower(resource.RLIMIT_DATA, _data() + allowance.memory_mb * mega)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the error EFBIG comes instead


def _lower(kind: int, most: int) -> None:
    """Lower a limit of this process; one that is lower stays."""
    import resource

    soft, hard = resource.getrlimit(kind)
    if soft == resource.RLIM_INFINITY or soft > most:
        with suppress(OSError, ValueError):  # not every system has each of them
            resource.setrlimit(kind, (most, hard))


def _data() -> int:
    """Return the bytes that this process has, as RLIMIT_DATA counts them, where that is known."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def end_with(alive: int) -> None:
    """Have this process end by SIGIO when the other end of a pipe closes."""
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    if sys.platform == "darwin":  # where SIGIO ends nothing by itself
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(alive, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(alive, fcntl.F_GETFL)
    fcntl.fcntl(alive, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([alive], [], [], 0)[0]:  # it closed before
        os._exit(1)


@contextmanager
def _ended(process: int) -> Iterator[None]:
    """Let no child stay when this process is told to stop; pass the signal on to it."""
    try:
        yield
    except BaseException as error:
        try:
            _signal(process, _signal_of(error))
            end = monotonic() + GRACE
            while monotonic() < end and not _has_ended(process):
                sleep(0.01)
        finally:
            _signal(process, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
        raise


def _signal_of(error: BaseException) -> int:
    if isinstance(error, KeyboardInterrupt):
        return signal.SIGINT
    if isinstance(error, SystemExit) and isinstance(error.code, int) and error.code > 128:
        return error.code - 128
    return signal.SIGKILL


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def _has_ended(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] == process
    except ChildProcessError:
        return True


def _received(
    process: int, reading: int, board: Board, allowance: Allowance
) -> tuple[bytes, str | None]:
    """Return what a child sends until it ends, and which limit it was ended for, if for any."""
    import select

    poll = select.poll()
    poll.register(reading, select.POLLIN | select.POLLHUP)
    sent = bytearray()
    ended_for = None
    turn, spent, before = 0, 0.0, monotonic()
    while True:
        if poll.poll(1000 * TICK):
            chunk = os.read(reading, 1 << 20)
            if not chunk:
                return bytes(sent), ended_for
            sent += chunk
        now = monotonic()
        # At most a tick: while both processes are stopped (Ctrl-Z), no time counts.
        spent += min(now - before, 2 * TICK)
        before = now
        if board.turn != turn:
            turn, spent = board.turn, 0.0
        if ended_for is None:
            ended_for = _to_end_for(process, turn, spent, allowance)
            if ended_for is not None:
                os.kill(process, signal.SIGKILL)


def _to_end_for(process: int, turn: int, spent: float, allowance: Allowance) -> str | None:
    if turn and spent > allowance.clock:
        return "clock"
    if sys.platform == "darwin" and _resident(process) > allowance.memory_mb * 1_000_000:
        return "memory"
    return None


def _resident(process: int) -> int:
    """Return the bytes of memory in which a process is; 0 if that is not known."""
    import subprocess

    told = subprocess.run(
        ["/bin/ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return int(told.stdout.strip() or 0) * 1024


def _fault(status: int, place: str, allowance: Allowance, peak: int) -> BaseException:
    """Return the error of a child that ended without an outcome."""
    if not os.WIFSIGNALED(status):
        what = f"was ended by a library with status {os.waitstatus_to_exitcode(status)}"
        return WorkerError(what, place)
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return allowance.exceeded("seconds", place)
    if number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        return SystemExit(128 + number)
    name = signal.Signals(number).name
    if number in _BY_ITSELF and 4 * peak > 3_000_000 * allowance.memory_mb:
        return allowance.exceeded("memory", place)
    if number in _BY_ITSELF:
        more = f"if so, {VARIABLE}={allowance.memory_limit}=… allows more"
        return WorkerError(
            f"was ended by {name} in a library, perhaps for lack of memory", place, more
        )
    return WorkerError(f"was ended by {name}, perhaps by the system for lack of memory", place)
