"""What a build made."""

from pathlib import Path
from typing import NamedTuple

from pnp.audit import GameReport
from pnp.records.manifest import MadeFile


class Built(NamedTuple):
    """The files of a build, whose paths start at ``folder``.

    ``skipped`` are components with nothing to print, ``left`` files of earlier builds that
    no longer follow from the definition, and ``problems`` what could not be made while the
    rest went on. ``notes`` say what a person should know before printing. ``anew`` are the
    paths of the files that are other than they were before.
    """

    name: str
    folder: Path
    files: tuple[MadeFile, ...]
    report: GameReport
    skipped: tuple[str, ...]
    left: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()
