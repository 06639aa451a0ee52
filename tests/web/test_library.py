"""Games by their ids: the version of a folder, and messages about it."""

import os
from pathlib import Path

import pytest
from helpers.sample_archive import POND

from pnp.base.errors import PnpError, UsageError
from pnp.base.files import templates
from pnp.web.errors import NotFoundError
from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.routes import answer

DEEP = "art/2026/autumn/final/really/face.svg"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "toy"
    (place / DEEP).parent.mkdir(parents=True)
    (place / DEEP).write_text("<svg/>", encoding="utf-8")
    (place / "game.toml").write_text('name = "Toy"\n', encoding="utf-8")
    return place


@pytest.mark.parametrize("name", ["game.toml", DEEP])
def test_a_file_that_changes_anywhere_in_the_folder_makes_another_version(folder, name):
    library = Library.of_folder(folder)
    before = library.version("toy")
    assert library.version("toy") == before
    (folder / name).write_text("changed", encoding="utf-8")
    assert library.version("toy") != before


def test_a_file_that_is_saved_as_it_was_leaves_the_version(folder):
    library = Library.of_folder(folder)
    before = library.version("toy")
    os.utime(folder / DEEP, (1, 1))
    assert library.version("toy") == before


def test_a_name_or_a_hidden_file_counts_only_where_a_game_can_use_it(folder):
    library = Library.of_folder(folder)
    before = library.version("toy")
    (folder / ".DS_Store").write_bytes(b"x")
    assert library.version("toy") == before
    (folder / DEEP).rename(folder / "face.svg")
    assert library.version("toy") != before


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
