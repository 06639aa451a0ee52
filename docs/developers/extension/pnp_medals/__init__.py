"""Medals for pnp: a kind of component, a command that counts pieces, a game and a theme."""
