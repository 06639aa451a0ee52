"""The options of ``pnp archive``."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pnp.jobs.options import Option, read_languages

if TYPE_CHECKING:
    from pnp.archive.record import ArchiveChoices


class ArchiveOptions(NamedTuple):
    """Where packages go, and what their maker states about them.

    No ``languages`` means those that the game has texts in. ``ocfl`` is a storage root for each
    version; ``anew`` makes packages even if nothing changed. ``date`` is in ISO 8601.
    """

    out: Annotated[Path, Option("Where packages go.", written=Path, metavar="DIR")] = Path(
        "archive"
    )
    identifier: Annotated[
        str | None, Option("The identifier that the archive gives to a game.", flag="--id")
    ] = None
    holder: Annotated[str | None, Option("Who holds the game, or makes the package.")] = None
    record_url: Annotated[
        str | None,
        Option("The game's record in a collection online.", flag="--record", metavar="URL"),
    ] = None
    languages: Annotated[
        tuple[str, ...],
        Option(
            "en, de, nl, fr, with commas; all a game has if not given.",
            read_languages,
            flag="--lang",
        ),
    ] = ()
    zip: Annotated[bool, Option("Also write each package as a zip file.", written=bool)] = False
    ocfl: Annotated[
        Path | None,
        Option(
            "Also store each package in an OCFL storage root.", written=Path | None, metavar="ROOT"
        ),
    ] = None
    anew: Annotated[bool, Option("Make packages even if nothing has changed.", written=bool)] = (
        False
    )
    date: str | None = None

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield nothing: these options do not depend on each other."""
        yield from ()

    @property
    def choices(self) -> "ArchiveChoices":
        """The statements of the package's maker."""
        from pnp.archive.record import ArchiveChoices

        return ArchiveChoices(self.identifier, self.holder, self.record_url, self.date)
