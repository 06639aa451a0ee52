"""Decks of a project: the columns of their cards, conditions on them, and their definition."""

import csv
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import count, groupby
from pathlib import PurePosixPath
from typing import Any

from pnp.base.files import is_device_name
from pnp.base.text import folded, is_false, whole_number
from pnp.definitions.cards import COPIES, ID
from pnp.definitions.columns import ColumnUse, rename_columns
from pnp.game.fields import LONGEST_ID, id_like
from pnp.squib.card import LEFT_OUT, FrameKeys
from pnp.squib.layout_files import LayoutEntry
from pnp.squib.ruby import (
    CardCells,
    CardIndex,
    CellOrigin,
    Column,
    DataFrame,
    RubyRange,
    UntakenError,
    items_of,
    text_of,
)
from pnp.squib.values import SCALE

_PLAIN = re.compile(r"(?!(?:not|and|or|contains)\b)[\w-]+(?: (?!(?:not|and|or|contains)\b)[\w-]+)*")
_NAME = re.compile(r"[\w-]+")
_UNFIT = re.compile(r"[{}|'\"\[\]]+")
_NO_RANGE = "a frame for some cards has when = with a condition on a column"
_NAMES = {"str": "text", "file": "picture"}  # of columns, by option
_MOST_TESTS = 8  # cells in one condition
_MOST_INLINE = 60  # rows that stand in the definition
_LONGEST_NAME = 50
_NOBODY = ColumnUse(frozenset(), frozenset())


