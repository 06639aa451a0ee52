"""Measure pnp's jobs against what people would use instead, and against what the work costs.

    python bench/bench.py [WORD ...]

Words choose the jobs in whose names they are. Each job and what it is measured against run in
turn, as whole processes, so that what else the machine does touches both; the ratio of the seconds
of the processor is taken pair by pair, and its median is what counts. Says which goals are missed,
and exits with 1 if one is missed that was reached, or one that is out of reach by more than its
limit. What is missing on this machine is not measured, and said so.
"""

import sys
import tempfile
import time
from enum import Enum
from pathlib import Path
from statistics import median

from jobs import JOBS, Job
from process import compiled

ROUNDS = 11  # pairs at most
ENOUGH = 30  # seconds after which no pair is begun


class Outcome(Enum):
    """What became of a job's goal."""

    REACHED = ""
    MISSED = "missed"  # but no worse than was known
    WORSE = "TOO SLOW"


def measure(job: Job, folder: Path) -> Outcome:
    """Print a job's figures; return what became of its goals."""
    folder.mkdir()
    ours, theirs = job.sides(folder)
    (theirs if job.at_least else ours)()  # what pnp remembers between runs is there
    pairs, start = [(ours(), theirs())], time.monotonic()
    while len(pairs) < ROUNDS and time.monotonic() - start < ENOUGH:
        pairs.append((ours(), theirs()))
    ratio = median(one.processor / other.processor for one, other in pairs)
    memory = median(one.memory_mb / other.memory_mb for one, other in pairs)
    outcome = judge(job, ratio, memory)
    columns = [
        f"{job.name:30} {job.against:28}",
        f"{median(one.processor for one, _ in pairs):9.5f} s",
        f"{job.before:6.4g}",
        f"{ratio:6.3g}",
        f"{'least' if job.at_least else 'most':>5} {job.goal:<4g}",
        f"{max(one.memory_mb for one, _ in pairs):5.0f} MB",
        f"{memory:5.2f}{f' most {job.memory:g}' if job.memory else '':7}",
        f"{len(pairs):2}",
        outcome.value,
    ]
    print("  ".join(columns).rstrip(), flush=True)
    return outcome


def judge(job: Job, ratio: float, memory: float) -> Outcome:
    """Return what became of a job's goals, given its ratios."""

    def within(most: float) -> bool:
        return ratio >= most if job.at_least else ratio <= most

    if job.memory is not None and memory > job.memory:
        return Outcome.WORSE
    if within(job.goal):
        return Outcome.REACHED
    return Outcome.MISSED if job.limit is not None and within(job.limit) else Outcome.WORSE


def main() -> int:
    """Measure the jobs that are chosen."""
    compiled()
    words = [word.lower() for word in sys.argv[1:]]
    chosen = [job for job in JOBS if not words or any(word in job.name.lower() for word in words)]
    print(f"{'job':30} {'against':28}  {'processor':>11}  before  ratio  {'goal':10}  ", end="")
    print(f"{'memory':>8}  {'ratio':12}  pairs")
    found: dict[Outcome, list[str]] = {outcome: [] for outcome in Outcome}
    with tempfile.TemporaryDirectory() as place:
        for number, job in enumerate(chosen):
            try:
                found[measure(job, Path(place, str(number)))].append(job.name)
            except FileNotFoundError as error:
                print(f"{job.name:30} {job.against:28}  not measured: no {error.filename}")
    for outcome, what in ((Outcome.MISSED, "goals out of reach"), (Outcome.WORSE, "too slow")):
        print(f"{what}: {', '.join(found[outcome]) or 'none'}")
    return 1 if found[Outcome.WORSE] else 0


if __name__ == "__main__":
    sys.exit(main())
