"""The rulebooks of a package: a PDF and an HTML file in each language."""

from collections.abc import Callable, Iterator
from pathlib import Path

from pnp.archive.book import book_metadata
from pnp.archive.record import Record
from pnp.base.errors import FontError, LayoutError, RulesError
from pnp.game.game import Game
from pnp.game.paper import PAPERS

PAPER = "a4"


def books(
    folder: Path, record: Record, speaking: Callable[[str], Game]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files by their places; the texts lie in ``folder``.

    ``speaking`` gives the game with cards in a language.

    Raises:
        RulesError: If a text is missing, has faults or cannot be set on a page.
        AuditError: If the box falls short of its rules.
    """
    from pnp.render import pdfa
    from pnp.rulebook import render_html, rulebook
    from pnp.rulebook.pages import set_pages_of

    for lang in record.languages:
        book = rulebook(folder, speaking(lang), lang)
        name = f"rules/rulebook.{lang}"
        try:
            document = set_pages_of(book, PAPERS[PAPER])
            yield f"{name}.pdf", pdfa.render(document, book_metadata(record, lang))
        except (LayoutError, FontError) as error:
            raise RulesError(f"{name}.pdf: {error}") from None
        yield f"{name}.html", render_html(book)
