"""How to cite this edition of a game: as a line, in BibTeX, and as CSL-JSON.

The citation names the game's author and date. For the edition it gives the date, the holder and the
address of its record, if the definition states them, and pnp unless the publisher does not name it.
"""

import re
from typing import Any

from pnp import __version__
from pnp.game.fields import date_numbers
from pnp.game.game import Game

_SPECIAL = re.compile(r"[\\{}$&%#_~^]")
_WRITTEN = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
EDITION = "Print-and-play edition"


def cited(game: Game, edition: str = EDITION, *, by_pnp: bool = True) -> str:
    """Return the citation of a game as a line; ``edition`` describes the edition in words."""
    parts = (
        game.author,
        game.name,
        game.dated or game.date,
        _edition(game, edition, by_pnp),
        game.deposit.holder,
        game.deposit.record,
    )
    said = (part[0].upper() + part[1:] for part in parts if part)
    return " ".join(part if part[-1] in ".!?" else f"{part}." for part in said)


def bibtex(game: Game, *, by_pnp: bool = True) -> str:
    """Return the citation of a game as a BibTeX entry."""
    person = _is_person(game)
    author = game.author and (_tex(game.author) if person else f"{{{_tex(game.author)}}}")
    fields = {
        "author": author,
        "title": f"{{{_tex(game.name)}}}",
        "year": _year(game),
        "howpublished": _tex(_edition(game, EDITION, by_pnp)),
        "organization": game.deposit.holder and _tex(game.deposit.holder),
        "note": game.dated and _tex(game.dated),
        "language": game.language,
        "url": game.deposit.record,
    }
    lines = [f"  {key} = {{{value}}}," for key, value in fields.items() if value]
    return "\n".join((f"@misc{{{game.id},", *lines, "}", ""))


def csl(game: Game, *, by_pnp: bool = True) -> dict[str, Any]:
    """Return the citation of a game as an item of CSL-JSON."""
    found = {
        "id": game.id,
        "type": "document",
        "genre": EDITION,
        "title": game.name,
        "author": [{"literal": game.author}] if game.author else None,
        "abstract": game.summary,
        "issued": _csl_date(game.edition_date, None),
        "original-date": _csl_date(game.date, game.dated),
        "publisher": game.deposit.holder,
        "version": _issued(game, by_pnp) or None,
        "language": game.language,
        "URL": game.deposit.record,
    }
    return {key: value for key, value in found.items() if value is not None}


def _edition(game: Game, edition: str, by_pnp: bool) -> str:
    return ", ".join(filter(None, (edition, _issued(game, by_pnp))))


def _issued(game: Game, by_pnp: bool) -> str:
    """Return the tool that made an edition, and its date if stated."""
    if not by_pnp:
        return game.edition_date or ""
    made = f"pnp {__version__}"
    return f"{made} ({game.edition_date})" if game.edition_date else made


def _year(game: Game) -> str | None:
    """Return the year of the edition, or otherwise of the game."""
    date = game.edition_date or game.date
    return date and date[: 5 if date.startswith("-") else 4]


def _csl_date(date: str | None, words: str | None) -> dict[str, Any] | None:
    """Return a date in numbers, or in words if these are more precise."""
    if words:
        return {"literal": words}
    if date is None:
        return None
    return {"date-parts": [date_numbers(date)]}


def _is_person(game: Game) -> bool:
    known = game.authority(game.author or "")
    return known is None or known.kind == "person"


def _tex(text: str) -> str:
    return _SPECIAL.sub(lambda found: _WRITTEN.get(found[0], f"\\{found[0]}"), text)
