"""What a build made."""

from dataclasses import dataclass
from pathlib import Path

from pnp.audit import GameReport
from pnp.build.manifest import MadeFile


@dataclass(frozen=True, slots=True)
class Built:
    """The files of a build, whose paths start at ``folder``.

    ``left`` are files of earlier builds that no longer follow from the definition, and
    ``problems`` what could not be made while the rest went on.
    """

    name: str
    folder: Path
    files: tuple[MadeFile, ...]
    report: GameReport
    left: tuple[str, ...]
    problems: tuple[str, ...]
