r"""Markup of texts: **bold**, *italic*, <styles>, :icons:, paragraphs, line breaks and lists.

Asterisks begin and end emphasis by the rules of CommonMark; others are printed. A new line is a new
paragraph, ``\n`` as two characters is a line break within one. A paragraph or a line that begins
with ``-``, ``*`` or ``•`` and a space is an item of a list, and so is one of several that begin
with a number such as ``1.``. An empty line ends an item. Words between ``<fire>`` and ``</fire>``
have the style of that name, or the colour; ``b``, ``i``, ``u`` and ``s`` are always there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from unicodedata import category, east_asian_width

from pnp.base.errors import LayoutError
from pnp.base.messages import Message
from pnp.base.text import folded, meant
from pnp.components.faces.effects import WordStyle
from pnp.components.faces.wording import Cells, Wording
from pnp.typeset.spans import Family, TextSpan, WordLook

NOT_AN_ICON = -1
# Control characters, which no text has, stand for the asterisks that begin and end emphasis.
STRONG, STRONG_END, SLANTED, SLANTED_END = EMPHASIS = "\1\2\3\4"
SIGNS = frozenset(f"{EMPHASIS}:<\\\n")  # a text without any, and without a label, has no markup
_ICON = r":([a-z0-9]+(?:-[a-z0-9]+)*):|(?<!\w):([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*):(?!\w)"
TAG = r"<(/?)([^\W_](?:[\w-]*[^\W_])?)>"
_STYLE = re.compile(TAG)
_MARK = re.compile(rf"\\([*:<\\n])|([{EMPHASIS}])|{_ICON}|{TAG}")
_OPAQUE = re.compile(rf"(?P<escaped>\\[*:<\\n])|{_ICON}|{TAG}")
_LABEL = re.compile(r"(?:[-*•]|\d{1,3}[.)])(?= )")
_ASTERISKS = re.compile(rf"(?P<edge>\n\s*\n|\n[ \t]*(?={_LABEL.pattern}))|\*+")
_BREAK = re.compile(rf"\\n *(?:(?P<item>(?={_LABEL.pattern}))|(?P<empty>(?=\\n)))|\\.")
NUMBERED = "1"  # the kind of lists with numbers
LABEL_GAP = 0.4  # of the type's size: between a bullet or number and its text
_EMPTY, _BEGIN, _END = "\0\5\6"  # stand for an empty cell, and before and after the others
_AROUND_NOTHING = re.compile(r"(?<!\*)(\*{1,3})\0+\1(?!\*)")
_CELL = re.compile(f"{_BEGIN}([^{_END}]*){_END}")


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
    """Fill a row's cells into a text, with signs for emphasis, and none around an empty cell.

    The text's own asterisks are matched apart from those in cells, and count cells as letters.
    """
    if "*" not in text.words:
        return with_emphasis(text.fill(cells))
    filled = text.fill(cells, _EMPTY, (_BEGIN, _END))
    filled = _AROUND_NOTHING.sub("", filled).replace(_EMPTY, "")
    inserted = map(with_emphasis, _CELL.findall(filled))
    return re.sub(_BEGIN, lambda _: next(inserted), with_emphasis(_CELL.sub(_BEGIN, filled)))


class _AsteriskRun:
    """Adjacent asterisks: where the next is used, how many are left, and what they may do."""

    def __init__(self, text: str, start: int, end: int) -> None:
        before, after = text[start - 1 : start], text[end : end + 1]
        opens = _leads(before, after)
        closes = _leads(after, before)
        self.start, self.left, self.length = start, end - start, end - start
        self.may_open, self.may_close = opens, closes

    def fits(self, opener: "_AsteriskRun") -> bool:
        """Return whether it may close what ``opener`` opened (rules 9 and 10)."""
        both = (opener.may_open and opener.may_close) or (self.may_open and self.may_close)
        thirds = (opener.length + self.length) % 3 == 0
        return not (both and thirds and (opener.length % 3 or self.length % 3))


def with_emphasis(text: str) -> str:
    """Return a text with signs in place of the asterisks that begin and end emphasis.

    Follows CommonMark 0.31.2, 6.2, where an empty line or an item of a list ends a block. Wide
    letters and signs, of scripts without blanks between words, count as letters, and emphasis may
    begin and end beside any of them: CommonMark itself would print ``**「火」**の``.
    """
    if "*" not in text:
        return text
    seen = _OPAQUE.sub(_opaque, text)
    signs = list(text)
    openers: list[_AsteriskRun] = []
    for match in _ASTERISKS.finditer(seen):
        if match["edge"]:
            openers.clear()
            continue
        run = _AsteriskRun(seen, *match.span())
        while run.left and run.may_close:
            at = next((n for n in reversed(range(len(openers))) if run.fits(openers[n])), None)
            if at is None:
                break
            del openers[at + 1 :]
            opener = openers[at]
            used = min(2, run.left, opener.left)
            begin, end = (STRONG, STRONG_END) if used == 2 else (SLANTED, SLANTED_END)
            first = opener.start + opener.left - used
            signs[first : first + used] = [begin, ""][:used]
            signs[run.start : run.start + used] = [end, ""][:used]
            opener.left -= used
            run.left -= used
            run.start += used
            if not opener.left:
                openers.pop()
        if run.left and run.may_open:
            openers.append(run)
    return "".join(signs)


def _opaque(match: re.Match[str]) -> str:
    """Return what stands for an escaped sign or an icon while asterisks are matched."""
    escaped = match["escaped"]
    if escaped:
        return " \n" if escaped == "\\n" else "\\\\"
    return "x" * len(match[0])


def _leads(before: str, after: str) -> bool:
    """Return whether asterisks between two characters may open emphasis, by what surrounds them.

    With the characters in the opposite order: whether they may close it.
    """
    if not after or after.isspace():
        return False
    return not _is_sign(after) or not before or before.isspace() or _is_sign(before, wide=True)


def _is_sign(character: str, wide: bool = False) -> bool:
    """Return whether a character is punctuation or a symbol; ``wide`` ones count if asked for."""
    if east_asian_width(character) in "WF":
        return wide
    return category(character)[0] in "PS"


def without_styles(text: str) -> str:
    """Return a text without tags that begin and end a style, whether there is one or not."""
    paired = paired_tags(text)
    return _STYLE.sub(lambda tag: "" if folded(tag[2]) in paired else tag[0], text)


def paired_tags(text: str) -> frozenset[str]:
    """Return the folded names of tags of which some begin and some end a style."""
    tags = {(slash, folded(name)) for slash, name in _STYLE.findall(text)}
    return frozenset(name for _, name in tags if {("", name), ("/", name)} <= tags)


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
        self,
        family: Family,
        bold: bool,
        italic: bool,
        icons: Mapping[str, float],
        styles: Mapping[str, WordStyle],
    ) -> None:
        self._family, self._bold, self._italic, self._icons = family, bold, italic, icons
        self._styles = styles
        self._strong = self._slanted = 0  # how many there are around the next word
        self._around: list[str] = []  # names of styles, the innermost last
        self._paired: frozenset[str] = frozenset()

    def read(self, text: str) -> list[CardParagraph]:
        """Parse a text with signs for emphasis, which may continue in the next paragraph.

        The leaf of an icon's span is its index among the icons.

        Raises:
            LayoutError: If no icon or style has that name, or a style does not end.
        """
        self._paired = paired_tags(text)
        found = [
            self._paragraph(part)._replace(close=number > 0)
            for line in _lines(text)
            for number, part in enumerate(_parts(line))
        ]
        if self._around:
            raise LayoutError(Message("style_open", tag=self._around[-1]))
        return found

    def read_plain(self, text: str) -> list[CardParagraph]:
        """Return the paragraphs of a text without markup."""
        return [CardParagraph([self._words(line)]) for line in _lines(text)]

    def _paragraph(self, line: str) -> CardParagraph:
        label = _LABEL.match(line)
        end = label.end() if label else 0
        begin = self._words(line[:end])
        lines: list[list[TextSpan]] = [[]]
        for match in _MARK.finditer(line, end):
            escaped, sign, icon, _, slash, tag = match.groups()
            if icon and icon.isdecimal() and icon not in self._icons:
                continue  # 12:30:15
            if tag and not self._is_style(tag):
                continue  # <3>
            lines[-1] += self._words(line[end : match.start()])
            end = match.end()
            if escaped == "n":
                lines.append([])
            elif escaped:
                lines[-1] += self._words(escaped)
            elif sign in (STRONG, STRONG_END):
                self._strong += 1 if sign == STRONG else -1
            elif sign:
                self._slanted += 1 if sign == SLANTED else -1
            elif tag:
                self._style(meant(tag, self._styles), ends=bool(slash))
            else:
                lines[-1].append(self._icon(match[0][1:-1]))
        lines[-1] += self._words(line[end:])
        return CardParagraph(lines, begin[0] if begin else None)

    def _words(self, words: str) -> list[TextSpan]:
        if not words:
            return []
        styles = [self._styles[name] for name in self._around]
        slanted = self._italic != (self._slanted % 2 > 0) or any(one.italic for one in styles)
        strong = self._bold or self._strong > 0 or any(one.bold for one in styles)
        font = self._family.cut(strong, slanted)
        return [TextSpan(words, font, NOT_AN_ICON, look=self._look(styles))]

    def _look(self, styles: Sequence[WordStyle]) -> WordLook:
        """Return the look of words within styles, of which the innermost says the colours."""
        look = WordLook()
        for one in styles:
            look = WordLook(
                one.color or look.color,
                one.background or look.background,
                look.scale * one.size / 100,
                look.underlined or one.underline,
                look.struck or one.strike,
            )
        return look

    def _is_style(self, tag: str) -> bool:
        """Return whether a tag names a style; one without a partner is printed.

        Raises:
            LayoutError: If it has one, but there is no such style.
        """
        if folded(tag) not in self._paired:
            return False
        if meant(tag, self._styles) not in self._styles:
            known = ", ".join(self._styles)
            raise LayoutError(Message("no_style", written=tag, known=known))
        return True

    def _style(self, name: str, *, ends: bool) -> None:
        if not ends:
            self._around.append(name)
        elif self._around[-1:] == [name]:
            self._around.pop()
        else:
            raise LayoutError(Message("style_end", tag=name))

    def _icon(self, written: str) -> TextSpan:
        names = list(self._icons)
        name = written.lower()
        if name not in self._icons:
            known = ", ".join(names)
            raise LayoutError(
                f"there is no icon {written!r}; there are: {known}; write \\: to print a colon"
            )
        font = self._family.cut(self._bold, self._italic)
        look = self._look([self._styles[one] for one in self._around])
        return TextSpan("", font, names.index(name), self._icons[name], look=look)


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
