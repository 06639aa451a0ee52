"""Which files of a folder are watched, and what counts as a change."""

import os
import shutil

import pytest

from pnp.base.errors import UsageError
from pnp.definitions import watch
from pnp.definitions.watch import Watch


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "pond"
    (folder / "rules").mkdir(parents=True)
    for name in ("game.toml", "cards.csv", "rules/hop.en.md"):
        (folder / name).write_text(name)
    return folder


def watching(folder, *apart):
    watched = Watch(folder, apart)
    watched.changed()
    return watched


def test_all_files_are_told_of_at_first(folder):
    assert Watch(folder).changed() == ("cards.csv", "game.toml", "rules/hop.en.md")


def test_nothing_is_told_of_what_is_as_it_was(folder):
    watched = watching(folder)
    assert not watched.wait(patience=0)
    assert watched.changed() == ()


def test_what_is_written_added_and_taken_away_is_told(folder):
    watched = watching(folder)
    (folder / "game.toml").write_text("another")
    (folder / "art").mkdir()
    (folder / "art" / "frog.png").write_bytes(b"frog")
    (folder / "cards.csv").unlink()
    assert watched.wait(patience=0)
    assert watched.changed() == ("art/frog.png", "cards.csv", "game.toml")
    assert watched.changed() == ()


def test_a_file_that_another_was_moved_over_has_changed(folder):
    """As most editors save; another of the same size and age."""
    watched = watching(folder)
    before = (folder / "game.toml").stat()
    (folder / ".game.toml.new").write_text("gone.toml")
    os.utime(folder / ".game.toml.new", ns=(before.st_atime_ns, before.st_mtime_ns))
    os.replace(folder / ".game.toml.new", folder / "game.toml")
    assert watched.changed() == ("game.toml",)


@pytest.mark.parametrize(
    "name",
    [
        ".game.toml.swp",
        "game.toml~",
        "4913",
        "#game.toml#",
        "~$cards.xlsx",
        ".~lock.cards.csv#",
        "cards.csv.bak",
        "cards.tmp",
        ".git/index",
        "__pycache__/x.pyc",
        "node_modules/x.js",
    ],
)
def test_what_editors_leave_beside_a_file_does_not_count(name, folder):
    watched = watching(folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("left")
    assert watched.changed() == ()


def test_what_lies_apart_does_not_count(folder):
    watched = watching(folder, folder / "output")
    (folder / "output").mkdir()
    (folder / "output" / "sheet.pdf").write_text("made")
    assert watched.changed() == ()


def test_the_folder_itself_is_never_apart(folder):
    watched = watching(folder, folder)
    (folder / "game.toml").write_text("another")
    assert watched.changed() == ("game.toml",)


def test_the_folder_may_be_away_for_a_while(folder):
    watched = watching(folder)
    shutil.move(folder, folder.with_name("away"))
    assert watched.changed() == ("cards.csv", "game.toml", "rules/hop.en.md")
    shutil.move(folder.with_name("away"), folder)
    assert watched.wait(patience=0)
    assert watched.changed() == ("cards.csv", "game.toml", "rules/hop.en.md")


def test_a_whole_disk_is_not_watched(folder, monkeypatch):
    monkeypatch.setattr(watch, "MOST_FILES", 2)
    with pytest.raises(UsageError, match=r"^--watch: .*pond holds more than 2 files; put the game"):
        Watch(folder).changed()
