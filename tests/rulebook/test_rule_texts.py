"""Rule texts: sections, placeholders, markup, and messages about faults."""

import pytest
from helpers.game_languages import languages
from helpers.sample_rulebook import TEXT

from pnp.base.errors import RulesError, UsageError
from pnp.base.languages import language, spelled
from pnp.definitions import load_game
from pnp.definitions.new import start_game
from pnp.game.paper import PAPERS
from pnp.rulebook.blocks import (
    BulletList,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    Run,
    TableBlock,
    plain,
)
from pnp.rulebook.book import rulebook
from pnp.rulebook.html import render_html
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.read_markdown import TextScope, read_blocks
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.source import read_rules
from pnp.rulebook.write_text import render_markdown, render_text


def test_numbers_come_from_the_definition_as_digits_or_words(pond):
    text, faults, _ = read_rules(*pond(), "hop", "en")
    assert "Lay five stones out." in text
    assert "**Hop** 3 times over 2 rows." in text
    assert not faults


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (("{{ hops }}", "{{ jumps }}"), "line 9: 'jumps' is undefined; known: aids, board, hops"),
        (
            ("{{ board.rows }}", "{{ board.depth }}"),
            "line 9: there is no figure 'depth'; figures are: cell, cells",
        ),
        (("{{ hops }}", "{{ hops"), "line 9: "),
        (("{{ hops }}", "{{ needs.ducks }}"), "line 9: there is no figure 'ducks'"),
        (("{{ hops }}", "{{ hops|woords }}"), "line 9: No filter named 'woords'; write numbers in"),
        (
            ("## Set-up", "Hello.\n\n## Set-up"),
            "line 1: there is text before the first section",
        ),
        (
            ("## The end", "## Your turn\n\nMore.\n\n## The end"),
            "line 12: section 'Your turn' is there already, in line 7",
        ),
        (
            ("## The end", "## A round {turn}\n\nMore.\n\n## The end"),
            "line 12: section 'A round' is there already, in line 7",
        ),
        (("- You are home & dry.", ""), "line 12: section 'The end' is empty"),
        (
            ("## The end", "## The finish"),
            "section 'The end' is missing; write ## The end, or {end} after a title of your own",
        ),
        (("## Set-up", "## Setup"), "section 'Set-up' is missing; did you mean 'Setup'?"),
        (("## The end", "## Home {ends}"), "line 12: 'ends' is not a section; write one of setup,"),
        (("## The end", "# The end"), "line 12: the title comes from the definition; begin head"),
        (("Hop from", "##### Again\n\nHop from"), "line 18: headings have 2 to 4 signs #, not 5"),
        (("Hop from", "#### Again\n\nHop from"), "line 18: #### belongs below a heading with ###"),
    ],
)
def test_a_fault_names_the_file_and_the_line(pond, changed, fault):
    assert changed[0] in TEXT
    with pytest.raises(RulesError) as refusal:
        rule_sheet(*pond(TEXT.replace(*changed)), "hop", "en")
    assert f"hop.en.md: {fault}" in str(refusal.value)
    assert all("hop.en.md: " in line for line in str(refusal.value).splitlines())


def test_reports_all_faults_of_a_text_at_once_in_their_order(pond):
    changes = (
        ("## Set-up", "## Start"),
        ("figure:setup", "figure:start"),
        ("{{ hops }}", "{{ jumps }} and {{ leaps|woords }}"),
        ("Or *skip*.", "Or `skip`, see [@frog]."),
        ("- You are", "> You are"),
        ("then back.", "then [figure:back]."),
    )
    text = TEXT
    for change in changes:
        assert change[0] in text
        text = text.replace(*change)
    with pytest.raises(RulesError) as refusal:
        rule_sheet(*pond(text), "hop", "en")
    told = [line.partition("hop.en.md: ")[2] for line in str(refusal.value).splitlines()]
    wanted = (
        "line 5: there is no figure 'start'",
        "line 9: 'jumps' is undefined",
        "line 9: No filter named 'woords'",
        "line 10: rule texts cannot use code inline",
        "line 10: [@frog] is not a source",
        "line 14: rule texts cannot use blockquote",
        "line 19: [figure:back] is not in this text",
        "section 'Set-up' is missing",
    )
    assert len(told) == len(wanted)
    assert [
        line for line, start in zip(told, wanted, strict=True) if line.startswith(start)
    ] == told


def test_sections_may_have_any_title_and_order_and_parts_of_their_own(pond):
    turn, end = TEXT.index("## Your turn"), TEXT.index("## The end")
    text = (
        TEXT[end : TEXT.index("## An example")]
        + "## The pond\n\nIt is wet.\n\n### Depths\n\nTwo.\n\n#### The deepest\n\nThree.\n\n"
        + TEXT[:turn]
        + TEXT[turn:end].replace("## Your turn", "## A round {turn}")
    )
    folder, game = pond(text)
    blocks = rule_sheet(folder, game, "hop", "en").chapter.text
    headings = [(block.level, block.text) for block in blocks if isinstance(block, Heading)]
    assert headings[-6:] == [
        (2, "The end"), (2, "The pond"), (3, "Depths"), (4, "The deepest"), (2, "Set-up"),
        (2, "A round"),
    ]  # fmt: skip
    book = rulebook(folder, game, "en")
    assert (5, "The deepest") in [(b.level, b.text) for b in book.blocks if isinstance(b, Heading)]
    assert set_pages_of(book, PAPERS["a4"]).pages


