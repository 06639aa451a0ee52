"""Check that the pieces of a game and the labels of their sheets can be drawn, by language."""

from collections.abc import Iterator, Mapping

from pnp.base.errors import FontError, LayoutError
from pnp.base.messages import Message, as_message, within
from pnp.base.shaping import shape
from pnp.base.units import join_words
from pnp.definitions import NamedGame
from pnp.game.game import Game
from pnp.make.wing import WingFindings
from pnp.sheets.component_sheets import drawn_component, label_font, laid_out
from pnp.sheets.options import SheetOptions


def check_faces(games: Mapping[str, Game]) -> WingFindings:
    """Return the faults that a build would find in the pieces of a game, and notes about sheets.

    Notes are about pieces that do not fit the default sheets.

    ``games`` holds the game by language, that of its definition first. A fault in only some
    languages names them. Pictures that the first game goes without are not reported again.
    """
    found: dict[str, dict[str, str]] = {}
    notes: list[str] = []
    first = next(iter(games.values()))
    reported = {as_message(one) for one in (first.draft or {}).values()}
    for number, (lang, game) in enumerate(games.items()):
        for line in _faults(game, None if number else notes):
            if line.moved() not in reported:
                found.setdefault(line.in_any_language(), {})[lang] = line
    faults = (
        line if len(by) == len(games) else f"{line} (in {join_words(by)})"
        for by in found.values()
        for line in [*by.values()][:1]
    )
    return WingFindings(tuple(faults), tuple(notes))


def check_pieces(named: NamedGame, games: Mapping[str, Game]) -> WingFindings:
    """Return what :func:`check_faces` finds in a game by language."""
    return check_faces(games)


def _faults(game: Game, notes: list[str] | None) -> Iterator[Message]:
    """Yield faults of pieces and of the labels of their sheets; add notes to ``notes`` if given."""
    font, options = label_font(game), SheetOptions()
    for key, component in game.components.items():
        if component.made_of_wood:
            continue
        try:
            drawn = drawn_component(game, key, options)
            for piece in drawn.every:
                yield from within(f"{game.id}, {key}", piece.faults)
            shape(f"{game.name} · {component.name}", font)
        except (FontError, LayoutError) as error:
            yield from within(f"{game.id}, {key}", error.faults)
            continue
        if notes is not None:
            try:
                laid_out(game, drawn, options)
            except LayoutError as error:
                notes += within(key, error.faults)
