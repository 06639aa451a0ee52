"""Files: pnp's own data, sandboxed reads of a game's folder, atomic writes.

Names in a definition become paths here and nowhere else, and their files are read here: regular
files inside the folder once all links are followed, within a limit on their size that is checked
before memory is allocated.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from io import BufferedReader
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from unicodedata import normalize

from pnp.base.errors import DefinitionError, PnpError, unreadable
from pnp.base.limits import limits, over
from pnp.base.messages import Location, Message
from pnp.base.own_folders import PACKAGE, shipped
from pnp.base.seen import note
from pnp.base.text import folded
from pnp.base.units import quoted

STORING = 4  # files that are stored on the disk at once
_GIT_LFS = b"version https://git-lfs.github.com/spec/v1\n"
LARGEST = 4_000_000_000  # bytes of one file of an output, and of all files of a package
LARGEST_JSON = 8_000_000  # bytes, of which Python makes up to 25 times as many
MOST_ENTRIES = 100_000  # files and folders below one folder
DEEPEST = 1000  # folders in one another
RATIO = 200  # of the bytes of files to those on the disk, or in a zip, beyond _UNBOUND
_UNBOUND = 1_000_000_000
_LINK = "it is a link; put the file itself there"
_NO_FILE = "it is a pipe, a socket or a device, not a file"
LONGEST_NAME = 100  # characters of one part of a path in a definition
LONGEST_PATH = 240  # characters of a path in a definition
_MOST_BYTES = 240  # of one part of a path that pnp writes; file systems allow 255
_SAFE = re.compile(r"_x((?:10|[1-9A-F])?[0-9A-F]{1,4})_")
_SLASHES = re.compile(r"[\\/]+(?:\.[\\/]+)*")
_PORTABLE = re.compile(r"[A-Za-z0-9._-]*")
_UNSAFE = re.compile(rf"[^A-Za-z0-9._-]|_(?={_SAFE.pattern[1:]})")
_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"
}


class Writer(Protocol):
    """Something that bytes can be written to, such as a binary file."""

    def write(self, content: bytes, /) -> object:
        """Write the next bytes."""


def templates() -> Path:
    """Return the folder of built-in games and other data.

    In a checkout this is the folder beside the package, so that edits take effect at once.

    Raises:
        PnpError: If the installation is broken and there is none.
    """
    return _shipped("templates")


def license_file() -> Path:
    """Return the licence of pnp and of the games that come with it.

    Raises:
        PnpError: If the installation is broken and there is none.
    """
    return _shipped("LICENSE")


def _shipped(name: str) -> Path:
    if (found := shipped(name)).exists():
        return found
    raise PnpError(f"no {name} in {PACKAGE}: this installation is broken; install pnp again")


def sandboxed(folder: Path, name: object, what: str = "a file in the game's folder") -> Path:
    """Return the path of a file that a definition names, in its folder or below.

    If there is none of that name, it may be the only one with the same letters in another Unicode
    form, in other capitals, or made safe for an archive. A backslash counts as ``/``, as in
    Windows. ``what`` describes the file, for the message.

    Raises:
        ValueError: If the name is not valid on every system, leads out of the folder or fits
            several files; the message says why.
    """
    written = _SLASHES.sub("/", name).removeprefix("./") if isinstance(name, str) else name
    fault = _name_fault(written, what)
    if fault:
        raise ValueError(f"{fault}, not {quoted(name)}")
    return _fitting(folder, str(written))


def found_name(folder: Path, name: object) -> str:
    """Return the name of the file that a definition means, or the name as written if it is none."""
    try:
        return sandboxed(folder, name).relative_to(folder).as_posix()
    except ValueError:
        return str(name)


def file_and_part(folder: Path, name: str) -> tuple[str, str]:
    """Return the names of a file and of a part of it, such as a sheet, after a ``#``.

    The part is empty if there is none, or if a file has the whole name.
    """
    if "#" not in name.rstrip("#"):
        return name, ""
    ends = [len(name), *(at for at in reversed(range(len(name))) if name[at] == "#")]
    file = next((name[:end] for end in ends if _is_there(folder, name[:end])), None)
    file = name.partition("#")[0] if file is None else file
    return file, name[len(file) + 1 :]


def _is_there(folder: Path, name: str) -> bool:
    try:
        return sandboxed(folder, name).exists()
    except ValueError:
        return False


def _fitting(folder: Path, name: str) -> Path:
    note(folder / name)
    if os.path.lexists(folder / name):
        return folder / name
    fits = [""]
    for part in name.split("/"):
        fits = [f"{place}/{one}" for place in fits for one in _names_like(folder, place, part)]
    found = [one.removeprefix("/") for one in fits]
    composed = normalize("NFC", name)
    found = [one for one in found if normalize("NFC", one) == composed] or found
    if len(found) > 1:
        listed = " or ".join(map(ascii, sorted(found)))
        raise ValueError(f"{quoted(name)} may be {listed}; write it as the file's name is written")
    return folder / (found[0] if found else name)


def _names_like(folder: Path, place: str, part: str) -> Iterator[str]:
    """Yield the names in a folder that differ from one in their form or capitals at most.

    There are none in a folder that a link leads out to.
    """
    key = _key_of(part)
    with suppress(OSError):
        names = names_in(folder, place.removeprefix("/"))
        yield from (one for one in names if key in (_key_of(one), _key_of(own_name(one))))


def _key_of(name: str) -> str:
    return name.lower() if name.isascii() else normalize("NFKC", folded(name))


def read_sandboxed(folder: Path, file: Path, limit: str) -> bytes:
    """Return the bytes of a file in a game's folder; ``limit`` names the limit on its size.

    Raises:
        OSError: If it cannot be read, leads out of the folder, is not a file or is too large; its
            ``strerror`` says so.
    """
    note(file)
    if not (_is_bundled(folder) or is_within(folder, file)):
        raise OSError(
            errno.EACCES,
            "it is a link out of the game's folder; put the file itself there",
            str(file),
        )
    return read_file(file, limit)


def read_file(file: Path, limit: str) -> bytes:
    """Return the bytes of a file that the user named; ``limit`` names the limit on its size.

    Raises:
        OSError: If it cannot be read, is not a file or is too large; its ``strerror`` says so.
    """
    note(file)
    _check_regular(file, os.stat(file).st_mode)
    most = 1000 * int(getattr(limits(), limit))
    with _opened(file, 0) as stream:
        state = os.fstat(stream.fileno())
        content = stream.read(state.st_size + 1) if state.st_size <= most else b""
        if len(content) > state.st_size:  # it grows, or has no known size
            content += stream.read(most + 1 - len(content))
    if state.st_size > most or len(content) > most:
        raise OSError(errno.EFBIG, f"it is too large: {over(limit)}", str(file))
    if content.startswith(_GIT_LFS):
        fault = "it is a Git LFS pointer to the file; run git lfs pull"
        raise OSError(errno.ENODATA, fault, str(file))
    note(file, content)
    return content


def names_in(folder: Path, inside: str, pattern: str = "*") -> list[str]:
    """Return the names in a folder of a game that fit a pattern, sorted.

    There are none if there is no such folder, or a link leads out of the game's folder to it.

    Raises:
        OSError: If it cannot be listed.
    """
    within = folder / inside
    note(within)
    if not (os.path.isdir(within) and (_is_bundled(folder) or is_within(folder, within))):
        return []
    found = [one.place for one in listed(within) if fnmatchcase(one.place, pattern)]
    note(within / pattern, "\0".join(found).encode(errors="surrogateescape"))
    return found


def rule_names(folder: Path, pattern: str = "*") -> list[str]:
    """Return the names in the folder of a game's rule texts that fit a pattern, sorted.

    Raises:
        DefinitionError: If it cannot be listed.
    """
    try:
        return names_in(folder, "rules", pattern)
    except OSError as error:
        fault = unreadable(error).moved(Location(file=folder / "rules"))
        raise DefinitionError(fault) from None


def is_within(folder: Path, path: Path) -> bool:
    """Return whether a path is in a folder once all links are followed."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


