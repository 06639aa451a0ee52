"""The games that have names, as lists show them.

Those that come with pnp are read without the models of games, which a list would only wait for.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import PnpError
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.definitions.find import (
    FILE_NAME,
    built_in_games,
    example_games,
    find_game,
    games_to_copy,
    own_games,
    starters,
)

if TYPE_CHECKING:
    from pnp.game.game import Game

Json = dict[str, Any]


class GameSummary(NamedTuple):
    """What a list shows of a game that comes with pnp, read without validating its definition."""

    id: str
    name: str
    summary: str
    components: Mapping[str, Any]
    rule_sets: Mapping[str, Any]


def _summary(file: Path) -> GameSummary:
    raw, _ = read_toml(file)
    parts = (raw[key] for key in GameSummary._fields[1:])
    return GameSummary(file.parent.name, *parts)


def listed_data(game: "Game | GameSummary") -> Json:
    """Return the facts of a game for a list of games."""
    return {
        "id": game.id,
        "name": game.name,
        "summary": game.summary,
        "rule_sets": [f"{game.id}/{key}" for key in game.rule_sets],
    }


class ListedGame(NamedTuple):
    """A game, and its folder if it does not come with pnp."""

    game: "Game | GameSummary"
    folder: Path | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether its id finds a built-in game instead."""
        return self.folder is not None and self.folder.name in built_in_games()


class GameListing(NamedTuple):
    """All games that have names, the examples, starters, and the faults of unreadable games."""

    games: tuple[ListedGame, ...]
    examples: tuple[GameSummary, ...]
    faults: tuple[PnpError, ...]
    starters: Mapping[str, str] = {}

    def as_data(self) -> Json:
        """Return the listing as data for JSON."""
        return {
            "games": [
                {
                    **listed_data(one.game),
                    "folder": str(one.folder) if one.folder else None,
                    "hidden": one.is_hidden,
                }
                for one in self.games
            ],
            "examples": [
                {"id": game.id, "name": game.name, "summary": game.summary}
                for game in self.examples
            ],
            "starters": [{"id": key, "summary": text} for key, text in self.starters.items()],
        }


def list_games() -> GameListing:
    """Return the built-in games, those of the user and of other packages, and the examples."""
    found = [ListedGame(_summary(find_game(game))) for game in built_in_games()]
    faults: list[PnpError] = []
    try:
        found += _users_games(faults)
    except PnpError as error:
        faults.append(error)
    examples = [_summary(games_to_copy()[name] / FILE_NAME) for name in example_games()]
    return GameListing(tuple(found), tuple(examples), tuple(faults), _starters())


def _starters() -> dict[str, str]:
    """Return what each starter is, by its id."""
    place = templates() / "new"
    return {one: str(read_toml(place / one / FILE_NAME)[0]["summary"]) for one in starters()}


def named_games(names: Sequence[str]) -> GameListing:
    """Return games by name; each has only the rule set that its name includes, if any."""
    from pnp.definitions import load_named

    found = [load_named(name) for name in names]
    own = own_games().values()
    folders = [one.loaded.file.parent for one in found]
    listed = [
        ListedGame(one.game, folder if folder in own else None)
        for one, folder in zip(found, folders, strict=True)
    ]
    return GameListing(tuple(listed), (), ())


def _users_games(faults: list[PnpError]) -> Iterator[ListedGame]:
    for folder in own_games().values():
        from pnp.definitions import load_game

        try:
            yield ListedGame(load_game(folder / FILE_NAME).game, folder)
        except PnpError as error:
            faults.append(error)
