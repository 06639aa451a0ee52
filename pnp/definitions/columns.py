"""Columns of cards under other names than pnp's, and unused ones."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.expressions import figure_name
from pnp.base.files import read_sandboxed, rule_names
from pnp.base.messages import Message, first_of
from pnp.base.text import fault_of, folded, value_of, whole_number
from pnp.base.units import join_words, quoted
from pnp.definitions.cards import COPIES, ID, languages_of
from pnp.game.fields import read_id

# Names of a column, without signs and in lower case, that can only mean a number of copies.
COUNTS = frozenset(
    {COPIES, "qty", "quantity", "count", "copy count", "card count", "duplication"}
    | {f"{start} copies" for start in ("of", "number of", "no of", "nr of", "num of", "num")}
)
NUMBERS = frozenset(("#", "number"))  # and that may mean it, among other things
# Names that may mean it in other programs and languages; these are only pointed out.
_PERHAPS = (
    "amount duplicate duplicates duplications times x n nr no num multiplicity "
    "anzahl menge stück stk exemplare kopien nombre quantité qté exemplaires cantidad copias "
    "quantità copie quantidade cópias aantal antal antall ilość liczba количество 枚数 数量"
)
PERHAPS = frozenset(_PERHAPS.split())
MOST_NAMED = 8  # columns in one note
_SIGNS = re.compile(r"[\W_]+")


class ColumnUse(NamedTuple):
    """The names by which faces use columns, folded, and the figures that claims and rules use."""

    names: frozenset[str]
    figures: frozenset[str]

    def has(self, column: str) -> bool:
        """Return whether something uses a column by its name."""
        begin = f"{column.casefold()}_"
        return folded(column) in self.names or any(
            f"{figure}_".startswith(begin) for figure in self.figures
        )


def use_of_columns(
    component: Mapping[str, Any], claims: Sequence[str] = (), name: str = ""
) -> ColumnUse:
    """Return how a component's faces use columns, and ``claims`` and rules by its ``name``."""
    faces = [component.get(face) for face in ("front", "back")]
    faces.append({"when": component.get("where")})
    figures = re.compile(rf"\b{re.escape(name.replace('-', '_'))}\.(\w+)") if name else None
    named = chain.from_iterable(map(figures.findall, claims)) if figures else ()
    return ColumnUse(
        frozenset(map(folded, chain.from_iterable(map(_names, faces)))),
        frozenset(map(str.casefold, named)),
    )


def texts_with_figures(raw: Mapping[str, Any], folder: Path) -> list[str]:
    """Return the checks of all claims, and the placeholders of rule texts that can be read."""
    rule_sets = raw.get("rule_sets")
    owners = [raw, *(rule_sets.values() if isinstance(rule_sets, dict) else ())]
    claims = [one.get("claims") for one in owners if isinstance(one, dict)]
    listed = [claim for some in claims if isinstance(some, list) for claim in some]
    checks = [str(claim.get("check", "")) for claim in listed if isinstance(claim, dict)]
    for name in rule_names(folder, "*.md"):
        try:
            text = read_sandboxed(folder, folder / "rules" / name, "text_kb").decode("utf-8-sig")
        except (OSError, ValueError):
            continue  # reported where rules are read
        checks += re.findall(r"\{[{%][^{}]*[}%]\}", text)
    return checks


def _names(value: object, key: str = "") -> Iterator[str]:
    """Yield the columns that a part of a face names: in braces, or in a condition."""
    if isinstance(value, str):
        from pnp.components.faces.conditions import parse_condition
        from pnp.components.faces.wording import names_in, parse_wording

        try:
            named = (parse_condition if key == "when" else parse_wording)(value).columns
        except ValueError:
            return  # reported where it is validated
        yield from names_in(named)
    elif isinstance(value, Mapping):
        for inner, part in value.items():
            yield from _names(part, inner)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _names(part, key)


class RenamedColumns(NamedTuple):
    """Rows with the columns ``copies`` and ``id``, how they were found, and faults in them.

    ``taken`` has the columns that became these.
    """

    rows: list[dict[str, str]]
    notes: list[str]
    faults: list[str]
    taken: set[str]


def rename_columns(
    rows: list[dict[str, str]], lines: Sequence[str], use: ColumnUse
) -> RenamedColumns:
    """Find the columns that mean ``copies`` and ``id`` under other names.

    ``lines`` names the place of each row. The column of copies stays under its own name as well.
    """
    found = RenamedColumns(rows, [], [], set())
    columns = columns_of(rows)
    copies = COPIES if COPIES in columns else _column_of_copies(found, columns, use)
    if copies:
        found = _with_copies(found, copies, lines)
    ids = ID if ID in columns else _column_of_ids(found, columns)
    return _with_ids(found, ids) if ids else found


def _with_copies(found: RenamedColumns, column: str, lines: Sequence[str]) -> RenamedColumns:
    found.taken.add(column)
    rows = []
    for row, line in zip(found.rows, lines, strict=True):
        cell = row.get(column, "")
        is_right = not cell or whole_number(cell) is not None
        rows.append(row | {COPIES: value_of(cell)} if column in row else row)
        if fault_of(cell) or (column != COPIES and not is_right):
            rows[-1][COPIES] = ""
        if column != COPIES and not is_right and not fault_of(cell):
            found.faults.append(Message("copies_wanted", (line, column), written=cell))
    return found._replace(rows=rows)


