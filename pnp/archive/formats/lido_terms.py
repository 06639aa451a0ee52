"""The vocabulary of LIDO records: concepts with their identifiers, and their elements."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.archive.formats.serialize import XmlElement, element
from pnp.archive.record import LocalText, is_address
from pnp.game.deposit import Deposit

_LIDO = "http://terminology.lido-schema.org/lido"
_AAT = "http://vocab.getty.edu/aat/"
URI, LOCAL = f"{_LIDO}00099", f"{_LIDO}00100"  # types of identifiers
# As in the examples of the German Digital Library's recommendation for museums,
# https://wiki.deutsche-digitale-bibliothek.de/display/DFD, and of its LIDO profile (pages 78514640
# and 113280047 there).
PREFERRED = f"{_LIDO}00169"  # of several names
REPOSITORY_TITLE = f"{_AAT}300417200"
CURRENT_REPOSITORY, INVENTORY_NUMBER = f"{_LIDO}00475", f"{_LIDO}00113"
RECORD_ONLINE, LIDO_RECORD, CREATED = f"{_LIDO}00916", f"{_LIDO}00470", f"{_LIDO}00472"
PROVIDED_IMAGE, PROVIDED_TEXT = f"{_LIDO}00464", f"{_LIDO}00482"
SPECIFIC_RIGHTS = f"{_LIDO}00921"  # a statement or licence, no kind of right
_ISIL = "ISIL (ISO 15511)"
_ORGANISATIONS = "https://ld.zdb-services.de/resource/organisations/"  # those with a German ISIL


class Concept(NamedTuple):
    """A term in English with its identifier, or None if no identifier is certain."""

    term: str
    uri: str | None = None


# The LIDO handbook writes it like this.
HUMAN_MADE_OBJECT = Concept("Human-Made Object", "http://www.cidoc-crm.org/crm-concepts/E22")
GAME = Concept("game", "http://www.wikidata.org/entity/Q11410")
BOARD_GAME = Concept("board game", "http://www.wikidata.org/entity/Q131436")
ITEM_RECORD = Concept("Item-level record", f"{_LIDO}00141")
PHOTO = Concept("photograph of the object")
RULEBOOK = Concept("rulebook of this edition")
DRAWING = Concept("drawing of this edition")
IMAGE, TEXT = Concept("image"), Concept("text")
DOCUMENTED_IN = Concept("is documented in", f"{_LIDO}00617")
DESIGNER = Concept("game designer", "http://www.wikidata.org/entity/Q3630699")
AUTHOR = Concept("author")

ACQUISITION = Concept("Acquisition", f"{_LIDO}00001")
CREATION = Concept("Creation", f"{_LIDO}00012")
PUBLICATION = Concept("Publication", f"{_LIDO}00228")
COLLECTING = Concept("Collecting", f"{_LIDO}00010")
USE = Concept("Use", f"{_LIDO}00011")
EVENT = Concept("Event", f"{_LIDO}00003")

COUNT = Concept("count")
MILLIMETRE = Concept("mm", f"{_AAT}300379097")
DIRECTIONS = {
    "width": Concept("width", f"{_AAT}300055647"),
    "height": Concept("height", f"{_AAT}300055644"),
    "depth": Concept("depth", f"{_AAT}300072633"),
    "diameter": Concept("diameter", f"{_AAT}300055624"),
}


def node(path: str, *content: "str | Mapping[str, str] | XmlElement | None") -> XmlElement:
    """Make a LIDO element, or nested ones from several names: ``actorInRole/actor``."""
    *outer, name = path.split("/")
    made = element(f"lido:{name}", *content)
    for around in reversed(outer):
        made = element(f"lido:{around}", made)
    return made


def concept(name: str, meaning: Concept) -> XmlElement:
    """Return a concept as an element called ``name``."""
    address = node("conceptID", {"lido:type": URI}, meaning.uri) if meaning.uri else None
    return node(name, address, term(meaning.term))


def term(text: str) -> XmlElement:
    """Return a term in English."""
    return node("term", {"xml:lang": "en"}, text)


def identifier(name: str, value: str, source: str | None = None) -> XmlElement:
    """Return an identifier: an address, or a local one assigned by ``source``."""
    assigned = {"lido:source": source} if source else {}
    return node(name, {"lido:type": URI if is_address(value) else LOCAL, **assigned}, value)


def legal_body(name: str | None, deposit: Deposit) -> Iterator[XmlElement]:
    """Yield the identifiers and the name of the depositing institution.

    Portals require an address; German ISILs have one.
    """
    isil = deposit.isil
    if deposit.holder_id:
        yield identifier("legalBodyID", deposit.holder_id)
    if isil and isil.startswith("DE-"):
        yield identifier("legalBodyID", f"{_ORGANISATIONS}{isil}", _ISIL)
    elif isil:
        yield identifier("legalBodyID", isil, _ISIL)
    if name:
        yield node("legalBodyName/appellationValue", name)


def localized(name: str, texts: Iterable[LocalText]) -> Iterator[XmlElement]:
    """Yield one element for each language."""
    return (node(name, {"xml:lang": lang}, text) for lang, text in texts)


def appellations(names: Iterable[LocalText]) -> Iterator[XmlElement]:
    """Yield a name in each language."""
    return localized("appellationValue", names)
