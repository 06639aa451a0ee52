"""The page on which a game is made."""

import json
import os
import re
import shlex
import shutil
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from helpers.command import run

from pnp.base.files import templates
from pnp.base.languages import read_words
from pnp.make.choices import JOBS, offered
from pnp.web.frame import LANGUAGES, Made, Request, words_of
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library.built_in()
LARGEST_PAGE = 20_000


def asked(address: str, lang: str = "en", face: str = "serve") -> Made:
    parts = urlsplit(address)
    return answer(LIBRARY, Request(parts.path, parse_qs(parts.query), lang, face))


def page(address: str, lang: str = "en", status: int = 200) -> str:
    made = asked(address, lang)
    assert made.status == status
    return made.content.decode()


def test_the_page_says_what_to_print_and_shows_each_front_beside_its_back():
    html = page("/games/turno/make/?for=loop&paper=letter")
    assert "Print on US Letter, both sides, flipped on the long edge, at 100 %." in html
    assert 'href="/games/turno/make/kit.pdf?for=loop&amp;paper=letter"' in html
    assert "pnp kit turno/loop --paper letter" in html
    pairs = re.findall(r'<div class="pair">(.*?)</div></li>', html, re.DOTALL)
    assert [re.findall(r"<figcaption>(\w+)", pair) for pair in pairs] == [["Front", "Back"]] * 2
    assert re.search(r'alt="Sheet 1, Front: [^"]*20 Tiles"', html)


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Return a folder with a new game in a folder whose name has a blank."""
    folder = tmp_path / "my games" / "soup"
    folder.parent.mkdir()
    run("new", "soup", "--out", folder.parent)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    ("start", "served", "shown", "where"),
    [
        ("my games/soup", ".", "pnp kit .", "in the folder of the game"),
        (".", "my games/soup", "pnp kit './my games/soup'", "where pnp was started"),
        (".", "my games", "pnp kit './my games/soup'", "where pnp was started"),
        ("my games/soup/rules", "..", "pnp kit .", "in the folder of the game"),
    ],
)
def test_the_command_works_where_the_page_says(own, monkeypatch, start, served, shown, where):
    monkeypatch.chdir(start)
    library = Library.of_folder(Path(served).absolute(), built_in=True)
    html = answer(library, Request("/games/soup/make/", {"ink": ["low"]})).content.decode()
    (command,) = re.findall('<code id="command">(.*?)</code>', html)
    assert unescape(command) == f"{shown} --ink low"
    assert f"For the command line, {where}:" in html
    assert str(own.parents[1]) not in html
    if where.startswith("in"):
        monkeypatch.chdir(own)
    run(*shlex.split(unescape(command))[1:], "--dry-run")


def test_the_command_of_a_game_from_elsewhere_names_no_folder(own):
    library = Library.of_folder(own)
    os.chdir(templates())
    assert library.named("soup") == "."
    assert library.named("turno") == "turno"


@pytest.mark.parametrize("game", LIBRARY.ids())
def test_the_page_of_every_game_is_small(game):
    assert len(asked(f"/games/{game}/make/").content) <= LARGEST_PAGE


def test_a_page_that_comes_sooner_has_all_but_pages_to_read_and_keeps_room_for_these():
    whole, soon = (page(f"/games/turno/make/{key}?for=loop") for key in ("", "soon/"))
    assert re.search(r"one PDF, (\d+) pages", whole)
    assert "one PDF, … pages" in soon
    for kept in (
        '<dl class="numbers">.*?</dl>',
        '<ol class="sheets">.*?</ol>',
        'data-address=".*?"',
    ):
        assert re.findall(kept, soon, re.DOTALL) == re.findall(kept, whole, re.DOTALL)
    summaries = [re.findall("<summary><h2>(.*?)</h2>", html) for html in (soon, whole)]
    assert summaries[0] == summaries[1]


def test_the_picture_of_a_component_has_all_choices_but_the_other_components():
    html = page("/games/turno/make/?only=die,tracker,box-36&stock=0.5mm&ink=low&rounded=yes")
    queries = dict(re.findall(r'src="/games/turno/make/pages/([\w-]+)/1.svg\?([^"]+)"', html))
    assert queries == {
        key: f"only={key}&amp;stock=0.5mm&amp;rounded=yes&amp;ink=low"
        for key in ("die", "tracker", "box-36")
    }
    assert 'alt="Sheet 1, Front: Die"' in html


def test_a_page_without_room_for_all_sheets_leads_to_one_with_them():
    html = page("/games/turno/make/?only=tiles,deck-72&copies=9")
    assert len(html.encode()) <= LARGEST_PAGE
    more = re.search(r'<a href="([^"]+)" data-show="sheets">(\d+) more: show all</a>', html)
    assert more is not None
    assert more[1] == "/games/turno/make/?only=tiles,deck-72&amp;copies=9&amp;show=sheets"
    whole = page(more[1].replace("&amp;", "&"))
    assert whole.count("<li><h3>") == html.count("<li><h3>") + int(more[2])
    assert 'data-show="sheets"' not in whole


def test_few_choices_are_open_with_those_that_say_something():
    html = page("/games/turno/make/?for=loop&margin=9mm")
    assert re.findall(r'id="field-(?:margin|size|theme)"', html) == ['id="field-margin"']
    more = re.search(r'<a href="([^"]+)" data-show="choices">', html)
    assert more is not None
    whole = page(more[1].replace("&amp;", "&"))
    assert {'id="field-margin"', 'id="field-size"', 'id="field-theme"'} <= set(
        re.findall(r'id="field-[\w-]+"', whole)
    )
    assert '<input type="hidden" name="show" value="choices">' in whole
    assert 'data-address="/games/turno/make/?for=loop&amp;margin=9mm"' in whole


def test_the_address_has_what_differs_from_the_defaults_and_no_more():
    html = page("/games/turno/make/?for=loop&paper=a4&duplex=long-edge&ink=low&players=")
    assert 'data-address="/games/turno/make/?for=loop&amp;ink=low"' in html


def test_a_wrong_choice_is_explained_beside_its_field_and_nothing_can_be_downloaded():
    html = page("/games/turno/make/?paper=a11&ink=low", status=400)
    fault = re.search(r'<p class="fault" id="fault-paper">(.+?)</p>', html)
    assert fault is not None
    assert "a11" in fault[1]
    assert 'aria-invalid="true"' in html
    assert re.search(r'value="low" checked', html)
    assert "kit.pdf" not in html


def test_what_does_not_fit_is_said_on_the_page():
    html = page("/games/tawula/make/?paper=40x40mm", status=400)
    assert "kit.pdf" not in html
    assert re.search(r'<div id="faults" role="alert" class="alert">.*<li>', html, re.DOTALL)


def test_a_dutch_page_makes_a_dutch_kit_unless_english_is_chosen():
    html = page("/games/turno/make/?for=loop", "nl")
    assert "kit.pdf?for=loop&amp;lang=nl" in html
    assert "--lang nl" in html
    assert 'data-address="/games/turno/make/?for=loop"' in html
    html = page("/games/turno/make/?for=loop&lang=en", "nl")
    assert "kit.pdf?for=loop&quot;" not in html
    assert 'href="/games/turno/make/kit.pdf?for=loop"' in html
    assert 'data-address="/games/turno/make/?for=loop&amp;lang=en"' in html


def test_players_are_those_who_can_play_the_chosen_rule_set():
    html = page("/games/turno/make/?for=loop")
    players = re.search(r'<select name="players".*?</select>', html, re.DOTALL)
    assert players
    assert re.findall(r'value="(\d+)"', players[0]) == ["2", "3", "4", "5", "6"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_has_a_label_in_every_language(lang):
    names = {"for", "cards", *(name for job in JOBS for name in offered(job))}
    missing = names - read_words("web/words", lang)["fields"].keys()
    where = f"[fields] in templates/web/words/{lang}.toml"
    assert missing == set(), f"write a label for each under {where}"


@pytest.mark.parametrize(("folder", "table"), [("cutters", "cutters"), ("pages", "templates")])
def test_what_comes_with_pnp_has_a_name_in_every_language(folder, table):
    names = {
        lang: [words_of(lang, f"{table}.{one.stem}") for one in (templates() / folder).iterdir()]
        for lang in LANGUAGES
    }
    assert len(names["en"]) >= 4
    assert all(not set(names["en"]) & set(names[lang]) for lang in LANGUAGES if lang != "en")


def test_names_in_lists_are_in_the_language_of_the_page():
    html = page("/games/turno/make/?only=tiles&show=choices", "de")
    assert ">Silhouette, drei Marken<" in html
    assert ">Runde Etiketten von 63,5 mm, 12 auf A4<" in html
    html = page("/games/turno/laser/beds/?for=loop&show=choices&client=generic", "fr")
    assert ">Tout programme qui distingue le rouge, le bleu et le noir<" in html
    assert ">Contreplaqué de 3 mm, bouleau ou peuplier<" in html
    assert "pour tout programme qui distingue le rouge" in html


def test_the_choice_as_json_says_what_the_page_says():
    told = json.loads(asked("/games/turno/make.json?for=loop&duplex=fold").content)
    assert told["format"] == 1
    assert told["command"] == "pnp kit turno/loop --duplex fold"
    assert {part["id"] for part in told["parts"]} == {"front", "rules-loop", "pieces"}


def test_the_zip_holds_the_kit_and_has_the_same_bytes_each_time():
    made = asked("/games/turno/make/kit.zip?for=loop")
    assert ZipFile(BytesIO(made.content)).namelist() == ["kit/loop-a4.pdf"]
    page_of_one_file = page("/games/turno/make/?for=loop")
    assert "kit.zip" not in page_of_one_file
    assert "kit.zip" in page("/games/turno/make/?for=loop&cut=cutter")
    assert made.download == "turno-kit.zip"
    assert asked("/games/turno/make/kit.zip?for=loop").content == made.content


@pytest.mark.parametrize("number", ["0", "99", "x"])
def test_a_page_that_is_not_there_is_not_found(number):
    assert asked(f"/games/turno/make/pages/pieces/{number}.svg?for=loop").status == 404


def test_a_printer_cannot_be_chosen_on_a_public_server():
    html = asked("/games/turno/make/", face="public").content.decode()
    assert 'name="printer"' not in html
    assert asked("/games/turno/make/?printer=office", face="public").status == 400


def test_single_components_leave_the_choices_of_kits_out_and_say_so():
    html = page("/games/turno/make/?only=tiles&cut=scissors&with=&players=")
    assert "has no effect" not in html
    assert "pnp build turno --only tiles --one-file" in html
    html = page("/games/turno/make/?only=tiles&cut=trimmer")
    assert "“Cut with” has no effect on single components" in html
    assert 'data-address="/games/turno/make/?only=tiles"' in html


LONG_NAME = "A mountain so far away that its name does not fit anywhere on a card of this size"


@pytest.fixture
def faulty(own):
    """Return the games, of which the user's has a card whose text does not fit."""
    table = own / "cards.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("Mountain,", f"{LONG_NAME},"))
    return Library.of_folder(own, built_in=True)


