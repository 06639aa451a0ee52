"""Tell emoji, which are pictures in colour, from signs, which take the colour of the text.

Several characters are one picture where Unicode joins them (UTS #51): flags, families, and people
of a skin colour.
"""

import re
from collections.abc import Iterator

AS_TEXT, AS_EMOJI, KEYCAP = "\ufe0e", "\ufe0f", "\u20e3"
# Characters that are emoji unless the text asks otherwise, of those that are signs as well:
# Emoji_Presentation in Unicode 16, emoji-data.txt.
_BY_DEFAULT = (
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1"
    "\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a"
    "\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f004\U0001f0cf"
)
JOINER = "\u200d"
_PICTURES = (  # characters that emoji of several begin with, and more of their blocks
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa"
    "\U0001f400-\U0001faff"
)
_SKIN = "[\U0001f3fb-\U0001f3ff]"
_ONE = f"[{_PICTURES}](?:{_SKIN}|{AS_EMOJI})?"
_OF_SEVERAL = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # flags, by the two letters of a country
    "|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"  # flags of parts of a country
    f"|{_ONE}(?:{JOINER}{_ONE})+"
    f"|[{_PICTURES}]{AS_EMOJI}?{_SKIN}"
)
_EMOJI = re.compile(f"[^\\s{AS_TEXT}{AS_EMOJI}]({AS_EMOJI}{KEYCAP}?)|[{_BY_DEFAULT}](?!{AS_TEXT})")


def emoji_of_several(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each emoji of several characters in a part of a text."""
    if not text.isascii():
        yield from (found.span() for found in _OF_SEVERAL.finditer(text, start, end))


def without_emoji_of_several(text: str) -> str:
    """Return a text with a question mark for each emoji of several characters."""
    return _OF_SEVERAL.sub("?", text)


def emoji_in(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the emoji in a part of a text that may also stand for plain signs."""
    return _EMOJI.finditer(text, start, end)


def is_emoji_by_wish(found: re.Match[str]) -> bool:
    """Return whether a variation selector after the character asks for an emoji."""
    return found[1] is not None
