"""A whole package: everything about a game that goes into a bag, checked."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pnp.archive.bag import bag_files
from pnp.archive.books import books
from pnp.archive.checks import checked
from pnp.archive.drawings import drawings, missing_previews
from pnp.archive.metadata import metadata_files
from pnp.archive.readme import readme
from pnp.archive.record import Choices, record_of
from pnp.archive.report import report_files
from pnp.archive.sources import definition_files, fingerprint, licences
from pnp.audit import check_game, evidence_faults
from pnp.base.errors import AuditError
from pnp.game.game import Game


class Package(NamedTuple):
    """The files of a bag by their places in it, and what could not be made."""

    files: dict[str, bytes]
    not_made: tuple[str, ...]


def made_from(file: Path, game: Game, languages: tuple[str, ...], choices: Choices) -> str:
    """Return a SHA-256 of all that decides what a package says; its date does not."""
    said = choices._replace(date=None)
    return fingerprint(definition_files(file, game), languages, *said)


def package_of(
    file: Path,
    game: Game,
    languages: tuple[str, ...],
    choices: Choices,
    speaking: Callable[[str], Game],
) -> Package:
    """Make a package of the game that is defined in a file, and check every part of it.

    ``speaking`` gives the game with cards in a language.

    Raises:
        AuditError: If the box falls short of its rules, or a rule rests on no evidence.
        PnpError: If something cannot be made, or is not what it claims to be.
    """
    _must_be_sound(game)
    record = record_of(file.parent, game, languages, choices)
    payload = {**definition_files(file, game), **dict(licences())}
    payload |= books(file.parent, record, speaking)
    payload |= drawings(record)
    payload |= metadata_files(record)
    not_made = tuple(filter(None, [missing_previews()]))
    payload |= report_files(record, checked(payload), not_made)
    payload["README.txt"] = readme(record, game.id, sorted(payload))
    origin = made_from(file, game, languages, choices)
    return Package(bag_files(payload, record, game.id, origin), not_made)


def _must_be_sound(game: Game) -> None:
    report = check_game(game)
    faults = [*(() if report.ok else report.faults()), *evidence_faults(game)]
    if faults:
        raise AuditError("\n".join((*faults, f"{game.id} is not archived: it falls short")))