def of(library, address, face="serve"):
    parts = urlsplit(address)
    return answer(library, Request(parts.path, parse_qs(parts.query), face=face))


def links_in(made):
    return [unescape(link) for link in re.findall('href="([^"]*)"', made.content.decode())]


def test_a_game_with_faults_can_be_printed_as_a_draft_or_a_proof(faulty, own, monkeypatch):
    made = of(faulty, "/games/soup/make/?paper=letter&players=2")
    assert made.status == 400
    monkeypatch.chdir(own)
    for more in ("", "&proof=yes"):
        address = f"/games/soup/make/?paper=letter&draft=yes{more}"
        assert address in links_in(made)
        page = of(faulty, address)
        text = unescape(page.content.decode())
        assert page.status == 200
        assert "Faults, marked in red" in text
        assert "cards.csv, line 6" in text
        assert str(own) not in text
        (file,) = [link for link in links_in(page) if "kit.pdf" in link]
        pdf = of(faulty, file)
        (command,) = re.findall('<code id="command">(.*?)</code>', text)
        run(*shlex.split(command)[1:], "--quiet", "--out", "made", status=1)
        (written,) = Path("made/soup").rglob("*.pdf")
        assert written.read_bytes() == pdf.content
        shutil.rmtree("made")


def test_a_game_that_only_a_draft_can_read_leads_to_one(own):
    table = own / "game.toml"
    table.write_text(table.read_text(encoding="utf-8").replace('fill = "{color}"', 'fill = "{x}"'))
    picture = '[[components.cards.front.frames]]\nkind = "image"\nfile = "no.png"\n'
    text = table.read_text(encoding="utf-8").replace('fill = "{x}"', 'fill = "{color}"')
    frame = "[[components.cards.front.frames]]"
    where = 'at = "0mm, 0mm"\narea = "10x10mm"\n\n'
    table.write_text(text.replace(frame, f"{picture}{where}{frame}", 1))
    library = Library.of_folder(own, built_in=True)
    made = of(library, "/games/soup/make/")
    assert made.status == 400
    assert "/games/soup/make/?draft=yes" in links_in(made)
    page = of(library, "/games/soup/make/?draft=yes")
    assert page.status == 200
    assert "no.png" in page.content.decode()
    table.write_text("name =")
    assert "/games/soup/make/?draft=yes" not in links_in(of(library, "/games/soup/make/"))


