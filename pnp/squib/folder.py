"""The folder of a project: its scripts, the files that these name, and its pictures."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import dirname, isabs, normpath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pnp.base.errors import PictureError, UsageError
from pnp.base.files import listed, read_sandboxed, sandboxed
from pnp.base.limits import limits, over
from pnp.images.file import read_picture
from pnp.images.svg import is_svg
from pnp.squib.ruby import UntakenError

_DECK = re.compile(r"^[^#\n]*\bSquib::Deck\b", re.MULTILINE)
_SKIPPED = ("_output", "node_modules", "vendor")
_DEEPEST = 5  # folders below the project's own
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
        """Return the scripts that make decks, by path."""
        found = list(self._ruby_files())
        if not found:
            raise UsageError(f"{self.top}: is not a project of Squib: it has no .rb file")
        sources = {path: self.source(path) for path in found}
        decks = {path: source for path, source in sources.items() if _DECK.search(source)}
        if not decks:
            raise UsageError(f"{self.top}: no script in it has a Squib::Deck.new")
        return decks

    def source(self, path: str) -> str:
        """Return the text of a script."""
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
            if not path.startswith("..") and not isabs(name) and os.path.isfile(self.top / path):
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
        """Yield the paths of scripts, those in outer folders first."""
        level, seen = [""], 0
        for _ in range(_DEEPEST + 1):
            inner: list[str] = []
            for folder in level:
                for entry in listed(self.top / folder):
                    seen += 1
                    path = f"{folder}/{entry.place}".lstrip("/")
                    if entry.place.startswith(".") or entry.place in _SKIPPED:
                        continue
                    if entry.is_folder:
                        inner.append(path)
                    elif entry.place.endswith(".rb"):
                        yield path
            if seen > _MOST_FILES:
                raise UsageError(
                    f"{self.top}: has more than {_MOST_FILES:,} files: name its folder"
                )
            level = inner


_ADVICE = "put it right in the project and begin again, or add a frame for it"
Warn = Callable[[str, str], None]


class CopiedPicture(NamedTuple):
    """A picture in the game: its path after ``art/``, its content, and its size in pixels."""

    name: str
    data: bytes
    is_svg: bool
    width: float
    height: float


class Art:
    """Copies pictures to ``files``."""

    def __init__(self, folder: ProjectFolder, files: dict[str, bytes], warn: Warn) -> None:
        self._folder = folder
        self._files = files
        self._warn = warn
        self._made: dict[str, CopiedPicture] = {}

    def picture(self, name: str, folder: str | None = None) -> CopiedPicture | None:
        """Copy a picture; if pnp cannot show it, say so and return None, as Squib draws nothing.

        ``folder`` is that of pictures, unless it is stated.
        """
        if name in self._made:
            return self._made[name]
        folder = self._folder.images if folder is None else folder
        wanted = normpath(f"{folder}/{name.strip()}".lstrip("/"))
        path = self._folder.find(name, folder) or wanted
        try:
            found = read_picture(self._folder.top, path)
            data = self._folder.read(path, "picture_kb")
        except (OSError, ValueError, PictureError) as error:
            self._warn(f"picture {name!r} is left out: {_reason(error, path)}", _ADVICE)
            return None
        stored = normpath(name.strip())
        if stored.startswith("..") or self._files.get(f"art/{stored}", data) != data:
            stored = path
        self._files[f"art/{stored}"] = data
        return CopiedPicture(stored, data, is_svg(data), found.width, found.height)

    def made(self, content: str) -> str:
        """Add an SVG picture that a script has, and return its name."""
        data = content.encode()
        for number in range(1, len(self._made) + 2):
            name = f"inline-{number}.svg"
            if name not in self._made:
                size = self._size(data, "a picture in the script")
                self._made[name] = CopiedPicture(name, data, True, *size)
                self._files[f"art/{name}"] = data
            if self._made[name].data == data:
                return name
        raise AssertionError("one of the names is free")

    def drawing(self, kind: str, content: str) -> str:
        """Add a drawing, and return its path; equal ones share a file."""
        data = content.encode()
        drawn = sum(len(file) for path, file in self._files.items() if path.startswith("drawings/"))
        if drawn + len(data) > 1000 * limits().picture_kb:
            what = f"{kind}: the drawings are too large: {over('picture_kb')}"
            raise UntakenError(what, "crop or stretch the pictures in a program for pictures")
        self._size(data, f"{kind}: a drawing of it")
        for number in range(1, len(self._files) + 2):
            path = f"drawings/{kind}.svg" if number == 1 else f"drawings/{kind}-{number}.svg"
            if self._files.setdefault(path, data) == data:
                return path
        raise AssertionError("one of the names is free")

    def _size(self, data: bytes, what: str) -> tuple[float, float]:
        """Return the size of an SVG file."""
        with TemporaryDirectory() as folder:
            (Path(folder) / "drawing.svg").write_bytes(data)
            try:
                found = read_picture(Path(folder), "drawing.svg")
            except PictureError as error:
                advice = "draw it as a picture, and add a frame for it"
                raise UntakenError(f"{what} {error}", advice) from None
        return found.width, found.height


def _reason(error: Exception, path: str) -> str:
    if path.startswith(".."):
        return "it lies outside the project's folder"
    return getattr(error, "strerror", None) or str(error)
