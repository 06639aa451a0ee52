"""Print errors to stderr, one line per fault."""

from collections.abc import Sequence

import typer

from pnp.base.errors import PnpError
from pnp.base.text import escaped


def few(names: Sequence[str], most: int) -> str:
    """Return the first names and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def print_error(error: PnpError | str) -> None:
    """Print an error, each line marked as one."""
    for line in str(error).split("\n"):
        typer.echo(f"error: {escaped(line)}", err=True)
