"""The commands that show games in a browser and write a site."""

import gc
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pnp.archive.command import EPOCH, MOST_WORKERS, date_of
from pnp.base.errors import UsageError
from pnp.base.imports import require
from pnp.base.trust import is_trusted
from pnp.base.workplace import report_to_nobody
from pnp.game.deposit import Deposit
from pnp.make.command.commands import single
from pnp.make.command.console import say
from pnp.make.command.options import Deposits, Scheduler, Workers, completer, takes
from pnp.make.command.report import Report
from pnp.make.options import whole_number
from pnp.web.site.options import SiteOptions

if TYPE_CHECKING:
    from pnp.web.site.build import SiteOutcome

PORT = 8642
MOST_SERVING = 64  # workers of a server
HERE = "127.0.0.1"
LOCAL = (HERE, "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")


@single(
    "site",
    "pnp site collection --out public --lang en,nl",
    "pnp site --downloads kit      # the games that come with pnp",
    "pnp site collection --url https://museum.example/play/ --date 2026-11-20",
)
@takes(SiteOptions)
def site(
    named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|FOLDER",
            help="Ids or paths of games, or folders that contain games; all built-in games if "
            "you name none.",
            autocompletion=completer("GAME"),
        ),
    ] = None,
    *,
    options: SiteOptions,
    workers: Workers = None,
    scheduler: Scheduler = None,
    deposits: Deposits = None,
    report: Report,
) -> int:
    """Write the pages of games as static files for any web host; unchanged games are kept.

    site.toml in the folder of games says whose site it is: name, logo, colours, imprint (--site).
    """
    from pnp.archive.bulk import read_deposits
    from pnp.web.site.build import finish, game_folders, site_folder, site_identity
    from pnp.web.site.previews import fault

    folders = game_folders(named or [])
    identity = site_identity(named or [], options.site)
    read = read_deposits(deposits, folders) if deposits is not None else {}
    date = options.date or date_of(os.environ.get(EPOCH, ""))
    options = replace(options, out=options.out.absolute(), date=date, identity=identity)
    undrawn = fault() if options.url else ""
    options = replace(options, previews=bool(options.url) and not undrawn)
    count = None if workers is None else whole_number(1, MOST_WORKERS)("--workers", workers)
    with site_folder(options) as place:
        with _outcomes(folders, options, place, count, scheduler, read) as outcomes:
            counts = _report(outcomes, report)
        whole = finish(folders, options, place)
    if whole.faults:
        report.fail(whole.faults)
    if len(folders) > 1:
        report.status = min(report.status, 1)
    if not report.silent:
        for note in _notes(options, undrawn):
            say(note)
        words = ", ".join(f"{counts[word]} {word}" for word in ("made", "kept", "failed"))
        games = "1 game" if len(folders) == 1 else f"{len(folders)} games"
        say(f"{games}: {words}; {whole.removed} files removed")
        where = options.url or "a web host, or open index.html"
        say(f"{options.out}: copy the folder to {where}")
    return report.finish()


def _notes(options: SiteOptions, undrawn: str) -> Iterator[str]:
    """Yield what would make a site better; ``undrawn`` is why it has no pictures of its games."""
    if options.identity is None:
        yield "no site.toml: the pages are signed pnp, and have no imprint (--site)"
    else:
        yield from options.identity.notes(options.languages)
    if undrawn:
        yield f"shared links show no picture: {undrawn}"


def _report(outcomes: Iterator["SiteOutcome"], report: Report) -> Counter[str]:
    """Report each game when it is done; return the numbers of made, unchanged and failed ones."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts[outcome.word] += 1
        if outcome.faults:
            report.fail(outcome.faults, outcome.status)
        if outcome.word == "failed":
            report.status = max(report.status, outcome.status)
            continue
        lines = (f"{outcome.game}: {outcome.word}, {outcome.files} files", *outcome.notes)
        report.add(outcome.as_data(), lines)
    return counts


@contextmanager
def _outcomes(
    folders: tuple[str, ...],
    options: SiteOptions,
    place: Path,
    workers: int | None,
    scheduler: str | None,
    deposits: Mapping[str, Deposit],
) -> Iterator[Iterator["SiteOutcome"]]:
    """Yield the outcomes: of one game made here, or of many made by workers or a cluster."""
    from pnp.make.parallel import cluster, processes
    from pnp.web.site.build import build_game, build_games

    if scheduler is not None:
        with cluster(scheduler) as (start, threads):
            yield build_games(folders, options, place, start, threads, deposits)
    elif len(folders) == 1 and workers is None:
        yield (build_game(one, options, place, deposits.get(one)) for one in folders)
    else:
        count = min(workers or os.cpu_count() or 1, len(folders))
        yield build_games(folders, options, place, processes(count), count, deposits)


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
        str,
        typer.Option(metavar="N", help="The port to listen on; 0 chooses a free one."),
    ] = str(PORT),
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
        str,
        typer.Option(metavar="N", help="Number of worker processes; 0 means one per processor."),
    ] = "0",
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
    place = _Place(address, whole_number(0, 65535)("--port", port), tuple(host or ()))
    count = whole_number(0, MOST_SERVING)("--workers", workers)
    gc.enable()  # which short commands do without
    _serve(folder, place, count, public, opens=not no_open)
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
    from pnp.web.server.worker import ServedGames, Terms

    is_own = not public and is_trusted([folder] if folder is not None else [])
    shown = ServedGames(str(folder.absolute()) if folder else None, is_own=is_own)
    face: Face = "public" if public else "serve" if folder is None else "desk"
    listening = listen(place.address, place.port)
    at = f"http://{_in_address(place.name)}:{listening.getsockname()[1]}/"
    is_one_game = folder is not None and os.path.lexists(folder / FILE_NAME)

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
        report_to_nobody()  # answers come from several threads

    run(Serving(shown, face, Terms.of(face, workers), place.names), listening, ready)


def _in_address(host: str) -> str:
    """Return the name or IP address of a computer in the form for a URL."""
    return f"[{host}]" if ":" in host else host
