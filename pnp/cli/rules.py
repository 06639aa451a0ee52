"""Report the rule sheets that are made."""

import typer

from pnp.base.errors import PnpError
from pnp.cli.tell import tell
from pnp.definitions import games_named
from pnp.jobs.kept import Kept
from pnp.jobs.rules import MadeRules, RuleOptions, make_rules
from pnp.records.manifest import MadeFile


def write_rules(games: list[str], options: RuleOptions, quiet: bool) -> int:
    """Make the rule sheets of games, as :func:`games_named` gives them; return the status.

    A game whose texts have faults does not keep the others from being made.
    """
    status = 0
    for game in games_named(games):
        try:
            made = make_rules(game, options)
        except PnpError as error:
            tell(error)
            status = max(status, error.status)
            continue
        if not quiet:
            _report(made)
    return status


def write_rules_again(games: list[str], options: RuleOptions, quiet: bool) -> None:
    """Make a game's rule sheets, and again whenever its files change, until somebody stops it."""
    from pnp.cli.make import anew
    from pnp.cli.watch import watch

    kept = Kept()

    def make(game: str, first: bool) -> None:
        made = make_rules(game, options, kept)
        if first and not quiet:
            _report(made)
        elif not first:
            typer.echo(f"{made.name}: {anew(made.anew)}")

    watch(games_named(games), options.out, make)


def _report(made: MadeRules) -> None:
    typer.echo(f"{made.name}: rules")
    for file in made.files:
        if file.format != "svg":
            typer.echo(f"  {file.path}{_words(file)}")
    typer.echo(f"  all in {made.folder}, listed in manifest.json")


def _words(file: MadeFile) -> str:
    """Say how many pages a PDF has, and how a booklet is printed."""
    if file.pages is None:
        return ""
    if file.duplex:
        sheets = file.pages // 2
        one = "1 sheet" if sheets == 1 else f"{sheets} sheets"
        return f"  {one}: print both sides, flip on the SHORT edge, fold and staple"
    return "  1 page" if file.pages == 1 else f"  {file.pages} pages"
