"""Games by their ids: the version of a folder, and messages about it."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy

import pytest
from helpers.sample_archive import POND, write_game
from helpers.sample_rulebook import TEXT

from pnp.base.errors import PnpError, UsageError
from pnp.base.files import templates
from pnp.base.font_files import font_file
from pnp.web.errors import NotFoundError
from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.routes import ROUTES, answer

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
RIVER = """
[fonts]
title = "own.ttf"

[components.events]
kind = "cards"
name = "Events"
size = "poker"
rows = "events.csv"

[[components.events.front.frames]]
kind = "image"
file = "{art}"
at = "6x6mm"
area = "40x40mm"

[[components.events.front.frames]]
kind = "text"
text = "{title}"
font = "title"
at = "6x50mm"
area = "40x9mm"
"""
KNOWN = {
    **{"game": "river", "rule_set": "hop", "lang": "en", "key": "setup", "subject": "game"},
    **{"file": "page.css", "part": "events", "number": "1", "card": "1", "side": "front"},
}
_opened: list[tuple[str, set[str]]] = []


@contextmanager
def opened_below(folder: Path) -> Iterator[set[str]]:
    """Collect the files below a folder that are opened, and the folders that are listed."""
    if not _opened:
        sys.addaudithook(_hear)
    _opened.append((str(folder), found := set()))
    try:
        yield found
    finally:
        _opened[-1] = ("\0", set())


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    folder, found = _opened[-1]
    path = arguments[0] if event in ("open", "os.listdir", "os.scandir") else None
    if isinstance(path, str | Path) and str(path).startswith(folder):
        found.add(os.path.normpath(path))


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "toy"
    (place / "art").mkdir(parents=True)
    (place / "game.toml").write_text('name = "Toy"\n', encoding="utf-8")
    return place


@pytest.fixture
def river(tmp_path):
    """Write a game with a table, pictures, a font and texts in two languages."""
    place = write_game(tmp_path, "river", POND + RIVER)
    (place / "rules" / "hop.en.md").write_text(f"{TEXT}\n![A frog.](art/frog.svg)\n", "utf-8")
    (place / "events.csv").write_text("title,art,art_de\nFlood,flood.svg,Flut.svg\n", "utf-8")
    (place / "rules" / "definition.de.toml").write_text('"Pond" = "Teich"\n', "utf-8")
    (place / "art").mkdir()
    for name in ("flood", "Flut", "art/frog"):
        (place / f"{name}.svg").write_text(SVG, "utf-8")
    copy(font_file("sans"), place / "own.ttf")
    return place


@pytest.mark.parametrize(
    "name",
    [
        *("game.toml", "events.csv", "flood.svg", "Flut.svg", "own.ttf", "art/frog.svg"),
        *("rules/hop.en.md", "rules/definition.de.toml"),
    ],
)
def test_each_file_that_a_definition_names_makes_another_version(river, name):
    library = Library.of_folder(river)
    before = library.version("river")
    assert library.version("river") == before
    content = (river / name).read_bytes()
    (river / name).unlink()
    missing = library.version("river")
    (river / name).write_bytes(content + b"\n")
    assert len({before, missing, library.version("river")}) == 3
    (river / name).write_bytes(content)
    assert library.version("river") == before


@pytest.mark.parametrize(
    "name", ["rules/hop.de.md", "rules/history.en.md", "rules/definition.fr.toml"]
)
def test_a_text_that_is_added_makes_another_version(river, name):
    library = Library.of_folder(river)
    before = library.version("river")
    (river / name).write_text("", encoding="utf-8")
    assert library.version("river") != before


def test_no_other_file_is_looked_at(river, tmp_path):
    library = Library.of_folder(river)
    before = library.version("river")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (river / "notes.txt").symlink_to("../secret.txt")
    (river / "loop").symlink_to("loop")
    os.mkfifo(river / "pipe")
    with (river / "backup.bin").open("wb") as stream:
        stream.truncate(10**12)
    assert library.version("river") == Library.of_folder(river).version("river") == before
    assert {one.rpartition("/")[2] for one in library.seen("river").states} == {
        *("game.toml", "events.csv", "flood.svg", "Flut.svg", "own.ttf", "frog.svg"),
        *("rules", "*.md", "*.toml", "definition.*.toml", "hop.en.md", "definition.de.toml"),
    }


def test_a_file_that_is_saved_as_it_was_leaves_the_version(river):
    library = Library.of_folder(river)
    before = library.version("river")
    os.utime(river / "flood.svg", (1, 1))
    assert library.version("river") == before


def test_the_version_has_every_file_that_any_answer_reads(river):
    library = Library.of_folder(river)
    with opened_below(river) as opened:
        for path in ("/", *(each.format(**KNOWN) for each in ROUTES)):
            answer(library, Request(path))
            answer(library, Request(path, lang="de", prefix="de"))
    assert {"flood.svg", "hop.en.md"} <= {Path(one).name for one in opened}
    assert opened <= library.seen("river").states.keys()


def test_a_message_shows_no_folder_of_the_machine(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder, target_is_directory=True)
    library = Library({"toy": link})
    places = (folder, link, templates())
    said = library.without_paths("\n".join(f"{one}/game.toml: wrong, in {one}" for one in places))
    assert str(tmp_path) not in said
    assert str(templates().parent) not in said
    assert "game.toml: wrong" in said


@pytest.mark.parametrize("path", ["/games/turno/make/", "/games/turno/make/kit.pdf"])
def test_a_printer_that_cannot_be_read_is_a_fault_without_its_folder(path, own_settings: Path):
    (own_settings / "printers").mkdir(parents=True)
    (own_settings / "printers" / "old.toml").write_text("dx = [", encoding="utf-8")
    made = answer(Library.built_in(), Request(path, {"printer": ["old"]}))
    assert made.status == 400
    assert b"old.toml: is not TOML" in made.content
    assert str(own_settings).encode() not in made.content


def test_a_folder_without_games_and_a_name_that_is_not_an_id_are_refused(folder, tmp_path):
    with pytest.raises(UsageError, match=r"holds no game\.toml"):
        Library.of_folder(folder / "art")
    folder.rename(tmp_path / "My Game")
    with pytest.raises(UsageError, match="lower-case letters"):
        Library.of_folder(tmp_path)


def bad(game: Path, name: str) -> None:
    """Put something else in the place of a game's definition."""
    file = game / "game.toml"
    file.unlink()
    match name:
        case "pipe":
            os.mkfifo(file)
        case "folder":
            file.mkdir()
        case "hole":
            file.touch()
            os.truncate(file, 10**12)
        case link:
            file.symlink_to(link)


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
@pytest.mark.parametrize("name", ["pipe", "folder", "hole", "/dev/zero", "nowhere", "game.toml"])
def test_a_definition_that_is_no_file_is_one_faulty_game_on_the_page(tmp_path, name):
    write_game(tmp_path, "pond")
    bad(write_game(tmp_path, "bad"), name)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "pond" / "loop").symlink_to("loop")
    library = Library.of_folder(tmp_path)
    assert library.own == ("bad", "pond")
    html = answer(library, Request("/")).content.decode()
    assert '<a href="/games/pond/">Pond</a>' in html
    listed = r'<a href="/games/bad/">bad</a>: <span lang="en">game\.toml: cannot be read: [^<]+<'
    assert len(re.findall(listed, html)) == 1
    assert html.count("cannot be read: ") == 1
    assert answer(library, Request("/games/bad/")).status == 400
    bad_file = tmp_path / "bad" / "game.toml"
    bad_file.rmdir() if bad_file.is_dir() else bad_file.unlink()
    bad_file.write_text(POND, encoding="utf-8")
    assert "cannot be read" not in answer(library, Request("/")).content.decode()


def test_a_game_that_is_left_out_is_not_read(tmp_path):
    for name in ("bad", "pond"):
        write_game(tmp_path, name)
    library = Library.of_folder(tmp_path)
    before = library.version("bad")
    library.leave_out(["bad"])
    assert library.version("bad") != before
    html = answer(library, Request("/")).content.decode()
    assert '<a href="/games/pond/">Pond</a>' in html
    assert "game.toml: takes more time or memory to read than the server allows" in html
    library.leave_out([])
    assert library.version("bad") == before
    assert answer(library, Request("/games/bad/")).status == 200


def test_ids_alone_lead_to_games(folder):
    library = Library.of_folder(folder)
    with pytest.raises(NotFoundError):
        library.load("../toy")
    (folder / "game.toml").write_text("name = 1", encoding="utf-8")
    with pytest.raises(PnpError):
        library.load("toy")


def test_a_catalogue_says_what_the_definition_says_now(folder):
    library = Library.of_folder(folder)
    for name in ("Soup", "Stew"):
        (folder / "game.toml").write_text(POND.replace("Pond", name), encoding="utf-8")
        assert [entry.name for entry in library.catalogue().entries] == [name]
