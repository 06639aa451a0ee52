"""Markup of Pango, which Squib's texts may have, as that of cards."""

import re
from html import unescape

_TAG = re.compile(r"<(/?)([a-zA-Z]+)[^<>]*>")
_SIGNS = re.compile(r"[*:\\]")
_MARKS = {"b": "**", "i": "*"}
# What Squib's typographer writes for what is typed, in its order: ‘ ’ “ ” … — –  # noqa: RUF003
_TYPED = (
    (r"``", "\u201c"),
    (r"''", "\u201d"),
    (r"(\w)'(\w)", "\\1\u2019\\2"),
    (r"\.\.\.", "\u2026"),
    (r"---", "\u2014"),
    (r"--", "\u2013"),
    (r"\"'(\S)", "\u201c\u2018\\1"),
    (r"(\S)\"", "\\1\u201d"),
    (r"\"(\S)", "\u201c\\1"),
    (r"(\S)'", "\\1\u2019"),
    (r"'(\S)", "\u2018\\1"),
)


def from_pango(text: str) -> tuple[str, list[str]]:
    """Return a text with the markup of cards, and the tags that they do not have."""
    made, at, lost = "", 0, dict[str, None]()
    for pattern, sign in _TYPED:
        text = _between_tags(text, pattern, sign)
    for found in _TAG.finditer(text):
        made += literally(unescape(text[at : found.start()]))
        mark = _MARKS.get(found[2].lower(), "")
        if not mark:
            lost[found[2]] = None
        made += mark
        at = found.end()
    return made + literally(unescape(text[at:])), list(lost)


def literally(text: str) -> str:
    """Return a text as markup that prints it as it is."""
    return _SIGNS.sub(r"\\\g<0>", text).replace("\n", r"\n")


def _between_tags(text: str, pattern: str, sign: str) -> str:
    parts = re.split(r"(<[^<>]*>)", text)
    return "".join(part if part.startswith("<") else re.sub(pattern, sign, part) for part in parts)