class FolderEntry(NamedTuple):
    """An entry below a folder; ``place`` is its path relative to that, with ``/`` between parts.

    ``fault`` says why it cannot be read: it is a link, a pipe, a socket or a device, a folder that
    cannot be listed, or one thing too many. It is empty for a folder and for a regular file, which
    has ``size`` bytes, without its holes ``on_disk``.
    """

    place: str
    fault: str = ""
    size: int = 0
    on_disk: int = 0
    is_folder: bool = False


def listed(folder: Path, most: int = 0) -> list[FolderEntry]:
    """Return the entries of one folder, sorted by name; no link in it is followed.

    Raises:
        OSError: If it cannot be listed, or holds too much.
    """
    most = most or MOST_ENTRIES
    with os.scandir(folder) as entries:
        found = list(islice(entries, most + 1))
    if len(found) > most:
        raise OSError(errno.E2BIG, _too_many(most), str(folder))
    return sorted(map(_entry_of, found))


def placed_below(folder: Path) -> Iterator[FolderEntry]:
    """Yield every entry below a folder except folders, sorted by name within each folder.

    Follows no link and opens nothing but folders. What goes beyond the bounds has a fault.
    """
    pending, count, holes = [""], 0, 0
    while pending:
        place = pending.pop()
        try:
            if place.count("/") == DEEPEST:
                raise OSError(errno.E2BIG, f"it is more than {DEEPEST:,} folders deep")
            found = listed(folder / place)
        except OSError as error:
            yield FolderEntry(place, unreadable(error))
            continue
        count += len(found)
        if count > MOST_ENTRIES:
            yield FolderEntry(place, Message("unreadable_file", why=_too_many(MOST_ENTRIES)))
            return
        inner = []
        for entry in found:
            placed = entry._replace(place=f"{place}/{entry.place}" if place else entry.place)
            if placed.is_folder:
                inner.append(placed.place)
            elif fault := placed.fault or _holes(placed.size, placed.on_disk, holes):
                yield placed._replace(fault=fault)
            else:
                holes += placed.size - placed.on_disk
                yield placed
        pending += reversed(inner)


