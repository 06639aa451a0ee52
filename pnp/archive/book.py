"""What the rulebook of a package says of itself."""

from pnp.archive.record import Record
from pnp.render.xmp import Metadata


def book_metadata(record: Record, lang: str) -> Metadata:
    """Return the metadata of the rulebook in one of the record's languages."""
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
