"""The contents and order of rulebooks."""

import pytest
from helpers.game_languages import languages
from helpers.rule_sheets import GAMES, book_of
from helpers.sample_rulebook import TEXT

from pnp.base.errors import AuditError, DefinitionError, RulesError
from pnp.base.languages import language
from pnp.definitions import load_game
from pnp.positions.cover import draw_game_cover
from pnp.rulebook.blocks import BulletList, Figure, Heading, Paragraph, TableBlock, plain
from pnp.rulebook.book import COVER, _cover, rulebook
from pnp.rulebook.figures import FigureDrawings
from pnp.rulebook.sheet import rule_sheet

WADE = """
[components.die]
kind = "die"
name = "Die"
edge = "16mm"
faces = [1, 2, 3, 4, 5, 6]

[rule_sets.wade]
name = "Wade"
summary = "Wade through the pond."
players = { least = 2, most = 4 }
needs = [{ component = "stones", count = 1, source = "book" }]
numbers = { hops = 3 }
"""


def titles(book):
    return [chapter.title for chapter in book.chapters]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", GAMES)
def test_a_book_has_all_its_chapters_in_order(name, lang):
    book = book_of(name, lang)
    words, evidence = language(lang).chapters, language(lang).sections["sources"]
    found = titles(book)
    count = len(GAMES[name].game.rule_sets)
    questions = [words["questions"]] if GAMES[name].game.open_questions else []
    assert found[:2] == [words["history"], words["parts"]]
    assert found[2 + count :] == [*questions, evidence, words["bibliography"], words["rights"]]
    assert [text for text, _ in book.contents] == found


@pytest.mark.parametrize("name", GAMES)
def test_every_internal_link_of_a_book_has_a_target(name):
    book = book_of(name)
    there = {block.id for block in book.blocks if isinstance(block, Heading | Figure)}
    linked = set()
    for block in book.blocks:
        match block:
            case BulletList(entries):
                there |= {entry.id for entry in entries}
                runs = [run for entry in entries for run in entry.runs]
            case Paragraph(runs):
                pass
            case TableBlock(rows=rows):
                runs = [run for row in rows for cell in row for run in cell]
            case _:
                runs = []
        linked |= {run.link for run in runs if run.link}
    inside = {link.removeprefix("#") for link in linked if link.startswith("#")}
    assert inside
    assert inside - there == set()
    assert all(link.startswith(("#", "https://", "http://")) for link in linked)


@pytest.mark.parametrize("name", GAMES)
def test_ids_in_a_book_are_unique(name):
    ids = [
        block.id
        for block in book_of(name).blocks
        if isinstance(block, Heading | Figure) and block.id is not None
    ]
    assert len(set(ids)) == len(ids)


def test_the_parts_are_pictured_with_their_users_and_the_others_named(pond):
    folder, _ = pond()
    file = folder / "game.toml"
    file.write_text(file.read_text(encoding="utf-8") + WADE, encoding="utf-8")
    text = TEXT[: TEXT.index("![")] + TEXT[TEXT.index("## Your") :]
    (folder / "rules" / "wade.en.md").write_text(text, encoding="utf-8")
    (parts,) = [
        c for c in rulebook(folder, load_game(file).game, "en").chapters if c.title == "The parts"
    ]
    _, listed, others = parts.head
    assert [plain(item.runs) for item in listed.items] == [
        "1 \N{MULTIPLICATION SIGN} Board. Used by: Hop & skip.",
        "5 \N{MULTIPLICATION SIGN} Stones. Used by: Hop & skip, Wade.",
    ]
    assert plain(others.runs) == "Extra: 1 \N{MULTIPLICATION SIGN} Die."


def test_what_the_sources_say_of_rules_is_below_them_and_the_rest_at_the_end():
    book = book_of("tawula")
    (rules,) = [chapter for chapter in book.chapters if chapter.title == "Tawula in Anatolia"]
    assert [one.text for one in rules.notes if isinstance(one, Heading)] == ["What the sources say"]
    (told,) = [c for c in book.chapters if c.title == "What the sources say"]
    heading, legend = told.head
    assert heading.id == "chapter-evidence"
    assert [plain(item.runs).split(":")[0] for item in legend.items] == [
        "Stated",
        "\N{DAGGER}\N{NO-BREAK SPACE}Derived",
        "\N{LOZENGE}\N{NO-BREAK SPACE}Reconstructed",
        "\N{NOT EQUAL TO}\N{NO-BREAK SPACE}Disputed",
    ]
    subjects = [block.text for block in told.notes if isinstance(block, Heading)]
    assert subjects == ["History", "The parts"]


