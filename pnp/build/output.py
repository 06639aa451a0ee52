"""Files that appear whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.errors import OutputError


class Staging:
    """Files on their way: written beside the output folder, moved in together."""

    def __init__(self, place: Path, folder: Path) -> None:
        self._place = place
        self._folder = folder
        self._paths: list[str] = []

    def write(self, path: str, content: bytes) -> None:
        """Write a file at ``path``, counted from the output folder."""
        target = self._place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        self._paths.append(path)

    def move_in(self) -> None:
        """Put every file in its place, in the order of writing."""
        for path in self._paths:
            target = self._folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(self._place / path, target)


@contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """Gather files for ``folder``; they are moved in at the end if nothing failed before.

    Raises:
        OutputError: If something cannot be written; the folder is then as it was, unless
            the very moving of files failed.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        staged = Staging(place, folder)
        yield staged
        staged.move_in()
    except OSError as error:
        raise _unwritable(folder, error) from error
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _unwritable(folder: Path, error: OSError) -> OutputError:
    reason = (error.strerror or str(error)).lower()
    return OutputError(f"cannot write in {folder}: {reason}; choose another folder with --out")