def files_below(folder: Path) -> Iterator[str]:
    """Yield the relative paths of the files below a folder, in the order of :func:`placed_below`.

    Raises:
        OSError: If there is anything but regular files and folders, or too much; its ``filename``
            is the path, its ``strerror`` the reason.
    """
    size = 0
    for entry in placed_below(folder):
        if entry.fault:
            raise OSError(errno.EINVAL, entry.fault, str(folder / entry.place))
        size += entry.size
        if size > LARGEST:
            raise OSError(errno.EFBIG, _too_large(LARGEST), str(folder))
        yield entry.place


def open_regular(file: Path, top: Path | None = None, most: int | None = None) -> BufferedReader:
    """Open a file that someone else may have put there, of at most ``most`` bytes.

    No link below ``top`` is followed; without ``top``, none in the place of the file itself.

    Raises:
        OSError: If it cannot be read, is too large, or is a link, a pipe, a socket or a device;
            these are not opened. Its ``strerror`` says so.
    """
    size_of(file, top)
    stream = _opened(file, getattr(os, "O_NOFOLLOW", 0))
    state = os.fstat(stream.fileno())
    fault = _holes(state.st_size, _on_disk(state))
    if most is not None and state.st_size > most:
        fault = _too_large(most)
    if fault:
        stream.close()
        raise OSError(errno.EFBIG, fault, str(file))
    return stream


def size_of(file: Path, top: Path | None = None) -> int:
    """Return the bytes of a file that someone else may have put there, without opening it.

    Raises:
        OSError: As :func:`open_regular` does, but not for its size.
    """
    inner = file.parts[len(top.parts) :] if top is not None else ()
    if top is not None and (".." in inner or file.parts[: len(top.parts)] != top.parts):
        raise OSError(errno.EINVAL, "it is outside the folder", str(file))
    try:
        for folder in islice(accumulate(inner[:-1], os.path.join, initial=str(top)), 1, None):
            if stat.S_ISLNK(_mode(os.lstat(folder))):
                raise OSError(errno.EINVAL, _LINK, folder)
        state = os.lstat(file)
    except ValueError:  # a character that no file system accepts
        raise OSError(errno.EINVAL, "no file can have this name", ascii(str(file))) from None
    if fault := _irregular(state.st_mode):
        raise OSError(errno.EINVAL, fault, str(file))
    return state.st_size


