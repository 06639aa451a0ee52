"""A guard around work that may hang or take the memory."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

PATIENCE = 20  # seconds, after which something hangs
MEMORY = 1_500_000_000  # bytes more than are in use


@contextmanager
def guarded(patience: int = PATIENCE, memory: int = MEMORY) -> Iterator[None]:
    """Make what hangs or takes the memory fail, and with it the test alone."""
    resource = pytest.importorskip("resource")

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"this has not ended within {patience} seconds")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(patience)
    resource.setrlimit(resource.RLIMIT_AS, (used + memory, hard))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
