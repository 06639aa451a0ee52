"""One whole process: how long it takes, and how much memory."""

import compileall
import os
import subprocess
import time
from pathlib import Path
from typing import NamedTuple


class Run(NamedTuple):
    """Seconds from start to end, the peak of memory in MB, and seconds of the processor."""

    seconds: float
    memory_mb: float
    processor: float = 0.0


def run(command: list[str], folder: Path, **environment: str) -> Run:
    """Run a command in ``folder``, what it prints unseen.

    Raises:
        SystemExit: If it fails.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env=os.environ | environment, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Run(seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


def beyond(command: list[str], less: list[str], count: int, folder: Path) -> Run:
    """Return what each of ``count`` things takes by which a command does more than another."""
    large, small = run(command, folder), run(less, folder)
    seconds, processor = large.seconds - small.seconds, large.processor - small.processor
    return Run(seconds / count, large.memory_mb, processor / count)


def compiled() -> None:
    """Compile pnp, as an installed package comes, and the libraries it is compared with."""
    compileall.compile_dir(Path(__file__).parent.parent / "pnp", quiet=1)
