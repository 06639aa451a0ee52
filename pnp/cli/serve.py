"""The command that shows games in a browser."""

import gc
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from pnp.base.errors import UsageError
from pnp.base.extras import require
from pnp.cli.commands import single
from pnp.cli.console import say

PORT = 8642
HERE = "127.0.0.1"
LOCAL = (HERE, "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")


@single("serve")
def serve(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FOLDER]",
            help="A game of your own, or a folder with several; they are shown first.",
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 is any that is free.")
    ] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    public: Annotated[
        bool,
        typer.Option(
            "--public",
            help="Serve strangers, behind a proxy: within limits, without games and printers of "
            "your own.",
        ),
    ] = False,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address of this machine to listen at.")
    ] = HERE,
    host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name by which browsers may call the server."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=64, help="How many processes work; 0 is one a processor."
        ),
    ] = 0,
) -> int:
    """Show games in a browser on this computer: see, choose and print without typing commands.

    It runs until Ctrl-C.
    """
    require("web", "pnp serve")
    from pnp.definitions.find import FILE_NAME
    from pnp.web.frame import Face
    from pnp.web.server.run import Serving, listen, run
    from pnp.web.server.terms import Shown, Terms

    if public and folder is not None:
        raise UsageError("--public: shows no games of your own; leave out the folder")
    gc.enable()  # which short commands do without
    shown = Shown() if folder is None else Shown(str(folder.absolute()))
    face: Face = "public" if public else "serve" if folder is None else "desk"
    is_everywhere = address in EVERYWHERE
    if is_everywhere and not host:
        raise UsageError(
            f"--address: {address} is every address of this machine; write with --host NAME what "
            "browsers will call it"
        )
    names = [*LOCAL, *(() if is_everywhere else (address,)), *(host or ())]
    listening = listen(address, port)
    name = LOCAL[0] if is_everywhere else address
    at = f"http://{_in_address(name)}:{listening.getsockname()[1]}/"
    is_one_game = folder is not None and (folder / FILE_NAME).is_file()
    first = f"{at}own/" if is_one_game else at

    def ready() -> None:
        say(f"pnp serves at {at} until Ctrl-C ends it")
        if not public and address not in LOCAL:
            say("others in the network see what you see, your own games and printers too")
        if not (no_open or public):
            import webbrowser

            Thread(target=webbrowser.open, args=(first,), daemon=True).start()

    run(
        Serving(shown, face, Terms.of(face, workers), tuple(map(_in_address, names))),
        listening,
        ready,
    )
    return 0


def _in_address(host: str) -> str:
    """Return a name or an address of a machine as an address has it."""
    return f"[{host}]" if ":" in host else host
