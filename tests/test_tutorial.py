"""The tutorial, walked as it stands: every file saved, every command run, every answer compared."""

import csv
import re
from pathlib import Path

import pypdfium2
import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def walk():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        import walk

        yield walk


@pytest.fixture(scope="module")
def walked(walk, tmp_path_factory):
    """The folder in which all was done that the tutorial says, and how many commands it took."""
    folder = tmp_path_factory.mktemp("tutorial")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_DATA_DIR", str(folder / "data"))
        patch.setenv("PNP_CONFIG_DIR", str(folder / "settings"))
        way = walk.Walk(folder)
        way.go(walk.steps(walk.TUTORIAL.read_text(encoding="utf-8")))
    return folder, way.commands


def test_every_step_does_what_the_tutorial_says(walked, walk):
    _, commands = walked
    shown = re.findall(r"^(?:\$ |\^C$)", walk.TUTORIAL.read_text(encoding="utf-8"), re.MULTILINE)
    assert commands == len(shown) > 14


def test_no_command_is_shown_that_is_not_run(walk):
    document = walk.TUTORIAL.read_text(encoding="utf-8")
    outside = walk.BLOCK.sub("", document)
    assert not re.findall(r"^\s{4,}pnp ", outside, re.MULTILINE)
    assert len(re.findall(r"^```\w+$", document, re.MULTILINE)) == len(walk.steps(document))


def test_at_the_end_there_is_a_deck_in_two_languages_to_print(walked):
    game = walked[0] / "soup"
    rows = list(csv.DictReader((game / "cards.csv").read_text(encoding="utf-8").splitlines()))
    for lang, column in (("en", "title"), ("de", "title_de")):
        document = pypdfium2.PdfDocument(
            game / "output" / "soup" / "print" / f"cards-{lang}-a4.pdf"
        )
        pages = [page.get_textpage().get_text_bounded() for page in document]
        printed = " ".join(" ".join(pages).split())
        document.close()
        for row in rows:
            cards = re.findall(rf"\b{row[column]} {row['value']}\b", printed)
            assert len(cards) == int(row["copies"])


@pytest.mark.parametrize(
    ("said", "shown", "same"),
    [
        (["made", "two"], ["made", "two"], True),
        (["made", "", "two   3  "], ["made", " two 3"], True),
        (["made", "two"], ["made"], False),
        (["made", "two", "three"], ["made", "…", "three"], True),
        (["made", "two", "three"], ["…"], True),
        (["made in 3 s"], ["made in …"], True),
        (["made in 3 s"], ["made (…"], False),
        ([], ["made"], False),
    ],
)
def test_what_is_shown_is_compared_line_by_line(walk, said, shown, same):
    assert walk.matches(said, shown) is same


def test_a_tutorial_that_shows_what_is_not_said_is_reported(walk, tmp_path):
    step = walk.Step(7, "console", "$ pnp --version\npnp 99\n", "")
    with pytest.raises(walk.WalkError, match=r"^line 7 shows\npnp 99\nand this is said:\npnp 0"):
        walk.Walk(tmp_path).go([step])


def test_a_change_that_a_file_does_not_have_room_for_is_reported(walk, tmp_path):
    (tmp_path / "soup.csv").write_text("pea\n")
    step = walk.Step(9, "diff", "-leek\n+pea\n", "In `soup.csv`:")
    with pytest.raises(walk.WalkError, match=r"^line 9: soup\.csv has this 0 times"):
        walk.Walk(tmp_path).go([step])
