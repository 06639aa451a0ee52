"""The pages of a designer's desk: faults first, last good sheets below, each card with its row."""

import json
import re
import shutil

import pytest

from pnp.base.files import templates
from pnp.components.faces.draft import RED
from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.routes import answer


@pytest.fixture
def folder(tmp_path):
    to = tmp_path / "dawn"
    shutil.copytree(templates() / "games" / "examples" / "bird-clock", to)
    return to


@pytest.fixture
def ask(folder):
    library = Library.of_folder(folder)

    def asked(path, lang="en", query=None, **words):
        asks = words if query is None else query
        made = answer(library, Request(path, {k: [*v] for k, v in asks.items()}, lang, "desk"))
        text = made.content.decode()
        assert str(folder.parent) not in text
        return made.status, text

    return asked


def change(folder, file, old, new):
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def state(ask):
    """Return the state once everything was looked at."""
    while (said := json.loads(ask("/own/state.json")[1])).get("more"):
        pass
    return said


def test_the_desk_lists_the_components_and_leads_on(ask):
    status, page = ask("/own/")
    assert status == 200
    assert "No faults." not in page  # rules and other languages have not been read yet
    state(ask)
    page = ask("/own/")[1]
    assert "No faults." in page
    for way in ("/own/cards/", "/games/dawn/make/", "/games/dawn/laser/"):
        assert f'href="{way}"' in page


def test_notes_of_reading_the_game_follow_its_components(ask, folder):
    assert 'id="notes"' not in ask("/own/")[1]
    before = state(ask)["state"]
    change(folder, "cards.csv", "flavour_de\n", "flavour_de,weather\n")
    change(folder, "cards.csv", 'für sich allein."\n', 'für sich allein.",dry\n')
    assert state(ask)["state"] != before
    _, page = ask("/own/")
    assert '<h2 id="notes">1 note</h2>' in page
    assert "weather" in page[page.index('id="notes"') :]


def ask_in(ask, path, pieces="", **query):
    """Return a page or picture of the pieces in a language."""
    return ask(path, query={"lang": [pieces]} | {k: [v] for k, v in query.items()})[1]


def test_each_card_names_its_row(ask):
    page = ask("/own/cards/")[1]
    assert "cards.csv, line 6" in page
    assert "cards.csv, line 6" in ask("/own/cards/cards/robin/")[1]


def test_a_card_without_an_id_is_named_by_its_title_too(ask, folder):
    assert ">Robin</span>" not in ask("/own/cards/")[1]  # its id says so
    change(folder, "game.toml", "{id}", "{code}")
    change(folder, "cards.csv", "kind,id,", "kind,code,")
    page = ask("/own/cards/")[1]
    card = page[page.index('<li id="card-03">') :].partition("</li>")[0]
    assert '<b lang="en">Robin</b> 03' in card
    assert '<h1 lang="en">Robin</h1>\n<p class="lead">03</p>' in ask("/own/cards/cards/03/")[1]
    assert "Redstart · 01: cards.csv, line 2" in ask("/own/cards/sheets/1/")[1]


def test_a_sheet_has_a_place_to_click_on_for_each_card(ask):
    page = ask("/own/cards/sheets/1/")[1]
    assert page.count('href="#row-redstart"') == 5
    assert 'id="row-redstart"' in page


def test_only_what_changed_has_another_key(ask, folder):
    before = state(ask)
    change(folder, "cards.csv", "Robin", "Robyn")
    after = state(ask)
    assert after["version"] == before["version"] + 1
    assert [one["id"] for one in after["cards"] if one["changed"] == 2] == ["robin"]
    changed = ask("/own/cards/", show=["changed"])[1]
    assert "card-robin" in changed
    assert "card-wren" not in changed
    since = ask("/own/cards/", show=["changed"], since=["2"])[1]
    assert "No piece has changed." in since


def test_a_fault_is_reported_on_top_and_the_last_good_sheets_stay(ask, folder):
    sheet = ask("/own/cards/sheets/1.svg")[1]
    change(folder, "cards.csv", "redstart", "redstart,,,,,,,,,")
    page = ask("/own/cards/")[1]
    assert page.index("cards.csv, line 2") < page.index("<h1>")
    assert "card-robin" in page
    assert ask("/own/cards/sheets/1.svg")[1] == sheet
    assert "With faults <span>1" in page


def test_a_card_that_does_not_fit_is_shown_with_its_fault_and_stops_no_other(ask, folder):
    state(ask)
    change(folder, "cards.csv", "Robin", "Robin " * 60)
    change(folder, "cards.csv", "Wren", "Winter Wren")
    said = state(ask)
    assert said["stale"] == []
    assert [one["id"] for one in said["cards"] if one["changed"] == 2][:2] == ["robin", "wren"]
    assert [one["id"] for one in said["cards"] if one["faults"]] == ["robin"]
    assert RED in ask("/own/cards/sheets/3.svg")[1]
    assert [one["at"] for one in said["faults"]] == ["cards.csv, line 6"]
    assert said["faults"][0]["also"].startswith("game.toml, line ")


def test_a_folder_that_never_was_right_says_so(ask, folder):
    change(folder, "game.toml", "name = ", "name ")
    status, page = ask("/own/")
    assert status == 200
    assert "game.toml, line 7" in page
    assert "Nothing could be drawn yet." in page


