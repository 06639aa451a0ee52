"""What cannot be set on pages is told at once, with the line that says it."""

import re
import shutil

import pytest
from helpers.command import run
from helpers.sample_rulebook import TEXT

from pnp.base.files import templates

HARE = "\N{CJK UNIFIED IDEOGRAPH-5154}"
MOON = "\N{CJK UNIFIED IDEOGRAPH-6708}"
LONG = "o" * 130


def line_of(file, words):
    lines = file.read_text("utf-8").splitlines()
    return 1 + next(at for at, line in enumerate(lines) if words in line)


def places(stderr):
    """Return file and line of each fault, and the letters that it names."""
    found = re.findall(r"^error: (?:.*/)?([a-z.]+): line (\d+): (.*)$", stderr, re.MULTILINE)
    return {(file, int(line)): re.findall(r"'(.)' \(U\+", said) for file, line, said in found}


@pytest.fixture
def lacking(pond):
    """A game whose text and definition have letters without a glyph."""
    text = TEXT.replace("Lay {{", f"Lay *{HARE}* or {{{{", 1)
    text = text.replace("Or *skip*", f"Or **{MOON}{HARE}**", 1)
    folder, _ = pond(text)
    file = folder / "game.toml"
    file.write_text(file.read_text("utf-8").replace("One hops.", f"One {MOON} hops."), "utf-8")
    return folder


@pytest.fixture
def expected(lacking):
    text, definition = lacking / "rules/hop.en.md", lacking / "game.toml"
    return {
        ("hop.en.md", line_of(text, f"*{HARE}*")): [HARE],
        ("hop.en.md", line_of(text, MOON)): [HARE, MOON],
        ("game.toml", line_of(definition, MOON)): [MOON],
    }


@pytest.mark.parametrize("command", ["check", "rules"])
def test_every_letter_without_a_glyph_is_reported_with_its_line(lacking, expected, command):
    assert places(run(command, lacking, status=1).stderr) == expected


def test_what_is_no_text_beside_the_texts_is_passed_over(lacking, expected):
    (lacking / "rules" / "notes.en.md").mkdir()
    assert places(run("check", lacking, status=1).stderr) == expected


def test_a_kit_and_one_rule_set_tell_them_too(lacking, expected):
    assert places(run("kit", lacking, status=1).stderr) == expected
    assert places(run("check", f"{lacking}/hop", status=1).stderr) == expected


def test_a_word_longer_than_its_line_is_reported(pond):
    folder, _ = pond(TEXT.replace("skip", LONG, 1))
    assert "is longer than a line of 80 mm" in run("check", folder, status=1).stderr


def test_letters_of_another_language_are_reported_with_its_files(tmp_path):
    folder = shutil.copytree(templates() / "games/examples/bird-clock", tmp_path / "birds")
    for file, words in (("morning.de.md", "Karten"), ("definition.de.toml", "Ein Morgen")):
        text = (folder / "rules" / file).read_text("utf-8")
        assert words in text
        (folder / "rules" / file).write_text(text.replace(words, f"{words} {MOON}", 1), "utf-8")
    told = places(run("check", folder, status=1).stderr)
    assert sorted(file for file, _ in told) == ["definition.de.toml", "morning.de.md"]
