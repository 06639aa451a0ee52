"""Text from tables and addresses, and the control characters that hide in it."""

import re
from collections.abc import Collection
from unicodedata import normalize
from urllib.parse import SplitResult, quote, urlsplit

from pnp.base.limits import over

# Characters that RFC 3986 does not allow unescaped.
_FOREIGN = re.compile(r"[\s\x00-\x1f\x7f<>\"{}|\\^`]|%(?![0-9A-Fa-f]{2})")

_WHOLE = re.compile(r"(\d{1,9})(?:\.0{0,2})?")  # 1.000 may be a thousand
# FALSE as spreadsheets in other languages write it.
_OTHERS = "FALSCH FAUX FALSO ONWAAR FALSKT FALSK USANN EPÄTOSI FAŁSZ NEPRAVDA ЛОЖЬ HAMIS YANLIŞ"
_FALSE = frozenset(_OTHERS.split())
_OTHER_BREAKS = frozenset("\v\x85\u2028\u2029")

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # of what a definition names
BREAKS = frozenset("\n\t\r")
_LONE_RETURN = re.compile(r"\r(?!\n|\Z)")  # a terminal writes over what stands before it
# Marks of writing direction, with which a text can be shown as another one.
_BIDI_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def address_parts(text: str) -> SplitResult | None:
    """Return the parts of an address, or None if the text is not an address."""
    try:
        parts = urlsplit(text)
        usable = parts.port != 0 and not _FOREIGN.search(text)
    except ValueError:  # brackets that do not match, or no such port
        return None
    return parts if usable else None


def is_web_address(text: str) -> bool:
    """Return whether a text is an address of the web."""
    parts = address_parts(text)
    return parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)


def ascii_address(address: str) -> str:
    """Return an address with non-ASCII and unsafe characters percent-encoded."""
    return quote(address, safe="!#$%&'*+,-./:;=?@[]_~()")


class TableCell(str):
    """The text that a cell shows, with its plain ``value``, or the ``fault`` in it.

    A cell that shows ``25%`` has the value ``0.25``.
    """

    __slots__ = ("fault", "value")

    value: str
    fault: str

    def __new__(cls, text: str, value: str = "", fault: str = "") -> "TableCell":
        """Return a cell; without a ``value``, that is its text."""
        cell = super().__new__(cls, text)
        cell.value = value or text
        cell.fault = fault
        return cell


def in_lines(cell: str) -> str:
    """Return a cell with a new line for each line break of word processors and databases."""
    if _OTHER_BREAKS.isdisjoint(cell):
        return cell
    text = cell.translate(dict.fromkeys(map(ord, _OTHER_BREAKS), "\n"))
    return TableCell(text, cell.value, cell.fault) if isinstance(cell, TableCell) else text


def value_of(cell: str) -> str:
    """Return the plain value of a cell: ``1234.5`` where a spreadsheet shows ``1,234.50 €``."""
    return cell.value if isinstance(cell, TableCell) else cell


def fault_of(cell: str) -> str:
    """Return what is wrong with a cell of a workbook, or an empty string."""
    return cell.fault if isinstance(cell, TableCell) else ""


def whole_number(cell: str) -> int | None:
    """Return the whole number that a cell holds, such as 2 for ``2.0``; None if there is none."""
    match = _WHOLE.fullmatch(value_of(cell).strip())
    return int(match[1]) if match else None


def is_false(cell: str) -> bool:
    """Return whether a cell says FALSE, as an empty check box does."""
    return "false" in (cell.casefold(), value_of(cell)) or cell in _FALSE


def same_text(one: str, other: str) -> bool:
    """Return whether texts are equal in any Unicode form, true and false also in any case."""
    one, other = normalize("NFC", one), normalize("NFC", other)
    return one == other or (one.casefold() == other.casefold() in ("true", "false"))


def meant(name: str, names: Collection[str]) -> str:
    """Return the one of ``names`` that a name means, or the name itself if there is none.

    The only one that differs from it in case or Unicode form will do.
    """
    if name in names:
        return name
    alike = [one for one in names if folded(one) == folded(name)]
    return alike[0] if len(alike) == 1 else name


def folded(name: str) -> str:
    """Return a name as others are compared with it that differ in case or Unicode form."""
    return normalize("NFC", normalize("NFC", name).casefold())


def text_fault(text: str, letters: int) -> str | None:
    """Return the fault of a text: a control character, or more letters than allowed."""
    if len(text) > letters:
        return f"is too long: {over('letters', len(text))}"
    return control_character_fault(text)


def control_character_fault(text: str) -> str | None:
    """Return the fault of a text with a control character, else None."""
    if text.isprintable():
        return None
    if _LONE_RETURN.search(text):
        return "has a carriage return without a line feed (U+000D); take it out"
    hidden = next(filter(_is_hidden, text), None)
    return f"has a control character (U+{ord(hidden):04X}); take it out" if hidden else None


def escaped(text: str) -> str:
    """Return a text with its control characters escaped, other than line breaks and tabs."""
    return _escaped(text, "\n\t")


def seen(text: str) -> str:
    """Return a text on one line, with its control characters and line breaks escaped."""
    return _escaped(text, "")


def _escaped(text: str, allowed: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        sign if sign in allowed or not _is_unprinted(sign) else repr(sign)[1:-1] for sign in text
    )


def _is_unprinted(character: str) -> bool:
    """Return whether a character controls a terminal, or is a lone surrogate."""
    return character in BREAKS or _is_hidden(character) or "\ud800" <= character <= "\udfff"


def _is_hidden(character: str) -> bool:
    return (
        (character < " " and character not in BREAKS)
        or "\x7f" <= character <= "\x9f"
        or character in "\u2028\u2029\ufffe\uffff"  # the last two have no place in XML
        or character in _BIDI_MARKS
    )