def test_a_loop_with_a_fault_does_not_hide_the_rest(pond):
    loop = "{% for step in needs %}{{ step }}{% endfor %}"
    text = TEXT.replace("You are", f"{loop} You are").replace("{{ hops }}", "{{ jumps }}")
    with pytest.raises(RulesError) as refusal:
        rule_sheet(*pond(text), "hop", "en")
    assert "line 9: 'jumps'" in str(refusal.value)
    assert "line 14: " in str(refusal.value)


def test_a_fault_after_a_loop_or_a_condition_names_the_line_of_the_file(pond):
    loop = "{% if hops > 9 %}\n\nMany.\n\n{% endif %}\n\n"
    text = TEXT.replace("## The end", f"{loop}## The end").replace("- You are", "> You are")
    line = text.splitlines().index("> You are home & dry.") + 1
    with pytest.raises(
        RulesError, match=rf"hop\.en\.md: line {line}: rule texts cannot use blockq"
    ):
        rule_sheet(*pond(text), "hop", "en")


def test_a_rule_set_without_a_text_says_where_to_write_it(pond):
    folder, game = pond(None)
    with pytest.raises(RulesError, match=r"pond/hop has no rules in 'en'; write .*hop\.en"):
        read_rules(folder, game, "hop", "en")


def test_an_unsupported_language_lists_the_supported_ones():
    assert "en" in languages()
    with pytest.raises(
        UsageError, match="--lang: 'xx' is not known; write one of ar, de, en, fr, ja, nl"
    ):
        language("xx")


def test_numbers_are_spelled_in_the_language_of_the_text():
    assert [spelled(n, "en") for n in (1, 12, 36)] == ["one", "twelve", "thirty-six"]
    assert spelled(21, "de") == "einundzwanzig"


def test_a_text_becomes_blocks(pond):
    folder, game = pond()
    blocks = rule_sheet(folder, game, "hop", "en").blocks
    start = blocks.index(Heading(2, "Set-up"))
    end = blocks.index(Heading(2, "What the sources say", "hop-sources"))
    setup, lay, figure, turn, steps, over, home, example, hop = blocks[start:end]
    assert isinstance(figure, Figure)
    assert (figure.id, figure.caption) == ("hop-setup", "The start.")
    assert figure.alt.startswith("One grey stone")
    assert lay == Paragraph((Run("Lay five stones out."),))
    assert isinstance(steps, BulletList)
    assert steps.numbered
    assert steps.items[0].runs == (Run("Hop", bold=True), Run(" 3 times over 2 rows."))
    assert steps.items[1].runs == (Run("Or "), Run("skip", italic=True), Run("."))
    assert home == BulletList((ListItem((Run("You are home & dry."),)),))
    assert plain(hop.runs) == "Hop from a1 to c2, then back."
    assert [setup, turn, over, example] == [
        Heading(2, "Set-up"),
        Heading(2, "Your turn"),
        Heading(2, "The end"),
        Heading(2, "An example", kind="example"),
    ]


def test_a_list_goes_on_with_the_number_it_is_written_with(pond):
    steps = "1. Hop to b1.\n\nThat is a pause.\n\n2. Hop to c2.\n3. Hop back."
    sheet = rule_sheet(*pond(TEXT.replace("Hop from a1 to c2,\nthen back.", steps)), "hop", "en")
    assert '<ol start="2">\n<li>Hop to c2.</li>' in render_html(sheet).decode()
    assert "2. Hop to c2.\n3. Hop back." in render_markdown(sheet).decode()
    assert "2. Hop to c2.\n3. Hop back." in render_text(sheet)


def test_emphasis_lasts_until_the_outer_mark_ends():
    (paragraph,) = read_blocks("*a _b_ c* d", TextScope(language("en"), None, {}))
    assert [(run.text, run.italic) for run in paragraph.runs] == [
        ("a ", True), ("b", True), (" c", True), (" d", False),
    ]  # fmt: skip


