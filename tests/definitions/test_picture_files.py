"""Picture files that a definition names: which are taken, and what is said of the others."""

import gzip
import os
import tracemalloc
from hashlib import sha256

import pytest
from helpers.game_folder import GameFolder
from helpers.picture_files import chunk, claiming, quarters, saved, turned

from pnp.archive.origin import definition_files
from pnp.base.errors import RulesError
from pnp.definitions import load_game

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'
WHERE = "game.toml: components.events.front.frames[1].file"


def image(file="art.png", more=""):
    """A frame with a picture."""
    return f'kind = "image", file = "{file}", at = "10x30mm", area = "40x20mm"{more}'


@pytest.fixture
def said(own):
    """Return what is said of a picture file with such a content."""

    def run(content, name="art.png"):
        own.write(name, content)
        (fault,) = own.deck(image(name)).faults()
        assert fault.startswith(f"{WHERE}: {name!r} ")
        return fault.partition(f"{name!r} ")[2]

    return run


@pytest.mark.parametrize(
    ("content", "kind", "size"),
    [
        (saved(quarters()), "png", (64, 32)),
        (saved(quarters(), "JPEG"), "jpeg", (64, 32)),
        (turned("JPEG", 6), "jpeg", (32, 64)),
        (SVG.format("").encode(), "svg", (20, 10)),
    ],
)
def test_the_content_of_a_picture_decides_its_kind_not_its_suffix(own, content, kind, size):
    own.write("picture.dat", content)
    picture = own.deck(image("picture.dat")).load().pictures["picture.dat"]
    assert (picture.kind, picture.width, picture.height) == (kind, *size)
    assert picture.sha256 == sha256(content).hexdigest()


def test_a_definition_with_another_picture_is_another_definition(own):
    def digest():
        return load_game(own.folder / "game.toml").sha256

    own.write("art.png", saved(quarters()))
    own.deck(image())
    first = digest()
    own.write("art.png", saved(quarters(32, 16)))
    assert digest() != first


def test_rows_name_pictures_and_each_that_is_missing_is_reported_by_its_line(own):
    own.write("art/sun.png", saved(quarters()))
    rows = "title,file\nSun,sun\nRain,rain\nHail,hail\nRain too,rain\n"
    assert own.deck(image("art/{file}.png"), rows=rows).faults() == [
        f"{WHERE} (events.csv, line 3): 'art/rain.png' cannot be read: No such file or directory",
        f"{WHERE} (events.csv, line 4): 'art/hail.png' cannot be read: No such file or directory",
    ]


def test_a_picture_that_rows_made_from_lists_name_is_reported_by_its_frame(own):
    lists = 'rows = { product = { file = ["rain"] } }'
    assert own.deck(image("{file}.png"), more=lists).faults() == [
        f"{WHERE}: 'rain.png' cannot be read: No such file or directory",
    ]


def test_a_name_like_that_of_a_picture_is_asked_about(own):
    own.write("art/carrot.svg", SVG.format("").encode())
    (fault,) = own.deck(image("art/{file}.png"), rows="title,file\nCarrot,carot\n").faults()
    assert fault.endswith("No such file or directory; did you mean 'art/carrot.svg'?")


def test_a_row_without_a_picture_is_reported_with_advice(own):
    own.deck(image("{file}"), rows="title,file\nSun,\n")
    assert own.faults() == [
        f"{WHERE} (events.csv, line 2): is empty; write the name of a picture, or give the frame "
        'a when = "…"'
    ]


def test_pictures_of_cards_that_do_not_show_them_are_not_asked_for(own):
    rows = "title,file,copies\nSun,,1\nRain,rain.png,0\n"
    game = own.deck(image("{file}", ', when = "file"'), rows=rows).load()
    assert game.pictures == {}


def test_a_missing_icon_is_reported_by_its_name(own):
    own.deck('kind = "icon", icon = "sword"', more='icons = { sword = "sword.svg" }')
    assert own.faults() == [
        "game.toml: components.events.icons.sword: 'sword.svg' cannot be read: "
        "No such file or directory"
    ]


