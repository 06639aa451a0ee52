"""A worker process: its limits, which the kernel keeps, and the outcome that it reports."""

import atexit
import errno
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock, active_count
from time import monotonic
from typing import Any, NamedTuple

from pnp.base.errors import PnpError
from pnp.base.limits import VARIABLE, Allowance, WorkerError
from pnp.base.workplace import NOTHING, SIZE, WorkerStatus, pass_on, place_of

HIDDEN = b"\n"  # the answer to a worker that is about to print
OUT_OF_MEMORY = 71  # the status of a worker that cannot even report it
_BY_NUMBER = {
    errno.EMFILE: "open files",
    errno.ENFILE: "open files",
    errno.EFBIG: "file",
    errno.ENOMEM: "memory",
}
# How libraries in other languages report it: C++, cairo, libxml2, zlib, and CPython where it loses
# its own error.
_OF_MEMORY = re.compile(
    r"bad_alloc|NO_MEMORY|out of memory|[Mm]emory allocation failed"
    r"|error return without exception set|returned NULL without setting an exception"
)

MACOS = sys.platform == "darwin"
TICK = 1.0  # seconds between two looks at a worker
GRACE = 5.0  # seconds in which a worker that is asked to stop may tidy up
_CODE = (  # Ctrl-C ends the imports silently
    "import signal as s; s.getsignal(2) == s.SIG_IGN or s.signal(2, s.SIG_DFL); "
    "from pnp.base.worker_helper import serve; serve(*{sockets})"
)
_BY_ITSELF = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGTRAP", "SIGILL", "SIGFPE")
_idle: list["_Worker"] = []
_lock = Lock()


class Outcome(NamedTuple):
    """The outcome of a call: a result, or an error to raise; and whether the worker then ends."""

    result: Any = None
    error: BaseException | None = None
    is_last: bool = False


