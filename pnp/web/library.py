"""The games for which there are pages, by their ids.

Requests name games only by id, so they never contribute to a path.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Self

from pnp.base.errors import PnpError, UsageError
from pnp.base.files import LONGEST_PATH, templates
from pnp.base.own_folders import settings_folder
from pnp.base.text import ID
from pnp.base.units import quoted
from pnp.base.words import ENGLISH
from pnp.definitions import Loaded, built_in_games, load_game
from pnp.definitions.find import FILE_NAME
from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.jobs.remembered import Remembered
from pnp.web.catalogue import Catalogue, Entry, entry_of
from pnp.web.errors import NotFoundError, without_folders

MOST_KEPT = 32  # games as they were loaded
_State = tuple[str, int, int]  # of a file: its name in the folder, its time and its size


class Library:
    """Games by id, each in its folder; those in ``own`` did not come with pnp.

    ``deposits`` maps games to an archive's own facts about them.
    """

    def __init__(
        self,
        folders: Mapping[str, Path],
        own: tuple[str, ...] = (),
        deposits: Mapping[str, Deposit] = {},
    ) -> None:
        self._folders = dict(folders)
        self.own = own
        self._deposits = deposits
        self._loaded = Remembered(MOST_KEPT)
        self._checksums: dict[str, dict[_State, str]] = {}
        self._entries: dict[tuple[str, str], tuple[str, Entry | None]] = {}

    @classmethod
    def built_in(cls) -> Self:
        """Return the games that come with pnp."""
        folder = templates() / "games"
        return cls({name: folder / name for name in built_in_games()})

    @classmethod
    def of_folder(cls, folder: Path, *, built_in: bool = False) -> Self:
        """Return the game in a folder, or those in its subfolders.

        If ``built_in``, add the games that come with pnp; a game of the folder hides a built-in one
        with the same id.

        Raises:
            UsageError: If there are none, or the name of a folder is not an id.
        """
        one = (folder / FILE_NAME).is_file()
        found = [folder] if one else sorted(file.parent for file in folder.glob(f"*/{FILE_NAME}"))
        if not found:
            raise UsageError(f"{folder} holds no {FILE_NAME}, and neither do the folders in it")
        own = {place.resolve().name: place.absolute() for place in found}
        wrong = [name for name in own if not ID.fullmatch(name)]
        if wrong:
            raise UsageError(
                "\n".join(
                    f"{folder}: a game's folder has a name of lower-case letters, digits and "
                    f"hyphens, not {quoted(name)}"
                    for name in wrong
                )
            )
        others = cls.built_in()._folders if built_in else {}
        return cls({**own, **{key: at for key, at in others.items() if key not in own}}, tuple(own))

    def ids(self) -> tuple[str, ...]:
        """Return the ids of the games, own ones first."""
        return tuple(self._folders)

    def folder(self, game_id: str) -> Path:
        """Return the folder of a game.

        Raises:
            NotFoundError: If there is no such game.
        """
        try:
            return self._folders[game_id]
        except KeyError:
            raise NotFoundError(f"there is no game {quoted(game_id)}") from None

    def load(self, game_id: str, **how: Any) -> Loaded:
        """Return a game from its current definition; ``how`` is passed to :func:`load_game`.

        Raises:
            NotFoundError: If there is no such game.
            PnpError: If it cannot be read.
        """
        file = self.folder(game_id) / FILE_NAME
        key = (game_id, self.version(game_id), repr(sorted(how.items())))
        return self._loaded.value(key, lambda: self._completed(game_id, load_game(file, **how)))

    def _completed(self, game_id: str, loaded: Loaded) -> Loaded:
        """Return a game with the archive's facts about it added."""
        said = self._deposits.get(game_id)
        if said is None:
            return loaded
        deposit = said.over(loaded.game.deposit)
        return loaded._replace(game=loaded.game.model_copy(update={"deposit": deposit}))

    def spoken(self, game_id: str, lang: str) -> Game:
        """Return a game in a language, or untranslated if its translation is incomplete.

        Raises:
            NotFoundError: If there is no such game.
            PnpError: If it cannot be read.
        """
        loaded = self.load(game_id)
        if lang in loaded.languages:
            with suppress(PnpError):
                return self.load(game_id, lang=lang).game
        return loaded.game

    def version(self, game_id: str) -> str:
        """Return a checksum of all files in the folder of a game, and of their names.

        Raises:
            NotFoundError: If there is no such game.
        """
        folder = self.folder(game_id)
        before = self._checksums.get(game_id, {})
        now = {
            state: before.get(state) or _checksum(folder / state[0])
            for state in sorted(file_states(folder))
        }
        self._checksums[game_id] = now
        listed = "".join(f"{name}\0{found}\n" for (name, _, _), found in now.items())
        return sha256(listed.encode(errors="surrogateescape")).hexdigest()

    def catalogue(self, lang: str = ENGLISH) -> Catalogue:
        """Return the entries of all readable games, in a language if translated into it."""
        entries = [self._entry(game_id, lang) for game_id in self._folders]
        return Catalogue(entry for entry in entries if entry is not None)

    def _entry(self, game_id: str, lang: str) -> Entry | None:
        key = game_id, lang
        before, entry = self._entries.get(key, ("", None))
        if before != (version := self.version(game_id)):
            try:
                entry = entry_of(self.spoken(game_id, lang))
            except PnpError:
                entry = None
            self._entries[key] = version, entry
        return entry

    def without_paths(self, text: str) -> str:
        """Return a message without the paths of games, of settings and of pnp."""
        if os.sep not in text:
            return text
        return without_folders(text, (*self._folders.values(), settings_folder(), templates()))


def file_states(folder: Path, inside: str = "") -> Iterator[_State]:
    """Yield the name, the time and the size of each file below a folder except hidden ones."""
    try:
        entries = list(os.scandir(folder / inside))
    except OSError:
        return
    for entry in entries:
        name = f"{inside}{entry.name}"
        if entry.name.startswith(".") or len(name) > LONGEST_PATH:  # no definition has longer ones
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from file_states(folder, f"{name}/")
        elif entry.is_file():
            with suppress(OSError):  # an editor's own file, which has gone by now
                state = entry.stat()
                yield name, state.st_mtime_ns, state.st_size


def _checksum(file: Path) -> str:
    """Return the checksum of a file, or "" if it cannot be read."""
    try:
        with open(file, "rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""
