"""The list of games, and the page of one."""

import re

import pytest
from helpers.command import run

from pnp.api import built_in_games
from pnp.positions.cover import ACROSS, DOWN, draw_game_cover
from pnp.scene import Group
from pnp.web.frame import LANGUAGES, Request
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library.built_in()
BY_NAME = sorted(built_in_games(), key=lambda game: LIBRARY.load(game).game.name.casefold())
PLAIN = """
name = "Plain"
summary = "A game in English alone."
[components.dice]
kind = "die"
faces = [1, 2, 3, 4, 5, 6]
edge = "18mm"
name = "Die"
"""


def asked(path, lang="en", **query):
    query = {name: [value] for name, value in query.items()}
    made = answer(LIBRARY, Request(path, query, lang, prefix=lang))
    return made.status, made.content.decode()


def games_on(html):
    return re.findall(r'<h2><a href="/en/games/([\w-]+)/"', html)


def test_home_shows_every_game_with_its_picture():
    status, html = asked("/")
    assert status == 200
    assert set(games_on(html)) == set(built_in_games())
    assert all(f'src="/games/{game}/cover.svg"' in html for game in built_in_games())


@pytest.mark.parametrize(
    ("query", "games"),
    [
        ({"q": "turnooi"}, ["turno"]),
        ({"place": "anatolia"}, ["tawula"]),
        ({"players": "3", "kind": "board"}, ["compositie", "goose", "punt-match"]),
        ({"players": "3", "q": "hexagons"}, ["punt-match"]),
        ({"q": "no such game"}, []),
        ({"players": "two"}, []),
        ({"page": "9999999999999"}, BY_NAME),
    ],
)
def test_games_are_found_by_words_and_by_what_they_are(query, games):
    status, html = asked("/", **query)
    assert status == 200
    assert games_on(html) == games
    assert ("No matching games" in html) == (not games)
    assert ('<a href="/en/?kind=dice">dice</a>' in html) == (not games)


def test_the_form_keeps_what_was_asked_for():
    _, html = asked("/", q='a "b" <c>', players="2")
    assert 'value="a &#34;b&#34; &lt;c&gt;"' in html
    assert f'<option value="2" selected>2 ({len(built_in_games())})</option>' in html
    assert "<details open>" in html


@pytest.mark.parametrize(
    ("query", "option"),
    [
        ({"age": "8"}, '<option value="8" selected>8 years (0)</option>'),
        ({"kind": "a.b"}, '<option value="a.b" selected>a.b (0)</option>'),
    ],
)
def test_the_form_shows_what_no_game_has_and_leads_back_to_all(query, option):
    status, html = asked("/", **query)
    assert status == 200
    assert option in html
    assert '<a class="button" href="/en/">Show all games</a>' in html


def test_games_of_ones_own_come_first(tmp_path):
    folder = tmp_path / "zebra"
    folder.mkdir()
    (folder / "game.toml").write_text(PLAIN, encoding="utf-8")
    library = Library.of_folder(folder, built_in=True)
    html = answer(library, Request("/", {}, "en", prefix="en")).content.decode()
    assert games_on(html)[:2] == ["zebra", BY_NAME[0]]


def test_many_games_come_page_by_page(monkeypatch):
    monkeypatch.setattr("pnp.web.views.home.A_PAGE", 2)
    _, first = asked("/", players="2")
    pages = (len(BY_NAME) + 1) // 2
    _, last = asked("/", players="2", page=str(pages))
    assert games_on(first) == BY_NAME[:2]
    assert games_on(last) == BY_NAME[2 * pages - 2 :]
    assert 'rel="next" href="/en/?players=2&amp;page=2"' in first
    assert f"Page {pages} of {pages}" in last
    assert 'rel="next"' not in last


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", built_in_games())
def test_the_page_of_a_game_shows_how_to_play_make_and_cite_it(game, lang):
    status, html = asked(f"/games/{game}/", lang)
    shown = LIBRARY.load(game).game
    assert status == 200
    assert f'href="/{lang}/games/{game}/make/"' in html
    assert f'href="/{lang}/games/{game}/evidence/"' in html
    for key, rule_set in shown.rule_sets.items():
        assert f'href="/{lang}/games/{game}/rules/{key}/{lang}/"' in html
        assert (f"/games/{game}/setups/{key}" in html) == (rule_set.setup is not None)
    assert 'id="cite"' in html
    assert len(html) <= 20_000


def test_a_game_that_does_not_speak_a_language_says_which_it_is_in(tmp_path):
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "game.toml").write_text(PLAIN, encoding="utf-8")
    made = answer(Library.of_folder(folder), Request("/games/plain/", {}, "de", prefix="de"))
    html = made.content.decode()
    assert '<h1 lang="en">Plain</h1>' in html
    assert '<html lang="de">' in html
    library = Library.of_folder(folder, built_in=True)
    listed = answer(library, Request("/", {}, "de", prefix="de")).content.decode()
    assert '<h2 lang="en"><a href="/de/games/plain/">Plain</a></h2>' in listed
    assert listed.count('<h2 lang="en">') == 1


def test_a_game_or_set_up_that_is_not_there_is_not_found():
    for path in ("/games/none/", "/games/turno/setups/none.svg", "/games/none/cover.svg"):
        status, html = asked(path)
        assert status == 404
        assert '<a class="button" href="/en/">Go to the games</a>' in html


@pytest.mark.parametrize("game", built_in_games())
def test_covers_and_set_ups_are_pictures(game):
    status, cover = asked(f"/games/{game}/cover.svg")
    assert status == 200
    assert 'viewBox="0 0 160 120"' in cover
    key = next(iter(LIBRARY.load(game).game.rule_sets))
    status, setup = asked(f"/games/{game}/setups/{key}_de.svg")
    assert status == 200
    assert setup.startswith("<?xml")


def test_a_game_without_positions_shows_its_faces():
    game = LIBRARY.load("turno").game.model_copy(update={"rule_sets": {}})
    faces = next(item for item in draw_game_cover(game).items if isinstance(item, Group))
    assert len(faces.items) == ACROSS * DOWN


def test_a_game_without_sources_has_no_words_of_a_museum(tmp_path):
    run("new", "soup", "--out", tmp_path)
    library = Library.of_folder(tmp_path / "soup")

    def page(path):
        return answer(library, Request(path)).content.decode()

    says = ("How well it is known", "How to cite it", "described in sources", "/evidence/")
    for path in ("/games/soup/", "/games/soup/rules/highest-card/en/"):
        assert [one for one in says if one in page(path)] == []
    file = tmp_path / "soup" / "game.toml"
    source = '[sources.book]\nkind = "rules"\ntitle = "A book"\n'
    text = file.read_text().replace("[sources.own]", f"{source}\n[sources.own]")
    file.write_text(text)
    assert [one for one in says if one not in page("/games/soup/")] == []
