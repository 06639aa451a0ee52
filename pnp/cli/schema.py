"""The command that prints JSON schemas."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.base.errors import OutputError, reason
from pnp.base.files import write_atomic
from pnp.cli.commands import single
from pnp.cli.console import say_text
from pnp.definitions.json_schema import FILES, schema_text


@single(
    "schema",
    "pnp schema > game.schema.json",
    "pnp schema theme --out theme.schema.json",
)
def schema(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="game, theme, page, cutter, client, material or machine.",
            autocompletion=lambda: list(FILES),
        ),
    ] = "game",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead.")
    ] = None,
) -> None:
    """Print the JSON Schema of game.toml, or of another file that you write, for your editor."""
    text = schema_text(what)
    if out is None:
        say_text(text)
        return
    try:
        write_atomic(out, text)
    except OSError as error:
        raise OutputError(f"--out: cannot write {out}: {reason(error)}") from error
