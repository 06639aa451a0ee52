"""Cells of tables: the text that a spreadsheet shows, and the plain value behind it."""

import re
from collections.abc import Collection
from unicodedata import normalize

_WHOLE = re.compile(r"(\d{1,9})(?:\.0{0,2})?")  # 1.000 may be a thousand
# FALSE as spreadsheets in other languages write it.
_OTHERS = "FALSCH FAUX FALSO ONWAAR FALSKT FALSK USANN EPÄTOSI FAŁSZ NEPRAVDA ЛОЖЬ HAMIS YANLIŞ"
_FALSE = frozenset(_OTHERS.split())


_OTHER_BREAKS = frozenset("\v\x85\u2028\u2029")


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
