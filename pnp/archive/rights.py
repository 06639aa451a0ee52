"""The rights in a game, in this edition of it, in the files that show it and in its record.

These four differ: a licence of the edition does not cover a game of 1924, and portals accept rights
of files and records only from their own lists.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.game.rights import IN_COPYRIGHT, NOT_EVALUATED, listed, term_of

RIGHTS_FIELDS = ("object_rights", "files_rights", "record_rights")  # of a deposit


class Rights(NamedTuple):
    """The URI of a rights statement or licence, and the rights holder if known."""

    uri: str
    holder: str | None = None

    @property
    def term(self) -> str:
        """The name of the statement or licence in English."""
        return term_of(self.uri)


class DepositRights(NamedTuple):
    """The rights in a game, its files and its record; a record states those in the edition too."""

    object: Rights
    files: Rights
    record: Rights

    def in_words(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each of the three, and the rights with their holder."""
        for name, rights in zip(("game", "files", "metadata"), self, strict=True):
            held = f", held by {rights.holder}" if rights.holder else ""
            yield name, f"{rights.term}{held}"

    def default_note(self, deposit: Deposit) -> str:
        """Return what applies because the deposit does not say it, or ""."""
        rows = zip(self.in_words(), RIGHTS_FIELDS, strict=True)
        lacking = [
            (f"{name}: {words}", field)
            for (name, words), field in rows
            if not getattr(deposit, field)
        ]
        if not lacking:
            return ""
        words, fields = zip(*lacking, strict=True)
        return f"rights by default: {'; '.join(words)} (state {', '.join(fields)})"


def rights_of(game: Game, deposit: Deposit) -> DepositRights:
    """Return the rights that the deposit states, or else those that follow from the definition."""
    return DepositRights(
        Rights(deposit.object_rights or NOT_EVALUATED, deposit.object_rights_holder),
        Rights(deposit.files_rights or _of_files(game), deposit.files_rights_holder),
        Rights(deposit.record_rights or NOT_EVALUATED),
    )


def _of_files(game: Game) -> str:
    """Return the rights in the edition, if they are in the lists.

    Any other licence implies copyright, without which nobody could license the edition.
    """
    if address := listed(game.rights_address):
        return address
    return IN_COPYRIGHT if game.rights_uri or game.rights else NOT_EVALUATED
