"""The built-in games: each loaded once, and those on which work is tried that is alike for all."""

from functools import cache

from pnp.definitions import Loaded, find_game, load_game

MANY_SIDED = ("compositie", "punt-match", "tawula", "turnio", "turno")
"""Built-in games that between them have nearly every kind of piece, board and rule set.

What is true of how sheets are laid out, painted, served and verified is tried on these; what is
true of a game's own content, on every game that comes with pnp.
"""


@cache
def built_in(name: str) -> Loaded:
    """Return a game that comes with pnp."""
    return load_game(find_game(name))
