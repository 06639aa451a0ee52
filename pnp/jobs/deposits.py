"""An archive's statements about each of many games: a row of a table, and the definition."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from pnp.base.errors import PnpError, UsageError, first_faults
from pnp.base.toml import read_toml
from pnp.base.units import quoted
from pnp.definitions.find import find_game
from pnp.definitions.table import read_rows
from pnp.game.deposit import Deposit, deposit_faults

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
        raise UsageError("\n".join(first_faults(faults, str(file or "--all"))))
    return {game: one.deposit for game, one in rows.items()}


def _rows(
    file: Path, games: Iterable[str], others: bool, faults: list[str]
) -> dict[str, PlacedDeposit]:
    table = read_rows(
        file.name, file.parent, "--deposits", sha256(), COLUMNS, MOST_DEPOSITS, of="game"
    )
    faults += table.faults
    paths = {path.name: (game, path) for game in games for path in [Path(game).resolve()]}
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
        if _TABLE not in file.read_bytes():
            return None
        fields = read_toml(file, sandbox=True)[0].get("deposit")
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
            if key[1] is not None and (other := first.setdefault(key, one)) is not one:
                yield f"{one.place}: {key[0]}: {quoted(key[1])} is at {other.place} as well"
