"""Print which games there are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import typer

from pnp.base.errors import PnpError
from pnp.cli.errors import print_error
from pnp.cli.tables import console, heading, lines, table
from pnp.definitions import (
    built_in_games,
    example_games,
    find_game,
    games_to_copy,
    load_game,
    own_games,
    own_games_folder,
)
from pnp.definitions.find import FILE_NAME
from pnp.game.game import Game


class _Found(NamedTuple):
    """A game, and its folder if it is one of the user's own."""

    game: Game
    folder: Path | None = None


def print_list(as_json: bool) -> int:
    """Print a line for each game that is found by name and each example; return the exit status.

    A game of the user's own that cannot be read does not keep the others from being listed.
    """
    found = [_Found(load_game(find_game(game)).game) for game in built_in_games()]
    faults: list[PnpError] = []
    try:
        found += _own(faults)
    except PnpError as error:
        faults.append(error)
    examples = [load_game(games_to_copy()[name] / FILE_NAME).game for name in example_games()]
    if as_json:
        data = {"games": list(map(_as_data, found)), "examples": list(map(_as_example, examples))}
        typer.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        columns = ("id", "name", "components", "rule sets", "what it is")
        table(
            console(),
            (*columns, "from"),
            [(*_row(one.game), str(one.folder or "pnp")) for one in found],
        )
        lines(console(), map(_hidden, filter(_is_hidden, found)))
        if examples:
            heading(console(), "Examples to begin a game of your own with: pnp new NAME --from ID")
            table(console(), columns, map(_row, examples))
    for fault in faults:
        print_error(fault)
    return max((fault.status for fault in faults), default=0)


def _own(faults: list[PnpError]) -> Iterator[_Found]:
    for name in own_games():
        file = own_games_folder() / name / FILE_NAME
        try:
            yield _Found(load_game(file).game, file.parent)
        except PnpError as error:
            faults.append(error)


def _row(game: Game) -> tuple[str, ...]:
    counts = str(len(game.components)), str(len(game.rule_sets))
    return game.id, game.name, *counts, game.summary


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


def _as_example(game: Game) -> dict[str, str]:
    return {"id": game.id, "name": game.name, "summary": game.summary}


def _is_hidden(one: _Found) -> bool:
    """Tell whether a built-in game is found by the name of one of the user's own."""
    return one.folder is not None and one.folder.name in built_in_games()


def _hidden(one: _Found) -> str:
    assert one.folder is not None
    return (
        f"{one.folder.name} names the game that comes with pnp; yours is found by its path, "
        f"{one.folder}, or once it has another name"
    )
