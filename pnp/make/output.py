"""Output files: all of them appear, complete, or none does."""

import errno
import glob
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NoReturn

from pnp.base.errors import OutputError, reason
from pnp.base.files import checksum, holds, is_file_name, is_within
from pnp.base.locks import locked
from pnp.base.signals import stop_if_asked
from pnp.base.units import quoted
from pnp.base.workplace import removed_if_killed

_TRIES = 9  # to make folders that other processes remove because they made nothing in them

# Files that identify a bag, an OCFL storage root and an OCFL object, with their names.
DECLARATIONS: Mapping[str, str] = {
    "bagit.txt": "a package for an archive",
    "METS.xml": "a submission package",
    **{f"0=ocfl_{version}": "an OCFL storage root" for version in ("1.0", "1.1")},
    **{f"0=ocfl_object_{version}": "an OCFL object" for version in ("1.0", "1.1")},
}


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
        self._meanwhile = place / "meanwhile"
        self._folder = folder
        self._made: set[Path] = set()
        self._removed: tuple[str, ...] = ()
        self._last = ""
        self.changed: list[str] = []

    def write(self, path: str, content: bytes) -> str:
        """Write a file for ``path`` in the output folder and return its SHA-256.

        A file that already has this content is left alone; the others count as ``changed``.
        """
        target = self._target(path)
        if not holds(self._folder / path, content, self._folder):
            target.write_bytes(content)
            self.changed.append(path)
        return sha256(content).hexdigest()

    @contextmanager
    def stream(self, path: str) -> Iterator[Stream]:
        """Open a stream for a file at ``path`` that is too large for memory."""
        target = self._target(path)
        with target.open("wb") as file:
            yield (stream := Stream(file))
        if self.there(path) == stream.sha256:
            target.unlink()
        else:
            self.changed.append(path)

    def there(self, path: str) -> str | None:
        """Return the SHA-256 of the file at ``path`` in the output folder; None if unreadable."""
        try:
            return checksum(self._folder / path, top=self._folder)
        except OSError:
            return None

    def _target(self, path: str) -> Path:
        stop_if_asked()
        if not all(map(is_file_name, path.split("/"))):
            raise OutputError(
                f"cannot write {quoted(path)}: not every file system accepts that name"
            )
        target = self._new / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        return target

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files of the output folder when the others are moved in."""
        self._removed += tuple(paths)

    def leave(self, path: str) -> None:
        """Leave a file of the output folder as it is, whatever was written for it."""
        self.changed.remove(path)
        (self._new / path).unlink()

    def write_last(self, path: str, content: bytes, meanwhile: Callable[[], bytes]) -> None:
        """Write the file that lists the others; ``meanwhile`` returns its interim content."""
        if not (self.changed or self._removed):
            self.write(path, content)
            return
        self._last = path
        if not holds(self._folder / path, content, self._folder):
            self.changed.append(path)
        self._target(path).write_bytes(content)
        self._meanwhile.write_bytes(meanwhile())

    def move_in(self) -> None:
        """Move every file to its place; if one cannot be moved, restore those that were there.

        Each file is replaced atomically, so that none is ever missing; a new folder is moved in as
        a whole.
        """
        stop_if_asked()
        for parent in {Path(path).parent for path in (*self.changed, *self._removed)}:
            if not is_within(self._folder, self._folder / parent):
                _refuse_link(self._folder / parent)
        if not os.path.lexists(self._folder) and self.changed:
            os.rename(self._new, self._folder)
            return
        with ExitStack() as undo:
            if self._last:
                self._replace(self._last, self._meanwhile, undo)
            for path in self.changed:
                if path != self._last:
                    self._replace(path, self._new / path, undo)
            for path in self._removed:
                self._take_away(path, undo)
            if self._last:
                os.replace(self._new / self._last, self._folder / self._last)
            undo.pop_all()
        _remove_empty(self._folder, self._removed)

    def _replace(self, path: str, new: Path, undo: ExitStack) -> None:
        """Put a file in its place, and keep the old one until all are in place."""
        target = self._folder / path
        _make_folders(target.parent, undo)
        if os.path.lexists(target):
            undo.callback(os.replace, self._backup(path), target)
        else:
            undo.callback(target.unlink, missing_ok=True)
        os.replace(new, target)

    def _take_away(self, path: str, undo: ExitStack) -> None:
        if os.path.lexists(self._folder / path):
            undo.callback(os.replace, self._backup(path), self._folder / path)
            (self._folder / path).unlink()

    def _backup(self, path: str) -> Path:
        """Return a hard link to, or a copy of, a file in the output folder."""
        before = self._old / path
        before.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(self._folder / path, before, follow_symlinks=False)
        except (OSError, NotImplementedError):  # not every file system has links
            shutil.copy2(self._folder / path, before, follow_symlinks=False)
        return before


@contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """Collect files for ``folder``, and move them in at the end if nothing failed.

    Raises:
        OutputError: If something cannot be written, or the folder is a package for an archive; it
            then stays as it was.
    """
    check_no_package(folder)
    with place_beside(folder) as place:
        check_no_package(folder)  # it may have become one while this process waited
        staged = Staging(place, folder)
        yield staged
        staged.move_in()


@contextmanager
def place_beside(folder: Path) -> Iterator[Path]:
    """Yield an empty folder beside ``folder``, on the same disk, and remove it at the end.

    Only one process at a time has a place beside a folder; others wait for it.

    Raises:
        OutputError: If something cannot be written.
    """
    with ExitStack() as held:
        try:
            if not is_within(folder.parent, folder):
                _refuse_link(folder)
            _lock(folder, held)
            _remove_remains(folder)
            place = Path(
                tempfile.mkdtemp(prefix=f".{folder.name}-{os.getpid()}-", dir=folder.parent)
            )
        except OSError as error:
            raise _unwritable(folder, error) from error
        held.callback(shutil.rmtree, place, ignore_errors=True)
        try:
            with removed_if_killed(place):
                yield place
        except OSError as error:
            raise _unwritable(folder, error) from error


def _lock(folder: Path, held: ExitStack) -> None:
    """Lock a folder, and make its parents, which are removed again if they stay empty."""
    for tries in range(_TRIES):
        try:
            _make_folders(folder.parent, held)
            held.enter_context(locked(folder))
            return
        except FileNotFoundError:
            if tries + 1 == _TRIES:
                raise


def check_no_package(folder: Path) -> None:
    """Check that an output folder is not a package or storage root, nor inside one.

    Raises:
        OutputError: If it is.
    """
    for place in (Path(os.path.abspath(folder)), *Path(os.path.abspath(folder)).parents):
        for name, what in DECLARATIONS.items():
            if os.path.lexists(place / name):
                raise OutputError(
                    f"cannot write in {folder}: {place} is {what}, which would be damaged; "
                    "choose another folder with --out"
                )


def _refuse_link(path: Path) -> NoReturn:
    raise OutputError(
        f"cannot write in {path}: it is a link out of the output folder; remove it, or choose "
        "another folder with --out"
    )


def check_apart(folder: Path, definition: Path) -> None:
    """Check that output does not go among the files of the definition, not even through links.

    Raises:
        OutputError: If the folder is that of the game, or a link in the game's folder, which may be
            untrusted, leads out of it.
    """
    if os.path.realpath(folder) == os.path.dirname(os.path.realpath(definition)):
        raise OutputError(
            f"cannot write in {folder}: it is the game's own folder; "
            "choose another folder with --out"
        )
    here, game = Path(os.path.abspath(folder)), Path(os.path.abspath(definition.parent))
    if here.is_relative_to(game) and not is_within(game, here):
        raise OutputError(
            f"cannot write in {folder}: a link in the game's folder leads out of it; remove it, "
            "or choose another folder with --out"
        )


def _make_folders(folder: Path, undo: ExitStack) -> None:
    """Make a folder and its parents; ``undo`` removes those that were missing."""
    missing = [one for one in (folder, *folder.parents) if not os.path.lexists(one)]
    for one in reversed(missing):
        undo.callback(_remove_folder, one)
        one.mkdir(exist_ok=True)
    if not os.path.isdir(folder):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def _remove_folder(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _remove_empty(folder: Path, paths: Iterable[str]) -> None:
    """Remove the folders in an output folder that are empty without these files."""
    for path in paths:
        for parent in list((folder / path).parents)[: path.count("/")]:
            _remove_folder(parent)


def _remove_remains(folder: Path) -> None:
    """Remove what a killed process left beside this folder, not beside one with a longer name.

    The caller must hold the folder's lock, so no other process has a place there.
    """
    for place in folder.parent.glob(f".{glob.escape(folder.name)}-*-*"):
        process, _, rest = place.name.removeprefix(f".{folder.name}-").partition("-")
        if process.isdecimal() and "-" not in rest:
            shutil.rmtree(place, ignore_errors=True)


def _unwritable(folder: Path, error: OSError) -> OutputError:
    why = reason(error)
    inside = Path(str(error.filename)) if error.filename else folder
    if isinstance(error, FileExistsError | NotADirectoryError):
        why = "a file is where a folder should be"
    where = folder if not inside.is_relative_to(folder) else inside
    return OutputError(f"cannot write in {where}: {why}; choose another folder with --out")