def attempt(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    """Call a function in this process, and return the outcome."""
    try:
        try:
            return Outcome(call())
        finally:
            flush_streams()
    except PnpError as error:
        return Outcome(error=error)
    except KeyboardInterrupt:
        return Outcome(error=SystemExit(128 + signal.SIGINT))
    except SystemExit as error:
        return Outcome(error=error)
    except BaseException as error:
        if (found := limit_of(error)) is not None:
            what, place = found
            lower = what == "file" and _has_lower_limit(allowance.file_mb)
            return Outcome(error=allowance.exceeded("system's file" if lower else what, place))
        error.add_note(f"in a worker:\n{''.join(traceback.format_tb(error.__traceback__))}")
        return Outcome(error=error)


def _has_lower_limit(file_mb: int) -> bool:
    """Return whether the system allows this process only smaller files."""
    if sys.platform == "win32":
        return False
    import resource

    most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    return resource.RLIM_INFINITY != most < 1_000_000 * file_mb


def flush_streams() -> None:
    """Flush the output streams."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):
            stream.flush()


def limit_of(error: BaseException | None) -> tuple[str, str] | None:
    """Return the exceeded limit that caused an error, through any re-raising, and its place."""
    while error is not None:
        if (what := _exceeded_by(error)) is not None:
            return what, place_of(error)
        error = error.__cause__ or error.__context__
    return None


def _exceeded_by(error: BaseException) -> str | None:
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, RecursionError):
        return "depth"
    if not isinstance(error, PnpError | OSError) and _OF_MEMORY.search(str(error)):
        return "memory"
    return _BY_NUMBER.get(error.errno or 0) if isinstance(error, OSError) else None


def pickled(outcome: Outcome) -> bytes:
    """Return an outcome as bytes; errors that cannot be pickled lose their type.

    Raises:
        MemoryError: If there is too little memory left.
    """
    try:
        sent = pickle.dumps(outcome)
        pickle.loads(sent)
    except MemoryError:
        raise
    except Exception as error:
        what = outcome.error or error
        readable = RuntimeError(f"{type(what).__name__}: {what}")
        for note in getattr(what, "__notes__", ()):
            readable.add_note(note)
        return pickle.dumps(Outcome(error=readable, is_last=True))
    return sent


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # they are the parent's


def outcome_of(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    """Call a function in a worker, and return its outcome."""
    folder = None
    with suppress(FileNotFoundError):  # it was removed
        folder = os.getcwd()
    sent = pickle.dumps((call, allowance, dict(os.environ), folder))
    worker = _ready_worker()
    try:
        outcome = worker.outcome(sent, allowance)
    except BaseException:
        worker.end()
        raise
    if outcome.is_last:
        worker.end()
    else:
        with _lock:
            _idle.append(worker)
    return outcome


@atexit.register
def end_workers() -> None:
    """End the idle workers."""
    with _lock:
        while _idle:
            _idle.pop().end()


def copy_process(serve: Callable[[int, int], object]) -> None:
    """Have a copy of this process ``serve`` the next call, which starts sooner than another Python.

    Where there are threads, a copy is not safe, and another Python starts with the call.
    """
    if sys.platform == "linux" and active_count() == 1:
        flush_streams()  # what is written once
        _idle.append(_Worker(serve))


def python_command(code: str) -> list[str]:
    """Return the command that runs code in another Python, which finds the same modules."""
    path = [place for place in sys.path if os.path.isabs(place)]
    return [sys.executable, "-P", "-c", f"import sys; sys.path[:] = {path!r}; {code}"]


def _ready_worker() -> "_Worker":
    with _lock:
        while _idle:
            worker = _idle.pop()
            if worker.is_alive:
                return worker
            worker.end()
    return _Worker()


class _Copy:
    """A copy of this process that makes a call and ends, with what Popen has for a worker."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._status: int | None = None
        self.pid = os.fork()
        if not self.pid:
            try:
                call()
            finally:
                os._exit(1)

    def poll(self) -> int | None:
        """Return the status if the process has ended."""
        return self._ended(os.WNOHANG)

    def wait(self) -> int | None:
        """Return the status once the process has ended."""
        return self._ended(0)

    def _ended(self, options: int) -> int | None:
        if self._status is None:
            process, status = self.pid, 0
            with suppress(ChildProcessError):  # SIGCHLD is ignored, and nobody knows the status
                process, status = os.waitpid(self.pid, options)
            self._status = os.waitstatus_to_exitcode(status) if process else None
        return self._status

    def send_signal(self, number: int) -> None:
        """Send a signal unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process."""
        self.send_signal(signal.SIGKILL)


class _Worker:
    """A worker as its parent sees it: another Python, or a copy of this process."""

    def __init__(self, serve: Callable[[int, int], object] | None = None) -> None:
        self._socket, theirs = socket.socketpair()
        self._living, alive = socket.socketpair()  # which closes with this process
        sockets = theirs.fileno(), alive.fileno()
        self._process: Any
        with theirs, alive:
            if serve:
                self._process = _Copy(partial(self._in_copy, serve, *sockets))
            else:
                command = python_command(_CODE.format(sockets=sockets))
                self._process = subprocess.Popen(command, **_inherited(theirs, alive))
        self._received = bytearray()
        self._status = WorkerStatus()
        self._ended_for: str | None = None

    def _in_copy(self, serve: Callable[[int, int], object], talking: int, alive: int) -> None:
        """Serve calls without the parent's ends, which must close with it."""
        self._socket.close()
        self._living.close()
        serve(talking, alive)

    @property
    def is_alive(self) -> bool:
        """Whether the process is still there."""
        return self._process.poll() is None

    def outcome(self, sent: bytes, allowance: Allowance) -> Outcome:
        """Send a call, and return its outcome; end the worker if it exceeds its limits.

        A signal to stop this process also stops the worker, which has a few seconds to tidy up.
        """
        self._status = WorkerStatus()
        stopped: BaseException | None = None
        flush_streams()  # so that what both processes write stays in order
        try:
            try:
                with suppress(BrokenPipeError):
                    self._socket.settimeout(None)
                    self._socket.sendall(sent)
                outcome = self._listen(allowance)
            except (KeyboardInterrupt, SystemExit) as error:
                stopped = error
                self._signal(_signal_of(error))
                outcome = self._listen(allowance, GRACE)
            if outcome is None:
                outcome = Outcome(error=self._fault(allowance), is_last=True)
        finally:
            _remove(self._status.remains)
        if stopped is not None and outcome.error is not None:
            raise stopped
        if isinstance(outcome.error, WorkerError):
            outcome.error.turn, outcome.error.began = self._status.turn, self._status.began
        return outcome

    def end(self) -> None:
        """End the process, even if it is busy."""
        self._signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        self._process.wait()
        self._socket.close()
        self._living.close()

    def _listen(self, allowance: Allowance, patience: float | None = None) -> Outcome | None:
        """Receive what the worker reports until its outcome comes, or None if it ends.

        It is ended after ``patience`` seconds if given, or else by the clock of its allowance.
        """
        tick = TICK if patience is None else min(TICK, patience)
        turn, spent, before = 0, 0.0, monotonic()
        while (messages := self._messages(tick)) is not None:
            for message in messages:
                if isinstance(message, Outcome):
                    return message
                self._note(*message)
            now = monotonic()
            # At most two ticks, so that no time counts while both processes are stopped (Ctrl-Z).
            spent, before = spent + min(now - before, 2 * tick), now
            if patience is None:
                if self._status.turn != turn:
                    turn, spent = self._status.turn, 0.0
                self._end_for(spent if turn else 0, allowance)
            elif spent > patience:
                self._process.kill()
        return None

    def _note(self, name: str, value: Any) -> None:
        """Note a field of the status; a step without a place says that the worker will print."""
        if name != "step":
            setattr(self._status, name, value)
            return
        pass_on(value)
        if value == NOTHING:
            with suppress(OSError):  # it has ended
                self._socket.sendall(HIDDEN)
        else:
            self._status.step = value

    def _messages(self, patience: float) -> Iterator[Any] | None:
        """Return what the worker has said within some time; None if it ended."""
        self._socket.settimeout(patience)
        try:
            chunk = self._socket.recv(1 << 20)
        except TimeoutError:
            self._let_unwind()
            return iter(())
        except ConnectionError:
            return None
        self._received += chunk
        return self._whole_messages() if chunk else None

    def _whole_messages(self) -> Iterator[Any]:
        """Yield each message of which the end has come."""
        received = self._received
        while len(received) >= (end := SIZE + int.from_bytes(received[:SIZE], "big")) > SIZE:
            message = bytes(received[SIZE:end])
            del received[:end]
            yield pickle.loads(message)

    def _let_unwind(self) -> None:
        if sys.platform != "win32":
            from pnp.base.kernel_limits import let_unwind

            let_unwind(self._process.pid)

    def _end_for(self, spent: float, allowance: Allowance) -> None:
        """End the worker if it exceeds limits that the system does not enforce."""
        if spent > allowance.clock + self._status.more:
            self._ended_for = "clock"
        elif MACOS and _resident(self._process.pid) > allowance.memory_mb * 1_000_000:
            self._ended_for = "memory"
        if self._ended_for is not None:
            self._process.kill()

    def _fault(self, allowance: Allowance) -> BaseException:
        """Return the error for a worker that ended without an outcome."""
        place, status = self._status.step.place, self._process.wait()
        if self._ended_for is not None:
            return allowance.exceeded(self._ended_for, place)
        if status == OUT_OF_MEMORY:
            return allowance.exceeded("memory", place)
        if status >= 0:
            return WorkerError.at(place, f"was ended by a library with status {status}")
        if status == -signal.SIGXCPU:
            return allowance.exceeded("seconds", place)
        if -status in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            return SystemExit(128 - status)
        name = signal.Signals(-status).name
        if name in _BY_ITSELF:
            more = f"if so, {VARIABLE}={allowance.memory_limit}=… allows more"
            what = f"was ended by {name} in a library, perhaps for lack of memory"
            return WorkerError.at(place, what, more)
        what = f"was ended by {name}, perhaps by the system for lack of memory"
        return WorkerError.at(place, what)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            self._process.send_signal(number)


def _inherited(*sockets: socket.socket) -> dict[str, Any]:
    """Return the arguments of Popen with which a process inherits sockets under their numbers."""
    if os.name == "posix":
        return {"pass_fds": [one.fileno() for one in sockets]}
    for one in sockets:
        one.set_inheritable(True)
    return {"close_fds": False}


def _signal_of(error: BaseException) -> int:
    if isinstance(error, SystemExit) and isinstance(error.code, int) and error.code > 128:
        return error.code - 128
    return signal.SIGINT


def _remove(remains: Iterable[Path]) -> None:
    """Remove the files that a worker left behind."""
    for path in remains:
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
        with suppress(OSError):
            path.unlink()


def _resident(process: int) -> int:
    """Return the resident memory of a process in bytes; 0 if unknown."""
    answer = subprocess.run(
        ["/bin/ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return int(answer.stdout.strip() or 0) * 1024
