"""The commands that make sheets and faces."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from pnp.definitions import Loaded, game_named
from pnp.game.paper import MOST_CARDS
from pnp.make import summary
from pnp.make.command.commands import single
from pnp.make.command.console import say
from pnp.make.command.options import PIECES, GameArgument, GamesArgument, Watching, takes
from pnp.make.command.report import Report
from pnp.make.made_files import NAME, MadeFile, SheetWork
from pnp.make.options import whole_number
from pnp.make.pipeline import BuildCache, Written, check_all, write
from pnp.make.summary import HOW_TO_PRINT, counted
from pnp.make.wing import own_wings
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.job import SHARED
from pnp.sheets.plan import games_to_build, read_build

ReadBuild = Callable[[], tuple[Loaded, SheetOptions]]
"""Gives a game, read under the options of a build."""

PRINTED = ("open_pdf", "dry_run")


@single(
    "build",
    "pnp build turno --paper letter",
    "pnp build turno/loop --duplex fold --marks full",
    "pnp build tawula --only board,pieces --ink low",
)
@takes(SheetOptions, also=PRINTED)
def build(
    games: GamesArgument = None,
    *,
    options: SheetOptions,
    report: Report,
    watch: Watching = False,
) -> int:
    """Check games and make their sheets and faces."""
    make = _make_again if watch else _make
    return make(games or [], options, report)


@single(
    "deck",
    "pnp deck --cards 36 --stock 300gsm",
    "pnp deck --cards 49 --duplex fold --marks full",
    "pnp deck --only deck-36 --template business-cards --size 54x85mm",
)
@takes(SheetOptions, kind="deck", also=PRINTED)
def deck(
    game: GameArgument = "",
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards",
            metavar="N",
            help="Make the deck with this number of cards; by default all decks.",
            rich_help_panel=PIECES,
        ),
    ] = None,
    *,
    options: SheetOptions,
    report: Report,
) -> int:
    """Make a game's decks and their boxes; by default TURNO's, with 36, 49 and 72 cards."""
    count = None if cards is None else whole_number(1, MOST_CARDS)("--cards", cards)
    options = replace(options, kind="deck", cards=count)
    return _make([game_named(game, "turno")], options, report)


@single("chips", "pnp chips", "pnp chips --duplex fold --paper letter")
@takes(SheetOptions, kind="chips", also=PRINTED)
def chips(game: GameArgument = "", *, options: SheetOptions, report: Report) -> int:
    """Make a game's chips and their box; by default Turnio's, 38 chips and two X chips."""
    return _make([game_named(game, "turnio")], replace(options, kind="chips"), report)


@single(
    "board",
    "pnp board tawula --paper a3",
    "pnp board turno/loop             # the mat of a rule set",
    "pnp board compositie --fit       # on one page",
)
@takes(SheetOptions, kind="board", also=PRINTED)
def board(game: GameArgument = "", *, options: SheetOptions, report: Report) -> int:
    """Make a game's boards and place mats."""
    return _make([game_named(game, "")], replace(options, kind="board"), report)


def _make(games: list[str], options: SheetOptions, report: Report) -> int:
    """Build the games one after the other; return the exit status.

    A game that fails does not stop the others.
    """
    languages, named = options.in_each_language(), games_to_build(games, options)
    reads = iter(check_all([partial(read_build, game, one) for game in named for one in languages]))
    printed = set[str]()  # a fault that several games or languages have is printed once
    for _ in named:
        made: list[Written] = []
        for number, (one, read) in enumerate(zip(languages, reads, strict=False)):
            with report.attempt(printed):
                if report.dry_run:
                    _estimate(read, report)
                else:
                    last = number == len(languages) - 1
                    clean = one.clean and len(made) == number  # none failed
                    made.append(_build(read, report, made=made, last=last, clean=clean))
    return report.finish()


