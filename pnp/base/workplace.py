"""The report of what a process is working on, step by step.

A worker reports each change to its parent at once, also which files it leaves, so that the parent
knows it even if the worker is killed. A command reports to the line on its terminal
(:mod:`pnp.base.progress`). Where nobody listens, nothing is reported.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import time  # noqa: TID251 - compared with the times of files
from types import TracebackType
from typing import NamedTuple, TypeVar

SIZE = 8  # bytes before a message, which say how many follow
_READ_A_SECOND = 20_000_000  # bytes, and summed: a slow disk in a network

T = TypeVar("T")


class WorkStep(NamedTuple):
    """A place in the work; ``done`` counts what is done before it, of ``of`` where that is known.

    Without a place, the process is about to print.
    """

    place: str = ""
    done: int = 0
    of: int = 0


NOTHING = WorkStep()


class WorkerStatus:
    """What a worker's parent knows of its work.

    ``turn`` counts the worker's pieces of work, each with its own time, which ``began`` in seconds
    since 1970; while the worker starts or waits it is 0 and no time counts. A piece may take
    ``more`` seconds beyond the allowance. ``remains`` are files and folders to remove if the worker
    is killed.
    """

    def __init__(self) -> None:
        self.turn = 0
        self.began = 0.0
        self.more = 0.0
        self.step = NOTHING
        self.remains: list[Path] = []


def message(content: bytes) -> bytes:
    """Return a message with its size before it."""
    return len(content).to_bytes(SIZE, "big") + content


class _Work:
    """The work of this process, as it is reported."""

    def __init__(
        self, tell: Callable[[str, object], object], renew: Callable[[float], object] | None
    ) -> None:
        self.tell = tell
        self.renew = renew
        self.is_trusted = False
        self.subject = ""
        self.steps: list[WorkStep] = []
        self.turns = 0
        self.more = 0.0
        self.remains: list[Path] = []
        self.is_told = True

    def show(self) -> str:
        """Report the current place, and return it."""
        return self.show_all(WorkStep(self.subject), *self.steps)

    def show_all(self, *steps: WorkStep) -> str:
        """Report steps, each within the one before, as one with the outermost count."""
        place = ", ".join(dict.fromkeys(one.place for one in steps if one.place))
        counted = next((one for one in steps if one.of > 1), NOTHING)
        self.is_told = True
        self.tell("step", counted._replace(place=place))
        return place


class _Working:
    """A place in the work, nested within the one before."""

    def __init__(self, work: _Work, step: WorkStep) -> None:
        self._work = work
        self._step = step
        self._depth = 0

    def __enter__(self) -> None:
        self._depth = len(self._work.steps)
        self._work.steps.append(self._step)
        self._work.show()

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and not hasattr(error, "working_on"):
            error.working_on = self._work.show()  # type: ignore[attr-defined]
        del self._work.steps[self._depth :]
        self._work.show()


_work: _Work | None = None  # of this process, if somebody listens


def report_to(
    tell: Callable[[str, object], object] = lambda name, value: None,
    renew: Callable[[float], object] | None = lambda more: None,
    *,
    is_trusted: bool = False,
) -> None:
    """Report this process's work by ``tell``, which takes a field of the status and its value.

    In a worker, ``renew`` is called when a piece of work begins, with the seconds that it may take
    beyond the allowance. No other process has one. A worker reads what strangers wrote, unless all
    ``is_trusted``.
    """
    global _work
    _work = _Work(tell, renew)
    _work.is_trusted = is_trusted


def report_to_nobody() -> None:
    """Report nothing from now on."""
    global _work
    _work = None


def begin() -> None:
    """Start the clock for the next piece of work."""
    if _work is not None and _work.renew is not None:
        _work.turns += 1
        _work.renew(_work.more)
        _work.tell("began", time())
        _work.tell("turn", _work.turns)


def in_worker() -> bool:
    """Return whether this process is a worker."""
    return _work is not None and _work.renew is not None


def reads_strangers() -> bool:
    """Return whether this process is a worker that reads what strangers wrote."""
    return _work is not None and in_worker() and not _work.is_trusted


def working_on(place: str, done: int = 0, of: int = 0) -> AbstractContextManager[None]:
    """Report what the code in this context works on: ``jars``, and within it ``card 17``.

    That is a step after ``done`` others, of ``of`` if their number is known. If a worker exceeds a
    limit, the message names the place.
    """
    return nullcontext() if _work is None else _Working(_work, WorkStep(place, done, of))


def each(items: Sequence[T], place: Callable[[T], str] = str) -> Iterator[T]:
    """Yield items, and report each as a step while the caller works on it."""
    for done, item in enumerate(items):
        with working_on(place(item), done, len(items)):
            yield item


def pass_on(step: WorkStep) -> None:
    """Report a step of a worker as one of this process, within its own."""
    if _work is None:
        return
    if step.place:
        _work.show_all(*_work.steps, step)
    else:
        hide()


def hide() -> None:
    """Have the line on the terminal removed, as this process is about to print or to wait."""
    if _work is not None and _work.is_told:
        _work.is_told = False
        _work.tell("step", NOTHING)


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
        if _work.renew is not None:
            _work.renew(_work.more)
