"""Tables for people; plain text in a pipe."""

import re
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TextIO

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_BLANKS = re.compile(" +$", re.MULTILINE)
PIPE_WIDTH = 160  # columns where there is no terminal to ask


def console() -> Console:
    """Return a console for standard output, as wide as the terminal."""
    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(width=PIPE_WIDTH, highlight=False, file=_Trimmed(sys.stdout))


class _Trimmed(StringIO):
    """Removes trailing blanks from lines of a table."""

    def __init__(self, to: TextIO) -> None:
        super().__init__()
        self._to = to

    def write(self, text: str) -> int:
        self._to.write(_BLANKS.sub("", text))
        return len(text)


def heading(to: Console, text: str) -> None:
    """Print a title line."""
    to.print(Text(text, style="bold"))


def table(to: Console, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under column names, indented by two; nothing if there are none."""
    rows = list(rows)
    if not rows:
        return
    shown = Table(box=box.SIMPLE_HEAD if to.is_terminal else None, pad_edge=False)
    for column in columns:
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*map(_cell, row))
    to.print(Padding(shown, (0, 0, 1, 2), expand=False))


def lines(to: Console, texts: Iterable[str]) -> None:
    """Print lines indented by two; long ones wrap with the same indent."""
    for text in texts:
        to.print(Padding(Text(text), (0, 0, 0, 2), expand=False))


def _cell(text: str) -> Text:
    style = {"ok": "green", "MISSING": "bold red", "WRONG": "bold red"}.get(text, "")
    return Text(text, style=style)
