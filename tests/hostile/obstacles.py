"""What a stranger may put in the place of a file or a folder, on Linux."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HUGE = 10**12  # bytes of a file that takes no disk
DEEP = 1500  # folders in one another
BRACKETS = 400_000_000
KEPT = "kept.txt"  # a stranger's file, which stays


class Obstacles:
    """What is costly to make is made once, beside the folders that it is put into.

    ``crowd`` is how many files a full folder has, ``brackets`` how many a deep file.
    """

    def __init__(self, folder: Path, crowd: int, brackets: int) -> None:
        self._outside = folder / "outside"
        self._outside.mkdir()
        self._crowd = folder / "crowd"
        self._crowd.mkdir()
        for number in range(crowd):
            os.mknod(self._crowd / f"{number}.toml")
        self._brackets = folder / "brackets"
        self._brackets.write_bytes(b"[" * brackets)
        self.lent: Path | None = None  # where the full folder is

    def put(self, name: str, place: Path) -> Path | None:
        """Put something in a place, instead of what is there; return what a link there names."""
        before = self._taken(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        match name:
            case "hole":
                place.touch()
                os.truncate(place, HUGE)
            case "pipe":
                os.mkfifo(place)
            case "endless":
                place.symlink_to("/dev/zero")
            case "loop":
                place.symlink_to(place.name)
            case "link out":
                place.symlink_to(before)
                return before
            case "folder":
                place.mkdir()
                (place / KEPT).write_text("a stranger's")
            case "file":
                place.write_text("a stranger's")
            case "crowd":
                os.rename(self._crowd, place)
                self.lent = place
            case "brackets":
                os.link(self._brackets, place)
            case "unreadable" if before.is_dir():
                shutil.copytree(before, place, symlinks=True)
                place.chmod(0)
            case "unreadable":
                place.write_bytes(before.read_bytes())
                place.chmod(0)
            case "strange name":
                place.mkdir()
                for ending in ("", ".toml", ".en.md", ".csv", ".json", ".pdf"):
                    for strange in (b"\xff", b"\xed\xa0\x80", b"\n\x1b[31m"):
                        Path(os.fsdecode(bytes(place) + b"/" + strange + ending.encode())).touch()
            case "deep":
                _dig(place)
        return None

    def _taken(self, place: Path) -> Path:
        """Move what is in a place out of it, or put a file there if there is nothing."""
        outside = self._outside / place.name
        subprocess.run(["rm", "-rf", outside], check=True)
        if os.path.lexists(place):
            os.rename(place, outside)
        else:
            outside.write_text("a stranger's")
        return outside

    def end(self) -> None:
        """Take the full folder back."""
        if self.lent is not None and self.lent.is_dir():
            os.rename(self.lent, self._crowd)
        self.lent = None


FILES = ("hole", "pipe", "endless", "loop", "link out", "folder", "crowd", "brackets", "unreadable")
FOLDERS = ("hole", "pipe", "endless", "loop", "link out", "file", "crowd", "unreadable")
ENTRIES = (
    "hole",
    "pipe",
    "endless",
    "loop",
    "link out",
    "crowd",
    "brackets",
    "strange name",
    "deep",
)


def _dig(place: Path) -> None:
    """Make folders in one another, deeper than a path may be long."""
    place.mkdir()
    here = os.open(place, os.O_RDONLY)
    for _ in range(DEEP):
        os.mkdir("deep", dir_fd=here)
        inner = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


_C = ctypes.CDLL(None, use_errno=True)
_OPENED = 0x1 | 0x20  # IN_ACCESS, IN_OPEN


@contextmanager
def watched(place: Path | None) -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether a file or anything in a folder was opened or read."""
    if place is None:
        yield lambda: False
        return
    notices = _C.inotify_init1(os.O_NONBLOCK)
    for one in (place, *place.rglob("*")) if place.is_dir() else (place,):
        assert _C.inotify_add_watch(notices, os.fsencode(one), _OPENED) >= 0

    def opened() -> bool:
        try:
            return bool(os.read(notices, 4096))
        except BlockingIOError:
            return False

    try:
        yield opened
    finally:
        os.close(notices)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


_VERSION, _BYPASSES = 0x20080522, 0b110  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


@contextmanager
def without_privileges() -> Iterator[None]:
    """Have permissions of files hold, also for the administrator."""
    header, before = _Header(_VERSION, 0), (ctypes.c_uint32 * 6)()
    assert _C.capget(ctypes.byref(header), before) == 0
    less = (ctypes.c_uint32 * 6)(*before)
    less[0] &= ~_BYPASSES
    assert _C.capset(ctypes.byref(header), less) == 0
    try:
        yield
    finally:
        assert _C.capset(ctypes.byref(header), before) == 0
