"""The errors that pnp raises on purpose.

The command line prints these, a line for each fault, and exits with ``status``.
Anything else is a bug and keeps its traceback.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pnp.base.messages import Message, as_message, within

UNREADABLE = ("no_such_file", "unreadable_file")  # keys of what is said of files
_LONGEST_FAULT = 2000  # letters
MOST_FAULTS = 100  # lines that one error has; the rest is counted


def reason(error: OSError) -> str:
    """Return the reason for an error of the system, to be part of a message."""
    return (error.strerror or str(error)).lower()


def unreadable(error: OSError) -> Message:
    """Return what to say of a file that the system does not give."""
    if isinstance(error, FileNotFoundError):
        return Message("no_such_file")
    return Message("unreadable_file", why=error.strerror or str(error))


def first_faults(
    faults: Sequence[str], where: str = "", most: int = MOST_FAULTS, noun: str = "fault"
) -> list[str]:
    """Return the first faults, each shortened, and a line that counts the rest.

    ``where``, the file that has the faults, begins that line. What is short stays as it is.
    """
    more = len(faults) - most
    if more <= 1:
        return [_shortened(fault) for fault in faults]
    rest = [f"and {more} more {noun}s"]
    return [*map(_shortened, faults[:most]), *(within(where, rest) if where else rest)]


def _shortened(fault: str) -> str:
    if len(fault) <= _LONGEST_FAULT:
        return fault
    words = as_message(fault)
    return Message("as_written", words.at, text=f"{words.moved()[: _LONGEST_FAULT - 3]}...")


class PnpError(Exception):
    """Base of all errors in the user's input, made of a line or more for each fault."""

    status = 1

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))

    @property
    def faults(self) -> tuple[str, ...]:
        """The first faults, a line for each; those that are messages have a key and values."""
        split = ([one] if type(one) is not str else one.splitlines() for one in self.args)
        return tuple(first_faults([line for lines in split for line in lines]))


class UsageError(PnpError):
    """An option or an argument that is not valid."""

    status = 2


class MissingExtraError(UsageError, ImportError):
    """An optional library that is not installed; base/imports.py says which extra brings it."""


class UnitError(UsageError, ValueError):
    """A length, a size or a colour that cannot be read."""


class DefinitionError(PnpError):
    """A definition with faults; the message has a line for each."""

    status = 2


class WorkbookError(PnpError, ValueError):
    """A workbook that cannot be read as a table."""


class ExpressionError(PnpError, ValueError):
    """Arithmetic of a claim that cannot be read or calculated."""


class AuditError(PnpError):
    """A box that falls short of what its rule sets need or claim."""


class LayoutError(PnpError):
    """Something that does not fit where it should go."""


class OptionError(UsageError, LayoutError):
    """An option that does not suit the pieces, whatever the paper."""


class RulesError(PnpError):
    """A rule text that is missing or has faults; the message has a line for each."""


class Faults:
    """Collects faults while the other parts are drawn, to raise them all at once.

    The first ``most`` are shown. Each counts as one ``noun``, also if it has several lines.
    """

    def __init__(self, most: int = MOST_FAULTS, noun: str = "fault") -> None:
        self._found: list[tuple[str, ...]] = []
        self._most = most
        self._noun = noun

    def add(self, *lines: str) -> None:
        """Add a fault."""
        self._found.append(lines)

    @contextmanager
    def within(self, where: str) -> Iterator[None]:
        """Add a LayoutError or FontError raised within this context, beginning with ``where``."""
        try:
            yield
        except (LayoutError, FontError) as error:
            for line in within(where, error.faults):
                self.add(line)

    def check(self) -> None:
        """Raise a LayoutError with a line for each fault, if there are any."""
        if self._found:
            shown, more = self._found, len(self._found) - self._most
            if more > 1:
                shown = [*shown[: self._most], (f"and {more} more {self._noun}s",)]
            raise LayoutError(*(_shortened(line) for lines in shown for line in lines))


class FontError(PnpError):
    """Characters that a font cannot show, listed in ``missing``."""

    def __init__(self, *faults: str, font: Any = None, missing: Iterable[str] = ()) -> None:
        super().__init__(*faults)
        self.font, self.missing = font, frozenset(missing)


class RenderError(PnpError):
    """A picture that a format cannot hold, or a back end that is missing."""


class OutputError(PnpError):
    """A file or a folder that cannot be written."""


class PictureError(PnpError):
    """A picture file that cannot be used."""

    status = 2


class VerifyError(PnpError):
    """A file that cannot be read back, or is not what it claims to be."""
