"""All that the metadata of a package say, said once."""

from pathlib import Path
from typing import NamedTuple

from pnp.model.game import Game


class Choices(NamedTuple):
    """What whoever makes a package says of it.

    ``identifier`` is ``pnp:<game id>`` if none is given; ``holder`` is the institution that holds
    or makes the package; ``record_url`` is the online record of a collection, that of the
    definition's first source of kind ``record`` if none is given; ``date`` is an ISO date.
    """

    identifier: str | None = None
    holder: str | None = None
    record_url: str | None = None
    date: str | None = None


class Record(NamedTuple):
    """A game as an archive describes it."""

    identifier: str
    title: str
    languages: tuple[str, ...]
    rights: str
    rights_uri: str
    date: str | None = None
    holder: str | None = None


def record_of(folder: Path, game: Game, languages: tuple[str, ...], choices: Choices) -> Record:
    """Say all that is known of a game, in these languages.

    Raises:
        AuditError: If a rule rests on no evidence, a line for each.
        RulesError: If sentences of the definition are not translated.
    """
    raise NotImplementedError
