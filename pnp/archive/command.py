"""The command that makes packages for archives."""

import os
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.archive.options import OF_ONE_GAME, ArchiveOptions
from pnp.base.errors import UsageError
from pnp.base.files import placed_below
from pnp.base.trust import named_by
from pnp.base.worker import run_guarded
from pnp.game.deposit import Deposit
from pnp.make.command.commands import single
from pnp.make.command.console import say
from pnp.make.command.options import Deposits, Scheduler, Workers, completer, takes
from pnp.make.command.report import Report
from pnp.make.options import declared, whole_number
from pnp.verify.keys import SigningKey

if TYPE_CHECKING:
    from pnp.archive.job import Archived, ArchiveOutcome

EPOCH = "SOURCE_DATE_EPOCH"  # seconds since 1970: see reproducible-builds.org

MOST_WORKERS = 999


@single(
    "archive",
    "pnp archive turno --zip",
    "pnp archive --all collection --workers 4",
)
@takes(ArchiveOptions)
def archive(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="Ids or paths of games; by default the game in the current folder.",
            autocompletion=completer("GAME"),
        ),
    ] = None,
    below: Annotated[
        Path | None,
        typer.Option("--all", metavar="DIR", help="Archive every game below this folder."),
    ] = None,
    *,
    options: ArchiveOptions,
    deposits: Deposits = None,
    register: Annotated[
        Path | None,
        typer.Option(
            "--register", metavar="FILE.csv", help="List the packages here, for pnp verify."
        ),
    ] = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    report: Report,
) -> int:
    """Make a package of each game for an archive to ingest, verify and keep."""
    named = _named_games(games or [], below, options)
    if not report.silent:
        _tell_of_rule_sets(games or [])
    ocfl, sip, sign = (
        place.absolute() if place is not None else None
        for place in (options.ocfl, options.sip, options.sign)
    )
    date = options.date or date_of(os.environ.get(EPOCH, ""))
    stated = _deposits(deposits, named, others=below is None)
    options = replace(options, out=options.out.absolute(), ocfl=ocfl, sip=sip, sign=sign, date=date)
    if sign is not None:
        SigningKey(sign)  # before anything is made
    if ocfl is not None:
        from pnp.archive.ocfl import start_root

        start_root(ocfl)
    count = None if workers is None else whole_number(1, MOST_WORKERS)("--workers", workers)
    with _registering(register, options, report) as add:
        _run(named, options, count, scheduler, report, stated, add)
    return report.finish()


@contextmanager
def _registering(
    file: Path | None, options: ArchiveOptions, report: Report
) -> Iterator[Callable[[Path], None]]:
    """Yield a function that adds a package to a register, which is written in any event."""
    if file is None:
        yield lambda bag: None
        return
    from pnp.archive.registered import check_register, registered
    from pnp.verify.register import Listed, read_register, register

    check_register(file, options)
    if os.path.lexists(file):
        read_register(file)  # its faults are reported before anything is made
    rows: list[Listed] = []
    try:
        yield lambda bag: rows.extend(registered(bag, options, file))
    finally:
        if rows and (faults := register(file, rows)):
            report.fail(faults, 1)


def date_of(epoch: str) -> str | None:
    """Return the day, in UTC, of seconds since 1970, or None for "".

    Raises:
        UsageError: If the text is not a number of seconds.
    """
    if not epoch:
        return None
    try:
        if not (epoch.isascii() and epoch.isdecimal()):
            raise ValueError
        return datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{EPOCH}: write seconds since 1970, not {epoch!r}") from None


def _named_games(games: list[str], below: Path | None, options: ArchiveOptions) -> list[str]:
    """Return the games to archive.

    Raises:
        UsageError: If none are found, or an option for one game is given for several.
    """
    from pnp.definitions.find import check_names, here, split_rule_set

    if below is not None and games:
        raise UsageError("--all: takes every game below a folder; leave out the names of games")
    games = games or [*filter(None, [here()])]
    if not (games or below):
        raise UsageError("name the games to archive, or all below a folder with --all DIR")
    run_guarded(
        partial(check_names, games), (path for game in games for path in named_by(game, Path.cwd()))
    )
    named = [*dict.fromkeys(split_rule_set(game)[0] for game in games)]
    if below is not None or len(named) != 1:
        of_one = (one for one in declared(options) if one.name in OF_ONE_GAME)
        given = [one.flag for one in of_one if getattr(options, one.name) is not None]
        if given:
            lines = (
                f"{flag}: belongs to one game; name that game alone, or write a row for each "
                "in a table for --deposits"
                for flag in given
            )
            raise UsageError("\n".join(lines))
    if below is None:
        return named
    from pnp.archive.bulk import games_below

    return [*games_below(below)]


