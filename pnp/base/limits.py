"""Limits for untrusted input: on files and games, and on the worker that reads them."""

import os
from functools import lru_cache
from typing import NamedTuple, Self

from pnp.base.errors import PnpError, UsageError
from pnp.base.units import quoted

VARIABLE = "PNP_LIMITS"
_MOST = 10**9


class Limits(NamedTuple):
    """The largest amount allowed of each resource; a kilobyte is 1000 bytes.

    - One file: ``definition_kb`` of TOML, ``table_kb`` of a table, ``text_kb`` of rules.
    - A workbook, unpacked: ``unpacked_kb``.
    - A TOML file: ``depth`` of nesting, ``letters`` of a text or a cell.
    - A picture: ``picture_kb`` and ``pixels``; ``svg_kb`` if it is SVG.
    - A font file, unpacked: ``font_kb``.
    - A game: ``rows`` of all tables, ``columns`` of each, ``components``, ``places`` on all boards,
      ``pieces`` with their copies.
    - A worker (:mod:`pnp.base.worker`): ``memory_mb``, ``seconds`` of the processor, ``file_mb``
      of each file that it makes, ``open_files``; ``verify_mb`` instead of ``memory_mb`` for a
      package, a folder or a file to verify.
    """

    definition_kb: int = 512  # TURNO, the longest built-in definition, has 42
    table_kb: int = 8_000  # 20,000 rows of 400 letters
    text_kb: int = 128  # forty pages of rules
    unpacked_kb: int = 50_000  # including pictures
    picture_kb: int = 64_000
    pixels: int = 50_000_000  # A2 at 300 dpi and some more: 200 MB while a PNG face is made
    svg_kb: int = 8_000
    font_kb: int = 40_000  # unpacked; those of Chinese and Japanese have up to 30,000
    depth: int = 20  # a definition needs 7
    letters: int = 4_000  # a page of text
    rows: int = 20_000  # different cards, each drawn separately
    columns: int = 100
    components: int = 100
    places: int = 20_000  # eight boards of 50 x 50
    pieces: int = 100_000  # a page of paper each second for two hours
    memory_mb: int = 2_000
    seconds: int = 300
    file_mb: int = 4_000
    open_files: int = 256
    verify_mb: int = 450  # with what pnp itself takes, below 500


def limits() -> Limits:
    """Return the limits in force.

    Raises:
        UsageError: If the environment variable cannot be read.
    """
    return _read(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def _read(text: str) -> Limits:
    chosen: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (side.strip() for side in part.partition("="))
        if name not in Limits._fields:
            known = ", ".join(Limits._fields)
            raise UsageError(f"{VARIABLE}: {quoted(name)} is not a limit; write some of {known}")
        if name in chosen:
            raise UsageError(f"{VARIABLE}: {name} is given twice; write it once")
        is_number = number.isascii() and number.isdecimal() and len(number) <= len(str(_MOST))
        if not is_number or not 0 < int(number) <= _MOST:
            raise UsageError(
                f"{VARIABLE}: {name}: write a whole number from 1 to {_MOST}, not {quoted(number)}"
            )
        chosen[name] = int(number)
    return Limits()._replace(**chosen)


def over(name: str, found: object = None) -> str:
    """Describe an exceeded limit, and how to raise it: ``at most 100 columns, not 212``."""
    most = getattr(limits(), name)
    what = f"{most:,} kB" if name.endswith("_kb") else f"{most:,} {name}"
    actual = f", not {found:,}" if isinstance(found, int) else ""
    return f"at most {what}{actual} ({VARIABLE}={name}=… allows more)"


class WorkerError(PnpError):
    """A limit that a worker exceeded, where it was then, and how to allow more.

    ``turn`` and ``began`` come from the worker's status: the number of its piece of work, and when
    that began.
    """

    fault = place = more = ""
    turn = 1
    began = 0.0

    @classmethod
    def at(cls, place: str, fault: str, more: str = "") -> Self:
        """Return the error of a place in the work, or of all of it if that is ""."""
        error = cls(f"{place or 'the work'}: {fault}{f' ({more})' if more else ''}")
        error.fault, error.place, error.more = fault, place, more
        return error


class Allowance(NamedTuple):
    """What a worker may use.

    ``memory_mb`` comes on top of what it has at its start; ``seconds`` are processor time. By the
    clock it may take ``patience`` times as long. ``memory_limit`` names the limit in
    :class:`Limits` that sets the memory.
    """

    memory_mb: int
    seconds: int
    file_mb: int
    open_files: int
    memory_limit: str = "memory_mb"
    patience: float = 3

    @classmethod
    def of(cls, limits: Limits) -> "Allowance":
        """Return the allowance that the limits in force give."""
        return cls(limits.memory_mb, limits.seconds, limits.file_mb, limits.open_files)

    @classmethod
    def to_verify(cls, limits: Limits) -> "Allowance":
        """Return the allowance for verifying a package, a folder or a file."""
        return cls.of(limits)._replace(memory_mb=limits.verify_mb, memory_limit="verify_mb")

    @property
    def clock(self) -> float:
        """The most seconds by the clock."""
        return self.patience * self.seconds

    def exceeded(self, what: str, place: str) -> WorkerError:
        """Return the error of exceeding one of the limits."""
        fault, limit = {
            "memory": (f"needs more than {self.memory_mb:,} MB of memory", self.memory_limit),
            "seconds": (f"takes more than {self.seconds:,} seconds of computing", "seconds"),
            "clock": (f"has not ended after {self.clock:,g} seconds", "seconds"),
            "file": (f"makes a file of more than {self.file_mb:,} MB", "file_mb"),
            "system's file": ("makes a larger file than the system allows (ulimit -f)", ""),
            "open files": (f"opens more than {self.open_files:,} files", "open_files"),
            "depth": ("is nested too deeply", ""),
        }[what]
        return WorkerError.at(place, fault, f"{VARIABLE}={limit}=… allows more" if limit else "")
