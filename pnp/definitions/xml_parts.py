"""Parse XML parts of workbooks, element by element."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import TypeVar
from xml.parsers import expat

from pnp.base.errors import WorkbookError
from pnp.base.units import quoted

MOST_NAMED = 10  # sheets, in a message


class PartReader:
    """Receives the elements of a part; tags have no namespaces."""

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Handle the start of an element."""

    def end(self, tag: str) -> None:
        """Handle the end of an element."""

    def text(self, text: str) -> None:
        """Handle a text."""


Reader = TypeVar("Reader", bound=PartReader)


def followed(data: bytes, reader: Reader) -> Reader:
    """Feed a part to a reader, and return the reader.

    All of it is fed at once: expat before 2.6 rescans a long comment that comes in pieces
    (CVE-2023-52425).
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = lambda tag, given: reader.start(_local(tag), given)
    parser.EndElementHandler = lambda tag: reader.end(_local(tag))
    parser.CharacterDataHandler = reader.text
    parser.Parse(data, True)
    return reader


def _local(tag: str) -> str:
    return tag.rpartition(":")[2]


def _refuse_doctype(*_: object) -> None:
    raise WorkbookError("has a DOCTYPE, which no workbook needs; save it again")


def plain(value: object) -> str:
    """Format a date or a time as ISO 8601; a date at midnight without its time."""
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def plain_number(number: float) -> str:
    """Format a number; a whole one without decimals."""
    return str(int(number)) if number.is_integer() else str(number)


def no_sheet(name: str, names: Iterable[str]) -> WorkbookError:
    """Return the error for a sheet that a workbook lacks, with the names of its sheets."""
    known = list(names)
    has = ", ".join(map(_shortened, known[:MOST_NAMED])) or "none"
    more = ", …" if len(known) > MOST_NAMED else ""
    return WorkbookError(f"has no sheet {quoted(name)}; it has: {has}{more}")


def _shortened(name: str) -> str:
    return name if len(name) <= 60 and name.isprintable() else quoted(name)
