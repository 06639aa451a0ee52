"""A game in a folder as a desk looks at it: read, audited, drawn, laid out, and kept."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pnp.audit import check_game
from pnp.base.errors import PnpError
from pnp.components.piece import Piece
from pnp.definitions import Loaded, load_game
from pnp.definitions.find import FILE_NAME
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.jobs.component_sheets import ComponentSheets, Games, games_of
from pnp.jobs.scene_key import SceneKeys
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import Scene
from pnp.sheets.layout.duplex import Duplex, SlotPlace, back_place, printed_sides
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.pages import SheetJob
from pnp.web.desk.faults import DeskFault, read_faults
from pnp.web.desk.overlays import FramedFace
from pnp.web.desk.places import line_of
from pnp.web.desk.state import DeskCard, DeskLook, DeskPage, DeskState, next_state
from pnp.web.errors import without_folders

OPTIONS = SheetOptions(formats=("pdf",))


class DeskPart(NamedTuple):
    """A component as it was drawn last: its pieces, and the pages with them."""

    component: Component
    pieces: tuple[Piece, ...]
    job: SheetJob | None
    pages: tuple[Scene, ...]

    def face(self, piece: str, side: str) -> FramedFace | None:
        """Return a face of the piece of that name, None if there is none."""
        found = next((one for one in self.pieces if one.name == piece), None)
        return None if found is None else self._face(found, side)

    def faces_on(self, n: int) -> tuple[tuple[FramedFace, SlotPlace], ...]:
        """Return the faces on page ``n``, from 1, each with its place; none of a poster."""
        if self.job is None or not isinstance(self.job.layout, Imposition):
            return ()
        sides = printed_sides(self.job.duplex)
        sheet, side = divmod(n - 1, len(sides))
        grid = self.job.layout.grid
        slots = grid.slots
        pieces = islice(self._all(), sheet * len(slots), (sheet + 1) * len(slots))
        places = [SlotPlace(slot) for slot in slots]
        if sides[side] == "back":
            places = [
                back_place(slot, grid.page, self.job.duplex or Duplex.FRONTS) for slot in slots
            ]
        return tuple(
            (self._face(p, sides[side]), place) for p, place in zip(pieces, places, strict=False)
        )

    def _all(self) -> Iterator[Piece]:
        return (piece for piece in self.pieces for _ in range(piece.copies))

    def _face(self, piece: Piece, side: str) -> FramedFace:
        return FramedFace(piece, side, tuple(self.component.frames_of(piece.name, side)))


class Desk:
    """What the folder of one game holds; each ``look`` reads it again.

    Of what has faults, what was drawn last is kept. ``tag`` is a word for the state.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / FILE_NAME
        self._keys = SceneKeys()
        self.state = DeskState()
        self.parts: dict[str, DeskPart] = {}
        self.game: Game | None = None
        self.tag = _tag(self.state)

    def look(self) -> DeskState:
        """Read the folder, and return what it shows now."""
        self._keys.start()
        self.state = next_state(self.state, self._look())
        self.tag = _tag(self.state)
        self.parts = {key: self.parts[key] for key in self.state.components if key in self.parts}
        return self.state

    def _look(self) -> DeskLook:
        texts = self._texts()
        try:
            loaded = load_game(self._file)
        except PnpError as error:
            return DeskLook(read_faults(str(error), self._folder, texts))
        except OSError:
            return DeskLook((DeskFault(f"{FILE_NAME}: cannot be read", file=FILE_NAME),))
        self.game = loaded.game
        faults: list[DeskFault] = []
        games = games_of(loaded.game, self._file, OPTIONS)
        pages: dict[str, tuple[DeskPage, ...]] = {}
        cards: dict[str, tuple[DeskCard, ...]] = {}
        for key in loaded.game.components:
            try:
                part = self.parts[key] = _drawn(loaded.game, key, games)
            except PnpError as error:
                faults += read_faults(str(error), self._folder, texts, key)
                continue
            pages[key] = tuple(self._pages(key, part))
            cards[key] = tuple(self._cards(key, part, loaded, texts))
        audit = "\n".join(check_game(loaded.game).faults())
        faults += read_faults(audit, self._folder, texts)
        once = {one.says: one for one in reversed(faults)}  # a box has the faults of its cards
        return DeskLook(tuple(reversed(once.values())), tuple(loaded.game.components), pages, cards)

    def _texts(self) -> Mapping[str, str]:
        try:
            return {FILE_NAME: self._file.read_text(encoding="utf-8", errors="replace")}
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
            if 0 < number <= len(known):
                written = without_folders(known[number - 1], [self._folder])
            else:
                listed = f".cards[{number}]" if number else ""
                written = f"{FILE_NAME}: components.{key}{listed}"
            yield DeskCard(key, piece.name, _place(written, texts), drawn, piece.copies)


def _tag(state: DeskState) -> str:
    """Return a word for a state, another one for any other state of any process."""
    said = json.dumps(state.as_data(), ensure_ascii=False).encode(errors="surrogateescape")
    return f"{state.version}-{sha256(said).hexdigest()[:12]}"


def _place(written: str, texts: Mapping[str, str]) -> str:
    """Return the place of a row to be read: ``cards.csv, line 7``."""
    file, _, where = written.partition(": ")
    if file not in texts:
        return f"{file}, {where}"
    line = line_of(texts[file], where)
    return file if line is None else f"{file}, line {line}"


def _drawn(game: Game, key: str, games: Games) -> DeskPart:
    """Draw a component and lay it out.

    Raises:
        PnpError: If it cannot be drawn or does not fit.
    """
    laid = ComponentSheets(key, games).lay_out(OPTIONS)
    pages = tuple(laid.job.pages()) if laid.job else ()
    return DeskPart(game.components[key], laid.pieces, laid.job, pages)
