"""The rulebooks of a package: a PDF and an HTML file in each language."""

from collections.abc import Callable, Iterator
from pathlib import Path

from pnp.archive.record import ArchiveRecord
from pnp.base.errors import FontError, LayoutError, RulesError
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.render.xmp import Metadata

PAPER = "a4"


def books(
    folder: Path, record: ArchiveRecord, speaking: Callable[[str], Game]
) -> Iterator[tuple[str, bytes]]:
    """Yield the rulebooks by their paths in the package; the rule texts are in ``folder``.

    ``speaking`` returns the game with its cards in a language.

    Raises:
        RulesError: If a text is missing, has faults or cannot be set on a page.
        AuditError: If the game's components do not meet the needs of its rules.
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


def book_metadata(record: ArchiveRecord, lang: str) -> Metadata:
    """Return the PDF metadata of the rulebook in one of the record's languages."""
    which = record.languages.index(lang)
    edition = record.editions[which]
    return Metadata(
        title=record.book_titles[which].text,
        lang=lang,
        summary=edition.summary,
        author="; ".join(record.authors) or None,
        rights=edition.rights,
        rights_uri=record.rights_uri,
        identifier=record.identifier,
        date=record.date,
        coverage=record.created.edtf if record.created else None,
        subjects=(edition.name, *(rule_set.name for rule_set in edition.rule_sets.values())),
    )
