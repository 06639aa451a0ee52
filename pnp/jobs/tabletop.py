"""A game for Tabletop Simulator: images and the saved object that shows them."""

from collections.abc import Sequence
from urllib.parse import quote

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT
from pnp.components.piece import Piece, draw_hidden, trimmed, with_bleed
from pnp.game.game import Game
from pnp.jobs import saved_object
from pnp.jobs.build_plan import DrawnComponent
from pnp.jobs.pictures import PictureOutput
from pnp.jobs.saved_object import SavedObject
from pnp.scene import Scene
from pnp.sheets.pages.tabletop import MOST_CARDS, MOST_PIXELS, card_pixels, deck_sheet, sheet_pixels

FOLDER = "tts"
TILES = {"rounded": saved_object.ROUNDED, "circle": saved_object.CIRCLE, "box": saved_object.BOX}
TILE_PIXELS = 1024  # the longer side: sharp when looked at closely
BOARD_DPI = 300
NO_BLEED = Size(0, 0)


class Tabletop:
    """The files of a game: images, and the objects that show them.

    These are decks, bags of tiles, chips and counters, and boards; ``base`` is the images'
    address. Files of another ``look`` have its name. ``absent`` are components without an object.

    Raises:
        LayoutError: If nothing of it can lie on that table.
    """

    def __init__(
        self, game: Game, drawn: Sequence[DrawnComponent], base: str, look: str = ""
    ) -> None:
        lang = next((one.lang for one in drawn if one.lang), "")
        self._name = "-".join(filter(None, (game.id, lang, look)))
        self.images: list[PictureOutput] = []
        self.objects: list[SavedObject] = []
        self._game = game
        self._base = f"{base.rstrip('/')}/" if base else ""
        self._sheets = 0
        self.absent = [one.component_id for one in drawn if not self._put(one)]
        if not self.objects:
            absent = ", ".join(self.absent)
            raise LayoutError(
                f"{game.id}: {absent}: nothing here becomes an object of Tabletop Simulator"
            )

    @property
    def path(self) -> str:
        """The path of the saved object."""
        return f"{FOLDER}/{self._name}.json"

    @property
    def json(self) -> bytes:
        """The saved object."""
        return saved_object.saved_objects(self.objects)

    def _put(self, drawn: DrawnComponent) -> bool:
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
        cards: list[saved_object.TabletopCard] = []
        sheets: dict[int, saved_object.DeckSheet] = {}
        unique = len({piece.back for piece in drawn.pieces}) > 1
        back = "" if unique else self._back(drawn, hidden)
        for start in range(0, len(drawn.pieces), MOST_CARDS):
            pieces = drawn.pieces[start : start + MOST_CARDS]
            self._sheets += 1
            number = start // MOST_CARDS + 1
            face = self._sheet(drawn, f"faces-{number}", [p.front for p in pieces], hidden)
            if unique:
                back = self._sheet(drawn, f"backs-{number}", [p.back for p in pieces], hidden)
            sheets[self._sheets] = saved_object.DeckSheet(face, back, unique)
            cards += [
                saved_object.TabletopCard(piece.name, self._sheets, slot, piece.copies)
                for slot, piece in enumerate(pieces)
            ]
        return saved_object.deck(drawn.name, cards, sheets)

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
        things: list[SavedObject] = []
        seen: dict[Scene, str] = {}
        for piece in drawn.pieces:
            urls = {"back": ""}
            for side, face in piece.faces:
                if face not in seen:
                    box = shape == saved_object.BOX
                    scene = trimmed(face, piece.roles) if box else with_bleed(face, NO_BLEED)
                    pixels = _within(TILE_PIXELS, scene.size)
                    name = f"{piece.name}-{side}"
                    seen[face] = self._image(drawn, name, scene, pixels, "tile image")
                urls[side] = seen[face]
            images = urls["front"], urls["back"]
            things += (saved_object.tile(piece.name, *images, shape) for _ in range(piece.copies))
        return things[0] if len(things) == 1 else saved_object.bag(drawn.name, things)

    def _board(self, drawn: DrawnComponent, piece: Piece) -> SavedObject:
        scene = trimmed(piece.front, piece.roles)
        longest = round(max(scene.size) / MM_PER_UNIT["in"] * BOARD_DPI)
        pixels = _within(min(MOST_PIXELS, longest), scene.size)
        image = self._image(drawn, piece.name, scene, pixels, "board image")
        return saved_object.board(drawn.name, image)

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
