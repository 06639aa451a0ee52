"""The fonts of rule sheets and rulebooks, as a game chooses them."""

from pnp.game.game import Game
from pnp.typeset.styles import BookFonts, Family


def book_fonts(game: Game) -> BookFonts:
    """Return the fonts of a game's documents: its own for rules, or the built-in ones.

    A font without italics, as those of most scripts are, is upright where others are italic.
    """
    chosen = game.fonts.rules
    if chosen is None:
        return BookFonts(game.typefaces.family("serif"), game.typefaces.family("sans"))
    family = _upright(game.typefaces.family(chosen))
    return BookFonts(family, family)


def _upright(family: Family) -> Family:
    return family._replace(
        italic=family.italic or family.regular,
        bold_italic=family.bold_italic or family.bold,
    )
