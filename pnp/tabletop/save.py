"""The JSON of Tabletop Simulator's saves, and how large objects are in its units."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import sqrt
from typing import Any, NamedTuple

from pnp.base.geometry import Point, Size
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.sheets.pages.proof import COLUMNS, ROWS

UNIT: Mm = MM_PER_UNIT["in"]
TILE = 2.0  # units: the height of a tile of scale 1, and from corner to corner of a hexagonal one
CARD: Mm = 80.0  # the height of a card of scale 1
DIE: Mm = UNIT  # the edge of a die of scale 1
FIGURINE: Mm = UNIT  # the width of the base of a figurine of scale 1
BAG = Size(70, 70)  # the room of a bag

THICKNESS = 0.1  # units: of tiles and boards
SURFACE = 1.0  # units: the height at which things lie on the table
STEP = 0.12  # units: how much higher a piece lies that lies on another
HEXAGON_TURN = 30.0  # degrees that bring the corners of a hexagonal tile from the sides to the top

Scale = tuple[float, float, float]
"""The scale of an object along x (right), y (up) and z (away from the near player)."""

SavedObject = dict[str, Any]
BOX, HEXAGON, CIRCLE, ROUNDED = range(4)  # shapes of a custom tile
UPRIGHT = 180.0  # degrees about the vertical: reads upright for the near player
FACE_DOWN = 180.0  # degrees about the line of sight
ANY_ORDER = 2  # in which things are drawn from a bag: at random
SCRIPTS = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), "")
TABLE, SKY = "Table_RPG", "Sky_Museum"
GREY = {"r": 0.5, "g": 0.5, "b": 0.5}
HAND = (11.8, 9.2, 4.9)  # the size of the zone in which a player's hand is
SEATS = (  # colour, x and z of the hand at the edge of that table, degrees that it is turned
    ("White", -15.0, -20.0, 0.0),
    ("Green", 15.0, 20.0, 180.0),
    ("Red", 15.0, -20.0, 0.0),
    ("Blue", -15.0, 20.0, 180.0),
    ("Yellow", -30.0, 0.0, 90.0),
    ("Purple", 30.0, 0.0, 270.0),
    ("Orange", 0.0, -20.0, 0.0),
    ("Pink", 0.0, 20.0, 180.0),
)


def tile_scale(size: Size) -> Scale:
    """Return the scale of a tile of that size; its image must have the same proportions."""
    side = size.height / UNIT / TILE
    return side, 1.0, side


def card_scale(size: Size) -> Scale:
    """Return the scale of a card of that size."""
    side = size.height / CARD
    return side, 1.0, side


def cube_scale(edge: Mm, whole: Mm) -> Scale:
    """Return the uniform scale of an object that measures ``whole`` mm at scale 1."""
    return edge / whole, edge / whole, edge / whole


def hexagon_room(size: Size) -> Size:
    """Return the square around a hexagon's image, which reaches from corner to corner."""
    side = max(size.height, size.width * 2 / sqrt(3))
    return Size(side, side)


def on_table(at: Point) -> tuple[float, float]:
    """Return x and z of a point given in mm to the right of and below the table's middle."""
    return at.x / UNIT, -at.y / UNIT


class DeckSheet(NamedTuple):
    """The images of a deck sheet; if backs are ``unique``, the second is a sheet too."""

    face: str
    back: str
    unique: bool


class TabletopCard(NamedTuple):
    """A card: its name, its sheet with its key, its place on the sheet, and its scale."""

    name: str
    key: int
    slot: int
    sheet: DeckSheet
    scale: Scale

    @property
    def id(self) -> int:
        """The simulator's number of a picture: the sheet's key, and two digits for the place."""
        return 100 * self.key + self.slot


class TileLook(NamedTuple):
    """The images and the shape of a tile; ``back`` is "" for a tile without a back.

    Equal tiles may stack, and players may take them into their hands if ``hands``.
    """

    front: str
    back: str
    shape: int
    scale: Scale
    stacks: bool = False
    hands: bool = False


