"""Run the jobs that make sheets, faces and rules, and tell what they made."""

import typer

from pnp.cli.console import print_error, shown_progress
from pnp.cli.report import Report, open_first
from pnp.definitions import games_to_make
from pnp.jobs import summary
from pnp.jobs.build import BuildJob, games_to_build
from pnp.jobs.pipeline import BuildCache, Written, write
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.rules import make_rules
from pnp.jobs.sheet_options import SheetOptions


def build(
    games: list[str], options: SheetOptions, report: Report, *, open_pdf: bool = False
) -> int:
    """Build the games one after the other; return the exit status.

    A game that fails does not stop the others.
    """
    languages = options.in_each_language()
    made: list[str] = []
    for game in games_to_build(games, options):
        for one in languages:
            with report.attempt():
                # Files that the next language makes again are not yet left over.
                written = _build(game, one, report, last=one is languages[-1])
                made += _paths(written)
    if open_pdf:
        open_first(made)
    return report.finish()


def build_again(games: list[str], options: SheetOptions, report: Report) -> int:
    """Build one game, and again whenever its files change, until the user stops it."""
    from pnp.cli.watch import watch

    languages = options.in_each_language()
    caches = [BuildCache() for _ in languages]

    def make(game: str, first: bool) -> None:
        for one, cache in zip(languages, caches, strict=True):
            _build(game, one, report, cache, again=not first)

    watch(games_to_build(games, options), options.out, make)
    return 0


def _build(
    game: str,
    options: SheetOptions,
    report: Report,
    cache: BuildCache | None = None,
    *,
    last: bool = True,
    again: bool = False,
) -> Written:
    """Build a game; tell of its files and problems."""
    with shown_progress(report.silent) as progress:
        job = BuildJob.of(game, options, progress)
        written = write(job, options.out, cache)
    if not last:
        written = written._replace(left=())
    if not report.as_json:
        for fault in job.report.faults():
            print_error(f"built despite: {fault}")
    title = f"{written.name} ({options.lang})" if options.lang else written.name
    heading = f"{title}: {summary.checked(job.report)}"
    described = summary.build_lines if report.verbose else summary.build_summary
    lines = [] if again else [heading, *described(written, job.plan.skipped)]
    report.add(summary.sheets_data(written), lines)
    if again:
        typer.echo(f"{heading}; {summary.changes(written.changed)}")
    return written


def write_rules(
    games: list[str], options: RuleOptions, report: Report, *, open_pdf: bool = False
) -> int:
    """Make the rules of the games; return the exit status."""
    made: list[str] = []
    for game in games_to_make(games):
        with report.attempt():
            made += _paths(_rules(game, options, report))
    if open_pdf:
        open_first(made)
    return report.finish()


def write_rules_again(games: list[str], options: RuleOptions, report: Report) -> int:
    """Make the rules of one game, and again whenever its files change."""
    from pnp.cli.watch import watch

    cache = BuildCache()

    def make(game: str, first: bool) -> None:
        if first:
            _rules(game, options, report, cache)
        else:
            written = make_rules(game, options, cache)
            typer.echo(f"{written.name}: {summary.changes(written.changed)}")

    watch(games_to_make(games), options.out, make)
    return 0


def _rules(
    game: str, options: RuleOptions, report: Report, cache: BuildCache | None = None
) -> Written:
    written = make_rules(game, options, cache)
    described = summary.rules_lines if report.verbose else summary.rules_summary
    report.add(summary.made_data(written), (f"{written.name}: rules", *described(written)))
    return written


def _paths(written: Written) -> list[str]:
    return [str(written.folder / file.path) for file in written.files]
