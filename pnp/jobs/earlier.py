"""The pieces of a game at a commit, or when an earlier manifest was written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.base.errors import PnpError, UsageError
from pnp.base.git_files import extract_commit
from pnp.definitions import Loaded, load_game
from pnp.jobs.changed import Copies, EarlierFaces, Since, copies_by_key
from pnp.jobs.component_sheets import ComponentSheets, games_of
from pnp.jobs.sheet_options import SheetOptions

OPTION = "--changed-since"


def earlier_faces(loaded: Loaded, options: SheetOptions, since: Since) -> EarlierFaces:
    """Return the pieces in an earlier manifest or commit, as ``since`` says.

    Raises:
        UsageError: If that is a manifest of another game, or not a commit.
    """
    if since.known is None:
        return _at_commit(loaded, options, since.text)
    if since.game != loaded.game.id:
        raise UsageError(f"{OPTION}: {since.text} is of {since.game}, not of {loaded.game.id}")
    return EarlierFaces(since.text, since.known)


def _at_commit(loaded: Loaded, options: SheetOptions, since: str) -> EarlierFaces:
    source = loaded.file.resolve()
    with TemporaryDirectory() as place:
        folder = Path(place) / loaded.game.id
        try:
            extract_commit(source.parent, since, folder)
        except UsageError as error:
            raise UsageError(
                f"{OPTION}: {error}; write a commit, such as HEAD or v1, or an earlier manifest"
            ) from None
        file = folder / source.name
        if not file.is_file():
            return EarlierFaces(
                since, {}, (f"{since} has no {source.name} here, so everything counts as new",)
            )
        try:
            return EarlierFaces(since, dict(_drawn(file, options)))
        except PnpError as error:
            cause = str(error).splitlines()[0].replace(f"{folder}/", "")
            note = f"the game as it was at {since} cannot be read, so everything counts as new"
            return EarlierFaces(since, {}, (f"{note}: {cause}",))


def _drawn(file: Path, options: SheetOptions) -> Iterator[tuple[str, Copies]]:
    """Draw the components of a game that can be drawn, as a draft."""
    options = replace(options, draft=True)
    how = (
        options.sizes,
        options.stock,
        options.theme,
        options.lang,
        True,
        True,
        options.scale_layout,
    )
    game = load_game(file, *how).game
    for key in game.components:
        try:
            pieces = ComponentSheets(key, games_of(game, file, options)).pieces(options)
        except PnpError:  # this version cannot draw it
            continue
        yield key, copies_by_key(pieces)
