"""Faults as a desk shows them: the file (by its name in the folder), the line, the message."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.definitions.find import FILE_NAME
from pnp.definitions.table import WORKBOOKS
from pnp.web.desk.toml_lines import line_of, line_with
from pnp.web.errors import without_folders

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
