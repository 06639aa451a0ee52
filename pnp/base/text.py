"""Text from tables and addresses, and the control characters that hide in it."""

import re
from collections.abc import Collection, Iterable, Iterator
from unicodedata import bidirectional, category, normalize
from urllib.parse import SplitResult, quote, urlsplit

from pnp.base.limits import limits, over
from pnp.base.messages import quoted

# Characters that RFC 3986 does not allow unescaped.
_FOREIGN = re.compile(r"[\s\x00-\x1f\x7f<>\"{}|\\^`]|%(?![0-9A-Fa-f]{2})")

_WHOLE = re.compile(r"(\d{1,9})(?:\.0{0,2})?")  # 1.000 may be a thousand
# FALSE as spreadsheets in other languages write it.
_OTHERS = "FALSCH FAUX FALSO ONWAAR FALSKT FALSK USANN EPÄTOSI FAŁSZ NEPRAVDA ЛОЖЬ HAMIS YANLIŞ"
_FALSE = frozenset(_OTHERS.split())
NESTED = "has more in it than a list; write a text, a number, true, false, or a list of these"
_OTHER_BREAKS = frozenset("\v\x85\u2028\u2029")

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # of what a definition names
BREAKS = frozenset("\n\t\r")
_LONE_RETURN = re.compile(r"\r(?!\n|\Z)")  # a terminal writes over what stands before it
# Marks of writing direction, with which a text can be shown as another one.
_BIDI_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# Letters without marks and the usual punctuation, of which nearly all texts consist.
_HARMLESS = re.compile("[\n\t\x20-\x7e\xa0-\u02ff\u2010-\u2027]*")
MOST_MARKS = 5  # on one letter: Hebrew of the Bible has up to five
# Letters that spell a text which nobody sees, other than those of a flag such as Scotland's.
_TAGS = re.compile("[\U000e0000-\U000e007f]")
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
# Unicode's Default_Ignorable_Code_Point, and an empty pattern of Braille.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
# Letters of the Cyrillic and Greek alphabets that look like those of the Latin one (Unicode
# Technical Standard 39, confusables.txt), and two of the latter that look alike.
_TWINS = str.maketrans(
    "аеорсухіјѕԁһԛԝАВЕКМНОРСТУХІЈЅԚԜοανρικυΑΒΕΖΗΙΚΜΝΟΡΤΥΧI|",  # noqa: RUF001
    "aeopcyxijsdhqwABEKMHOPCTYXlJSQWoavpikuABEZHlKMNOPTYXll",
)


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


def list_cell(texts: Iterable[str]) -> str:
    """Return the texts of a list as that of a cell, no more of them than make it too long."""
    room, row = limits().letters, list[str]()
    for text in filter(None, texts):
        row.append(text)
        room -= len(text)
        if room < 0:
            break
    return ", ".join(row)


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
    """Return the fault of a text with a control character or that nobody can read, else None."""
    if (text.isascii() and text.isprintable()) or _HARMLESS.fullmatch(text):
        return None
    if tag := _TAGS.search(_FLAG.sub("", text)):
        return f"has an invisible character (U+{ord(tag[0]):04X}); take it out"
    if _most_marks(text) > MOST_MARKS:
        return f"has a letter with more than {MOST_MARKS} marks above or below it; take them out"
    if _LONE_RETURN.search(text):
        return "has a carriage return without a line feed (U+000D); take it out"
    hidden = next(filter(_is_hidden, text), None)
    return f"has a control character (U+{ord(hidden):04X}); take it out" if hidden else None


def _most_marks(text: str) -> int:
    """Return the largest number of marks on one letter of a text."""
    most = marks = 0
    for kind in map(category, text):
        if kind in ("Mn", "Me"):
            marks += 1
            most = max(most, marks)
        elif kind != "Cf":  # which nobody sees
            marks = 0
    return most


def visible(text: str) -> str:
    """Return a text without the characters that nobody sees."""
    return text if text.isascii() else _UNSEEN.sub("", text)


def name_notes(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a note for each name that looks like an earlier one, or has needless unseen characters.

    Each name comes with its place. Unseen characters are needed for joins and line breaks of many
    scripts and of emoji, and for the direction of text from right to left.
    """
    first: dict[str, tuple[str, str]] = {}
    for place, name in names:
        before, other = first.setdefault(_look(name), (place, name))
        if other != name:
            yield f"{place}: the name {name!a} looks like that of {before}, {other!a}"
        if needless := _needless(name):
            yield f"{place}: the name {quoted(name)} has the invisible character U+{needless:04X}"


def _look(name: str) -> str:
    """Return what names that look the same have in common."""
    return " ".join(visible(normalize("NFKC", name)).translate(_TWINS).split())


def _needless(name: str) -> int:
    """Return the first character of a name that nobody sees and no script needs, or 0."""
    if name.isascii():
        return 0
    from_right = any(bidirectional(sign) in ("R", "AL") for sign in visible(name))
    for before, sign in zip(" " + name, name, strict=False):
        is_direction = sign in "\u061c\u200e\u200f"
        if (sign in "\u200c\u200d" and before < "\u0590") or (is_direction and not from_right):
            return ord(sign)
    return 0


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
