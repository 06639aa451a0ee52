"""Everything that a desk shows of a folder: the game in each language, audited, drawn, laid out."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pnp.audit import check_game
from pnp.base.errors import PnpError
from pnp.base.files import read_sandboxed
from pnp.base.messages import Location, Message
from pnp.base.toml import line_of
from pnp.base.workplace import now_on
from pnp.components.piece import FONT, FramedFace, Piece
from pnp.components.registry import frames_on
from pnp.definitions import Loaded, load_game
from pnp.definitions.find import FILE_NAME
from pnp.game.component import Component
from pnp.game.fields import id_like
from pnp.game.game import Game
from pnp.make.cache import RecurringKeys
from pnp.rulebook.texts import sheet_faults
from pnp.scene import Scene
from pnp.sheets.component_sheets import drawn_component, laid_out
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.scheme import Duplex, SlotPlace
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages import SheetJob
from pnp.web.desk.faults import DeskFault, place_of, read_faults
from pnp.web.desk.state import DeskCard, DeskLook, DeskPage, DeskState, next_state
from pnp.web.errors import without_folders

_Rules = tuple[str, str]  # a language and the id of a rule set


class DeskPart(NamedTuple):
    """The last drawing of a component: its pieces, and the pages with them."""

    game: Game
    key: str
    pieces: tuple[Piece, ...]
    job: SheetJob | None
    pages: tuple[Scene, ...]

    def face(self, piece: str, side: str) -> FramedFace | None:
        """Return a face of a piece by its name, or None."""
        found = next((one for one in self.pieces if one.name == piece), None)
        return None if found is None else self._face(found, side)

    def pieces_on(self, n: int) -> tuple[tuple[Piece, SlotPlace], ...]:
        """Return the pieces on page ``n`` (from 1) with their places; a poster has none."""
        if self.job is None or not isinstance(self.job.layout, Imposition):
            return ()
        grid, duplex = self.job.layout.grid, self.job.duplex or Duplex.FRONTS
        slots = grid.slots
        page = self.job.sides[n - 1]
        pieces = islice(self._all(), (page.sheet - 1) * len(slots), page.sheet * len(slots))
        places = grid.places(duplex if page.side == "back" else None)
        return tuple(zip(pieces, places, strict=False))

    def faces_on(self, n: int) -> tuple[tuple[FramedFace, SlotPlace], ...]:
        """Return the faces on page ``n`` (from 1) with their places; a poster has none."""
        side = self.job.sides[n - 1].side if self.job else ""
        return tuple((self._face(piece, side), place) for piece, place in self.pieces_on(n))

    def _all(self) -> Iterator[Piece]:
        return (piece for piece in self.pieces for _ in range(piece.copies))

    @property
    def component(self) -> Component:
        """The component."""
        return self.game.components[self.key]

    def _face(self, piece: Piece, side: str) -> FramedFace:
        frames = frames_on(self.game, self.key, piece, side)
        return FramedFace(piece, side, frames, self.game.font(FONT))


class Desk:
    """The contents of the folder of one game, in one language; each ``look`` reads it again.

    Cards with faults are drawn as in a draft, with the faults on them; a component that cannot be
    drawn keeps its last drawing. ``loaded`` is the game as the last look read it, or None if it had
    faults; ``game`` is the last one that could be drawn.
    """

    def __init__(self, folder: Path, lang: str | None = None) -> None:
        self._folder = folder
        self._file = folder / FILE_NAME
        self._options = SheetOptions(formats=("pdf",), lang=lang)
        self._keys = RecurringKeys()
        self._seen = DeskState()
        self.state = DeskState()
        self.parts: dict[str, DeskPart] = {}
        self.loaded: Loaded | None = None
        self.game: Game | None = None

    def look(self, version: int = 0) -> DeskState:
        """Read the folder and return its state; ``version`` is that of a change."""
        self._keys.start()
        self.state = self._seen = next_state(self._seen, self._look(), version)
        self.parts = {key: self.parts[key] for key in self.state.components if key in self.parts}
        return self.state

    def show(self, faults: tuple[DeskFault, ...]) -> None:
        """Show these faults instead of those of the last look."""
        self.state = self._seen.with_faults(without_repeats(faults))

    @property
    def found(self) -> tuple[DeskFault, ...]:
        """The faults that the last look found."""
        return self._seen.faults

    @property
    def notes(self) -> tuple[str, ...]:
        """What reading the game noted, such as columns that no text uses; none if it has faults."""
        return self.loaded.notes if self.loaded else ()

    def _look(self) -> DeskLook:
        texts = self._texts()
        self.loaded = None
        faults: list[DeskFault] = []
        draft = cache(self._load_draft)
        try:
            loaded = self.loaded = load_game(self._file, lang=self._options.lang)
        except PnpError as error:
            faults += read_faults(error.faults, self._folder, texts)
            if (drafted := draft()) is None:
                return DeskLook(without_repeats(faults))
            loaded = drafted
        except OSError:
            unread = Message("unreadable_file", Location(file=FILE_NAME), why="…")
            return DeskLook((DeskFault(unread, file=FILE_NAME),))
        self.game = loaded.game
        pages: dict[str, tuple[DeskPage, ...]] = {}
        cards: dict[str, tuple[DeskCard, ...]] = {}
        for key in loaded.game.components:
            part, found = self._part(key, loaded, draft)
            faults += read_faults(found, self._folder, texts, key)
            if part is None:
                continue
            self.parts[key] = part
            pages[key] = tuple(self._pages(key, part))
            cards[key] = tuple(self._cards(key, part, loaded, texts))
        faults += read_faults(check_game(loaded.game).faults(), self._folder, texts)
        return DeskLook(without_repeats(faults), tuple(loaded.game.components), pages, cards)

    def _load_draft(self) -> Loaded | None:
        """Return the game read as a draft, or None if even that fails."""
        try:
            return load_game(self._file, lang=self._options.lang, draft=True)
        except (PnpError, OSError):
            return None

    def _part(
        self, key: str, loaded: Loaded, draft: Callable[[], Loaded | None]
    ) -> tuple[DeskPart | None, tuple[str, ...]]:
        """Return a component, as a draft if it has faults, and the faults."""
        try:
            part = self._drawn(key, loaded)
            return part, _faults_of(part)
        except PnpError as error:
            faults = error.faults
        if (drafted := draft()) is None:
            return None, faults
        try:
            part = self._drawn(key, drafted)
        except PnpError:
            return None, faults
        return part, _faults_of(part) or faults

    def _drawn(self, key: str, loaded: Loaded) -> DeskPart:
        """Draw a component and lay it out.

        Raises:
            PnpError: If it cannot be drawn or does not fit.
        """
        drawn = drawn_component(loaded.game, key, self._options)
        drawn = laid_out(loaded.game, drawn, self._options)
        pages = tuple(drawn.job.pages()) if drawn.job else ()
        return DeskPart(loaded.game, key, drawn.pieces, drawn.job, pages)

    def _texts(self) -> Mapping[str, str]:
        try:
            content = read_sandboxed(self._file.parent, self._file, "definition_kb")
            return {FILE_NAME: content.decode(errors="replace")}
        except OSError:
            return {}

    def _pages(self, key: str, part: DeskPart) -> Iterator[DeskPage]:
        for n, page in enumerate(part.pages, start=1):
            yield DeskPage(key, n, self._keys.key(page), page.label)

    def _cards(
        self, key: str, part: DeskPart, loaded: Loaded, texts: Mapping[str, str]
    ) -> Iterator[DeskCard]:
        rows = part.component.piece_rows
        known = loaded.rows.get(key, ())
        for piece in part.pieces:
            drawn = "-".join(self._keys.key(scene) for _, scene in piece.faces)
            number = rows.get(piece.name, 0)
            listed = f".cards[{number}]" if number else ""
            written = Location(file=FILE_NAME, keys=f"components.{key}{listed}")
            if 0 < number <= len(known):
                written = known[number - 1]
            title = _title(part, piece.name)
            file = without_folders(written.file, [self._folder])
            line = written.line or line_of(texts.get(file, ""), written.keys)
            row = place_of(file, line)
            yield DeskCard(key, piece.name, row, drawn, piece.copies, title=title)


def without_repeats(faults: Iterable[DeskFault]) -> tuple[DeskFault, ...]:
    """Return each fault once: boxes repeat those of their cards, and languages share many."""
    found: dict[tuple[str, str], DeskFault] = {}
    for fault in faults:
        found.setdefault((fault.says, fault.lang), fault)
    return tuple(found.values())


def _title(part: DeskPart, piece: str) -> str:
    """Return the first text of a piece, or "" if it repeats the id."""
    title = part.component.text_of(piece, part.game).title
    return "" if id_like(title) == piece else title


def _faults_of(part: DeskPart) -> tuple[str, ...]:
    """Return the faults of the pieces of a draft."""
    return tuple(fault for piece in part.pieces for fault in piece.faults)


class DeskFolder:
    """The desks of a folder by language, each with all faults.

    ``more`` says that steps remain until everything has been checked; ``proven`` that it once was.
    ``tag`` identifies the state that is shown, across processes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = Desk(folder)
        self._spoken: dict[str, Desk] = {}
        self._rules: dict[_Rules, tuple[DeskFault, ...]] = {}
        self._steps: list[Callable[[], None]] = []
        self._round = 1
        self.languages: tuple[str, ...] = ()
        self.proven = False
        self.tag = ""

    @property
    def more(self) -> bool:
        """Whether a step remains."""
        return bool(self._steps)

    def look(self) -> None:
        """Read the folder as it is now; slower checks are left to steps."""
        self._round = self._version() + 1
        self._own.look(self._round)
        if self._own.loaded:
            self._steps = list(self._to_do(self._own.loaded))
        else:
            self._steps = []
            for lang in self._spoken:
                self._speak(lang)
        self._show()

    def step(self) -> None:
        """Do the next check, if any is left."""
        if self._steps:
            self._steps.pop(0)()
            self.proven = self.proven or not self._steps
            self._show()

    def desk(self, lang: str) -> Desk:
        """Return the desk in a language, or in that of the definition if there is none."""
        if lang not in self.languages[1:]:
            return self._own
        if lang not in self._spoken:
            self._speak(lang)
            self._show()
        return self._spoken[lang]

    def _to_do(self, loaded: "Loaded") -> "Iterator[Callable[[], None]]":
        """Yield the checks that remain after the game in its own language."""
        from pnp.rulebook.source import languages_of, rules_file

        self.languages = loaded.languages
        others = loaded.languages[1:]
        self._spoken = {lang: desk for lang, desk in self._spoken.items() if lang in others}
        rules = [
            (lang, key)
            for lang in languages_of(self._folder, loaded.game)
            for key in loaded.game.rule_sets
            if os.path.lexists(rules_file(self._folder, key, lang))
        ]
        self._rules = {one: faults for one, faults in self._rules.items() if one in rules}
        for one in rules:
            yield partial(self._review, loaded, one)
        for lang in others:
            yield partial(self._speak, lang)
        if not (rules or others):
            self.proven = True

    def _speak(self, lang: str) -> None:
        self._spoken.setdefault(lang, Desk(self._folder, lang)).look(self._round)

    def _review(self, loaded: "Loaded", one: _Rules) -> None:
        lang, key = one
        try:
            lines = sheet_faults(loaded, key, lang)
        finally:
            now_on(self._folder.name)
        self._rules[one] = read_faults(lines, self._folder, {})

    def _show(self) -> None:
        """Make all desks show all faults, or only those of the definition if it cannot be read."""
        others = self._faults() if self._own.loaded else ()
        faults = (*self._own.found, *others)
        desks = {"": self._own, **self._spoken}
        for desk in desks.values():
            desk.show(faults)
        said = [desk.state.as_data() for desk in desks.values()]
        notes = [desk.notes for desk in desks.values()]
        text = json.dumps([self.proven, said, notes], ensure_ascii=False)
        digest = sha256(text.encode(errors="surrogateescape")).hexdigest()
        self.tag = f"{self._version()}-{digest[:12]}"

    def _faults(self) -> Iterator[DeskFault]:
        own = {_where(fault) for fault in self._own.found}
        for faults in self._rules.values():
            yield from faults
        for lang, desk in self._spoken.items():
            for fault in desk.found:
                if _where(fault) not in own:
                    yield fault._replace(lang=lang if desk.loaded else "")

    def _version(self) -> int:
        return max(desk.state.version for desk in (self._own, *self._spoken.values()))


def _where(fault: DeskFault) -> tuple[str, str]:
    """Return a key that two languages' faults share if they concern the same frame and row."""
    return (fault.at, fault.also) if fault.also else (fault.says, "")
