"""What an archive needs of a game."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.audit.check import evidence_faults
from pnp.base.files import is_file_name, safe_name
from pnp.base.units import quoted
from pnp.game.game import Game
from pnp.game.rights import unclear_rights
from pnp.make.wing import WingFindings

if TYPE_CHECKING:
    from pnp.definitions import NamedGame


def check_archive(named: "NamedGame", games: Mapping[str, Game]) -> WingFindings:
    """Return notes on what keeps a game out of an archive."""
    return WingFindings(notes=tuple(archive_notes(named.loaded.game)))


def archive_notes(game: Game) -> Iterator[str]:
    """Yield what keeps a game out of an archive, or its rights from being known there."""
    yield from (f"pnp archive needs more: {fault}" for fault in evidence_faults(game))
    yield from (f"pnp archive needs more: {fault}" for fault in long_names(game))
    stated = [("rights", game.rights, game.rights_uri)]
    stated += [
        (f"sources.{k}.rights", one.rights, one.rights_uri) for k, one in game.sources.items()
    ]
    for key, text, address in stated:
        if not address and (unclear := unclear_rights(text)):
            yield f"{key}: {quoted(text)} {unclear}"


def long_names(game: Game) -> Iterator[str]:
    """Yield a line for each picture whose name is too long once it is made safe for an archive."""
    pictures = (*game.pictures.values(), *game.livery_pictures.values())
    for name in dict.fromkeys(one.file.name for one in pictures):
        if not is_file_name(safe_name(name)):
            yield f"the file name {quoted(name)} is too long for an archive; give it a shorter one"
