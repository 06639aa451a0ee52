"""What is measured: the goals, and for each the job and what it is measured against."""

import shutil
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from process import Run, beyond, run
from samples import write_book, write_deck, write_frames
from visits import Server
from yardsticks import (
    BAGIT,
    CAIROSVG,
    LOADED,
    VALIDATE,
    Command,
    by_hand,
    imports,
    in_typst,
    letters_and_bytes,
    protograf,
    python,
    tray,
)

from pnp.base.files import templates

BAG = """
import shutil
from pnp.__main__ import main
shutil.rmtree("bag", ignore_errors=True)  # what is there would only be verified
main()
"""
PACKAGE = ["archive", "turno", "--lang", "en,nl,de,fr", "--date", "2026-01-01", "--out", "bag"]
DECK = ("deck", "--cards", "36", "--format", "pdf")

Side = Callable[[], Run]


class Job(NamedTuple):
    """What is measured, against what, what it was when the goal was set, and the goal.

    ``sides`` prepares in a folder what the two sides of a pair need. ``memory`` is a goal as well,
    by the same measure. ``limit`` is what it may be at worst while the goal is out of reach.
    """

    name: str
    against: str
    before: float
    goal: float
    sides: Callable[[Path], tuple[Side, Side]]
    memory: float | None = None
    at_least: bool = False
    limit: float | None = None


def pnp(*arguments: str) -> Command:
    """Return a command of pnp that prints no report."""
    return [sys.executable, "-m", "pnp", *arguments, "--quiet"]


def two(ours: Command, theirs: Command) -> Callable[[Path], tuple[Side, Side]]:
    """Return the sides of a job that needs no preparation."""
    return lambda folder: (partial(run, ours, folder), partial(run, theirs, folder))


def against_hand(library: str, cards: int) -> Callable[[Path], tuple[Side, Side]]:
    """Return the sides of a deck that is made by hand as well."""

    def sides(folder: Path) -> tuple[Side, Side]:
        return two(build(folder, cards), by_hand(library, cards))(folder)

    return sides


def build(folder: Path, cards: int) -> Command:
    """Return the command that prints a deck of titled fronts."""
    deck = write_deck(folder / f"deck{cards}", cards)
    return pnp("build", f"./{deck.name}", "--format", "pdf")


def a_further_card(folder: Path) -> tuple[Side, Side]:
    """Compare what a card of many adds, with forms in both."""
    ours, theirs = (
        partial(beyond, make(10000), make(1000), 9000, folder)
        for make in (partial(build, folder), partial(by_hand, "reportlab"))
    )
    return ours, theirs


def an_engraved_card(folder: Path) -> tuple[Side, Side]:
    """Compare what a card of many adds for a laser, and in print."""
    laser = [
        pnp("laser", f"./{write_deck(folder / f'deck{cards}', cards).name}", "--component", "cards")
        for cards in (1000, 100)
    ]
    prints = build(folder, 10000), build(folder, 1000)
    return partial(beyond, *laser, 900, folder), partial(beyond, *prints, 9000, folder)


def a_race(cards: int) -> Callable[[Path], tuple[Side, Side]]:
    """Return protograf and pnp, in this order: what counts is how much longer the former takes."""

    def sides(folder: Path) -> tuple[Side, Side]:
        titled = {"TITLED": "1"} if cards > 36 else {}
        deck = write_frames(folder / f"frames{cards}", cards, bool(titled))
        ours = pnp("build", f"./{deck.name}", "--format", "pdf")
        theirs = partial(run, protograf(), folder, CARDS=str(cards), **titled)
        return theirs, partial(run, ours, folder)

    return sides


def a_worker(folder: Path) -> tuple[Side, Side]:
    """Compare a copy of a game, which nobody trusts, with the game itself."""
    shutil.copytree(templates() / "games" / "turno", folder / "copy" / "turno", dirs_exist_ok=True)
    return two(pnp("deck", "./copy/turno", "--cards", "36"), pnp("deck", "turno", "--cards", "36"))(
        folder
    )


def own_imports(folder: Path) -> tuple[Side, Side]:
    """Compare all modules that a deck loads with those of the libraries among them."""
    run(python(LOADED, "loaded", *build(folder, 36)[3:]), folder)
    return two(*imports(folder / "loaded"))(folder)


def the_first_page(folder: Path) -> tuple[Side, Side]:
    """Compare what a visitor of a cold server waits for the page of a kit with a deck's time."""

    def first() -> Run:
        server = Server(workers=2)
        try:
            start = time.perf_counter()
            server.get("/games/turno/make/?for=loop")
            return waited(Run(time.perf_counter() - start, server.memory()[0]))
        finally:
            server.end()

    return first, lambda: waited(run(pnp(*DECK), folder))


def waited(one: Run) -> Run:
    """Let the seconds that a run took count in place of those of the processor."""
    return one._replace(processor=one.seconds)


def all_rules(folder: Path) -> tuple[Side, Side]:
    """Compare the rules of all games of TURNO with shaping and compressing what is in them."""
    languages = ["--lang", "en,nl,de,fr"]
    run(pnp("rules", "turno", *languages, "--out", "texts"), folder)
    theirs = letters_and_bytes(folder / "texts" / "turno" / "rules", folder / "letters")
    ours = pnp("rules", "turno", *languages, "--format", "pdf")
    return partial(run, ours, folder), partial(beyond, *theirs, 1, folder)


