"""Parts of workbooks in XML, followed element by element."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import TypeVar
from xml.parsers import expat

from pnp.base.errors import WorkbookError
from pnp.base.units import quoted

MOST_NAMED = 10  # sheets, in a message


class PartReader:
    """Follows a part, whose tags come without their namespaces."""

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Take the start of an element in."""

    def end(self, tag: str) -> None:
        """Take the end of an element in."""

    def text(self, text: str) -> None:
        """Take a text in."""


Reader = TypeVar("Reader", bound=PartReader)


def followed(data: bytes, reader: Reader) -> Reader:
    """Return a reader that has followed all of a part.

    Given at once: expat before 2.6 reads a long comment that comes in pieces again and again
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
    """Return a date or a time as ISO 8601 writes it, and of a date at midnight the date alone."""
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def plain_number(number: float) -> str:
    """Return a number, a whole one without decimals."""
    return str(int(number)) if number.is_integer() else str(number)


def no_sheet(name: str, names: Iterable[str]) -> WorkbookError:
    """Return the error that a workbook has no sheet of a name, with the names that it has."""
    known = list(names)
    has = ", ".join(map(_shortened, known[:MOST_NAMED])) or "none"
    more = ", …" if len(known) > MOST_NAMED else ""
    return WorkbookError(f"has no sheet {quoted(name)}; it has: {has}{more}")


def _shortened(name: str) -> str:
    return name if len(name) <= 60 and name.isprintable() else quoted(name)
