"""Walks through a folder that may be a stranger's."""

import inspect
import os
import sys
import tracemalloc

import pytest

from pnp.base.files import files_below, open_regular, placed_below, read_regular

LINK = "it is a link; put the file itself there"
NO_FILE = "it is a pipe, a socket or a device, not a file"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "bag"
    for name in ("b/two.txt", "a.txt", "b/one.txt", "b/c/three.txt"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(name)
    (place / "empty").mkdir()
    return place


FILES = ["a.txt", "b/one.txt", "b/two.txt", "b/c/three.txt"]


def test_files_come_in_the_order_of_their_names_folder_by_folder(folder):
    assert list(files_below(folder)) == FILES


def put(folder, kind):
    place = folder / "b" / "odd"
    match kind:
        case "link to a file":
            place.symlink_to(folder / "a.txt")
        case "link to a folder":
            place.symlink_to(folder)
        case "dead link":
            place.symlink_to("nowhere")
        case "link to a device":
            place.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(place)
    return place


@pytest.mark.parametrize(
    "kind", ["link to a file", "link to a folder", "dead link", "link to a device", "pipe"]
)
def test_links_and_pipes_are_named_and_not_opened(folder, kind):
    place = put(folder, kind)
    fault = NO_FILE if kind == "pipe" else LINK
    odd = [one for one in placed_below(folder) if one.fault]
    assert odd == [("b/odd", fault)]
    with pytest.raises(OSError, match=fault) as refused:
        list(files_below(folder))
    assert refused.value.filename == str(place)
    with pytest.raises(OSError, match=fault):
        open_regular(place)


def test_a_file_that_is_found_is_opened_as_it_is(folder):
    with open_regular(folder / "a.txt") as stream:
        assert stream.read() == b"a.txt"


def test_what_has_become_a_pipe_since_it_was_looked_at_is_not_waited_for(folder, monkeypatch):
    before = os.lstat(folder / "a.txt")
    place = put(folder, "pipe")
    monkeypatch.setattr("os.lstat", lambda path: before)
    with pytest.raises(OSError, match=NO_FILE):
        open_regular(place)


def test_what_has_become_a_link_since_it_was_looked_at_is_not_followed(folder, monkeypatch):
    before = os.lstat(folder / "a.txt")
    place = put(folder, "link to a file")
    monkeypatch.setattr("os.lstat", lambda path: before)
    with pytest.raises(OSError, match="symbolic links"):
        open_regular(place)


def test_folders_may_lie_in_one_another_as_deep_as_the_system_allows(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for _ in range(100):  # a path of more than 4,096 letters is too long to open at once
        os.mkdir("d" * 50)
        os.chdir("d" * 50)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        *files, last = placed_below(folder)
    finally:
        sys.setrecursionlimit(before)
    assert [one.place for one in files] == FILES
    assert last.place.startswith("ddd")
    assert "too long" in last.fault


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_named(folder):
    (folder / "b").chmod(0)
    try:
        assert [one for one in placed_below(folder) if one.fault] == [
            ("b", "cannot be read: Permission denied")
        ]
    finally:
        (folder / "b").chmod(0o755)


def test_reading_takes_no_more_memory_than_the_file(tmp_path):
    (tmp_path / "a.txt").write_text("frogs")
    tracemalloc.start()
    try:
        assert read_regular(tmp_path / "a.txt", 1_000_000_000) == b"frogs"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