def _estimate(read: ReadBuild, report: Report) -> None:
    from pnp.sheets.estimate import estimate_build, total

    loaded, options = read()
    job = BuildJob.of_game(loaded, options)
    files = estimate_build(job)
    whole = total(files)
    written = Written(job.loaded.game.name, options.out / job.loaded.game.id, ())
    written = written._replace(problems=tuple(job.problems), notes=tuple(job.notes))
    planned = [one.as_data() for one in files]
    data = summary.made_data(written) | whole.as_data() | {"planned": planned}
    lines = [f"{written.name}: would take {whole}"]
    if report.verbose:
        width = max((len(one.path) for one in files), default=0)
        lines += [f"{one.path:{width}}  {one}" for one in files]
    report.add({key: data[key] for key in data if key != "path"}, (*lines, *written.notes))


def _make_again(games: list[str], options: SheetOptions, report: Report) -> int:
    """Build one game, and again whenever its files change, until the user stops it."""
    from pnp.make.command.watch import watch

    report.refuse_to_watch()
    languages = options.in_each_language()
    caches = [BuildCache() for _ in languages]

    def make(game: str, first: bool) -> None:
        made: list[Written] = []
        for one, cache in zip(languages, caches, strict=True):
            read = partial(read_build, game, one)
            made.append(_build(read, report, cache, made=made, again=not first, clean=one.clean))

    watch(games_to_build(games, options), options.out, make)
    return 0


def _job_of(loaded: Loaded, options: SheetOptions) -> BuildJob:
    """Return the job for the options: sheets and faces, or a proof."""
    if not options.proof:
        return BuildJob.of_game(loaded, options)
    from pnp.sheets.proof import ProofJob

    return ProofJob.of_game(loaded, options)


def _build(
    read: ReadBuild,
    report: Report,
    cache: BuildCache | None = None,
    *,
    made: Sequence[Written] = (),
    last: bool = True,
    again: bool = False,
    clean: bool,
) -> Written:
    """Build a game, and report its files and problems.

    In several languages, ``made`` has the earlier results, and all but the ``last`` are followed by
    more.
    """
    loaded, options = read()
    job = _job_of(loaded, replace(options, clean=clean))
    job.spared = frozenset(file.path for one in made for file in one.files)
    written = write(job, options.out, cache)
    if not last:  # files that the next language makes again are not yet left over
        written = written._replace(left=())
    if not options.draft:
        report.fail([f"built despite: {fault}" for fault in job.report.faults()], status=0)
    title = f"{written.name} ({options.lang})" if options.lang else written.name
    heading = f"{title}: {summary.checked(job.report)}"
    described = build_lines if report.verbose else build_summary
    lines = [] if again else [heading, *described(written, job.plan.skipped)]
    report.add(sheets_data(written), lines, written.paths)
    if again:
        say(f"{heading}; {summary.changes(written.changed)}")
    return written


STEPS = "steps"  # the kind of files that say how to make the pieces
INKS = {"low": "little ink", "black": "black alone"}


def build_summary(written: Written, skipped: Sequence[str]) -> Iterator[str]:
    """Yield the numbers of sheets, cuts and pictures, the file to start with, and notes."""
    sheets = [file for file in written.files if file.kind == "sheets"]
    counts = [_totals(sheets)] if sheets else []
    others = Counter(_noun(file) for file in written.files if file.kind not in ("sheets", STEPS))
    counts += (counted(count, noun) for noun, count in sorted(others.items()))
    yield "; ".join(counts) or "no files"
    if sheets:
        yield f"start with {written.folder / sheets[0].path}: {_sheets(sheets[0]).strip()}"
    elif proofs := [file for file in written.files if file.kind == "proof"]:
        yield f"start with {written.folder / proofs[0].path}"
    yield from _remarks(written, skipped)


def _totals(sheets: Sequence[MadeFile]) -> str:
    work = _work(sheets)
    words = f"{counted(work.sheets, 'sheet')} in {counted(len(sheets), 'PDF file')}"
    return f"{words}, {counted(work.cuts, 'straight cut')}" if work.cuts else words


def _noun(file: MadeFile) -> str:
    return "PDF file with one face a page" if file.kind == "faces" else file.kind


