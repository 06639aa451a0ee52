"""The command ``pnp count``."""

import typer

from pnp.api import find_game, load_game

app = typer.Typer(add_completion=False)


@app.command()
def count(game: str) -> None:
    """Count the pieces of each component of a game."""
    for key, component in load_game(find_game(game)).game.components.items():
        typer.echo(f"{key}: {component.count}")
