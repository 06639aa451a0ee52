"""What jobs say, in the language of a page."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from pnp.web.frame import Request, WebFrame
from pnp.web.library import Library
from pnp.web.routes import answer
from pnp.web.views.phrases import Phrase, PhraseWriter

LIBRARY = Library.built_in()


def said(address, lang):
    """Return the faults on top of a page, or else its notes, with their languages."""
    parts = urlsplit(address)
    made = answer(LIBRARY, Request(parts.path, parse_qs(parts.query), lang, "serve"))
    page = made.content.decode()
    faults = re.findall(r'<span( lang="\w+")?>([^<]+)</span></li>', page)
    notes = re.findall(r'<section class="note">.*?</section>', page, re.DOTALL)
    found = faults or re.findall(r"<li([^>]*)>([^<]+)</li>", "".join(notes))
    return [(lang, html.unescape(words)) for lang, words in found]


@pytest.mark.parametrize(
    ("address", "begins"),
    [
        ("make/?for=turnooi&players=3", "TURNOOI is voor 2 spelers, niet voor 3."),
        ("make/?margin=90mm", "Zeshoek: een stuk van 52\u00a0\u00d7\u00a060\u00a0mm past"),
        (
            "make/?paper=a6",
            "\u2018Pagina\u2019s\u2019 is langer dan een regel van 6 mm.",
        ),
        ("make/?margin=5", "Schrijf een lengte met haar eenheid (mm, cm, in, pt), zoals 5mm"),
        ("make/?size=44", "Schrijf een breedte en hoogte met hun eenheid"),
        ("make/?only=tiles&copies=0", "Schrijf een getal van 1 tot en met 100, niet"),
        ("make/?duplex=fronts", "De achterkanten vervallen"),
        ("make/?only=deck-36&paper=legal", "Spel van 36 kaarten: 20 op een vel"),
        (
            "make/?only=tiles,hexagon,pawns&gang=yes&paper=legal",
            "Gedeelde vellen: Minder vellen als je bij \u2018Marge\u2019 7\u00a0mm kiest: 1 in",
        ),
        ("make/?dpi=150", "\u2018Pixels per inch\u2019 geldt alleen voor losse"),
        ("laser/beds/?bed=20x20", "Tegels: een deel van 30\u00a0\u00d7\u00a045\u00a0mm past niet"),
        ("laser/?kerf=x", "Schrijf een breedte, zoals 0.15, niet \u2018x\u2019."),
        ("laser/beds/", "Pionnen: van platte delen van 3\u00a0mm, die je in elkaar zet."),
    ],
)
def test_what_is_often_said_is_in_the_language_of_the_page(address, begins):
    language, words = said(f"/games/turno/{address}", "nl")[0]
    assert words.startswith(begins)
    assert language == ""


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "de",
            "„laser“ ist nicht bekannt. Wählt eines von „Schere“ (scissors), „Schneidemaschine“ "
            "(trimmer), „Schneideplotter“ (cutter).",
        ),
        (
            "en",
            "'laser' is not known; write one of scissors, “Paper trimmer” (trimmer), “Cutting "
            "machine” (cutter)",
        ),
    ],
)
def test_a_wrong_value_is_explained_in_the_language_of_the_page(lang, says):
    assert said("/games/turno/make/?cut=laser", lang) == [("", says)]


def test_the_rest_is_marked_as_english():
    frame = WebFrame("nl")
    assert PhraseWriter(frame).phrase("a line") == Phrase("a line", "en")
    assert PhraseWriter(frame._replace(lang="en")).phrase("a line") == Phrase("a line")
