"""The options of ``pnp archive``."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.jobs.options import option, read_languages


@dataclass(frozen=True)
class ArchiveOptions:
    """Where packages go, and what their maker states about them.

    No ``languages`` means those that the game has texts in. ``ocfl`` is a storage root for each
    version; ``anew`` makes packages even if nothing changed. ``date`` is in ISO 8601.
    """

    out: Path = option(
        "Where packages go.",
        default=Path("archive"),
        metavar="DIR",
        group="files",
    )
    identifier: str | None = option(
        "The identifier that the archive gives to a game.",
        flag="--id",
        metavar="ID",
        group="record",
    )
    holder: str | None = option(
        "Who holds the game, or makes the package.",
        setting=True,
        metavar="NAME",
        group="record",
    )
    record_url: str | None = option(
        "The game's record in a collection online.",
        flag="--record",
        metavar="URL",
        group="record",
    )
    languages: tuple[str, ...] = option(
        "en, de, nl, fr, with commas; all a game has if not given.",
        read_languages,
        default=(),
        flag="--lang",
        metavar="LANG,...",
        group="text",
    )
    zip: bool = option(
        "Also write each package as a zip file.",
        default=False,
        group="files",
    )
    ocfl: Path | None = option(
        "Also store each package in an OCFL storage root.",
        written=Path | None,
        metavar="ROOT",
        group="files",
    )
    anew: bool = option(
        "Make packages even if nothing has changed.",
        default=False,
        group="files",
    )
    date: str | None = None

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield nothing: these options do not depend on each other."""
        yield from ()
