"""Run the jobs that make sheets, faces and rules, and tell what they made."""

from functools import partial

import typer

from pnp.cli.console import print_error, shown_progress
from pnp.cli.report import Report
from pnp.definitions import games_to_make
from pnp.jobs import summary
from pnp.jobs.build import BuildJob, check_builds
from pnp.jobs.component_sheets import games_to_build
from pnp.jobs.pipeline import BuildCache, Written, check_all, write
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.rules import RulesJob, make_rules
from pnp.jobs.sheet_options import SheetOptions


def build(games: list[str], options: SheetOptions, report: Report) -> int:
    """Build the games one after the other; return the exit status.

    A game that fails does not stop the others.
    """
    languages, named = options.in_each_language(), games_to_build(games, options)
    check_builds(named, languages)
    for game in named:
        for one in languages:
            with report.attempt():
                if report.dry_run:
                    _estimate(game, one, report)
                else:  # files that the next language makes again are not yet left over
                    _build(game, one, report, last=one is languages[-1])
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


def build_again(games: list[str], options: SheetOptions, report: Report) -> int:
    """Build one game, and again whenever its files change, until the user stops it."""
    from pnp.cli.watch import watch

    report.refuse_to_watch()
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
) -> None:
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
    report.add(summary.sheets_data(written), lines, written.paths)
    if again:
        typer.echo(f"{heading}; {summary.changes(written.changed)}")


def write_rules(games: list[str], options: RuleOptions, report: Report) -> int:
    """Make the rules of the games; return the exit status."""
    named = games_to_make(games)
    check_all([partial(RulesJob.of, game, options) for game in named])
    for game in named:
        with report.attempt():
            _rules(game, options, report)
    return report.finish()


def write_rules_again(games: list[str], options: RuleOptions, report: Report) -> int:
    """Make the rules of one game, and again whenever its files change."""
    from pnp.cli.watch import watch

    report.refuse_to_watch()
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
) -> None:
    written = make_rules(game, options, cache)
    described = summary.rules_lines if report.verbose else summary.rules_summary
    lines = f"{written.name}: rules", *described(written)
    report.add(summary.made_data(written), lines, written.paths)
