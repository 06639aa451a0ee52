"""Files as responses: style sheets, scripts, fonts, ZIP files, and games as data."""

import json
from typing import TYPE_CHECKING, Any

from pnp.audit import check_game
from pnp.base.errors import AuditError, PnpError
from pnp.game.deposit import Deposit
from pnp.make.describe import evidence_data, game_data
from pnp.make.listed import listed_data
from pnp.rulebook.source import languages_of
from pnp.web.citation import bibtex, csl
from pnp.web.described import as_published, online
from pnp.web.frame import JSON, XML, Made, NotFoundError, Visit

if TYPE_CHECKING:
    from pnp.archive.record import ArchiveRecord

FORMAT = 1  # of the data; it grows when something is taken away or means something else
JSON_LD = "application/ld+json"
CSL = "application/vnd.citationstyles.csl+json"
BIBTEX = "application/x-bibtex; charset=utf-8"


def games_json(visit: Visit) -> Made:
    """Return the list of games; faulty ones have their faults instead of facts."""
    return as_json({"games": [_listed(visit, key) for key in visit.library.ids()]})


def game_json(visit: Visit, game: str) -> Made:
    """Return everything known about a game."""
    return as_json(game_data(visit.library.load(game).game))


def evidence_json(visit: Visit, game: str) -> Made:
    """Return what each source shows, and the evidence for each rule."""
    return as_json(evidence_data(visit.library.load(game).game))


def check_json(visit: Visit, game: str) -> Made:
    """Return the audit of a game."""
    return as_json(check_game(visit.library.load(game).game).as_data())


def game_jsonld(visit: Visit, game: str) -> Made:
    """Return the schema.org description of a game."""
    from pnp.archive.formats.jsonld import game_jsonld

    where = online(visit.frame, f"/games/{game}/")
    return Made(game_jsonld(_record(visit, game), online=where), JSON_LD)


def lido_xml(visit: Visit, game: str) -> Made:
    """Return a game in LIDO, in which museums exchange records."""
    from pnp.archive.formats.lido import lido

    return Made(lido(_record(visit, game)), XML)


def dublin_core_xml(visit: Visit, game: str) -> Made:
    """Return a game in Dublin Core."""
    from pnp.archive.formats.dublin_core import dublin_core

    return Made(dublin_core(_record(visit, game)), XML)


def citation_bib(visit: Visit, game: str) -> Made:
    """Return the citation of a game for LaTeX."""
    published = as_published(visit.frame, visit.library.load(game).game)
    cited = bibtex(published, by_pnp=visit.frame.signature.shows_pnp)
    return Made(cited.encode(), BIBTEX, download=f"{game}.bib")


def citation_json(visit: Visit, game: str) -> Made:
    """Return the citation of a game for reference managers."""
    published = as_published(visit.frame, visit.library.load(game).game)
    content = as_json([csl(published, by_pnp=visit.frame.signature.shows_pnp)]).content
    return Made(content, CSL, download=f"{game}.json")


def as_json(data: Any) -> Made:
    """Return data as JSON; a table includes its format."""
    if isinstance(data, dict):
        data = {"format": FORMAT, **data}
    return Made(json.dumps(data, indent=1, ensure_ascii=False).encode(), JSON)


def _listed(visit: Visit, key: str) -> dict[str, Any]:
    try:
        return listed_data(visit.library.load(key).game)
    except PnpError as error:
        return {"id": key, "faults": [*map(visit.library.without_paths, error.faults)]}


def _record(visit: Visit, game: str) -> "ArchiveRecord":
    """Return the archive record of a game."""
    from pnp.archive.record import record_of

    loaded = visit.library.load(game)
    folder, published = loaded.file.parent, as_published(visit.frame, loaded.game)
    try:
        return record_of(folder, published, languages_of(folder, loaded.game), Deposit())
    except AuditError as error:
        raise NotFoundError(str(error)) from None
