"""Workers for a process that has several threads, and for one on Windows.

Such a process cannot fork safely, or at all, so a helper stands between: another Python that
receives calls through a pipe. It has one thread and forks a worker for each. It stays for the next
call with the modules already imported, so that a call costs only a fork. On Windows, a helper
serves one call itself, in a Job object that enforces the limits.

The helper imports from the same folders as this process, but never from its working folder.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import Any

from pnp.base.allowance import Allowance, WorkerError
from pnp.base.imports import isolate_imports
from pnp.base.outcome import Outcome, attempt, pickled
from pnp.base.workplace import WorkerStatus, report_to

_CODE = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve({alive})"
_idle: list["_Helper"] = []
_lock = Lock()


@atexit.register
def end_helpers() -> None:
    """End the idle helpers."""
    with _lock:
        while _idle:
            _idle.pop().end()


def run_by_helper(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    """Run a call in a worker of a helper."""
    with _lock:
        helper = _idle.pop() if _idle else _Helper()
    try:
        outcome = helper.run(call, allowance)
    except BaseException:
        helper.end()
        raise
    if outcome is None:
        helper.end()
        return Outcome(error=WorkerError("was ended, perhaps by the system for lack of memory"))
    if os.name == "posix":
        with _lock:
            _idle.append(helper)
    return outcome


def run_here(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    """Run a call in this process and limit it from now on: for a command on Windows."""
    from pnp.base.windows_job import limit_this_process

    limit_this_process(allowance)
    report_to(WorkerStatus())
    return attempt(call, allowance)


class _Helper:
    """A process that runs calls."""

    def __init__(self) -> None:
        path = [place for place in sys.path if os.path.isabs(place)]
        alive, self._living = os.pipe()
        code = _CODE.format(path=path, module=__name__, alive=alive)
        passed = {"pass_fds": (alive,)} if os.name == "posix" else {}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **passed,  # type: ignore[call-overload]
        )
        os.close(alive)

    def run(self, call: Callable[[], Any], allowance: Allowance) -> Outcome | None:
        """Return the outcome of a call; None if the helper has ended."""
        to, back = self._process.stdin, self._process.stdout
        with _limited(self._process, allowance):
            try:
                to.write(pickle.dumps((_InPlace(call), allowance)))
                to.flush()
                outcome: Outcome = pickle.load(back)
            except (EOFError, OSError, pickle.UnpicklingError):
                return None
        return outcome

    def end(self) -> None:
        """End the process, and with it the worker that it runs."""
        os.close(self._living)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()


class _InPlace:
    """A call that runs with its sender's working folder and environment."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call
        self._environment = dict(os.environ)
        self._folder = ""
        with suppress(FileNotFoundError):  # it was removed
            self._folder = os.getcwd()

    def __call__(self) -> Any:
        os.environ.clear()
        os.environ.update(self._environment)
        if self._folder:
            os.chdir(self._folder)
        return self._call()


def serve(alive: int) -> None:
    """Run each call that arrives, until the pipe closes: the main loop of a helper."""
    calls = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed does not belong among the answers
    isolate_imports()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a helper without a traceback
    if os.name == "posix":
        from pnp.base.kernel_limits import end_with

        end_with(alive)
    while True:
        try:
            call, allowance = pickle.load(calls)
        except EOFError:
            return
        except Exception as error:
            outcome = Outcome(error=error)
        else:
            outcome = _served(call, allowance)
        answers.write(pickled(outcome))
        answers.flush()


def _served(call: Callable[[], Any], allowance: Allowance) -> Outcome:
    if os.name == "posix":
        from pnp.base.forked import forked

        return forked(call, allowance, again=True)
    report_to(WorkerStatus())
    return attempt(call, allowance)


@contextmanager
def _limited(process: "subprocess.Popen[bytes]", allowance: Allowance) -> Iterator[None]:
    """Have Windows limit a helper; elsewhere the helper limits its own workers."""
    if os.name == "posix":
        yield
        return
    from pnp.base.windows_job import limit_by_job

    clock = Timer(allowance.clock, process.kill)
    clock.daemon = True
    clock.start()
    try:
        with limit_by_job(int(process._handle), allowance):  # type: ignore[attr-defined]
            yield
    finally:
        clock.cancel()
