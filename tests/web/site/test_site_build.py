"""A site has a file for every page, makes what changed, and goes on after a kill."""

import json
import os
import re
import shutil
import sqlite3
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread
from urllib.parse import parse_qs
from xml.etree import ElementTree

import pytest
from helpers.guard import guarded
from helpers.sample_archive import POND, write_game
from helpers.site_links import dead_links, every_link
from typer.testing import CliRunner

from pnp.base.errors import OutputError, UsageError
from pnp.base.files import templates
from pnp.cli import app
from pnp.web.catalogue import Entry
from pnp.web.errors import NotFoundError
from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.routes import answer, rendered
from pnp.web.site.build import build_game, finish, game_folders, site_folder
from pnp.web.site.feeds import feeds
from pnp.web.site.game import SiteGame, downloads_page
from pnp.web.site.options import SiteOptions
from pnp.web.site.places import Places, site_frame
from pnp.web.site.record import Download, GameRecord, made_by, read_record

URL = "https://museum.example/games/"
DAY = "2026-11-20"
WHOLE = {"downloads": ("kit",), "url": URL, "date": DAY, "sqlite": True}


def build(games, out, languages=("en", "nl"), downloads=(), **more):
    """Build a site in this process; return the word for each game."""
    options = SiteOptions(out, languages, downloads=downloads, **more)
    folders = game_folders([str(games)])
    with site_folder(options) as place:
        outcomes = [build_game(folder, options, place) for folder in folders]
        finish(folders, options, place)
    assert [one.faults for one in outcomes if one.word != "failed" and one.faults] == []
    return {one.game: one.word for one in outcomes}


def content(out):
    """Return every file of a site with its bytes."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


def write_collection(folder, count=3):
    for number in range(1, count + 1):
        text = POND.replace('name = "Pond"', f'name = "Pond {number}"')
        write_game(folder, f"pond-{number}", text)
    return folder


@pytest.fixture
def in_process(monkeypatch):
    """Make games in this process, which knows fonts and templates already, and not in a worker."""
    monkeypatch.setattr("pnp.web.site.build.run_guarded", lambda make, *_, **__: make())


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A site of three games in two languages, with all that can be made of it."""
    folder = tmp_path_factory.mktemp("site")
    games = write_collection(folder / "games")
    build(games, folder / "public", **WHOLE)
    return folder / "public"


def test_every_link_of_a_site_leads_to_one_of_its_files(built):
    assert len(list(every_link(built))) > 100
    assert dead_links(built, "/games/") == []


def test_the_first_language_is_at_the_root_and_the_others_in_their_folders(built):
    for file, lang in (("index.html", "en"), ("nl/index.html", "nl")):
        assert f'<html lang="{lang}">' in (built / file).read_text(encoding="utf-8")
    assert (built / "nl/games/pond-1/index.html").is_file()
    assert not (built / "en").exists()
    assert not (built / "nl/games/pond-1/cover.svg").exists()  # pictures once for all languages


