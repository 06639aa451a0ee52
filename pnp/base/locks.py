"""Locks between processes: only one at a time writes to a folder or changes a file.

The operating system holds each lock on an empty hidden file beside the target, and releases it
when the process ends, even if it is killed. The holder removes the file. The package filelock
would leave the file, falls back on locks that survive their process, and takes longer to import
than a deck takes to lay out.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from pnp.base.workplace import unhurried

PATIENCE = 1.0  # seconds of silence while another process has the lock
_PAUSE = 0.05  # seconds between two attempts
_WITHOUT_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file or a folder; its parent folder must exist, it need not.

    Waits while another process or thread holds it, and logs that after a second. A thread cannot
    hold it twice.

    Raises:
        OSError: If the lock file cannot be opened.
    """
    file = path.with_name(f".{path.name}.lock")
    descriptor = _held(file, path)
    try:
        yield
    finally:
        _release(file, descriptor)


def _held(file: Path, path: Path) -> int:
    """Wait for a lock, and return the descriptor that holds it."""
    descriptor = _attempt(file, path)
    if descriptor is not None:
        return descriptor
    begin, warned = monotonic(), False
    with unhurried():
        while descriptor is None:
            if not warned and monotonic() - begin > PATIENCE:
                _warn(f"waiting for another pnp that is writing in {path}")
                warned = True
            sleep(_PAUSE)
            descriptor = _attempt(file, path)
    return descriptor


def _attempt(file: Path, path: Path) -> int | None:
    """Return a descriptor that holds a lock, or None if someone else holds it."""
    descriptor = _opened(file)
    if descriptor is None:
        return None
    try:
        # Its last holder removes the file: a lock on what was removed keeps nobody out.
        if _take(descriptor, path) and _is_open_there(file, descriptor):
            return descriptor
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def _opened(file: Path) -> int | None:
    """Open a lock file; return None where Windows is about to remove it."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(file, flags, 0o666)
    except OSError as error:
        if os.name == "nt" and isinstance(error, PermissionError):
            return None
        if error.errno == errno.ELOOP:
            error.strerror = "this is where pnp's lock goes, and it is a link; remove it"
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(
            errno.EINVAL,
            "this is where pnp's lock goes, and it is not a file; remove it",
            str(file),
        )
    return descriptor


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int, path: Path) -> bool:
        """Take a lock unless somebody has it."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _release(file: Path, descriptor: int) -> None:
        os.close(descriptor)
        with suppress(OSError):  # somebody has opened it: then they remove it
            file.unlink()

else:
    import fcntl

    def _take(descriptor: int, path: Path) -> bool:
        """Take a lock unless somebody has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES):
                return False
            if error.errno not in _WITHOUT_LOCKS:
                raise
            _warn(f"{path}: its file system has no locks; let one pnp at a time write there")
        return True

    def _release(file: Path, descriptor: int) -> None:
        with suppress(OSError):
            file.unlink()
        os.close(descriptor)


def _is_open_there(file: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(file, follow_symlinks=False), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _warn(text: str) -> None:
    import logging  # seldom needed

    logging.getLogger("pnp").warning(text)
