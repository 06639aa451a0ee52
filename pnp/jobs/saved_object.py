"""The JSON of Tabletop Simulator's saved objects: decks, tiles, boards, bags of them.

Names and values as the game writes them
(https://kb.tabletopsimulator.com/custom-content/save-file-format/): a saved object is a save
whose outer fields are empty.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from pnp.sheets.pages.tabletop import COLUMNS, ROWS

SavedObject = dict[str, Any]

BOX, HEXAGON, CIRCLE, ROUNDED = range(4)  # shapes of a custom tile
FACE_UP, FACE_DOWN = 0, 180  # degrees about z
SCRIPTS = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), "")
PITCH = 6  # between objects on the table, in the game's own unit


class DeckSheet(NamedTuple):
    """The images of a deck sheet; with ``unique`` backs the second is a sheet too."""

    face: str
    back: str
    unique: bool


class TabletopCard(NamedTuple):
    """A card of a deck: its name, the key of its sheet, its place on that, how many of it."""

    name: str
    sheet: int
    slot: int
    copies: int

    @property
    def id(self) -> int:
        """The game's number for a picture: the sheet's key, and two digits for the place."""
        return 100 * self.sheet + self.slot


def saved_objects(objects: Sequence[SavedObject]) -> bytes:
    """Return a file of objects in a row on the table, each with a unique id."""
    for index, thing in enumerate(objects):
        thing["Transform"]["posX"] = float(PITCH * index)
    _identify(objects, "", set())
    names = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")
    save = {
        **dict.fromkeys(names, ""),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        **dict.fromkeys(("Table", "Sky", "Note"), ""),
        "TabStates": {},
        **SCRIPTS,
        "ObjectStates": list(objects),
    }
    return f"{json.dumps(save, indent=1, ensure_ascii=False)}\n".encode()


def deck(name: str, cards: Sequence[TabletopCard], sheets: Mapping[int, DeckSheet]) -> SavedObject:
    """Return a deck lying face down, or a single card."""
    dealt = [card for card in cards for _ in range(card.copies)]
    contained = [_card(card, sheets) for card in dealt]
    if len(contained) == 1:
        return contained[0] | {"Name": "CardCustom"}
    return _thing("DeckCustom", name, FACE_DOWN) | {
        "SidewaysCard": False,
        "DeckIDs": [card.id for card in dealt],
        "CustomDeck": {str(key): _sheet(sheets[key]) for key in sorted({c.sheet for c in cards})},
        "ContainedObjects": contained,
    }


def tile(name: str, front: str, back: str, shape: int) -> SavedObject:
    """Return a tile with a picture on both sides; of one without a back, ``back`` is empty."""
    kind = {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True}
    image = _image(front, back) | {"CustomTile": kind}
    return _thing("Custom_Tile", name, FACE_UP) | {"CustomImage": image}


def board(name: str, image: str) -> SavedObject:
    """Return a locked board."""
    thing = _thing("Custom_Board", name, FACE_UP)
    return thing | {"Locked": True, "CustomImage": _image(image, "")}


def bag(name: str, things: Sequence[SavedObject]) -> SavedObject:
    """Return a bag of objects."""
    return _thing("Bag", name, FACE_UP) | {"ContainedObjects": list(things)}


def _card(card: TabletopCard, sheets: Mapping[int, DeckSheet]) -> SavedObject:
    return _thing("Card", card.name, FACE_DOWN) | {
        "HideWhenFaceDown": True,
        "Hands": True,
        "SidewaysCard": False,
        "CardID": card.id,
        "CustomDeck": {str(card.sheet): _sheet(sheets[card.sheet])},
    }


def _sheet(sheet: DeckSheet) -> SavedObject:
    """Return a sheet; others see the back of a card in a player's hand."""
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


def _thing(kind: str, name: str, turned: int) -> SavedObject:
    axes = [f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"]
    values = (0.0, 1.0, 0.0, 0.0, 180.0, float(turned), 1.0, 1.0, 1.0)
    return {
        "GUID": "",
        "Name": kind,
        "Transform": dict(zip(axes, values, strict=True)),
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        **dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True),
        "HideWhenFaceDown": False,
        "Hands": False,
        **SCRIPTS,
    }


def _identify(things: Sequence[SavedObject], place: str, taken: set[str]) -> None:
    """Give each object six unique hexadecimal digits that follow from its place."""
    for index, thing in enumerate(things):
        where = f"{place}/{index}"
        digits, turn = sha256(where.encode()).hexdigest(), 0
        while digits[turn : turn + 6] in taken:
            turn += 1
        thing["GUID"] = digits[turn : turn + 6]
        taken.add(thing["GUID"])
        _identify(thing.get("ContainedObjects", ()), where, taken)
