"""A process that answers requests, one at a time, within limits that the system keeps.

It is warm before it takes the first: modules are imported and games loaded, and what then stays
is left out of garbage collection. It ends when the server ends, in whatever way.
"""

import gc
import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module

from pnp.base.allowance import Allowance
from pnp.base.imports import escape_logs, isolate_imports
from pnp.base.outcome import limit_of
from pnp.base.workplace import WorkerStatus, now_on, report_to
from pnp.web.answer import answer, refused
from pnp.web.library import Library
from pnp.web.routes import ROUTES, VIEWS
from pnp.web.server.messages import Reply, read_asked, told
from pnp.web.server.terms import Shown, Terms, library_of
from pnp.web.visit import Made, Request

_AT_START = 60  # seconds of the processor in which it becomes warm
_OPEN_FILES = 256


def main(setting: str) -> None:
    """Be a worker: answer each request that comes, until no more do."""
    given = json.loads(setting)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed does not belong among the answers
    isolate_imports()
    escape_logs()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # the server decides when its workers end
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    report_to(WorkerStatus())
    terms = Terms(*given["terms"])
    _limit(terms, given["alive"])
    library = library_of(Shown(*given["shown"]))
    warm(library)
    answers.write(b"\n")  # which says that it is
    answers.flush()
    for line in iter(requests.readline, b""):
        _limit_time(terms.file_seconds)
        made, is_spoiled = attempt(library, read_asked(line))
        answers.writelines(told(Reply.of(made, compresses=terms.compresses)))
        answers.flush()
        if is_spoiled:
            break  # another worker begins with all of its memory


def warm(library: Library) -> None:
    """Import what answers need, load the games, and keep all of that out of collections."""
    for module in sorted({view.partition(":")[0] for view in ROUTES.values()}):
        with suppress(ImportError):
            import_module(f"{VIEWS}.{module}")
    game = next(iter(library.ids()))
    for path in ("/games.json", "/", f"/games/{game}/", f"/games/{game}/make/"):
        with suppress(Exception):  # whoever asks for it is told
            answer(library, Request(path))
    gc.collect()
    gc.freeze()


def attempt(library: Library, request: Request) -> tuple[Made, bool]:
    """Return the answer, and whether making it has spoiled this process."""
    now_on(request.path)
    try:
        return answer(library, request), False
    except BaseException as error:
        is_spoiled = limit_of(error) is not None
        if not is_spoiled:
            traceback.print_exc()
    return refused(request, "too_much" if is_spoiled else "failed"), is_spoiled


def _limit(terms: Terms, alive: int) -> None:
    """Have the system limit this process, and end it with the server."""
    allowance = Allowance(terms.memory_mb, _AT_START, 1, _OPEN_FILES)
    if os.name == "posix":
        from pnp.base.kernel_limits import end_with, limit_process

        end_with(alive)
        limit_process(allowance)
    else:
        from pnp.base.windows_job import limit_this_process

        limit_this_process(allowance._replace(seconds=_AT_START * terms.jobs))


def _limit_time(seconds: int) -> None:
    if os.name == "posix":
        from pnp.base.kernel_limits import limit_time

        limit_time(seconds)