class Save(NamedTuple):
    """A table: its objects, the number of players, and the tabs of the notebook by title."""

    id: str
    name: str
    objects: Sequence[SavedObject]
    tags: Sequence[str] = ()
    players: tuple[int, int] | None = None
    notebook: Mapping[str, str] = {}

    @property
    def json(self) -> bytes:
        """The save file, in which each object has its own id."""
        _identify(self.objects, self.id, set())
        least, most = self.players or (0, 0)
        save = {
            "SaveName": self.name,
            **dict.fromkeys(("Date", "VersionNumber"), ""),
            "GameMode": self.name,
            **dict.fromkeys(("GameType", "GameComplexity"), ""),
            **({"PlayerCounts": [least, most]} if self.players else {}),
            "Tags": [],
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": TABLE,
            "Sky": SKY,
            "Note": "",
            "TabStates": {
                str(number): _tab(number, title, text)
                for number, (title, text) in enumerate(self.notebook.items())
            },
            **({"Hands": _hands(most)} if most else {}),
            "ComponentTags": {
                "labels": [{"displayed": tag, "normalized": tag.lower()} for tag in self.tags]
            },
            **SCRIPTS,
            "ObjectStates": list(self.objects),
        }
        return f"{json.dumps(save, indent=1, ensure_ascii=False)}\n".encode()


def _tab(number: int, title: str, text: str) -> SavedObject:
    return {"title": title, "body": text, "color": "Grey", "visibleColor": GREY, "id": number}


def _hands(players: int) -> SavedObject:
    """Return a hand for each player; a colour without a hand cannot be chosen."""
    seats = SEATS[:players]
    return {
        "Enable": True,
        "DisableUnused": False,
        "Hiding": 0,
        "HandTransforms": [
            {"Color": color, "Transform": _transform((x, 4.8, z), (0, turn, 0), HAND)}
            for color, x, z, turn in seats
        ],
    }


def deck(name: str, cards: Sequence[TabletopCard]) -> SavedObject:
    """Return a deck lying face down, or the single card if there is only one."""
    contained = [card(one, face_down=True) for one in cards]
    if len(contained) == 1:
        return contained[0]
    thing = _thing("DeckCustom", name, cards[0].scale, face_down=True)
    for one in contained:
        one["Name"] = "Card"
    return thing | {
        "SidewaysCard": False,
        "DeckIDs": [one.id for one in cards],
        "CustomDeck": dict(sorted({str(one.key): _sheet(one.sheet) for one in cards}.items())),
        "ContainedObjects": contained,
    }


def card(one: TabletopCard, *, face_down: bool = False) -> SavedObject:
    """Return a single card."""
    return _thing("CardCustom", one.name, one.scale, face_down=face_down) | {
        "HideWhenFaceDown": True,
        "Hands": True,
        "SidewaysCard": False,
        "CardID": one.id,
        "CustomDeck": {str(one.key): _sheet(one.sheet)},
    }


def tile(name: str, look: TileLook) -> SavedObject:
    """Return a tile with a picture on both sides."""
    kind = {
        "Type": look.shape,
        "Thickness": THICKNESS,
        "Stackable": look.stacks,
        "Stretch": True,
    }
    image = _image(look.front, look.back) | {"CustomTile": kind}
    thing = _thing("Custom_Tile", name, look.scale)
    return thing | {"Hands": look.hands, "CustomImage": image}


def board(name: str, look: TileLook, snap_points: Iterable[SavedObject]) -> SavedObject:
    """Return a tile that is locked, to play on; a custom board would have a frame."""
    return tile(name, look) | {"Locked": True, "AttachedSnapPoints": list(snap_points)}


def snap_point(at: Point, scale: Scale, turn: float | None) -> SavedObject:
    """Return a snap point on a board, ``at`` mm to the right of and below the board's middle.

    It is in the board's own units, seen from its far side; if ``turn`` is given, it also turns
    pieces.
    """
    x, z = on_table(at)
    place = {"x": _rounded(-x / scale[0]), "y": THICKNESS, "z": _rounded(-z / scale[2])}
    if turn is None:
        return {"Position": place}
    return {"Position": place, "Rotation": {"x": 0.0, "y": turn % 360, "z": 0.0}}