def holds(file: Path, content: bytes, top: Path | None = None) -> bool:
    """Return whether there is a regular file with exactly this content, and no link on the way."""
    try:
        return read_regular(file, len(content), top) == content
    except OSError:
        return False


def read_regular(file: Path, most: int, top: Path | None = None) -> bytes:
    """Return the bytes of a file that someone else may have put there, at most ``most``.

    Raises:
        OSError: As :func:`open_regular` does.
    """
    with open_regular(file, top, most) as stream:
        size = os.fstat(stream.fileno()).st_size
        content = stream.read(size + 1)  # not more, which takes memory
    if len(content) > size:
        raise OSError(errno.EFBIG, "it changes while it is read", str(file))
    return content


def checksum(file: Path, algorithm: str = "sha256", top: Path | None = None) -> str:
    """Return the checksum of a file in an output folder, as hexadecimal digits.

    Raises:
        OSError: As :func:`open_regular` does; also if it is larger than any file of pnp.
    """
    from hashlib import file_digest

    with open_regular(file, top, LARGEST) as stream:
        return file_digest(stream, algorithm).hexdigest()


def read_json(file: Path, most: int = LARGEST_JSON, top: Path | None = None) -> Any:
    """Return the content of a JSON file that someone else may have put there.

    Raises:
        OSError: As :func:`open_regular` does.
        ValueError: If it is not JSON.
    """
    return parse_json(read_regular(file, most, top))


def parse_json(content: bytes) -> Any:
    """Return what JSON in UTF-8 says.

    Raises:
        ValueError: If it is not JSON, is nested too deeply for Python, or has half a character.
    """
    import json

    text = content.decode("utf-8-sig")
    try:
        found = json.loads(text)
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return found


def is_file_name(name: str) -> bool:
    """Return whether a name without folders is a file name on every system."""
    long = len(name.encode(errors="replace")) > _MOST_BYTES
    return not long and _part_fault(name) is None


def safe_name(path: str) -> str:
    """Return a path with its names in ASCII letters, digits and ``._-``, as ``K_xE4_se`` for Käse.

    A character that is none of these, and in such a name an underscore that might begin one, is
    written as its number in Unicode, after its parts are composed (NFC). :func:`own_name` reverses
    it.
    """
    return "/".join(
        part
        if _PORTABLE.fullmatch(part)
        else _UNSAFE.sub(lambda match: f"_x{ord(match[0]):X}_", normalize("NFC", part))
        for part in path.split("/")
    )


def own_name(path: str) -> str:
    """Return the path of which :func:`safe_name` made this one, or it itself."""
    return _SAFE.sub(lambda match: chr(int(match[1], 16)), path) if "_x" in path else path


def is_device_name(name: str) -> bool:
    """Return whether Windows reads a file name as a device, whatever its suffix."""
    return name.partition(".")[0].strip().lower() in _DEVICES


def _opened(file: Path, flags: int) -> BufferedReader:
    """Open a regular file, without waiting if it has since become a pipe.

    O_NONBLOCK keeps ``open`` from waiting for a pipe's writer.
    """
    flags |= os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    stream = open(os.open(file, flags), "rb")  # noqa: SIM115 - the caller closes it
    try:
        _check_regular(file, os.fstat(stream.fileno()).st_mode)
    except OSError:
        stream.close()
        raise
    return stream


def _check_regular(file: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, _NO_FILE, str(file))


