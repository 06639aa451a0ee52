"""Medals for pnp, and a command that counts pieces."""
