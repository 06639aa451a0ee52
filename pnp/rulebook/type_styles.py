"""The type styles of sheets and books: headings, texts, lists and tables."""

from pnp.game.game import Game
from pnp.typeset.styles import PT, SANS, SERIF, BookFonts, Family, TextStyle

INK, QUIET, RULE = "#1b1b1b", "#5a554e", "#b9b2a4"


def text_style(size: float, leading: float, before: float, **more: object) -> TextStyle:
    """Return a style from sizes in points, in serif type by default."""
    family = more.pop("family", SERIF)
    return TextStyle(family, size * PT, leading * PT, before * PT, **more)  # type: ignore[arg-type]


BODY = text_style(9.6, 12.6, 4.5)
ITEM = text_style(9.6, 12.6, 2.0)
SUBTITLE = text_style(14, 18, 1, hyphenated=False, even=True)
LEAD = text_style(12, 15.5, 5, color=QUIET, italic=True, hyphenated=False, even=True)
GLANCE = text_style(9.2, 12.4, 5, family=SANS, hyphenated=False, even=True)
CAPTION = text_style(
    8.4, 10.6, 3, family=SANS, color=QUIET, centered=True, hyphenated=False, even=True
)
SMALL = text_style(8.2, 10.4, 3.2)
CELL = text_style(8.2, 10.4, 0)
HEAD_CELL = text_style(7.8, 10.4, 5, family=SANS, color=QUIET, hyphenated=False)
HEADINGS = {
    1: text_style(25, 29, 0, hyphenated=False, even=True),
    2: text_style(12.6, 15.5, 11, hyphenated=False),
    3: text_style(11, 14, 9, hyphenated=False),
    4: text_style(9.8, 12.6, 7, hyphenated=False),
    5: text_style(9.6, 12.6, 6, hyphenated=False),
}
INTRODUCING = text_style(8.4, 11, 5, family=SANS, color=QUIET, hyphenated=False)
LEGEND = text_style(8.2, 10.6, 7, family=SANS, color=QUIET, hyphenated=False)
PARAGRAPHS = {
    "body": BODY,
    "subtitle": SUBTITLE,
    "lead": LEAD,
    "glance": GLANCE,
    "small": INTRODUCING,
    "legend": LEGEND,
}
TITLE = text_style(40, 46, 0, hyphenated=False)
CHAPTER = text_style(20, 24, 0, hyphenated=False)
NOTES = text_style(15, 18, 0, hyphenated=False)
SMALL_HEADING = text_style(10.4, 13, 8, hyphenated=False)
FOOTER = text_style(8, 10, 0, family=SANS, color=QUIET)


def book_fonts(game: Game) -> BookFonts:
    """Return the fonts of a game's documents: its own fonts for rules, or the built-in ones.

    A font without italics, as in most scripts, stays upright where others are italic.
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
