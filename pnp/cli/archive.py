"""The packages for archives: read the options, make them, say what became of each."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.base.errors import UsageError
from pnp.cli.errors import print_error

if TYPE_CHECKING:
    from pnp.jobs.archive import Archived, ArchiveOptions
    from pnp.jobs.bulk import Outcome

NAMED = 12  # changed files that are named; the others are counted


def archive(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help="Ids or paths of games; all built-in games if none is named."
        ),
    ] = None,
    below: Annotated[
        Path | None,
        typer.Option("--all", metavar="DIR", help="Every folder below that holds a definition."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where packages go.")] = Path(
        "archive"
    ),
    id: Annotated[
        str | None, typer.Option("--id", help="The identifier that the archive gives to a game.")
    ] = None,
    holder: Annotated[
        str | None, typer.Option("--holder", help="Who holds the game, or makes the package.")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="URL", help="The game's record in a collection online."),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", help="en, de, nl, fr, with commas; all a game has if not given."),
    ] = None,
    zip: Annotated[bool, typer.Option("--zip", help="Each package as a zip file besides.")] = False,
    ocfl: Annotated[
        Path | None,
        typer.Option("--ocfl", metavar="ROOT", help="Store each in an OCFL storage root besides."),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Make packages even of what has not changed.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Processes; as many as the machine has cores."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="A Dask cluster that does the work."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Make a package of each game that an archive can take in, check and keep."""
    from pnp.archive.record import ArchiveChoices
    from pnp.definitions import built_in_games
    from pnp.jobs.archive import read_archive_options

    if below is not None and games:
        raise UsageError("--all: takes every game below a folder; name games or a folder, not both")
    named = None if below is not None else [*dict.fromkeys(games or built_in_games())]
    options = read_archive_options(
        out,
        ArchiveChoices(id, holder, record),
        lang,
        zip,
        ocfl,
        anew,
        len(named) if named is not None else None,
    )
    if named is None:
        assert below is not None
        from pnp.jobs.bulk import games_below

        named = [*games_below(below)]
    if options.ocfl is not None:
        from pnp.jobs.ocfl import start_root

        start_root(options.ocfl)
    status = _run(named, options, workers, scheduler, quiet)
    if status:
        raise typer.Exit(status)


def _run(
    games: list[str],
    options: "ArchiveOptions",
    workers: int | None,
    scheduler: str | None,
    quiet: bool,
) -> int:
    from pnp.cli.progress import shown_progress

    counts: Counter[str] = Counter()
    status = 0
    with shown_progress(quiet) as progress, _outcomes(games, options, workers, scheduler) as made:
        for done, outcome in enumerate(made, start=1):
            progress(done, len(games), Path(outcome.game).name)
            status = max(status, outcome.status)
            counts[_word(outcome)] += 1
            for fault in outcome.faults:
                print_error(fault)
            if outcome.archived is not None and not quiet:
                _report(outcome.archived)
    if len(games) > 1:
        status = min(status, 1)
        if not quiet or status:
            told = ", ".join(f"{counts[word]} {word}" for word in ("made", "kept", "failed"))
            typer.echo(f"{len(games)} games: {told}", err=bool(status))
    return status


@contextmanager
def _outcomes(
    games: list[str], options: "ArchiveOptions", workers: int | None, scheduler: str | None
) -> Iterator[Any]:
    """Give what becomes of each game: here if it is one, else by processes or a cluster."""
    import os

    from pnp.jobs.bulk import archive_many, attempt, processes

    if scheduler is not None:
        from pnp.jobs.cluster import cluster

        with cluster(scheduler) as (start, threads):
            yield archive_many(_absolute(games), options, start, threads)
    elif len(games) == 1 and workers is None:
        yield map(attempt, games, [options])
    else:
        count = min(workers or os.cpu_count() or 1, len(games))
        yield archive_many(games, options, processes(count), count)


def _absolute(games: list[str]) -> list[str]:
    """Return paths that mean the same to workers that run elsewhere; ids of built-in games stay."""
    from pnp.definitions import built_in_games

    known = built_in_games()
    return [game if game in known else str(Path(game).absolute()) for game in games]


def _word(outcome: "Outcome") -> str:
    if outcome.archived is None:
        return "failed"
    return "kept" if outcome.archived.kept else "made"


def _report(archived: "Archived") -> None:
    files = f"{archived.files} files"
    if archived.kept:
        typer.echo(f"{archived.name}: nothing has changed; {archived.folder} is whole, {files}")
    else:
        typer.echo(f"{archived.name}: {archived.folder}, {files}")
    if archived.before is not None:
        counts = Counter(how for _, how in archived.changes)
        told = ", ".join(f"{counts[how]} {how}" for how in ("added", "changed", "removed"))
        typer.echo(f"  a new version after {archived.before}: {told}")
        for place, how in archived.changes[:NAMED]:
            typer.echo(f"    {how:8} {place}")
        if len(archived.changes) > NAMED:
            typer.echo(f"    and {len(archived.changes) - NAMED} more")
    for note in archived.notes:
        typer.echo(f"  {note}")
