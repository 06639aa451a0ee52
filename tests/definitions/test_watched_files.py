"""Which files of a folder are watched, and what counts as a change."""

import inspect
import os
import shutil
import sys

import pytest
import watchfiles

from pnp.base.errors import UsageError
from pnp.definitions import watch
from pnp.definitions.watch import Watch

PATIENCE = 20  # seconds, for a machine that does much else; nothing waits so long that goes well


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "pond"
    (folder / "rules").mkdir(parents=True)
    for name in ("game.toml", "cards.csv", "rules/hop.en.md"):
        (folder / name).write_text(name)
    return folder


def test_nothing_has_changed_at_first(folder):
    watched = Watch(folder)
    assert not watched.wait(patience=0)
    assert watched.changed() == ()


def test_written_added_and_removed_files_are_reported(folder):
    watched = Watch(folder)
    (folder / "game.toml").write_text("another")
    (folder / "art").mkdir()
    (folder / "art" / "frog.png").write_bytes(b"frog")
    (folder / "cards.csv").unlink()
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("art/frog.png", "cards.csv", "game.toml")
    assert watched.changed() == ()


def test_a_file_that_another_was_moved_over_has_changed(folder):
    """As most editors save; another of the same size and age."""
    watched = Watch(folder)
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
    watched = Watch(folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("left")
    assert watched.changed() == ()


def test_what_lies_apart_does_not_count(folder):
    watched = Watch(folder, (folder / "output",))
    (folder / "output").mkdir()
    (folder / "output" / "sheet.pdf").write_text("made")
    assert watched.changed() == ()


def test_the_folder_itself_is_never_apart(folder):
    watched = Watch(folder, (folder,))
    (folder / "game.toml").write_text("another")
    assert watched.changed() == ("game.toml",)


def test_the_folder_may_be_away_for_a_while(folder):
    watched = Watch(folder)
    shutil.move(folder, folder.with_name("away"))
    assert not watched.wait(patience=0.5)
    shutil.move(folder.with_name("away"), folder)
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("cards.csv", "game.toml", "rules/hop.en.md")


def test_another_folder_of_the_same_name_is_watched_in_its_place(folder):
    watched = Watch(folder)
    shutil.copytree(folder, folder.with_name("copy"))
    shutil.rmtree(folder)
    shutil.move(folder.with_name("copy"), folder)
    assert watched.wait(PATIENCE)
    while watched.wait(patience=0.5):
        watched.changed()
    (folder / "cards.csv").write_text("another")
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("cards.csv",)


def test_the_files_of_a_folder_that_is_moved_there_are_named(folder, tmp_path):
    watched = Watch(folder)
    (tmp_path / "art" / ".cache").mkdir(parents=True)
    (tmp_path / "art" / "frog.png").write_bytes(b"frog")
    (tmp_path / "art" / ".cache" / "frog.png").write_bytes(b"frog")
    shutil.move(tmp_path / "art", folder / "art")
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("art/frog.png",)


def test_a_system_that_tells_of_no_more_folders_is_asked_again_and_again(folder, monkeypatch):
    listen = watchfiles.watch

    def limited(*folders, force_polling, **options):
        if not force_polling:
            raise OSError("OS file watch limit reached")
        return listen(*folders, force_polling=True, **options)

    monkeypatch.setattr("watchfiles.watch", limited)
    watched = Watch(folder)
    (folder / "frogs.csv").write_text("new")
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("frogs.csv",)


def test_a_whole_disk_is_not_watched(folder, monkeypatch):
    monkeypatch.setattr(watch, "MOST_FILES", 2)
    with pytest.raises(UsageError, match=r"^--watch: .*pond holds more than 2 files; move"):
        Watch(folder)


@pytest.mark.parametrize("polling", [None, True])
def test_a_link_is_not_followed(folder, tmp_path, monkeypatch, polling):
    outside = tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    (folder / "way-out").symlink_to(outside)
    told = []
    listen = watchfiles.watch

    def noted(*folders, force_polling, **options):
        told.extend(folders)
        return listen(*folders, force_polling=polling, **options)

    monkeypatch.setattr("watchfiles.watch", noted)
    watched = Watch(folder)
    (outside / "secret.csv").write_text("new")
    (outside / "deep" / "secret.csv").write_text("new")
    assert not watched.wait(patience=0.5)
    assert {os.path.realpath(path) for path in told} == {str(folder), str(folder / "rules")}


def test_folders_may_lie_in_one_another(folder):
    (folder / ("d/" * 300)).mkdir(parents=True)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    try:
        watched = Watch(folder)
    finally:
        sys.setrecursionlimit(before)
    (folder / "game.toml").write_text("another")
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("game.toml",)


def test_a_new_folder_is_watched_as_well(folder):
    watched = Watch(folder)
    (folder / "art").mkdir()
    assert not watched.wait(patience=0.5)
    (folder / "art" / "frog.png").write_bytes(b"frog")
    assert watched.wait(PATIENCE)
    assert watched.changed() == ("art/frog.png",)