def test_a_rule_set_without_facts_has_no_heading_for_them(tmp_path):
    folder = start_game("soup", tmp_path).folder
    sheet = rule_sheet(folder, load_game(folder / "game.toml").game, "highest-card", "en")
    headings = [block.text for block in sheet.blocks if isinstance(block, Heading)]
    assert headings[-1] == "An example"


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (("- You are", "> You are"), "line 14: rule texts cannot use blockquote"),
        (
            ("- You are", "| a | b |\n|---|---|\n| b \\| c | d |\n| e | f | g |\n\n- You are"),
            "line 17: has 3 cells, and the table has 2 columns; write \\| for a bar that is",
        ),
        (("Hop from", "~~Hop~~ from"), "rule texts cannot use ~~text~~ that is struck out"),
        (("Hop from", "<b>Hop</b> from"), "rule texts cannot use html inline (<...>)"),
        (("Hop from", "Hop  \nfrom"), "rule texts cannot use line breaks within a paragraph"),
        (("Hop from", "[Hop](x.md) from"), "rule texts cannot use links ([words](address))"),
        (("- You are", "---\n\n- You are"), "rule texts cannot use lines across the page (---)"),
        (("- You are home & dry.", "- a\n\n  b"), "an item of a list is one paragraph of text"),
        (("You are home", "*" * 2000 + "You" + "*" * 2000), "is nested too deeply"),
        (("figure:setup", "setup.png"), "line 5: 'setup.png' cannot be read: No such file"),
        (("You are home", "You are ![home](figure:setup)"), "write a figure as a separate paragr"),
        (
            ("You are home", "You are [@frog] home"),
            "[@frog] is not a source of the definition; sources are",
        ),
        (("figure:setup", "figure:hop"), "there is no figure 'hop'; figures are: setup"),
        (
            (' "The start."', ""),
            "figure 'setup' needs a caption; write it in quotes after its id: "
            '(figure:setup "Caption.")',
        ),
        (
            ("The start.", "One grey stone lies in the near left corner of the board."),
            "figure 'setup' needs a caption that differs from the alternative text",
        ),
        (
            ("One grey stone lies in the near left corner of the board.", "A stone."),
            "needs an alternative text that describes it in 21 letters or more, not 8",
        ),
    ],
)
def test_refuses_other_markup(pond, changed, fault):
    assert changed[0] in TEXT
    folder, game = pond(TEXT.replace(*changed))
    with pytest.raises(RulesError) as refusal:
        rule_sheet(folder, game, "hop", "en")
    assert fault in str(refusal.value)
    assert "hop.en.md: " in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "others", "title", "subtitle"),
    [
        ("Hop & skip", "", "Pond", ["Hop & skip"]),
        ("Hop at the pond", "", "Hop at the pond", []),
        ("Hop & skip", "jump", "Hop & skip", []),
    ],
)
def test_the_sheet_of_the_only_rule_set_is_headed_by_the_game(pond, name, others, title, subtitle):
    folder, _ = pond()
    file = folder / "game.toml"
    text = file.read_text("utf-8").replace("Hop & skip", name)
    rules = text[text.index("[rule_sets.hop]") :]
    more = rules.replace("rule_sets.hop", f"rule_sets.{others}") if others else ""
    file.write_text(f"{text}\n{more}", "utf-8")
    sheet = rule_sheet(folder, load_game(file).game, "hop", "en")
    subtitles = [one for one in sheet.blocks if getattr(one, "kind", "") == "subtitle"]
    assert sheet.blocks[0] == Heading(1, title, "hop")
    assert [plain(one.runs) for one in subtitles] == subtitle
    kicker = render_html(sheet).decode().partition('class="kicker">')[2].partition("<")[0]
    assert kicker == ("Rules of play" if title == "Pond" else "Pond · Rules of play")


def test_a_sheet_lists_needs_and_ends_with_its_sources(pond):
    folder, game = pond()
    blocks = rule_sheet(folder, game, "hop", "en").blocks
    assert blocks[2] == Paragraph((Run("Hop over stones."),), "lead")
    assert plain(blocks[3].runs) == "Players: 2\N{EN DASH}4 · Author: A. Frog"
    needs = blocks[blocks.index(Heading(2, "You need")) + 1]
    assert [plain(item.runs) for item in needs.items] == [
        "1 \N{MULTIPLICATION SIGN} Board",
        "5 \N{MULTIPLICATION SIGN} Stones. One a player.",
    ]
    assert Heading(2, "What the sources say", "hop-sources") in blocks
    *_, heading, cited = blocks
    assert heading == Heading(3, "Sources")
    assert [plain(entry.runs) for entry in cited.items] == ["book: A. Frog. The Pond. 1901."]
    assert cited.items[0].id == "source-book"


def test_columns_of_a_table_share_its_width_by_their_longest_text(pond):
    table = "| pond | two *frogs* |\n|:--|--:|\n| A | {{ hops }} |\n| a long name of a pond | |"
    folder, game = pond(TEXT.replace("- You are", f"{table}\n\n- You are"))
    blocks = rule_sheet(folder, game, "hop", "en").blocks
    (made,) = [
        block for block in blocks if isinstance(block, TableBlock) and block.columns[0] == "pond"
    ]
    assert made.columns == ("pond", "two frogs")
    assert made.rows == (((Run("A"),), (Run("3"),)), ((Run("a long name of a pond"),), ()))
    assert made.widths == (21, 9)
