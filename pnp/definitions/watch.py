"""Watch the files of a game's folder for changes."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.base.files import LONGEST_PATH
from pnp.base.imports import require

TICK = 0.1  # seconds between checks that the folder is still the same
SETTLED = 50  # milliseconds without an event, after which saving has ended
LONGEST = 1000  # milliseconds that saving may take without a pause
MOST_FILES = 20_000  # more may be a whole disk

_HIDDEN = (".", "~$")  # beginnings of names: hidden files, and locks of open ones
_LEFT = ("~", ".tmp", ".bak")  # ends of the names of editors' temporary files
_VIM_TRIES = "4913"  # a file that Vim creates to see whether it may write
_FOLDERS = ("__pycache__", "node_modules")


class _Found(NamedTuple):
    """The folders to watch, and the state of each file, which changes when it is saved."""

    folders: tuple[str, ...]
    files: dict[str, tuple[int, ...]]


class Watch:
    """Collects the changed files of a folder, except below the folders ``apart``.

    Hidden files and temporary files of editors do not count. Links are not followed. The folder may
    disappear for a while; when it returns, all its files count as changed. So do, at first, files
    newer than ``since``, in seconds since 1970. Saving has ended after ``settled`` milliseconds
    without an event.
    """

    def __init__(
        self,
        folder: Path,
        apart: tuple[Path, ...] = (),
        since: float | None = None,
        settled: int = SETTLED,
    ) -> None:
        require("watch", "--watch")
        self._folder = Path(os.path.realpath(folder))
        self._settled = settled
        self._apart = {str(Path(os.path.realpath(path))) for path in apart} - {str(self._folder)}
        self._changed: set[str] = set()
        self._found = self._look()
        if len(self._found.files) + len(self._found.folders) > MOST_FILES:
            raise UsageError(
                f"--watch: {self._folder} holds more than {MOST_FILES} files; "
                "move the game into a separate folder"
            )
        self._events = self._listen()
        next(self._events)  # from now on no change is missed
        if since is not None:
            states = self._found.files.items()
            self._changed |= {place for place, state in states if max(state[2:]) > since * 1e9}

    def changed(self) -> tuple[str, ...]:
        """Return the relative paths of the files that changed since the last call."""
        self._changed |= next(self._events)
        changed, self._changed = self._changed, set()
        return tuple(sorted(changed))

    def wait(self, patience: float | None = None) -> bool:
        """Wait until a file changes, at most ``patience`` seconds; return whether one did."""
        end = None if patience is None else monotonic() + patience
        while True:
            self._changed |= next(self._events)
            if self._changed or (end is not None and monotonic() >= end):
                return bool(self._changed)

    def _listen(self) -> Iterator[set[str]]:
        """Yield the changed files, or an empty set after each tick without a change.

        Events only tell which folder changed; comparing the files tells which of them did.
        """
        from watchfiles import watch

        polling = None
        while True:
            folder, watched = _inode(self._folder), self._found.folders
            anew = True  # what happened before the system listened
            try:
                for changes in watch(
                    *watched,
                    watch_filter=self._counts,
                    debounce=LONGEST,
                    step=self._settled,
                    rust_timeout=round(TICK * 1000),
                    yield_on_timeout=True,
                    force_polling=polling,
                    recursive=False,
                ):
                    yield self._news() if changes or anew else set()
                    anew = False
                    if _inode(self._folder) != folder or self._found.folders != watched:
                        break
            except FileNotFoundError:
                yield self._news()
            except OSError:  # the system cannot watch more folders
                polling = True
                continue
            while _inode(self._folder) is None:
                self._found = _Found((), {})
                sleep(TICK)
                yield set()
            yield self._news()

    def _news(self) -> set[str]:
        """Scan the files again, and return those that have changed."""
        before, self._found = self._found, self._look()
        return {name for name, _ in before.files.items() ^ self._found.files.items()}

    def _look(self) -> _Found:
        folders: list[str] = []
        files: dict[str, tuple[int, ...]] = {}
        pending, top = [str(self._folder)], f"{self._folder}{os.sep}"
        while pending and len(folders) + len(files) <= MOST_FILES:
            folders.append(pending.pop())
            try:
                with os.scandir(folders[-1]) as entries:
                    for entry in entries:
                        if not _is_watched(entry.name) or entry.path in self._apart:
                            continue
                        place = entry.path[len(top) :].replace(os.sep, "/")
                        if not entry.is_dir(follow_symlinks=False):
                            files[place] = _state(entry)
                        elif len(place) < LONGEST_PATH:  # no definition names a file below
                            pending.append(entry.path)
            except OSError:  # it has gone, or may not be read
                folders.pop()
        return _Found(tuple(sorted(folders)), files)

    def _counts(self, change: object, path: str) -> bool:
        """Return whether a file or a folder is watched."""
        parts = Path(path).relative_to(self._folder).parts
        below = (str(self._folder.joinpath(*parts[:end])) for end in range(1, len(parts) + 1))
        return bool(parts) and all(map(_is_watched, parts)) and self._apart.isdisjoint(below)


def _state(entry: os.DirEntry[str]) -> tuple[int, ...]:
    """Return the inode, the size, and the times of writing and change in nanoseconds."""
    found = entry.stat(follow_symlinks=False)
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _is_watched(name: str) -> bool:
    left = name.startswith("#") and name.endswith("#")  # by Emacs
    if left or name == _VIM_TRIES or name in _FOLDERS:
        return False
    return not (name.startswith(_HIDDEN) or name.endswith(_LEFT))


def _inode(folder: Path) -> int | None:
    try:
        return folder.stat().st_ino
    except OSError:
        return None
