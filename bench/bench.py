"""Time pnp's jobs as whole processes against importing the libraries they stand on.

Each job and its yardstick run in turn, so that a drift of the machine's speed touches
both; the ratio is taken pair by pair and its median is what counts. Exits with 1 if a
ceiling is passed.
"""

import shutil
import sys
import tempfile
from operator import attrgetter
from pathlib import Path
from statistics import median
from typing import NamedTuple

from process import compiled, run

from pnp.base.files import templates

ROUNDS = 11
RULES = ["-c", "import reportlab.platypus, pikepdf"]
LASER = ["-c", "import ezdxf, shapely"]
ARCHIVE = ["-c", "import reportlab.platypus, pikepdf, lxml.etree"]
GAMES = ("tawula", "turnio", "compositie", "punt-match", "turno")
BAG = """
import shutil
from pnp.__main__ import main
shutil.rmtree("bag", ignore_errors=True)  # what is there would only be verified
main()
"""
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
    by_processor: bool = False  # neither the disk nor what else the machine does counts


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


def write_book(folder: Path, rule_sets: int) -> None:
    """Write a game whose rulebook has three pages and three figures for each rule set."""
    (folder / "rules").mkdir(parents=True)
    game = [
        'name = "Bench"\nsummary = "A long book"\n[sources.book]\nkind = "rules"\n'
        'title = "B"\n[components.board]\nkind = "grid"\nname = "Board"\nrows = 6\n'
        'columns = 6\ncell = "20mm"\nholds = ["stones"]\n[components.stones]\nkind = "counters"\n'
        'name = "Stones"\ndiameter = "15mm"\n'
        'series = [{ id = "grey", color = "#777777", mark = "disc", copies = 12 }]\n'
    ]
    figures = "".join(
        f"![A grey stone lies in the corner of the board, the others wait.](figure:{name} "
        f'"One of the stones, number {number}.")\n\n'
        for number, name in enumerate(("setup", "one", "two"), start=1)
    )
    text = "A stone goes from its space to the next that is free, along the row or the column. " * 9
    sections = ("Set-up", "Your turn", "Special cases", "The end", "Variants", "An example")
    paragraphs = "\n\n".join(f"## {title}\n\n{text}\n\n{text}" for title in sections)
    for number in range(rule_sets):
        lay = 'lay = [{ component = "stones", pieces = ["grey"], at = ["a1"] }]'
        game.append(
            f'[rule_sets.way-{number}]\nname = "Way {number}"\nsummary = "One way."\n'
            "players = { least = 2, most = 2 }\n"
            'needs = [{ component = "stones", count = 1, source = "book" }]\n'
            f'[rule_sets.way-{number}.setup]\nboard = "board"\n{lay}\n'
            'known = { status = "stated", says = "So.", sources = ["book"] }\n'
            f'[rule_sets.way-{number}.examples.one]\nboard = "board"\n{lay}\n'
            f'[rule_sets.way-{number}.examples.two]\nboard = "board"\n{lay}\n'
        )
        whole = paragraphs.replace("## Your turn", f"{figures}## Your turn", 1)
        (folder / "rules" / f"way-{number}.en.md").write_text(whole)
    (folder / "game.toml").write_text("\n".join(game))


def write_faces(folder: Path) -> None:
    """Write the SVG faces that PNG is measured with, and a place for the yardstick's PNG."""
    pnp = ["-m", "pnp"]
    run([sys.executable, *pnp, "build", "./faces36", "--format", "svg", "--quiet"], folder)
    run(
        [sys.executable, *pnp, "build", "turno", "--only", "deck-36", "--format", "svg", "--quiet"],
        folder,
    )
    (folder / "png").mkdir()


