"""Markup of Pango, which Squib's texts may have, as that of cards."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

_TAG = re.compile(r"<(/?)([a-zA-Z]+)[^<>]*>")
_SIGNS = re.compile(r"[*:\\]")
_MARKS = {"b": "**", "i": "*"}
# What Squib's typographer writes for what is typed, in its order, and the signs by their settings.
_TYPED = (
    (r"``", "{ldquote}"),
    (r"''", "{rdquote}"),
    (r"(\w)'(\w)", r"\1{rsquote}\2"),
    (r"\.\.\.", "{ellipsis}"),
    (r"---", "{em_dash}"),
    (r"--", "{en_dash}"),
)
_QUOTES = (  # unless smart_quotes is false
    (r"\"'(\S)", r"{ldquote}{lsquote}\1"),
    (r"(\S)\"", r"\1{rdquote}"),
    (r"\"(\S)", r"{ldquote}\1"),
    (r"(\S)'", r"\1{rsquote}"),
    (r"'(\S)", r"{lsquote}\1"),
)
_WRITTEN = {"lsquote": "\u2018", "rsquote": "\u2019", "ldquote": "\u201c", "rdquote": "\u201d"}
_WRITTEN |= {"em_dash": "\u2014", "en_dash": "\u2013", "ellipsis": "\u2026"}


def from_pango(
    text: str, settings: Mapping[str, Any], is_typed: bool = True
) -> tuple[str, list[str]]:
    """Return a text with the markup of cards, and the tags that they do not have.

    ``settings`` are those of Squib, which may have other quotes and dashes; these replace what is
    typed in a text only if that ``is_typed``.
    """
    made, at, lost = "", 0, dict[str, None]()
    signs = {name: f"{settings.get(name, sign)}" for name, sign in _WRITTEN.items()}
    quotes = () if settings.get("smart_quotes") is False else _QUOTES
    for pattern, sign in (*_TYPED, *quotes) if is_typed else ():
        text = _between_tags(text, pattern, sign.format(**signs))
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
