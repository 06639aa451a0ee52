"""Archive many games in parallel, each with the details that a table or a file gives for it."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from pnp.archive.job import ArchiveOutcome, attempt, kept_package
from pnp.archive.options import ArchiveOptions
from pnp.base.errors import PnpError, UsageError, first_faults
from pnp.base.files import listed, read_sandboxed
from pnp.base.toml import parse_toml
from pnp.base.units import quoted
from pnp.definitions.find import FILE_NAME, find_game
from pnp.definitions.table import read_rows
from pnp.game.deposit import PACKAGE, Deposit, deposit_faults
from pnp.make.output import DECLARATIONS
from pnp.make.parallel import GameWork, do_all

FOLDER = "folder"
COLUMNS = (FOLDER, *Deposit.model_fields)
MOST_DEPOSITS = 100_000
_TABLE = b"deposit"


class PlacedDeposit(NamedTuple):
    """A deposit, and the line or file that it comes from."""

    deposit: Deposit
    place: str


def read_deposits(
    file: Path | None, games: Sequence[str], *, others: bool = False
) -> Mapping[str, Deposit]:
    """Read a CSV file or a workbook with a row for each game; return deposits by game.

    ``games`` are ids and paths. The column ``folder`` has the name of a game's folder, or the end
    of its path; the other columns are fields of a deposit. A row of an unlisted game is a fault,
    unless ``others`` are allowed: then the table describes a collection. The definitions are read
    as well, so that no two games get the same identifier.

    Raises:
        UsageError: If a row is wrong, names no game, or repeats a value that must be unique: a line
            for each.
    """
    faults: list[str] = []
    rows = _rows(file, games, others, faults) if file is not None else {}
    faults += _shared(_all_deposits(games, rows))
    if faults:
        raise UsageError(*first_faults(faults, str(file or "--all")))
    return {game: one.deposit for game, one in rows.items()}


def _rows(
    file: Path, games: Iterable[str], others: bool, faults: list[str]
) -> dict[str, PlacedDeposit]:
    table = read_rows(
        file.name, file.parent, "--deposits", sha256(), COLUMNS, MOST_DEPOSITS, of="game"
    )
    faults += table.faults
    paths = {path.name: (game, path) for game in games for path in [Path(os.path.realpath(game))]}
    found: dict[str, PlacedDeposit] = {}
    for row, line in zip(table.rows, table.lines, strict=True):
        place = f"{file}: {table.noun} {line}"
        fields = {key: value.strip() for key, value in row.items() if value.strip()}
        written = fields.pop(FOLDER, "")
        game = _game(written, paths)
        if not written:
            faults.append(f"{place}: {FOLDER} is missing")
        elif game is None and not others:
            faults.append(f"{place}: {FOLDER}: none of these games is in {quoted(written)}")
        elif game in found:
            faults.append(f"{place}: {FOLDER}: {quoted(written)} is at {found[game].place} as well")
        wrong = [f"{place}: {field}: {fault}" for field, fault in deposit_faults(fields)]
        faults += wrong
        if game is not None and not wrong:
            found.setdefault(game, PlacedDeposit(Deposit(**fields), place))
    return found


def _game(written: str, paths: Mapping[str, tuple[str, PurePath]]) -> str | None:
    wanted = PurePosixPath(written.replace("\\", "/")).parts
    game, path = paths.get(wanted[-1] if wanted else "", (None, PurePath()))
    return game if path.parts[-len(wanted) :] == wanted else None


def _all_deposits(
    games: Iterable[str], rows: Mapping[str, PlacedDeposit]
) -> Iterator[PlacedDeposit]:
    """Yield the deposit of each game: its row, else its definition."""
    for game in games:
        row = rows.get(game)
        stated = _in_definition(game)
        found = [one for one in (row, stated) if one is not None]
        if found:
            yield PlacedDeposit(found[0].deposit.over(found[-1].deposit), found[0].place)


def _in_definition(game: str) -> PlacedDeposit | None:
    """Return the valid deposit of a definition; faults are reported when it is loaded."""
    try:
        file = find_game(game)
        content = read_sandboxed(file.parent, file, "definition_kb")
        if _TABLE not in content:
            return None
        fields = parse_toml(content, file).get("deposit")
    except (PnpError, OSError):
        return None
    if not isinstance(fields, dict) or any(deposit_faults(fields)):
        return None
    return PlacedDeposit(Deposit(**fields), str(file))


def _shared(deposits: Iterable[PlacedDeposit]) -> Iterator[str]:
    """Yield a line for each value that must be unique and belongs to two games."""
    first: dict[tuple[str | None, ...], PlacedDeposit] = {}
    for one in deposits:
        deposit = one.deposit
        house = deposit.isil or deposit.holder
        for key in (
            ("id", deposit.id),
            ("inventory", deposit.inventory, house),
            ("record", deposit.record),
            ("files_at", deposit.files_at),
        ):
            if (
                key[1] is not None
                and PACKAGE not in key[1]
                and (other := first.setdefault(key, one)) is not one
            ):
                yield f"{one.place}: {key[0]}: {quoted(key[1])} is at {other.place} as well"


def games_below(folder: Path, asked: str = "--all", made: str = "packages") -> tuple[str, ...]:
    """Return the folders below this one that hold a definition, in alphabetical order.

    Skips packages, storage roots, hidden folders and links. A folder that cannot be read is
    included: it fails like a game. Messages begin with ``asked``; ``made`` names what is named
    after games.

    Raises:
        UsageError: If there are none, or two have the same name: a line for each.
    """
    if not os.path.isdir(folder):
        raise UsageError(f"{asked}: folder {folder} does not exist")
    found = sorted(_game_folders(folder))
    if not found:
        raise UsageError(f"{asked}: no folder below {folder} holds a {FILE_NAME}")
    names: dict[str, Path] = {}
    twice = [
        f"{place}: has the same name as {names[place.name]}, and {made} are named after games"
        for place in found
        if names.setdefault(Path(os.path.realpath(place)).name, place) is not place
    ]
    if twice:
        raise UsageError("\n".join(twice))
    return tuple(str(place.absolute()) for place in found)


def _game_folders(folder: Path) -> Iterator[Path]:
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        try:
            inside = {entry.place: entry.is_folder for entry in listed(place)}
        except OSError:
            yield place
            continue
        if FILE_NAME in inside:
            yield place
        if inside.keys().isdisjoint(DECLARATIONS):
            waiting += [place / name for name in inside if inside[name] and name[0] != "."]


def archive_many(
    games: Iterable[str],
    options: ArchiveOptions,
    start: Callable[[], Executor],
    workers: int,
    deposits: Mapping[str, Deposit] = {},
) -> Iterator[ArchiveOutcome]:
    """Yield the outcome of each game as soon as it is known, as :func:`do_all` does.

    ``deposits`` come from a table, by the name in ``games``.
    """
    return do_all(games, _Archiving(options, deposits), start, workers)


class _Archiving(GameWork[ArchiveOutcome]):
    """Archives games, each with its row of the table."""

    def __init__(self, options: ArchiveOptions, deposits: Mapping[str, Deposit]) -> None:
        self._options = options
        self._deposits = deposits

    def call(self, game: str) -> Callable[[], ArchiveOutcome]:
        return partial(attempt, game, self._options, self._deposits.get(game))

    def failed(self, game: str, fault: str) -> ArchiveOutcome:
        return ArchiveOutcome(game, None, (fault,) if fault else (), 1)

    def lost(self, running: Sequence[str], waiting: Sequence[str]) -> Iterator[ArchiveOutcome]:
        """Yield outcomes of lost games whose packages exist although no worker reported them."""
        gone: list[str] = []
        for game in running:
            try:
                row = self._deposits.get(game)
                kept = kept_package(game, replace(self._options, row=row))
            except PnpError as error:
                yield ArchiveOutcome.failed(game, error)
                continue
            if kept is None:
                gone.append(game)
            else:
                yield ArchiveOutcome(game, kept)
        yield from super().lost(gone, waiting)
