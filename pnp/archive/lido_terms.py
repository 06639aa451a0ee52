"""Words of LIDO records with their identifiers, and how such words are written."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.archive.record import Said
from pnp.archive.xml import Node, node

_LIDO = "http://terminology.lido-schema.org/lido"
_AAT = "http://vocab.getty.edu/aat/"
URI, LOCAL = f"{_LIDO}00099", f"{_LIDO}00100"  # kinds of identifiers


class Concept(NamedTuple):
    """A word in English, and its identifier where there is one that is certain."""

    term: str
    uri: str | None = None


HUMAN_MADE_OBJECT = Concept(
    "Human-Made Object", "http://www.cidoc-crm.org/crm-concepts/E22"
)  # as the LIDO handbook writes it
GAME = Concept("game", "http://www.wikidata.org/entity/Q11410")
BOARD_GAME = Concept("board game", "http://www.wikidata.org/entity/Q131436")
ITEM_RECORD = Concept("Item-level record", f"{_LIDO}00141")
RULEBOOK = Concept("rulebook")

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


def concept(name: str, meant: Concept) -> Node:
    """Write a concept as an element of that name."""
    address = node("lido:conceptID", {"lido:type": URI}, meant.uri) if meant.uri else None
    return node(name, address, term(meant.term))


def term(text: str) -> Node:
    """Write a word of our own, in English."""
    return node("lido:term", {"xml:lang": "en"}, text)


def identifier(name: str, value: str, source: str | None = None) -> Node:
    """Write an identifier: an address, or one that ``source`` gave."""
    public = value.startswith(("https://", "http://", "urn:"))
    given = {"lido:source": source} if source else {}
    return node(name, {"lido:type": URI if public else LOCAL, **given}, value)


def in_languages(name: str, texts: Iterable[Said]) -> Iterator[Node]:
    """Yield an element for each language."""
    return (node(name, {"xml:lang": said.lang}, said.text) for said in texts)


def called(names: Iterable[Said]) -> Iterator[Node]:
    """Yield a name in each language."""
    return in_languages("lido:appellationValue", names)
