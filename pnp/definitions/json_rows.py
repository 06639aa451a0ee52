"""Rows of a JSON file: a list of objects, one for each card."""

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder

from pnp.base.errors import WorkbookError
from pnp.base.units import quoted

_BLANK = re.compile(r"[ \t\r\n]*")
_EXAMPLE = 'write a list of objects: [{"title": "Flood", "copies": 2}, ...]'


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
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


def read_json_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return a header, then a row for each object, with the line on which it begins.

    The columns are the keys of all objects. Numbers stay as they are written, and null is empty.
    """
    try:
        found = [(line, _cells(value, line)) for line, value in _listed(text)]
    except JSONDecodeError as error:
        raise WorkbookError(f"line {error.lineno}: is not JSON: {error.msg}") from None
    except RecursionError:
        raise WorkbookError(f"is nested too deeply; {_EXAMPLE}") from None
    columns = tuple(dict.fromkeys(key for _, cells in found for key in cells))
    header = [(0, [*columns])] if found else []
    return header + [(line, [cells.get(key, "") for key in columns]) for line, cells in found]


def _listed(text: str) -> Iterator[tuple[int, object]]:
    """Yield the values of a list, each with the line on which it begins."""
    at = _skipped(text, 0)
    if text[at : at + 1] != "[":
        raise WorkbookError(f"is not a list; {_EXAMPLE}")
    at, line, counted = _skipped(text, at + 1), 1, 0
    if text[at : at + 1] == "]":
        _check_end(text, at + 1)
        return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = _DECODER.raw_decode(text, at)
        except WorkbookError as error:
            raise WorkbookError(f"line {line}: {error}") from None
        yield line, value
        at = _skipped(text, end)
        match text[at : at + 1]:
            case "]":
                _check_end(text, at + 1)
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


def _check_end(text: str, at: int) -> None:
    end = _skipped(text, at)
    if end < len(text):
        raise JSONDecodeError("something follows the list", text, end)


def _cells(value: object, line: int) -> dict[str, str]:
    if not isinstance(value, dict):
        raise WorkbookError(f"line {line}: is not an object; {_EXAMPLE}")
    return {str(key): _cell(key, cell, line) for key, cell in value.items()}


def _cell(key: str, cell: object, line: int) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case str():
            return cell
    raise WorkbookError(
        f"line {line}: {quoted(key)}: is a {'list' if isinstance(cell, list) else 'table'}; "
        "write a text, a number, true or false"
    )
