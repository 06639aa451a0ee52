"""Sleeves of cards: their outer sizes, and how much thicker a card is in one.

Named sizes are those printed on packs of Gamegenic's sleeves for board games, of which the maker's
Prime ones have walls of 100 micrometres. Mayday's walls have 40 (standard) or 90 (premium); the
boxes of sumpfork/dominiontabs (issue 146) allow 0.07 and 0.2 mm for each card, and 2.5 x 3 mm more
around it. Of several values we take the one that makes a box rather too large.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from pnp.base.errors import UnitError
from pnp.base.geometry import Size
from pnp.base.units import EPSILON, Mm, did_you_mean, dimensions, parse_length, parse_size, quoted
from pnp.game.fields import Reads

SLEEVES: dict[str, Size] = {
    "mini-american": Size(44, 67),  # for cards of 41 x 63 mm
    "mini-euro": Size(46, 71),  # 44 x 68 mm
    "american": Size(59, 91),  # 56 x 87 mm
    "euro": Size(62, 94),  # 59 x 92 mm
    "standard": Size(66, 91),  # 63.5 x 88 mm
    "square": Size(73, 73),  # 70 x 70 mm
    "tarot": Size(73, 122),  # 70 x 120 mm
}
THICKNESS: Mm = 0.2  # both walls together
THINNEST: Mm = 0.01
THICKEST: Mm = 5.0
ROOM = Size(2.5, 3.0)  # around a card, along its short and its long side
CROSSES = "x\N{MULTIPLICATION SIGN}"  # between the sides of a size


class Sleeve(NamedTuple):
    """A sleeve; ``size`` is its outer size, None for one that fits its card."""

    size: Size | None = None
    thickness: Mm = THICKNESS

    def around(self, card: Size) -> Size:
        """Return the outer size, lying as the card does."""
        lies = card.width > card.height
        short, long = sorted(self.size or Size(min(card) + ROOM.width, max(card) + ROOM.height))
        return Size(long, short) if lies else Size(short, long)

    def faults_with(self, card: Size) -> Iterator[str]:
        """Yield what is wrong if the card does not fit into it."""
        outer = self.around(card)
        if not _holds(outer, card):
            by_size = sorted(SLEEVES, key=lambda name: SLEEVES[name])
            fitting = (name for name in by_size if _holds(SLEEVES[name], card))
            right = next(fitting, dimensions(*Sleeve().around(card)))
            yield (
                f"a card of {dimensions(*card)} does not fit into a sleeve of "
                f"{dimensions(*outer)}; write {quoted(right)}"
            )


def _holds(sleeve: Size, card: Size) -> bool:
    sides = zip(sorted(card), sorted(sleeve), strict=True)
    return all(side <= most + EPSILON for side, most in sides)


def read_sleeve(value: object) -> Sleeve:
    """Parse a name or an outer size, a thickness, or both with a comma: ``"standard, 0.1mm"``."""
    words = [word.strip() for word in value.split(",")] if isinstance(value, str) else []
    sleeve, seen = Sleeve(), set[type]()
    for part in (_part(word, value) for word in words):
        if isinstance(part, Size):
            sleeve = sleeve._replace(size=part)
        else:
            sleeve = sleeve._replace(thickness=part)
        seen.add(type(part))
    if not words or len(seen) < len(words):
        raise UnitError(_wanted(value))
    return sleeve


def _part(word: str, value: object) -> Size | Mm:
    """Return the outer size or the thickness that a word means."""
    if word.lower() in SLEEVES:
        return SLEEVES[word.lower()]
    if any(map(str.isdigit, word)) and any(cross in word for cross in CROSSES):
        return Size(*parse_size(word))
    try:
        thickness = parse_length(word, THINNEST)
    except UnitError:
        raise UnitError(f"{_wanted(value)}{did_you_mean(word, SLEEVES)}") from None
    if not THINNEST <= thickness <= THICKEST:
        raise UnitError(
            f"a sleeve makes a card {THINNEST:g} mm to {THICKEST:g} mm thicker, not {word}"
        )
    return thickness


def _wanted(value: object) -> str:
    return (
        f"write the name of a sleeve ({', '.join(SLEEVES)}), its outer size, such as "
        '"66x91mm", or how much thicker a card is in it, such as "0.2mm", or a size and a '
        f"thickness with a comma, not {quoted(value)}"
    )


SleeveOf = Annotated[Sleeve, Reads(read_sleeve, "sleeve")]
