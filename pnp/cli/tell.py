"""How an error is told: a line for each fault, where errors go."""

import typer

from pnp.errors import PnpError


def tell(error: PnpError | str) -> None:
    """Print an error, each line of it marked."""
    for line in str(error).splitlines():
        typer.echo(f"error: {line}", err=True)
