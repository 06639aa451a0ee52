"""Clients and materials of lasers: those that come with pnp, and a user's own."""

from pnp.model.laser import Client, Material


def built_in_clients() -> tuple[str, ...]:
    """Return the names of the clients that come with pnp, in alphabetical order."""
    raise NotImplementedError


def load_client(name: str) -> Client:
    """Read a built-in client by its name, or one of the user's own by its path."""
    raise NotImplementedError


def built_in_materials() -> tuple[str, ...]:
    """Return the names of the materials that come with pnp, in alphabetical order."""
    raise NotImplementedError


def load_material(name: str) -> Material:
    """Read a built-in material by its name, or one of the user's own by its path."""
    raise NotImplementedError
