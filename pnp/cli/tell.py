"""How an error is told: a line for each fault, where errors go."""

from collections.abc import Sequence

import typer

from pnp.base.errors import PnpError
from pnp.base.text import escaped


def few(names: Sequence[str], most: int) -> str:
    """Write the first of many names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def tell(error: PnpError | str) -> None:
    """Print an error, each line of it marked."""
    for line in str(error).split("\n"):
        typer.echo(f"error: {escaped(line)}", err=True)
