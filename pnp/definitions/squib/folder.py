"""The folder of a project: its scripts, and the files that these name."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, isabs, normpath

from pnp.base.errors import UsageError
from pnp.base.files import read_sandboxed, sandboxed

_DECK = re.compile(r"^[^#\n]*\bSquib::Deck\b", re.MULTILINE)
_SKIPPED = ("_output", "node_modules", "vendor")
_DEEPEST = 5  # folders below the project's own
_MOST_SCRIPTS = 200
_MOST_FILES = 20_000  # that are looked at to find the scripts


class ProjectFolder:
    """Finds the files of a project, by their paths from its ``top``.

    Squib looks for files in the folder in which it is run: the top if Rake runs it, or that of the
    script. ``images`` is the folder that a setting names for pictures.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self.script = ""
        self.images = ""

    def scripts(self) -> dict[str, str]:
        """Return the scripts that make decks, by path.

        Raises:
            UsageError: If there is none, or one cannot be read.
        """
        found = list(self._ruby_files())
        if not found:
            raise UsageError(f"{self.top}: is not a project of Squib: it has no .rb file")
        sources = {path: self.source(path) for path in found}
        decks = {path: source for path, source in sources.items() if _DECK.search(source)}
        if not decks:
            raise UsageError(f"{self.top}: no script in it has a Squib::Deck.new")
        return decks

    def source(self, path: str) -> str:
        """Return the text of a script.

        Raises:
            UsageError: If it cannot be read.
        """
        try:
            return self.read(path, "text_kb").decode("utf-8-sig")
        except (OSError, ValueError) as error:
            raise UsageError(f"{self.top / path}: cannot be read: {error}") from None

    def read(self, path: str, limit: str) -> bytes:
        """Return the bytes of a file; ``limit`` names the limit on its size.

        Raises:
            OSError: If it cannot be read or is too large.
            ValueError: If its name is not valid on every system.
        """
        return read_sandboxed(self.top, sandboxed(self.top, path), limit)

    def find(self, name: str, folder: str = "") -> str | None:
        """Return the path of a file that a script names, below ``folder`` if it states one."""
        for base in self._bases():
            path = normpath(f"{base}/{folder}/{name.strip()}".lstrip("/"))
            if not path.startswith("..") and not isabs(name) and (self.top / path).is_file():
                return path
        return None

    def _bases(self) -> Iterator[str]:
        """Yield the folders in which the script may be run: the top, then its own and upwards."""
        yield ""
        folder = dirname(self.script)
        while folder:
            yield folder
            folder = dirname(folder)

    def _ruby_files(self) -> Iterator[str]:
        """Yield the paths of scripts, those in outer folders first.

        Raises:
            UsageError: If the folder has too many files.
        """
        level, seen = [""], 0
        for _ in range(_DEEPEST + 1):
            inner: list[str] = []
            for folder in level:
                for entry in sorted(os.scandir(self.top / folder), key=lambda one: one.name):
                    seen += 1
                    path = f"{folder}/{entry.name}".lstrip("/")
                    if entry.name.startswith(".") or entry.name in _SKIPPED:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        inner.append(path)
                    elif entry.name.endswith(".rb"):
                        yield path
            if seen > _MOST_FILES:
                raise UsageError(
                    f"{self.top}: has more than {_MOST_FILES:,} files: name its folder"
                )
            level = inner
