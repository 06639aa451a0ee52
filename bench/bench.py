"""Time pnp's jobs as whole processes against importing the libraries they stand on.

Each job and its yardstick run in turn, so that a drift of the machine's speed touches
both; the ratio is taken pair by pair and its median is what counts. Exits with 1 if a
ceiling is passed.
"""

import compileall
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROUNDS = 11
REPORTLAB = ["-c", "import reportlab.pdfgen.canvas"]
TYPER = ["-c", "import typer"]
LIBRARIES = ["-c", "import reportlab.pdfgen.canvas, svgwrite, cairosvg, PIL.Image"]
CAIROSVG = """
import sys, pathlib, cairosvg
for face in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    cairosvg.svg2png(
        bytestring=face.read_bytes(),
        write_to=f"{sys.argv[2]}/{face.stem}.png",
        output_width=520,
        output_height=803,
        background_color="white",
    )
"""


class Job(NamedTuple):
    """What is timed, against what, and what it may cost at most."""

    name: str
    arguments: list[str]
    yardstick: list[str]
    ratio: float | None = None
    memory_mb: float | None = None
    file: str | None = None
    file_mb: float | None = None


class Run(NamedTuple):
    """One process: seconds from start to end, and its peak memory in MB."""

    seconds: float
    memory_mb: float


def run(arguments: list[str], folder: Path) -> Run:
    """Run Python with ``arguments`` in ``folder``."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return Run(seconds, usage.ru_maxrss / 1024)


def write_deck(folder: Path, cards: int, backs: bool = True) -> None:
    """Write a game with one deck of titled cards on six faces, with backs or without."""
    folder.mkdir()
    (folder / "game.toml").write_text(
        'name = "Bench"\nsummary = "A long deck"\n'
        '[components.cards]\nkind = "deck"\nname = "Cards"\nrows = "cards.csv"\n'
    )
    rows = [
        f"{n % 6 + 1},{f'{n // 6 % 6 + 1},' if backs else ''}Card {n + 1}" for n in range(cards)
    ]
    head = "front,back,title" if backs else "front,title"
    (folder / "cards.csv").write_text("\n".join([head, *rows]))


def write_faces(folder: Path) -> None:
    """Write the SVG faces that PNG is measured with, and a place for the yardstick's PNG."""
    pnp = ["-m", "pnp"]
    run([*pnp, "build", "./faces36", "--format", "svg", "--quiet"], folder)
    run([*pnp, "build", "turno", "--only", "deck-36", "--format", "svg", "--quiet"], folder)
    (folder / "png").mkdir()


def jobs() -> list[Job]:
    """Return what is measured; ceilings are the project's own promises."""
    pnp = ["-m", "pnp"]
    quick = ["--format", "pdf", "--quiet"]
    made = [
        Job("pnp --help", [*pnp, "--help"], TYPER, 2.5),
        Job("36 cards, two sides", [*pnp, "deck", "--cards", "36", *quick], REPORTLAB, 3),
    ]
    for cards in (100, 1000, 10000):
        name = f"deck{cards}"
        most = (8.0, 60.0, 0.8) if cards == 10000 else (None, None, None)
        for duplex, suffix in (("fronts", "-fronts"), ("long-edge", "")):
            arguments = [*pnp, "build", f"./{name}", "--duplex", duplex, *quick]
            file = f"output/{name}/print/cards-a4{suffix}.pdf"
            title = f"{cards:,} titled cards, {'fronts' if suffix else 'two sides'}"
            made.append(Job(title, arguments, REPORTLAB, most[0], most[1], file, most[2]))
    return made + picture_jobs()


def picture_jobs() -> list[Job]:
    """Return what is measured of pictures: PNG faces, and all that can be printed."""
    pnp = ["-m", "pnp"]
    faces = ["--format", "png", "--dpi", "300", "--quiet"]
    return [
        Job(
            "36 PNG faces, all different",
            [*pnp, "build", "./faces36", *faces],
            ["-c", CAIROSVG, "output/faces36/svg/cards", "png"],
            0.8,
        ),
        Job(
            "72 PNG faces of a deck of 36",
            [*pnp, "build", "turno", "--only", "deck-36", *faces],
            ["-c", CAIROSVG, "output/turno/svg/deck-36", "png"],
            0.8,
        ),
        Job("five games, A4 and SVG", [*pnp, "build", "--quiet"], LIBRARIES, 8),
    ]


def measure(job: Job, folder: Path) -> bool:
    """Print a job's figures; return whether it keeps within its ceilings."""
    run(job.arguments, folder)
    pairs = [(run(job.arguments, folder), run(job.yardstick, folder)) for _ in range(ROUNDS)]
    ratio = median(ours.seconds / theirs.seconds for ours, theirs in pairs)
    seconds = median(ours.seconds for ours, _ in pairs)
    memory = max(ours.memory_mb for ours, _ in pairs)
    size = (folder / job.file).stat().st_size / 1e6 if job.file else None
    columns = [
        f"{job.name:32}",
        f"{seconds:7.3f} s",
        f"{ratio:6.2f} x{_ceiling(job.ratio)}",
        f"{memory:6.1f} MB{_ceiling(job.memory_mb)}",
        f"{size:6.3f} MB{_ceiling(job.file_mb)}" if size is not None else "",
    ]
    print("  ".join(columns).rstrip(), flush=True)
    return all(
        most is None or (value is not None and value <= most)
        for value, most in ((ratio, job.ratio), (memory, job.memory_mb), (size, job.file_mb))
    )


def _ceiling(most: float | None) -> str:
    return f" of {most:<4g}" if most is not None else " " * 8


def main() -> int:
    """Measure every job."""
    # An installed package comes compiled, and so do the libraries it is compared with.
    compileall.compile_dir(Path(__file__).parent.parent / "pnp", quiet=1)
    print(f"median of {ROUNDS} whole processes, against importing the libraries alone;")
    print("PNG against drawing the same SVG faces with cairosvg in a loop")
    print(f"{'job':32}  {'time':>9}  {'ratio':>8}{'':8}  {'memory':>9}{'':8}  {'file':>9}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for cards in (100, 1000, 10000):
            write_deck(folder / f"deck{cards}", cards)
        write_deck(folder / "faces36", 36, backs=False)
        write_faces(folder)
        kept = [measure(job, folder) for job in jobs()]
    print("within every ceiling" if all(kept) else "A CEILING IS PASSED")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
