"""Which characters of a text are pictures in colour, and which are signs in its ink."""

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
_EMOJI = re.compile(f"[^\\s{AS_TEXT}{AS_EMOJI}]({AS_EMOJI}{KEYCAP}?)|[{_BY_DEFAULT}](?!{AS_TEXT})")


def emoji_in(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the emoji of a part of a text that signs could be taken for."""
    return _EMOJI.finditer(text, start, end)


def is_emoji_by_wish(found: re.Match[str]) -> bool:
    """Tell whether the text itself asks for an emoji, by a selector behind the sign."""
    return found[1] is not None
