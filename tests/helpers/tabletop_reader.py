"""Reads saves of Tabletop Simulator by the sizes in docs/how-to/on-a-screen.md alone.

Everything is in millimetres from the middle of the table, y towards the near player.
"""

import json
from collections.abc import Iterator, Mapping
from math import cos, radians, sin, sqrt
from typing import Any, NamedTuple

from shapely import Point, Polygon, affinity, box
from shapely.geometry.base import BaseGeometry

INCH = 25.4
CARD_HEIGHT = 80
BAG = 70
DECK_GRID = (10, 7)


class TableObject(NamedTuple):
    """An object on the table: its JSON, where its middle is, how it is turned, what it covers."""

    json: dict[str, Any]
    x: float
    y: float
    height: float
    turn: float
    ground: BaseGeometry

    @property
    def component(self) -> str:
        return str(self.json["Tags"][-1])

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, unturned."""
        left, top, right, bottom = affinity.rotate(self.ground, -self.turn).bounds
        return right - left, bottom - top


def read_table(content: bytes, pixels: Mapping[str, tuple[int, int]]) -> list[TableObject]:
    """Return the objects that lie on the table; ``pixels`` are the sizes of the images."""
    return [_object(thing, pixels) for thing in json.loads(content)["ObjectStates"]]


def everything(content: bytes) -> Iterator[dict[str, Any]]:
    """Yield every object, also those in bags and decks, without these themselves."""
    rest = list(json.loads(content)["ObjectStates"])
    while rest:
        thing = rest.pop()
        inside = thing.get("ContainedObjects", ())
        rest += inside
        if not inside:
            yield thing


def urls(thing: dict[str, Any]) -> set[str]:
    """Return the images that an object shows."""
    sheets = thing.get("CustomDeck", {}).values()
    found = {sheet[side] for sheet in sheets for side in ("FaceURL", "BackURL")}
    image = thing.get("CustomImage", {})
    return (found | {image.get("ImageURL"), image.get("ImageSecondaryURL")}) - {None, ""}


def snap_points(board: TableObject) -> Iterator[tuple[float, float, float | None]]:
    """Yield where each snap point of a board is, and how it turns pieces."""
    place = board.json["Transform"]
    turn = radians(place["rotY"])
    for point in board.json["AttachedSnapPoints"]:
        x = point["Position"]["x"] * place["scaleX"] * INCH
        z = point["Position"]["z"] * place["scaleZ"] * INCH
        right, far = x * cos(turn) + z * sin(turn), z * cos(turn) - x * sin(turn)
        rotation = point.get("Rotation")
        yield board.x + right, board.y - far, rotation and rotation["y"]


def _object(thing: dict[str, Any], pixels: Mapping[str, tuple[int, int]]) -> TableObject:
    place = thing["Transform"]
    x, y = place["posX"] * INCH, -place["posZ"] * INCH
    turn = place["rotY"] - 180
    flat = _ground(thing, place["scaleX"], place["scaleZ"], pixels)
    ground = affinity.translate(affinity.rotate(flat, turn, origin=(0, 0)), x, y)
    return TableObject(thing, x, y, place["posY"], turn % 360, ground)


def _ground(
    thing: dict[str, Any], across: float, along: float, pixels: Mapping[str, tuple[int, int]]
) -> BaseGeometry:
    match thing["Name"]:
        case "Custom_Tile":
            image = thing["CustomImage"]
            width, height = pixels[image["ImageURL"]]
            assert image["CustomTile"]["Stretch"]  # the tile has the proportions of its image
            return _tile(image["CustomTile"]["Type"], across * INCH * width / height, along * INCH)
        case "DeckCustom" | "CardCustom":
            sheet = next(iter(thing["CustomDeck"].values()))
            width, height = (
                side / count
                for side, count in zip(pixels[sheet["FaceURL"]], DECK_GRID, strict=True)
            )
            return _rectangle(CARD_HEIGHT * across * width / height, CARD_HEIGHT * along)
        case "Bag":
            return _rectangle(BAG, BAG)
        case "Die_6" | "Figurine_Custom":
            return _rectangle(INCH * across, INCH * along)
    raise AssertionError(thing["Name"])


def _tile(shape: int, half_width: float, half_height: float) -> BaseGeometry:
    if shape == 2:
        return affinity.scale(Point(0, 0).buffer(1, quad_segs=64), half_width, half_height)
    if shape == 1:
        tall = half_height * sqrt(3) / 2
        wide = half_width
        right = [(wide / 2, -tall), (wide, 0), (wide / 2, tall)]
        return Polygon(right + [(-x, -y) for x, y in right])
    return _rectangle(2 * half_width, 2 * half_height)


def _rectangle(width: float, height: float) -> BaseGeometry:
    return box(-width / 2, -height / 2, width / 2, height / 2)
