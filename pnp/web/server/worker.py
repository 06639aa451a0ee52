"""A process that answers requests, one at a time, within limits set by the server."""

import gc
import gzip
import json
import os
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from select import select
from typing import Any, NamedTuple

from pnp.base.imports import escape_logs, isolate_imports
from pnp.base.limits import Allowance
from pnp.base.worker_process import limit_of
from pnp.base.workplace import now_on, report_to
from pnp.web.frame import Face, Made, Request
from pnp.web.library import Library
from pnp.web.routes import ROUTES, VIEWS, answer, canonical_query, refused

COMPRESSED = ("text/", "application/json", "application/xml", "image/svg")
LEAST = 1000  # bytes that are worth compressing
_LEVEL = 6
_SAME = "x-pnp/same"  # the type of an answer that says which other one it is
VERSION = "/version/"  # of a game, of which the server asks for the files

_AT_START = 60  # seconds of the processor in which it becomes warm
_OPEN_FILES = 256
MOST_WARMED = 12  # games
_PAUSE = 0.2  # seconds


class Reply(NamedTuple):
    """An answer as it is sent; ``gzipped`` is empty if compression would not make it smaller."""

    made: Made
    sha256: str
    gzipped: bytes = b""

    @property
    def size(self) -> int:
        """The memory that it takes, in bytes."""
        return len(self.made.content) + len(self.gzipped) + 1000

    @property
    def query(self) -> dict[str, list[str]] | None:
        """The canonical parameters, if the reply only points to these; else None."""
        if self.made.media_type != _SAME:
            return None
        query: dict[str, list[str]] = json.loads(self.made.content)
        return query

    @classmethod
    def of(cls, made: Made, *, compresses: bool = True) -> "Reply":
        """Return an answer with its checksum, compressed if that is allowed and helps."""
        content, small = made.content, b""
        if compresses and len(content) >= LEAST and made.media_type.startswith(COMPRESSED):
            small = gzip.compress(content, _LEVEL, mtime=0)
        return cls(made, sha256(content).hexdigest(), small if len(small) < len(content) else b"")


def same_as(query: Mapping[str, list[str]]) -> Made:
    """Return an answer which says that other parameters get the same answer."""
    return Made(json.dumps(query).encode(), _SAME)


def request_line(request: Request, left_out: Iterable[str]) -> bytes:
    """Return a request as a line for a worker, with the games that are left out."""
    return _line({**request._asdict(), "left_out": list(left_out)})


def read_request_line(line: bytes) -> tuple[Request, list[str]]:
    """Return the request in a line, and the games that are left out."""
    data: dict[str, Any] = json.loads(line)
    left_out: list[str] = data.pop("left_out")
    return Request(**data), left_out


def reply_parts(reply: Reply) -> list[bytes]:
    """Return an answer as parts for the server."""
    made, parts = reply.made, (reply.made.content, reply.gzipped)
    head = {**made._asdict(), "content": "", "sha256": reply.sha256, "sizes": [*map(len, parts)]}
    return [_line(head), *parts]


def part_sizes(line: bytes) -> Sequence[int]:
    """Return the sizes in bytes of the parts that follow a line."""
    sizes: list[int] = json.loads(line)["sizes"]
    return sizes


def read_reply(line: bytes, parts: Sequence[bytes]) -> Reply:
    """Return the answer from a line and the parts after it."""
    head: dict[str, Any] = json.loads(line)
    content, gzipped = parts
    made = Made(content, head["media_type"], head["status"], head["download"])
    return Reply(made, head["sha256"], gzipped)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


class Terms(NamedTuple):
    """Limits of a server.

    Up to ``waiting`` requests wait for a worker; more are asked to come back. A worker may take
    ``seconds`` for an answer and ``file_seconds`` for a download, may use ``memory_mb`` more than
    at its start, and is replaced when it has taken half of that, or after ``jobs`` answers. The
    cache holds ``kept_mb`` of answers. Up to ``connections`` are open at a time, each for
    ``patience`` seconds without a request. Compression does not pay between programs on one
    computer.
    """

    workers: int
    waiting: int
    seconds: int
    file_seconds: int
    memory_mb: int
    kept_mb: int
    connections: int
    patience: int = 20
    jobs: int = 5_000
    compresses: bool = True

    @classmethod
    def of(cls, face: Face, workers: int = 0) -> "Terms":
        """Return the default terms: generous at home, less so in public."""
        if face == "public":
            return cls(workers or usual_workers(), 64, 10, 30, 1000, 256, 500)
        return cls(workers or usual_workers(), 200, 60, 300, 2000, 64, 200, patience=60)

    def of_desk(self) -> "Terms":
        """Return the terms of a designer's desk: one worker, which remembers its last drawings."""
        return self._replace(workers=1, jobs=10**9, compresses=False)


