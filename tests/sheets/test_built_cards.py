"""Whole builds of decks with pictures: remarks and reproducible bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import files_of, listed, refusal, run
from helpers.picture_files import quarters, saved, swapping_profile, turned
from helpers.requirements import needs_cairo
from helpers.sample_archive import EVIDENCE, options

import pnp
from pnp.archive.job import archive_game

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<circle cx="10" cy="5" r="4" fill="#aa3300"/></svg>'
)


def image(file, more="", area="40x20mm"):
    """A frame with a picture."""
    return f'kind = "image", file = "{file}", at = "10x30mm", area = "{area}"{more}'


def test_coarse_picture_is_reported(own):
    own.write("coarse.png", saved(quarters(314, 157)))  # 199.4 to the inch on 40 mm
    own.write("sharp.png", saved(quarters(316, 158)))  # 200.7
    rows = "file\ncoarse\nsharp\n"
    built = own.deck(image("{file}.png"), rows=rows).build()
    assert built.notes == (
        "events: coarse.png has 199 pixels per inch at its printed size; 200 or more look sharp",
    )


def test_resolution_counts_only_the_visible_part_of_a_picture(own):
    own.write("art.png", saved(quarters(314, 314)))
    assert own.deck(image("art.png", ', fit = "fill"')).build().notes != ()
    assert own.deck(image("art.png")).build().notes == ()


def test_resolution_of_a_rotated_picture_follows_its_orientation(own):
    own.write("art.jpg", turned("JPEG", 6, quarters(158, 316)))
    assert own.deck(image("art.jpg")).build().notes == ()


def test_only_a_few_of_many_coarse_pictures_are_listed(own):
    for n in range(8):
        own.write(f"{n}.png", saved(quarters(64, 20 + 2 * n)))
    rows = "\n".join(["file", *map(str, range(8))])
    notes = own.deck(image("{file}.png"), rows=rows).build().notes
    assert len(notes) == 6
    assert notes[-1] == "events: and 3 more pictures have fewer than 200"


def test_the_coarsest_pictures_are_listed_first(own):
    for n in range(8):
        own.write(f"{n}.png", saved(quarters(300 - 2 * n, 150 - n)))
    own.write("9.png", saved(quarters(20, 10)))
    rows = "\n".join(["file", *map(str, range(8)), "9"])
    first, *_ = own.deck(image("{file}.png"), rows=rows).build().notes
    assert (
        first == "events: 9.png has 13 pixels per inch at its printed size; 200 or more look sharp"
    )


def test_vector_pictures_are_never_coarse(own):
    own.write("art.svg", DRAWING)
    assert own.deck(image("art.svg")).build().notes == ()


def many_kinds(own):
    """A deck with every kind of picture, text and icon."""
    own.write("art/photo.jpg", turned("JPEG", 6))
    own.write("art/icc.png", saved(quarters(), icc_profile=swapping_profile()))
    own.write("art/alpha.png", saved(quarters().convert("RGBA")))
    own.write("art/drawing.svg", DRAWING)
    rows = "title,file,cost\n" + "".join(
        f"Card {n} :sun: **bold**,{file},{n}\n"
        for n, file in enumerate(("photo.jpg", "icc.png", "alpha.png", "drawing.svg"))
    )
    return own.deck(
        image("art/{file}"),
        'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"',
        'kind = "icon", icon = "sun", count = "{cost}", size = "6mm", at = "9x60mm", '
        'area = "40x9mm"',
        rows=rows,
        more='icons = { sun = "art/drawing.svg" }',
    )


@needs_cairo
def test_deck_bytes_do_not_depend_on_date_or_hash_seed(own):
    deck = many_kinds(own)
    source = str(Path(pnp.__file__).parent.parent)

    def made(name, **variables):
        out = own.folder.parent / name
        command = ["build", deck.folder, "--out", out, "--format", "pdf,svg,png"]
        subprocess.run(
            [sys.executable, "-m", "pnp", *command],
            env={**os.environ, "PYTHONPATH": source, **variables},
            check=True,
            capture_output=True,
        )
        return files_of(out)

    one = made("one", PYTHONHASHSEED="1", TZ="UTC")
    other = made("other", PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert one == other
    assert {Path(path).suffix for path in one} >= {".pdf", ".svg", ".png"}
    assert not any(str(own.folder).encode() in content for content in one.values())


def test_package_contains_pictures_and_tables(own):
    deck = many_kinds(own)
    rules = """
[sources.book]
kind = "rules"
title = "The River"
author = "A. Frog"
date = "1901"

[rule_sets.hop]
kind = "described"
name = "Hop"
summary = "Hop."
players = { least = 2, most = 4 }
needs = [{ component = "events", count = 4, source = "book" }]
numbers = { hops = 3 }
facts = [{ status = "stated", says = "One hops.", sources = ["book"] }]
"""
    file = deck.folder / "game.toml"
    deck.write("game.toml", file.read_text() + rules + EVIDENCE)
    sections = ("Set-up", "Your turn", "The end", "An example")
    text = "\n".join(f"## {section}\n\nHop {{{{ hops }}}} times.\n" for section in sections)
    deck.write("rules/hop.en.md", text)
    bag = archive_game(str(deck.folder), options(deck.folder.parent / "archive")).folder
    for name in ("events.csv", "art/photo.jpg", "art/icc.png", "art/alpha.png", "art/drawing.svg"):
        packed = bag / "data" / "definition" / name
        assert packed.read_bytes() == (deck.folder / name).read_bytes()


@pytest.mark.parametrize("formats", [("svg",), ("png",)])
@needs_cairo
def test_faces_with_pictures_need_no_other_files(own, formats):
    deck = many_kinds(own)
    built = deck.build(formats=formats, dpi=100)
    names = [made.path for made in built.files]
    folder = "svg/events" if formats == ("svg",) else "png/events/100dpi"
    assert names == [f"{folder}/{n}-front.{formats[0]}" for n in range(1, 5)]


def test_the_command_for_decks_makes_cards_of_ones_own_and_their_box(own, tmp_path):
    own.deck(image("art.svg"), rows="title,copies\nFlood,20\n")
    own.write("art.svg", DRAWING)
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[components.hull]\nkind = "tuckbox"\nname = "Box"\nof = ["events"]\n'
            '[components.chits]\nkind = "cards"\nname = "Chits"\nshape = "round"\n'
            'size = "20mm"\nfront = {}\n'
        )
    given = ("--out", tmp_path / "out", "--format", "pdf")
    run("deck", own.folder, *given)
    made = {file["component"] for file in listed(tmp_path / "out" / "river")}
    assert made == {"events_hull"}
    told = refusal("chips", own.folder, *given)
    assert "river has no chips; it has: events, hull, chits (pnp build --only makes any" in told
