"""Print which games there are."""

import json

import typer

from pnp.cli.messages import print_error
from pnp.cli.tables import console, heading, lines, table
from pnp.game.game import Game
from pnp.jobs.describe import ListedGame, list_games


def print_list(as_json: bool) -> int:
    """Print a line for each game that is found by name and each example; return the exit status.

    A game of the user's that cannot be read does not stop the others from being listed.
    """
    listing = list_games()
    if as_json:
        typer.echo(json.dumps(listing.as_data(), indent=1, ensure_ascii=False))
    else:
        columns = ("id", "name", "components", "rule sets", "what it is")
        table(
            console(),
            (*columns, "from"),
            [(*_row(one.game), str(one.folder or "pnp")) for one in listing.games],
        )
        lines(console(), (_hidden(one) for one in listing.games if one.is_hidden))
        if listing.examples:
            heading(console(), "Examples to begin a game of your own with: pnp new NAME --from ID")
            table(console(), columns, map(_row, listing.examples))
    for fault in listing.faults:
        print_error(fault)
    return max((fault.status for fault in listing.faults), default=0)


def _row(game: Game) -> tuple[str, ...]:
    counts = str(len(game.components)), str(len(game.rule_sets))
    return game.id, game.name, *counts, game.summary


def _hidden(one: ListedGame) -> str:
    assert one.folder is not None
    return (
        f"{one.folder.name} names the game that comes with pnp; yours is found by its path, "
        f"{one.folder}, or once it has another name"
    )
