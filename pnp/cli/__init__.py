"""The command line: options in, what was made out."""

from pnp.cli.app import app

__all__ = ["app"]
