"""Text with columns in it.

``"{title}"`` inserts a row's cell under *title*, ``"{short|title}"`` the first of them that is not
empty, and ``"{cost|'free'}"`` *free* if there is no cost. A part between ``[[`` and ``]]`` is
omitted if a cell in it is empty. ``{{`` and ``}}`` are literal braces.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from pnp.base.units import quoted

Cells = Mapping[str, str]

# The last two of several brackets close a part, so [[[{x}]]] is x in brackets.
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|\[\[|\]\](?!\])")
_CHOICE = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^|\s](?:[^|]*[^|\s])?))\s*(\||$)")
_LONGEST = 5000  # characters of one wording


class _Insert(NamedTuple):
    """A placeholder: the first of some columns that is not empty, or else fixed words."""

    columns: tuple[str, ...]
    otherwise: str = ""

    def fill(self, cells: Cells, empty: str, edges: tuple[str, str]) -> str:
        for column in self.columns:
            if cell := cells.get(column, ""):
                return f"{edges[0]}{cell}{edges[1]}"
        return self.otherwise or empty

    def length(self, cells: Mapping[str, int]) -> int:
        return max(len(self.otherwise), *(cells.get(column, 0) for column in self.columns))


class _Optional(NamedTuple):
    """A part that is omitted if a cell in it is empty."""

    parts: "tuple[str | _Insert, ...]"

    def fill(self, cells: Cells, empty: str, edges: tuple[str, str]) -> str:
        filled = [
            part if isinstance(part, str) else part.fill(cells, "", edges) for part in self.parts
        ]
        return "".join(filled) if all(filled) else empty


class Wording(NamedTuple):
    """A text, parsed into words and placeholders."""

    text: str
    parts: tuple[str | _Insert | _Optional, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it names, in order."""
        return tuple(chain.from_iterable(one.columns for one in self._inserts()))

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """The groups of alternative columns; the first non-empty one of each is inserted."""
        return tuple(one.columns for one in self._inserts() if len(one.columns) > 1)

    @property
    def words(self) -> str:
        """Its words without columns."""
        texts = (part if isinstance(part, str) else part.otherwise for part in self._flat())
        return "".join(texts)

    def _flat(self) -> Iterator[str | _Insert]:
        for part in self.parts:
            if isinstance(part, _Optional):
                yield from part.parts
            else:
                yield part

    def _inserts(self) -> Iterator[_Insert]:
        return (part for part in self._flat() if isinstance(part, _Insert))

    def length(self, cells: Mapping[str, int]) -> int:
        """Return its greatest length for cells of these lengths."""
        return sum(
            len(part) if isinstance(part, str) else part.length(cells) for part in self._flat()
        )

    def fill(self, cells: Cells, empty: str = "", edges: tuple[str, str] = ("", "")) -> str:
        """Fill in a row's cells, between ``edges``, with ``empty`` for empty or missing ones."""
        return "".join(
            [
                part if isinstance(part, str) else part.fill(cells, empty, edges)
                for part in self.parts
            ]
        )


@lru_cache(maxsize=1024)
def parse_wording(text: str) -> Wording:
    """Parse text with columns in braces.

    Raises:
        ValueError: If a brace or a bracket has no partner.
    """
    check_length(text)
    parts: list[str | _Insert | _Optional] = []
    optional: list[str | _Insert] | None = None
    end = 0
    for match in _PART.finditer(text):
        into = parts if optional is None else optional
        _add(into, text[end : match.start()])
        end = match.end()
        match match[0]:
            case "{{" | "}}":
                _add(into, match[0][0])
            case "[[":
                if optional is not None:
                    raise ValueError(f"[[ stands within [[ and ]]; not {quoted(text)}")
                optional = []
            case "]]":
                parts.append(_optional(optional, text))
                optional = None
            case _:
                _add(into, _insert(match[1], text))
    if optional is not None:
        raise ValueError(_without_partner("[[", "]]", text))
    _add(parts, text[end:])
    return Wording(text, tuple(parts))


def _add(parts: list[Any], part: str | _Insert) -> None:
    """Append a part, merging adjacent plain texts."""
    if isinstance(part, str) and parts and isinstance(parts[-1], str):
        parts[-1] += part
    elif part:
        parts.append(part)


def _optional(parts: list[str | _Insert] | None, text: str) -> _Optional:
    if parts is None:
        raise ValueError(_without_partner("]]", "[[", text))
    if not any(isinstance(part, _Insert) and not part.otherwise for part in parts):
        raise ValueError(
            "no cell decides whether what stands between [[ and ]] is left out; write a column "
            f"in it, such as [[: {{sub}}]], and to print [[ write {{'[['}}; not {quoted(text)}"
        )
    return _Optional(tuple(parts))


def _without_partner(one: str, other: str, text: str) -> str:
    return (
        f"{one} has no {other}; write what may be left out as [[: {{sub}}]], and to print {one} "
        f"write {{'{one}'}}; not {quoted(text)}"
    )


def _insert(written: str | None, text: str) -> str | _Insert:
    """Parse the content of braces: columns, optionally followed by words in quotes."""
    columns: list[str] = []
    words: list[str] = []
    at, more = 0, True
    while more:
        match = _CHOICE.match(written or "", at)
        if match is None or words:
            raise ValueError(
                f'write a column in braces, such as "{{title}}", and a brace as two: {{{{; '
                f"not {quoted(text)}"
            )
        if match[3] is not None:
            columns.append(match[3])
        else:
            words.append(match[1] if match[1] is not None else match[2])
        at, more = match.end(), match[4] == "|"
    return _Insert(tuple(columns), "".join(words)) if columns else "".join(words)


def check_length(text: str) -> None:
    """Raise ValueError for text of an absurd length."""
    if len(text) > _LONGEST:
        raise ValueError(f"write at most {_LONGEST} characters, not {len(text)}")
