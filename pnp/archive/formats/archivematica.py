"""Writes metadata.csv, from which Archivematica reads Dublin Core for the files of a package.

See "Adding metadata to bags" in https://www.archivematica.org/en/docs/ ("Import metadata"): the
paths begin with data/, and the first column is the path.
"""

import csv
from collections.abc import Iterator
from io import StringIO

from pnp.archive.record import ArchiveRecord

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a cell begins that is not text


def metadata_csv(record: ArchiveRecord) -> bytes:
    """Write a row for each rulebook, each document with drawings, and the definition."""
    rows = [*_rows(record)]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = StringIO()
    table = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows({name: _cell(text) for name, text in row.items()} for row in rows)
    return out.getvalue().encode()


def _rows(record: ArchiveRecord) -> Iterator[dict[str, str]]:
    shared = {
        "dc.identifier": record.identifier,
        "dc.creator": "; ".join(record.authors),
        "dc.publisher": record.holder or "",
        "dc.date": record.date or "",
        "dc.rights": record.rights,
    }
    for lang, title in record.book_titles:
        for suffix, kind in (("pdf", "application/pdf"), ("html", "text/html")):
            path = f"data/rules/rulebook.{lang}.{suffix}"
            yield _row(path, title, "text", kind) | {"dc.language": lang} | shared
    for part in record.parts:
        path, title = f"data/drawings/{part.id}.pdf", f"{record.title}: {part.names[0].text}"
        yield _row(path, title, "image", "application/pdf") | shared
    yield _row("data/definition/game.toml", record.title, "text", "application/toml") | shared


def _row(path: str, title: str, kind: str, media_type: str) -> dict[str, str]:
    return {"filename": path, "dc.title": title, "dc.type": kind, "dc.format": media_type}


def _cell(text: str) -> str:
    """Return a text that no spreadsheet mistakes for a formula."""
    return f" {text}" if text.startswith(_FORMULA) else text