def _work(sheets: Iterable[MadeFile]) -> SheetWork:
    return SheetWork.total(file.work for file in sheets if file.work is not None)


def sheets_data(written: Written) -> dict[str, Any]:
    """Return the sheets, faces and pictures that a build made as data for JSON."""
    return summary.made_data(written) | _work(written.files)._asdict()


def build_lines(written: Written, skipped: Sequence[str]) -> Iterator[str]:
    """Yield a line for each sheet file, one for all faces of a format, and notes."""
    listed = [file for file in written.files if file.kind in ("sheets", "faces")]
    width = max((len(file.path) for file in listed), default=0)
    for file in listed:
        faces = f"{counted(file.pages or 0, 'page')}, one face on each"
        yield f"{file.path:{width}}  {_sheets(file) if file.kind == 'sheets' else faces}"
    cut = Counter(file.format for file in written.files if file.kind == "cut file")
    if cut:
        yield f"cut lines beside the sheets: {cut['svg']} SVG, {cut['dxf']} DXF"
    named = ("sheets", "faces", "cut file", STEPS)
    others = [file for file in written.files if file.kind not in named]
    pictures = Counter((file.path.partition("/")[0], file.kind) for file in others)
    for (folder, kind), count in sorted(pictures.items()):
        yield f"{folder + '/':{width}}  {counted(count, kind)}"
    yield from _remarks(written, skipped)


def _remarks(written: Written, skipped: Sequence[str]) -> Iterator[str]:
    steps = (file for file in written.files if file.kind == STEPS)
    yield from (f"how to make them: {written.folder / file.path}" for file in steps)
    yield from written.notes
    if skipped:
        yield f"no backs to print: {', '.join(skipped)}"
    yield from _left_over(written.left)
    yield f"all in {written.folder}, listed in {NAME}"


def _left_over(paths: Sequence[str]) -> Iterator[str]:
    """Say which files no longer follow from the definition, and what removes them."""
    commands = {entry.name for wing in own_wings() for entry in wing.commands}
    by_folder: dict[str, list[str]] = {}
    for path in paths:
        folder = path.partition("/")[0]
        by_folder.setdefault(folder if folder in commands else "", []).append(path)
    for command, left in sorted(by_folder.items()):
        few = ", ".join(left[:3]) + (" …" if len(left) > 3 else "")
        said = f"{counted(len(left), 'file')} ({few})"
        runs = f"runs of pnp {command}" if command else "builds"
        clean = f"pnp {command} --clean" if command else "--clean"
        yield f"left from earlier {runs}: {said}; {clean} removes them"


def _sheets(file: MadeFile) -> str:
    sheets = counted(file.work.sheets if file.work else 0, "sheet")
    how = HOW_TO_PRINT[file.duplex or "one-sided"]
    if file.poster:
        columns, rows = file.poster
        how = f"join {columns} across and {rows} down, cut and glue where the letters say"
    if file.scale:
        how = f"board at {round(100 * file.scale)} % of its size, {how}"
    if file.ink != "full":
        how = f"{INKS[file.ink]}, {how}"
    if file.theme != "classic":
        how = f"theme {file.theme}, {how}"
    if not file.poster:
        straight = file.grid and f"{file.grid[0]} x {file.grid[1]}, {file.cuts} cuts a sheet"
        if file.cuts and not file.grid:
            straight = f"{file.cuts} cuts and outlines"
        if file.preset:
            straight = f"{file.preset} cuts"
        how = f"{how}; {straight or 'no cuts straight through'}"
    shared = "_" in file.component or f"_{SHARED}-" in file.path
    if file.component and file.piece_mm is None and not shared:
        how += "; lay the strips edge to edge where equal letters meet"
    if file.printer:
        how += f"; for printer {file.printer.name}"
        if f"-{file.printer.paper}-" not in file.path:  # it may be fed differently
            how += f", which was measured on {file.printer.paper}"
    return f"{file.pieces:>5} {'piece' if file.pieces == 1 else 'pieces'} on {sheets}: {how}"
