"""A game for Tabletop Simulator: images and the saved object that shows them."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT
from pnp.components.piece import Piece, draw_hidden, trimmed, with_bleed
from pnp.game.game import Game
from pnp.jobs.build_plan import DrawnComponent
from pnp.jobs.pictures import PictureOutput
from pnp.jobs.saved_object import (
    BOX,
    CIRCLE,
    ROUNDED,
    DeckSheet,
    SavedObject,
    TabletopCard,
    bag,
    board,
    deck,
    saved_objects,
    tile,
)
from pnp.scene import Scene
from pnp.sheets.pages.tabletop import (
    COLUMNS,
    MOST_CARDS,
    MOST_PIXELS,
    ROWS,
    card_pixels,
    deck_sheet,
    sheet_pixels,
)

FOLDER = "tts"
TILES = {"rounded": ROUNDED, "circle": CIRCLE, "box": BOX}
TILE_PIXELS = 1024  # the longer side: sharp when looked at closely
BOARD_DPI = 300
NO_BLEED = Size(0, 0)


class Tabletop(NamedTuple):
    """The files of a game; ``absent`` are components without an object."""

    images: tuple[PictureOutput, ...]
    path: str
    json: bytes
    objects: int
    absent: tuple[str, ...]


def tabletop(game: Game, drawn: Sequence[DrawnComponent], base: str, look: str = "") -> Tabletop:
    """Return decks, bags of tiles, chips and counters, and boards; ``base`` is the images' address.

    Files of another ``look`` have its name.

    Raises:
        LayoutError: If nothing of it can lie on that table.
    """
    lang = next((one.lang for one in drawn if one.lang), "")
    name = "-".join(filter(None, (game.id, lang, look)))
    table = _Table(game, base, name)
    absent = [d.component_id for d in drawn if not table.put(d)]
    if not table.objects:
        raise LayoutError(
            f"{game.id}: {', '.join(absent)}: nothing here becomes an object of Tabletop Simulator"
        )
    return Tabletop(
        tuple(table.images),
        f"{FOLDER}/{name}.json",
        saved_objects(table.objects),
        len(table.objects),
        tuple(absent),
    )


class _Table:
    """Gathers images and the objects that show them."""

    def __init__(self, game: Game, base: str, name: str) -> None:
        self._name = name
        self.images: list[PictureOutput] = []
        self.objects: list[SavedObject] = []
        self._game = game
        self._base = f"{base.rstrip('/')}/" if base else ""
        self._sheets = 0

    def put(self, drawn: DrawnComponent) -> bool:
        """Add a component; return whether the game has an object for it."""
        match self._game.components[drawn.component_id].tabletop_shape:
            case "deck":
                self.objects.append(self._deck(drawn))
            case "board":
                self.objects += [self._board(drawn, piece) for piece in drawn.pieces]
            case None:
                return False
            case shape:
                self.objects.append(self._tiles(drawn, TILES[shape]))
        return True

    def _deck(self, drawn: DrawnComponent) -> SavedObject:
        hidden = draw_hidden(drawn.size, self._game.name)
        cards: list[TabletopCard] = []
        sheets: dict[int, DeckSheet] = {}
        backs = {piece.back for piece in drawn.pieces}
        for start in range(0, len(drawn.pieces), MOST_CARDS):
            pieces = drawn.pieces[start : start + MOST_CARDS]
            self._sheets += 1
            number = start // MOST_CARDS + 1
            face = self._sheet(drawn, f"faces-{number}", [p.front for p in pieces], hidden)
            if len(backs) == 1:
                back = self._back(drawn, hidden) if not sheets else sheets[self._sheets - 1].back
            else:
                back = self._sheet(drawn, f"backs-{number}", [p.back for p in pieces], hidden)
            sheets[self._sheets] = DeckSheet(face, back, len(backs) > 1, COLUMNS, ROWS)
            cards += [
                TabletopCard(piece.name, self._sheets, slot, piece.copies)
                for slot, piece in enumerate(pieces)
            ]
        return deck(drawn.name, cards, sheets)

    def _sheet(
        self, drawn: DrawnComponent, name: str, faces: Sequence[Scene | None], hidden: Scene
    ) -> str:
        scenes = [with_bleed(face, NO_BLEED) if face else hidden for face in faces]
        sheet = deck_sheet(scenes, hidden)
        return self._image(drawn, name, sheet, sheet_pixels(drawn.size), "deck sheet")

    def _back(self, drawn: DrawnComponent, hidden: Scene) -> str:
        """Add the back shared by all cards; cards without one get the hidden face."""
        back = drawn.pieces[0].back
        scene = with_bleed(back, NO_BLEED) if back else hidden
        return self._image(drawn, "back", scene, card_pixels(drawn.size), "card back")

    def _tiles(self, drawn: DrawnComponent, shape: int) -> SavedObject:
        def cut(piece: Piece, face: Scene) -> Scene:
            return trimmed(face, piece.roles) if shape == BOX else with_bleed(face, NO_BLEED)

        things: list[SavedObject] = []
        seen: dict[Scene, str] = {}
        for piece in drawn.pieces:
            urls = {"back": ""}
            for side, face in piece.faces:
                if face not in seen:
                    scene = cut(piece, face)
                    name = f"{piece.name}-{side}"
                    pixels = _within(TILE_PIXELS, scene.size)
                    seen[face] = self._image(drawn, name, scene, pixels, "tile image")
                urls[side] = seen[face]
            for _ in range(piece.copies):
                things.append(tile(piece.name, urls["front"], urls["back"], shape))
        return things[0] if len(things) == 1 else bag(drawn.name, things)

    def _board(self, drawn: DrawnComponent, piece: Piece) -> SavedObject:
        scene = trimmed(piece.front, piece.roles)
        longest = round(max(scene.size) / MM_PER_UNIT["in"] * BOARD_DPI)
        pixels = _within(min(MOST_PIXELS, longest), scene.size)
        return board(drawn.name, self._image(drawn, piece.name, scene, pixels, "board image"))

    def _image(
        self, drawn: DrawnComponent, name: str, scene: Scene, pixels: tuple[int, int], kind: str
    ) -> str:
        """Add an image under a name unique among games; return its address."""
        file = f"{self._name}-{drawn.component_id}-{name}.png"
        self.images.append(
            PictureOutput(
                f"{FOLDER}/{file}",
                f"{drawn.name} · {name}",
                scene,
                drawn.component_id,
                kind,
                "png",
                drawn.size,
                dpi=round(pixels[0] / scene.size.width * MM_PER_UNIT["in"]),
                pixels=pixels,
                rgb=True,
            )
        )
        return f"{self._base}{quote(file)}" if self._base else file


def _within(longest: int, size: Size) -> tuple[int, int]:
    """Return a size in pixels in proportion to ``size``, ``longest`` on the longer side."""
    width, height = (max(1, round(side / max(size) * longest)) for side in size)
    return width, height
