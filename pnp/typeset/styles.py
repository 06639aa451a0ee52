"""The style of a text."""

from typing import NamedTuple

from pnp.base.font_files import SANS, SERIF, Family
from pnp.base.fonts import cap_height
from pnp.base.units import MM_PER_UNIT, Mm

PT: Mm = MM_PER_UNIT["in"] / 72

__all__ = ["PT", "SANS", "SERIF", "Family", "TextStyle"]


class BookFonts(NamedTuple):
    """The fonts of a document for the serif and sans families of the styles."""

    serif: Family = SERIF
    sans: Family = SANS

    def of(self, family: Family) -> Family:
        """Return the fonts that replace a family of a style."""
        return {SERIF: self.serif, SANS: self.sans}.get(family, family)


class TextStyle(NamedTuple):
    """The type, size, spacing and colour of a text.

    ``leading`` is the distance between baselines, ``before`` the space above, ``indent`` the space
    to the left of every line. An ``even`` text has lines of similar length. In ``italic`` text,
    emphasis is upright.
    """

    family: Family
    size: Mm
    leading: Mm
    before: Mm = 0.0
    color: str = "#1b1b1b"
    indent: Mm = 0.0
    centered: bool = False
    hyphenated: bool = True
    italic: bool = False
    even: bool = False

    @property
    def baseline(self) -> Mm:
        """The distance of the baseline from the top of a line in which capitals are centred."""
        return self.leading / 2 + self.size * cap_height(self.family.regular) / 2