def a_rule_text(game: str, *options: str) -> Callable[[Path], tuple[Side, Side]]:
    """Return the sides of a rule text that Typst sets as well."""

    def sides(folder: Path) -> tuple[Side, Side]:
        if game.startswith("./"):
            write_book(folder / game, 24)
        ours = pnp("rules", game, "--lang", "en")
        run([*ours, "--format", "md", "--out", "typst"], folder)
        texts = next((folder / "typst").rglob("rules"))
        return two([*ours, *options, "--format", "pdf"], in_typst(texts))(folder)

    return sides


def a_tray(folder: Path) -> tuple[Side, Side]:
    """Compare what a tray adds to the pieces of a game with a tray by boxes.py."""
    pieces = pnp("laser", "turno/loop")
    return partial(beyond, [*pieces, "--tray"], pieces, 1, folder), partial(run, tray(), folder)


def a_package(folder: Path) -> tuple[Side, Side]:
    """Compare a package with a bag of the same files."""
    bag = the_bag(folder)
    return two(python(BAG, *PACKAGE, "--quiet"), python(BAGIT, bag))(folder)


def the_package_again(folder: Path) -> tuple[Side, Side]:
    """Compare a package of which nothing changed with validating its bag."""
    bag = the_bag(folder)
    return two(pnp(*PACKAGE), python(VALIDATE, bag))(folder)


def the_bag(folder: Path) -> Path:
    """Make the package of TURNO if it is not there, and return a copy of its bag."""
    kept = folder / "kept"
    if not kept.exists():
        run(pnp(*PACKAGE), folder)
        shutil.copytree(next((folder / "bag").rglob("bagit.txt")).parent, kept)
    return kept


def faces(game: str, component: str, *options: str) -> Callable[[Path], tuple[Side, Side]]:
    """Return the sides of PNG faces that cairosvg draws as well, from the same SVG."""

    def sides(folder: Path) -> tuple[Side, Side]:
        if game.startswith("./"):
            write_deck(folder / game, 36)
        run(pnp("build", game, *options, "--format", "svg", "--out", "drawn"), folder)
        (folder / "png").mkdir(exist_ok=True)
        drawn = next((folder / "drawn").rglob(f"svg/{component}"))
        ours = pnp("build", game, *options, "--format", "png", "--dpi", "300")
        return two(ours, python(CAIROSVG, drawn, "png"))(folder)

    return sides


TYPST = "Typst on the same text"
BOXES = "boxes.py's TypeTray"
CAIRO = "cairosvg on the same SVG"
JOBS = (
    Job(
        "pnp --help",
        "import typer",
        2.6,
        2.5,
        two([sys.executable, "-m", "pnp", "--help"], python("import typer")),
    ),
    Job("own imports of a deck", "its four libraries' imports", 1.7, 1.3, own_imports, limit=1.9),
    Job(
        "pnp list",
        "36 cards and their box",
        1.5,
        0.7,
        two([sys.executable, "-m", "pnp", "list"], pnp(*DECK)),
    ),
    Job("36 cards by a worker", "without one", 1.0, 1.1, a_worker),
    Job("36 cards", "reportlab by hand", 2.8, 2, against_hand("reportlab", 36), limit=3.5),
    Job("10,000 cards", "pycairo by hand", 1.3, 1.2, against_hand("pycairo", 10000), limit=1.4),
    Job("a further card", "reportlab by hand", 2, 2.2, a_further_card, memory=2.2),
    Job("protograf, 36 cards", "pnp", 4, 3.5, a_race(36), at_least=True),
    Job("protograf, 1,000 cards", "pnp", 20, 20, a_race(1000), at_least=True),
    Job("protograf, 10,000 cards", "pnp", 96, 80, a_race(10000), at_least=True),
    Job("a further card, engraved", "printed", 700, 120, an_engraved_card),
    Job("a tray", BOXES, 1.2, 1, a_tray),
    Job(
        "Loop for a laser, with a tray",
        BOXES,
        2.7,
        1.8,
        two(pnp("laser", "turno/loop", "--tray"), tray()),
    ),
    Job("a rule sheet of two pages", TYPST, 13, 3, a_rule_text("turno/loop"), limit=15),
    Job("a rulebook of 75 pages", TYPST, 10, 10, a_rule_text("./book", "--rulebook")),
    Job("28 rule documents", "HarfBuzz and zlib alone", 18, 4, all_rules, limit=18),
    Job("TURNO's package", "bagit on the same files", 16, 8, a_package, limit=26),
    Job("the same package again", "bagit validating it", 3.9, 1.5, the_package_again, limit=2),
    Job("36 PNG faces", CAIRO, 1.1, 1.3, faces("./faces36", "cards")),
    Job(
        "72 PNG faces, six pictures",
        CAIRO,
        0.4,
        0.8,
        faces("turno", "deck-36", "--only", "deck-36"),
    ),
    Job("the first page of a kit", "waiting for 36 cards", 2.7, 1.3, the_first_page),
)
