"""The commands that make sheets and faces."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from pnp.cli.commands import single
from pnp.cli.console import print_error, say, shown_progress
from pnp.cli.options import PIECES, GameArgument, GamesArgument, Watching, takes
from pnp.cli.report import Report
from pnp.definitions import game_named
from pnp.game.paper import MOST_CARDS
from pnp.jobs import summary
from pnp.jobs.build import BuildJob
from pnp.jobs.build_plan import check_builds, games_to_build
from pnp.jobs.options import whole_number
from pnp.jobs.pipeline import BuildCache, Progress, Written, write
from pnp.jobs.sheet_options import SheetOptions

# Options that change nothing on what a command makes.
NOT_FOR_BOARDS = ("sizes", "stock", "rounded", "preset", "tts_url", "draft")
NOT_FOR_CARDS = ("fit",)
NOT_FOR_CHIPS = ("sizes", "fit", "rounded", "preset", "draft")
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
@takes(SheetOptions, without=NOT_FOR_CARDS, also=PRINTED)
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


@single(
    "chips",
    "pnp chips",
    "pnp chips --duplex fold --paper letter",
)
@takes(SheetOptions, without=NOT_FOR_CHIPS, also=PRINTED)
def chips(game: GameArgument = "", *, options: SheetOptions, report: Report) -> int:
    """Make a game's chips and their box; by default Turnio's, 38 chips and two X chips."""
    return _make([game_named(game, "turnio")], replace(options, kind="chips"), report)


@single(
    "board",
    "pnp board tawula --paper a3",
    "pnp board turno/loop             # the mat of a rule set",
    "pnp board compositie --fit       # on one page",
)
@takes(SheetOptions, without=NOT_FOR_BOARDS, also=PRINTED)
def board(game: GameArgument = "", *, options: SheetOptions, report: Report) -> int:
    """Make a game's boards and place mats."""
    return _make([game_named(game, "")], replace(options, kind="board"), report)


def _make(games: list[str], options: SheetOptions, report: Report) -> int:
    """Build the games one after the other; return the exit status.

    A game that fails does not stop the others.
    """
    languages, named = options.in_each_language(), games_to_build(games, options)
    check_builds(named, languages)
    for game in named:
        printed = set[str]()  # a fault that several languages have is printed once
        made: list[Written] = []
        for number, one in enumerate(languages):
            with report.attempt(printed, one.lang):
                if report.dry_run:
                    _estimate(game, one, report)
                else:
                    last = number == len(languages) - 1
                    one = replace(one, clean=one.clean and len(made) == number)  # none failed
                    made.append(_build(game, one, report, made=made, last=last))
    return report.finish()


def _estimate(game: str, options: SheetOptions, report: Report) -> None:
    from pnp.jobs.estimate import estimate_build, total

    job = BuildJob.of(game, options)
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
    from pnp.cli.watch import watch

    report.refuse_to_watch()
    languages = options.in_each_language()
    caches = [BuildCache() for _ in languages]

    def make(game: str, first: bool) -> None:
        made: list[Written] = []
        for one, cache in zip(languages, caches, strict=True):
            made.append(_build(game, one, report, cache, made=made, again=not first))

    watch(games_to_build(games, options), options.out, make)
    return 0


def _job_of(game: str, options: SheetOptions, progress: Progress) -> BuildJob:
    """Return the job for the options: sheets and faces, or a proof."""
    if not options.proof:
        return BuildJob.of(game, options, progress)
    from pnp.jobs.proof import ProofJob

    return ProofJob.of(game, options, progress)


def _build(
    game: str,
    options: SheetOptions,
    report: Report,
    cache: BuildCache | None = None,
    *,
    made: Sequence[Written] = (),
    last: bool = True,
    again: bool = False,
) -> Written:
    """Build a game, and report its files and problems.

    In several languages, ``made`` has the earlier results, and all but the ``last`` are followed by
    more.
    """
    with shown_progress(report.silent) as progress:
        job = _job_of(game, options, progress)
        job.spared = frozenset(file.path for one in made for file in one.files)
        written = write(job, options.out, cache)
    if not last:  # files that the next language makes again are not yet left over
        written = written._replace(left=())
    if not (report.as_json or options.draft):
        for fault in job.report.faults():
            print_error(f"built despite: {fault}")
    title = f"{written.name} ({options.lang})" if options.lang else written.name
    heading = f"{title}: {summary.checked(job.report)}"
    described = summary.build_lines if report.verbose else summary.build_summary
    lines = [] if again else [heading, *described(written, job.plan.skipped)]
    report.add(summary.sheets_data(written), lines, written.paths)
    if again:
        say(f"{heading}; {summary.changes(written.changed)}")
    return written