def _deposits(file: Path | None, games: list[str], *, others: bool) -> Mapping[str, Deposit]:
    if file is None and len(games) == 1:
        return {}
    from pnp.archive.bulk import read_deposits

    deposits = read_deposits(file, games, others=others)
    for game in games:
        if file is not None and game not in deposits:
            say(f"{Path(game).name}: has no row in {file}", err=True)
    return deposits


def _tell_of_rule_sets(games: list[str]) -> None:
    from pnp.definitions.find import split_rule_set

    for name in games:
        game, rule_set = split_rule_set(name)
        if rule_set is not None:
            say(f"{name}: a package holds the whole game, {game}")


def _run(
    games: list[str],
    options: ArchiveOptions,
    workers: int | None,
    scheduler: str | None,
    report: Report,
    deposits: Mapping[str, Deposit],
    register: Callable[[Path], None],
) -> None:
    counts: Counter[str] = Counter()
    noted: Counter[str] = Counter()
    outcomes = _outcomes(games, options, workers, scheduler, deposits)
    with outcomes as made:
        for outcome in made:
            counts[outcome.word] += 1
            report.status = max(report.status, outcome.status)
            if outcome.faults:
                report.fail(outcome.faults, outcome.status)
            if outcome.archived is not None:
                archived = outcome.archived
                register(archived.folder)
                known = set(noted)
                noted.update(archived.notes)
                report.add(archive_data(archived), archive_lines(archived, report.verbose, known))
    if len(games) > 1:
        report.status = min(report.status, 1)
        if not report.silent:
            for note, count in noted.items():
                if count > 1:
                    say(f"in {count - 1} more game{'s' * (count > 2)}: {note}")
        if not report.silent or (report.status and not report.as_json):
            words = ", ".join(f"{counts[word]} {word}" for word in ("made", "kept", "failed"))
            say(f"{len(games)} games: {words}", err=bool(report.status))


@contextmanager
def _outcomes(
    games: list[str],
    options: ArchiveOptions,
    workers: int | None,
    scheduler: str | None,
    deposits: Mapping[str, Deposit],
) -> Iterator[Iterator["ArchiveOutcome"]]:
    """Yield the outcomes: of one game made here, or of many made by workers or a cluster."""
    if scheduler is None and workers is None and len(games) == 1:
        from pnp.archive.job import attempt

        yield map(attempt, games, [options], [deposits.get(games[0])])
        return
    from pnp.archive.bulk import archive_many
    from pnp.make.parallel import cluster, processes

    if scheduler is not None:
        with cluster(scheduler) as (start, threads):
            moved = dict(zip(games, _absolute(games), strict=True))
            of_moved = {moved[game]: deposit for game, deposit in deposits.items()}
            yield archive_many(moved.values(), options, start, threads, of_moved)
    else:
        count = min(workers or os.cpu_count() or 1, len(games))
        yield archive_many(games, options, processes(count), count, deposits)


def _absolute(games: list[str]) -> list[str]:
    """Return absolute paths, for workers elsewhere; ids of built-in games stay."""
    from pnp.definitions import built_in_games

    known = built_in_games()
    return [game if game in known else str(Path(game).absolute()) for game in games]


MOST_CHANGES = 12  # changed files of a package that are listed


def archive_lines(
    archived: "Archived", verbose: bool = False, known: Container[str] = ()
) -> Iterator[str]:
    """Yield where a game's package is, whether it is new, and how it differs from the last.

    Notes that are ``known`` from other games are left out.
    """
    from pnp.archive.versions import counted

    files = f"{archived.files} files"
    if archived.kept:
        yield f"{archived.name}: nothing has changed; {archived.folder} is intact, {files}"
    else:
        yield f"{archived.name}: {archived.folder}, {files}"
    if archived.before is not None:
        yield f"a new version after {archived.before}: {counted(archived.changes)}"
        most = len(archived.changes) if verbose else MOST_CHANGES
        for place, how in archived.changes[:most]:
            yield f"  {how:8} {place}"
        if len(archived.changes) > most:
            yield f"  and {len(archived.changes) - most} more"
    yield from (note for note in archived.notes if note not in known)


def archive_data(archived: "Archived") -> dict[str, Any]:
    """Return a package as data for JSON; its files are those of its folder."""
    folder = archived.folder
    return {
        "game": folder.name,
        "name": archived.name,
        "folder": str(folder),
        "files": sorted(placed.place for placed in placed_below(folder)),
        "problems": [],
        "notes": list(archived.notes),
        "kept": archived.kept,
        "before": archived.before,
        "changes": [{"file": place, "how": how} for place, how in archived.changes],
    }
