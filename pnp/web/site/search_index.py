"""The search index of a site: one file for each language, loaded when first used.

It is a script that calls ``searchIndex`` with JSON, since browsers refuse to load JSON next to a
page opened from disk. Each kind of fact is an array with one item for each game.
"""

import json
from typing import Any

from pnp.web.catalogue import FACETS, Catalogue, Entry
from pnp.web.frame import WebFrame
from pnp.web.views.home import card_of, value_words

LONGEST = 120  # letters of a summary
FORMAT = 1


def index_file(lang: str) -> str:
    """Return the name of the index in a language."""
    return f"search-{lang}.js"


def search_index(catalogue: Catalogue, lang: str) -> tuple[str, bytes]:
    """Return the name and the content of the index of a catalogue."""
    frame, entries = WebFrame(lang, face="site"), catalogue.entries
    cards = [card_of(frame, entry) for entry in entries]
    data = {
        "format": FORMAT,
        "ids": [entry.id for entry in entries],
        "names": [entry.name for entry in entries],
        "more": [_more(entry) for entry in entries],
        "says": [_shortened(entry.summary) for entry in entries],
        "facts": [" · ".join(card.facts) for card in cards],
        "facets": {facet: _facet(catalogue, frame, facet) for facet in FACETS},
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return index_file(lang), f"searchIndex({text})\n".encode()


def _facet(catalogue: Catalogue, frame: WebFrame, facet: str) -> dict[str, Any]:
    """Return the values of a facet, and for each game the indexes of its values."""
    values = catalogue.facets()[facet]
    numbers = {value.key: number for number, value in enumerate(values)}
    of = [[numbers[key] for key in entry.values(facet)] for entry in catalogue.entries]
    return {
        "keys": [value.key for value in values],
        "words": [value_words(frame, facet, value) for value in values],
        "of": [one[0] if len(one) == 1 else one for one in of],
    }


def _more(entry: Entry) -> str:
    """Return the other words that a search finds: other names, authors and places."""
    places = dict.fromkeys((*entry.places, *entry.place_names))
    return " ".join((*entry.other_names, *entry.authors, *places))


def _shortened(text: str) -> str:
    """Return the beginning of a text, cut between words."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rpartition(' ')[0] or text[:LONGEST]} …"