@pytest.mark.parametrize(
    "name",
    ["../art.png", "/etc/passwd", "art/../../art.png", "http://x.y/a.png", "C:/a.png", "..\\b"],
)
def test_a_picture_lies_in_the_game_s_folder(own, name):
    rows = f"file\n{name}\n"
    (fault,) = own.deck(image("{file}"), rows=rows).faults()
    assert "write the name of a picture in the game's folder" in fault


def test_a_link_out_of_the_folder_is_not_followed(own):
    outside = own.folder.parent / "outside.png"
    outside.write_bytes(saved(quarters()))
    (own.folder / "art.png").symlink_to(outside)
    (fault,) = own.deck(image()).faults()
    assert "a link out of the game's folder" in fault


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_or_a_folder_is_not_a_picture(own):
    (own.folder / "art.png").mkdir()
    (fault,) = own.deck(image()).faults()
    assert "art.png" in fault
    (own.folder / "art.png").rmdir()
    os.mkfifo(own.folder / "art.png")
    (fault,) = own.faults()
    assert "art.png" in fault


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is empty"),
        (b"hello", "is not a picture; save it as PNG, JPEG or SVG"),
        (b"8BPS", "is a Photoshop file; save it as PNG, JPEG or SVG"),
        (b"%PDF-1.5", "is a PDF, as Illustrator's files are; save it as PNG, JPEG or SVG"),
        (b"%!PS-Adobe-3.0", "is PostScript (EPS, AI); save it as PNG, JPEG or SVG"),
        (b"<!DOCTYPE html><html>404", "is a web page; download the picture itself"),
        (b"\xef\xbb\xbf\n<HTML>", "is a web page; download the picture itself"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            "cannot be read: it is a Git LFS pointer to the file; run git lfs pull",
        ),
        (
            saved(quarters()).replace(b"IDAT", b"IDA\xff"),
            "is damaged: the name of a part in it has changed; save it again",
        ),
        (saved(quarters())[:-20], "is cut off: its end is missing; copy it or save it again"),
        (
            saved(quarters(), "JPEG")[:400],
            "is cut off: its end is missing; copy it or save it again",
        ),
        (SVG.format("<script/>").encode(), "has a script; remove it"),
        (SVG.format("<g>").encode(), "is not SVG: line 1: mismatched tag; save it again"),
    ],
)
def test_an_unusable_picture_is_reported_in_one_line(said, content, told):
    assert said(content) == told


def test_a_packed_svg_file_is_unpacked(own):
    own.write("art.svgz", gzip.compress(SVG.format('<path id="a" d="M0 0h9v9z"/>').encode()))
    own.deck(image("art.svgz"), image("art.svgz#a"))
    assert own.load().pictures["art.svgz"].kind == "svg"
    assert own.pieces()
    own.write("art.svgz", gzip.compress(b"\0" * 9_000_000))
    assert "is not a picture" in own.faults()[0]
    own.write("art.svgz", gzip.compress(b"<svg>" + b" " * 9_000_000))
    assert all("is too large" in fault for fault in own.faults())


def test_parts_of_a_file_are_packaged_as_their_file(own):
    own.write("cards.svg", SVG.format('<path id="a" d="M0 0h9v9z"/><path id="b" d="M0 0h9v4z"/>'))
    loaded = load_game(own.deck(image("cards.svg#a"), image("cards.svg#b")).folder / "game.toml")
    names = definition_files(loaded.file, loaded.game)
    assert list(names) == ["definition/cards.svg", "definition/game.toml"]


def test_pictures_are_found_by_names_in_other_forms_and_packaged_under_safe_ones(own):
    own.write("art/cafe\u0301.svg", SVG.format(""))
    own.write("Art 2/Pirate Ship.PNG", saved(quarters()))
    own.write("B\u00e4ume #1.csv", "file\nCaf\u00e9\n")
    own.deck(
        image("Art\\\\{file}.svg"),
        image("art 2/pirate ship.png"),
        more='rows = "b\u00e4ume #1.CSV"',
    )
    loaded = load_game(own.folder / "game.toml")
    assert loaded.notes == ()
    found = {name: one.file.relative_to(own.folder) for name, one in loaded.game.pictures.items()}
    assert set(map(str, found.values())) == {"art/cafe\u0301.svg", "Art 2/Pirate Ship.PNG"}
    assert list(definition_files(loaded.file, loaded.game)) == [
        "definition/Art_x20_2/Pirate_x20_Ship.PNG",
        "definition/B_xE4_ume_x20__x23_1.csv",
        "definition/art/caf_xE9_.svg",
        "definition/game.toml",
    ]