def test_a_fault_of_a_choice_or_of_another_game_offers_no_draft(own):
    library = Library.of_folder(own, built_in=True)
    for address in ("/games/soup/make/?margin=x", "/games/turno/make/?paper=50x50mm"):
        made = of(library, address)
        assert made.status == 400
        assert [link for link in links_in(made) if "draft" in link] == []


def test_only_a_desk_knows_what_has_changed(own):
    library = Library.of_folder(own, built_in=True)
    for game, face in (("soup", "serve"), ("turno", "desk"), ("turno", "public")):
        made = of(library, f"/games/{game}/make/?changed-since=opened", face)
        assert made.status == 400
        assert "cannot be chosen here" in made.content.decode()


def test_a_form_that_was_sent_before_a_game_changed_says_so(own):
    library = Library.of_folder(own, built_in=True)
    address = "/games/soup/make/"
    html = of(library, address).content.decode()
    (seen,) = re.findall('name="seen" value="(.*?)"', html)
    again = f"{address}?ink=low&seen={seen}"
    assert "in the meantime" not in of(library, again).content.decode()
    table = own / "cards.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("Pebble", "Stone"))
    assert "in the meantime" in of(library, again).content.decode()
    assert 'name="seen"' not in of(library, "/games/turno/make/").content.decode()


