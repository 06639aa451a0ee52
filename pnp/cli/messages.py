"""Messages on stderr: errors, one line per fault, and a progress bar for longer jobs."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import typer

from pnp.base.errors import PnpError
from pnp.base.text import escaped

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from pnp.jobs.pipeline import Progress

PATIENCE = 1.0  # seconds


def few(names: Sequence[str], most: int) -> str:
    """Return the first names and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def print_error(error: PnpError | str) -> None:
    """Print an error, each line marked as one."""
    for line in str(error).split("\n"):
        typer.echo(f"error: {escaped(line)}", err=True)


@contextmanager
def shown_progress(quiet: bool) -> Iterator["Progress"]:
    """Yield a callback that shows a bar once a second has passed; clear the bar at the end."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total, what: None
        return
    bar = _Bar()
    try:
        yield bar.update
    finally:
        bar.close()


class _Bar:
    def __init__(self) -> None:
        self._start = monotonic()
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None

    def update(self, done: int, total: int, what: str) -> None:
        if self._rich is None:
            if monotonic() - self._start < PATIENCE:
                return
            self._open(total)
        assert self._rich is not None
        assert self._task is not None
        self._rich.update(self._task, completed=done, total=total, description=what)

    def _open(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import Progress as RichProgress

        self._rich = RichProgress(console=Console(stderr=True), transient=True)
        self._rich.start()
        self._task = self._rich.add_task("", total=total)

    def close(self) -> None:
        if self._rich is not None:
            self._rich.stop()
