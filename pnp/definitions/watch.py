"""Watch the files of a game's folder for changes."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

from pnp.base.errors import UsageError
from pnp.base.extras import require

TICK = 0.1  # seconds between checks that the folder is still the same
SETTLED = 50  # milliseconds without an event, after which saving has ended
LONGEST = 1000  # milliseconds that saving may take without a pause
MOST_FILES = 20_000  # more may be a whole disk

_HIDDEN = (".", "~$")  # beginnings of names: hidden files, and locks of open ones
_LEFT = ("~", ".tmp", ".bak")  # ends of the names of editors' temporary files
_VIM_TRIES = "4913"  # a file that Vim creates to see whether it may write
_FOLDERS = ("__pycache__", "node_modules")


class Watch:
    """Collects which files of a folder change, except below the folders ``apart``.

    Hidden files and temporary files of editors do not count. The folder may disappear for a
    while; when it returns, all its files count as changed. So do at first those that are newer
    than ``since``, in seconds since 1970.

    Raises:
        UsageError: If there are too many files to watch.
        MissingExtraError: If watchfiles is not installed.
    """

    def __init__(
        self, folder: Path, apart: tuple[Path, ...] = (), since: float | None = None
    ) -> None:
        require("watch", "--watch")
        self._folder = folder.resolve()
        self._apart = {path.resolve() for path in apart} - {self._folder}
        self._changed: set[str] = set()
        if len(list(islice(self._files(), MOST_FILES + 1))) > MOST_FILES:
            raise UsageError(
                f"--watch: {self._folder} holds more than {MOST_FILES} files; "
                "move the game into a separate folder"
            )
        self._events = self._listen()
        next(self._events)  # from now on no change is missed
        if since is not None:
            self._changed |= {file for file in self._files() if self._is_newer(file, since)}

    def changed(self) -> tuple[str, ...]:
        """Return the paths, in the folder, of the files that changed since the last call."""
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
        """Yield the changed files, or an empty set after each tick without a change."""
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
            except OSError:  # the system cannot watch more folders
                polling = True
                continue
            while _inode(self._folder) is None:
                sleep(TICK)
                yield set()
            yield set(self._files())

    def _is_newer(self, file: str, since: float) -> bool:
        try:
            state = os.stat(self._folder / file)
        except OSError:
            return True
        return max(state.st_mtime, state.st_ctime) > since

    def _counts(self, change: object, path: str) -> bool:
        """Return whether a file or a folder is watched."""
        parts = Path(path).relative_to(self._folder).parts
        below = (self._folder.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1))
        return bool(parts) and all(map(_is_watched, parts)) and self._apart.isdisjoint(below)

    def _files(self, path: str | None = None) -> Iterator[str]:
        """Yield the paths of a folder's files, or ``path`` itself if it is a file or is gone."""
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
