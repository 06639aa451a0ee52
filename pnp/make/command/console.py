"""Output of commands: errors on stderr, headings, lines and tables on stdout.

All output goes through here and is stripped of terminal control sequences, since names of games and
files and lines of packages may come from strangers. Rich is imported only when needed, so that
commands start fast.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any, TextIO

import typer

from pnp.base.errors import PnpError
from pnp.base.messages import messages_in
from pnp.base.text import escaped, seen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

PIPE_WIDTH = 100_000  # columns: what goes to no terminal is as wide as it is
STYLES = {"ok": "green", "MISSING": "bold red", "WRONG": "bold red"}
# What JSON leaves as it is; all of it lies in the basic plane.
_UNPRINTED = "[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
_TRAILING_BLANKS = re.compile(" +$", re.MULTILINE)


def few(names: Sequence[str], most: int) -> str:
    """Return the first names, and the number of others."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def say(line: str = "", *, err: bool = False) -> None:
    """Print a line."""
    typer.echo(seen(line), err=err)


def say_text(text: str) -> None:
    """Print a text of several lines, such as a help text, and end its last line."""
    typer.echo(escaped(text), nl=not text.endswith("\n"))


def print_error(error: PnpError | str) -> None:
    """Print an error, with a prefix on each line."""
    for line in str(error).split("\n"):
        say(f"error: {line}", err=True)


def print_json(data: Any) -> None:
    """Print data as JSON, with control characters escaped.

    The messages in it are listed again, with their keys and values.
    """
    import json

    if isinstance(data, dict) and (found := [one.data() for one in messages_in(data)]):
        data = data | {"messages": found}
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if not text.replace("\n", "").isprintable():
        text = re.sub(_UNPRINTED, lambda sign: f"\\u{ord(sign[0]):04x}", text)
    typer.echo(text)


def console() -> "Console":
    """Return a console for standard output, as wide as the terminal."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(width=PIPE_WIDTH, highlight=False, file=_Trimmed(sys.stdout))


class _Trimmed(StringIO):
    """A stream that removes trailing blanks from lines."""

    def __init__(self, to: TextIO) -> None:
        super().__init__()
        self._to = to

    def write(self, text: str) -> int:
        self._to.write(_TRAILING_BLANKS.sub("", text))
        return len(text)


def heading(to: "Console", text: str) -> None:
    """Print a heading."""
    to.print(_styled(seen(text), "bold"))


def table(to: "Console", columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under column names, indented by two, or nothing without rows."""
    from rich import box
    from rich.padding import Padding
    from rich.table import Table

    rows = list(rows)
    if not rows:
        return
    shown = Table(box=box.SIMPLE_HEAD if to.is_terminal else None, pad_edge=False)
    for column in columns:
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*(_styled(seen(text), STYLES.get(text, "")) for text in row))
    to.print(Padding(shown, (0, 0, 1, 2), expand=False))


def section(
    to: "Console", title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    """Print a heading and a table below it, or nothing without rows."""
    rows = list(rows)
    if rows:
        heading(to, title)
        table(to, columns, rows)


def lines(to: "Console", texts: Iterable[str]) -> None:
    """Print lines indented by two; long ones wrap with the same indent."""
    from rich.padding import Padding

    for text in texts:
        to.print(Padding(_styled(text, ""), (0, 0, 0, 2), expand=False))


def _styled(text: str, style: str) -> "Text":
    """Return text that rich and terminals print literally."""
    from rich.text import Text

    return Text(escaped(text), style=style)
