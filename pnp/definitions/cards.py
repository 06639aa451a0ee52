"""The rows of cards in one language, and the faults in their cells."""

import re
from collections.abc import Mapping
from os.path import basename
from typing import Any

from pnp.base.errors import MOST_FAULTS
from pnp.base.units import quoted

_IN_LANGUAGE = re.compile(r"(.+)_([a-z]{2})")
COPIES, ID = "copies", "id"  # columns: how many of a card there are, and what it is called by


def row_table(cards: object, place: str, faults: list[str]) -> list[dict[str, str]]:
    """Return cards that stand in the definition itself as rows of cells.

    There are none where no card is a table; validation reports that.
    """
    listed = cards if isinstance(cards, list) else []
    if not any(isinstance(card, dict) for card in listed):
        return []
    rows: list[dict[str, str]] = []
    for number, card in enumerate(listed, start=1):
        where = f"{place}[{number}]"
        if not isinstance(card, dict):
            faults.append(f"{where}: write a table of keys and values, not {quoted(card)}")
            rows.append({})  # keeps the numbers of later rows
            continue
        faults += [
            f"{where}.{key}: write text, a number, true or false, not {quoted(value)}"
            for key, value in card.items()
            if isinstance(value, dict | list)
        ]
        rows.append({key: _cell(value) for key, value in card.items()})
    return rows


def languages_of(columns: list[str]) -> dict[str, set[str]]:
    """Return the languages of translated columns: de and fr for ``title_de`` and ``title_fr``.

    A lone name such as ``hp_up`` is not a translation: there must be the column itself as well,
    or another language.
    """
    found: dict[str, set[str]] = {}
    for column in columns:
        match = _IN_LANGUAGE.fullmatch(column)
        if match:
            found.setdefault(match[1], set()).add(match[2])
    return {base: langs for base, langs in found.items() if base in columns or len(langs) > 1}


def rows_in_language(
    rows: list[dict[str, str]], lines: list[str], own: str, wanted: str
) -> tuple[list[dict[str, Any]], list[str], set[str]]:
    """Return cards in the ``wanted`` language, or in their own where they do not have it.

    The faults found, and all languages that the cards have, come with them. ``own`` is the
    language of columns that name none; ``lines`` names the place of each row.
    """
    columns = list(dict.fromkeys(column for row in rows for column in row))
    translated = languages_of(columns)
    known = {own}.union(*translated.values()) if translated else set()
    said = wanted if wanted in known else own
    faults: list[str] = []
    cards: list[dict[str, Any]] = []
    for row, line in zip(rows, lines, strict=True):
        cells = {column: row.get(column, "") for column in columns if column != COPIES}
        for base, languages in translated.items():
            cells[base], fault = _said(row, base, languages, own, said)
            if fault and row.get(COPIES) != "0" and len(faults) <= MOST_FAULTS:
                faults.append(f"{line}: {fault}")
        card: dict[str, Any] = {"cells": cells, "place": place_of(line)}
        if row.get(COPIES):
            card[COPIES] = row[COPIES]
        cards.append(card)
    return cards, faults, known


def place_of(line: str) -> str:
    """Return the place of a row without the folder: ``events.csv, line 7``."""
    file, colon, number = line.rpartition(": ")
    return f"{basename(file)}, {number}" if colon and number.startswith(("line", "row")) else ""


def _said(
    row: Mapping[str, str], base: str, languages: set[str], own: str, wanted: str
) -> tuple[str, str]:
    """Return a row's text in a language, and a fault if the row has it in another one only."""
    column = f"{base}_{wanted}"
    ours = row.get(column, "")
    others = [f"{base}_{own}", base]
    if wanted == own:
        ours, others = ours or row.get(base, ""), []
    if base not in row:
        others = [f"{base}_{language}" for language in sorted(languages)]
    other = next((name for name in others if row.get(name)), None)
    if ours or other is None:
        return ours, ""
    return ours, f"{column}: is empty, and {other} says {quoted(row[other])}"


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
