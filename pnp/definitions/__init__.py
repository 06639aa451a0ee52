"""Read definitions of games, themes and other data, and report all faults of a file at once.

What reads a game is imported when it is asked for: to find games, and to list them, needs no model.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pnp.base.own_folders import own_games_folder
from pnp.definitions.find import (
    built_in_games,
    example_games,
    find_game,
    game_named,
    games_named,
    games_to_copy,
    games_to_make,
    here,
    own_games,
)

if TYPE_CHECKING:
    from pnp.definitions.data_files import built_in_themes, load_theme
    from pnp.definitions.load import GameOptions, Loaded, NamedGame, load_game, load_named

__all__ = [
    "GameOptions",
    "Loaded",
    "NamedGame",
    "built_in_games",
    "built_in_themes",
    "example_games",
    "find_game",
    "game_named",
    "games_named",
    "games_to_copy",
    "games_to_make",
    "here",
    "load_game",
    "load_named",
    "load_theme",
    "own_games",
    "own_games_folder",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "data_files" if "theme" in name else "load"
    return getattr(import_module(f"{__name__}.{module}"), name)