def die(name: str, scale: Scale) -> SavedObject:
    """Return the simulator's own die, which has the values from 1 to 6."""
    return _thing("Die_6", name, scale)


def figurine(name: str, front: str, back: str, scale: Scale) -> SavedObject:
    """Return a pawn that stands, with a picture on both sides."""
    return _thing("Figurine_Custom", name, scale) | {"CustomImage": _image(front, back)}


def bag(name: str, things: Sequence[SavedObject]) -> SavedObject:
    """Return a bag from which things are drawn at random."""
    inside = {"ContainedObjects": list(things), "Bag": {"Order": ANY_ORDER}}
    return _thing("Bag", name, (1.0, 1.0, 1.0)) | inside


def placed(thing: SavedObject, at: Point, height: float = 0.0, turn: float = 0.0) -> SavedObject:
    """Return an object ``at`` mm to the right of and below the table's middle.

    It lies ``height`` units above the table, turned clockwise by ``turn`` degrees.
    """
    x, z = on_table(at)
    old = thing["Transform"]
    place = {"posX": _rounded(x), "posY": _rounded(SURFACE + height), "posZ": _rounded(z)}
    return thing | {"Transform": old | place | {"rotY": (old["rotY"] + turn) % 360}}


def tinted(thing: SavedObject, color: str) -> SavedObject:
    """Return an object in a colour #rrggbb; a tile shows it only on its edge."""
    red, green, blue = (int(color[n : n + 2], 16) / 255 for n in (1, 3, 5))
    tint = {"r": _rounded(red), "g": _rounded(green), "b": _rounded(blue)}
    return thing | {"ColorDiffuse": tint}


def described(thing: SavedObject, text: str, tags: Sequence[str]) -> SavedObject:
    """Return an object with a description and tags for searching."""
    return thing | {"Description": text, "Tags": list(tags)}


def _sheet(sheet: DeckSheet) -> SavedObject:
    """Return a sheet; other players see the backs of cards in a hand."""
    return {
        "FaceURL": sheet.face,
        "BackURL": sheet.back,
        "NumWidth": COLUMNS,
        "NumHeight": ROWS,
        "BackIsHidden": True,
        "UniqueBack": sheet.unique,
        "Type": 0,
    }


def _image(front: str, back: str) -> SavedObject:
    scales = {"ImageScalar": 1.0, "WidthScale": 0.0}
    return {"ImageURL": front, "ImageSecondaryURL": back, **scales}


def _thing(kind: str, name: str, scale: Scale, *, face_down: bool = False) -> SavedObject:
    turned = (0.0, UPRIGHT, FACE_DOWN if face_down else 0.0)
    return {
        "GUID": "",
        "Name": kind,
        "Transform": _transform((0.0, SURFACE, 0.0), turned, scale),
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "Tags": [],
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        **dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True),
        "HideWhenFaceDown": False,
        "Hands": False,
        **SCRIPTS,
    }


def _transform(place: Iterable[float], turned: Iterable[float], scale: Scale) -> SavedObject:
    axes = (f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ")
    values = (_rounded(value) for value in (*place, *turned, *scale))
    return dict(zip(axes, values, strict=True))


def _rounded(value: float) -> float:
    return round(float(value), 6) + 0.0


def _identify(things: Sequence[SavedObject], place: str, taken: set[str]) -> None:
    """Give each object six unique hexadecimal digits derived from its place."""
    for index, thing in enumerate(things):
        where = f"{place}/{index}"
        digits, turn = sha256(where.encode()).hexdigest(), 0
        while digits[turn : turn + 6] in taken:
            turn += 1
        thing["GUID"] = digits[turn : turn + 6]
        taken.add(thing["GUID"])
        _identify(thing.get("ContainedObjects", ()), where, taken)
