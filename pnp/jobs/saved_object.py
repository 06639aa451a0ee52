"""The JSON of Tabletop Simulator's saved objects: decks, tiles, boards, bags of them.

Names and values as the game writes them
(https://kb.tabletopsimulator.com/custom-content/save-file-format/): a saved object is a save
whose outer fields are empty.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

SavedObject = dict[str, Any]

BOX, HEXAGON, CIRCLE, ROUNDED = range(4)  # shapes of a custom tile
FACE_UP, FACE_DOWN = 0, 180  # degrees about z
PITCH = 6  # between objects on the table, in the game's own unit


class DeckSheet(NamedTuple):
    """The images of a deck sheet; with ``unique`` backs the second is a sheet too."""

    face: str
    back: str
    unique: bool
    columns: int
    rows: int


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
    save = {
        "SaveName": "",
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
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
    return _thing("Custom_Tile", name, FACE_UP) | {
        "CustomImage": {
            "ImageURL": front,
            "ImageSecondaryURL": back,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True},
        }
    }


def board(name: str, image: str) -> SavedObject:
    """Return a locked board."""
    return _thing("Custom_Board", name, FACE_UP) | {
        "Locked": True,
        "CustomImage": {
            "ImageURL": image,
            "ImageSecondaryURL": "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        },
    }


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
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": True,
        "UniqueBack": sheet.unique,
        "Type": 0,
    }


def _thing(kind: str, name: str, turned: int) -> SavedObject:
    return {
        "GUID": "",
        "Name": kind,
        "Transform": {
            "posX": 0.0,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": float(turned),
            "scaleX": 1.0,
            "scaleY": 1.0,
            "scaleZ": 1.0,
        },
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
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