class ScriptDeck:
    """One deck: its cards are numbered from 0, and a column has a cell for each of them.

    Columns come from the table of the deck, or are ``computed`` by the script.
    """

    def __init__(self, size: str, corner: str, count: int) -> None:
        self.size = size
        self.scale = SCALE
        self.stem = ""  # of the name of its script
        self.place = "", 0  # its script and line
        self.key = ""  # of its component
        self.corner = corner
        self.count = count
        self.layouts: dict[str, LayoutEntry] = {}
        self.icons: dict[str, str] = {}
        self.styles: dict[str, FrameKeys] = {}
        self.ground = ""
        self.frames: list[FrameKeys] = []
        self.is_large = False
        self.computed: list[str] = []
        self.table: DataFrame | None = None
        self._columns: dict[str, list[str]] = {}
        self._sources: dict[str, str] = {}  # of a computed column: the table's that it is from
        self._aliases: dict[str, str] = {}  # of a table's column that no frame can name as it is
        self._used = set[str]()
        self._by_number = False

    @property
    def is_board(self) -> bool:
        """Whether it is one card that several sheets are joined for."""
        return self.is_large and not self._used and self.count == 1

    # Columns

    def use(self, frame: DataFrame) -> None:
        """Take the rows of a table as those of the cards, if they have none yet."""
        if self.table is not None or not frame.count:
            return
        self.table = frame
        for name, cells in frame.columns.items():
            texts = self._texts(cells)
            is_count = folded(name) == COPIES and name != frame.copies
            is_odd = _UNFIT.search(name) or is_count or (name == ID and not _are_ids(texts))
            fit = self._free(name) if is_odd or name in self._columns else name
            if fit != name:
                self._aliases[name] = fit
                self.computed.append(fit)
                self._sources[fit] = fit
            self._columns[fit] = texts

    def _texts(self, cells: Sequence[Any], blank: str | None = None) -> list[str]:
        texts = [text_of(cell).strip(blank) for cell in cells[: self.count]]
        return texts + [""] * (self.count - len(texts))

    def listed(self, key: str, values: Sequence[Any]) -> Column:
        """Return the column of an option with a value for each card."""
        cells = self._texts(values, blank=" \t")  # lines that are empty move the others
        name = self._name_of(values.origin) if isinstance(values, CardCells) else ""
        if name and (found := self._as_template(name, cells)):
            return found
        for known in self.computed:
            if self._columns[known] == cells:
                return Column(known)
        made = self._free(name or _NAMES.get(key, key))
        self._columns[made] = cells
        self._sources[made] = name
        self.computed.append(made)
        return Column(made)

    def changed(self, column: Column, texts: Mapping[str, str]) -> Column:
        """Return the column with other texts in place of those that it stands for."""
        cells = [texts[self.text(column, cell)] for cell in self._columns[column.name]]
        source = self._sources.get(column.name, column.name)
        origin = CellOrigin(self.table, source) if self.table and source in self._columns else None
        return self.listed(source or column.name, CardCells(cells, origin))

    def _name_of(self, origin: CellOrigin | None) -> str:
        """Return the name of a table's column here; "" if it is another table's."""
        if origin is None:
            return ""
        self.use(origin.frame)
        if self.table is not origin.frame and not (self.table and self.table.like(origin.frame)):
            return ""
        name = self._aliases.get(origin.name, origin.name)
        return name if name in self._columns else ""

    def _as_template(self, name: str, cells: Sequence[str]) -> Column | None:
        """Return a column of the table between two texts, if that is what cells are."""
        own = self._columns[name]
        filled = next((n for n, cell in enumerate(own) if cell), None)
        if filled is None:
            return Column(name) if cells == own else None
        before, part, after = cells[filled].partition(own[filled])
        for optional in (False, True) if part else ():
            column = Column(name, before, after, optional)
            if all(self.text(column, one) == cell for one, cell in zip(own, cells, strict=True)):
                return column
        return None

    def _free(self, wanted: str) -> str:
        """Return a name for a column that none has yet."""
        start = _UNFIT.sub("", wanted).strip()[:_LONGEST_NAME] or "text"
        start = f"{start}-2" if folded(start) in (COPIES, ID) else start
        taken = {folded(name) for name in self._columns}
        names = (start, *(f"{start}-{n}" for n in range(2, len(taken) + 3)))
        return next(name for name in names if folded(name) not in taken)

    def text(self, column: Column, cell: str) -> str:
        """Return what a column stands for where it has a cell."""
        is_left_out = column.optional and not cell
        return "" if is_left_out else f"{column.before}{cell}{column.after}"

    def cells(self, name: str) -> Sequence[str]:
        """Return the cells of a column."""
        return self._columns[name]

    def mention(self, name: str) -> str:
        """Note that a frame names a column, and return its name."""
        self._used.add(name)
        return name

    # Conditions

    def chosen(self, value: object) -> tuple[Collection[int], list[str]]:
        """Return the cards of a range, and the columns that it was found by."""
        if value is None or value == "all":
            return range(self.count), []
        if isinstance(value, UntakenError):
            raise UntakenError("a range that is not known", _NO_RANGE)
        if isinstance(value, RubyRange):
            first, last, is_open = value
            ends = [first or 0, -1 if last is None else last]
            if not all(isinstance(end, int) for end in ends):
                raise UntakenError("a range that is not known", _NO_RANGE)
            first, end = (n + self.count if n < 0 else n for n in ends)
            found: list[Any] = list(range(max(first, 0), end + (last is None or not is_open)))
            origins = [n for n in (value.first, value.last) if isinstance(n, CardIndex)]
        else:
            found = items_of(value) if isinstance(value, list) else [value]
            origins = [n for n in found if isinstance(n, CardIndex)]
        if not all(isinstance(n, (int, float)) and n == int(n) for n in found):
            raise UntakenError("a range that is not known", _NO_RANGE)
        names = dict.fromkeys(self._name_of(one.origin) for one in origins)
        cards = {int(n) + self.count if n < 0 else int(n) for n in found}
        return sorted(n for n in cards if 0 <= n < self.count), list(filter(None, names))

    def condition(
        self,
        cards: Collection[int],
        hints: Iterable[str] = (),
        among: Collection[int] | None = None,
    ) -> str:
        """Return the condition for some cards, by a column of ``hints`` if one tells them apart.

        ``among`` are those that the condition is for, if they are not all.
        """
        wanted, every = set(cards), set(range(self.count) if among is None else among)
        if wanted == every:
            return ""
        for name in dict.fromkeys(hints):
            if found := self._by_cells(name, wanted, every - wanted):
                self.mention(name)
                return found
        return self._by_numbers(sorted(wanted))

    def hints_of(self, name: str) -> list[str]:
        """Return the columns by which the cards with some cell of a column may be told apart."""
        is_written = name not in self.computed or name in self._used
        return [*([name] if is_written else ()), *filter(None, [self._sources.get(name, "")])]

    def _by_cells(self, name: str, wanted: set[int], unwanted: set[int]) -> str:
        """Return the condition that cards have certain cells of a column; "" if others do."""
        cells = self._columns[name]
        inside = dict.fromkeys(cells[n] for n in sorted(wanted))
        others = {cells[n] for n in unwanted}
        if not inside or others & set(inside):
            return ""
        if others == {""} and _NAME.fullmatch(name) and not any(map(is_false, inside)):
            return name
        try:
            return equals(name, list(inside)) if len(inside) <= _MOST_TESTS else ""
        except UntakenError:
            return ""

    def _by_numbers(self, wanted: Sequence[int]) -> str:
        self._by_number = True
        tests = list[str]()
        for _, group in groupby(enumerate(wanted, start=1), lambda pair: pair[1] - pair[0]):
            numbers = [n + 1 for _, n in group]
            if len(numbers) > 2:
                tests.append(f"card.number >= {numbers[0]} and card.number <= {numbers[-1]}")
            else:
                tests += (f"card.number = {n}" for n in numbers)
        return joined(tests, " or ") or "card.number = 0"

    # Rows

    @property
    def written(self) -> list[str]:
        """The computed columns that frames use."""
        return [name for name in self.computed if name in self._used]

    def rows(self, content: bytes, files: dict[str, bytes]) -> list[dict[str, str]] | str:
        """Return the rows of the cards; those in a file, which is added, are its name.

        ``content`` is that of the file that the table comes from.
        """
        if self._is_as_in_file() and self.table:
            name = PurePosixPath(self.table.source).name
            file = name.partition("#")[0]
            if files.setdefault(file, content) == content:
                return name
        made = list(self._rows())
        if not (self.table and self.table.source) and len(made) <= _MOST_INLINE:
            return made
        name = f"{self.key}.csv"
        if name in files:
            name = f"{self.key}-cards.csv"
        files[name] = _csv(made)
        return name

    def _is_as_in_file(self) -> bool:
        """Return whether pnp makes the same cards of the table's file as Squib."""
        table = self.table
        if table is None or not table.source or table.count != self.count or self.written:
            return False
        if self._by_number and len(set(table.rows)) < self.count:
            return False
        same = all(
            table.file_rows[row].get(name, "") == cell
            for name in self._used
            for row, cell in zip(table.rows, self._columns[name], strict=True)
        )
        use = ColumnUse(frozenset(map(folded, self._used)), frozenset())
        found = rename_columns(table.file_rows, [""] * len(table.file_rows), use)
        if not same or found.faults or ID in self._aliases:
            return False
        counts = [0] * len(table.file_rows)
        for row in table.rows:
            counts[row] += 1
        return counts == [whole_number(row.get(COPIES) or "1") for row in found.rows]

    def _rows(self) -> Iterator[dict[str, str]]:
        """Yield the rows of the cards; equal cards of one row of the table are its copies."""
        table = self.table
        names = [name for name in self._columns if name not in self.computed or name in self._used]
        if table is None or not table.source:
            names = [name for name in names if name in self._used]
        elif table.copies not in self._used:
            names = [name for name in names if name != table.copies]
        cards = [{name: self._columns[name][n] for name in names} for n in range(self.count)]
        sources = [*(table.rows if table else ()), *range(-1, -self.count - 1, -1)][: self.count]
        if self._by_number:
            sources = list(range(self.count))
        elif not names:
            sources = [0] * self.count
        made = list[tuple[dict[str, str], int]]()
        for _, group in groupby(range(self.count), lambda n: sources[n]):
            numbers = list(group)
            alike = all(cards[n] == cards[numbers[0]] for n in numbers)
            made += (
                [(cards[numbers[0]], len(numbers))] if alike else [(cards[n], 1) for n in numbers]
            )
        counts = any(copies > 1 for _, copies in made)
        taken = rename_columns([row for row, _ in made], [""] * len(made), _NOBODY).taken
        for row, copies in made:
            yield row | (
                {COPIES: f"{copies}"} if counts or taken or (not row and self.count > 1) else {}
            )


