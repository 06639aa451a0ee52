"""How an error is told: a line for each fault, where errors go."""

import typer

from pnp.characters import seen
from pnp.errors import PnpError


def tell(error: PnpError | str) -> None:
    """Print an error, each line of it marked."""
    for line in str(error).split("\n"):
        typer.echo(f"error: {seen(line)}", err=True)
