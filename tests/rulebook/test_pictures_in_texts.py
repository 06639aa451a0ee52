"""Pictures and icons of a game in its rule texts, in every format."""

import pytest
from helpers.sample_rulebook import GAME, TEXT

from pnp.archive.origin import definition_files
from pnp.base.errors import RulesError
from pnp.definitions import load_game
from pnp.game.paper import PAPERS
from pnp.rulebook.blocks import Figure, all_runs
from pnp.rulebook.book import rulebook
from pnp.rulebook.html import render_html
from pnp.rulebook.job import RuleOptions, RulesJob, make_rules
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.write_text import render_markdown, render_text

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0H20V10Z"/></svg>'
CARDS = """
[components.cards]
kind = "cards"
name = "Cards"
rows = "cards.csv"
icons = { coin = "art/coin.svg" }
front = { frames = [{ kind = "text", text = "{title}", area = "30x30mm" }] }
"""
SHOWN = '![A bird that stands in the pond.](art/heron.svg "The heron.")'
PICTURED = TEXT.replace("## Your turn", f"{SHOWN}\n\n## Your turn").replace(
    "Or *skip*.", r"Or pay :coin::coin: as in [figure:heron], by 12:30:15. Not \:coin:"
)


@pytest.fixture
def marsh(pond):
    """Return a function that writes the game, with pictures, and a text."""

    def write(text=PICTURED, game=GAME + CARDS):
        folder, _ = pond(text)
        (folder / "game.toml").write_text(game, encoding="utf-8")
        (folder / "cards.csv").write_text("title,copies\nFrog,1\n", encoding="utf-8")
        (folder / "art").mkdir(exist_ok=True)
        for name in ("coin", "heron"):
            (folder / "art" / f"{name}.svg").write_text(SVG, encoding="utf-8")
        return folder, load_game(folder / "game.toml").game

    return write


def test_a_picture_is_a_figure_with_a_number_that_the_text_can_cite(marsh):
    sheet = rule_sheet(*marsh(), "hop", "en")
    _, heron = [block for block in sheet.blocks if isinstance(block, Figure)]
    assert (heron.id, heron.kind, heron.number) == ("hop-heron", "picture", 2)
    assert heron.caption == "The heron."
    cited = [run.text for run in all_runs(sheet.blocks) if run.link == "#hop-heron"]
    assert cited == ["Figure\N{NO-BREAK SPACE}2"]


def test_an_icon_stands_in_the_line_and_has_its_name_for_screen_readers(marsh):
    sheet = rule_sheet(*marsh(), "hop", "en")
    icons = [run for run in all_runs(sheet.blocks) if run.icon]
    assert [run.said for run in icons] == ["coin", "coin"]
    assert render_html(sheet).decode().count('<span class="icon">') == 2
    assert (
        "pay ![coin](icon-coin.svg)![coin](icon-coin.svg) as in" in render_markdown(sheet).decode()
    )
    assert "Or pay (coin)(coin) as in" in render_text(sheet)
    assert "by 12:30:15. Not :coin:" in render_text(sheet)
    spans = [kid for kid in walk(set_pages_of(sheet, PAPERS["a4"]).root) if kid.actual == "coin"]
    assert len(spans) == 2


def walk(element):
    yield element
    for kid in element.kids:
        if not isinstance(kid, int):
            yield from walk(kid)


def test_a_sheet_and_a_book_with_pictures_are_made_in_every_format(marsh, tmp_path):
    folder, _ = marsh()
    made = make_rules(str(folder / "game.toml"), RuleOptions(out=tmp_path / "out"))
    names = {file.path.rpartition("/")[2] for file in made.files}
    assert {"icon-coin.svg", "hop-heron.en.svg", "hop.en.pdf", "rulebook.en.pdf"} <= names


def test_a_history_may_show_a_picture(marsh):
    folder, game = marsh()
    (folder / "rules" / "history.en.md").write_text(f"Once.\n\n{SHOWN}\n", encoding="utf-8")
    figures = [b for b in rulebook(folder, game, "en").blocks if isinstance(b, Figure)]
    assert [one.id for one in figures][1] == "history-heron"


def test_a_changed_picture_makes_the_sheet_again(marsh):
    folder, _ = marsh()
    job = RulesJob.of(str(folder / "game.toml"), RuleOptions())
    wanted = next(iter(job._wanted))
    before = job._inputs(wanted)
    assert before == job._inputs(wanted)
    (folder / "art" / "heron.svg").write_text(SVG.replace("20V", "19V"), encoding="utf-8")
    assert before != job._inputs(wanted)


def test_a_package_has_the_pictures_of_texts(marsh):
    folder, game = marsh()
    assert "definition/art/heron.svg" in definition_files(folder / "game.toml", game)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (("art/heron.svg", "art/crane.svg"), "line 7: 'art/crane.svg' cannot be read: No such"),
        (("art/heron.svg", "cards.csv"), "line 7: 'cards.csv' is not a picture; save it as PNG"),
        (("art/heron.svg", "../heron.svg"), "line 7: "),
        (("art/heron.svg", "https://a.org/b.svg"), "line 7: "),
        ((' "The heron."', ""), "line 7: figure 'heron' needs a caption; write it in quotes"),
        ((":coin::coin:", ":crown:"), r"line 12: there is no icon :crown:; there are: coin; write"),
        ((":coin::coin:", "![A coin.](art/coin.svg)"), "line 12: write a figure as a separate"),
    ],
)
def test_a_picture_that_cannot_be_used_is_a_fault_with_its_line(marsh, changed, fault):
    assert changed[0] in PICTURED
    with pytest.raises(RulesError) as refusal:
        rule_sheet(*marsh(PICTURED.replace(*changed)), "hop", "en")
    assert f"hop.en.md: {fault}" in str(refusal.value)


def test_one_name_for_two_icons_is_none(marsh):
    other = CARDS.replace("components.cards", "components.more").replace("coin.svg", "heron.svg")
    with pytest.raises(RulesError, match="there is no icon :coin:"):
        rule_sheet(*marsh(game=GAME + CARDS + other), "hop", "en")


def test_in_a_draft_a_box_stands_for_an_icon_whose_picture_is_missing(marsh):
    folder, _ = marsh()
    (folder / "art" / "coin.svg").unlink()
    draft = load_game(folder / "game.toml", draft=True).game
    sheet = rule_sheet(folder, draft, "hop", "en")
    icons = [run for run in all_runs(sheet.blocks) if run.icon]
    assert [run.said for run in icons] == ["coin", "coin"]
    (box,) = icons[0].icon.scene.items
    assert box.style.stroke
    assert render_html(sheet).decode().count('<span class="icon">') == 2
