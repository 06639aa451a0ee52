"""Walks through a folder that may be a stranger's."""

import os
import re
import tracemalloc
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.files import (
    checksum,
    file_and_part,
    files_below,
    found_name,
    listed,
    names_in,
    open_regular,
    own_name,
    placed_below,
    read_json,
    read_regular,
    safe_name,
    sandboxed,
)

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
    assert [one[:2] for one in odd] == [("b/odd", fault)]
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


def test_folders_in_one_another_have_a_bound(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for _ in range(100):  # a path of more than 4,096 letters
        os.mkdir("d" * 50)
        os.chdir("d" * 50)
    *files, last = placed_below(folder)
    assert [one.place for one in files] == FILES
    assert last.place.startswith("ddd")
    assert "too long" in last.fault
    monkeypatch.setattr("pnp.base.files.DEEPEST", 3)
    assert list(placed_below(folder))[-1].fault == "cannot be read: it is more than 3 folders deep"


def test_a_folder_with_too_many_entries_is_not_listed(folder, monkeypatch):
    monkeypatch.setattr("pnp.base.files.MOST_ENTRIES", 7)
    assert not any(one.fault for one in placed_below(folder))
    (folder / "b/c/four.txt").touch()
    *_, last = placed_below(folder)
    assert last == ("b/c", "cannot be read: it holds more than 7 files", 0, 0, False)
    monkeypatch.setattr("pnp.base.files.MOST_ENTRIES", 2)
    for look in (listed, lambda place: names_in(place, ".")):
        with pytest.raises(OSError, match="holds more than 2 files") as refused:
            look(folder)
        assert refused.value.filename == str(folder)


def test_holes_of_a_terabyte_are_not_read(folder):
    os.truncate(folder / "b/one.txt", 10**12)
    fault = "it is mostly holes: 1,000,000,000,000 bytes, 4,096 on the disk"
    assert [one[:2] for one in placed_below(folder) if one.fault] == [("b/one.txt", fault)]
    for look in (open_regular, checksum, lambda file: read_regular(file, 10**13)):
        with pytest.raises(OSError, match=r"too large|mostly holes"):
            look(folder / "b/one.txt")


def test_holes_of_many_files_count_together(folder):
    for number in range(4):
        with open(folder / f"b/{number}.txt", "xb") as file:
            file.truncate(400_000_000)
    found = {one.place: one.fault.partition(":")[0] for one in placed_below(folder) if one.fault}
    assert found == {"b/2.txt": "it is mostly holes", "b/3.txt": "it is mostly holes"}


def test_files_together_have_a_bound(folder, monkeypatch):
    monkeypatch.setattr("pnp.base.files.LARGEST", 40)
    assert list(files_below(folder)) == FILES
    (folder / "empty/large.txt").write_bytes(bytes(10))
    with pytest.raises(OSError, match="it is too large: at most 40 bytes"):
        list(files_below(folder))


def test_no_link_below_the_top_is_followed(folder):
    (folder / "there").symlink_to(folder / "b")
    with open_regular(folder / "there/one.txt"):  # the user's own
        pass
    with pytest.raises(OSError, match=LINK):
        open_regular(folder / "there/one.txt", top=folder)
    with open_regular(folder / "there/one.txt", top=folder / "there"):  # named by the user
        pass


@pytest.mark.parametrize("name", ["../secret.txt", "b/../../secret.txt", "{outside}/secret.txt"])
def test_no_file_outside_of_the_top_is_opened(folder, tmp_path, name):
    (tmp_path / "secret.txt").touch()
    with pytest.raises(OSError, match="outside the folder"):
        open_regular(folder / name.format(outside=tmp_path), top=folder)


def test_names_in_a_game_are_inside_it(folder, tmp_path):
    (tmp_path / "secret.txt").touch()
    (folder / "out").symlink_to(tmp_path)
    (folder / "again").symlink_to(folder / "b")
    (folder / "loop").symlink_to("loop")
    assert names_in(folder, "b", "*.txt") == ["one.txt", "two.txt"]
    assert names_in(folder, "again", "t*") == ["two.txt"]
    for place in ("out", "loop", "none", "a.txt"):
        assert names_in(folder, place) == []


@pytest.mark.parametrize(
    "content",
    [b"[" * 200_000, b'{"a":' * 200_000, b"", b"\xff", b"1" * 10_000, b"{}}", rb'"\ud800"'],
)
def test_what_is_not_json_is_one_error(tmp_path, content):
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        read_json(tmp_path / "a.json")


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_named(folder):
    (folder / "b").chmod(0)
    try:
        assert [one[:2] for one in placed_below(folder) if one.fault] == [
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


def places(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)


COMPOSED, DECOMPOSED = "caf\u00e9.png", "cafe\u0301.png"


@pytest.mark.parametrize(
    ("there", "written"),
    [
        ("art/theology.svg", "art/Theology.svg"),
        ("Art/Theology.SVG", "art/theology.svg"),
        (f"art/{DECOMPOSED}", f"art/{COMPOSED}"),
        (f"art/{COMPOSED}", f"art/{DECOMPOSED}"),
        (f"art/{DECOMPOSED.upper()}", f"Art/{COMPOSED}"),
        ("art/sub/y.png", r"art\sub\y.png"),
        ("art/y.png", r".\art\y.png"),
        ("art/y.png", "./art/y.png"),
        ("art/y.png", "art//y.png"),
        ("art/y.png", "art/./y.png"),
        ("art/a\u202fb.png", "art/a b.png"),
        ("art/K_xE4_se_x20_1.png", "art/K\u00e4se 1.png"),
        ("art/k_xE4_SE_x20_1.png", "art/K\u00e4se 1.png"),
        ("ART/stra\u00dfe.png", "art/STRASSE.png"),
    ],
)
def test_a_file_is_found_by_a_name_in_another_form(tmp_path, there, written):
    places(tmp_path, there, "art/other.png", "cards/theology.svg")
    assert sandboxed(tmp_path, written) == tmp_path / there
    assert found_name(tmp_path, written) == there


def test_a_file_with_the_written_name_comes_before_others(tmp_path):
    places(tmp_path, "a.png", "A.png", COMPOSED, DECOMPOSED)
    for name in ("a.png", "A.png", COMPOSED, DECOMPOSED):
        assert sandboxed(tmp_path, name) == tmp_path / name


def test_a_file_in_the_same_capitals_comes_before_one_in_others(tmp_path):
    places(tmp_path, DECOMPOSED, f"C{DECOMPOSED[1:]}")
    assert sandboxed(tmp_path, COMPOSED) == tmp_path / DECOMPOSED


def test_a_name_that_fits_several_files_is_refused_with_their_names(tmp_path):
    places(tmp_path, "Art/x.png", "art/X.png")
    with pytest.raises(ValueError, match="may be") as refusal:
        sandboxed(tmp_path, "art/x.png")
    assert str(refusal.value) == (
        "'art/x.png' may be 'Art/x.png' or 'art/X.png'; write it as the file's name is written"
    )
    assert found_name(tmp_path, "art/x.png") == "art/x.png"


def test_forms_that_look_the_same_are_told_apart(tmp_path):
    """A mark below and one above a letter, in either order."""
    places(tmp_path, "o\u0302\u0323.png", "\u00f4\u0323.png")
    with pytest.raises(ValueError, match="may be") as refusal:
        sandboxed(tmp_path, "\u1ed9.png")
    assert r"'o\u0302\u0323.png' or '\xf4\u0323.png'" in str(refusal.value)


def test_folders_that_a_link_leads_to_outside_are_not_looked_into(tmp_path):
    places(tmp_path, "outside/Secret.png", "game/art/y.png")
    (tmp_path / "game" / "links").symlink_to(tmp_path / "outside")
    game = tmp_path / "game"
    assert sandboxed(game, "links/secret.png") == game / "links/secret.png"
    assert sandboxed(game, "Links/secret.png") == game / "Links/secret.png"


@pytest.mark.parametrize(
    "name", [r"..\x.png", r"\\share\x", r"C:\x.png", r"a\..\..\x", "../x", "..//x", "//x"]
)
def test_backslashes_lead_nowhere_else_than_slashes(tmp_path, name):
    with pytest.raises(ValueError, match="write the name"):
        sandboxed(tmp_path / "game", name)


@pytest.mark.parametrize(
    ("name", "file", "part"),
    [
        ("a.xlsx#One", "a.xlsx", "One"),
        ("a.xlsx#One#2", "a.xlsx", "One#2"),
        ("A.XLSX#One", "A.XLSX", "One"),
        ("b #1.csv", "b #1.csv", ""),
        ("B #1.csv#x", "B #1.csv", "x"),
        ("none.csv#x", "none.csv", "x"),
        ("none.csv", "none.csv", ""),
    ],
)
def test_a_part_of_a_file_follows_a_hash_sign_unless_a_file_has_the_whole_name(
    tmp_path, name, file, part
):
    places(tmp_path, "a.xlsx", "b #1.csv")
    assert file_and_part(tmp_path, name) == (file, part)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_safe_name_has_only_safe_characters_and_gives_the_own_name_back(path):
    safe = safe_name(path)
    assert re.fullmatch("[A-Za-z0-9._/-]*", safe)
    assert safe == path or own_name(safe) == normalize("NFC", path) or "/" in path
    assert safe_name(safe) == safe


@pytest.mark.parametrize(
    ("path", "safe"),
    [
        ("art/K\u00e4se Brot.png", "art/K_xE4_se_x20_Brot.png"),
        (f"art/{DECOMPOSED}", "art/caf_xE9_.png"),
        ("100%.png", "100_x25_.png"),
        ("a_x20_b c", "a_x5F_x20_b_x20_c"),
        ("a_b-c.png", "a_b-c.png"),
        ("\U0001f600.png", "_x1F600_.png"),
    ],
)
def test_characters_that_are_not_safe_are_written_as_their_numbers(path, safe):
    assert safe_name(path) == safe