def joined(tests: Iterable[str], by: str = " and ") -> str:
    """Return one condition for several, of which those with another word in them are bracketed."""
    some = list(filter(None, tests))
    other = " or " if by == " and " else " and "
    return by.join(f"({one})" if len(some) > 1 and other in one else one for one in some)


def equals(column: str, cells: Sequence[str]) -> str:
    """Return the condition that a column has one of these cells."""
    if set(column) & set("{}") or any({"'", '"'} <= set(cell) or "\n" in cell for cell in cells):
        raise UntakenError(
            f"column {column!r} or its cells have signs that conditions use", "change them"
        )
    named = column if _PLAIN.fullmatch(column) else f"{{{column}}}"
    return " or ".join(f"{named} = {_quoted(cell)}" for cell in cells)


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text else f"'{text}'"


def _are_ids(cells: Sequence[str]) -> bool:
    return ID in rename_columns([{"Id": cell} for cell in cells], [""] * len(cells), _NOBODY).taken


def _csv(rows: Sequence[Mapping[str, str]]) -> bytes:
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


_CARDS = "cards"  # the id of a deck whose script has no other name
_LONGEST = LONGEST_ID - 5


def definition(
    decks: Sequence[ScriptDeck], rows: Sequence[list[dict[str, str]] | str], title: str
) -> bytes:
    """Return the game.toml of a game with these decks, each with its rows or the file of these."""
    lines = [f"name = {_toml(title)}", 'summary = "A game that began as a project of Squib."']
    for deck, cards in zip(decks, rows, strict=True):
        key = deck.key
        name = key.replace("-", " ").capitalize()
        kind = "board" if deck.is_board else "cards"
        lines += ["", f"[components.{key}]", f"kind = {_toml(kind)}", f"name = {_toml(name)}"]
        lines.append(f"size = {_toml(deck.size)}")
        if not deck.is_board:
            lines.append(f"corner = {_toml(deck.corner)}")
        if isinstance(cards, str):
            lines.append(f"rows = {_toml(cards)}")
        elif deck.count > 1:
            lines += ["cards = [", *(f"  {_row(row)}," for row in cards), "]"]
        elif cards and any(cards[0]):
            lines.append(f"cards = [{_row(cards[0])}]")
        if deck.icons:
            lines.append(f"icons = {_toml(deck.icons)}")
        if deck.styles:
            lines.append(f"styles = {_toml(deck.styles)}")
        lines += ["", f"[components.{key}.front]"]
        if deck.ground:
            lines.append(f"ground = {_toml(deck.ground)}")
        for frame in deck.frames:
            written = {name: value for name, value in frame.items() if name != LEFT_OUT}
            block = [f"[[components.{key}.front.frames]]"]
            block += [f"{name} = {_toml(value)}" for name, value in written.items()]
            if LEFT_OUT in frame:
                block = [f"# {line}" for line in (*f"{frame[LEFT_OUT]}".splitlines(), *block)]
            lines += ["", *block]
    return "\n".join([*lines, ""]).encode()


def ids_of(decks: Sequence[ScriptDeck]) -> Iterator[str]:
    """Yield the id of each deck: the name of its script, with a number if that has several."""
    taken = set[str]()
    for deck in decks:
        stem = id_like(deck.stem)[:_LONGEST]
        stem = _CARDS if stem in ("", "deck") or is_device_name(stem) else stem
        key = next(key for n in count(1) if (key := f"{stem}-{n}" if n > 1 else stem) not in taken)
        taken.add(key)
        yield key


def _row(row: Mapping[str, str]) -> str:
    return _toml({key: int(cell) if key == COPIES else cell for key, cell in row.items()})


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else _toml(name)
