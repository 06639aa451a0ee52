"""Finds the lines of a TOML file on which its tables and keys stand."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
MOST_TABLES = 1_000  # of one list that are looked through
_QUOTES = ('"""', "'''")

_Steps = tuple[str | int, ...]


def line_of(text: str, place: str) -> int | None:
    """Return the line of a place such as ``components.cards.front.frames[2].area``.

    That is the line of its key, or of the nearest table around it, counted from 1; None if the text
    contains no part of the place.
    """
    steps = _steps(place)
    lines = _lines(text)
    for end in range(len(steps), 0, -1):
        if steps[:end] in lines:
            return lines[steps[:end]]
    return None


def line_with(text: str, tables: str, key: str, words: str) -> int | None:
    """Return the line on which one of several tables has ``words`` under a key.

    The table may be inline. Otherwise return the line of the first table, or of what surrounds it.
    """
    lines, steps = _lines(text), _steps(tables)
    written = text.splitlines()
    for number in range(1, MOST_TABLES):
        found = lines.get((*steps, number, key))
        if found is None and (*steps, number) not in lines:
            break
        if found is not None and words in written[found - 1]:
            return found
    first = line_of(text, tables)
    for number in range(first or 1, len(written) + 1):
        if words in written[number - 1]:
            return number
    return first


def _steps(place: str) -> _Steps:
    steps: list[str | int] = []
    for match in _STEP.finditer(place):
        steps.append(match[1])
        if match[2]:
            steps.append(int(match[2]))
    return tuple(steps)


@lru_cache(maxsize=4)  # a desk asks for one file again and again
def _lines(text: str) -> Mapping[_Steps, int]:
    """Return the line of every table and key, except those in inline tables."""
    found: dict[_Steps, int] = {}
    times: Counter[_Steps] = Counter()
    table: _Steps = ()
    until = ""  # the quotes that end the text in which a line lies
    for number, line in enumerate(text.splitlines(), start=1):
        if until:
            until = "" if until in line else until
            continue
        if header := _HEADER.fullmatch(line):
            table = _counted(_parts(header[2]), times, is_list=header[1] == "[[")
            found.setdefault(table, number)
            found.setdefault(table[:-1] if isinstance(table[-1], int) else table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, *_parts(key[1])), number)
            until = next((q for q in _QUOTES if line.count(q) == 1), "")
    return found


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(name))


def _counted(name: tuple[str, ...], times: Counter[_Steps], *, is_list: bool) -> _Steps:
    """Return the path of a table with the index of each list item on the way."""
    steps: _Steps = ()
    for number, part in enumerate(name, start=1):
        steps = (*steps, part)
        if number == len(name) and is_list:
            times[steps] += 1
        if times[steps]:
            steps = (*steps, times[steps])
    return steps
