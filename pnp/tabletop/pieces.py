"""The objects of a game's pieces, their images, and the rules in the simulator's notebook."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.base.units import MM_PER_UNIT
from pnp.components.piece import Piece, draw_hidden, trimmed, with_bleed
from pnp.components.registry import draw_tokens
from pnp.game.board import Board
from pnp.game.component import Component, PieceText
from pnp.game.game import Game
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.source import languages_of, rules_file
from pnp.rulebook.write_text import render_text
from pnp.scene import Group, Scene, Shape, Style
from pnp.sheets.pages.proof import MOST_CARDS, MOST_PIXELS, card_pixels, deck_sheet, sheet_pixels
from pnp.tabletop import save
from pnp.tabletop.save import (
    BAG,
    DIE,
    FIGURINE,
    HEXAGON_TURN,
    DeckSheet,
    SavedObject,
    TabletopCard,
    TileLook,
    card_scale,
    cube_scale,
    hexagon_room,
    tile_scale,
)

_BRACKETS = str.maketrans("[]", "()")

TILES = {
    "rounded": save.ROUNDED,
    "circle": save.CIRCLE,
    "box": save.BOX,
    "cap": save.CIRCLE,
    "hexagon": save.HEXAGON,
}
TILE_PIXELS = 1024  # a side: sharp when looked at closely
BOARD_DPI = 300
NO_BLEED = Size(0, 0)
FEW_KINDS = 3  # of pieces that the name of a bag lists
GROUND = "#ffffff"  # of a pawn's picture


class TabletopImage(NamedTuple):
    """A picture and its file name; ``size`` is the size of the piece that it shows."""

    file: str
    title: str
    scene: Scene
    component: str
    kind: str
    size: Size
    pixels: tuple[int, int]

    @property
    def dpi(self) -> int:
        """The horizontal resolution in pixels per inch of the piece."""
        return round(self.pixels[0] / self.scene.size.width * MM_PER_UNIT["in"])


class TabletopImages:
    """Every image that objects show; ``base`` is the URL of their future folder."""

    def __init__(self, name: str, base: str) -> None:
        self.made: list[TabletopImage] = []
        self._name = name
        self._base = f"{base.rstrip('/')}/" if base else ""

    def add(
        self,
        component: tuple[str, str, Size],
        name: str,
        scene: Scene,
        pixels: tuple[int, int],
        kind: str,
    ) -> str:
        """Add an image of a component, given by its id, name and size; return its URL."""
        id, title, size = component
        file = f"{self._name}-{id}-{name}.png"
        image = TabletopImage(file, f"{title} · {name}", scene, id, kind, size, pixels)
        self.made.append(image)
        return f"{self._base}{quote(file)}" if self._base else file


def without_markup(text: str) -> str:
    """Return a text with round brackets, since square ones are markup in the simulator."""
    return text.translate(_BRACKETS)


def rule_tabs(
    folder: Path, game: Game, rule_set_id: str, speaking: Callable[[str], Game]
) -> Iterator[tuple[str, str]]:
    """Yield title and text of each tab; ``speaking`` returns the game in a language.

    Raises:
        RulesError: If a text has faults: a line for each.
    """
    for lang in languages_of(folder, game):
        if os.path.isfile(rules_file(folder, rule_set_id, lang)):
            sheet = rule_sheet(folder, speaking(lang), rule_set_id, lang)
            yield f"{sheet.title} ({lang})", without_markup(render_text(sheet))


class DrawnPieces(NamedTuple):
    """A component's pieces, drawn for the sheets of a build or only for these tables."""

    id: str
    name: str
    pieces: Sequence[Piece]

    @property
    def size(self) -> Size:
        """The size of each piece."""
        return self.pieces[0].front.size

    @property
    def about(self) -> tuple[str, str, Size]:
        """The id, the name and the size."""
        return self.id, self.name, self.size


