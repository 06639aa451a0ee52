"""Pages of what is known of a game and how, with a map and a time line."""

import re

import pytest

from pnp.web.frame import Made, Request, words_of
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library.built_in()
LARGEST_PAGE = 30_000  # bytes, of much evidence, before it is compressed


def asked(address: str, lang: str = "en") -> Made:
    return answer(LIBRARY, Request(address, lang=lang))


def page(address: str, lang: str = "en", status: int = 200) -> str:
    made = asked(address, lang)
    assert made.status == status, made.content.decode()
    return made.content.decode()


@pytest.fixture(scope="module")
def pages():
    return {game: page(f"/games/{game}/evidence/", "fr") for game in LIBRARY.ids()}


def test_every_page_is_small_and_its_links_within_lead_somewhere(pages):
    for game, html in pages.items():
        assert len(html.encode()) <= LARGEST_PAGE, game
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids)), game
        assert set(re.findall(r'href="#([^"]+)"', html)) - {"main"} <= set(ids), game


def test_places_and_coordinates_are_written_as_the_language_does():
    for lang, place, where in (
        ("de", "Brügge", "51,21° N, 3,22° O"),
        ("fr", "Bruges", "51,21° N, 3,22° E"),
        ("en", "Bruges", "51.21° N, 3.22° E"),
    ):
        html = page("/games/turno/evidence/", lang)
        assert re.search(rf'<th scope="row" lang="{lang}">{place} ', html), lang
        assert f"<td>{where}</td>" in html


def test_every_fact_is_said_with_how_well_it_is_known_and_by_whom(pages):
    game = LIBRARY.load("turno").game
    here = page("/games/turno/evidence/")
    subjects = re.findall(r'href="(/games/turno/evidence/[\w-]+/)"', here)
    told = [here, *map(page, subjects)]
    everything = "\n".join(told).replace("&#39;", "'")
    for _, fact in game.all_facts():
        assert getattr(fact, "says", None) or fact.question in everything
        assert all(f"source-{source}" in everything for source in fact.sources)
    loop = page("/games/turno/evidence/loop/")
    assert re.search(r'<span class="known reconstructed">reconstructed</span></span></li>', loop)
    assert '<a href="/games/turno/evidence/#source-horn-2023">Horn 2023</a>, The Games, I' in loop


def test_a_dispute_has_all_readings_and_says_which_is_followed_and_why():
    html = page("/games/turno/evidence/")
    at = html.index("On which tile does a pawn enter the board?")
    dispute = html[at : html.index("</p>", at)]
    assert "On a tile of the near side that shows the number thrown." in dispute
    assert "On a corner tile." in dispute
    assert dispute.count(words_of("en", "evidence.followed")) == 1
    assert dispute.index("near side") < dispute.index("this edition") < dispute.index("corner tile")
    assert "Its author had the rule sheet at hand" in dispute


def test_texts_are_in_the_language_of_the_page_and_others_say_theirs():
    html = page("/games/turno/evidence/", "nl")
    assert words_of("nl", "evidence.disputes") in html
    assert '<p lang="en">The surviving copy itself' in html
    assert "vermeld" in html


def test_the_map_and_the_time_line_have_their_words_beside_them():
    html = page("/games/tawula/evidence/", "de")
    assert 'src="/games/tawula/evidence/de/map.svg"' in html
    assert "39° N, 35° O" in html
    assert "Anatolien, Kleinasien, Ägypten" in html
    assert 'src="/games/tawula/evidence/de/timeline.svg"' in html
    assert "1845 oder früher" in html


def test_a_game_without_coordinates_has_no_map(pages):
    assert "map.svg" not in pages["turnio"]
    assert asked("/games/turnio/evidence/en/map.svg").status == 404
    assert asked("/games/turnio/evidence/en/timeline.svg").status == 200
    assert asked("/games/turnio/evidence/xx/timeline.svg").status == 404


def test_facts_about_nothing_are_nowhere():
    assert "facts about &#39;nothing&#39;" in page("/games/turno/evidence/nothing/", status=404)