def test_the_address_of_a_picture_changes_with_a_users_game(own):
    library = Library.of_folder(own, built_in=True)

    def pictures():
        html = of(library, "/games/soup/make/").content.decode()
        return re.findall('src="(/games/soup/make/pages/pieces/[^"]*)"', html)

    before = pictures()
    assert of(library, unescape(before[0])).status == 200
    table = own / "cards.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("Star,", "Sun,"))
    changed = [one != other for one, other in zip(before, pictures(), strict=True)]
    assert set(changed) == {True, False}


@pytest.mark.parametrize("path", ["/games/turno/make/?show=choices", "/printer/"])
def test_papers_that_a_home_has_come_first_and_others_under_a_heading(path):
    html = page(path)
    papers = html[html.index('<select name="paper"' if "make" in path else '<select id="paper"') :]
    usual, others = papers[: papers.index("</select>")].split('<optgroup label="Other">')
    assert re.findall('value="([a-z0-9]+)"', usual) == ["a4", "letter", "a3"]
    assert {"a5", "legal"} <= {*re.findall('value="([a-z0-9]+)"', others)}


def test_the_page_of_a_wrong_value_leads_back_to_the_desk_if_there_is_one():
    for face, links in (("desk", ["/own/", "/"]), ("serve", ["/"])):
        html = asked("/own/?show=nothing", face=face).content.decode()
        assert re.findall('class="button[^"]*" href="([^"]*)"', html) == links
