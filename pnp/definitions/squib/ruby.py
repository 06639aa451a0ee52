"""Statements of a deck's script, recognised by their form: nothing is run.

A call with literal options is taken as it stands. Whatever else Ruby can say, a condition, a loop
or a sum, is left as text, for the report.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.definitions.squib.notes import UntakenError

_HEREDOC = re.compile(r"<<[~-]?(['\"]?)([A-Z_]{2,})\1")
_CALL = re.compile(r"(?:(\w+)\s*=\s*)?((?:Squib(?:::Deck)?\.)?[a-z_]\w*)\b\s*(.*)", re.DOTALL)
_KEY = re.compile(r"(?:(\w+):(?!:)|:(\w+)\s*=>|['\"](\w+)['\"]\s*(?::|=>))\s*(.*)", re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)")
_LENGTH_CALL = re.compile(r"(inches|mm|cm)\s*\(?\s*([-\d.]+)\s*\)?")
_LENGTH_METHOD = re.compile(r"([-\d.]+)\.(inches|mm|cm|cells?)")
_COLUMN = r"(\w+)(?:\[\s*(?:'([^']+)'|\"([^\"]+)\"|:(\w+))\s*\]|\.(\w+))"
_MAPPED = re.compile(_COLUMN + r"\.map\s*(?:\{|do)\s*\|(\w+)\|\s*\"([^\"]*)\"\s*(?:\}|end)")
_OPENS = re.compile(r"\b(?:do)(?:\s*\|[^|]*\|)?$")
_BLOCK = re.compile(r"(?:if|unless|case|while|until|for|def|class|module|begin)\b")
_UNITS = {"inches": "in", "cell": "c", "cells": "c"}


class Column(NamedTuple):
    """A text with the cells of a column in it: ``before`` and ``after`` stand around each."""

    table: str
    name: str
    before: str = ""
    after: str = ""
    is_method: bool = False


Value = float | str | bool | Column | UntakenError | list["Value"] | None


class Call(NamedTuple):
    """A call with its options; ``target`` is the variable that takes its result.

    ``inside`` is how many blocks stand around it, ``opens`` whether it begins one.
    """

    line: int
    target: str
    name: str
    options: dict[str, Value]
    inside: int
    opens: bool
    text: str


def calls(source: str) -> Iterator[Call]:
    """Yield each statement; one that is no call has no name."""
    inside = 0
    for line, text in _statements(source):
        if text in ("end", "}", "end)"):
            inside = max(inside - 1, 0)
            continue
        opens = bool(_OPENS.search(text))
        bare = _OPENS.sub("", text).rstrip()
        found = None if _BLOCK.match(bare) else _CALL.fullmatch(bare)
        options = None if found is None else _options(found[3])
        if found is None or options is None:
            yield Call(line, "", "", {}, inside, opens, text)
        else:
            yield Call(line, found[1] or "", found[2], options, inside, opens, text)
        closed = re.search(r"\bend\b$", text)
        if opens or (_BLOCK.match(bare) and not closed):
            inside += 1


def _statements(source: str) -> Iterator[tuple[int, str]]:
    """Yield statements without comments, each joined to one line, and where it begins."""
    parts: list[str] = []
    first, waiting, comment, depth = 0, "", False, 0
    for number, raw in enumerate(source.splitlines(), start=1):
        if raw.startswith("__END__"):
            break
        if raw.startswith(("=begin", "=end")):
            comment = raw.startswith("=begin")
            continue
        if waiting:
            waiting = "" if raw.strip() == waiting else waiting
            continue
        text = "" if comment else _without_comment(raw).strip()
        if not text:
            continue
        first = first if parts else number
        parts.append(text.removesuffix("\\"))
        if heredoc := _HEREDOC.search(text):
            waiting = heredoc[2]
        depth += _depth(text)
        if depth <= 0 and not text.endswith((",", "\\", "+")):
            yield first, " ".join(parts)
            parts, depth = [], 0
    if parts:
        yield first, " ".join(parts)


def _marked(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each character, and whether it stands in a string or is a quote."""
    quote, skip = "", False
    for sign in text:
        was = quote
        if skip:
            skip = False
        elif quote and sign == "\\":
            skip = True
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        yield sign, bool(was or quote)


def _without_comment(line: str) -> str:
    for place, (sign, quoted) in enumerate(_marked(line)):
        if sign == "#" and not quoted:
            return line[:place]
    return line


def _depth(text: str) -> int:
    bare = [sign for sign, quoted in _marked(text) if not quoted]
    return sum((sign in "([{") - (sign in ")]}") for sign in bare)


def _parts(text: str) -> Iterator[str]:
    """Yield what stands between commas that are in no brackets or strings."""
    part, depth = "", 0
    for sign, quoted in _marked(text):
        if not quoted:
            depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0 and not quoted:
            yield part.strip()
            part = ""
        else:
            part += sign
    if part.strip():
        yield part.strip()


def _options(text: str) -> dict[str, Value] | None:
    """Return the options of a call, or None if it has others than named ones."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    options: dict[str, Value] = {}
    for part in _parts(text):
        found = _KEY.fullmatch(part)
        if found is None:
            return None
        options[found[1] or found[2] or found[3]] = _value(found[4].strip())
    return options


def _value(text: str) -> Value:
    words = {"true": True, "false": False, "nil": None}
    if text in words:
        return words[text]
    if _NUMBER.fullmatch(text):
        return float(text.replace("_", ""))
    if found := re.fullmatch(r":(\w+)|'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\#]|\\.|#(?!\{))*)\"", text):
        string = found[1] or found[2] or found[3] or ""
        return string.replace("\\n", "\n") if found[3] else string.replace("\\'", "'")
    if found := _LENGTH_CALL.fullmatch(text):
        return f"{found[2]}{_UNITS.get(found[1], found[1])}"
    if found := _LENGTH_METHOD.fullmatch(text):
        return f"{found[1]}{_UNITS.get(found[2], found[2])}"
    if text.startswith("[") and text.endswith("]"):
        return [_value(part) for part in _parts(text[1:-1])]
    if found := re.fullmatch(r"%w[(\[{]([^)\]}]*)[)\]}]", text):
        return list(found[1].split())
    return _column(text) or UntakenError(text, "put the values into a column of the table")


def _column(text: str) -> Column | None:
    if found := re.fullmatch(_COLUMN, text):
        name = found[2] or found[3] or found[4] or found[5]
        return Column(found[1], name, is_method=bool(found[5]))
    if found := _MAPPED.fullmatch(text):
        name = found[2] or found[3] or found[4] or found[5]
        before, one, after = found[7].partition(f"#{{{found[6]}}}")
        if one and "#{" not in before + after:
            return Column(found[1], name, before, after, bool(found[5]))
    return None
