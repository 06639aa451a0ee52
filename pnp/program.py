"""The program ``pnp``: a command, run in this process or in a worker."""

import atexit
import gc
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from pnp.base.errors import PnpError, reason
from pnp.base.imports import escape_logs
from pnp.base.limits import WorkerError
from pnp.base.progress import printing_above, shown_steps
from pnp.base.signals import stop_if_asked
from pnp.base.text import seen
from pnp.base.trust import is_trusted, may_read
from pnp.base.workplace import in_worker, now_on

COMPLETION = "_PNP_COMPLETE"  # in the environment when a shell asks
PROGRAM = "pnp"
MOST_SHOWN = 200  # letters of a command, in a message
OF_THEIR_OWN = ("archive", "serve", "site", "verify")  # commands that start workers


def prepare() -> None:
    """Prepare this process, whichever process started it."""
    # A command lasts a second or two and leaves few cycles. Without the collector, which would
    # only walk through freshly imported modules, it takes a fifth less time. Watching, which
    # lasts, turns the collector on again.
    gc.disable()
    atexit.register(gc.freeze)
    # What other distributions plug into pydantic must not change how definitions are read, and
    # looking for it takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Pillow warns of damaged files, which are reported as faults.
    warnings.filterwarnings("ignore", module=r"PIL\.")
    escape_logs()
    _prepare_streams()


def run_program(arguments: Sequence[str]) -> int:
    """Run the command line, in a worker if it may read untrusted files; return its status."""
    try:
        needs_worker = _needs_worker(arguments)
        if needs_worker:
            from pnp.base.worker_helper import serve
            from pnp.base.worker_process import copy_process

            copy_process(serve)  # before there is a thread that shows steps
        with nullcontext() if COMPLETION in os.environ else shown_steps(arguments):
            _now_on_command(arguments)
            return _run_in_worker(arguments) if needs_worker else _status(arguments)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except PnpError as error:
        from pnp.make.command.commands import print_faults

        print_faults(error.faults, arguments)
        return error.status


def _now_on_command(arguments: Sequence[str]) -> None:
    now_on(" ".join((PROGRAM, *arguments))[:MOST_SHOWN])


def _run_in_worker(arguments: Sequence[str]) -> int:
    from pnp.base.worker import run_in_worker

    if "--watch" in arguments:
        return _watching(arguments)
    return run_in_worker(partial(_status_there, sys.argv[0], arguments))


def _needs_worker(arguments: Sequence[str]) -> bool:
    if COMPLETION in os.environ:
        return True
    command = next((one.lower() for one in arguments if not one.startswith("-")), "")
    if command in OF_THEIR_OWN:
        return False
    with suppress(FileNotFoundError):  # the working folder was removed
        return not is_trusted(may_read(arguments, Path.cwd()))
    return True


def _watching(arguments: Sequence[str]) -> int:
    """Run a watching command, in a new worker each time that the limits have ended one."""
    from pnp.base.worker import run_in_worker

    ended: WorkerError | None = None
    while True:
        try:
            began = None if ended is None else ended.began
            return run_in_worker(partial(_status_there, sys.argv[0], arguments, began))
        except WorkerError as error:
            if ended is not None and error.turn == 1:  # not even waiting goes well
                raise
            ended = error
            from pnp.make.command.watch import report_error

            report_error(error)


def _status_there(program: str, arguments: Sequence[str], ended: float | None = None) -> int:
    """Run the command line in a worker, another process; return its status."""
    sys.argv[:] = program, *arguments
    prepare()
    _now_on_command(arguments)
    with printing_above():
        return _status(arguments, ended)


def _status(arguments: Sequence[str], ended: float | None = None) -> int:
    """Run the command line in this process; return its status.

    If this process continues the work of a worker that was killed, ``ended`` is the start time of
    the step that failed.
    """
    if ended is not None:
        from pnp.make.command import watch

        watch.ended = ended
    try:
        _run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        from pnp.base.worker_process import limit_of

        if limit_of(error) is not None and in_worker():
            raise
        if isinstance(error, OSError) and error.filename is not None:
            from pnp.make.command.commands import print_faults

            line = f"{seen(str(error.filename))}: {reason(error)}"
            print_faults([line], arguments)
            return 1
        sys.excepthook(type(error), error, error.__traceback__)
        return 1
    return 0


def _run() -> None:
    from pnp.cli import app

    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        from pnp.base.worker_process import limit_of

        if error.filename is not None or limit_of(error) is not None:  # not that of a stream
            raise
        _end_without_output(error)
    except Exception:
        stop_if_asked()  # a library may have turned the interruption into another error
        raise


def _prepare_streams() -> None:
    """Replace closed streams, and characters that a pipe on Windows may not support."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _end_without_output(error: OSError) -> None:
    """Exit with one line if standard output fails, or silently if its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still buffered
    if not isinstance(error, BrokenPipeError):
        with suppress(OSError):
            print(f"error: cannot write the report: {reason(error)}", file=sys.stderr)
    sys.exit(1)
