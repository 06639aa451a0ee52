"""Ruby's texts: their literals and methods, and those of numbers, symbols and patterns."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from pnp.squib.ruby import LONGEST, Enumerator, UntakenError, text_of
from pnp.squib.ruby_operators import RubyMethod, part_of, place_of, with_block
from pnp.squib.ruby_scope import RubyScope, source_of

if TYPE_CHECKING:
    from pnp.squib.ruby_scope import Node


_BLANKS = " \t\n\v\f\r\0"
_GROUP = re.compile(r"\\(?:(\d)|k<(\w+)>|(\\))")
_WHOLE = re.compile(r"\s*([-+]?\d[\d_]*)")
_DECIMAL = re.compile(r"\s*[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?")
_RANGE = re.compile(r"(.)-(.)", re.DOTALL)
_MOST_LETTERS = 1000  # in a range of letters


def pattern_of(source: str, flags: str) -> "re.Pattern[str]":
    """Return a regular expression of Ruby as one of Python."""
    text = re.sub(r"\(\?<(?![=!])", "(?P<", source)
    for ruby, python in (("\\z", "\\Z"), ("\\h", "[0-9a-fA-F]"), ("\\/", "/")):
        text = text.replace(ruby, python)
    chosen = re.MULTILINE  # as ^ and $ always are in Ruby
    chosen |= re.IGNORECASE if "i" in flags else re.MULTILINE
    chosen |= re.DOTALL if "m" in flags else re.MULTILINE
    chosen |= re.VERBOSE if "x" in flags else re.MULTILINE
    try:
        if "[:" not in text and "\\p" not in text:
            return re.compile(text, chosen)
    except (re.error, OverflowError, RecursionError):
        pass
    raise UntakenError("a pattern that is not known")


def _compiled(pattern: "str | re.Pattern[str]") -> "re.Pattern[str]":
    return re.compile(re.escape(pattern)) if isinstance(pattern, str) else pattern


def _replaced(text: str, block: RubyMethod | None, pattern: Any, *by: Any, most: int = 0) -> str:
    """Return a text with what matches replaced, all of it or ``most`` times."""
    if isinstance(pattern, dict):
        by, pattern = (pattern,), re.compile("|".join(map(re.escape, pattern)))
    made: list[str] = []
    size = at = 0
    for number, found in enumerate(_compiled(pattern).finditer(text), start=1):
        part = _replacement(found, block, by)
        made += (text[at : found.start()], part)
        at, size = found.end(), size + len(part)
        if size > LONGEST:
            raise UntakenError("it is too long")
        if number == most:
            break
    return "".join((*made, text[at:]))


def _replacement(found: "re.Match[str]", block: RubyMethod | None, by: Sequence[Any]) -> str:
    match by:
        case (dict() as words,):
            return text_of(words.get(found[0]))
        case (str() as word,):
            return _GROUP.sub(
                lambda sign: "\\" if sign[3] else found[sign[2] or int(sign[1])] or "", word
            )
    if block is None:
        raise UntakenError("it has no replacement")
    return text_of(block(found[0]))


def _scanned(text: str, block: RubyMethod | None, pattern: Any) -> list[Any]:
    found = _compiled(pattern)
    made = [list(one.groups()) if found.groups else one[0] for one in found.finditer(text)]
    return made if block is None else [block(one) for one in made]


def _match(text: str, pattern: Any) -> Any:
    found = _compiled(pattern).search(text)
    return None if found is None else [found[0], *found.groups()]


def _whole(text: str) -> int:
    found = _WHOLE.match(text)
    return int(found[1].replace("_", "")) if found else 0


def _decimal(text: str) -> float:
    found = _DECIMAL.match(text)
    return float(found[0].replace("_", "")) if found else 0.0


def _divided(text: str, pattern: Any = None, most: int = 0) -> list[str]:
    parts: list[Any]
    if pattern is None or pattern == " ":
        parts = text.split(None, most - 1) if most > 0 else text.split()
    elif not _compiled(pattern).pattern:
        parts = list(text)
    else:
        parts = _compiled(pattern).split(text, max(most - 1, 0))
    while parts and not parts[-1] and most == 0:
        parts.pop()
    return [part or "" for part in parts]


def _letters(text: str) -> str:
    """Return the letters that a set such as ``a-z`` has."""

    def ranged(found: "re.Match[str]") -> str:
        first, last = ord(found[1]), ord(found[2])
        return "".join(map(chr, range(first, min(last, first + _MOST_LETTERS) + 1)))

    return _RANGE.sub(ranged, text)


def _translated(text: str, old: str, new: str) -> str:
    is_contrary = old.startswith("^") and len(old) > 1
    some, to = _letters(old[is_contrary:]), _letters(new)
    if is_contrary:
        return "".join(sign if sign in some else to[-1:] for sign in text)
    table = {sign: to[min(n, len(to) - 1)] if to else "" for n, sign in enumerate(some)}
    return "".join(table.get(sign, sign) for sign in text)


def _filled(text: str, way: str, width: int, pad: str = " ") -> str:
    if width > LONGEST or not pad:
        raise UntakenError("it is too long")
    missing = max(width - len(text), 0)
    left = {"left": 0, "right": missing, "center": missing // 2}[way]
    start, end = ((pad * (n // len(pad) + 1))[:n] for n in (left, missing - left))
    return f"{start}{text}{end}"


def _looped(items: list[Any], block: RubyMethod | None) -> Any:
    if block is None:
        return Enumerator(items, "each")
    for one in items:
        block(one)
    return items


def _starts(text: str, *starts: Any) -> bool:
    return any(
        one.match(text) is not None if isinstance(one, re.Pattern) else text.startswith(one)
        for one in starts
    )


TEXT_METHODS: dict[str, RubyMethod] = {
    "upcase": lambda s: s.upper(),
    "downcase": lambda s: s.lower(),
    "capitalize": lambda s: s[:1].upper() + s[1:].lower(),
    "strip": lambda s: s.strip(_BLANKS),
    "lstrip": lambda s: s.lstrip(_BLANKS),
    "rstrip": lambda s: s.rstrip(_BLANKS),
    "chomp": lambda s, end="\n": s.removesuffix(end) if end != "\n" else s.rstrip("\r\n"),
    "chars": list,
    "lines": lambda s: s.splitlines(keepends=True),
    "length": len,
    "size": len,
    "empty?": lambda s: not s,
    "reverse": lambda s: s[::-1],
    "to_s": str,
    "to_str": str,
    "to_sym": str,
    "read": str,
    "to_i": _whole,
    "to_f": _decimal,
    "include?": lambda s, part: part in s,
    "start_with?": _starts,
    "end_with?": lambda s, *ends: s.endswith(tuple(ends)),
    "index": lambda s, part, at=0: place_of(_compiled(part).search(s, at)),
    "gsub": with_block(lambda s, block, *by: _replaced(s, block, *by)),
    "sub": with_block(lambda s, block, *by: _replaced(s, block, *by, most=1)),
    "tr": _translated,
    "delete": lambda s, signs: _translated(s, signs, ""),
    "split": _divided,
    "scan": with_block(_scanned),
    "match?": lambda s, pattern: _compiled(pattern).search(s) is not None,
    "match": _match,
    "[]": part_of,
    "slice": part_of,
    "ljust": lambda s, *to: _filled(s, "left", *to),
    "rjust": lambda s, *to: _filled(s, "right", *to),
    "each_char": with_block(lambda s, block: _looped(list(s), block)),
    "delete_prefix": lambda s, start: s.removeprefix(start),
    "delete_suffix": lambda s, end: s.removesuffix(end),
    "prepend": lambda s, start: start + s,
    "concat": lambda s, *ends: s + "".join(map(text_of, ends)),
}


_QUOTED = re.compile(r"\\([\\'])")  # in a text in single quotation marks
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "r": "\r", "0": "\0", "e": "\x1b"}


class _Texts(Protocol):
    """What evaluates the expressions in a text; ``documents`` are the bodies of here-documents."""

    @property
    def documents(self) -> Mapping[int, "Node"]:
        """The bodies of here-documents, by the ids of their beginnings."""

    def value(self, node: "Node", scope: RubyScope) -> Any:
        """Return the value of an expression."""

    def last(self, nodes: Sequence["Node"], scope: RubyScope) -> Any:
        """Return the value of the last of some statements."""


def integer_value(_: _Texts, node: "Node", __: RubyScope) -> Any:
    """Return a whole number."""
    text = source_of(node).replace("_", "").lower()
    with suppress(ValueError):
        is_octal = text.startswith("0") and text.isdigit() and len(text) > 1
        return int(text, 8) if is_octal else int(text, 0)
    raise UntakenError(text)


def float_value(_: _Texts, node: "Node", __: RubyScope) -> Any:
    """Return a decimal."""
    return float(source_of(node).replace("_", ""))


def text_value(machine: _Texts, node: "Node", scope: RubyScope) -> str:
    """Return a text with what is written in between."""
    made = list[str]()
    for part in node.named_children:
        match part.type:
            case "interpolation":
                made.append(text_of(machine.last(part.named_children, scope)))
            case "escape_sequence":
                made.append(_escaped(source_of(part), _is_raw(node)))
            case "string" | "heredoc_beginning":
                made.append(machine.value(part, scope))
            case "heredoc_end":
                pass
            case _ if _is_raw(node):
                made.append(_QUOTED.sub(r"\1", source_of(part)))
            case _:
                made.append(source_of(part))
    return "".join(made)


def heredoc_value(machine: _Texts, node: "Node", scope: RubyScope) -> str:
    """Return a text that stands below its line."""
    start = source_of(node)
    body = machine.documents.get(node.id)
    if body is None:
        raise UntakenError(start)
    marks: list[tuple[bool, str]] = []  # whether it is written there, and the text
    for part in body.named_children:
        match part.type:
            case "interpolation":
                marks.append((False, text_of(machine.last(part.named_children, scope))))
            case "escape_sequence":
                marks.append((False, _escaped(source_of(part), "'" in start)))
            case "heredoc_content":
                marks.append((True, source_of(part)))
    if marks and marks[0][0]:
        marks[0] = (True, marks[0][1].removeprefix("\n"))
    if start.startswith("<<~"):
        marks = _dedented(marks)
    return "".join(text for _, text in marks)


def symbol_value(_: _Texts, node: "Node", __: RubyScope) -> str:
    """Return a symbol, as a text."""
    return source_of(node).removeprefix(":").removesuffix(":")


def pattern_value(machine: _Texts, node: "Node", scope: RubyScope) -> Any:
    """Return a regular expression."""
    parts = [
        text_of(machine.last(part.named_children, scope))
        if part.type == "interpolation"
        else source_of(part)
        for part in node.named_children
    ]
    flags = source_of(node).rpartition("/")[2] if source_of(node).startswith("/") else ""
    return pattern_of("".join(parts), flags)


def _is_raw(node: "Node") -> bool:
    start = source_of(node)[:2]
    return start[:1] == "'" or start in ("%q", ":'")


def _escaped(text: str, is_raw: bool) -> str:
    sign = text[1:]
    if is_raw:
        return sign if sign in ("'", "\\") else text
    if sign[:1] in ("u", "x"):
        codes = sign[1:].strip("{}").split()
        with suppress(ValueError, OverflowError):
            return "".join(chr(int(code, 16)) for code in codes)
    return "" if sign == "\n" else _ESCAPES.get(sign, sign)


def _dedented(marks: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    """Take the blanks that all lines of a text begin with away from what is written there."""
    joined = "".join(text if is_written else "\0" for is_written, text in marks)
    blanks = [
        len(line) - len(line.lstrip(" \t")) for line in joined.split("\n") if line.strip(" \t")
    ]
    least, made, starts = min(blanks, default=0), list[tuple[bool, str]](), True
    for is_written, text in marks:
        if is_written:
            lines = text.split("\n")
            cut = [line[least:] if n or starts else line for n, line in enumerate(lines)]
            text = "\n".join(cut)
        starts = False
        made.append((is_written, text))
    return made
