"""Statements of a deck's script, recognised by pattern: nothing is run.

Variables with literal values are replaced, and loops over literals or over the rows of a column are
unrolled. Other blocks stay text, for the report.
"""

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.definitions.squib.ruby import (
    Column,
    NumberRange,
    RubyValue,
    hash_of,
    literal,
    marked,
    options_of,
    parts_of,
    quoted_in_ruby,
    value_of,
)

_HEREDOC = re.compile(r"<<([~-]?)(['\"]?)([A-Z_]{2,})\2")
_CALL = re.compile(r"(?:(\w+)\s*=\s*)?((?:Squib(?:::Deck)?\.)?[a-z_]\w*)\b\s*(.*)", re.DOTALL)
_ASSIGNED = re.compile(r"([a-z_]\w*)\s*=(?![=~>])\s*(.+)", re.DOTALL)
_CHANGED = re.compile(
    r"([a-z_]\w*)\s*(?:<<|[-+*/|&]{1,2}=|\[[^\]]*\]\s*=|\.(?:\w+!|push|concat)\b)"
)
_DO = re.compile(r"\bdo(?:\s*\|([^|]*)\|)?$")
_BRACE = re.compile(r"(?<=[\w)\]?])\s*\{(?:\s*\|([^|]*)\|)?$")
_IN_LINE = re.compile(
    r"(Squib::Deck\.new\b[^{]*?|.*?\.(?:each|each_with_index|times|upto\([^)]*\)))"
    r"\s*\{(?:\s*\|([^|]*)\|)?(.*)\}",
    re.DOTALL,
)
_BLOCK = re.compile(r"(?:\w+\s*=\s*)?(?:if|unless|case|while|until|for|def|class|module|begin)\b")
_LOOP = re.compile(r"(.+?)\.(each|each_with_index|times|upto\((.+)\)(?:\.each)?)", re.DOTALL)
_INDEX = re.compile(
    r"(.+)\.each_with_index\s*\{\s*\|(\w+),\s*(\w+)\|\s*"
    r"(?:\((\w+)\[\2\]\s*\|\|=\s*\[\]\)\s*<<\s*\3|(\w+)\[\2\]\s*=\s*\3)\s*\}"
)
_CLOSING = re.compile(r"(?:end|\})(?:[.)].*)?", re.DOTALL)
MOST_TURNS = 100  # of one loop
MOST_CALLS = 2000  # of a script


class Call(NamedTuple):
    """A call with its options; ``target`` is the variable that its result is assigned to.

    ``block`` is the number of statements in a block after it, which are not converted.
    """

    line: int
    target: str
    name: str
    options: dict[str, RubyValue]
    block: int
    text: str


DECK = "Squib::Deck.new"
EVERY = "(0..-1)"  # a range of all cards, for the number of each in a loop over rows
TABLE, INDEX = "table of lists", "index of a column"  # calls that stand for other statements


class _Statement(NamedTuple):
    """A statement on one line; ``body`` is the block that it begins, with parameters ``names``."""

    line: int
    text: str
    names: tuple[str, ...] = ()
    body: "tuple[_Statement, ...] | None" = None


def calls(source: str) -> Iterator[Call]:
    """Yield each statement, those of loops once per turn; only calls have a name."""
    try:
        lines, reader, known = iter(_statements(source)), _Reader(), dict[str, str]()
        closed = True
        while closed:  # a surplus end does not end the script
            statements, closed = _tree(lines)
            yield from reader.read(statements, known)
    except RecursionError:
        raise UsageError("a script of Squib has too many blocks in one another") from None


class _Reader:
    """Reads statements in order, and counts the calls."""

    def __init__(self) -> None:
        self._calls = 0

    def read(self, statements: tuple[_Statement, ...], known: dict[str, str]) -> Iterator[Call]:
        """Yield the calls of statements; ``known`` holds the variables, which they change."""
        for statement in statements:
            self._calls += 1
            if self._calls > MOST_CALLS:
                raise UsageError(f"a script of Squib makes more than {MOST_CALLS:,} calls")
            turns = self._turns(statement, known)
            is_deck = statement.text.startswith(DECK)
            if turns is None:
                call = _call(statement, known)
                yield from () if call is None else (call,)
            body = statement.body or ()
            if is_deck:
                yield from self.read(body, known)
                continue
            for name in _assigned(body):  # their values may differ in later turns
                known.pop(name, None)
            for turn in turns or ():
                yield from self.read(body, known | turn)

    def _turns(self, statement: _Statement, known: dict[str, str]) -> list[dict[str, str]] | None:
        """Return the values of a loop's variables in each turn; None if it is not a loop."""
        found = _LOOP.fullmatch(statement.text) if statement.body is not None else None
        if found is None:
            return None
        over = value_of(found[1].strip(), known)
        kind, names = found[2].partition("(")[0], statement.names
        if kind == "each_with_index" and isinstance(over, Column) and len(names) == 2:
            column = literal(found[1].strip(), known) or found[1].strip()
            return [{names[0]: column, names[1]: EVERY}]
        values: list[RubyValue] | range
        if kind == "times" and isinstance(over, float):
            values = range(int(over))
        elif kind == "upto" and isinstance(over, float):
            end = value_of(found[3], known)
            values = range(int(over), int(end) + 1) if isinstance(end, float) else []
        elif isinstance(over, NumberRange):
            values = range(over.first, over.last + 1)
        elif isinstance(over, list) and kind.startswith("each"):
            values = over
        else:
            return None
        if not 0 < len(values) <= MOST_TURNS or len(names) > 1 + (kind == "each_with_index"):
            return None
        written = [_written(value) for value in values]
        if any(one is None for one in written):
            return None
        return [
            dict(zip(names, (f"{one}", f"{number}"), strict=False))
            for number, one in enumerate(written)
        ]