def _irregular(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return _LINK
    if stat.S_ISDIR(mode):
        return os.strerror(errno.EISDIR)
    return "" if stat.S_ISREG(mode) else _NO_FILE


def _entry_of(entry: os.DirEntry[str]) -> FolderEntry:
    try:
        state = entry.stat(follow_symlinks=False)
    except OSError as error:  # it has gone by now
        return FolderEntry(entry.name, unreadable(error))
    if stat.S_ISDIR(mode := _mode(state)):
        return FolderEntry(entry.name, is_folder=True)
    if fault := _irregular(mode):
        return FolderEntry(entry.name, fault)
    return FolderEntry(entry.name, "", state.st_size, _on_disk(state))


def _mode(state: os.stat_result) -> int:
    """Return the mode of an entry itself; a junction of Windows counts as a link."""
    tag = getattr(state, "st_reparse_tag", None)
    is_junction = tag is not None and tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    return stat.S_IFLNK if is_junction else state.st_mode


def _on_disk(state: os.stat_result) -> int:
    return min(state.st_size, 512 * getattr(state, "st_blocks", state.st_size))


def _holes(size: int, on_disk: int, before: int = 0) -> str:
    """Return the fault of a file that takes hardly any room on the disk, but hours to read.

    ``before`` are the bytes in the holes of other files.
    """
    if before + size - on_disk <= _UNBOUND or size <= RATIO * on_disk:
        return ""
    return f"it is mostly holes: {size:,} bytes, {on_disk:,} on the disk"


def _too_many(most: int) -> str:
    return f"it holds more than {most:,} files"


def _too_large(most: int) -> str:
    return f"it is too large: at most {most:,} bytes"


def _is_bundled(folder: Path) -> bool:
    """Return whether a folder belongs to pnp, whose files an installer may have linked."""
    return Path(os.path.abspath(folder)).is_relative_to(templates())


def _name_fault(name: object, what: str) -> str | None:
    if not isinstance(name, str):
        return f"write the name of {what}, in quotes"
    if name.startswith("/") or ":" in name or ".." in name.split("/"):
        return f"write the name of {what}"
    if max(map(len, name.split("/"))) > LONGEST_NAME or len(name) > LONGEST_PATH:
        return f"write a name of at most {LONGEST_NAME} characters"
    return next((fault for fault in map(_part_fault, name.split("/")) if fault), None)


def _part_fault(part: str) -> str | None:
    if not part or part in (".", "..") or part != part.strip() or part.endswith("."):
        return "write a name that does not begin or end with a space, a dot or a slash"
    if not part.isprintable() or set(part) & set('<>:"/\\|?*'):
        return 'write a name without any of <>:"/\\|?* and without invisible characters'
    if is_device_name(part):
        return "write another name: Windows reserves this one for a device"
    return None


def write_atomic(file: Path, text: str) -> None:
    """Replace a file atomically, in an existing folder; the new one is on disk before the rename.

    Raises:
        OSError: If it cannot be written; the earlier file stays.
    """
    beside = file.with_name(f".{file.name}-{os.getpid()}")
    beside.unlink(missing_ok=True)  # of a killed process that had this number
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as new:  # never through a link
            new.write(text)
        sync(beside)
        os.replace(beside, file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync(file.parent)


def sync_tree(folder: Path) -> None:
    """Flush a folder with everything in it to disk, as :func:`sync` does.

    Raises:
        OSError: If the disk did not take something.
    """
    from concurrent.futures import ThreadPoolExecutor

    tree = [(Path(place), names) for place, _, names in os.walk(folder, topdown=False)]
    with ThreadPoolExecutor(STORING) as threads:  # four take hardly longer than one
        for _ in threads.map(sync, (place / name for place, names in tree for name in names)):
            pass
    for place, _ in tree:
        sync(place)


def sync(path: Path) -> None:
    """Flush a file, or the entries of a folder, to disk.

    Without that a power failure may lose it even after it was renamed. Windows stores the entries
    of folders itself.

    Raises:
        OSError: If the disk did not take it.
    """
    is_windows, is_folder = os.name == "nt", path.is_dir()
    if is_windows and is_folder:
        return
    try:
        descriptor = os.open(path, os.O_RDWR if is_windows else os.O_RDONLY)
    except PermissionError:
        if is_folder:  # one may write in it, but not read it
            return
        raise
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # network disks that do not support it
            raise
    finally:
        os.close(descriptor)
