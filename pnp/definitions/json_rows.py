"""Rows of a table in JSON: a list of objects or of texts, or one of the lists in an object."""

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any

from pnp.base.errors import WorkbookError
from pnp.base.messages import Location, within
from pnp.base.text import NESTED, TableCell, list_cell
from pnp.base.units import quoted

_BLANK = re.compile(r"[ \t\r\n]*")
_EXAMPLE = 'write a list of objects: [{"title": "Flood", "copies": 2}, ...]'
_MOST_LISTS = 8  # named in a message


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a key that occurs twice would hide a cell."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise WorkbookError(f"{quoted(twice)} occurs twice in an object; write it once")
    return found


_DECODER = JSONDecoder(  # numbers stay as they are written
    parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_object
)


def read_json_rows(text: str, part: str = "") -> list[tuple[int, dict[str, str]]]:
    """Return the cells of each object, with the line on which it begins.

    ``part`` is the key of the list, if the file is an object of lists. Texts alone are cells of a
    column ``text``. Numbers stay as they are written, and null is empty.

    Raises:
        WorkbookError: If it is no list of objects or of texts.
    """
    try:
        listed = [*_listed(text, part)]
        if all(isinstance(value, str) for _, value in listed):
            return [(line, {"text": str(value)}) for line, value in listed]
        return [(line, _cells(value, line)) for line, value in listed]
    except JSONDecodeError as error:
        fault = f"is not JSON: {error.msg}"
        raise WorkbookError(*within(Location(line=error.lineno), [fault])) from None
    except RecursionError:
        raise WorkbookError(f"is nested too deeply; {_EXAMPLE}") from None


def _listed(text: str, part: str) -> Iterator[tuple[int, object]]:
    """Yield the values of a list, each with the line on which it begins."""
    at = _skipped(text, 0)
    if text[at : at + 1] == "{":
        members = _object([*_members(text, at)])
        lists = [key for key, begin in members.items() if text[begin] == "["]
        if part not in lists:
            names = " or ".join(map(quoted, lists[:_MOST_LISTS]))
            more = f"name one of its lists after a #: {names}" if lists else _EXAMPLE
            raise WorkbookError(f"is not a list; {more}")
        at = members[part]
    elif part:
        raise WorkbookError(f"is one list, so leave out {quoted(f'#{part}')}")
    if text[at : at + 1] != "[":
        raise WorkbookError(f"is not a list; {_EXAMPLE}")
    at, line, counted = _skipped(text, at + 1), 1, 0
    if text[at : at + 1] == "]":
        _check_end(text, at + 1, part)
        return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = _DECODER.raw_decode(text, at)
        except WorkbookError as error:
            raise WorkbookError(*within(Location(line=line), error.faults)) from None
        yield line, value
        at = _skipped(text, end)
        match text[at : at + 1]:
            case "]":
                _check_end(text, at + 1, part)
                return
            case ",":
                at = _skipped(text, at + 1)
                if text[at : at + 1] == "]":
                    raise JSONDecodeError("a comma stands before the end of the list", text, at)
            case _:
                raise JSONDecodeError("expecting ',' or ']'", text, at)


def _skipped(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _members(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield the keys of an object, each with the place of its value."""
    while text[at : at + 1] in ("{", ","):
        at = _skipped(text, at + 1)
        if text[at : at + 1] == "}":
            return
        if text[at : at + 1] != '"':
            raise JSONDecodeError("expecting a key in quotes", text, at)
        key, at = _DECODER.raw_decode(text, at)
        at = _skipped(text, at)
        if text[at : at + 1] != ":":
            raise JSONDecodeError("expecting ':'", text, at)
        at = _skipped(text, at + 1)
        yield key, at
        at = _skipped(text, _DECODER.raw_decode(text, at)[1])
    if text[at : at + 1] != "}":
        raise JSONDecodeError("expecting ',' or '}'", text, at)


def _check_end(text: str, at: int, part: str) -> None:
    end = _skipped(text, at)
    if end < len(text) and not part:
        raise JSONDecodeError("something follows the list", text, end)


def _cells(value: object, line: int) -> dict[str, str]:
    if not isinstance(value, dict):
        raise WorkbookError(*within(Location(line=line), [f"is not an object; {_EXAMPLE}"]))
    return {str(key): _cell(cell) for key, cell in value.items()}


def _cell(cell: object) -> str:
    """Return the text of a cell: a list of texts is one, and of anything else only the fault."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case str():
            return cell
        case list() if not any(isinstance(one, list | dict) for one in cell):
            return list_cell(map(_cell, cell))
    return TableCell("…", fault=NESTED)
