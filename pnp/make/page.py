"""A page of a document, wherever it is laid out."""

from typing import Any, NamedTuple

from pnp.scene import Scene


class LaidOutPage(NamedTuple):
    """A page of the document; ``number`` counts within a part from 1, ``place`` in the document.

    A blank page between single-sided sheets has the number 0. ``sheet`` counts the sheets of paper
    of a part from 1, and ``side`` is "front", "back" or "fold"; pages to read have the sheet 0 and
    no side. ``shows`` names the pieces. ``key`` is a hash of the picture, where one is needed:
    pages with equal keys look alike.
    """

    part: str
    number: int
    place: int
    label: str
    sheet: int
    side: str
    scene: Scene
    shows: str = ""
    key: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.scene.items

    def described(self) -> dict[str, Any]:
        """Return the page's facts as JSON data."""
        facts = {"number": self.number, "place": self.place, "label": self.label}
        size = {"width_mm": self.scene.size.width, "height_mm": self.scene.size.height}
        more = {"shows": self.shows, "blank": self.is_blank, "key": self.key}
        more |= {"sheet": self.sheet, "side": self.side}
        return facts | {key: round(value, 2) for key, value in size.items()} | more
