"""Limits that the kernel enforces on this process (POSIX), and an end when its parent ends.

Memory means RLIMIT_DATA, private writable memory, and not the address space, of which libraries
reserve much more than they use. Linux counts all of it since version 4.7: see
https://man7.org/linux/man-pages/man2/getrlimit.2.html

No worker outlives its parent: its end of a pipe or socket closes with it, and the kernel then
signals the worker (O_ASYNC), whatever code it is in. A thread that waited for it could not run
while a library computes, and prctl's PDEATHSIG exists on Linux only.
"""

import fcntl
import math
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from functools import cache

from pnp.base.limits import Allowance

_ROOM = 500_000  # bytes: with less, malloc and CPython's own allocator may have none to give


def limit_process(allowance: Allowance) -> None:
    """Have the kernel limit this process; memory counts from its first call."""
    mega = 1_000_000
    _limit(resource.RLIMIT_CORE, 0)
    limit_time(allowance.seconds)
    _limit(resource.RLIMIT_FSIZE, allowance.file_mb * mega)
    _limit(resource.RLIMIT_NOFILE, allowance.open_files)
    _limit(resource.RLIMIT_DATA, _at_start() + allowance.memory_mb * mega)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the error EFBIG comes instead


def limit_time(seconds: int, more: float = 0.0) -> None:
    """Have the kernel limit the processor time that this process takes from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = math.ceil(used.ru_utime + used.ru_stime) + seconds + math.ceil(more)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard == resource.RLIM_INFINITY or most <= hard:
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def let_unwind(process: int) -> None:
    """Let a process whose memory is used up have a little more, so that it can raise its error.

    In a long function CPython up to 3.13 needs a new integer to note where an error was. If there
    is no memory for that, ``exception_unwind`` begins anew, forever: see
    https://github.com/python/cpython/blob/v3.11.7/Python/ceval.c#L5793
    """
    if sys.platform == "linux":
        with suppress(OSError):  # it has ended
            soft, hard = resource.prlimit(process, resource.RLIMIT_DATA)
            if soft != resource.RLIM_INFINITY and _data(str(process)) + _ROOM > soft:
                resource.prlimit(process, resource.RLIMIT_DATA, (soft + 4 * _ROOM, hard))


def taken() -> int:
    """Return the bytes of memory taken since the limit was first set; 0 where unknown."""
    return _data() - _at_start()


def _limit(kind: int, most: int) -> None:
    """Set a limit of this process, unless it was lower from the start."""
    soft, hard = _limit_before(kind)
    if soft == resource.RLIM_INFINITY or soft > most:
        with suppress(OSError, ValueError):  # not every system has each of them
            resource.setrlimit(kind, (most, hard))


@cache
def _limit_before(kind: int) -> tuple[int, int]:
    return resource.getrlimit(kind)


@cache
def _at_start() -> int:
    return _data()


def _data(process: str = "self") -> int:
    """Return the bytes of a process as RLIMIT_DATA counts them; 0 where unknown."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as stream:
            return int(stream.read().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def end_with(alive: int) -> None:
    """End this process by SIGIO when the other end of a pipe or socket closes."""
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    if sys.platform == "darwin":  # where SIGIO ends nothing by itself
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(alive, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(alive, fcntl.F_GETFL)
    fcntl.fcntl(alive, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([alive], [], [], 0)[0]:  # it closed before
        os._exit(1)
