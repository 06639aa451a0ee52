"""What was looked at in a folder, to know later whether anything of it has changed."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

State = tuple[int, ...]


class Seen(NamedTuple):
    """Files that were looked at: a checksum of their names and content, and their states by path.

    A file that was missing is among them, and so is a folder that was listed.
    """

    checksum: str
    states: Mapping[str, State]

    def is_current(self) -> bool:
        """Return whether all of them are still as they were."""
        return all(state_of(path) == tuple(state) for path, state in self.states.items())


class Notes:
    """Notes of the files below a folder that are looked at."""

    def __init__(self, folder: Path) -> None:
        self._top = os.path.join(folder, "")
        self._states: dict[str, State] = {}
        self._contents: dict[str, str] = {}

    def note(self, path: str, content: bytes | None) -> None:
        """Note a path before it is looked at, or what was found there."""
        if not path.startswith(self._top):
            return
        self._states.setdefault(path, state_of(path))
        if content is not None:
            from hashlib import sha256

            self._contents[path] = sha256(content).hexdigest()

    def seen(self) -> Seen:
        """Return all that was noted."""
        from hashlib import sha256

        lines = (f"{self._contents.get(path, '')} {path}\0" for path in sorted(self._states))
        words = "".join(line.replace(self._top, "", 1) for line in lines)
        return Seen(sha256(words.encode(errors="surrogateescape")).hexdigest(), self._states)


_notes: ContextVar[Notes | None] = ContextVar("_notes", default=None)


@contextmanager
def noting(folder: Path) -> Iterator[Notes]:
    """Note every file below a folder that is looked at meanwhile, in this thread."""
    notes = Notes(folder)
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)


def note(path: Path, content: bytes | None = None) -> None:
    """Note a path before it is looked at, or what was found there, if somebody wants to know."""
    notes = _notes.get()
    if notes is not None:
        notes.note(str(path), content)


def state_of(path: str | Path) -> State:
    """Return what changes when a file or a folder does; nothing of what cannot be reached."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ()
    return found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
