"""The command line."""

from pnp.cli.app import app

__all__ = ["app"]
