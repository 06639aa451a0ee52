"""Print which games there are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import typer

from pnp.cli.tables import console, lines, table
from pnp.cli.tell import tell
from pnp.definitions import built_in_games, find_game, load_game, own_games, own_games_folder
from pnp.definitions.find import FILE_NAME
from pnp.errors import PnpError
from pnp.model.game import Game


class _Found(NamedTuple):
    """A game, and its folder if it is one of the user's own."""

    game: Game
    folder: Path | None = None


def print_list(as_json: bool) -> int:
    """Print a line for each game that is found by name; return the exit status.

    A game of the user's own that cannot be read does not keep the others from being listed.
    """
    found = [_Found(load_game(find_game(game)).game) for game in built_in_games()]
    faults: list[PnpError] = []
    try:
        found += _own(faults)
    except PnpError as error:
        faults.append(error)
    if as_json:
        typer.echo(json.dumps({"games": list(map(_as_data, found))}, indent=1, ensure_ascii=False))
    else:
        columns = ("id", "name", "components", "rule sets", "what it is", "from")
        table(console(), columns, map(_row, found))
        lines(console(), map(_hidden, filter(_is_hidden, found)))
    for fault in faults:
        tell(fault)
    return max((fault.status for fault in faults), default=0)


def _own(faults: list[PnpError]) -> Iterator[_Found]:
    for name in own_games():
        file = own_games_folder() / name / FILE_NAME
        try:
            yield _Found(load_game(file).game, file.parent)
        except PnpError as error:
            faults.append(error)


def _row(one: _Found) -> tuple[str, ...]:
    game = one.game
    counts = str(len(game.components)), str(len(game.rule_sets))
    return game.id, game.name, *counts, game.summary, str(one.folder or "pnp")


def _as_data(one: _Found) -> dict[str, object]:
    game = one.game
    return {
        "id": game.id,
        "name": game.name,
        "summary": game.summary,
        "rule_sets": [f"{game.id}/{key}" for key in game.rule_sets],
        "folder": str(one.folder) if one.folder else None,
        "hidden": _is_hidden(one),
    }


def _is_hidden(one: _Found) -> bool:
    """Tell whether a built-in game is found by the name of one of the user's own."""
    return one.folder is not None and one.folder.name in built_in_games()


def _hidden(one: _Found) -> str:
    assert one.folder is not None
    return (
        f"{one.folder.name} names the game that comes with pnp; yours is found by its path, "
        f"{one.folder}, or once it has another name"
    )
