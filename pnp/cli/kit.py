"""The command that makes kits."""

from typing import TYPE_CHECKING

import typer

from pnp.base.errors import PnpError
from pnp.cli.console import print_error, print_json
from pnp.cli.options import AsJson, GamesArgument, Quiet, takes
from pnp.jobs.kit_options import KitOptions

if TYPE_CHECKING:
    from pnp.jobs.kit import KitFacts


@takes(KitOptions)
def kit(
    games: GamesArgument = None,
    *,
    options: KitOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Make one PDF with everything for a game tonight: rules and pieces on the fewest sheets."""
    from pnp.definitions import games_to_make
    from pnp.jobs.kit import KitJob
    from pnp.jobs.pipeline import write

    status, made = 0, []
    for game in games_to_make(games or []):
        try:
            job = KitJob.of(game, options)
            write(job, options.out)
        except PnpError as error:
            print_error(error)
            status = max(status, error.status)
            continue
        made.append(job.facts)
        if not (quiet or as_json):
            _print(job.facts)
    if as_json:
        print_json({"kits": [one._asdict() for one in made]})
    return status


def _print(facts: "KitFacts") -> None:
    typer.echo(f"{facts.rule_set}: {facts.file}")
    typer.echo(
        f"  {facts.pages} pages: {facts.piece_sheets} sheets with pieces, {facts.cuts} cuts, "
        f"{facts.rule_pages} pages of rules"
    )
    if facts.left_out:
        typer.echo(f"  left out: {', '.join(facts.left_out)}")
