"""The order in which text of both directions is displayed, by the Unicode algorithm (UAX #9)."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from pnp.base.errors import FontError

TextDirection = Literal["", "ltr", "rtl"]  # empty: that of the first letter that has one

# Blocks of letters that run from right to left, and signs that turn text around. Such patterns are
# compiled when a text needs them, which takes a millisecond.
_TURNS = (
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_EMBEDDINGS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_RIGHT_TO_LEFT = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"}
)
_TAGS = 0xE0020  # start of a block that the algorithm ignores (class BN)
_TAG_BLOCK = "[\U000e0000-\U000e007f]"
_DIGITS = 32  # values of a tag; each of the three that follow a character has its own range
LONGEST = _DIGITS**3  # characters of a text
_END = "\ufffc"  # neutral; without it the last tags would count as spaces at the end


class Shown(NamedTuple):
    """A character's place in the displayed line, and whether it runs from right to left."""

    place: int
    right_to_left: bool


def needs_order(text: str, direction: TextDirection) -> bool:
    """Return whether a text may be displayed in another order than it is stored in."""
    return direction == "rtl" or _turns(text)


def _turns(text: str) -> bool:
    """Return whether any part of a text may run from right to left."""
    return not text.isascii() and re.search(_TURNS, text) is not None


def direction_of(text: str, language: str = "") -> TextDirection:
    """Return the direction of a paragraph, that of its first letter.

    A paragraph in a language written from right to left may begin with a foreign word, so any
    letter of that direction decides there; a text without letters takes the language's direction.
    """
    if _turns(text):
        from bidi import get_base_level

        turned = runs_right_to_left(language) or get_base_level(text)
        return "rtl" if turned else "ltr"
    if runs_right_to_left(language) and not any(map(str.isalpha, text)):
        return "rtl"
    return "ltr"


def runs_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left; ``language`` is its code."""
    return language.lower().partition("-")[0] in _RIGHT_TO_LEFT


@lru_cache(maxsize=512)
def shown_order(text: str, direction: TextDirection) -> tuple[Shown, ...]:
    """Return the displayed place of each character of a line or a paragraph.

    Characters of one line have the same order as they have in the whole paragraph. A sign that
    changes the direction has the place of the character before it.

    Raises:
        FontError: If the text is too long.
    """
    if len(text) > LONGEST:
        raise FontError(f"a line of {len(text)} characters; write {LONGEST} or fewer")
    base = direction or direction_of(text)
    body = text.rstrip()
    after = len(text) - len(body)  # spaces at the end are on the side at which the line ends
    before = after if base == "rtl" else 0
    order = [Shown(before + place, turned) for place, turned in _body_order(body, base)]
    for at in range(len(body), len(text)):
        order.append(Shown(len(text) - 1 - at, True) if base == "rtl" else Shown(at, False))
    return tuple(order)


def _body_order(body: str, base: TextDirection) -> list[Shown]:
    """Order a text whose last character is not a space.

    A tag with its index follows each character through the algorithm. Where a tag comes out tells
    where the character went; whether tags precede or follow it tells its direction.
    """
    from bidi import get_display

    body = "".join("\u200b" if re.match(_TAG_BLOCK, one) else one for one in body)  # of flags
    tagged = "".join(
        one if one in _EMBEDDINGS else f"{one}{_tags(number)}" for number, one in enumerate(body)
    )
    shown = str(get_display(f"{tagged}{_END}", base_dir="R" if base == "rtl" else "L"))
    found: dict[int, Shown] = {}
    at = 0
    while at < len(shown):
        if _digit(shown[at], 2):
            found[_number(shown[at : at + 3][::-1])] = Shown(len(found), True)
            at += 4
        elif at + 1 < len(shown) and _digit(shown[at + 1], 0):
            found[_number(shown[at + 1 : at + 4])] = Shown(len(found), False)
            at += 4
        else:  # the end, or a sign that turns text around
            at += 1
    order: list[Shown] = []
    for number in range(len(body)):
        last = order[-1] if order else Shown(0, base == "rtl")
        order.append(found.get(number, last))
    return order


def _tags(number: int) -> str:
    high, low = divmod(number, _DIGITS)
    digits = (*divmod(high, _DIGITS), low)
    return "".join(chr(_TAGS + at * _DIGITS + digit) for at, digit in enumerate(digits))


def _digit(character: str, at: int) -> bool:
    """Return whether a character is the tag of a digit, counted from the first."""
    return 0 <= ord(character) - _TAGS - at * _DIGITS < _DIGITS


def _number(tags: str) -> int:
    number = 0
    for at, tag in enumerate(tags):
        number = number * _DIGITS + ord(tag) - _TAGS - at * _DIGITS
    return number


def visual_runs(text: str, direction: TextDirection) -> list[tuple[int, int, bool]]:
    """Return the runs of a line from left to right: start, end, and whether right to left.

    Raises:
        FontError: If the text is too long.
    """
    runs: list[tuple[int, int, bool]] = []
    order = shown_order(text, direction)
    places = ((place, -at if turned else at) for at, (place, turned) in enumerate(order))
    for at in (abs(at) for _, at in sorted(places)):
        turned = order[at].right_to_left
        if runs and runs[-1][2] == turned and (runs[-1][0] - 1 if turned else runs[-1][1]) == at:
            start, end, _ = runs[-1]
            runs[-1] = (at, end, True) if turned else (start, at + 1, False)
        else:
            runs.append((at, at + 1, turned))
    return runs
