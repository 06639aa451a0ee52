"""A line on the terminal that says what a command is working on, for whoever waits.

It comes to standard error after a moment, follows the steps that are reported
(:mod:`pnp.base.workplace`), and goes before anything is printed. It is drawn here and not by Rich,
which takes a tenth of a second to import and sends to standard error what is printed meanwhile.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, TextIO
from unicodedata import east_asian_width

from pnp.base.text import seen
from pnp.base.workplace import NOTHING, WorkStep, hide, report_to, report_to_nobody

PATIENCE = 0.3  # seconds without a sign of life
SOON = 2.0  # seconds after which the time that is left can be guessed
TICK = 0.1  # seconds
NARROW = 80  # columns, where the terminal does not say
BAR = 20  # columns
WITHOUT = {"--json", "--quiet", "-q"}
SIGNS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "━", "─"
PLAIN_SIGNS = "|/-\\", "#", "."


class StatusLine:
    """A line that shows a step: the place, and a bar where steps are counted.

    ``tick`` draws it anew unless something was printed a moment ago.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._lock = Lock()
        self._step = NOTHING
        self._quiet_since = self._counting_since = clock()
        self._turn = 0
        self._drawn = 0  # columns
        is_unicode = (stream.encoding or "").lower().replace("-", "") == "utf8"
        self._signs, self._full, self._empty = SIGNS if is_unicode else PLAIN_SIGNS

    def show(self, step: WorkStep) -> None:
        """Show a step from the next tick on; one without a place removes the line at once."""
        with self._lock:
            before, self._step = self._step, step
            if step.done < before.done or bool(step.of) != bool(before.of):
                self._counting_since = self._clock()
            if not step.place:
                self._draw("")
                self._quiet_since = self._clock()

    def tick(self) -> None:
        """Draw the line anew."""
        with self._lock:
            if self._step.place and self._clock() - self._quiet_since >= PATIENCE:
                self._turn += 1
                self._draw(self._text())

    def _text(self) -> str:
        place, done, of = self._step
        sign = self._signs[self._turn % len(self._signs)]
        full = BAR * min(done, of) // (of or 1)
        counted = f"  {self._full * full}{self._empty * (BAR - full)} {done} of {of}" if of else ""
        left = self._left() if of else ""
        room = _columns(self._stream) - 1 - len(f"{sign} {counted}{left}")
        place = seen(place)
        while _width(place) > room:
            place = place[:-1]
        return f"{sign} {place}{counted}{left}"

    def _left(self) -> str:
        """Return a guess at the time that the steps to come take."""
        _, done, of = self._step
        spent = self._clock() - self._counting_since
        if not done or spent < SOON:
            return ""
        left = spent / done * (of - done)
        return f", {left:.0f} s left" if left < 100 else f", {left / 60:.0f} min left"

    def _draw(self, text: str) -> None:
        """Write a text over the one that is there; without escape sequences, for any terminal."""
        width = _width(text)
        blanks = min(self._drawn, _columns(self._stream) - 1) - width
        back = "" if text else "\r"
        if text or self._drawn:
            with suppress(OSError, ValueError):  # the terminal has gone
                self._stream.write(f"\r{text}{' ' * blanks}{back}")
                self._stream.flush()
        self._drawn = width


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes at most."""
    return len(text) + sum(east_asian_width(sign) in "WF" for sign in text)


def _columns(stream: TextIO) -> int:
    with suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or NARROW
    return NARROW


class _Above:
    """An output stream; whatever is written to it comes in place of the line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        hide()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def printing_above() -> Iterator[None]:
    """Have the line removed before this process prints, here or in its parent."""
    streams: Any = sys.stdout, sys.stderr
    if is_terminal(sys.stderr):
        sys.stdout, sys.stderr = map(_Above, streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def is_terminal(stream: TextIO) -> bool:
    """Return whether a person looks at what is written to a stream."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def shown_steps(arguments: Sequence[str]) -> Iterator[None]:
    """Show the steps of a command on its terminal, unless its arguments ask for silence."""
    if not is_terminal(sys.stderr) or WITHOUT.intersection(map(str.lower, arguments)):
        yield
        return
    line, ended = StatusLine(sys.stderr), Event()

    def draw() -> None:
        while not ended.wait(TICK):
            line.tick()

    def tell(name: str, value: Any) -> None:
        if name == "step":
            line.show(value)

    report_to(tell, renew=None)
    thread = Thread(target=draw, daemon=True)
    thread.start()
    try:
        with printing_above():
            yield
    finally:
        ended.set()
        line.show(NOTHING)
        report_to_nobody()
