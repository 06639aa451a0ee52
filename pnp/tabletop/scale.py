"""How large the objects of Tabletop Simulator are, in the units of its tables.

The simulator's documents give few sizes. Where they are silent, a figure is one that authors of
mods have found or use, and their word is all that it rests on:

* A unit is about an inch, says the Knowledge Base
  (https://kb.tabletopsimulator.com/custom-content/custom-tile/, under thickness).
* A tile of scale 1 is 2 units high, and as wide as its image's proportions make it if ``Stretch``
  is set: the mats of github.com/argonui/SCED have snap points up to 0.7 from their middle in one
  direction and 2.2 in the other, in units of half their height. The Knowledge Base says the
  opposite of ``Stretch``. One author measured a square tile of 1.98 units in a running game; at 2
  pieces are a hundredth smaller than their places and never overlap.
* A card of scale 1 is about 80 mm high (github.com/jeandeaual/tts-deckconverter, tts/builder.go),
  and as wide as its picture's proportions make it (github.com/tokeeto/shoggoth, pull request 212).
* A die of scale 1 has an edge of about a unit (github.com/templative/templative-electron).
* A figurine of scale 1 stands on about a unit, and a bag fills less than 70 mm: both by eye.
* A hexagonal tile has corners on the left and the right, as hexagonal cards do.
"""

from math import sqrt

from pnp.base.geometry import Point, Size
from pnp.base.units import MM_PER_UNIT, Mm

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
