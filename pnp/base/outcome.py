"""The outcome of a call, as a worker reports it."""

import errno
import pickle
import re
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from pnp.base.allowance import Allowance
from pnp.base.errors import PnpError
from pnp.base.workplace import place_of

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
            return Outcome(error=allowance.exceeded(*found))
        error.add_note(f"in a worker:\n{''.join(traceback.format_tb(error.__traceback__))}")
        return Outcome(error=error)


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
