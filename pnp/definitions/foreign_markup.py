"""Detect markup of other programs in cells of cards, which would be printed literally."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.base.units import quoted
from pnp.components.faces.markup import with_emphasis
from pnp.definitions.cards import place_of

_SIGNS = re.compile(r"[<&_~{\[#]|\*\*")  # every markup below has one
_TAGS = "b|strong|i|em|u|s|br|p|div|span|font|color|size|sub|sup|img|ul|ol|li|center|big|small"
_ASTERISKS = re.compile(r"(?<![\\*])\*\*\*?(?=\w)|(?<=\w)\*\*\*?(?!\*)")
_MARKUP: Sequence[tuple[re.Pattern[str], str]] = (
    (
        re.compile(rf"</?(?:{_TAGS})(?: [^<>]{{0,200}})?/?>", re.I),
        "write **bold**, *italic* and \\n for a line break",
    ),
    (re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,6});", re.I), "write the character itself"),
    (
        re.compile(r"\[/(?:b|i|u|s|color|size|font|center|img|url|list|quote)\]", re.I),
        "write **bold** and *italic*",
    ),
    (
        re.compile(r"(?<![\w_])(__?)(?=[^\W_])[^_\n]*(?<=[^\s_])\1(?![\w_])"),
        "write *italic* and **bold**",
    ),
    (re.compile(r"~~(?=[^\s~])[^~\n]+~~"), "no text is struck through"),
    (
        re.compile(r"\{\{[^{}\n]{0,200}\}\}"),
        "a frame's text takes a column in single braces, {title}; a cell is printed as it is",
    ),
    (re.compile(r"!?\[[^\[\]\n]{1,200}\]\([^()\s]{1,200}\)"), "write the words alone"),
    (re.compile(r"^#{2,6} (?=\S)", re.M), "give headings a frame of their own, or write **bold**"),
)


def foreign_markup(
    rows: Sequence[Mapping[str, str]], lines: Sequence[str], columns: Collection[str]
) -> Iterator[str]:
    """Yield a note about each kind of foreign markup in the cells of ``columns``.

    ``lines`` names the place of each row.
    """
    cells = [
        (line, column, cell)
        for row, line in zip(rows, lines, strict=True)
        for column, cell in row.items()
        if column in columns and _SIGNS.search(cell)
    ]
    for pattern, advice in _MARKUP:
        yield from _note(cells, pattern, advice)
    left = [(line, column, with_emphasis(cell)) for line, column, cell in cells]
    yield from _note(left, _ASTERISKS, "it has no partner; write \\*\\* where that is meant")


def _note(
    cells: Sequence[tuple[str, str, str]], pattern: re.Pattern[str], advice: str
) -> Iterator[str]:
    """Yield a note that names the first cell with a pattern and counts the others."""
    found = [(line, column, m[0]) for line, column, cell in cells if (m := pattern.search(cell))]
    if found:
        line, column, written = found[0]
        where = f"{(place_of(line) or line).rpartition(', ')[2]} ({column})"
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield f"{quoted(written)} is printed literally in {where}{more}; {advice}"
