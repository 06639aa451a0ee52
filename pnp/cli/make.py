"""Run the jobs that make sheets, faces and rules, and print what they made."""

from collections.abc import Callable, Iterable
from functools import partial

import typer

from pnp.base.errors import PnpError
from pnp.cli.console import print_error, shown_progress
from pnp.definitions import games_to_make
from pnp.jobs import summary
from pnp.jobs.build import BuildJob, games_to_build
from pnp.jobs.pipeline import BuildCache, write
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.rules import make_rules
from pnp.jobs.sheet_options import SheetOptions


def build(games: list[str], options: SheetOptions, quiet: bool, watching: bool = False) -> int:
    """Build the games one after the other; return the exit status.

    A game that fails does not stop the others. When ``watching``, build one game, and again
    whenever its files change, until the user stops it.
    """
    named, languages = games_to_build(games, options), options.in_each_language()
    if watching:
        from pnp.cli.watch import watch

        caches = [BuildCache() for _ in languages]

        def make(game: str, first: bool) -> None:
            for one, cache in zip(languages, caches, strict=True):
                _build(game, one, quiet, cache, again=not first)

        watch(named, options.out, make)
        return 0
    # Files that the next language makes again are not yet left over.
    attempts = (
        partial(_build, game, one, quiet, last=one is languages[-1])
        for game in named
        for one in languages
    )
    return max(map(_attempted, attempts), default=0)


def write_rules(games: list[str], options: RuleOptions, quiet: bool, watching: bool) -> int:
    """Make the rules of the games, or of one game again and again, as :func:`build` does."""
    if watching:
        from pnp.cli.watch import watch

        cache = BuildCache()

        def make(game: str, first: bool) -> None:
            if first:
                _rules(game, options, quiet, cache)
            else:
                written = make_rules(game, options, cache)
                typer.echo(f"{written.name}: {summary.changes(written.changed)}")

        watch(games_to_make(games), options.out, make)
        return 0
    return max(_attempted(partial(_rules, game, options, quiet)) for game in games_to_make(games))


def _attempted(make: Callable[[], int]) -> int:
    try:
        return make()
    except PnpError as error:
        print_error(error)
        return error.status


def _build(
    game: str,
    options: SheetOptions,
    quiet: bool,
    cache: BuildCache | None = None,
    *,
    last: bool = True,
    again: bool = False,
) -> int:
    """Build a game, print the files and problems; return the exit status."""
    with shown_progress(quiet) as progress:
        job = BuildJob.of(game, options, progress)
        written = write(job, options.out, cache)
    if not last:
        written = written._replace(left=())
    for fault in job.report.faults():
        print_error(f"built despite: {fault}")
    title = f"{written.name} ({options.lang})" if options.lang else written.name
    heading = f"{title}: {summary.checked(job.report)}"
    if not (quiet or again):
        _print(heading, summary.build_lines(written, job.plan.skipped))
    for problem in written.problems:
        print_error(problem)
    if again:
        typer.echo(f"{heading}; {summary.changes(written.changed)}")
    return 1 if written.problems else 0


def _rules(game: str, options: RuleOptions, quiet: bool, cache: BuildCache | None = None) -> int:
    written = make_rules(game, options, cache)
    if not quiet:
        _print(f"{written.name}: rules", summary.rules_lines(written))
    return 0


def _print(heading: str, lines: Iterable[str]) -> None:
    typer.echo(heading)
    for line in lines:
        typer.echo(f"  {line}")
