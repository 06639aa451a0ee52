"""The pictures of a project, which are copied into the game, and drawings that are made for it."""

from collections.abc import Callable
from pathlib import Path
from posixpath import normpath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pnp.base.errors import PictureError
from pnp.base.limits import limits, over
from pnp.definitions.squib.folder import ProjectFolder
from pnp.definitions.squib.ruby import UntakenError
from pnp.images.file import read_picture
from pnp.images.svg import is_svg

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
        """Add a drawing, and return its path; equal ones share a file.

        Raises:
            UntakenError: If nothing of it is seen, pnp cannot draw it, or all take too much room.
        """
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
