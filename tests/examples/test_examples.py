"""The example games, made as their maker would: each a folder, found by being there."""

import csv
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest
from oracles.folder import wrong
from PIL import Image, ImageChops
from typer.testing import CliRunner

from pnp.archive.documents import books
from pnp.archive.record import record_of
from pnp.audit import check_game
from pnp.cli import app
from pnp.definitions import example_games, games_to_copy, load_game
from pnp.definitions.new import copy_game
from pnp.game.deposit import Deposit
from pnp.make.pipeline import write
from pnp.rulebook.blocks import Figure
from pnp.rulebook.figures import figure_at
from pnp.rulebook.job import RuleOptions, make_rules
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.source import languages_of
from pnp.scene import Group, Text
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions
from pnp.verify import verify_paths

DOCS = Path(__file__).parent.parent.parent / "docs"
EXAMPLES = example_games()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Copy an example, build its sheets and make its rules: all of it once for each."""
    known = {}

    def make(name):
        if name not in known:
            here = tmp_path_factory.mktemp(name)
            folder = copy_game(name, here, name).folder
            out = here / "output"
            languages = sorted(load_game(folder / "game.toml").languages) or [None]
            jobs = [
                BuildJob.of(str(folder), SheetOptions(out=out, formats=("pdf",), lang=lang))
                for lang in languages
            ]
            known[name] = SimpleNamespace(
                folder=folder,
                out=out / name,
                skipped=[skipped for job in jobs for skipped in job.plan.skipped],
                built=[write(job, out) for job in jobs],
                rules=make_rules(str(folder), RuleOptions(out=out)),
            )
        return known[name]

    return make


def text_of(file):
    document = pypdfium2.PdfDocument(file)
    found = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return " ".join(found.split())


def test_there_is_an_example_of_a_deck():
    assert "bird-clock" in EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_holds_what_its_rules_need_and_claim(name):
    report = check_game(load_game(games_to_copy()[name] / "game.toml").game)
    assert report.ok, list(report.faults())
    assert report.rule_sets
    assert all(checked.needs for checked in report.rule_sets)
    assert any(checked.claims for checked in report.rule_sets)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_copy_of_an_example_builds_without_warnings(made, name):
    for built in made(name).built:
        assert built.files
        assert not built.problems
    assert not made(name).skipped


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_rule_sheets_in_every_language_of_its_texts(made, name):
    one = made(name)
    game = load_game(one.folder / "game.toml").game
    paths = {file.path for file in one.rules.files}
    for lang in languages_of(one.folder, game):
        assert f"rules/rulebook.{lang}.pdf" in paths
        for rule_set in game.rule_sets:
            assert f"rules/{rule_set}.{lang}.pdf" in paths


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_outputs_of_an_example_verify(made, name):
    one = made(name)
    (report,) = verify_paths([one.out], str(one.folder))
    assert report.ok
    assert report.files
    assert wrong(one.out) == {}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_becomes_a_package_for_archives_that_is_whole(tmp_path, name):
    asked = ("--out", str(tmp_path), "--lang", "en")
    for command in (
        ("archive", str(games_to_copy()[name]), *asked),
        ("verify", str(tmp_path / name)),
    ):
        result = CliRunner().invoke(app, command)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_no_file_that_it_does_not_use(name):
    folder = games_to_copy()[name]
    said = "".join(
        file.read_text(encoding="utf-8")
        for file in folder.rglob("*")
        if file.suffix in (".toml", ".csv")
    )
    pictures = [f for f in folder.rglob("*") if f.suffix in (".svg", ".png", ".jpg", ".csv")]
    assert [f.name for f in pictures if not re.search(rf"\b{f.stem}\b", said)] == []
    assert max(f.stat().st_size for f in folder.rglob("*") if f.is_file()) < 40_000


BIRDS = "bird-clock"


def rows():
    file = games_to_copy()[BIRDS] / "cards.csv"
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines(keepends=True)))


def words(text):
    """A text without what is not a word: signs, and where an icon stands."""
    return " ".join(re.findall(r"\w+", text))


def sheets(made, lang):
    return made(BIRDS).out / "print" / f"cards-{lang}-a4.pdf"


def test_the_deck_has_sixty_cards_on_seven_sheets(made):
    assert sum(int(row["copies"]) for row in rows()) == 60
    for built in made(BIRDS).built:
        (cards,) = [file for file in built.files if file.path.startswith("print/cards")]
        assert (cards.pieces, cards.pages) == (60, 14)
    with pikepdf.open(sheets(made, "en")) as document:
        assert len(document.pages) == 14


@pytest.mark.parametrize(("lang", "suffix"), [("en", ""), ("de", "_de")])
def test_every_card_says_in_its_language_what_the_table_says(made, lang, suffix):
    printed = words(text_of(sheets(made, lang)))
    for row in rows():
        parts = (row[f"{column}{suffix}"] for column in ("title", "text", "flavour"))
        said = re.sub(r":\w+:", " ", " ".join(parts))
        assert printed.count(words(said)) == int(row["copies"]), said


def test_the_one_photograph_like_picture_is_in_the_file_once(made):
    with pikepdf.open(sheets(made, "en")) as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        images = [one for one in streams if one.get("/Subtype") == "/Image"]
        assert [(int(one.Width), int(one.Height)) for one in images] == [(602, 822)]


@pytest.mark.parametrize(("lang", "ours"), [("en", "Wren"), ("de", "Zaunkönig")])
def test_the_cards_in_the_figures_of_rules_speak_the_language_of_the_rules(lang, ours):
    folder = games_to_copy()[BIRDS]
    sheet = rule_sheet(folder, load_game(folder / "game.toml").speaking(lang), "morning", lang)
    start = next(one for one in sheet.blocks if isinstance(one, Figure))
    names = set(strings(figure_at(start, 1.0).items))
    assert names & {"Wren", "Zaunkönig"} == {ours}
    assert ours not in strings(figure_at(start, 0.3).items)  # too small to read: a line


def strings(items):
    for item in items:
        if isinstance(item, Group):
            yield from strings(item.items)
        elif isinstance(item, Text):
            yield item.string


def test_the_cards_in_the_books_of_an_archive_speak_their_language_too():
    loaded = load_game(games_to_copy()[BIRDS] / "game.toml")
    record = record_of(loaded.file.parent, loaded.game, ("de",), Deposit())
    made = dict(books(loaded.file.parent, record, loaded.speaking))
    assert "Zaunkönig" in text_of(made["rules/rulebook.de.pdf"])
    assert "Wren" not in text_of(made["rules/rulebook.de.pdf"])


def test_the_sky_is_what_its_program_paints(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    from make_dawn import SKY, dawn

    with Image.open(SKY) as kept:
        assert ImageChops.difference(kept.convert("RGB"), dawn()).getbbox() is None
    sys.modules.pop("make_dawn")
