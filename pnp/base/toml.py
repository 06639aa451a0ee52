"""Read TOML files within the limits for untrusted input, and find the lines of their keys."""

import math
import pickle
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from pnp.base.errors import DefinitionError, unreadable
from pnp.base.files import read_file, read_sandboxed
from pnp.base.limits import Limits, limits, over
from pnp.base.messages import Location, Message, within
from pnp.base.text import BREAKS, escaped, text_fault
from pnp.base.units import quoted

LARGEST = 10**12  # of a number; claims are worked out up to there as well
_MOST_PARTS = 16  # of a dotted key: tomllib's time and memory grow with their square
_MOST_FAULTS = 20
_AT_LINE = re.compile(r"\(at line (\d+)")
_REMEMBERED = 64_000  # bytes of a file that is parsed once: TURNO, the longest definition, has 53
# Matches a text up to the first key with too many parts, quoted or not: comments and multi-line
# strings, then dotted names, then any other character. It never backtracks.
_NAME = r"""(?:[\w+-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_SHORT_KEYS = re.compile(
    rf"""(?s:
        \#[^\n]*+
      | \"{{3}}(?:[^"\\]|\\.|"(?!""))*+"{{3,5}}+
      | '{{3}}(?:[^']|'(?!''))*+'{{3,5}}+
      | {_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{0,{_MOST_PARTS - 1}}}+(?![ \t]*+\.[ \t]*+{_NAME})
      | [^\w+\-"'\#]
      | (?!{_NAME})["']
    )*+""",
    re.VERBOSE,
)
_HEADER = re.compile(r"(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
_QUOTES = ('"""', "'''")
KeySteps = tuple[str | int, ...]


def read_toml(file: Path, *, sandbox: bool = False) -> tuple[dict[str, Any], bytes]:
    """Return the content of a file, parsed and as bytes.

    In a ``sandbox`` the file must lie in its folder: no link may lead out of it.

    Raises:
        DefinitionError: If it cannot be read, is not TOML or holds too much.
    """
    try:
        limit = "definition_kb"
        content = read_sandboxed(file.parent, file, limit) if sandbox else read_file(file, limit)
    except OSError as error:
        raise DefinitionError(unreadable(error).moved(Location(file=file))) from error
    return parse_toml(content, file), content


def parse_toml(content: bytes, name: object) -> dict[str, Any]:
    """Parse the bytes of a file; messages begin with the file's ``name``.

    Raises:
        DefinitionError: If the bytes are not TOML, or exceed :mod:`pnp.base.limits`.
    """
    try:
        if len(content) > _REMEMBERED:
            return _parsed(content, limits())
        known: dict[str, Any] = pickle.loads(_packed(content, limits()))
    except _NotTomlError as error:
        raise DefinitionError(*within(Location(file=name), error.args)) from None
    return known


class _NotTomlError(ValueError):
    """Bytes that are not TOML; each argument is a fault."""


@lru_cache(maxsize=64)  # a game is read for each of its languages; each reader gets its own
def _packed(content: bytes, most: Limits) -> bytes:
    return pickle.dumps(_parsed(content, most))


def _parsed(content: bytes, most: Limits) -> dict[str, Any]:
    raw = toml_of(content)
    if faults := list(islice(_faults(raw, most), _MOST_FAULTS)):
        raise _NotTomlError(*faults)
    return raw


def toml_of(content: bytes) -> dict[str, Any]:
    """Return what TOML says, also beyond the limits on its values.

    Raises:
        ValueError: If it is not TOML.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        fault = f"byte {error.start} is not UTF-8; save it as UTF-8 (at line {line})"
        raise _not_toml(line, fault) from None
    if at := _long_key(text):
        raise _not_toml(at, f"a key has more than {_MOST_PARTS} parts with dots (at line {at})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _NotTomlError("is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        cause = str(error).replace("(at end of document)", f"(at line {_last_line(text)}, its end)")
        line = int(found[1]) if (found := _AT_LINE.search(cause)) else 0  # tomllib has no other
        fault = Message("not_toml", Location("", line=line), why=escaped(cause))
        raise _NotTomlError(fault) from None


def _not_toml(line: int, fault: str) -> _NotTomlError:
    return _NotTomlError(*within(Location("", line=line), [fault]))


def _long_key(text: str) -> int | None:
    """Return the line of the first key with more dots than allowed, if any."""
    read = _SHORT_KEYS.match(text)
    end = read.end() if read is not None else 0
    return None if end == len(text) else text.count("\n", 0, end) + 1


def _last_line(text: str) -> int:
    """Return the number of the last line that is not empty."""
    return text.rstrip().count("\n") + 1


def _faults(value: object, most: Limits, place: str = "", depth: int = 0) -> Iterator[str]:
    """Yield the faults of every value of a file."""
    if depth > most.depth:
        yield from within(Location(keys=place[:60]), [f"is nested too deeply: {over('depth')}"])
    elif isinstance(value, dict):
        for key, inner in value.items():
            fault = text_fault(key, most.letters)
            if fault is None and set(key) & BREAKS:
                fault = "has a line break"
            if fault:
                yield from within(Location(keys=place or "a key"), [f"{quoted(key)} {fault}"])
            else:
                yield from _faults(inner, most, f"{place}.{key}" if place else key, depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value, start=1):
            yield from _faults(inner, most, f"{place}[{index}]", depth + 1)
    else:
        fault = _value_fault(value, most.letters)
        if fault:
            yield from within(Location(keys=place), [fault])


def _value_fault(value: object, letters: int) -> str | None:
    if isinstance(value, str):
        return text_fault(value, letters)
    if isinstance(value, float) and not math.isfinite(value):
        return f"write a number, not {value}"
    if isinstance(value, int | float) and abs(value) > LARGEST:
        return f"write a number of at most {LARGEST}"
    return None


def line_of(text: str, place: str) -> int | None:
    """Return the line of a place such as ``components.cards.front.frames[2].area``.

    That is the line of its key, or of the nearest table around it, counted from 1; None if the text
    contains no part of the place.
    """
    steps = steps_of(place)
    lines = lines_of_keys(text)
    for end in range(len(steps), 0, -1):
        if steps[:end] in lines:
            return lines[steps[:end]]
    return None


def steps_of(place: str) -> KeySteps:
    """Return the keys and numbers of a place such as ``frames[2].area``."""
    steps: list[str | int] = []
    for match in _STEP.finditer(place):
        steps.append(match[1])
        if match[2]:
            steps.append(int(match[2]))
    return tuple(steps)


@lru_cache(maxsize=4)  # a desk asks for one file again and again
def lines_of_keys(text: str) -> Mapping[KeySteps, int]:
    """Return the line of every table and key, except those in inline tables."""
    found: dict[KeySteps, int] = {}
    times: Counter[KeySteps] = Counter()
    table: KeySteps = ()
    until = ""  # the quotes that end the text in which a line lies
    for number, line in enumerate(text.splitlines(), start=1):
        if until:
            until = "" if until in line else until
            continue
        if header := _HEADER.fullmatch(line.strip()):
            table = _counted(_parts(header[2]), times, is_list=header[1] == "[[")
            found.setdefault(table, number)
            found.setdefault(table[:-1] if isinstance(table[-1], int) else table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, *_parts(key[1])), number)
            until = next((q for q in _QUOTES if line.count(q) == 1), "")
    return found


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(name))


def _counted(name: tuple[str, ...], times: Counter[KeySteps], *, is_list: bool) -> KeySteps:
    """Return the path of a table with the index of each list item on the way."""
    steps: KeySteps = ()
    for number, part in enumerate(name, start=1):
        steps = (*steps, part)
        if number == len(name) and is_list:
            times[steps] += 1
        if times[steps]:
            steps = (*steps, times[steps])
    return steps
