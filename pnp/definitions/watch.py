"""Watch the files of a game's folder for changes."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

from pnp.base.errors import UsageError
from pnp.base.extras import require

TICK = 0.1  # seconds until we look whether it is still the same folder
SETTLED = 50  # milliseconds without an event: whoever saves has done so
LONGEST = 1000  # milliseconds: of saving without a pause
MOST_FILES = 20_000  # more is somebody's whole disk

_HIDDEN = (".", "~$")  # beginnings of names: hidden files, and locks of open ones
_LEFT = ("~", ".tmp", ".bak")  # ends of what editors leave beside a file
_VIM_TRIES = "4913"  # a file by which Vim finds out whether it may write
_FOLDERS = ("__pycache__", "node_modules")


class Watch:
    """Collects which files of a folder change, except below the folders ``apart``.

    Hidden files do not count, nor what editors leave beside a file while they save it. The folder
    may be away for a while; when it is back all its files count as changed.

    Raises:
        UsageError: If there are too many files to watch.
        MissingExtraError: If watchfiles is not installed.
    """

    def __init__(self, folder: Path, apart: tuple[Path, ...] = ()) -> None:
        require("watch", "--watch")
        self._folder = folder.resolve()
        self._apart = {path.resolve() for path in apart} - {self._folder}
        self._changed: set[str] = set()
        if sum(1 for _, _ in zip(range(MOST_FILES + 1), self._files(), strict=False)) > MOST_FILES:
            raise UsageError(
                f"--watch: {self._folder} holds more than {MOST_FILES} files; "
                "put the game into a folder of its own"
            )
        self._events = self._listen()
        next(self._events)  # from now on nothing is missed

    def changed(self) -> tuple[str, ...]:
        """Return the files that changed since this was last asked, by their paths in the folder."""
        self._changed |= next(self._events)
        changed, self._changed = self._changed, set()
        return tuple(sorted(changed))

    def wait(self, patience: float | None = None) -> bool:
        """Wait until a file changes, at most ``patience`` seconds, and tell whether one did."""
        end = None if patience is None else monotonic() + patience
        while True:
            self._changed |= next(self._events)
            if self._changed or (end is not None and monotonic() >= end):
                return bool(self._changed)

    def _listen(self) -> Iterator[set[str]]:
        """Yield what changed, or nothing after a while without a change."""
        from watchfiles import watch

        polling = None
        while True:
            folder = _inode(self._folder)
            try:
                for changes in watch(
                    self._folder,
                    watch_filter=self._counts,
                    debounce=LONGEST,
                    step=SETTLED,
                    rust_timeout=round(TICK * 1000),
                    yield_on_timeout=True,
                    force_polling=polling,
                ):
                    yield {file for _, path in changes for file in self._files(path)}
                    if _inode(self._folder) != folder:
                        break
            except FileNotFoundError:
                pass
            except OSError:  # the system tells of no more folders
                polling = True
                continue
            while _inode(self._folder) is None:
                sleep(TICK)
                yield set()
            yield set(self._files())

    def _counts(self, change: object, path: str) -> bool:
        """Tell whether a file or a folder is one that is watched."""
        parts = Path(path).relative_to(self._folder).parts
        below = (self._folder.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1))
        return bool(parts) and all(map(_is_watched, parts)) and self._apart.isdisjoint(below)

    def _files(self, path: str | None = None) -> Iterator[str]:
        """Yield the paths of a folder's files, or the path of what is a file or is gone."""
        top = path or str(self._folder)
        if path and not os.path.isdir(path):
            yield Path(path).relative_to(self._folder).as_posix()
        for folder, folders, names in os.walk(top):
            folders[:] = [name for name in folders if self._counts(None, f"{folder}/{name}")]
            for name in names:
                if self._counts(None, f"{folder}/{name}"):
                    yield Path(folder, name).relative_to(self._folder).as_posix()


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
