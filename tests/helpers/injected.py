"""Faults of a machine: a process is killed, or a disk fails, at the nth change to the disk."""

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

CHANGES = ("os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir")
KILL = 0  # instead of the number of an error
_FOR_WRITING = os.O_WRONLY | os.O_RDWR


class Injected(NamedTuple):
    """What came of a call: the ``change`` that the fault came at, and what the call raised."""

    change: str
    raised: str


def each_fault(
    call: Callable[[], object], below: Path, fault: int, only: str = ""
) -> Iterator[Injected]:
    """Run a call in one child process after another, with a fault at each change below a folder.

    A change is a file that is opened to write, written half, stored, linked, renamed or removed,
    and a folder that is made or removed; ``only`` names one sort, such as ``os.rename``. Between
    two calls, whoever takes these can tidy up.
    """
    number = 1
    while (one := _injected(call, _Injector(str(below), fault, number, only))) is not None:
        yield one
        number += 1


def _injected(call: Callable[[], object], injector: "_Injector") -> Injected | None:
    """Return what came of a call; None if it made fewer changes."""
    reading, injector.pipe = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which no test has
        child = os.fork()
    if not child:
        os.close(reading)
        _run(call, injector)
    os.close(injector.pipe)
    with open(reading, encoding="utf-8") as pipe:
        change, _, raised = pipe.read().partition("\n")
    _, status = os.waitpid(child, 0)
    assert injector.fault != KILL or not change or os.waitstatus_to_exitcode(status) == -9
    return Injected(change, raised.strip()) if change else None


class _Injector:
    """Counts changes, and fails at one of them."""

    pipe: int  # that tells at which change

    def __init__(self, below: str, fault: int, number: int, only: str) -> None:
        self._below = below
        self.fault = fault
        self._left = number
        self._only = only

    def change(self, name: str, path: object) -> None:
        if not str(path).startswith(self._below) or self._only not in ("", name):
            return
        self._left -= 1
        if self._left == 0:
            os.write(self.pipe, f"{name} {path}\n".encode())
            if self.fault == KILL:
                os.kill(os.getpid(), 9)
            raise OSError(self.fault, os.strerror(self.fault), str(path))

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in CHANGES:
            self.change(event, arguments[0])
        elif event == "open" and int(str(arguments[2])) & _FOR_WRITING:
            self.change("open", arguments[0])


def _run(call: Callable[[], object], injector: _Injector) -> None:
    write, store = Path.write_bytes, os.fsync

    def write_bytes(file: Path, content: bytes) -> int:
        write(file, content[: len(content) // 2])
        injector.change("write", file)
        return write(file, content)

    def fsync(descriptor: int) -> None:
        injector.change("fsync", os.readlink(f"/proc/self/fd/{descriptor}"))
        store(descriptor)

    Path.write_bytes, os.fsync = write_bytes, fsync
    sys.addaudithook(injector.audit)
    try:
        call()
    except BaseException as error:
        from pnp.base.errors import PnpError

        known = isinstance(error, PnpError)
        os.write(injector.pipe, (str(error) if known else traceback.format_exc()).encode())
    os._exit(0)
