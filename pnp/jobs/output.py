"""Output files: all of them appear, complete, or none does."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from filecmp import cmp
from hashlib import file_digest, sha256
from pathlib import Path
from typing import BinaryIO, NoReturn

from pnp.base.errors import OutputError, reason
from pnp.base.files import is_file_name
from pnp.base.signals import stop_if_asked
from pnp.base.units import quoted
from pnp.base.workplace import removed_if_killed


class Stream:
    """A file that is written piece by piece and hashed on the way."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = sha256()

    def write(self, content: bytes) -> None:
        """Write the next bytes."""
        self._hash.update(content)
        self._file.write(content)

    @property
    def sha256(self) -> str:
        """The SHA-256 of everything written."""
        return self._hash.hexdigest()


class Staging:
    """Files written beside the output folder, to be moved in together."""

    def __init__(self, place: Path, folder: Path) -> None:
        self._new = place / "new"
        self._old = place / "old"
        self._folder = folder
        self._made: set[Path] = set()
        self.changed: list[str] = []

    def write(self, path: str, content: bytes) -> str:
        """Write a file at ``path`` in the output folder and return its SHA-256.

        A file that already has this content is left alone; the others count as ``changed``.
        """
        target = self._target(path)
        if not _holds(self._folder / path, content):
            target.write_bytes(content)
            self.changed.append(path)
        return sha256(content).hexdigest()

    @contextmanager
    def stream(self, path: str) -> Iterator[Stream]:
        """Open a file at ``path`` that is too large for memory."""
        target, there = self._target(path), self._folder / path
        with target.open("wb") as file:
            yield Stream(file)
        if there.is_file() and not there.is_symlink() and cmp(there, target, shallow=False):
            target.unlink()
        else:
            self.changed.append(path)

    def there(self, path: str) -> str | None:
        """Return the SHA-256 of the file at ``path`` in the output folder, or None."""
        try:
            return checksum(self._folder / path)
        except OSError:
            return None

    def _target(self, path: str) -> Path:
        stop_if_asked()
        if not all(map(is_file_name, path.split("/"))):
            raise OutputError(f"cannot write {quoted(path)}: not every machine takes that name")
        target = self._new / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        return target

    def move_in(self) -> None:
        """Move every file to its place; if one cannot be moved, restore those that were there."""
        stop_if_asked()
        for parent in {Path(path).parent for path in self.changed}:
            if not stays_inside(self._folder, parent):
                _refuse_link(self._folder / parent)
        moved: list[str] = []
        try:
            for path in self.changed:
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
    """Gather files for ``folder``, and move them in at the end if nothing failed.

    Raises:
        OutputError: If something cannot be written; the folder then stays as it was.
    """
    with place_beside(folder) as place:
        staged = Staging(place, folder)
        yield staged
        staged.move_in()


@contextmanager
def place_beside(folder: Path) -> Iterator[Path]:
    """Yield an empty folder beside ``folder``, on the same disk, and remove it at the end.

    Raises:
        OutputError: If something cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if not stays_inside(folder.parent, folder.name):
            _refuse_link(folder)
        _remove_remains(folder)
        prefix = f".{folder.name}-{os.getpid()}-"
        place = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        with removed_if_killed(place):
            yield place
    except OSError as error:
        raise _unwritable(folder, error) from error
    finally:
        shutil.rmtree(place, ignore_errors=True)


def remove(folder: Path, paths: Iterable[str]) -> None:
    """Remove files of an output folder, and the folders in it that this leaves empty."""
    for path in paths:
        (folder / path).unlink(missing_ok=True)
        for parent in list((folder / path).parents)[: path.count("/")]:
            try:
                parent.rmdir()
            except OSError:  # it is not empty
                break


def checksum(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def stays_inside(folder: Path, inside: str | Path) -> bool:
    """Return whether a path in a folder stays in it once all links are followed."""
    end = Path(os.path.realpath(folder / inside))
    return end.is_relative_to(os.path.realpath(folder))


def _refuse_link(path: Path) -> NoReturn:
    raise OutputError(
        f"cannot write in {path}: it is a link out of the output folder; remove it, or choose "
        "another folder with --out"
    )


def check_apart(folder: Path, definition: Path) -> None:
    """Check that output does not go among the files of the definition, not even through links.

    Raises:
        OutputError: If the folder is that of the game, or a link in the game's folder, which
            may be untrusted, leads out of it.
    """
    if folder.resolve() == definition.resolve().parent:
        raise OutputError(
            f"cannot write in {folder}: it is the game's own folder; "
            "choose another folder with --out"
        )
    here, game = Path(os.path.abspath(folder)), Path(os.path.abspath(definition.parent))
    if here.is_relative_to(game) and not stays_inside(game, here.relative_to(game)):
        raise OutputError(
            f"cannot write in {folder}: a link in the game's folder leads out of it; remove it, "
            "or choose another folder with --out"
        )


def _holds(file: Path, content: bytes) -> bool:
    try:
        return (
            file.is_file()
            and not file.is_symlink()
            and file.stat().st_size == len(content)
            and file.read_bytes() == content
        )
    except OSError:  # then write it again
        return False


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(source, target)


def _remove_remains(folder: Path) -> None:
    """Remove what a killed build left beside this folder, not beside one with a longer name."""
    for place in folder.parent.glob(f".{folder.name}-*-*"):
        process, _, rest = place.name.removeprefix(f".{folder.name}-").partition("-")
        if process.isdecimal() and "-" not in rest and not _is_running(int(process)):
            shutil.rmtree(place, ignore_errors=True)


def _is_running(process: int) -> bool:
    if os.name != "posix":
        return True  # on Windows the check below would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _unwritable(folder: Path, error: OSError) -> OutputError:
    why = reason(error)
    inside = Path(str(error.filename)) if error.filename else folder
    if isinstance(error, FileExistsError | NotADirectoryError):
        why = "a file is where a folder should be"
    where = folder if not inside.is_relative_to(folder) else inside
    return OutputError(f"cannot write in {where}: {why}; choose another folder with --out")
