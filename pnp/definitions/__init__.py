"""Definitions as people write them, turned into games; every fault of a file at once."""

from pnp.definitions.find import built_in_games, find_game
from pnp.definitions.load import Loaded, load_game

__all__ = ["Loaded", "built_in_games", "find_game", "load_game"]