def jobs() -> list[Job]:
    """Return what is measured; ceilings are the project's own promises."""
    pnp = ["-m", "pnp"]
    quick = ["--format", "pdf", "--quiet"]
    made = [
        Job("pnp --help", [*pnp, "--help"], TYPER, 2.5),
        Job(
            "36 cards, two sides",
            [*pnp, "deck", "--cards", "36", *quick],
            REPORTLAB,
            4,
            by_processor=True,
        ),
        Job(
            "the same by a worker",
            [*pnp, "deck", "./copy/turno", "--cards", "36", *quick],
            [*pnp, "deck", "turno", "--cards", "36", *quick],
            1.1,
        ),
        Job(
            "pnp list",
            [*pnp, "list"],
            [*pnp, "deck", "--cards", "36", *quick],
            0.7,
            by_processor=True,
        ),
    ]
    for cards in (100, 1000, 10000):
        name = f"deck{cards}"
        most = (8.0, 60.0, 0.8) if cards == 10000 else (None, None, None)
        for duplex, suffix in (("fronts", "-fronts"), ("long-edge", "")):
            arguments = [*pnp, "build", f"./{name}", "--duplex", duplex, *quick]
            file = f"output/{name}/print/cards-a4{suffix}.pdf"
            title = f"{cards:,} titled cards, {'fronts' if suffix else 'two sides'}"
            limits = most[0], most[1], file, most[2]
            made.append(Job(title, arguments, REPORTLAB, *limits, by_processor=True))
    return made + rule_jobs() + picture_jobs()


def rule_jobs() -> list[Job]:
    """Return what is measured of rules: a sheet of four pages, and books."""
    pdf = ["--format", "pdf", "--lang", "en", "--quiet"]
    sheet = [*pdf, "--paper", "a5", "--rule-set", "basic"]
    made = [Job("rule sheet of 4 pages", ["-m", "pnp", "rules", "turnio", *sheet], RULES, 4)]
    for pages, most in ((25, None), (75, 12), (150, None)):
        arguments = ["-m", "pnp", "rules", f"./book{pages}", "--rulebook", *pdf]
        file = f"output/book{pages}/rules/rulebook.en.pdf"
        made.append(Job(f"rulebook of {pages} pages", arguments, RULES, most, file=file))
    return made


def picture_jobs() -> list[Job]:
    """Return what is measured of pictures: PNG faces, and all that can be printed."""
    pnp = ["-m", "pnp"]
    faces = ["--format", "png", "--dpi", "300", "--quiet"]
    both = ["build", "--format", "pdf,svg", "--quiet"]
    return [
        Job(
            "36 PNG faces, all different",
            [*pnp, "build", "./faces36", *faces],
            ["-c", CAIROSVG, "output/faces36/svg/cards", "png"],
            1.3,
        ),
        Job(
            "72 PNG faces of a deck of 36",
            [*pnp, "build", "turno", "--only", "deck-36", *faces],
            ["-c", CAIROSVG, "output/turno/svg/deck-36", "png"],
            0.8,
        ),
        Job("five games, A4 and SVG", [*pnp, *both], LIBRARIES, 8),
        Job("five games for a laser", [*pnp, "laser", "--quiet"], LASER, 8),
        *(package_job(game) for game in GAMES),
    ]


def package_job(game: str) -> Job:
    """Return what is measured of a package: a game in four languages."""
    options = ["--lang", "en,nl,de,fr", "--date", "2026-01-01", "--out", "bag", "--quiet"]
    arguments = ["-c", BAG, "archive", game, *options]
    return Job(f"{game} for an archive", arguments, ARCHIVE, 15, by_processor=True)


def measure(job: Job, folder: Path) -> bool:
    """Print a job's figures; return whether it keeps within its ceilings."""
    own, yardstick = [sys.executable, *job.arguments], [sys.executable, *job.yardstick]
    run(own, folder)
    pairs = [(run(own, folder), run(yardstick, folder)) for _ in range(ROUNDS)]
    took = attrgetter("processor" if job.by_processor else "seconds")
    ratio = median(took(ours) / took(theirs) for ours, theirs in pairs)
    seconds = median(took(ours) for ours, _ in pairs)
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
    compiled()
    print(f"median of {ROUNDS} whole processes, against importing the libraries alone;")
    print("PNG against drawing the same SVG faces with cairosvg in a loop")
    print(f"{'job':32}  {'time':>9}  {'ratio':>8}{'':8}  {'memory':>9}{'':8}  {'file':>9}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for cards in (100, 1000, 10000):
            write_deck(folder / f"deck{cards}", cards)
        for pages in (25, 75, 150):
            write_book(folder / f"book{pages}", (pages - 3) // 3)
        write_deck(folder / "faces36", 36, backs=False)
        write_faces(folder)
        shutil.copytree(templates() / "games" / "turno", folder / "copy" / "turno")
        kept = [measure(job, folder) for job in jobs()]
    print("within every ceiling" if all(kept) else "A CEILING IS PASSED")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
