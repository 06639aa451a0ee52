"""A worker's report to its parent: what it is working on, and which files it leaves.

It sends each change at once, so that the parent knows it even if the worker is killed. Outside a
worker, nothing is sent.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import time  # noqa: TID251 - compared with the times of files
from types import TracebackType

SIZE = 8  # bytes before a message, which say how many follow
_READ_A_SECOND = 20_000_000  # bytes, and summed: a slow disk in a network


@dataclass
class WorkerStatus:
    """What a worker's parent knows of its work.

    ``turn`` counts the worker's pieces of work, each with its own time, which ``began`` in seconds
    since 1970; while the worker starts or waits it is 0 and no time counts. A piece may take
    ``more`` seconds beyond the allowance. ``remains`` are files and folders to remove if the worker
    is killed.
    """

    turn: int = 0
    began: float = 0.0
    more: float = 0.0
    place: str = ""
    remains: list[Path] = field(default_factory=list)


def message(content: bytes) -> bytes:
    """Return a message with its size before it."""
    return len(content).to_bytes(SIZE, "big") + content


class _Work:
    """The work of this process, if it is a worker."""

    def __init__(self, send: Callable[[bytes], None], renew: Callable[[float], None]) -> None:
        self._send = send
        self.renew = renew
        self.subject = ""
        self.places: list[str] = []
        self.turns = 0
        self.more = 0.0
        self.remains: list[Path] = []

    def tell(self, name: str, value: object) -> None:
        """Report a field of the status."""
        self._send(message(pickle.dumps((name, value))))

    def show(self) -> str:
        """Report the current place, and return it."""
        place = ", ".join(filter(None, (self.subject, *self.places)))
        self.tell("place", place)
        return place


class _Working:
    """A place in the work, nested within the one before."""

    def __init__(self, work: _Work, place: str) -> None:
        self._work = work
        self._place = place
        self._depth = 0

    def __enter__(self) -> None:
        self._depth = len(self._work.places)
        self._work.places.append(self._place)
        self._work.show()

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and not hasattr(error, "working_on"):
            error.working_on = self._work.show()  # type: ignore[attr-defined]
        del self._work.places[self._depth :]
        self._work.show()


_work: _Work | None = None  # of this process, if it is a worker


def report_to(
    send: Callable[[bytes], None] = lambda sent: None,
    renew: Callable[[float], None] = lambda more: None,
) -> None:
    """Make this process a worker that reports by ``send``.

    ``renew`` is called when a piece of work begins, with the seconds that it may take beyond the
    allowance.
    """
    global _work
    _work = _Work(send, renew)


def begin() -> None:
    """Start the clock for the next piece of work."""
    if _work is not None:
        _work.turns += 1
        _work.renew(_work.more)
        _work.tell("began", time())
        _work.tell("turn", _work.turns)


def in_worker() -> bool:
    """Return whether this process is a worker."""
    return _work is not None


def working_on(place: str) -> AbstractContextManager[None]:
    """Report what the code in this context works on: ``jars``, and within it ``card 17``.

    If the worker exceeds a limit, the message names this place.
    """
    return nullcontext() if _work is None else _Working(_work, place)


def now_on(subject: str) -> None:
    """Report what all work is about until the next call, such as a game.

    Places of :func:`working_on` are within it.
    """
    if _work is not None:
        _work.subject = subject
        _work.show()


def place_of(error: BaseException) -> str:
    """Return the place in the work where an error was raised."""
    return str(getattr(error, "working_on", "" if _work is None else _work.show()))


@contextmanager
def removed_if_killed(path: Path) -> Iterator[None]:
    """Remove a file or folder if this process is a worker that is killed within this context."""
    if _work is None:
        yield
        return
    work, path = _work, path.absolute()
    work.remains.append(path)
    work.tell("remains", work.remains)
    try:
        yield
    finally:
        work.remains.remove(path)
        work.tell("remains", work.remains)


@contextmanager
def unhurried() -> Iterator[None]:
    """Stop the clock within this context, such as while a person answers; then restart it."""
    if _work is not None:
        _work.tell("turn", 0)
    try:
        yield
    finally:
        begin()


def allow_reading(file_size: int) -> None:
    """Give a worker more time, enough to read and checksum that many bytes.

    The size of an untrusted file should be the one on disk, where holes take no room.
    """
    if _work is not None:
        _work.more += file_size / _READ_A_SECOND
        _work.tell("more", _work.more)
        _work.renew(_work.more)
