"""Job objects, with which Windows limits processes: JOBOBJECT_EXTENDED_LIMIT_INFORMATION.

Microsoft documents the structures and numbers of winnt.h:
https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_extended_limit_information
"""

import ctypes
import os
import socket
from contextlib import suppress
from threading import Thread
from typing import Any

from pnp.base.limits import Allowance

_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
_PROCESS_TIME, _PROCESS_MEMORY, _DIE_ON_ERROR = 0x2, 0x100, 0x400
_THIS_PROCESS = -1  # the handle that GetCurrentProcess returns
_TICKS = 10_000_000  # of 100 ns


class _Limits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


def limit_process(allowance: Allowance) -> None:
    """Put this process into a new job that limits it from now on.

    Raises:
        OSError: If Windows refuses.
    """
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    limits = _Limits(
        process_time=allowance.seconds * _TICKS,
        flags=_PROCESS_TIME | _PROCESS_MEMORY | _DIE_ON_ERROR,
        process_memory=allowance.memory_mb * 1_000_000,
    )
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    done = kernel.SetInformationJobObject(
        job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
    ) and kernel.AssignProcessToJobObject(job, ctypes.c_void_p(_THIS_PROCESS))
    if not done:
        raise ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined]


def limit_time(seconds: int, more: float = 0.0) -> None:
    """Do nothing: a job counts the time of all its work."""


def taken() -> int:
    """Return 0: a worker on Windows serves one call."""
    return 0


def end_with(alive: int) -> None:
    """End this process when the other end of a socket closes."""

    def wait() -> None:
        with suppress(OSError):
            socket.socket(fileno=alive).recv(1)
        os._exit(1)

    Thread(target=wait, daemon=True).start()