def _column_of_copies(found: RenamedColumns, columns: Iterable[str], use: ColumnUse) -> str:
    """Return the column that gives the number of copies, or an empty string."""
    for names, is_sure in ((COUNTS, True), (NUMBERS, False)):
        fitting = []
        for column in columns:
            cells = [cell for row in found.rows if (cell := row.get(column, ""))]
            if _plain(column) not in names or not cells:
                continue
            why = _no_count(cells, is_sure)
            is_used = use.has(column) and _plain(column) != COPIES
            if not why and not is_used:
                fitting.append(column)
            elif bool(why) != is_used and {*map(whole_number, cells)} != {1}:
                why = why or Message("used_elsewhere")
                found.notes.append(Message("not_copies", written=column, why=why))
        first, *others = fitting or [""]
        if any(row.get(first) != row.get(one) for one in others for row in found.rows):
            listed = join_words(map(quoted, fitting))
            found.notes.append(Message("several_copies", names=listed))
            return ""
        if first:
            found.notes.append(Message("taken_as_copies", written=first))
            return first
    for column in columns:
        cells = [cell for row in found.rows if (cell := row.get(column, ""))]
        if _plain(column) not in PERHAPS or not cells or use.has(column):
            continue
        if not _no_count(cells, False) and {*map(whole_number, cells)} != {1}:
            found.notes.append(Message("perhaps_copies", written=column))
    return ""


def _plain(column: str) -> str:
    return column if column == "#" else _SIGNS.sub(" ", folded(column)).strip()


def _no_count(cells: Sequence[str], is_sure: bool) -> Message | None:
    """Return why cells are no numbers of copies; if it is a column for these, any digit will do."""
    if is_sure:
        has_digit = any(char.isdigit() for cell in cells for char in cell)
        return None if has_digit else Message("no_number", written=cells[0])
    numbers = [number for cell in cells if (number := whole_number(cell)) is not None]
    if 2 * len(numbers) < len(cells):
        odd = next(cell for cell in cells if whole_number(cell) is None)
        return Message("no_whole_number", written=odd)
    return Message("numbers_rows") if _is_numbering(numbers) else None


def _is_numbering(numbers: Sequence[int]) -> bool:
    """Return whether numbers tell rows apart, as counts hardly do."""
    if len(set(numbers)) < len(numbers):
        return False
    first, last, rows = numbers[0], numbers[-1], len(numbers)
    if [*numbers] != sorted(numbers):
        return rows > 7
    return rows > 3 or (last - first == rows - 1 > 0 and (first == 1 or rows > 2))


def _with_ids(found: RenamedColumns, column: str) -> RenamedColumns:
    found.taken.add(column)
    return found._replace(
        rows=[
            {ID if key == column else key: cell for key, cell in row.items()}
            | ({ID: _as_id(row[column])} if column in row else {})
            for row in found.rows
        ]
    )


def _column_of_ids(found: RenamedColumns, columns: Iterable[str]) -> str:
    """Return the column that names the cards, or an empty string."""
    fitting = []
    for column in (one for one in columns if one.casefold() == ID):
        rows = [row for row in found.rows if whole_number(row.get(COPIES, "")) != 0]
        if why := _no_ids([_as_id(row.get(column, "")) for row in rows]):
            found.notes.append(Message("not_id", written=column, why=why))
        else:
            fitting.append(column)
    if len(fitting) > 1:
        listed = join_words(map(quoted, fitting))
        found.notes.append(Message("several_ids", names=listed))
    elif fitting:
        found.notes.append(Message("taken_as_id", written=fitting[0]))
        return fitting[0]
    return ""


def _no_ids(cells: Sequence[str]) -> Message | None:
    """Return why cells are not the ids of cards."""
    taken = set[str]()
    for cell in cells:
        if not cell:
            return Message("empty_cell")
        if not _is_id(cell):
            return Message("not_id_letters", written=cell)
        if cell in taken:
            return Message("cell_twice", written=cell)
        taken.add(cell)
    return None


def _as_id(cell: str) -> str:
    """Return a cell as it is shown, or its value if only that can be an id."""
    return cell if _is_id(cell) else value_of(cell)


def _is_id(cell: str) -> bool:
    try:
        return bool(read_id(cell))
    except ValueError:
        return False


def used_columns(found: RenamedColumns, use: ColumnUse) -> set[str]:
    """Return the columns that something uses, with their translations."""
    columns = columns_of(found.rows)
    used = {COPIES, ID, *found.taken, *filter(use.has, columns)}
    for base, languages in languages_of([*columns]).items():
        if use.has(base):
            used |= {f"{base}_{language}" for language in languages}
    for column in columns:
        cells = [row.get(column, "") for row in found.rows]
        if use.figures and any(figure_name(cell) in use.figures for cell in cells):
            used.add(column)
        for ours, names in ((COPIES, COUNTS), (ID, {ID})):
            if ours in columns and _plain(column) in names:
                same = all(
                    value_of(cell) == row.get(ours, "")
                    for cell, row in zip(cells, found.rows, strict=True)
                )
                used |= {column} if same else set()
    return used


def unused_columns(rows: Sequence[Mapping[str, str]], used: Collection[str]) -> Iterator[str]:
    """Yield a note if nothing uses some of the columns."""
    unused = [quoted(one) for one in columns_of(rows) if one not in used]
    if unused:
        key = "unused_column" if len(unused) == 1 else "unused_columns"
        yield Message(key, **first_of(unused, MOST_NAMED))


def columns_of(rows: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Return the distinct column names of rows."""
    return tuple(dict.fromkeys(column for row in rows for column in row))
