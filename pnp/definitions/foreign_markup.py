"""Markup of other programs in cells and texts, which would be printed as it is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.base.messages import Message, and_more
from pnp.components.faces.markup import (
    EMPHASIS,
    SLANTED,
    SLANTED_END,
    with_emphasis,
    without_styles,
)
from pnp.definitions.cross_references import FRAMED
from pnp.definitions.xml_parts import ERROR

_ASTERISKS = re.compile(r"(?<![\\*])\*\*\*?(?=\w)|(?<=\w)\*\*\*?(?!\*)")
_TIMES = re.compile(rf"\d+{SLANTED}\d+(?:{SLANTED_END}\d+)?")
_EMPHASIS = re.compile(f"[{EMPHASIS}]")
_AS_IT_IS = "a cell is printed as it is"
_MARKUP: Sequence[tuple[re.Pattern[str], str]] = (
    (
        re.compile(r"</?[a-z][\w-]{0,30}(?: [^<>]{0,200})?/?>", re.I),
        "write **bold**, *italic*, a style of your own and \\n for a line break",
    ),
    (
        re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,6});|\\u[0-9a-f]{4}", re.I),
        "write the character itself",
    ),
    (
        re.compile(r"\[/(?:b|i|u|s|color|size|font|center|img|url|list|quote)\]", re.I),
        "write **bold** and *italic*",
    ),
    (
        re.compile(r"(?<![\w_])(__?)(?=[^\W_])[^_\n]*(?<=[^\s_])\1(?![\w_])"),
        "write *italic* and **bold**",
    ),
    (re.compile(r"(?<!`)(`+)[^`\n]{1,300}\1(?!`)"), "no text is set as code"),
    (re.compile(r"~~(?=[^\s~])[^~\n]+~~"), "write <s>struck through</s>"),
    (
        re.compile(r"\{\{[^{}\n]{0,200}\}\}"),
        f"a frame's text takes a column in single braces, {{title}}; {_AS_IT_IS}",
    ),
    (re.compile(r"!?\[[^\[\]\n]{1,200}\]\([^()\s]{1,200}\)"), "write the words alone"),
    (
        re.compile(r"^#{2,6} (?=\S)|\A# (?=[^\W\d])[^\n]*(?=\n)", re.M),
        "give headings a frame of their own, or write **bold**",
    ),
    (re.compile(rf"\A(?:{ERROR.pattern})\Z"), "mend the formula in the spreadsheet"),
    (
        re.compile(r"\A=(?:\w[\w$:]*(?:[-+*/&^(!]|\Z)|\$).*|\A@[A-Z]+\(.*"),
        "formulas are not calculated",
    ),
)


def foreign_markup(cells: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a note about each kind of foreign markup in cells, each with its place."""
    cells = [(where, without_styles(cell)) for where, cell in cells]
    for pattern, advice in _MARKUP:
        yield from _note(cells, pattern, advice)
    braced = re.compile(r"(?<!\{)\{[^\W\d]{2}[^{}\n]{0,60}\}")
    advice = "a frame's text takes columns, {title}, and a cell icons, :star:"
    yield from _note(cells, braced, advice)
    read = [(where, with_emphasis(cell)) for where, cell in cells if "*" in cell]
    yield from _note(read, _ASTERISKS, "it has no partner; write \\*\\* where that is meant")
    times = "write \\* or \N{MULTIPLICATION SIGN} to multiply"
    yield from _note(read, _TIMES, times, "read_as_emphasis")


def markup_in_frames(component: Mapping[str, Any]) -> Iterator[str]:
    """Yield a note about each kind of foreign markup in the texts of a component's frames."""
    texts = [found for face in FRAMED for found in _texts(component.get(face), face)]
    for pattern, advice in _MARKUP:
        yield from _note(texts, pattern, advice)


def _texts(part: object, place: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of frames in a part of a definition, which may have faults.

    In each, columns stand without their braces.
    """
    if isinstance(part, list):
        for number, one in enumerate(part, start=1):
            yield from _texts(one, f"{place}[{number}]")
    elif isinstance(part, Mapping):
        for key, one in part.items():
            if key != "text":
                yield from _texts(one, f"{place}.{key}")
            elif isinstance(one, str) and part.get("markup") is not False:
                yield f"{place}.text", without_styles(re.sub(r"[{}]+", "", one))


def _note(
    texts: Sequence[tuple[str, str]],
    pattern: re.Pattern[str],
    advice: str,
    key: str = "printed_literally",
) -> Iterator[str]:
    """Yield a note that names the first text with a pattern and counts the others."""
    found = [(where, match[0]) for where, text in texts if (match := pattern.search(text))]
    if found:
        where, written = found[0]
        shown, more = _EMPHASIS.sub("*", written), and_more(len(found) - 1)
        yield Message(key, written=shown, where=where, more=more, advice=advice)
