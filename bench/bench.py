"""Measure pnp's jobs against what people would use instead, and against what the work costs.

    python bench/bench.py [WORD ...]

Words choose the jobs in whose names they are. Each job and what it is measured against run in
turn, as whole processes, so that what else the machine does touches both; the ratio of the seconds
of the processor is taken pair by pair, and its median is what counts. Exits with 1 if a goal is
missed. What is missing on this machine is not measured, and said so.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from jobs import JOBS, Job
from process import compiled

ROUNDS = 11  # pairs at most
ENOUGH = 30  # seconds after which no pair is begun


def measure(job: Job, folder: Path) -> bool:
    """Print a job's figures; return whether it reaches its goals."""
    folder.mkdir()
    ours, theirs = job.sides(folder)
    (theirs if job.at_least else ours)()  # what pnp remembers between runs is there
    pairs, start = [(ours(), theirs())], time.monotonic()
    while len(pairs) < ROUNDS and time.monotonic() - start < ENOUGH:
        pairs.append((ours(), theirs()))
    ratio = median(one.processor / other.processor for one, other in pairs)
    memory = median(one.memory_mb / other.memory_mb for one, other in pairs)
    reached = (ratio >= job.goal if job.at_least else ratio <= job.goal) and (
        job.memory is None or memory <= job.memory
    )
    columns = [
        f"{job.name:30} {job.against:28}",
        f"{median(one.processor for one, _ in pairs):9.5f} s",
        f"{job.before:6.4g}",
        f"{ratio:6.3g}",
        f"{'least' if job.at_least else 'most':>5} {job.goal:<4g}",
        f"{max(one.memory_mb for one, _ in pairs):5.0f} MB",
        f"{memory:5.2f}{f' most {job.memory:g}' if job.memory else '':7}",
        f"{len(pairs):2}",
        "" if reached else "MISSED",
    ]
    print("  ".join(columns).rstrip(), flush=True)
    return reached


def main() -> int:
    """Measure the jobs that are chosen."""
    compiled()
    words = [word.lower() for word in sys.argv[1:]]
    chosen = [job for job in JOBS if not words or any(word in job.name.lower() for word in words)]
    print(f"{'job':30} {'against':28}  {'processor':>11}  before  ratio  {'goal':10}  ", end="")
    print(f"{'memory':>8}  {'ratio':12}  pairs")
    missed = []
    with tempfile.TemporaryDirectory() as place:
        for number, job in enumerate(chosen):
            try:
                if not measure(job, Path(place, str(number))):
                    missed.append(job.name)
            except FileNotFoundError as error:
                print(f"{job.name:30} {job.against:28}  not measured: no {error.filename}")
    print(f"goals missed: {', '.join(missed)}" if missed else "every goal is reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
