"""Faults as a desk shows them: the file and line of each."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.base.messages import Location, Message, as_message
from pnp.base.toml import line_of, lines_of_keys, steps_of
from pnp.definitions.find import FILE_NAME
from pnp.definitions.table import WORKBOOKS
from pnp.web.errors import without_folders

MOST_TABLES = 1_000  # of one list that are looked through
# The value by which a list of tables is searched for the one that a fault of the audit is about.
_SEARCHED = {"claim": "says", "need": "component"}


def line_with(text: str, tables: str, key: str, words: str) -> int | None:
    """Return the line on which one of several tables has ``words`` under a key.

    The table may be inline. Otherwise return the line of the first table, or of what surrounds it.
    """
    lines, steps = lines_of_keys(text), steps_of(tables)
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


class DeskFault(NamedTuple):
    """A fault, with its component, file and line, and the expected value.

    ``says`` is the whole message. ``component`` and ``file`` are empty and ``line`` is None if
    unknown; ``also`` is a second place, as a file and a line. ``lang`` is the language of the game
    that has it, if others do not.
    """

    says: Message
    component: str = ""
    file: str = ""
    line: int | None = None
    also: Location = Location("")
    lang: str = ""

    @property
    def at(self) -> Location:
        """The place for display: ``cards.csv, line 7``; workbooks have rows."""
        return place_of(self.file, self.line)

    @property
    def what(self) -> Message:
        """The message without the file and the line."""
        at = (
            self.says.at
            if not self.file
            else (one.rest if isinstance(one, Location) else one for one in self.says.at)
        )
        return self.says.moved(*at)


def place_of(file: str, line: int | None) -> Location:
    """Return a file and a line, or a row of a workbook, for display."""
    noun = "row" if file.endswith(WORKBOOKS) else "line"
    words = f"{file}, {noun} {line}" if line else file
    return Location(words, file=file, line=line or 0, noun=noun)


def read_faults(
    faults: Iterable[str], folder: Path, texts: Mapping[str, str], component: str = ""
) -> tuple[DeskFault, ...]:
    """Return faults for display, each once.

    Messages name no paths outside ``folder``, the game's folder. ``texts`` maps names of TOML files
    to their texts, in which the lines of keys are looked up.
    """
    told = (without_folders(as_message(fault), [folder]) for fault in faults)
    return tuple(_fault(one, texts, component) for one in dict.fromkeys(told))


def _fault(says: Message, texts: Mapping[str, str], component: str) -> DeskFault:
    keys, files = "", [at for at in says.locations if at.file]
    for at in says.locations:
        whole = not keys or at.keys.startswith("layouts.")
        keys = at.keys if whole else f"{keys}.{at.keys}" if at.keys else keys
    found = component or _component_in(keys)
    row = next((at for at in reversed(says.locations) if at.line), None)
    if keys and not keys.startswith(("components.", "layouts.")) and component:
        keys = f"components.{component}.{keys}"
    file = files[0].file if files else ""
    name = file if file in texts else FILE_NAME
    text = texts.get(name, "") if keys else ""
    line = _line(says, text, keys)
    if row is not None:
        file = row.file or file
        also = place_of(name, line) if line and (file, row.line) != (name, line) else Location("")
        return DeskFault(says, found if keys else component, file, row.line, also)
    return DeskFault(says, found, file or (name if text else ""), line)


def _line(says: Message, text: str, keys: str) -> int | None:
    if (key := _SEARCHED.get(says.key)) and text:
        return line_with(text, keys, key, says.values[key])
    return line_of(text, keys)


def _component_in(keys: str) -> str:
    head, _, rest = keys.partition(".")
    return rest.partition(".")[0] if head == "components" else ""