def test_pages_name_their_one_address_and_that_in_other_languages(built):
    page = (built / "nl/games/pond-1/index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{URL}nl/games/pond-1/">' in page
    assert f'<link rel="alternate" hreflang="en" href="{URL}games/pond-1/">' in page


def test_downloads_are_named_by_their_content_and_are_what_a_server_sends(built):
    record = read_record(built, "pond-2")
    assert [(one.kind, one.paper) for one in record.downloads] == [("kit", "a4"), ("kit", "letter")]
    library = Library.of_folder(built.parent / "games")
    for one in record.downloads:
        bytes_ = (built / one.file).read_bytes()
        assert (len(bytes_), sha256(bytes_).hexdigest()) == (one.size, one.sha256)
        assert one.file.startswith(f"files/{one.sha256[:16]}-pond-2")
        path, _, query = one.addresses[0].partition("?")
        assert answer(library, Request(path, parse_qs(query))).content == bytes_
        page = (built / "games/pond-2/make/index.html").read_text(encoding="utf-8")
        assert one.sha256 in page


def test_downloads_begin_with_one_button_and_show_the_sheets_and_fold_the_rest(built):
    at = built / "games" / "pond-1" / "make"
    page = (at / "index.html").read_text(encoding="utf-8")
    seen = re.sub("(?s)<details.*?</details>", "", page)
    assert len(re.findall('<a class="button" href', seen)) == page.count('<a class="button" ') == 1
    assert re.search("<code>[0-9a-f]{64}<", page)
    assert not re.search("<code>[0-9a-f]{64}<", seen)
    sheets = re.findall(r'<img id="pieces-\d+" data-key="[^"]*" src="([^"]*)"', seen)
    assert sheets
    assert all((at / one).read_bytes().startswith(b"<svg ") for one in sheets)


def test_downloads_in_other_languages_are_folded_unless_there_are_no_others():
    game, links = Library.built_in().load("turno").game, Places(("en",))
    frame, to = site_frame(links, links.target("/games/turno/make/", "en"))
    kits = [Download("kit", f"files/0-{one}", 1, 64 * "a", "a4", one) for one in ("nl", "en")]
    for files, seen in ((kits, ["files/0-en"]), (kits[:1], ["files/0-nl"])):
        page = rendered(downloads_page(frame, game, to, files), frame).content.decode()
        page = re.sub("(?s)<details.*?</details>", "", page)
        assert re.findall('class="button" href="[./]*([^"]*)" download', page) == seen


def test_json_is_what_a_server_sends(built):
    library = Library.of_folder(built.parent / "games")
    for path in ("/games.json", "/games/pond-1.json", "/games/pond-1/lido.xml"):
        assert (built / path[1:]).read_bytes() == answer(library, Request(path)).content, path


def test_a_sitemap_lists_every_page_for_search_engines_and_a_feed_every_dated_game(built):
    pages = {path.relative_to(built).as_posix(): path.read_text() for path in built.rglob("*.html")}
    hidden = {page for page in pages if '<meta name="robots" content="noindex">' in pages[page]}
    assert {"404.html", "by/players/2/index.html"} < hidden  # a list of the same three games
    sitemap = ElementTree.parse(built / "sitemap.xml")
    listed = [one.text for one in sitemap.findall(".//{*}loc")]
    assert sorted(one.removeprefix(URL) for one in listed) == sorted(
        page.removesuffix("index.html") for page in pages.keys() - hidden
    )
    assert {one.text for one in sitemap.findall(".//{*}lastmod")} == {DAY}
    for file in ("feed.xml", "nl/feed.xml"):
        feed = ElementTree.parse(built / file)
        assert [one.text for one in feed.findall(".//{*}updated")] == [f"{DAY}T00:00:00Z"] * 4


def test_the_database_has_every_game_and_file(built):
    with sqlite3.connect(built / "catalogue.db") as base:
        assert base.execute("select count(*) from games").fetchone() == (3,)
        found = base.execute("select file from downloads where game = 'pond-1'").fetchall()
        assert all((built / file).is_file() for (file,) in found)
        rows = base.execute("select name from games_fts where games_fts match 'pond'").fetchall()
    assert len(rows) == 3


@pytest.mark.usefixtures("in_process")
def test_only_what_changed_is_made_again(tmp_path):
    games, out = write_collection(tmp_path / "games"), tmp_path / "public"
    assert set(build(games, out).values()) == {"made"}
    first = content(out)
    assert set(build(games, out).values()) == {"kept"}
    assert content(out) == first
    text = (games / "pond-2" / "game.toml").read_text(encoding="utf-8")
    (games / "pond-2" / "game.toml").write_text(text.replace("Pond 2", "Lake"), encoding="utf-8")
    assert build(games, out) == {"pond-1": "kept", "pond-2": "made", "pond-3": "kept"}
    assert b"Lake" in (out / "index.html").read_bytes()
    (out / "games/pond-3/index.html").unlink()
    assert build(games, out) == {"pond-1": "kept", "pond-2": "kept", "pond-3": "made"}
    fresh = tmp_path / "fresh"
    build(games, fresh)
    assert content(out) == content(fresh)


@pytest.mark.usefixtures("in_process")
def test_a_copy_of_a_built_in_game_gets_pages_of_its_own(tmp_path, monkeypatch):
    games, out = write_collection(tmp_path / "games", 1), tmp_path / "public"
    with monkeypatch.context() as inside:
        inside.setattr(SiteGame, "_is_built_in", True)
        assert build(games, out) == {"pond-1": "made"}
    assert build(games, out) == {"pond-1": "made"}  # the folder, and so the command, is another


@pytest.mark.usefixtures("in_process")
def test_files_that_no_longer_belong_are_removed_and_others_stay(tmp_path):
    games, out = write_collection(tmp_path / "games"), tmp_path / "public"
    build(games, out)
    (out / "CNAME").write_text("museum.example", encoding="utf-8")
    (games / "pond-3").rename(tmp_path / "away")
    build(games, out, languages=("en",))
    assert not (out / "games/pond-3").exists()
    assert not (out / "nl").exists()
    assert (out / "CNAME").exists()
    assert dead_links(out) == []


def test_a_game_with_faults_stays_as_it_was_and_does_not_stop_the_others(tmp_path):
    games, out = write_collection(tmp_path / "games", 2), tmp_path / "public"
    build(games, out)
    (games / "pond-1" / "game.toml").write_text("name =", encoding="utf-8")
    assert build(games, out) == {"pond-1": "failed", "pond-2": "kept"}
    assert (out / "games/pond-1/index.html").exists()
    assert b"Pond 1" in (out / "index.html").read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The files of a site of two games that was built in one go."""
    folder = tmp_path_factory.mktemp("whole")
    build(write_collection(folder / "games", 2), folder / "public")
    return content(folder / "public")


@pytest.mark.parametrize("files", [1, 9, 25])
def test_a_kill_while_files_are_moved_in_is_mended(files, whole, tmp_path, monkeypatch):
    games, out = write_collection(tmp_path / "games", 2), tmp_path / "public"
    replace, left = os.replace, [files]

    def killed(source, target):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return replace(source, target)

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        build(games, out)
    monkeypatch.undo()
    build(games, out)
    assert content(out) == whole


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    "put", ["pipe", "link", "loop", "hole", "deep", "list", "odd", "of another kind", "half"]
)
def test_a_record_that_somebody_else_put_there_is_made_again(built, tmp_path, put):
    """Nobody knows then which files of an earlier site are left over; they stay."""
    out = Path(shutil.copytree(built, tmp_path / "public"))
    for name in ("site.json", "games/pond-1/site.json"):
        file, before = out / name, (out / name).read_bytes()
        file.unlink()
        match put:
            case "pipe":
                os.mkfifo(file)
            case "link":
                file.symlink_to("/dev/zero")
            case "loop":
                file.symlink_to(file.name)
            case "hole":
                with file.open("wb") as stream:
                    stream.truncate(10**12)
            case "deep":
                file.write_text("[" * 200_000)
            case "list":
                file.write_text("[1]")
            case "odd":
                file.write_text('{"format": 1, "id": "pond-1", "files": {"a\\u0000": {"size": 1}}}')
            case _:
                value = (
                    {"key": [1], "changed": [2026]}
                    if put == "of another kind"
                    else {"key": "\ud800"}
                )
                file.write_text(json.dumps(json.loads(before) | value))
        with guarded():
            build(built.parent / "games", out, **WHOLE)
        assert file.read_bytes() == before


@pytest.mark.usefixtures("in_process")
def test_a_file_that_somebody_replaced_by_a_link_is_made_again(built, tmp_path):
    out = Path(shutil.copytree(built, tmp_path / "public"))
    file = min(out.glob("games/pond-1/**/*.*"), key=lambda file: file.stat().st_size)
    before = file.read_bytes()
    file.unlink()
    file.symlink_to("x" * len(before))
    build(built.parent / "games", out, **WHOLE)
    assert not file.is_symlink()
    assert file.read_bytes() == before


def test_a_folder_that_holds_something_else_is_refused(tmp_path):
    games = write_collection(tmp_path / "games", 1)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="is not a site that pnp made"):
        build(games, tmp_path / "home")


def test_two_games_of_one_name_are_refused(tmp_path):
    write_game(tmp_path / "a")
    write_game(tmp_path / "b")
    with pytest.raises(UsageError, match="has the same name as"):
        game_folders([str(tmp_path / "a"), str(tmp_path / "b")])


def test_nothing_of_the_machine_is_in_a_site(built):
    for path, bytes_ in content(built).items():
        assert str(built.parent).encode() not in bytes_, path


def test_records_are_json_that_others_can_read(built):
    record = json.loads((built / "games/pond-1/site.json").read_bytes())
    for path, facts in record["files"].items():
        bytes_ = Path(built / path).read_bytes()
        assert facts == {"size": len(bytes_), "sha256": sha256(bytes_).hexdigest()}


def test_the_command_builds_a_site_and_says_what_it_did(tmp_path):
    games = write_collection(tmp_path / "games", 1)
    asked = ["site", str(games), "--out", str(tmp_path / "public"), "--downloads", "none"]
    run = CliRunner().invoke(app, asked)
    assert run.exit_code == 0, run.output
    assert "1 game: 1 made, 0 kept, 0 failed" in run.output
    assert "1 kept" in CliRunner().invoke(app, asked).output


@pytest.mark.usefixtures("in_process")
def test_pages_of_a_game_that_no_archive_takes_lead_to_no_records(tmp_path):
    kindless = POND.replace('kind = "described"\n', "")
    assert kindless != POND
    write_game(tmp_path / "games", "pond", kindless)
    build(tmp_path / "games", tmp_path / "public")
    assert dead_links(tmp_path / "public") == []


@pytest.mark.usefixtures("in_process")
def test_a_page_that_leads_nowhere_is_named_and_all_pages_are_written(tmp_path, monkeypatch):
    made = SiteGame._made

    def without_covers(self, places, target):
        if target.file.endswith("cover.svg"):
            raise NotFoundError("there is no cover")
        return made(self, places, target)

    monkeypatch.setattr(SiteGame, "_made", without_covers)
    games, out = write_collection(tmp_path / "games", 1), tmp_path / "public"
    asked = ["site", str(games), "--out", str(out), "--downloads", "none"]
    dead = "leads to games/pond-1/cover.svg, which is not there"
    for words in ("1 made, 0 kept, 0 failed", "0 made, 1 kept, 0 failed"):
        run = CliRunner().invoke(app, asked)
        assert run.exit_code == 1
        assert f"error: games/pond-1/index.html: {dead}" in run.output
        assert words in run.output
    assert (out / "games/pond-1/index.html").is_file()
    assert (out / "index.html").is_file()


@pytest.mark.parametrize(
    ("option", "fault"),
    [
        (["--lang", "en,xx"], "--lang: 'xx' is not known; write one of en, de, nl, fr"),
        (["--url", "museum.example"], "--url: write the address of the site"),
        (["--date", "2026"], "--date: write a day"),
        (["--downloads", "kits"], "--downloads: 'kits' is not known"),
    ],
)
def test_a_wrong_option_is_one_line(option, fault, tmp_path):
    run = CliRunner().invoke(app, ["site", "--out", str(tmp_path / "public"), *option])
    assert run.exit_code == 2
    assert fault in run.output
    assert len(run.output.splitlines()) == 1


def test_pages_announce_the_feed_where_there_is_one(built, tmp_path):
    for file, link in (
        ("index.html", "feed.xml"),
        ("nl/by/players/2/index.html", "../../../feed.xml"),
        ("nl/games/pond-1/make/index.html", "../../../feed.xml"),
    ):
        page = (built / file).read_text(encoding="utf-8")
        assert '<link rel="alternate" type="application/atom+xml" title=' in page
        assert f'href="{link}"' in page
    games = write_collection(tmp_path / "games", 1)
    build(games, tmp_path / "public")
    pages = (tmp_path / "public").rglob("*.html")
    assert not any("atom+xml" in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.usefixtures("in_process")
def test_games_are_made_again_when_pnp_makes_them_otherwise(tmp_path, monkeypatch):
    games, out = write_collection(tmp_path / "games", 1), tmp_path / "public"
    build(games, out)
    before = made_by()
    shared = tmp_path / "templates"
    shutil.copytree(templates(), shared, ignore=shutil.ignore_patterns("games"))
    page = shared / "web" / "base.html"
    page.write_text(page.read_text(encoding="utf-8") + "<!-- -->", encoding="utf-8")
    monkeypatch.setattr("pnp.web.site.record.templates", lambda: shared)
    made_by.cache_clear()
    try:
        assert made_by() != before
        assert build(games, out) == {"pond-1": "made"}
        assert build(games, out) == {"pond-1": "kept"}
    finally:
        made_by.cache_clear()


def test_a_table_says_what_an_archive_says_of_each_game(tmp_path):
    games, out = write_collection(tmp_path / "games", 2), tmp_path / "public"
    table = tmp_path / "deposits.csv"
    table.write_text("folder,holder,inventory\npond-2,Pond Museum,1926.7\n", encoding="utf-8")
    command = ["site", str(games), "--out", str(out), "--downloads", "none", "--workers", "1"]
    assert CliRunner().invoke(app, [*command, "--deposits", str(table)]).exit_code == 0
    for file in ("lido.xml", "dc.xml"):
        assert b"1926.7" in (out / "games/pond-2" / file).read_bytes()
        assert b"1926.7" not in (out / "games/pond-1" / file).read_bytes()
    table.write_text("folder,inventory\npond-2,1926.8\n", encoding="utf-8")
    told = CliRunner().invoke(app, [*command, "--deposits", str(table)])
    assert "1 made, 1 kept" in told.output
    assert b"1926.8" in (out / "games/pond-2/lido.xml").read_bytes()


def test_names_and_summaries_stand_in_a_feed_as_text():
    entry = Entry("soup", "Fish & <chips>", "less < more")
    record = GameRecord("soup", "key", changed="2026-11-20", entries={"en": entry})
    ((_, content),) = feeds([record], Places(["en"], url=URL))
    said = {one.tag.partition("}")[2]: one.text for one in ElementTree.fromstring(content)[-1]}
    assert (said["title"], said["summary"]) == (entry.name, entry.summary)


def test_an_address_leads_to_its_file_however_its_query_is_ordered():
    places = Places(["en"], {"/games/soup/make/kit.pdf?paper=letter&lang=de": "files/kit.pdf"})
    for query in ("paper=letter&lang=de", "lang=de&paper=letter"):
        assert places.target(f"/games/soup/make/kit.pdf?{query}", "en").file == "files/kit.pdf"


def test_a_process_with_several_threads_builds_a_site_too(tmp_path):
    games = write_collection(tmp_path / "games", 1)
    build(games, tmp_path / "alone")
    over = Event()
    other = Thread(target=over.wait)
    other.start()
    try:
        assert build(games, tmp_path / "beside") == {"pond-1": "made"}
    finally:
        over.set()
        other.join()
    assert content(tmp_path / "beside") == content(tmp_path / "alone")


def test_visitors_see_a_command_only_for_a_definition_that_they_have():
    game, links = Library.built_in().load("turno").game, Places(("en",))
    frame, to = site_frame(links, links.target("/games/turno/make/", "en"))

    def page(*kinds, built_in):
        files = [Download(kind, f"files/0-{kind}", 1, 64 * "a", "a4", "en") for kind in kinds]
        made = downloads_page(frame, game, to, files, built_in=built_in)
        return rendered(made, frame).content.decode()

    assert "<code>pnp kit turno --paper a5</code>" in page("kit", built_in=True)
    assert "pnp kit" not in page("kit", built_in=False)
    packed = page("kit", "package", built_in=False)
    assert "<code>pnp kit ./turno/data/definition --paper a5</code>" in packed
    assert "Unpack the archive package" in packed
