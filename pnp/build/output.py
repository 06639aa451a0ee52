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
        self._new = place / "new"
        self._old = place / "old"
        self._folder = folder
        self._paths: list[str] = []
        self._made: set[Path] = set()

    def write(self, path: str, content: bytes) -> None:
        """Write a file at ``path``, counted from the output folder."""
        target = self._new / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        target.write_bytes(content)
        self._paths.append(path)

    def move_in(self) -> None:
        """Put every file in its place; if one cannot be, put back all that were there before."""
        moved: list[str] = []
        try:
            for path in self._paths:
                moved.append(path)
                target = self._folder / path
                if target.exists():
                    _move(target, self._old / path)
                _move(self._new / path, target)
        except BaseException:
            for path in reversed(moved):
                self._put_back(path)
            raise

    def _put_back(self, path: str) -> None:
        target, before = self._folder / path, self._old / path
        if before.exists():
            os.replace(before, target)
        elif not (self._new / path).exists():
            target.unlink(missing_ok=True)


@contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """Gather files for ``folder``; they are moved in at the end if nothing failed before.

    Raises:
        OutputError: If something cannot be written; the folder is then as it was.
    """
    with place_beside(folder) as place:
        staged = Staging(place, folder)
        yield staged
        staged.move_in()


@contextmanager
def place_beside(folder: Path) -> Iterator[Path]:
    """Give an empty folder beside ``folder``, on the same disk; it is gone at the end.

    Raises:
        OutputError: If something cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _clear_dead(folder)
        prefix = f".{folder.name}-{os.getpid()}-"
        place = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        yield place
    except OSError as error:
        raise _unwritable(folder, error) from error
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(source, target)


def _clear_dead(folder: Path) -> None:
    """Remove what a killed build left beside its folder, and not beside one of a longer name."""
    for place in folder.parent.glob(f".{folder.name}-*-*"):
        process, _, rest = place.name.removeprefix(f".{folder.name}-").partition("-")
        if process.isdecimal() and "-" not in rest and not _is_running(int(process)):
            shutil.rmtree(place, ignore_errors=True)


def _is_running(process: int) -> bool:
    if os.name != "posix":
        return True  # elsewhere asking would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _unwritable(folder: Path, error: OSError) -> OutputError:
    reason = (error.strerror or str(error)).lower()
    inside = Path(str(error.filename)) if error.filename else folder
    if isinstance(error, FileExistsError | NotADirectoryError):
        reason = "a file is where a folder should be"
    where = folder if not inside.is_relative_to(folder) else inside
    return OutputError(f"cannot write in {where}: {reason}; choose another folder with --out")
