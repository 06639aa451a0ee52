"""The games for which there are pages, by their ids."""

import os
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from pnp.base.errors import DefinitionError, PnpError, UsageError, reason
from pnp.base.files import listed, names_in, read_sandboxed, templates
from pnp.base.languages import ENGLISH
from pnp.base.messages import Message
from pnp.base.own_folders import settings_folder
from pnp.base.seen import Seen, noting
from pnp.base.text import ID
from pnp.base.units import quoted
from pnp.definitions import Loaded, built_in_games, load_game
from pnp.definitions.find import FILE_NAME, HERE
from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.make.cache import Remembered
from pnp.rulebook.source import pictures_in
from pnp.web.catalogue import Catalogue, Entry, entry_of
from pnp.web.errors import NotFoundError, T, without_folders

LEFT_OUT = "takes more time or memory to read than the server allows; pnp check says why"
MOST_KEPT = 32  # games as they were loaded


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
        self._seen: dict[str, Seen] = {}
        self._left_out: frozenset[str] = frozenset()
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
        found = [folder] if _holds_game(folder) else []
        try:
            found = found or [*filter(_holds_game, (folder / one.place for one in listed(folder)))]
        except OSError as error:
            raise UsageError(f"{folder}: cannot be read: {reason(error)}") from None
        if not found:
            raise UsageError(f"{folder} holds no {FILE_NAME}, and neither do the folders in it")
        own = {Path(os.path.realpath(place)).name: place.absolute() for place in found}
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

    def named(self, game_id: str) -> str:
        """Return the name of a game on a command line, typed where the server was started.

        One of the user's own that lies elsewhere is HERE, the name inside its folder: pages name no
        folder above it.
        """
        if game_id not in self.own:
            return game_id
        with suppress(
            OSError, ValueError
        ):  # it is on another drive, or the server's folder is gone
            place = Path(os.path.relpath(self.folder(game_id))).as_posix()
            if place != HERE and not place.startswith(os.pardir) and place.isprintable():
                return f"{HERE}/{place}"
        return HERE

    def leave_out(self, games: Iterable[str]) -> None:
        """Read all games but these, which take too much time or memory."""
        self._left_out = frozenset(games)

    def load(self, game_id: str, **how: Any) -> Loaded:
        """Return a game from its current definition; ``how`` is passed to :func:`load_game`.

        Raises:
            NotFoundError: If there is no such game.
            PnpError: If it cannot be read.
        """
        file = self.folder(game_id) / FILE_NAME
        if game_id in self._left_out:
            raise DefinitionError(f"{file}: {LEFT_OUT}")
        key = _key(game_id, self.version(game_id), **how)
        return self._loaded.value(key, lambda: self._completed(game_id, load_game(file, **how)))

    def _completed(self, game_id: str, loaded: Loaded) -> Loaded:
        """Return a game with the archive's facts about it added."""
        said = self._deposits.get(game_id)
        if said is None:
            return loaded
        deposit = said.over(loaded.game.deposit)
        return loaded._replace(game=loaded.game.model_copy(update={"deposit": deposit}))

    def spoken(self, game_id: str, lang: str, **how: Any) -> Game:
        """Return a game in a language, or untranslated if its translation is incomplete.

        ``how`` is passed to :func:`load_game`.

        Raises:
            NotFoundError: If there is no such game.
            PnpError: If it cannot be read.
        """
        loaded = self.load(game_id, **how)
        if lang in loaded.languages:
            with suppress(PnpError):
                return self.load(game_id, lang=lang, **how).game
        return loaded.game

    def version(self, game_id: str) -> str:
        """Return the checksum of all files that make a game.

        Raises:
            NotFoundError: If there is no such game.
        """
        return self.seen(game_id).checksum

    def seen(self, game_id: str) -> Seen:
        """Return the files that make a game, also one that cannot be read.

        Raises:
            NotFoundError: If there is no such game.
        """
        if game_id in self._left_out:
            return Seen(LEFT_OUT, {})
        seen = self._seen.get(game_id)
        if seen is None or not seen.is_current():
            seen = self._seen[game_id] = self._look(game_id)
        return seen

    def _look(self, game_id: str) -> Seen:
        """Look at all files of a game, and remember it as it was read."""
        file = self.folder(game_id) / FILE_NAME
        loaded = None
        with noting(file.parent) as notes, suppress(PnpError):
            try:
                loaded = load_game(file)
            except DefinitionError:  # perhaps of pictures alone
                _look_at_others(load_game(file, draft=True))
            else:
                _look_at_others(loaded)
        seen = notes.seen()
        if loaded is not None:
            whole = self._completed(game_id, loaded)
            self._loaded.value(_key(game_id, seen.checksum), lambda: whole)
        return seen

    def catalogue(self, lang: str = ENGLISH) -> Catalogue:
        """Return the entries of all readable games, in a language if translated into it."""
        entries = [self._entry(game_id, lang) for game_id in self._folders]
        return Catalogue(entry for entry in entries if entry is not None)

    def unread(self) -> Iterator[tuple[str, str]]:
        """Yield each of the user's own games that cannot be read, with its first fault."""
        for game_id in self.own:
            try:
                self.load(game_id)
            except PnpError as error:
                yield game_id, self.without_paths(str(error)).partition("\n")[0]

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

    def without_paths(self, text: T) -> T:
        """Return a message without the paths of games, of settings and of pnp."""
        if os.sep not in text and not isinstance(text, Message):  # which has more than its words
            return text
        return without_folders(text, (*self._folders.values(), settings_folder(), templates()))


def _holds_game(folder: Path) -> bool:
    """Return whether a folder is that of a game, also of one that cannot be read."""
    return os.path.lexists(folder / FILE_NAME)


def _key(game_id: str, version: str, **how: Any) -> Hashable:
    return game_id, version, repr(sorted(how.items()))


def _look_at_others(loaded: Loaded) -> None:
    """Look at the files of a game in its other languages, and at its rule texts."""
    folder = loaded.file.parent
    for lang in loaded.languages[1:] if loaded.rows else ():  # columns may name other pictures
        with suppress(PnpError):
            load_game(loaded.file, lang=lang, draft=True)
    for table in _names(folder, "*.toml"):
        _content(folder, table, "definition_kb")
    for text in _names(folder, "*.md"):
        written = _content(folder, text, "text_kb").decode(errors="replace")
        for _, picture in pictures_in(written, folder):
            _content(folder, picture, "picture_kb")


def _names(folder: Path, pattern: str) -> list[Path]:
    with suppress(OSError):  # which is reported where rules are read
        return [folder / "rules" / name for name in names_in(folder, "rules", pattern)]
    return []


def _content(folder: Path, file: Path, limit: str) -> bytes:
    with suppress(OSError):
        return read_sandboxed(folder, file, limit)
    return b""
