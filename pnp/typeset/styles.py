"""How text looks."""

from typing import NamedTuple

from pnp.base.fonts import FontName, cap_height
from pnp.base.units import MM_PER_UNIT, Mm

PT: Mm = MM_PER_UNIT["in"] / 72


class Family(NamedTuple):
    """The four cuts of a typeface."""

    regular: FontName
    bold: FontName
    italic: FontName
    bold_italic: FontName

    def cut(self, bold: bool, italic: bool) -> FontName:
        """Return the one that is wanted."""
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.regular


SERIF = Family("serif", "serif-bold", "serif-italic", "serif-bold-italic")
SANS = Family("sans", "sans-bold", "sans-italic", "sans-bold-italic")


class TextStyle(NamedTuple):
    """A size and the distance from line to line, the room before, the colour.

    ``indent`` is the room at the left of all lines; what is ``centered`` has lines of much the
    same length, and is not hyphenated.
    """

    family: Family
    size: Mm
    leading: Mm
    before: Mm = 0.0
    color: str = "#1b1b1b"
    indent: Mm = 0.0
    centered: bool = False
    hyphenated: bool = True

    @property
    def baseline(self) -> Mm:
        """How far below the top of its line a baseline is: capitals stand in the middle."""
        return self.leading / 2 + self.size * cap_height(self.family.regular) / 2
