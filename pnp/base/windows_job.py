"""Job objects, with which Windows limits processes: JOBOBJECT_EXTENDED_LIMIT_INFORMATION.

Microsoft documents the structures and numbers of winnt.h:
https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_extended_limit_information
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pnp.base.allowance import Allowance

_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
_PROCESS_TIME, _PROCESS_MEMORY, _DIE_ON_ERROR, _KILL_ON_CLOSE = 0x2, 0x100, 0x400, 0x2000
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


def limit_this_process(allowance: Allowance) -> None:
    """Limit this process from now on.

    Raises:
        OSError: If Windows refuses.
    """
    _job_for(_THIS_PROCESS, allowance, _PROCESS_TIME | _PROCESS_MEMORY | _DIE_ON_ERROR)


@contextmanager
def limit_by_job(process: int, allowance: Allowance) -> Iterator[None]:
    """Limit a process, given by its handle, and end it on leaving the context.

    Raises:
        OSError: If Windows refuses.
    """
    flags = _PROCESS_TIME | _PROCESS_MEMORY | _DIE_ON_ERROR | _KILL_ON_CLOSE
    kernel, job = _job_for(process, allowance, flags)
    try:
        yield
    finally:
        kernel.CloseHandle(job)


def _job_for(process: int, allowance: Allowance, flags: int) -> tuple[Any, Any]:
    """Put a process into a new job; return the library and the job."""
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    limits = _Limits(
        process_time=allowance.seconds * _TICKS,
        flags=flags,
        process_memory=allowance.memory_mb * 1_000_000,
    )
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    done = kernel.SetInformationJobObject(
        job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
    ) and kernel.AssignProcessToJobObject(job, ctypes.c_void_p(process))
    if not done:
        raise ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined]
    return kernel, job