class TabletopPieces:
    """Makes objects and images of the added pieces."""

    def __init__(self, game: Game, images: TabletopImages) -> None:
        self._game = game
        self._images = images
        self._drawn: dict[str, DrawnPieces] = {}
        self._cards: dict[str, dict[str, TabletopCard]] = {}
        self._tiles: dict[str, dict[str, TileLook]] = {}
        self._pawns: dict[str, dict[str, str]] = {}
        self._sheets = 0

    def add(self, drawn: DrawnPieces) -> bool:
        """Add a component; return whether the simulator has an object for it."""
        component = self._game.components[drawn.id]
        match component.tabletop_shape:
            case "deck":
                self._cards[drawn.id] = self._add_deck(drawn)
            case "board":
                self._tiles[drawn.id] = {p.name: self._board(drawn, p) for p in drawn.pieces}
            case "standee":
                self._pawns[drawn.id] = dict(self._add_pawns(drawn))
            case "cap":
                self._tiles[drawn.id] = dict(self._caps(drawn, component))
            case "die":
                pass
            case None:
                return False
            case shape:
                self._tiles[drawn.id] = self._add_tiles(drawn, shape, component)
        self._drawn[drawn.id] = drawn
        return True

    def __contains__(self, component_id: str) -> bool:
        return component_id in self._drawn

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the added components."""
        return tuple(self._drawn)

    def is_board(self, component_id: str) -> bool:
        """Return whether a component is a board, which is never in a bag."""
        return self._game.components[component_id].is_board

    def copies(self, component_id: str) -> Mapping[str, int]:
        """Return the number of copies of each piece, by its name."""
        return {piece.name: piece.copies for piece in self._drawn[component_id].pieces}

    def room(self, component_id: str) -> Size:
        """Return the area that an unturned piece covers."""
        component, drawn = self._game.components[component_id], self._drawn[component_id]
        footprint = component.footprint
        match component.tabletop_shape:
            case "standee" if footprint is not None:
                return Size(max(footprint.size), max(footprint.size))
            case "die" | "cap" if component.face_size is not None:
                return Size(component.face_size.width, component.face_size.width)
        return drawn.size

    def one(self, component_id: str, name: str) -> SavedObject:
        """Return the object of a piece, face up, without a place."""
        component, drawn = self._game.components[component_id], self._drawn[component_id]
        names = self.copies(component_id)
        if name not in names and len(names) == 1:
            (name,) = names  # a board is called a board, whatever is drawn
        label = self._label(drawn, name)
        match component.tabletop_shape:
            case "deck":
                thing = save.card(self._cards[component_id][name])
            case "board":
                thing = self._placed_board(component_id, label, self._tiles[component_id][name])
            case "standee":
                front = self._pawns[component_id][name]
                scale = cube_scale(self.room(component_id).width, FIGURINE)
                thing = save.figurine(label, front, front, scale)
            case "die":
                thing = save.die(label, cube_scale(self.room(component_id).width, DIE))
            case shape:
                thing = save.tile(label, self._tiles[component_id][name])
                if shape == "hexagon":
                    thing["Transform"]["rotY"] += HEXAGON_TURN
        if color := component.piece_colors.get(name):
            thing = save.tinted(thing, color)
        return save.described(thing, self._about(drawn, name), (self._game.name, drawn.name))

    def several(self, component_id: str, names: Sequence[str]) -> tuple[SavedObject, Size]:
        """Return a deck of cards lying face down, or a bag of other pieces, and its area."""
        drawn = self._drawn[component_id]
        if len(names) == 1:
            return self.one(component_id, names[0]), self.room(component_id)
        things = [self.one(component_id, name) for name in names]
        kinds = dict.fromkeys(names)
        some = len(kinds) <= FEW_KINDS and len(kinds) < len(self.copies(component_id))
        called = (self._text(drawn, kind).title or kind for kind in kinds)
        label = f"{drawn.name}: {', '.join(called)}" if some else drawn.name
        if component_id in self._cards:
            cards = self._cards[component_id]
            thing, room = save.deck(label, [cards[n] for n in names]), drawn.size
            for inside, words in zip(thing["ContainedObjects"], things, strict=True):
                inside |= {key: words[key] for key in ("Description", "Tags")}
        else:
            thing, room = save.bag(label, things), BAG
        thing = save.described(thing, self._about(drawn), (self._game.name, drawn.name))
        return thing, room

    def _text(self, drawn: DrawnPieces, name: str) -> PieceText:
        """Return the texts of a piece without square brackets, the simulator's markup."""
        title, texts = self._game.components[drawn.id].text_of(name, self._game)
        return PieceText(without_markup(title), tuple(map(without_markup, texts)))

    def _label(self, drawn: DrawnPieces, name: str) -> str:
        """Return the name of a piece: its title, or its name within the component."""
        label = drawn.name if len(drawn.pieces) == 1 else f"{drawn.name}: {name}"
        return self._text(drawn, name).title or label

    def _about(self, drawn: DrawnPieces, name: str = "") -> str:
        """Return a description: texts, game and component, and the sides of a custom die."""
        texts = self._text(drawn, name).texts if name else ()
        faces = self._game.components[drawn.id].special_faces
        legend = ", ".join(
            f"{number} = {face or 'blank'}" for number, face in enumerate(faces, start=1)
        )
        where = f"{self._game.name} · {drawn.name}"
        return "\n".join(filter(None, (*texts, where, legend)))

    def _placed_board(self, component_id: str, label: str, look: TileLook) -> SavedObject:
        board = self._game.components[component_id]
        if not isinstance(board, Board) or not board.holds:
            return save.board(label, look, ())
        turned = any(place.turn for place in board.places)
        middle = Rect(0, 0, *board.size).center
        points = (
            save.snap_point(
                place.center.moved(-middle.x, -middle.y), look.scale, place.turn if turned else None
            )
            for place in board.places
        )
        return save.board(label, look, points)

    def _add_deck(self, drawn: DrawnPieces) -> dict[str, TabletopCard]:
        hidden = draw_hidden(drawn.size, self._game.name, self._game.label_font("serif-bold"))
        scale = card_scale(drawn.size)
        cards: dict[str, TabletopCard] = {}
        unique = len({piece.back for piece in drawn.pieces}) > 1
        back = "" if unique else self._back(drawn, hidden)
        for start in range(0, len(drawn.pieces), MOST_CARDS):
            pieces = drawn.pieces[start : start + MOST_CARDS]
            self._sheets += 1
            number = start // MOST_CARDS + 1
            face = self._sheet(drawn, f"faces-{number}", [p.front for p in pieces], hidden)
            if unique:
                back = self._sheet(drawn, f"backs-{number}", [p.back for p in pieces], hidden)
            sheet = DeckSheet(face, back, unique)
            for slot, piece in enumerate(pieces):
                label = self._label(drawn, piece.name)
                cards[piece.name] = TabletopCard(label, self._sheets, slot, sheet, scale)
        return cards

    def _sheet(
        self, drawn: DrawnPieces, name: str, faces: Iterable[Scene | None], hidden: Scene
    ) -> str:
        scenes = [with_bleed(face, NO_BLEED) if face else hidden for face in faces]
        sheet = deck_sheet(scenes, hidden)
        return self._images.add(drawn.about, name, sheet, sheet_pixels(drawn.size), "deck sheet")

    def _back(self, drawn: DrawnPieces, hidden: Scene) -> str:
        """Add the back shared by all cards; cards without a back get the hidden face."""
        back = drawn.pieces[0].back
        scene = with_bleed(back, NO_BLEED) if back else hidden
        return self._images.add(drawn.about, "back", scene, card_pixels(drawn.size), "card back")

    def _add_tiles(
        self, drawn: DrawnPieces, shape: str, component: Component
    ) -> dict[str, TileLook]:
        looks: dict[str, TileLook] = {}
        seen: dict[Scene, str] = {}
        hexagon = shape == "hexagon"
        scale = tile_scale(hexagon_room(drawn.size) if hexagon else drawn.size)
        hands = component.two_sided and not component.piles_up
        for piece in drawn.pieces:
            urls = {"back": ""}
            for side, face in piece.faces:
                if face not in seen:
                    scene = (
                        trimmed(face, piece.roles) if shape == "box" else with_bleed(face, NO_BLEED)
                    )
                    seen[face] = self._tile_image(
                        drawn, f"{piece.name}-{side}", _turned(scene) if hexagon else scene
                    )
                urls[side] = seen[face]
            looks[piece.name] = TileLook(
                urls["front"], urls["back"], TILES[shape], scale, component.piles_up, hands
            )
        return looks

    def _caps(self, drawn: DrawnPieces, component: Component) -> Iterable[tuple[str, TileLook]]:
        """Yield the look of each cap from above."""
        for name, scene in draw_tokens(self._game, drawn.id).items():
            url = self._tile_image(drawn, f"{name}-front", scene)
            yield name, TileLook(url, "", TILES["cap"], tile_scale(scene.size), component.piles_up)

    def _add_pawns(self, drawn: DrawnPieces) -> Iterable[tuple[str, str]]:
        """Yield the URL of each pawn's picture, which is the same on both sides."""
        for name, scene in draw_tokens(self._game, drawn.id).items():
            ground = Shape((rectangle(Rect(0, 0, *scene.size)),), Style(fill=GROUND))
            face = Scene(scene.size, (ground, *scene.items))
            pixels = _within(TILE_PIXELS, face.size)
            yield name, self._images.add(drawn.about, name, face, pixels, "pawn image")

    def _tile_image(self, drawn: DrawnPieces, name: str, scene: Scene) -> str:
        pixels = _within(TILE_PIXELS, scene.size)
        return self._images.add(drawn.about, name, scene, pixels, "tile image")

    def _board(self, drawn: DrawnPieces, piece: Piece) -> TileLook:
        scene = trimmed(piece.front, piece.roles)
        longest = min(MOST_PIXELS, round(max(scene.size) / MM_PER_UNIT["in"] * BOARD_DPI))
        pixels = _within(longest, scene.size)
        url = self._images.add(drawn.about, piece.name, scene, pixels, "board image")
        return TileLook(url, "", save.BOX, tile_scale(scene.size))


def _turned(face: Scene) -> Scene:
    """Return a hexagon's face with corners at the sides, centred in a square."""
    room = hexagon_room(face.size)
    turn = Transform.turn(-HEXAGON_TURN, Rect(0, 0, *face.size).center)
    aside = Point((room.width - face.size.width) / 2, (room.height - face.size.height) / 2)
    return Scene(room, (Group(face.items, turn.then(Transform.move(*aside))),))


def _within(longest: int, size: Size) -> tuple[int, int]:
    """Return a size in pixels proportional to ``size``, with ``longest`` as its longer side."""
    width, height = (max(1, round(side / max(size) * longest)) for side in size)
    return width, height