def test_a_packaged_definition_makes_the_same_game(own, tmp_path):
    own.write("art/B\u00e4r 1%.svg", SVG.format('<path d="M0 0h9v9z"/>'))
    own.deck(image("art/{file}.svg"), rows="file\nB\u00e4r 1%\n")
    loaded = load_game(own.folder / "game.toml")
    again = GameFolder(tmp_path / "again" / own.folder.name)
    for path, content in definition_files(loaded.file, loaded.game).items():
        again.write(path.removeprefix("definition/"), content)
    reloaded = load_game(again.folder / "game.toml")
    assert reloaded.sha256 == loaded.sha256
    assert definition_files(reloaded.file, reloaded.game) == definition_files(
        loaded.file, loaded.game
    )


def test_files_that_would_have_one_name_in_a_package_are_named(own):
    own.write("a b.svg", SVG.format(""))
    own.write("a_x20_b.svg", SVG.format(""))
    loaded = load_game(own.deck(image("a b.svg"), image("a_x20_b.svg")).folder / "game.toml")
    with pytest.raises(RulesError, match=r"have one name, definition/a_x20_b\.svg; rename one"):
        definition_files(loaded.file, loaded.game)


def test_a_name_that_fits_two_pictures_is_a_fault_that_names_both(own):
    for name in ("a.PNG", "A.png"):
        own.write(name, saved(quarters()))
    assert own.deck(image("a.png")).faults() == [
        f"{WHERE}: 'a.png' may be 'A.png' or 'a.PNG'; write it as the file's name is written"
    ]


def test_a_note_on_several_pictures_is_given_once(own):
    for name in "abcde":
        own.write(
            f"{name}.gif", saved(quarters(), "GIF", save_all=True, append_images=[quarters(32)])
        )
    own.deck(image("{file}.gif"), rows="file\na\nb\nc\nd\ne\na\n")
    assert load_game(own.folder / "game.toml").notes == (
        "a.gif, b.gif, c.gif and 2 more: an animation, whose first picture is shown",
    )


def test_faults_of_all_pictures_are_reported_at_once(own):
    for name in ("a", "b", "c"):
        own.write(f"{name}.png", name.encode())
    frames = [image(f"{name}.png") for name in ("a", "b", "c")]
    assert len(own.deck(*frames).faults()) == 3


@pytest.mark.parametrize("size", [(60_000, 60_000), (2**31 - 1, 2**31 - 1), (40_000, 2000)])
def test_a_picture_that_claims_to_be_huge_is_refused_before_memory_is_taken(said, size):
    tracemalloc.start()
    told = said(claiming(*size))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert told.startswith(f"claims to have {size[0]:,} x {size[1]:,} pixels: at most 50,000,000")
    assert peak < 3_000_000


def test_a_picture_that_is_too_long_for_what_draws_it_is_refused(said):
    assert said(claiming(33_000, 10)) == (
        "claims to have 33,000 x 10 pixels, but a side has at most 32,767; make it smaller"
    )


def test_limits_of_pictures_can_be_changed(own, monkeypatch):
    own.write("art.png", saved(quarters()))
    own.deck(image())
    monkeypatch.setenv("PNP_LIMITS", "pixels=2000")
    (fault,) = own.faults()
    assert "claims to have 64 x 32 pixels: at most 2,000 pixels (PNP_LIMITS=pixels=…" in fault
    monkeypatch.setenv("PNP_LIMITS", "pixels=2048")
    assert own.load().pictures


def test_a_file_that_is_too_large_is_not_read(said, monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", "picture_kb=1")
    filled = saved(quarters())
    told = said(filled[:33] + chunk(b"teSt", bytes(1000)) + filled[33:])
    assert "too large: at most 1 kB" in told
