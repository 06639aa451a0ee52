"""Sources and facts as readers see them: by names, not by ids."""

import pytest

from pnp.base.errors import DefinitionError
from pnp.definitions import load_game
from pnp.rulebook.blocks import BulletList, Paragraph, plain
from pnp.rulebook.sheet import rule_sheet

BOOK = 'title = "The Pond"'


def sheet_with(pond, *changes):
    folder, _ = pond()
    file = folder / "game.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    return rule_sheet(folder, load_game(file).game, "hop", "en")


def listed(sheet):
    return [
        plain(item.runs)
        for block in sheet.chapter.notes
        if isinstance(block, BulletList)
        for item in block.items
    ]


def test_a_source_is_called_by_its_short_name(pond):
    sheet = sheet_with(pond, (BOOK, f'short = "Frog 1901"\n{BOOK}'))
    *_, dispute, entry = listed(sheet)
    frog = "Frog\N{NO-BREAK SPACE}1901"
    assert f"{frog}: Yes. {frog}: No. We follow {frog}:" in dispute
    assert entry == "Frog 1901: A. Frog. The Pond. 1901."


@pytest.mark.parametrize(
    ("pages", "published", "said"),
    [
        ("7", "", "The Pond, p.\N{NO-BREAK SPACE}7. 1901."),
        ("7, 9", "", "The Pond, pp.\N{NO-BREAK SPACE}7,\N{NO-BREAK SPACE}9. 1901."),
        ("7", "the Daily Reed", "The Pond. The Daily Reed, p.\N{NO-BREAK SPACE}7. 1901."),
    ],
)
def test_pages_stand_outside_the_title(pond, pages, published, said):
    written = f'{BOOK}\npages = "{pages}"' + (f'\npublished = "{published}"' if published else "")
    sheet = sheet_with(pond, (BOOK, written))
    assert listed(sheet)[-1] == f"book: A. Frog. {said}"
    (title,) = [run.text for run in sheet.chapter.notes[-1].items[0].runs if run.italic]
    assert title.rstrip(".") == "The Pond"


def test_two_sources_do_not_share_a_name(pond):
    other = '[sources.book2]\nkind = "book"\nshort = "book"\ntitle = "Another"\n\n[sources.book]'
    with pytest.raises(DefinitionError, match="sources: 2 of them are called 'book'"):
        sheet_with(pond, ("[sources.book]", other))


def test_facts_stand_under_their_status_with_what_it_means_and_each_once(pond):
    twice = '{ status = "stated", says = "One hops.", sources = ["book"] },'
    sheet = sheet_with(pond, (twice, f"{twice}\n  {twice}"))
    said = [
        plain(block.runs)
        if isinstance(block, Paragraph)
        else [plain(item.runs) for item in block.items]
        for block in sheet.chapter.notes
        if isinstance(block, Paragraph | BulletList)
    ]
    nbsp = "\N{NO-BREAK SPACE}"
    assert said[:-1] == [
        "Stated: a source says so",
        ["One hops. [book]"],
        "Derived: it follows from what sources say",
        [f"Five are enough. 4{nbsp}+{nbsp}1{nbsp}={nbsp}5."],
        "Reconstructed: our suggestion; no source says so",
        ["One stone in a corner. It is where one starts."],
        "Disputed: sources disagree, or a source disagrees with itself",
        ["Backwards? book: Yes. book: No. We follow book: It says so <twice>."],
    ]


def glance(sheet):
    (found,) = (b for b in sheet.blocks if isinstance(b, Paragraph) and b.kind == "glance")
    return plain(found.runs)


@pytest.mark.parametrize(
    ("played", "turns"),
    [
        ("{ players = 2, games = 9, turns = [31, 44, 62] }", "44"),
        (
            '{ players = 2, by = "hitting", games = 9, turns = [1, 44, 62] }, '
            '{ players = 2, by = "waiting", games = 9, turns = [1, 171, 318] }, '
            "{ players = 2, games = 9, turns = [500, 600, 700] }",
            "44\N{EN DASH}170",
        ),
    ],
)
def test_the_playing_time_is_that_of_players_who_choose_if_any_did(pond, played, turns):
    sheet = sheet_with(pond, ("needs = ", f"played = [{played}]\nneeds = "))
    assert f"Playing time: about {turns} turns in simulated games" in glance(sheet)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("turns = [62, 44, 31]", "write them in order"),
        ("turns = [31, 44, 62], draws = 1999, blocked = 2", "counts 2001 draws and blocked games"),
        ("turns = [31, 44]", "turns"),
    ],
)
def test_figures_of_games_that_cannot_be_are_faults(pond, written, fault):
    played = f"played = [{{ players = 2, games = 2000, {written} }}]\nneeds = "
    with pytest.raises(DefinitionError, match=fault):
        sheet_with(pond, ("needs = ", played))


def test_games_of_more_players_than_can_play_are_a_fault(pond):
    played = "played = [{ players = 9, games = 2000, turns = [1, 2, 3] }]\nneeds = "
    with pytest.raises(DefinitionError, match=r"played: by 9 players; .* can play"):
        sheet_with(pond, ("needs = ", played))