def usual_workers() -> int:
    """Return the default number of workers: that of the available processors, from 2 to 4."""
    if hasattr(os, "sched_getaffinity"):
        there = len(os.sched_getaffinity(0))
    else:
        there = os.cpu_count() or 1
    return max(2, min(4, there))


class ServedGames(NamedTuple):
    """Which games to serve: the built-in ones and those of a folder.

    What they are made with ``is_own`` if it may come from the settings of the user at this
    computer, and from other packages.
    """

    folder: str | None = None
    built_in: bool = True
    is_own: bool = False


def library_of(shown: ServedGames) -> Library:
    """Return the games to serve.

    Raises:
        UsageError: If the folder contains none.
    """
    if shown.folder is None:
        return Library.built_in()
    return Library.of_folder(Path(shown.folder), built_in=shown.built_in)


if sys.platform == "win32":
    from pnp.base.windows_job import end_with, limit_process, limit_time, taken
else:
    from pnp.base.kernel_limits import end_with, limit_process, limit_time, taken


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
    shown = ServedGames(*given["shown"])
    report_to(is_trusted=shown.is_own)
    terms = Terms(*given["terms"])
    _limit(terms, given["alive"])
    library = library_of(shown)
    warm(library)
    gc.freeze()
    gc.enable()
    answers.write(b"\n")  # which says that it is
    answers.flush()
    more = warm_further(library)
    while line := _next(requests, more):
        limit_time(terms.file_seconds)
        request, left_out = read_request_line(line)
        library.leave_out(left_out)
        made, is_spoiled = attempt(library, request)
        answers.writelines(reply_parts(Reply.of(made, compresses=terms.compresses)))
        answers.flush()
        if is_spoiled or 2 * taken() > terms.memory_mb * 1_000_000:
            break  # another worker begins with all of its memory


def warm(library: Library) -> None:
    """Import the modules for answers, and load the games that come with pnp.

    The user's own might end the worker.
    """
    for module in sorted({view.partition(":")[0] for view in ROUTES.values()}):
        with suppress(ImportError):
            import_module(f"{VIEWS}.{module}")
    for path in ("/games.json", "/") if not library.own else ():
        _try(library, path)


def warm_further(library: Library) -> Iterator[str]:
    """Answer usual requests to make later ones faster; yield each address afterwards."""
    for game in [one for one in library.ids() if one not in library.own][:MOST_WARMED]:
        for path in (f"/games/{game}/", f"/games/{game}/make/"):
            _try(library, path)
            yield path
    gc.collect()
    gc.freeze()


def _try(library: Library, path: str) -> None:
    with suppress(Exception):  # whoever asks for it gets the fault
        answer(library, Request(path))


def _next(requests: BufferedReader, steps: Iterator[str]) -> bytes:
    """Wait for the next request, taking a step after each pause without one.

    A visitor's first requests follow each other: a step between them would keep the others waiting.
    Returns b"" at the end of the requests.
    """
    while not _has_request(requests) and next(steps, ""):
        pass
    return requests.readline()


def _has_request(requests: BufferedReader) -> bool:
    """Return whether a request comes before a pause is over, if that can be known of a pipe."""
    return os.name == "posix" and bool(select([requests], [], [], _PAUSE)[0])


def attempt(library: Library, request: Request) -> tuple[Made, bool]:
    """Return the answer, and whether making it has damaged this process.

    A request with superfluous parameters is answered with a pointer to the canonical ones.
    """
    now_on(request.path)
    try:
        if request.path.startswith(VERSION):
            return files_of(library, request.path.removeprefix(VERSION)), False
        query = canonical_query(library, request)
        made = answer(library, request) if query == request.query else same_as(query)
        return made, False
    except BaseException as error:
        is_spoiled = limit_of(error) is not None
        if not is_spoiled:
            traceback.print_exc()
    return refused(request, "too_much" if is_spoiled else "failed"), is_spoiled


def files_of(library: Library, game: str) -> Made:
    """Return the files of which a game is made, for the server."""
    return Made(json.dumps(library.seen(game)).encode(), "x-pnp/files")


def _limit(terms: Terms, alive: int) -> None:
    """Set the system's limits for this process, and make it end with the server."""
    seconds = _AT_START
    if os.name == "posix":
        end_with(alive)
    else:
        seconds *= terms.jobs  # a job counts the time of all its work
    limit_process(Allowance(terms.memory_mb, seconds, 1, _OPEN_FILES))
