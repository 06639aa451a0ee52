"""Rows of cards in one language, the faults in their cells, and what is left to translate."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.base.errors import MOST_FAULTS
from pnp.base.messages import Location, Message, first_of
from pnp.base.text import TableCell, whole_number
from pnp.base.units import quoted
from pnp.game.game import Game

_IN_LANGUAGE = re.compile(r"(.+)_([a-z]{2})")
COPIES, ID = "copies", "id"  # columns: the number of copies of a card, and its id

MOST_NAMED = 8  # rows or sentences in one note


def row_table(cards: object, place: Location, faults: list[str]) -> list[dict[str, str]]:
    """Return the cards in the definition itself as rows of cells.

    Returns no rows if no card is a table; validation reports that.
    """
    listed = cards if isinstance(cards, list) else []
    if not any(isinstance(card, dict) for card in listed):
        return []
    rows: list[dict[str, str]] = []
    for number, card in enumerate(listed, start=1):
        where = place.plus(f"[{number}]")
        if not isinstance(card, dict):
            faults.append(Message("table_wanted", where, written=card))
            rows.append({})  # keeps the numbers of later rows
            continue
        faults += [
            Message("cell_wanted", where.plus(f".{key}"), written=value)
            for key, value in card.items()
            if isinstance(value, dict | list)
        ]
        rows.append({key: _cell(value) for key, value in card.items()})
    return rows


def languages_of(columns: list[str]) -> dict[str, set[str]]:
    """Return the languages of translated columns: de and fr for ``title_de`` and ``title_fr``.

    A single name such as ``hp_up`` is not a translation: there must also be the column itself, or
    another language.
    """
    found: dict[str, set[str]] = {}
    for column in columns:
        match = _IN_LANGUAGE.fullmatch(column)
        if match:
            found.setdefault(match[1], set()).add(match[2])
    return {base: langs for base, langs in found.items() if base in columns or len(langs) > 1}


class RowsInLanguage(NamedTuple):
    """Cards in one language, the faults in their rows, and all languages of the table.

    ``left`` maps the places of untranslated cards to their untranslated columns.
    """

    cards: list[dict[str, Any]]
    faults: list[str]
    languages: set[str]
    left: dict[Location, list[str]]


def rows_in_language(
    rows: list[dict[str, str]],
    lines: Sequence[Location],
    own: str,
    wanted: str,
    partly: bool = False,
) -> RowsInLanguage:
    """Return cards in the ``wanted`` language, or in their own if the table lacks that.

    ``own`` is the language of columns without a suffix; ``lines`` names the place of each row. A
    cell only in its own language is a fault, unless ``partly`` allows it.
    """
    columns = list(dict.fromkeys(column for row in rows for column in row))
    translated = languages_of(columns)
    known = {own}.union(*translated.values()) if translated else set()
    chosen = wanted if wanted in known else own
    found = RowsInLanguage([], [], known, {})
    for row, line in zip(rows, lines, strict=True):
        cells = {column: row.get(column, "") for column in columns if column != COPIES}
        for base, languages in translated.items():
            cells[base], other = _cell_in(row, base, languages, own, chosen)
            if other is None or whole_number(row.get(COPIES, "")) == 0:
                continue
            column = f"{base}_{chosen}"
            if partly:
                cells[base] = row[other]
                found.left.setdefault(line, []).append(column)
            elif len(found.faults) < MOST_FAULTS:
                said = {"column": other, "written": row[other]}
                found.faults.append(Message("untranslated_cell", (line, column), **said))
            else:
                found.faults.append(line)  # further ones are only counted
        card: dict[str, Any] = {"cells": cells, "place": line.short}
        if row.get(COPIES):
            card[COPIES] = row[COPIES]
        found.cards.append(card)
    return found


def _cell_in(
    row: Mapping[str, str], base: str, languages: set[str], own: str, wanted: str
) -> tuple[str, str | None]:
    """Return a row's text in a language; with the column it is in, if only another one has it."""
    ours = row.get(f"{base}_{wanted}", "")
    others = [f"{base}_{own}", base]
    if wanted == own:
        ours, others = ours or row.get(base, ""), []
    if base not in row:
        others = [f"{base}_{language}" for language in (own, *sorted(languages))]
    return ours, None if ours else next((name for name in others if row.get(name)), None)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, TableCell) else str(value).replace("\t", " ")


def left_rows(table: str, rows: RowsInLanguage, own: str) -> Iterator[str]:
    """Yield a note with the number and the places of untranslated rows."""
    if rows.left:
        places = [f"{line.row} ({', '.join(columns)})" for line, columns in rows.left.items()]
        counts = {"n": len(places), "many": len(rows.cards), **first_of(places, MOST_NAMED)}
        yield Message("left_rows", table, written=own, **counts)


def left_sentences(game: Game) -> Iterator[str]:
    """Yield a note with the number and the words of untranslated sentences."""
    if game.untranslated:
        words = [quoted(sentence) for sentence in game.untranslated]
        key = "left_sentences" if len(words) > 1 else "left_sentence"
        file = f"rules/definition.{game.language}.toml"
        yield Message(
            key, file, n=len(words), written=game.translated_from, **first_of(words, MOST_NAMED)
        )
