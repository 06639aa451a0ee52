"""Builds a site: each game in a worker, then the pages that list all games."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import OutputError, PnpError, UsageError, reason
from pnp.base.text import ID
from pnp.base.trust import named_by
from pnp.base.units import quoted
from pnp.base.worker import run_guarded
from pnp.definitions import built_in_games, find_game
from pnp.definitions.find import FILE_NAME
from pnp.game.deposit import Deposit
from pnp.jobs.bulk import games_below
from pnp.jobs.output import place_beside
from pnp.jobs.parallel import GameWork, do_all
from pnp.web.site.game import SiteGame
from pnp.web.site.options import SiteOptions
from pnp.web.site.record import NAME, GameRecord
from pnp.web.site.whole import WholeSite, begin


class SiteOutcome(NamedTuple):
    """A game on the site, or the faults because of which it is missing or unchanged.

    A built game has faults if its pages link to missing files.
    """

    game: str
    word: str  # made, kept or failed
    files: int = 0
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    status: int = 0

    @classmethod
    def of(cls, record: GameRecord, word: str) -> "SiteOutcome":
        """Return the outcome of a game that is on the site."""
        status = 1 if record.dead else 0
        return cls(record.id, word, len(record.files), record.dead, record.notes, status)

    def as_data(self) -> dict[str, object]:
        """Return the outcome as JSON data."""
        return {
            "name": self.game,
            "word": self.word,
            "files": self.files,
            "problems": [],
            "notes": list(self.notes),
        }


def game_folders(names: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of games, including those in folders of collections.

    Without names, return the built-in games.
    """
    found: list[str] = []
    for name in names or built_in_games():
        if os.path.isdir(name) and not os.path.isfile(os.path.join(name, FILE_NAME)):
            found += games_below(Path(name), name, "pages")
        else:
            found.append(str(find_game(name).parent.absolute()))
    faults: list[str] = []
    known: dict[str, str] = {}
    for folder in dict.fromkeys(found):
        game = Path(folder).resolve().name
        if not ID.fullmatch(game):
            faults.append(
                f"{folder}: the name of a game's folder has lower-case letters, digits and "
                f"hyphens, not {quoted(game)}"
            )
        elif known.setdefault(game, folder) != folder:
            faults.append(
                f"{folder}: has the same name as {known[game]}, and pages are named after games"
            )
    if faults:
        raise UsageError("\n".join(faults))
    return tuple(known.values())


@contextmanager
def site_folder(options: SiteOptions) -> Iterator[Path]:
    """Create and lock the site's folder, and yield a temporary folder beside it."""
    out = options.out
    with place_beside(out) as place:
        try:
            out.mkdir(exist_ok=True)
            others = [name for name in os.listdir(out) if name[0] != "."]
        except OSError as error:
            raise OutputError(f"cannot write in {out}: {reason(error)}") from None
        if others and NAME not in others:
            raise OutputError(
                f"cannot write in {out}: it has files in it and is not a site that pnp made; "
                "choose another folder with --out"
            )
        begin(out)
        yield place


def build_games(
    folders: Iterable[str],
    options: SiteOptions,
    place: Path,
    start: Callable[[], Executor],
    workers: int,
    deposits: Mapping[str, Deposit] = {},
) -> Iterator[SiteOutcome]:
    """Yield the outcome of each game as soon as it is known, as :func:`do_all` does.

    ``deposits`` maps folders to the rows of a table.
    """
    return do_all(folders, _Building(options, place, deposits), start, workers)


class _Building(GameWork[SiteOutcome]):
    """The work of putting games on a site."""

    def __init__(self, options: SiteOptions, place: Path, deposits: Mapping[str, Deposit]) -> None:
        self._options, self._place, self._deposits = options, place, deposits

    def call(self, game: str) -> Callable[[], SiteOutcome]:
        return partial(build_game, game, self._options, self._place, self._deposits.get(game))

    def failed(self, game: str, fault: str) -> SiteOutcome:
        return SiteOutcome(Path(game).name, "failed", faults=(fault,) if fault else (), status=1)


def build_game(
    folder: str, options: SiteOptions, place: Path, deposit: Deposit | None = None
) -> SiteOutcome:
    """Put a game on the site unless it is up to date; untrusted games are read in a worker."""
    game = Path(folder).resolve().name
    try:
        site_game = SiteGame(Path(folder), options, deposit)
        if kept := site_game.current_record:
            return SiteOutcome.of(kept, "kept")
        make = partial(site_game.make, place / game)
        return SiteOutcome.of(run_guarded(make, named_by(folder, Path.cwd())), "made")
    except PnpError as error:
        lines = (one if game in one else f"{game}: {one}" for one in str(error).splitlines())
        return SiteOutcome(game, "failed", faults=tuple(lines), status=error.status)


def finish(folders: Iterable[str], options: SiteOptions, place: Path) -> WholeSite:
    """Write the pages that list all games, and remove what belongs to no game."""
    whole = WholeSite([Path(one).resolve().name for one in folders], options)
    whole.write(place / NAME)
    return whole
