"""The command that shows games in a browser."""

import gc
from pathlib import Path
from threading import Thread
from typing import Annotated, NamedTuple

import typer

from pnp.base.errors import UsageError
from pnp.base.extras import require
from pnp.cli.commands import single
from pnp.cli.console import say

PORT = 8642
HERE = "127.0.0.1"
LOCAL = (HERE, "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")


@single(
    "serve",
    "pnp serve                    # all games, in your browser",
    "pnp serve ./my-game          # your own game, while you work on it",
    "pnp serve --public --host games.example.org    # for the public, behind a proxy",
)
def serve(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="FOLDER",
            help="Your own game, or a folder with several; these are listed first.",
        ),
    ] = None,
    port: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=65535, help="The port to listen on; 0 chooses a free one."
        ),
    ] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    public: Annotated[
        bool,
        typer.Option(
            "--public",
            help="Serve the public, behind a proxy: under limits, and without your own games "
            "and printers.",
        ),
    ] = False,
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on.")
    ] = HERE,
    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Another host name that browsers may use for the server. May be repeated.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=64,
            help="Number of worker processes; 0 means one per processor.",
        ),
    ] = 0,
) -> int:
    """Show games in your browser: see, choose and print them without typing commands.

    It runs until Ctrl-C.
    """
    require("web", "pnp serve")
    if public and folder is not None:
        raise UsageError("--public: does not show your own games; leave out the folder")
    if address in EVERYWHERE and not host:
        raise UsageError(
            f"--address: {address} stands for every address of this machine; add --host NAME "
            "with the name that browsers will use"
        )
    gc.enable()  # which short commands do without
    _serve(folder, _Place(address, port, tuple(host or ())), workers, public, opens=not no_open)
    return 0


class _Place(NamedTuple):
    """The address at which a server listens, and further names by which browsers may call it."""

    address: str
    port: int
    hosts: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name by which this computer calls the server."""
        return LOCAL[0] if self.address in EVERYWHERE else self.address

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which browsers may call it."""
        return tuple(map(_in_address, (*LOCAL, self.name, *self.hosts)))


def _serve(folder: Path | None, place: _Place, workers: int, public: bool, *, opens: bool) -> None:
    """Serve games until Ctrl-C; if ``opens``, open a browser unless the server is public."""
    from pnp.definitions.find import FILE_NAME
    from pnp.web.frame import Face
    from pnp.web.server.run import Serving, listen, run
    from pnp.web.server.terms import ServedGames, Terms

    shown = ServedGames() if folder is None else ServedGames(str(folder.absolute()))
    face: Face = "public" if public else "serve" if folder is None else "desk"
    listening = listen(place.address, place.port)
    at = f"http://{_in_address(place.name)}:{listening.getsockname()[1]}/"
    is_one_game = folder is not None and (folder / FILE_NAME).is_file()

    def ready() -> None:
        say(f"pnp serves at {at} (Ctrl-C stops it)")
        if not public and place.address not in LOCAL:
            say("others in the network see what you see, including your own games and printers")
        if folder is not None and not is_one_game:
            say(f"a desk is for one game: pnp serve {folder / 'GAME'}")
        if opens and not public:
            import webbrowser

            first = f"{at}own/" if is_one_game else at
            Thread(target=webbrowser.open, args=(first,), daemon=True).start()

    run(Serving(shown, face, Terms.of(face, workers), place.names), listening, ready)


def _in_address(host: str) -> str:
    """Return the name or IP address of a computer in the form for a URL."""
    return f"[{host}]" if ":" in host else host