def test_a_fault_of_a_rule_text_follows_with_its_line(ask, folder):
    state(ask)
    file = "rules/morning.en.md"
    change(folder, file, "{{ cats }} cats", "{{ catz }} cats")
    assert json.loads(ask("/own/state.json")[1])["faults"] == []  # cards come first
    (fault,) = state(ask)["faults"]
    assert fault["at"] == f"{file}, line 3"
    assert "'catz' is undefined" in fault["says"]
    change(folder, file, "{{ catz }} cats", "{{ cats }} cats \N{CJK UNIFIED IDEOGRAPH-732B}")
    (fault,) = state(ask)["faults"]
    assert fault["at"] == f"{file}, line 3"
    assert "no glyph" in fault["says"]
    change(folder, file, " \N{CJK UNIFIED IDEOGRAPH-732B}", "")
    assert state(ask)["faults"] == []


def test_what_another_language_lacks_is_a_fault_of_its_row(ask, folder):
    state(ask)
    change(folder, "cards.csv", "Zaunkönig", "")
    (fault,) = state(ask)["faults"]
    assert fault["at"] == "cards.csv, line 8"
    assert 'href="/own/cards/cards/wren/"' in ask("/own/")[1]
    assert "With faults <span>1" in ask("/own/cards/")[1]


def test_pieces_are_shown_in_each_language_that_they_have(ask, folder):
    state(ask)
    assert 'href="/own/cards/?lang=de"' in ask("/own/cards/")[1]
    own = ask("/own/cards/cards/wren/front.svg")[1]
    assert ask_in(ask, "/own/cards/cards/wren/front.svg", "de") != own
    before = state(ask)["state"]
    change(folder, "cards.csv", "Zaunkönig", "Zaunkoenig")
    assert state(ask)["state"] != before
    changed = ask_in(ask, "/own/cards/", "de", show="changed")
    assert "card-wren" in changed
    assert "card-robin" not in changed


def test_a_state_that_is_known_is_not_sent_again(ask):
    tag = state(ask)["state"]
    assert json.loads(ask("/own/state.json", since=[tag])[1]) == {"format": 1, "state": tag}


def test_overlays_change_a_picture_and_its_address(ask):
    plain = ask("/own/cards/cards/robin/front.svg")[1]
    assert ask("/own/cards/cards/robin/front.svg", over=["frames"])[1] != plain
    assert "over=frames&amp;key=" in ask("/own/cards/", over=["frames"])[1]


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/own/nothing/", {}, 404),
        ("/own/cards/cards/nobody/", {}, 404),
        ("/own/cards/sheets/99.svg", {}, 404),
        ("/own/cards/cards/robin/side.svg", {}, 404),
        ("/own/cards/", {"show": ["<b>"]}, 400),
        ("/own/cards/", {"over": ["x"]}, 400),
        ("/own/cards/", {"since": ["-1"]}, 400),
    ],
)
def test_what_there_is_not_is_refused_in_a_line(ask, path, query, status):
    assert ask(path, **query)[0] == status


@pytest.mark.parametrize("lang", ["de", "nl", "fr"])
def test_a_desk_speaks_each_language(ask, lang):
    for path in ("/own/", "/own/cards/", "/own/cards/sheets/1/", "/own/cards/cards/robin/"):
        status, page = ask(path, lang)
        assert status == 200
        assert f'<html lang="{lang}"' in page
        assert len(page) < 20_000


def test_there_is_no_desk_without_a_folder():
    made = answer(Library.built_in(), Request("/own/", face="serve"))
    assert made.status == 404


def test_a_folder_of_several_games_says_how_to_get_a_desk(folder):
    shutil.copytree(folder, folder.parent / "dusk")
    made = answer(Library.of_folder(folder.parent), Request("/own/"))
    assert made.status == 404
    assert "a desk is for one game: pnp serve FOLDER/dawn" in made.content.decode()


def test_a_missing_picture_has_a_placeholder_and_a_fault(ask, folder):
    state(ask)
    (picture,) = folder.glob("**/robin.svg")
    picture.unlink()
    said = state(ask)
    assert said["stale"] == []
    assert "robin.svg" in said["faults"][0]["says"]
    assert RED in ask("/own/cards/sheets/3.svg")[1]


def test_what_has_changed_since_a_version_can_be_printed_alone(ask, folder):
    ask("/own/cards/")

    def printed(since):
        status, page = ask("/games/dawn/make/", query={"changed-since": [since], "draft": ["yes"]})
        return status, re.findall(r'id="command"|Pieces: (\d+)|unchanged since ([^,<]*)', page)

    assert printed("opened") == (200, [("", "version 1")])
    change(folder, "cards.csv", "Wren", "Jenny Wren")
    page = ask("/own/cards/", query={"show": ["changed"]})[1]
    since = re.search(r"changed-since=(\w+)", page)[1]
    assert printed(since)[1][0] == printed("opened")[1][0] != ("", "")
    (number, _), *_ = printed(since)[1]
    assert 0 < int(number) < 10
    change(folder, "cards.csv", "Jenny Wren", "Wren")
    assert printed(since) == (200, [("", "version 1")])
    status, page = ask("/games/dawn/make/", query={"changed-since": ["0123456789ab"]})
    assert status == 400
    assert "names no version of this desk" in page
    assert "manifest" not in page
