"""Paper, cards and sleeves: names, sizes and thickness."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from pnp.base.errors import UnitError
from pnp.base.geometry import Size
from pnp.base.messages import Message
from pnp.base.units import (
    EPSILON,
    MM_PER_UNIT,
    Mm,
    closest,
    did_you_mean,
    dimensions,
    format_mm,
    parse_length,
    parse_size,
    quoted,
)
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
THINNEST_SLEEVE: Mm = 0.01
THICKEST_SLEEVE: Mm = 5.0
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
        thickness = parse_length(word, THINNEST_SLEEVE)
    except UnitError:
        raise UnitError(f"{_wanted(value)}{did_you_mean(word, SLEEVES)}") from None
    if not THINNEST_SLEEVE <= thickness <= THICKEST_SLEEVE:
        raise UnitError(
            f"a sleeve makes a card {THINNEST_SLEEVE:g} mm to {THICKEST_SLEEVE:g} mm thicker, "
            f"not {word}"
        )
    return thickness


def _wanted(value: object) -> str:
    return (
        f"write the name of a sleeve ({', '.join(SLEEVES)}), its outer size, such as "
        '"66x91mm", or how much thicker a card is in it, such as "0.2mm", or a size and a '
        f"thickness with a comma, not {quoted(value)}"
    )


SleeveOf = Annotated[Sleeve, Reads(read_sleeve, "sleeve")]


def _inches(width: float, height: float) -> Size:
    return Size(*(round(side * MM_PER_UNIT["in"], 4) for side in (width, height)))


MARGIN: Mm = 8.0  # printers clip 4.2 to 5 mm; nothing important goes nearer to the edge
PAPERS: dict[str, Size] = {
    # ISO 216:2007, main series A and B, trimmed sizes
    "a0": Size(841, 1189),
    "a1": Size(594, 841),
    "a2": Size(420, 594),
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "b0": Size(1000, 1414),
    "b1": Size(707, 1000),
    "b2": Size(500, 707),
    "b3": Size(353, 500),
    "b4": Size(250, 353),
    "b5": Size(176, 250),
    "b6": Size(125, 176),
    # ANSI/ASME Y14.1: A is Letter; B is Ledger when it lies and Tabloid when it stands
    "letter": _inches(8.5, 11),
    "legal": _inches(8.5, 14),  # US trade use, in no standard
    "tabloid": _inches(11, 17),
    "ledger": _inches(11, 17),
    # US architectural sizes, multiples of 9 x 12 in, in use beside those of ANSI/ASME Y14.1
    "arch-a": _inches(9, 12),
    "arch-b": _inches(12, 18),
    "arch-c": _inches(18, 24),
    "arch-d": _inches(24, 36),
    "arch-e": _inches(36, 48),
}
# Poker and bridge are 2.5 and 2.25 by 3.5 inches; the others are sold by these sizes.
CARD_SIZES: dict[str, Size] = {
    "mini-euro": Size(44, 68),
    "poker": Size(2.5 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "bridge": Size(2.25 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
}
DEFAULT_SIZE = CARD_SIZES["mini-euro"]
MOST_CARDS = 100_000  # in a component: more is a typing error
# Thickness is grammage times bulk (ISO 534). For spines of books, printers assume 1.20 to
# 1.22 cm3/g for uncoated papers and 0.80 to 0.90 for coated ones; we take the value that makes
# a box rather too deep: https://docs.cloudprinter.com/client/how-to-calculate-spine-width
BULK = 1.2
THINNEST: Mm = 0.05
THICKEST: Mm = 5.0
DEFAULT_STOCK: Mm = 0.3
# Without inches and points: 12 pt board is 12 thousandths of an inch thick, not 12/72.
_STOCK = re.compile(r"\s*(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})\s*(mm|gsm)\s*")


class Paper(NamedTuple):
    """An upright sheet; ``name`` appears in file names and labels."""

    name: str
    size: Size


def read_paper(value: object, own: Sequence[str] = ()) -> Paper:
    """Parse a name such as ``"a4"`` or a size such as ``"210x297mm"``.

    ``own`` are further names, to be offered if it is neither.
    """
    known = (*PAPERS, *own)
    if not isinstance(value, str):
        raise UnitError(Message("paper_no_text", written=value, known=known))
    name = value.strip().lower()
    if name in PAPERS:
        return Paper(name, PAPERS[name])
    try:
        width, height = parse_size(value)
    except UnitError as error:
        if any(character.isdigit() for character in value) and "x" in name:
            (detail,) = error.faults
            if isinstance(detail, Message) and detail.key == "size":
                raise UnitError(Message("paper_size", written=value, known=known)) from None
            raise UnitError(Message("paper_beyond", detail=detail, known=known)) from None
        close = closest(name, known)
        raise UnitError(Message("paper_name", written=value, known=known, close=close)) from None
    size = Size(min(width, height), max(width, height))
    return Paper(dimensions(size.width, size.height), size)


def card_size(name: str) -> Size | None:
    """Return the size of cards with a name such as ``"poker"``, in any case, or None."""
    return CARD_SIZES.get(name.strip().lower())


def read_card_size(value: object) -> Size:
    """Parse a name such as ``"poker"`` or a size such as ``"44x68mm"``."""
    if isinstance(value, str) and (named := card_size(value)):
        return named
    try:
        return Size(*parse_size(str(value)))
    except UnitError as error:
        (detail,), known = error.faults, tuple(CARD_SIZES)
        close = closest(str(value), CARD_SIZES)
        raise UnitError(Message("card_size", detail=detail, known=known, close=close)) from None


def part_of_size(size: Size, part: str) -> str:
    """Return the width (or diameter), the height or both of a size, as written in definitions."""
    if part == "size":
        return dimensions(*size)
    return f"{format_mm(size.height if part == 'height' else size.width)}mm"


def read_stock(value: object) -> Mm:
    """Parse a thickness such as ``"0.35mm"`` or a grammage such as ``"300gsm"``."""
    match = _STOCK.fullmatch(value.lower()) if isinstance(value, str) else None
    if match is None:
        raise UnitError(Message("stock", written=value))
    thickness = float(match[1]) * (BULK / 1000 if match[2] == "gsm" else 1)
    if not THINNEST <= thickness <= THICKEST:
        key = "stock_weight" if match[2] == "gsm" else "stock_beyond"
        limits = {"least": f"{THINNEST:g}", "most": f"{THICKEST:g}", "mm": f"{thickness:.3g}"}
        raise UnitError(Message(key, given=match[0].strip(), **limits))
    return thickness
