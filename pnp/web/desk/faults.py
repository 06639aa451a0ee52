"""Faults as a desk shows them: the file and line of each."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.definitions.find import FILE_NAME
from pnp.definitions.table import WORKBOOKS
from pnp.web.errors import without_folders

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?")
MOST_TABLES = 1_000  # of one list that are looked through
_QUOTES = ('"""', "'''")

_Steps = tuple[str | int, ...]

_FILE = re.compile(
    r"(?P<file>[^:\n]{1,200}?\.(?:toml|csv|tsv|json|xlsx|f?ods|md|svg|png|jpe?g))(?P<rest>[:,].*)"
)
_LINE = re.compile(r"[:,] (?:line|row) (\d+)")
_FRAME = r"(?:layouts\.[a-z0-9-]+\.)?(?:front|back)\.frames\[\d+\]"
_PLACE = re.compile(
    r": (?P<place>[A-Za-z_][\w.\[\]-]*)"
    rf"(?:: (?P<within>{_FRAME}))?"
    r"(?: \((?P<row_file>[^:()\n]{1,200}?), (?:line|row) (?P<row>\d+)\))?: "
)
_AUDIT = re.compile(
    r"[a-z0-9-]+(?:/(?P<rules>[a-z0-9-]+))?: (?:(?P<list>claim) (?P<word>'.*?'|\".*?\"): "
    r"|needs \d+ (?P<needed>[a-z0-9-]+), |(?P<setup>set-up), )"
)
_AT = re.compile(r"^(?:[:,] (?:line|row) \d+)?[:,]? *")
_SOMEWHERE = re.compile(r"\bline (\d+)")
_OF_LAYOUT = re.compile(f"({_FRAME})")


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


class DeskFault(NamedTuple):
    """A fault, with its component, file and line, and the expected value.

    ``says`` is the whole line of the message. ``component`` and ``file`` are empty and ``line`` is
    None if unknown; ``also`` is a second place, as a file and a line.
    """

    says: str
    component: str = ""
    file: str = ""
    line: int | None = None
    also: str = ""

    @property
    def at(self) -> str:
        """The place for display: ``cards.csv, line 7``; workbooks have rows."""
        noun = "row" if self.file.endswith(WORKBOOKS) else "line"
        return self.file if self.line is None else f"{self.file}, {noun} {self.line}"

    @property
    def what(self) -> str:
        """The message without the file and the line."""
        said = self.says.partition(f" ({self.at}): ")  # where the row is not named first
        if said[2]:
            return f"{said[0].rpartition(': ')[2]}: {said[2]}"
        return _AT.sub("", self.says.removeprefix(self.file), count=1) if self.file else self.says


def read_faults(
    message: str, folder: Path, texts: Mapping[str, str], component: str = ""
) -> tuple[DeskFault, ...]:
    """Return the faults in an error's message, one for each line.

    Messages name no paths outside ``folder``, the game's folder. ``texts`` maps names of TOML files
    to their texts, in which the lines of keys are looked up.
    """
    lines = dict.fromkeys(filter(None, without_folders(message, [folder]).splitlines()))
    return tuple(_fault(line, texts, component) for line in lines)


def _fault(line: str, texts: Mapping[str, str], component: str) -> DeskFault:
    match = _FILE.match(line)
    if match is None:
        return _of_audit(line, texts) or DeskFault(line, component)
    file, rest = match["file"], match["rest"]
    number = _LINE.match(rest) or (None if file in texts else _SOMEWHERE.search(rest))
    if number is not None:
        return DeskFault(line, component, file, int(number[1]), _also(rest, texts, component))
    if file not in texts:
        return DeskFault(line, component, file)
    place = _PLACE.match(rest)
    if place is None:
        said = _SOMEWHERE.search(rest)
        return DeskFault(line, component, file, int(said[1]) if said else None)
    found = component or _component_in(place["place"])
    key = _key(place["place"], place["within"] or "")
    at = line_of(texts[file], key)
    if place["row"] is None:
        return DeskFault(line, found, file, at)
    also = file if at is None else f"{file}, line {at}"
    return DeskFault(line, found, place["row_file"], int(place["row"]), also)


def _of_audit(line: str, texts: Mapping[str, str]) -> DeskFault | None:
    """Return the fault of a claim, a need or a set-up, with its place in the definition."""
    match = _AUDIT.match(line)
    if match is None or FILE_NAME not in texts:
        return None
    text, rules = texts[FILE_NAME], f"rule_sets.{match['rules']}." if match["rules"] else ""
    if match["list"]:
        at = line_with(text, f"{rules}claims", "says", match["word"][1:-1])
    elif match["needed"]:
        at = line_with(text, f"{rules}needs", "component", match["needed"])
    else:
        at = line_of(text, f"{rules}setup")
    return DeskFault(line, "", FILE_NAME, at)


def _key(place: str, within: str) -> str:
    """Return the place of a key in a component, or in the layout that it uses."""
    return within if within.startswith("layouts.") else ".".join(filter(None, (place, within)))


def _component_in(place: str) -> str:
    head, _, rest = place.partition(".")
    return rest.partition(".")[0] if head == "components" else ""


def _also(rest: str, texts: Mapping[str, str], component: str) -> str:
    """Return the place of the frame that a card's fault names, if known."""
    frame = _OF_LAYOUT.search(rest)
    if frame is None or not component:
        return ""
    for name, text in texts.items():
        line = line_of(text, _key(f"components.{component}", frame[1]))
        if line is not None:
            return f"{name}, line {line}"
    return ""
