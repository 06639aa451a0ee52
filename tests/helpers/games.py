"""The games on which work is tried that is the same for every game."""

MANY_SIDED = ("compositie", "punt-match", "tawula", "turnio", "turno")
"""Built-in games that between them have nearly every kind of piece, board and rule set.

What is true of how sheets are laid out, painted, served and verified is tried on these; what is
true of a game's own content, on every game that comes with pnp.
"""
