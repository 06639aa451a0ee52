"""The command that shows games in a browser."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from pnp.base.extras import require
from pnp.cli.commands import single
from pnp.cli.console import say

PORT = 8642


@single("serve")
def serve(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FOLDER]", help="A game of your own, or a folder with several of them."
        ),
    ] = None,
    port: Annotated[int, typer.Option(metavar="N", help="The port to listen on.")] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Leave the browser alone.")] = False,
) -> int:
    """Show games in a browser on this computer: see, choose and print without typing commands."""
    require("web", "pnp serve")
    from pnp.web.library import Library
    from pnp.web.server.run import Serving, bound, run

    gc.enable()  # which short commands do without
    library = Library.built_in() if folder is None else Library.of_folder(folder, built_in=True)
    host = "127.0.0.1"
    listening = bound(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}/"

    def ready() -> None:
        say(f"pnp serves at {address} until Ctrl-C ends it")
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    run(Serving(library, host, port), listening, ready)
    return 0
