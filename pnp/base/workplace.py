"""A worker's report to its parent: what it is working on, and which files it leaves.

It writes both into shared memory, which can be read even after it was killed. Outside a worker,
nothing is written.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from mmap import mmap
from pathlib import Path
from struct import pack, unpack
from time import time  # noqa: TID251 - compared with the times of files
from types import TracebackType

_SIZE = 65_536
_TURN = slice(0, 8)
_BEGAN = slice(8, 16)
_MORE = slice(16, 24)
_PLACE = slice(24, 4096)
_REMAINS = slice(4096, _SIZE)
_END = b"\0"
_READ_A_SECOND = 20_000_000  # bytes, and summed: a slow disk in a network


class WorkerStatus:
    """Memory that a worker shares with its parent.

    ``turn`` counts the worker's pieces of work, each with its own time; while the worker waits it
    is 0 and no time counts.
    """

    def __init__(self) -> None:
        self._memory = mmap(-1, _SIZE)  # anonymous, and shared with forked processes
        self.turn = 1

    @property
    def turn(self) -> int:
        """The number of the piece of work; 0 while the worker waits."""
        return int.from_bytes(self._memory[_TURN], "little")

    @turn.setter
    def turn(self, number: int) -> None:
        self._memory[_TURN] = number.to_bytes(8, "little")
        self._memory[_BEGAN] = pack("d", time())

    @property
    def began(self) -> float:
        """When the piece of work began, in seconds since 1970."""
        began: float = unpack("d", self._memory[_BEGAN])[0]
        return began

    @property
    def more(self) -> float:
        """Seconds that the worker may take beyond its allowance."""
        more: float = unpack("d", self._memory[_MORE])[0]
        return more

    @more.setter
    def more(self, seconds: float) -> None:
        self._memory[_MORE] = pack("d", seconds)

    @property
    def place(self) -> str:
        """What the worker is working on."""
        return self._read(_PLACE).decode(errors="replace")

    @place.setter
    def place(self, text: str) -> None:
        self._write(_PLACE, text.encode(errors="replace")[: _PLACE.stop - _PLACE.start - 1])

    @property
    def remains(self) -> list[Path]:
        """Files and folders to remove if the worker is killed."""
        return [Path(os.fsdecode(name)) for name in self._read(_REMAINS).split(b"//") if name]

    @remains.setter
    def remains(self, paths: list[Path]) -> None:
        names = b"//".join(map(os.fsencode, paths))  # which is in no path
        if len(names) < _REMAINS.stop - _REMAINS.start:
            self._write(_REMAINS, names)

    def _read(self, part: slice) -> bytes:
        return self._memory[part].partition(_END)[0]

    def _write(self, part: slice, content: bytes) -> None:
        self._memory[part.start : part.start + len(content) + 1] = content + _END


class _Work:
    """The work of this process, if it is a worker."""

    def __init__(self, board: WorkerStatus, renew: Callable[[float], None]) -> None:
        self.board = board
        self.renew = renew
        self.subject = ""
        self.places: list[str] = []
        self.turns = 1

    def show(self) -> str:
        """Write the current place to the status, and return it."""
        place = ", ".join(filter(None, (self.subject, *self.places)))
        self.board.place = place
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


def report_to(board: WorkerStatus, renew: Callable[[float], None] = lambda more: None) -> None:
    """Make this process a worker that reports to ``board``.

    ``renew`` is called when a piece of work begins, with the seconds that it may take beyond the
    allowance.
    """
    global _work
    _work = _Work(board, renew)


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
    board, path = _work.board, path.absolute()
    board.remains = [*board.remains, path]
    try:
        yield
    finally:
        board.remains = [other for other in board.remains if other != path]


@contextmanager
def unhurried() -> Iterator[None]:
    """Stop the clock within this context, such as while a person answers; then restart it."""
    if _work is not None:
        _work.board.turn = 0
    try:
        yield
    finally:
        if _work is not None:
            _work.turns += 1
            _work.renew(_work.board.more)
            _work.board.turn = _work.turns


def allow_reading(file_size: int) -> None:
    """Give a worker more time, enough to read and checksum that many bytes.

    The size of an untrusted file should be the one on disk, where holes take no room.
    """
    if _work is not None:
        _work.board.more += file_size / _READ_A_SECOND
        _work.renew(_work.board.more)
