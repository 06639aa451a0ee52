r"""Markup of texts on cards: **bold**, *italic*, :icons:, paragraphs, line breaks and lists.

A new line is a new paragraph, ``\ `` as two characters is a line break within one. A paragraph or a
line that begins with ``-`` or ``•`` and a space is an item of a list, and so is one of several that
begin with a number such as ``1.``. An empty line ends an item.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.components.faces.wording import Cells, Wording
from pnp.typeset.spans import TextSpan
from pnp.typeset.styles import Family

NOT_AN_ICON = -1
SIGNS = frozenset("*:\\\n")  # a text without any, and without a label, has no markup
_MARK = re.compile(
    r"\\([*:\\n])|(\*\*|\*)|:([a-z0-9]+(?:-[a-z0-9]+)*):"
    r"|(?<!\w):([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*):(?!\w)"
)
_LABEL = re.compile(r"(?:[-•]|\d{1,3}[.)])(?= )")
_BREAK = re.compile(rf"\\n *(?:(?P<item>(?={_LABEL.pattern}))|(?P<empty>(?=\\n)))|\\.")
NUMBERED = "1"  # the kind of lists with numbers
LABEL_GAP = 0.4  # of the type's size: between a bullet or number and its text
_EMPTY = "\0"  # stands for an empty cell, so that asterisks around it are known
_AROUND_NOTHING = re.compile(r"(?<!\*)(\*{1,3})\0+\1(?!\*)")


class CardParagraph(NamedTuple):
    """The lines of a paragraph, split where its text breaks them, and its label in a list.

    The label hangs in an ``indent``, in ems. A ``close`` paragraph follows the one before it like a
    line after a line break, without paragraph spacing.
    """

    lines: Sequence[Sequence[TextSpan]]
    label: TextSpan | None = None
    indent: float = 0.0
    close: bool = False


def fill_text(text: Wording, cells: Cells) -> str:
    """Fill a row's cells into a text, without emphasis around an empty cell."""
    filled = text.fill(cells, _EMPTY)
    if _EMPTY not in filled:
        return filled
    return _AROUND_NOTHING.sub("", filled).replace(_EMPTY, "")


def has_markup(text: str) -> bool:
    """Return whether a text may be more than one plain paragraph."""
    return not SIGNS.isdisjoint(text) or _LABEL.match(text) is not None


def with_indents(paragraphs: Sequence[CardParagraph], hanging: bool) -> list[CardParagraph]:
    """Return paragraphs with indents for their labels, equal for consecutive items.

    Labels that do not hang begin their paragraphs; so does a single number, such as of a title.
    """
    found: list[CardParagraph] = []
    for kind, run in groupby(paragraphs, key=_kind_of_list):
        items = list(run)
        if kind and hanging and (kind != NUMBERED or len(items) > 1):
            widest = max(one.label.width(1) for one in items if one.label)
            items = [one._replace(indent=widest + LABEL_GAP) for one in items]
        elif kind:
            items = [
                one._replace(lines=[[one.label, *one.lines[0]], *one.lines[1:]])
                for one in items
                if one.label
            ]
        found += items
    return found


def _kind_of_list(paragraph: CardParagraph) -> str:
    text = paragraph.label.text if paragraph.label else ""
    return NUMBERED if text[:1].isdecimal() else text


class MarkupReader:
    """Parses text in a family of fonts; ``icons`` has the advance of each icon, in ems."""

    def __init__(
        self, family: Family, bold: bool, italic: bool, icons: Mapping[str, float]
    ) -> None:
        self._family, self._bold, self._italic, self._icons = family, bold, italic, icons
        self._strong = self._slanted = False

    def read(self, text: str) -> list[CardParagraph]:
        """Parse a text; emphasis may continue in the next paragraph.

        The leaf of an icon's span is its index among the icons.

        Raises:
            LayoutError: If an asterisk has no partner or no icon has that name.
        """
        paragraphs = [
            self._paragraph(part)._replace(close=number > 0)
            for line in _lines(text)
            for number, part in enumerate(_parts(line))
        ]
        if self._strong or self._slanted:
            raise LayoutError(
                "an asterisk has no matching one; write \\* to print one, or markup = false"
            )
        return paragraphs

    def read_plain(self, text: str) -> list[CardParagraph]:
        """Return the paragraphs of a text without markup."""
        return [CardParagraph([self._words(line)]) for line in _lines(text)]

    def _paragraph(self, line: str) -> CardParagraph:
        label = _LABEL.match(line)
        end = label.end() if label else 0
        begin = self._words(line[:end])
        lines: list[list[TextSpan]] = [[]]
        for match in _MARK.finditer(line, end):
            escaped, asterisks, icon, _ = match.groups()
            if icon and icon.isdecimal() and icon not in self._icons:
                continue  # 12:30:15
            lines[-1] += self._words(line[end : match.start()])
            end = match.end()
            if escaped == "n":
                lines.append([])
            elif escaped:
                lines[-1] += self._words(escaped)
            elif asterisks == "**":
                self._strong = not self._strong
            elif asterisks:
                self._slanted = not self._slanted
            else:
                lines[-1].append(self._icon(match[0][1:-1]))
        lines[-1] += self._words(line[end:])
        return CardParagraph(lines, begin[0] if begin else None)

    def _words(self, words: str) -> list[TextSpan]:
        if not words:
            return []
        font = self._family.cut(self._bold or self._strong, self._italic != self._slanted)
        return [TextSpan(words, font, NOT_AN_ICON)]

    def _icon(self, written: str) -> TextSpan:
        names = list(self._icons)
        name = written.lower()
        if name not in self._icons:
            raise LayoutError(f"there is no icon {written!r}; there are: {', '.join(names)}")
        font = self._family.cut(self._bold, self._italic)
        return TextSpan("", font, names.index(name), self._icons[name])


def _parts(line: str) -> Iterator[str]:
    """Yield the text of a paragraph before its first list item, and each item."""
    start = 0
    for match in _BREAK.finditer(line):
        ends = match["empty"] is not None and _LABEL.match(line, start)
        if ends or match["item"] is not None:
            yield line[start : match.start()]
            start = match.end()
    yield line[start:]


def _lines(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.splitlines()))
