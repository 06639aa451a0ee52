"""Tell when the files of a game's folder change."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.base.extras import require

TICK = 0.3  # seconds: how often we look by ourselves, where no event is told
STILL = 50  # milliseconds without an event: then whoever saves has done so
LONGEST = 1000  # milliseconds: of saving without a pause
MOST_FILES = 20_000  # more is somebody's whole disk

_HIDDEN = (".", "~$")  # beginnings of names: of the system, or of whoever has a file open
_LEFT = ("~", ".tmp", ".bak")  # ends of what editors leave beside a file
_VIM_TRIES = "4913"  # a file by which Vim finds out whether it may write
_FOLDERS = ("__pycache__", "node_modules")


class _File(NamedTuple):
    """What tells a file that was saved again from the one before."""

    changed: int
    size: int
    node: int


class Watch:
    """The files of a folder, but for what lies ``apart``, and whether they change.

    What editors leave beside a file while they save it does not count, nor what is hidden. The
    folder may be away for a while.
    """

    def __init__(self, folder: Path, apart: tuple[Path, ...] = ()) -> None:
        require("watch", "--watch")
        self._folder = folder.resolve()
        self._apart = {path.resolve() for path in apart} - {self._folder}
        self._noted: dict[str, _File] = {}
        self._stirs = self._stirring()

    def changed(self) -> tuple[str, ...]:
        """Take note of the files, and return which are others than when this was done before.

        Raises:
            UsageError: If there are too many of them to watch.
        """
        before, self._noted = self._noted, self._look()
        paths = before.keys() | self._noted.keys()
        return tuple(sorted(p for p in paths if before.get(p) != self._noted.get(p)))

    def wait(self, patience: float | None = None) -> bool:
        """Wait until a file is another than was taken note of; tell whether one is.

        Without ``patience``, seconds, it waits as long as it takes.
        """
        end = None if patience is None else monotonic() + patience
        while self._look() == self._noted:
            if end is not None and monotonic() >= end:
                return False
            next(self._stirs)
        return True

    def _look(self) -> dict[str, _File]:
        found: dict[str, _File] = {}
        for path, entry in self._files(self._folder):
            try:
                told = entry.stat()
            except OSError:  # gone in this moment
                continue
            found[path] = _File(told.st_mtime_ns, told.st_size, told.st_ino)
            if len(found) > MOST_FILES:
                raise UsageError(
                    f"--watch: {self._folder} holds more than {MOST_FILES} files; "
                    "put the game into a folder of its own"
                )
        return found

    def _files(self, folder: Path, inside: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
        try:
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError:
            return
        for entry in listed:
            if not _counts(entry.name):
                continue
            path = f"{inside}{entry.name}"
            if not entry.is_dir(follow_symlinks=False):
                yield path, entry
            elif entry.name not in _FOLDERS and Path(entry.path) not in self._apart:
                yield from self._files(Path(entry.path), f"{path}/")

    def _stirring(self) -> Iterator[None]:
        """Yield whenever something may have changed, and every now and then."""
        from watchfiles import watch

        while True:
            folder = _node(self._folder)
            try:
                for _ in watch(
                    self._folder,
                    watch_filter=None,
                    debounce=LONGEST,
                    step=STILL,
                    rust_timeout=round(TICK * 1000),
                    yield_on_timeout=True,
                ):
                    yield
                    if _node(self._folder) != folder:
                        break  # it is another folder of the same name
            except OSError:  # the folder is away, or the system tells no more events
                sleep(TICK)
                yield


def _counts(name: str) -> bool:
    left = name.startswith("#") and name.endswith("#")  # by Emacs
    return not (left or name == _VIM_TRIES or name.startswith(_HIDDEN) or name.endswith(_LEFT))


def _node(folder: Path) -> int | None:
    try:
        return folder.stat().st_ino
    except OSError:
        return None
