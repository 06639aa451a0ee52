"""Fit what a further card, piece or game costs, by growing one thing at a time.

    python bench/scale.py [--most N] [WORD ...]

Words choose the series in whose names they are; sizes above N are left out. Prints a table for
docs/developers/performance.md: seconds of the processor and MB of memory as a constant and a slope,
by least squares of relative errors. The last column says how much steeper the time is at the end
than on the whole. Exits with 1 if one grows faster than in proportion to the work, or if memory
grows where the table does not say so.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from collection import write_games
from process import Run, compiled, run
from samples import write_deck

from pnp.base.files import templates

STEEPER = 1.3  # times the slope of all sizes, at most, between the two largest
GROWTH = 1.25  # times, at most, where memory is not to grow
PORT = 8799
PNP = [sys.executable, "-P", "-m", "pnp"]
LIMITS = "rows=100000,pieces=1000000,table_kb=100000,seconds=3600,memory_mb=4000"


class Series(NamedTuple):
    """What grows, through which sizes; ``measure`` makes so many in a folder.

    ``grows`` says that memory may grow with the work.
    """

    name: str
    sizes: tuple[int, ...]
    measure: Callable[[Path, int], Run]
    grows: bool = False


def cards(folder: Path, count: int) -> Run:
    """Print titled fronts."""
    write_deck(folder / "deck", count)
    command = [*PNP, "build", "./deck", "--format", "pdf", "--quiet"]
    return run(command, folder, PNP_LIMITS=LIMITS)


def pieces(folder: Path, count: int) -> Run:
    """Engrave and cut titled cards, with all files of a laser."""
    write_deck(folder / "deck", count)
    command = [*PNP, "laser", "./deck", "--component", "cards", "--quiet"]
    return run(command, folder, PNP_LIMITS=LIMITS)


def write_copies(folder: Path, count: int) -> None:
    """Write copies of a game that has four languages, eleven pages of rules and much evidence."""
    for number in range(count):
        shutil.copytree(templates() / "games" / "tawula", folder / f"tawula-{number:05}")


def site(write: Callable[[Path, int], None], folder: Path, count: int) -> Run:
    """Build the site of games in two languages, without downloads, with two workers."""
    write(folder / "games", count)
    options = ["--downloads", "none", "--lang", "en,nl", "--url", "https://museum.example/"]
    return run([*PNP, "site", "games", *options, "--workers", "2", "--quiet"], folder)


def packages(write: Callable[[Path, int], None], folder: Path, count: int) -> Run:
    """Archive games on a Dask cluster of two workers, which are counted as well."""
    write(folder / "games", count)
    command = [*PNP, "archive", "--all", "games", "--date", "2026-01-01", "--quiet"]
    with dask() as processes:
        own = run([*command, "--scheduler", f"tcp://127.0.0.1:{PORT}"], folder)
        rest = [taken(one) for process in processes for one in family(process)]
    processor = own.processor + sum(one.processor for one in rest)
    return Run(own.seconds, max(one.memory_mb for one in (own, *rest)), processor)


@contextmanager
def dask() -> Iterator[list[int]]:
    """Run a cluster, and yield the ids of its processes."""
    program = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://127.0.0.1:{PORT}"]
    alone = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    commands = [[*program, "--port", str(PORT), "--no-dashboard"], *[[*worker, *alone]] * 2]
    silent = subprocess.DEVNULL
    running = [subprocess.Popen(one, stdout=silent, stderr=silent) for one in commands]
    try:
        time.sleep(20)  # until the workers have found the scheduler
        yield [one.pid for one in running]
    finally:
        for one in reversed(running):
            one.kill()
            one.wait()


def family(process: int) -> list[int]:
    """Return the ids of a process and of those that it and they have started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    children = [child for one in threads for child in one.read_text(encoding="ascii").split()]
    return [process, *(one for child in children for one in family(int(child)))]


def taken(process: int) -> Run:
    """Return what a process and the children that it has seen end took so far (Linux)."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    peak = re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text("ascii"))
    ticks = sum(map(int, stat.split()[11:15]))
    return Run(0, int(peak[0]) / 1024, ticks / os.sysconf("SC_CLK_TCK"))


SERIES = (
    Series("card printed", (1000, 3000, 10000, 30000, 100000), cards, grows=True),
    Series("piece on beds", (36, 100, 300, 1000, 3000), pieces, grows=True),
    Series(
        "small game of a site", (10, 30, 100, 200, 1000), partial(site, write_games), grows=True
    ),
    Series(
        "small game archived",
        (4, 8, 16, 32, 100, 200, 1000),
        partial(packages, write_games),
        grows=True,
    ),
    Series("copy of Tawula in a site", (2, 4, 8, 200), partial(site, write_copies), grows=True),
    Series("copy of Tawula archived", (2, 4, 8, 200), partial(packages, write_copies)),
)


def fitted(sizes: list[int], values: list[float]) -> tuple[float, float]:
    """Return the constant and the slope of a line, by least squares of relative errors."""
    slope, constant = np.polyfit(sizes, values, 1, w=[1 / value for value in values])
    return float(constant), float(slope)


def grow(series: Series, most: int) -> bool:
    """Print a row of the table; return whether it grows no faster than it may."""
    sizes = [size for size in series.sizes if size <= most]
    runs = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as place:
            runs.append(series.measure(Path(place), size))
            made = sum(one.stat().st_size for one in Path(place).rglob("*") if one.is_file())
        told = f"{runs[-1].processor:.2f} s, {runs[-1].memory_mb:.0f} MB, {made / 1e6:.1f} MB made"
        print(f"  {size:,}: {told}", file=sys.stderr, flush=True)
    constant, slope = fitted(sizes, [one.processor for one in runs])
    base, more = fitted(sizes, [one.memory_mb for one in runs])
    end = (runs[-1].processor - runs[-2].processor) / (sizes[-1] - sizes[-2]) / slope
    kept = runs[-1].memory_mb / runs[0].memory_mb <= GROWTH
    print(
        f"| {series.name} | {sizes[0]:,} to {sizes[-1]:,} | {constant:.2g} s | "
        f"{slope * 1000:.3g} ms | {base:.0f} MB | "
        f"{f'{more * 1000:.3g} kB' if series.grows else 'none'} | "
        f"{made / sizes[-1] / 1000:.3g} kB | {end:.2f} |",
        flush=True,
    )
    return end <= STEEPER and (series.grows or kept)


def main() -> int:
    """Grow what is chosen."""
    parser = argparse.ArgumentParser(description="Fit what a further card, piece or game costs.")
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--most", type=int, default=10**9)
    chosen = parser.parse_args()
    compiled()
    print("| a further | sizes | constant | each | memory | each | made, each | end |")
    print("|---|---|---|---|---|---|---|---|")
    kept = [
        grow(one, chosen.most)
        for one in SERIES
        if not chosen.words or any(word in one.name for word in chosen.words)
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