def _written(value: RubyValue) -> str | None:
    match value:
        case bool():
            return None
        case str():
            return quoted_in_ruby(value)
        case int() | float():
            return f"{value:g}"
    return None


def _call(statement: _Statement, known: dict[str, str]) -> Call | None:
    """Return a statement as a call; None if it only assigns a literal."""
    line, text, block = statement.line, statement.text, _size(statement.body or ())
    if text.startswith(DECK):
        options = options_of(text.removeprefix(DECK), known)
        return Call(line, "", "" if options is None else DECK, options or {}, 0, text)
    if found := _INDEX.fullmatch(text):
        column = value_of(found[1].strip(), known)
        if isinstance(column, Column):
            return Call(line, found[4] or found[5], INDEX, {"of": column}, 0, text)
    if not _BLOCK.match(text) and (found := _CALL.fullmatch(text)):
        options = options_of(found[3], known)
        if options is not None and (options or found[2] not in known):
            known.pop(found[1] or "", None)
            return Call(line, found[1] or "", found[2], options, block, text)
    if (found := _ASSIGNED.fullmatch(text)) and not block:
        name, written = found[1], found[2].strip()
        columns, value = hash_of(written, known), literal(written, known)
        known.pop(name, None)
        if columns is not None:
            return Call(line, name, TABLE, dict(columns), 0, text)
        if value is not None:
            known[name] = value
        if value is not None or written == "{}":
            return None
    if found := _ASSIGNED.match(text) or _CHANGED.match(text):
        known.pop(found[1], None)
    return Call(line, "", "", {}, block, text)


def _size(statements: tuple[_Statement, ...]) -> int:
    return sum(1 + _size(one.body or ()) for one in statements)


def _assigned(statements: tuple[_Statement, ...]) -> Iterator[str]:
    for statement in statements:
        if found := _ASSIGNED.match(statement.text) or _CHANGED.match(statement.text):
            yield found[1]
        yield from _assigned(statement.body or ())


def _tree(lines: Iterator[tuple[int, str]]) -> tuple[tuple[_Statement, ...], bool]:
    """Return the statements up to the end of a block, with nested blocks."""
    found: list[_Statement] = []
    for line, text in lines:
        if _CLOSING.fullmatch(text):
            return tuple(found), True
        opening = _DO.search(text) or _BRACE.search(text)
        if opening:
            names = tuple(filter(None, map(str.strip, (opening[1] or "").split(","))))
            head = text[: opening.start()].rstrip()
            found.append(_Statement(line, head, names, _tree(lines)[0]))
        elif (whole := _IN_LINE.fullmatch(text)) and not _INDEX.fullmatch(text):
            names = tuple(filter(None, map(str.strip, (whole[2] or "").split(","))))
            body = tuple(_Statement(line, part) for part in parts_of(whole[3], ";") if part)
            found.append(_Statement(line, whole[1].rstrip(), names, body))
        elif _opens(text):
            found.append(_Statement(line, text, (), _tree(lines)[0]))
        else:
            found.append(_Statement(line, text))
    return tuple(found), False


def _opens(text: str) -> bool:
    """Return whether a statement begins a block that does not end on its line."""
    return bool(_BLOCK.match(text)) and not re.search(r"\bend$", text)


def _statements(source: str) -> Iterator[tuple[int, str]]:
    """Yield statements without comments, joined to one line each, and their first line number."""
    parts: list[str] = []
    document: list[str] = []
    first, waiting, comment, depth = 0, "", False, 0
    for number, raw in enumerate(source.splitlines(), start=1):
        if waiting:
            if raw.strip() != waiting:
                document.append(raw)
                continue
            waiting = ""
            value = quoted_in_ruby(dedent("\n".join(document)) + "\n")
            parts[-1] = _HEREDOC.sub(lambda _, text=value: text, parts[-1], count=1)  # type: ignore[misc]
            document = []
            if depth <= 0:
                yield first, " ".join(parts)
                parts, depth = [], 0
            continue
        if raw.startswith("__END__"):
            break
        if raw.startswith(("=begin", "=end")):
            comment = raw.startswith("=begin")
            continue
        text = "" if comment else _without_comment(raw).strip()
        if not text:
            continue
        first = first if parts else number
        parts.append(text.removesuffix("\\"))
        depth += _depth(text)
        block = _BRACE.search(text)
        if heredoc := _HEREDOC.search(text):
            waiting = heredoc[3]
        elif depth <= bool(block) and not text.endswith((",", "\\", "+")):
            for part in parts_of(" ".join(parts), ";") if depth == 0 else (" ".join(parts),):
                yield first, part
            parts, depth = [], 0
    if parts:
        yield first, " ".join(parts)


def _without_comment(line: str) -> str:
    for place, (sign, is_quoted) in enumerate(marked(line)):
        if sign == "#" and not is_quoted:
            return line[:place]
    return line


def _depth(text: str) -> int:
    bare = [sign for sign, is_quoted in marked(text) if not is_quoted]
    return sum((sign in "([{") - (sign in ")]}") for sign in bare)
