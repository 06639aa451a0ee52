"""Text with **bold**, *italic* and :icons: in it, as spans of one line or of several."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.typeset import Family, TextSpan

_MARK = re.compile(r"\\([*:\\])|(\*\*|\*)|:([a-z0-9]+(?:-[a-z0-9]+)*):")
NOT_AN_ICON = -1


class Inline(NamedTuple):
    """A paragraph's spans; the leaf of one with an advance is the number of its icon."""

    spans: tuple[TextSpan, ...]
    icons: tuple[str, ...]


def read_inline(
    text: str, family: Family, bold: bool, italic: bool, icons: Mapping[str, float]
) -> Inline:
    """Read one paragraph; ``icons`` says how wide each is, in parts of the type's size.

    A backslash before an asterisk or a colon makes it one that is printed.

    Raises:
        LayoutError: If an asterisk has no partner or no icon has that name.
    """
    spans: list[TextSpan] = []
    found: list[str] = []
    strong = slanted = False
    end = 0

    def say(words: str) -> None:
        if words:
            cut = family.cut(bold or strong, italic != slanted)
            spans.append(TextSpan(words, cut, NOT_AN_ICON))

    for match in _MARK.finditer(text):
        if match[3] is not None and match[3] not in icons and match[3].isdecimal():
            continue  # 12:30:15
        say(text[end : match.start()])
        end = match.end()
        if match[1]:
            say(match[1])
        elif match[2] == "**":
            strong = not strong
        elif match[2]:
            slanted = not slanted
        elif match[3] in icons:
            found.append(match[3])
            cut = family.cut(bold, italic)
            spans.append(TextSpan("", cut, len(found) - 1, icons[match[3]]))
        else:
            known = ", ".join(icons) or "none"
            raise LayoutError(f"there is no icon {match[3]!r}; there are: {known}")
    if strong or slanted:
        raise LayoutError(r"an asterisk has no partner; write \* for one that is printed")
    say(text[end:])
    return Inline(tuple(spans), tuple(found))
