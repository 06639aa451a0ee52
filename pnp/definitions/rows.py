"""The rows of components in a definition: read from tables, and their texts in a language."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pnp.base.errors import DefinitionError
from pnp.base.files import file_and_part, found_name
from pnp.base.limits import limits, over
from pnp.base.messages import Location, Message, within
from pnp.base.units import quoted
from pnp.components.faces.rows import Rows
from pnp.definitions.cards import left_rows, row_table, rows_in_language
from pnp.definitions.columns import (
    rename_columns,
    texts_with_figures,
    unused_columns,
    use_of_columns,
    used_columns,
)
from pnp.definitions.cross_references import known_components
from pnp.definitions.table import RowPlaces, cell_faults, name_fault, read_rows

_MARKUP_SIGNS = re.compile(r"[<&_`~{\[#*=@\\]")  # foreign markup has one of them


def inline_tables(
    raw: dict[str, Any], file: Path, digest: Any, faults: list[str], notes: list[str]
) -> dict[str, RowPlaces]:
    """Replace the ``rows`` file of each component with its rows, and return their places."""
    tables: dict[str, RowPlaces] = {}
    room = limits().rows
    for component_id, component, model in known_components(raw):
        if model.reads_rows and "rows" in component:
            name = component["rows"]
            place = Location(file=file, keys=f"components.{component_id}.rows")
            if "cards" in component:
                faults.append(Message("rows_or_cards", place))
                continue
            if isinstance(name, dict) and model.has_text_rows:
                try:
                    source = Rows.model_validate(name, context={})
                except ValidationError:  # whose faults are reported with those of the component
                    continue
                name = source.file
                if name is None:
                    room -= source.count
                    component["cards"] = source.made() if room >= 0 else []
            if isinstance(name, str):
                named, sheet = file_and_part(file.parent, name)
                name = found_name(file.parent, named) + (f"#{sheet}" if sheet else "")
            if room < (name is not None):
                faults += within(place, [f"are too many rows: a game has {over('rows')}"])
                break
            if name is None:
                continue
            table = read_rows(name, file.parent, place, digest, model.row_columns, room)
            room -= len(table.rows)
            faults += table.faults
            notes += within(str(name), table.notes)
            tables[component_id] = RowPlaces(file.parent / str(name), table)
            component["cards"] = table.rows or [dict(model.blank_row)]
            component["rows"] = str(name)
    return tables


def apply_texts(
    raw: dict[str, Any],
    file: Path,
    tables: Mapping[str, RowPlaces],
    main: str,
    lang: str | None,
    partly: bool,
    faults: list[str],
    notes: list[str],
) -> tuple[dict[str, Sequence[Location]], set[str]]:
    """Replace the rows of cards with those in a language; ``main`` is that of the definition.

    Returns the places of the rows by component, and the languages of their texts. ``notes`` gets
    how their columns were understood.
    """
    places: dict[str, Sequence[Location]] = {}
    spoken: set[str] = set()
    texts = [(key, one) for key, one, model in known_components(raw) if model.has_text_rows]
    figures = texts_with_figures(raw, file.parent)
    for component_id, component in texts:
        source = component.get("rows")
        key = "rows" if isinstance(source, dict) else "cards"
        place = Location(file=file, keys=f"components.{component_id}.{key}")
        rows = _checked_rows(component, place, faults)
        if not rows:
            continue
        table = source if isinstance(source, str) else component_id
        numbers = range(1, len(rows) + 1)
        lines: Sequence[Location]
        lines = tables.get(component_id) or [place.plus(f"[{n}]") for n in numbers]
        rows, found = _with_known_columns(component, component_id, figures, rows, lines, faults)
        notes += within(str(table), found)
        own = str(component.get("language", main))
        at = Location(file=file, keys=f"components.{component_id}")
        if "replace" in component or "where" in component:
            from pnp.definitions.row_choice import chosen_rows, replaced

            rows = replaced(rows, lines, component, at, faults, notes)
            rows, lines = chosen_rows(rows, lines, component, own, at, faults, notes)
        places[component_id] = lines
        chosen = rows_in_language(rows, lines, own, lang or own, partly)
        component["cards"] = chosen.cards
        faults += chosen.faults
        notes += left_rows(str(table), chosen, own)
        spoken |= chosen.languages
        if lang in chosen.languages:
            component["language"] = lang
        elif lang is not None:
            component["language"] = own  # not that of the other texts
    return places, spoken


def _with_known_columns(
    component: Mapping[str, Any],
    component_id: str,
    figures: Sequence[str],
    rows: list[dict[str, str]],
    lines: Sequence[Location],
    faults: list[str],
) -> tuple[list[dict[str, str]], list[str]]:
    """Return rows with the columns ``copies`` and ``id``, and notes on what was understood."""
    use = use_of_columns(component, figures, component_id)
    renamed = rename_columns(rows, lines, use)
    used = used_columns(renamed, use)
    faults += (*cell_faults(rows, lines, used), *renamed.faults)
    found = [*renamed.notes, *unused_columns(renamed.rows, used)]
    if isinstance(lines, RowPlaces):
        found += lines.notes_on(used)
    cells = [
        (_cell_place(line, column), cell)
        for row, line in zip(renamed.rows, lines, strict=True)
        for column, cell in row.items()
        if column in used and _MARKUP_SIGNS.search(cell)
    ]
    if cells:
        from pnp.definitions.foreign_markup import foreign_markup

        found += foreign_markup(cells)
    return renamed.rows, found


def _checked_rows(
    component: dict[str, Any], place: Location, faults: list[str]
) -> list[dict[str, str]]:
    """Return the rows of a component; names of columns are short enough for messages."""
    rows = row_table(component.get("cards"), place, faults)
    columns = dict.fromkeys(column for row in rows for column in row)
    if len(columns) > limits().columns:
        fault = f"have too many columns: {over('columns', len(columns))}"
        raise DefinitionError(*within(place, [fault]))
    if named := [f"{quoted(name)} {name_fault(name)}" for name in filter(name_fault, columns)]:
        raise DefinitionError(*within(place, named))
    return rows


def _cell_place(line: Location, column: str) -> Location:
    words, rest = f"{line.row} ({column})", f"({column})"
    return Location(words, line=line.line, noun=line.noun, rest=rest if line.line else words)
