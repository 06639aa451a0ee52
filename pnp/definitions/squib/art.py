"""The pictures of a project, which are copied into the game, and drawings that are made for it."""

from collections.abc import Callable
from pathlib import Path
from posixpath import normpath
from typing import NamedTuple

from pnp.base.errors import PictureError
from pnp.base.files import read_sandboxed, sandboxed
from pnp.images.file import read_picture

_ADVICE = "put it right in the project and begin again, or add a frame for it"
Warn = Callable[[str, str], None]


class CopiedPicture(NamedTuple):
    """A picture in the game: its path after ``art/``, and its size in pixels."""

    name: str
    width: float
    height: float


class Art:
    """Copies pictures to ``files``; ``images`` is the folder of the project that has them."""

    def __init__(self, folder: Path, files: dict[str, bytes], warn: Warn) -> None:
        self.images = ""
        self._folder = folder
        self._files = files
        self._warn = warn

    def picture(self, name: str) -> CopiedPicture | None:
        """Copy a picture; if pnp cannot show it, say so and return None, as Squib draws nothing."""
        path = normpath(f"{self.images}/{name.strip()}".lstrip("/"))
        try:
            found = read_picture(self._folder, path)
            data = read_sandboxed(self._folder, sandboxed(self._folder, path), "picture_kb")
        except (OSError, ValueError, PictureError) as error:
            self._warn(f"picture {name!r} is left out: {_reason(error, path)}", _ADVICE)
            return None
        self._files[f"art/{path}"] = data
        return CopiedPicture(path, found.width, found.height)

    def drawing(self, kind: str, content: str) -> str:
        """Add a drawing, and return its path; equal ones share a file."""
        data = content.encode()
        for number in range(1, len(self._files) + 2):
            path = f"art/{kind}.svg" if number == 1 else f"art/{kind}-{number}.svg"
            if self._files.setdefault(path, data) == data:
                return path
        raise AssertionError("one of the names is free")


def _reason(error: Exception, path: str) -> str:
    if path.startswith(".."):
        return "it lies outside the project's folder"
    return getattr(error, "strerror", None) or str(error)
