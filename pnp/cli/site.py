"""The command that builds a site."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.archive import EPOCH, MOST_WORKERS, date_of
from pnp.cli.commands import single
from pnp.cli.completion import completer
from pnp.cli.console import say
from pnp.cli.options import Deposits, Scheduler, Workers, takes
from pnp.cli.report import Report
from pnp.game.deposit import Deposit
from pnp.jobs.options import whole_number
from pnp.web.site.options import SiteOptions

if TYPE_CHECKING:
    from pnp.web.site.build import SiteOutcome


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
    """Write the pages of games as static files for any web host; unchanged games are kept."""
    from pnp.jobs.deposits import read_deposits
    from pnp.web.site.build import finish, game_folders, site_folder

    folders = game_folders(named or [])
    read = read_deposits(deposits, folders) if deposits is not None else {}
    date = options.date or date_of(os.environ.get(EPOCH, ""))
    options = replace(options, out=options.out.absolute(), date=date)
    count = None if workers is None else whole_number(1, MOST_WORKERS)("--workers", workers)
    with site_folder(options) as place:
        with _outcomes(folders, options, place, count, scheduler, read) as outcomes:
            counts = _report(outcomes, len(folders), report)
        whole = finish(folders, options, place)
    report.status = min(report.status, 1)
    if not report.silent:
        words = ", ".join(f"{counts[word]} {word}" for word in ("made", "kept", "failed"))
        games = "1 game" if len(folders) == 1 else f"{len(folders)} games"
        say(f"{games}: {words}; {whole.removed} files removed")
        say(f"{options.out}: open index.html, or copy the folder to a web host")
    return report.finish()


def _report(outcomes: Iterator["SiteOutcome"], total: int, report: Report) -> Counter[str]:
    """Report each game when it is done; return the numbers of made, unchanged and failed ones."""
    from pnp.cli.console import shown_progress

    counts: Counter[str] = Counter()
    with shown_progress(report.silent) as progress:
        for done, outcome in enumerate(outcomes, start=1):
            progress(done, total, outcome.game)
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
    from pnp.jobs.parallel import cluster, processes
    from pnp.web.site.build import build_game, build_games

    if scheduler is not None:
        with cluster(scheduler) as (start, threads):
            yield build_games(folders, options, place, start, threads, deposits)
    elif len(folders) == 1 and workers is None:
        yield (build_game(one, options, place, deposits.get(one)) for one in folders)
    else:
        count = min(workers or os.cpu_count() or 1, len(folders))
        yield build_games(folders, options, place, processes(count), count, deposits)
