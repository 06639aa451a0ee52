"""Card columns under other names than pnp's, and columns that nothing uses."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.base.units import join_words, quoted
from pnp.definitions.cards import COPIES, ID, languages_of

SAME_AS_COPIES = (COPIES, "qty", "quantity", "count", "number")
_JOINTS = re.compile(r"\b(?:not|and|or|contains)\b|[=<>!()]+")  # of conditions
MOST_NAMED = 8  # columns in one note


def rename_columns(
    rows: list[dict[str, str]], component: Mapping[str, Any]
) -> tuple[list[dict[str, str]], list[str]]:
    """Return rows with the columns ``copies`` and ``id``, and a note on each one renamed.

    ``Copies``, ``qty``, ``quantity``, ``count`` and ``number`` give the number of copies, unless
    the component uses that column or it merely numbers the rows; ``ID`` is the id. The original
    column stays as well.
    """
    columns = columns_of(rows)
    words = set(_words(component))
    alike = {
        COPIES: [
            one
            for one in columns
            if one.casefold() in SAME_AS_COPIES and one not in words and _counts(rows, one)
        ],
        ID: [one for one in columns if one.casefold() == ID],
    }
    notes = []
    for ours, theirs in alike.items():
        if ours in columns or not theirs:
            continue
        if len(theirs) > 1:
            listed = join_words(map(quoted, theirs))
            notes.append(
                f"the columns {listed} may each be {ours}, so none is taken; name one {ours}"
            )
            continue
        rows = [row | {ours: row[theirs[0]]} if theirs[0] in row else row for row in rows]
        notes.append(f"the column {quoted(theirs[0])} is taken as {ours}")
    return rows, notes


def _counts(rows: list[dict[str, str]], column: str) -> bool:
    """Return whether a column has whole numbers other than 1, 2, 3 ... in order."""
    cells = [row.get(column, "") for row in rows]
    running = [str(number) for number in range(1, len(rows) + 1)]
    return all(not cell or cell.isdecimal() for cell in cells) and (
        cells != running or len(rows) < 3
    )


def unused_columns(rows: list[dict[str, str]], definition: Mapping[str, Any]) -> Iterator[str]:
    """Yield a note if a definition does not use some of the columns."""
    columns = columns_of(rows)
    words = {COPIES, ID, *_words(definition)}
    for ours, names in ((COPIES, SAME_AS_COPIES), (ID, (ID,))):
        if ours not in columns:
            continue
        alike = [one for one in columns if one.casefold() in names]
        words |= {one for one in alike if all(row.get(one) == row.get(ours) for row in rows)}
    for base, languages in languages_of(list(columns)).items():
        if base in words:
            words |= {f"{base}_{language}" for language in languages}
    others = words - {COPIES, ID, *columns}  # as claims write columns
    words |= {one for one in columns if one.lower() in others}
    unused = [quoted(one) for one in columns if one not in words]
    if unused:
        more = len(unused) - MOST_NAMED
        named = [*unused[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
        noun = "column" if len(unused) == 1 else "columns"
        yield f"the definition does not use the {noun} {join_words(named)}"


def columns_of(rows: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Return the distinct column names of rows."""
    return tuple(dict.fromkeys(column for row in rows for column in row))


def _words(value: object) -> Iterator[str]:
    """Yield the placeholders in texts, and all words, which may be those of claims."""
    if isinstance(value, str):
        for named in re.findall(r"\{([^{}]*)\}", value):
            yield from (part.strip() for part in (named, *named.split("|")))
        yield from re.findall(r"\w+", value)
        yield from (part.strip() for part in _JOINTS.split(value))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if not (key == "cards" and isinstance(part, list)):  # the rows themselves
                yield from _words(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _words(part)
