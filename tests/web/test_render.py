"""What surrounds every page."""

import pytest

from pnp.web.frame import LANGUAGES, Served, WebFrame, WebPage, render
from pnp.web.views.phrases import Phrase

HERE = WebFrame()


def rendered(frame=HERE, **values):
    page = WebPage(
        "error.html",
        "A & B",
        {"says": "No.", "faults": [Phrase("Write <b>, not a path.")], "again": ""},
        400,
        **values,
    )
    return render(page, frame).decode()


def test_what_a_page_shows_is_escaped():
    html = rendered()
    assert "<title>A &amp; B · pnp</title>" in html
    assert "Write &lt;b&gt;, not a path." in html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_its_language_and_links_to_the_others(lang):
    html = rendered(WebFrame(lang, "/games/turno/?paper=letter", Served(lang)))
    assert f'<html lang="{lang}">' in html
    for code in LANGUAGES:
        assert f'href="/{code}/games/turno/?paper=letter" lang="{code}"' in html
    assert html.count("aria-current") == 1


def test_pages_keep_the_prefix_of_their_language_and_files_have_none():
    frame = WebFrame("de", "/", Served("de"))
    assert frame.to("/games/turno/make/?paper=a3") == "/de/games/turno/make/?paper=a3"
    assert frame.to("/games/turno/make/kit.pdf?paper=a3") == "/games/turno/make/kit.pdf?paper=a3"
    assert frame.to("/games/turno/#rules") == "/de/games/turno/#rules"
    assert WebFrame().to("/games/turno/") == "/games/turno/"
    assert WebFrame().to("/", "nl") == "/nl/"


def test_a_link_to_a_style_sheet_changes_with_it():
    assert WebFrame().static("pnp.css").startswith("/static/pnp.css?v=")
    assert WebFrame().static("pnp.css") != WebFrame().static("icon.svg").replace(
        "icon.svg", "pnp.css"
    )


def test_nothing_of_a_page_is_inline_or_comes_from_elsewhere():
    html = rendered(scripts=())
    assert "style=" not in html
    assert "<style" not in html
    assert "<script>" not in html
    assert "//" not in html.replace("<!doctype html>", "")


def test_a_server_for_all_offers_no_printer_of_ones_own():
    assert "/printer/" in rendered()
    assert "/printer/" not in rendered(WebFrame(face="public"))
    assert "/own/" in rendered(WebFrame(face="desk"))
