"""The rows of cards: what they say in one language, and what is wrong with a cell."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.units import shown

_IN_LANGUAGE = re.compile(r"(.+)_([a-z]{2})")
COPIES = "copies"


class Taken(NamedTuple):
    """Cards in one language, the faults found, and all languages that they are written in."""

    cards: list[dict[str, Any]]
    faults: list[str]
    languages: set[str]


def row_table(component: dict[str, Any]) -> list[dict[str, str]]:
    """Return the cards that a definition writes itself as rows of cells."""
    cards = component.get("cards")
    if not isinstance(cards, list):
        return []
    tables = [one for one in cards if isinstance(one, dict)]
    return [{key: _cell(value) for key, value in one.items()} for one in tables]


def languages_of(columns: list[str]) -> dict[str, set[str]]:
    """Return the languages of each column that has some: those of ``title_de``, ``title_fr``.

    A name such as ``hp_up`` alone is no translation: either the column itself is there too, or
    there are two of them.
    """
    found: dict[str, set[str]] = {}
    for column in columns:
        match = _IN_LANGUAGE.fullmatch(column)
        if match:
            found.setdefault(match[1], set()).add(match[2])
    return {base: langs for base, langs in found.items() if base in columns or len(langs) > 1}


def take_rows(rows: list[dict[str, str]], lines: list[str], own: str, wanted: str) -> Taken:
    """Return cards in the language that is wanted.

    ``own`` is the language of columns that name none, and ``lines`` says where each row stands.
    """
    columns = list(dict.fromkeys(column for row in rows for column in row))
    translated = languages_of(columns)
    known = {own}.union(*translated.values()) if translated else set()
    faults: list[str] = []
    cards: list[dict[str, Any]] = []
    for row, line in zip(rows, lines, strict=True):
        cells = {column: row.get(column, "") for column in columns if column != COPIES}
        for base, languages in translated.items():
            cells[base] = _said(row, base, languages, own, wanted, line, faults)
        card: dict[str, Any] = {"cells": cells, "place": place_of(line)}
        if row.get(COPIES):
            card[COPIES] = row[COPIES]
        cards.append(card)
    return Taken(cards, faults, known)


def place_of(line: str) -> str:
    """Return where a row stands without the way there: ``events.csv, line 7``."""
    file, colon, number = line.rpartition(": ")
    return f"{Path(file).name}, {number}" if colon and number.startswith(("line", "row")) else ""


def _said(
    row: Mapping[str, str],
    base: str,
    languages: set[str],
    own: str,
    wanted: str,
    line: str,
    faults: list[str],
) -> str:
    """Return what a row says in a language; told as a fault where it says it in another only."""
    theirs = row.get(f"{base}_{own}", "") or row.get(base, "")
    if wanted == own or wanted not in languages:
        return theirs
    ours = row.get(f"{base}_{wanted}", "")
    if theirs and not ours:
        faults.append(f"{line}: {base}_{wanted}: is empty, and {base} says {shown(theirs)}")
    return ours


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
