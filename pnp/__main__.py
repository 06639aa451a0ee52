"""The entry point of ``pnp`` on the command line, and of ``python -m pnp``."""

import atexit
import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

from pnp.base.errors import reason
from pnp.base.imports import forget_current_folder
from pnp.base.signals import listen, stop_if_asked


def main() -> None:
    """Run the command line."""
    # A command lasts a second or two and leaves few cycles. Without the collector, which would
    # only walk through freshly imported modules, it takes a fifth less time. Watching, which
    # lasts, turns the collector on again.
    gc.disable()
    atexit.register(gc.freeze)
    # What other distributions plug into pydantic must not change how definitions are read, and
    # looking for it takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    forget_current_folder()
    listen()
    _prepare_streams()

    from pnp.cli import app

    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:  # not that of a stream
            raise
        _end_without_output(error)
    except Exception:
        stop_if_asked()  # a library may have turned the interruption into another error
        raise


def _prepare_streams() -> None:
    """Replace streams that are closed, and characters that a pipe on Windows may lack."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _end_without_output(error: OSError) -> None:
    """Exit in one line if standard output takes no more, silently if its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still buffered
    if not isinstance(error, BrokenPipeError):
        with suppress(OSError):
            print(f"error: cannot write the report: {reason(error)}", file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
