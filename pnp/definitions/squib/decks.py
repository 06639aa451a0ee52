"""Decks of a project: their rows, and the cards in a range."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.definitions.squib.card import FrameKeys
from pnp.definitions.squib.layout_files import LayoutEntry
from pnp.definitions.squib.ruby import Column, NumberRange, RubyValue, UntakenError
from pnp.definitions.squib.values import SCALE

COPIES = ("qty", "quantity", "copies", "count", "number")
OWN = ""  # the name of a table that is not a file: its rows stand in the definition
_PLAIN = re.compile(r"(?!(?:not|and|or|contains)\b)[\w-]+(?: (?!(?:not|and|or|contains)\b)[\w-]+)*")
_NO_LIST = "put its values into a column of the table"
_NO_RANGE = "a frame for some cards has when = with a condition on a column"


class DeckTable(NamedTuple):
    """Rows of cards, from a file or, under the name :data:`OWN`, from lists in a script."""

    name: str
    rows: list[dict[str, str]]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()


def table_of(lists: Mapping[str, Any]) -> DeckTable:
    """Return the table whose columns are lists of texts and numbers."""
    count = max(map(len, lists.values()), default=0)
    texts = {
        key: [*map(_cell, values), *[""] * (count - len(values))] for key, values in lists.items()
    }
    return DeckTable(OWN, [{key: cells[n] for key, cells in texts.items()} for n in range(count)])


class ScriptDeck:
    """One deck as far as the script has been read."""

    def __init__(self, size: str, corner: str, cards: object) -> None:
        self.size = size
        self.scale = SCALE
        self.stem = ""  # of the name of its script
        self.corner = corner
        self.layouts: dict[str, LayoutEntry] = {}
        self.table: DeckTable | None = None
        self.ground = ""
        self.frames: list[FrameKeys] = []
        self.is_large = False
        self.cards = int(cards) if isinstance(cards, float) else 1

    @property
    def is_board(self) -> bool:
        """Whether it is one card that several sheets are joined for."""
        return self.is_large and self.table is None and self.cards == 1

    @property
    def count(self) -> int:
        """The number of cards."""
        return self.cards if self.table is None else len(self.table.rows)

    def use(self, table: DeckTable) -> None:
        """Add the rows of a table to the columns from lists.

        Raises:
            UntakenError: If the deck already has the rows of another file.
        """
        if self.table is None or self.table is table or not self.table.columns:
            self.table = table
            return
        if self.table.name != OWN or table.name != OWN:
            raise UntakenError(
                "a second table", "one deck has one: join them, or make two components"
            )
        for column in table.columns:
            self._add(column, [row[column] for row in table.rows])

    def listed(self, key: str, values: Sequence[RubyValue]) -> Column:
        """Add a column with a value for each card, and return it.

        Raises:
            UntakenError: If the cards have a file, or a value is not text.
        """
        if any(isinstance(one, (list, Column, NumberRange, UntakenError, bool)) for one in values):
            raise UntakenError(f"{key} is a list of what Ruby finds", _NO_LIST)
        if key.endswith("color") and not all(isinstance(one, str) for one in values):
            raise UntakenError(f"{key} is a list of no colours", _NO_LIST)
        if key.endswith("color") and len(values) < self.count:
            raise UntakenError(f"{key} is a list for {len(values)} of {self.count} cards", _NO_LIST)
        key = {"str": "text", "file": "picture"}.get(key, key)
        taken = () if self.table is None else self.table.columns
        name = next(n for n in (key, *(f"{key}-{i}" for i in range(2, 999))) if n not in taken)
        self._add(name, list(map(_cell, values)))
        return Column(OWN, name)

    def _add(self, name: str, cells: Sequence[str]) -> None:
        if self.table is None:
            self.table = DeckTable(OWN, [{} for _ in range(max(self.cards, 1))])
        if self.table.name != OWN:
            raise UntakenError("a list beside a table", _NO_LIST)
        for number, row in enumerate(self.table.rows):
            row[name] = cells[number] if number < len(cells) else ""

    def condition(self, chosen: object, indexes: Mapping[str, str]) -> str:
        """Return the condition for the cards of a range; ``indexes`` maps variables to columns.

        Raises:
            UntakenError: If only Ruby could evaluate the range, or it repeats a card.
        """
        if chosen in (None, ":all", "all"):
            return ""
        if isinstance(chosen, Column) and chosen.table in indexes:
            return equals(indexes[chosen.table], [chosen.name])
        numbers = self._numbers(chosen)
        wanted = [one + 1 for one in numbers if 0 <= one < self.count]
        if len(wanted) == self.count:
            return ""
        if self.table is None and self.count > 1:
            self.table = DeckTable(OWN, [{} for _ in range(self.count)])
        for row in self.table.rows if self.table else ():
            if any(row[name] not in ("", "1") for name in row if name.lower() in COPIES):
                raise UntakenError("a range of cards with copies", _NO_RANGE)
        first, last = (wanted[0], wanted[-1]) if wanted else (0, 0)
        if len(wanted) > 2 and last - first == len(wanted) - 1:
            return f"card.number >= {first} and card.number <= {last}"
        return " or ".join(f"card.number = {one}" for one in wanted or (0,))

    def _numbers(self, chosen: object) -> Iterable[int]:
        """Return the numbers of a range, counted from 0."""
        if isinstance(chosen, list) and all(isinstance(one, float) for one in chosen):
            numbers = [int(one) for one in chosen]
        elif isinstance(chosen, float):
            numbers = [int(chosen)]
        elif isinstance(chosen, NumberRange):
            first, last = (one + self.count if one < 0 else one for one in chosen)
            return range(max(first, 0), min(last + 1, self.count))
        else:
            raise UntakenError("a range that Ruby finds", _NO_RANGE)
        return sorted({one + self.count if one < 0 else one for one in numbers})


def equals(column: str, cells: Sequence[str]) -> str:
    """Return the condition that a column has one of these cells.

    Raises:
        UntakenError: If a cell or the column cannot be written in a condition.
    """
    if set(column) & set("{}") or any({"'", '"'} <= set(cell) for cell in cells):
        raise UntakenError(
            f"column {column!r} or its cells have signs that conditions use", "change them"
        )
    named = column if _PLAIN.fullmatch(column) else f"{{{column}}}"
    return " or ".join(f"{named} = {_quoted(cell)}" for cell in cells)


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text else f"'{text}'"


def _cell(value: RubyValue) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)