def test_refuses_a_game_whose_components_do_not_meet_its_needs(pond):
    folder, _ = pond()
    file = folder / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("copies = 5", "copies = 4"))
    with pytest.raises(
        AuditError,
        match="pond: the box lacks something that its rules need; see pnp check",
    ):
        rulebook(folder, load_game(file).game, "en")


def test_includes_a_history_if_there_is_one(pond):
    folder, game = pond()
    assert "History" not in titles(rulebook(folder, game, "en"))
    (folder / "rules" / "history.en.md").write_text(
        "Frogs hopped over {{ stones }} stones [@book].", encoding="utf-8"
    )
    history = rulebook(folder, game, "en").chapters[0]
    (told,) = history.text
    assert plain(told.runs) == "Frogs hopped over 5 stones [book]."
    assert told.runs[1].link == "#source-book"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It is said [@nobody].", "[@nobody] is not a source"),
        ("# Long ago\n\nFrogs hopped.", "a history has no headings"),
        ("{{ ducks }}", "'ducks' is undefined"),
    ],
)
def test_a_fault_in_a_history_names_its_file(pond, text, fault):
    folder, game = pond()
    (folder / "rules" / "history.en.md").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refusal:
        rulebook(folder, game, "en")
    assert "history.en.md: " in str(refusal.value)
    assert fault in str(refusal.value)


def test_reports_a_history_that_exists_only_in_another_language(pond):
    folder, game = pond()
    (folder / "rules" / "history.nl.md").write_text("Kikkers.", encoding="utf-8")
    with pytest.raises(RulesError, match=r"no history in 'en'; write .*y\.en"):
        rulebook(folder, game, "en")


def test_reports_all_faults_of_a_books_texts_at_once(pond):
    folder, game = pond("## Set-up\n\n{{ ducks }}\n")
    with pytest.raises(RulesError) as refusal:
        rulebook(folder, game, "en")
    assert len(str(refusal.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("date", "lang", "said"),
    [
        ("1924", "en", "1924"),
        ("2013-09", "en", "September 2013"),
        ("1999-01-16", "en", "16 January 1999"),
        ("1999-01-16", "de", "16.\u00a0Januar 1999"),
        ("1924-11-21", "nl", "21\u00a0november 1924"),
        ("2013-09-01", "fr", "1ᵉʳ septembre 2013"),
        ("2013-09", "fr", "septembre 2013"),
        ("-0499", "en", "500 BC"),
        ("-0499", "nl", "500 v.Chr."),
    ],
)
def test_dates_are_as_precise_as_the_definition(date, lang, said):
    assert language(lang).day(date) == said


@pytest.mark.parametrize(
    ("ends", "lang", "said"),
    [
        ((None, "1924"), "en", "1924 or earlier"),
        ((None, "1924"), "fr", "1924 ou avant"),
        (("-0499", None), "de", "500 v. Chr. oder später"),
        (("1970", "1979"), "nl", "1970 tot 1979"),
        (("1999-01-16", "1999-01-16"), "en", "16 January 1999"),
        ((None, None), "en", None),
    ],
)
def test_spans_of_dates_are_written_out(ends, lang, said):
    assert language(lang).span(*ends) == said


def test_a_sheet_lists_sources_that_only_its_text_cites(pond):
    folder, _ = pond(TEXT.replace("Lay ", "As told [@frog], lay "))
    file = folder / "game.toml"
    frog = '\n[sources.frog]\nkind = "record"\ntitle = "What frogs say"\n'
    file.write_text(file.read_text(encoding="utf-8") + frog)
    sheet = rule_sheet(folder, load_game(file).game, "hop", "en")
    assert "What frogs say" in str(sheet.chapter.notes)


def test_the_cover_shows_the_position_that_the_definition_names(pond):
    folder, game = pond()
    (picture,) = rulebook(folder, game, "en").cover.text
    assert (picture.caption, picture.kind) == ("", "cover")
    assert picture.alt == "Pond in play: the board with pieces on it."
    assert picture.picture == draw_game_cover(game, COVER, on_paper=True)
    file = folder / "game.toml"
    file.write_text(f'cover = "hop/ducks"\n{file.read_text(encoding="utf-8")}')
    with pytest.raises(DefinitionError, match=r"cover: 'hop/ducks' is not a position; there is: "):
        load_game(file)


def test_a_cover_with_pieces_beside_the_board_is_refused(pond):
    folder, _ = pond()
    file = folder / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('at = ["a1"]', 'at = ["z99"]'), encoding="utf-8")
    game = load_game(file).game
    drawings = FigureDrawings(game)
    with pytest.raises(AuditError, match=r"pond/hop: .*there is no place z99"):
        _cover(drawings, language("en"))
