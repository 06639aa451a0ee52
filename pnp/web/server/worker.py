"""A process that answers requests, one at a time, within limits set by the system.

It warms up before the first request: modules are imported and games loaded. While idle it lays out
the games with the usual choices, and exempts the results from garbage collection. It ends with the
server, however that ends.
"""

import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from io import BufferedReader
from select import select

from pnp.base.allowance import Allowance
from pnp.base.imports import escape_logs, isolate_imports
from pnp.base.outcome import limit_of
from pnp.base.workplace import now_on, report_to
from pnp.web.answer import answer, refused
from pnp.web.canonical import canonical_query
from pnp.web.library import Library
from pnp.web.routes import ROUTES, VIEWS
from pnp.web.server.messages import Reply, read_request_line, reply_parts, same_as
from pnp.web.server.terms import ServedGames, Terms, library_of
from pnp.web.visit import Made, Request

if sys.platform == "win32":
    from pnp.base.windows_job import end_with, limit_process, limit_time, taken
else:
    from pnp.base.kernel_limits import end_with, limit_process, limit_time, taken

_AT_START = 60  # seconds of the processor in which it becomes warm
_OPEN_FILES = 256
MOST_WARMED = 8  # games


def main(setting: str) -> None:
    """Run a worker: answer each request until there are no more."""
    given = json.loads(setting)
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed does not belong among the answers
    isolate_imports()
    escape_logs()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # the server decides when its workers end
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    report_to()
    terms = Terms(*given["terms"])
    _limit(terms, given["alive"])
    library = library_of(ServedGames(*given["shown"]))
    warm(library)
    answers.write(b"\n")  # which says that it is
    answers.flush()
    more = warm_further(library)
    while line := _next(requests, more):
        limit_time(terms.file_seconds)
        made, is_spoiled = attempt(library, read_request_line(line))
        answers.writelines(reply_parts(Reply.of(made, compresses=terms.compresses)))
        answers.flush()
        if is_spoiled or 2 * taken() > terms.memory_mb * 1_000_000:
            break  # another worker begins with all of its memory


def warm(library: Library) -> None:
    """Import the modules for answers, and load the games."""
    for module in sorted({view.partition(":")[0] for view in ROUTES.values()}):
        with suppress(ImportError):
            import_module(f"{VIEWS}.{module}")
    for path in ("/games.json", "/"):
        _try(library, path)


def warm_further(library: Library) -> Iterator[str]:
    """Answer usual requests to make later ones faster; yield each address afterwards."""
    for game in library.ids()[:MOST_WARMED]:
        for path in (f"/games/{game}/", f"/games/{game}/make/"):
            _try(library, path)
            yield path
    gc.collect()
    gc.freeze()


def _try(library: Library, path: str) -> None:
    with suppress(Exception):  # whoever asks for it gets the fault
        answer(library, Request(path))


def _next(requests: BufferedReader, steps: Iterator[str]) -> bytes:
    """Wait for the next request while taking steps; return b"" at the end of the requests."""
    while not _has_request(requests) and next(steps, ""):
        pass
    return requests.readline()


def _has_request(requests: BufferedReader) -> bool:
    """Return whether a request is waiting, if that can be known of a pipe."""
    return os.name == "posix" and bool(select([requests], [], [], 0)[0])


def attempt(library: Library, request: Request) -> tuple[Made, bool]:
    """Return the answer, and whether making it has damaged this process.

    A request with superfluous parameters is answered with a pointer to the canonical ones.
    """
    now_on(request.path)
    try:
        query = canonical_query(library, request)
        made = answer(library, request) if query == request.query else same_as(query)
        return made, False
    except BaseException as error:
        is_spoiled = limit_of(error) is not None
        if not is_spoiled:
            traceback.print_exc()
    return refused(request, "too_much" if is_spoiled else "failed"), is_spoiled


def _limit(terms: Terms, alive: int) -> None:
    """Set the system's limits for this process, and make it end with the server."""
    seconds = _AT_START
    if os.name == "posix":
        end_with(alive)
    else:
        seconds *= terms.jobs  # a job counts the time of all its work
    limit_process(Allowance(terms.memory_mb, seconds, 1, _OPEN_FILES))
