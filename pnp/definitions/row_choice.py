"""Rows that meet a component's ``where``, and texts that are replaced in their cells."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from pnp.base.errors import MOST_FAULTS
from pnp.base.limits import limits
from pnp.base.messages import Location, Message, and_more, within
from pnp.base.text import TableCell, meant, text_fault, value_of
from pnp.base.units import join_words, quoted
from pnp.components.faces.conditions import Condition, parse_condition
from pnp.components.faces.face_art import missing_columns, unclear_truth
from pnp.components.faces.wording import (
    VALUES,
    Cells,
    Computed,
    computed_in,
    is_number,
    with_computed,
)
from pnp.definitions.cards import COPIES, ID
from pnp.definitions.columns import columns_of

_Row = dict[str, str]


def chosen_rows(
    rows: list[_Row],
    lines: Sequence[Location],
    component: Mapping[str, Any],
    own: str,
    at: Location,
    faults: list[str],
    notes: list[str],
) -> tuple[list[_Row], Sequence[Location]]:
    """Return the rows that meet the condition ``where``, with their places.

    Where columns are translated, those in the table's ``own`` language decide, so that there are
    the same cards in every language.
    """
    try:
        condition = parse_condition(component["where"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return rows, lines  # there is none, or one whose fault validation reports
    place, columns = at.plus(".where"), columns_of(rows)
    computed = computed_in(condition.columns, columns)
    names = {*condition.columns, *(name for one in computed.values() for name in one.columns)}
    there = {name: found for name in names if (found := _column(name, columns, own)) in columns}
    wrong = [*missing_columns(condition.columns, columns, "", there)]
    wrong += [
        f"{name} is known of cards alone, and not of rows; write a column"
        for name in sorted(names.intersection(VALUES).difference(there))
    ]
    asked = [{name: row.get(column, "") for name, column in there.items()} for row in rows]
    if wrong or (wrong := [*islice(_uncomputed(computed, asked, lines), MOST_FAULTS)]):
        faults += within(place, wrong)
        return rows, lines
    cells = [with_computed(row, computed) for row in asked]
    table = component.get("rows")
    notes += within(table if isinstance(table, str) else at.keys, _unclear(condition, cells))
    kept = [number for number, row in enumerate(cells) if condition.holds(row)]
    if not kept:
        column = condition.columns[0]
        known = join_words(dict.fromkeys(quoted(row.get(column, "")) for row in cells))
        said = {"written": condition.text, "column": column, "known": known}
        faults.append(Message("no_row_meets", place, **said))
        return rows, lines
    return [rows[number] for number in kept], [lines[number] for number in kept]


def _uncomputed(
    computed: Mapping[str, Computed], cells: Sequence[Cells], lines: Sequence[Location]
) -> Iterable[str]:
    """Yield a fault for each row of which something cannot be computed."""
    for row, line in zip(cells, lines, strict=True):
        for one in computed.values():
            try:
                one.of(row)
            except ValueError as error:
                yield from within(line.short, error.args)


def _column(name: str, columns: Sequence[str], own: str) -> str:
    found = meant(name, columns)
    return found if found in columns else meant(f"{name}_{own}", columns)


def _unclear(condition: Condition, cells: Sequence[Cells]) -> Iterable[str]:
    """Yield notes on cells that say yes or no in words, or are no numbers, where that matters."""
    where = Location(keys="where")
    for column in condition.asked:
        if note := unclear_truth(column, [row.get(column, "") for row in cells], "row"):
            yield note.moved(where)
    for column in dict.fromkeys(condition.measured):
        found = [cell for row in cells if any(map(str.isdigit, cell := row.get(column, "")))]
        odd = [cell for cell in found if not is_number(value_of(cell))]
        if odd:
            said = {"column": column, "more": and_more(len(odd) - 1)}
            yield Message("not_measured", where, written=odd[0], **said)


def replaced(
    rows: list[_Row],
    lines: Sequence[Location],
    component: Mapping[str, Any],
    at: Location,
    faults: list[str],
    notes: list[str],
) -> list[_Row]:
    """Return rows with the texts in their cells that ``replace`` names replaced."""
    texts = component.get("replace")
    if not texts or not isinstance(texts, dict) or "" in texts:
        return rows  # there are none, or validation reports it
    if not all(isinstance(text, str) for text in texts.values()):
        return rows
    pattern = re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))
    seen, before, letters = set[str](), len(faults), limits().letters

    def put_in(match: re.Match[str]) -> str:
        seen.add(match[0])
        return str(texts[match[0]])

    made: list[_Row] = []
    for row, line in zip(rows, lines, strict=True):
        made.append(dict(row))
        for column, cell in row.items():
            if column in (COPIES, ID) or not pattern.search(cell):
                continue
            text = pattern.sub(put_in, cell)
            if fault := text_fault(text, letters):
                faults += within(line, [f"{column}, with what is replaced: {fault}"])
                if len(faults) > before + MOST_FAULTS:
                    return rows
                continue
            if isinstance(cell, TableCell):
                text = TableCell(text, cell.value, cell.fault)
            made[-1][column] = text
    for text in (text for text in texts if text not in seen):
        notes.append(Message("not_replaced", at.plus(".replace").keys, written=text))
    return made
