"""Games that are translated in part: what is missing is written out, refused, or marked."""

import pytest
from typer.testing import CliRunner

from pnp.base.errors import RulesError, UsageError
from pnp.cli.app import app
from pnp.game.translation import translated
from pnp.rulebook.blocks import Heading, Paragraph, all_runs, plain
from pnp.rulebook.book import rulebook
from pnp.rulebook.html import render_html
from pnp.rulebook.job import RuleOptions, make_rules
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.texts import write_skeleton
from pnp.rulebook.write_text import render_markdown

HALF = """## Vorbereitung

Legt {{ needs.stones|words }} Steine aus.

## Dein Zug

> Hop {{ needs.board|words }} board.

## Spielende

> ### Home

> - You are home.
"""


@pytest.fixture
def german(pond):
    """Return a function that writes a German text, and perhaps a table, beside the English ones."""

    def write(text=None, table=None):
        folder, game = pond()
        if text is not None:
            (folder / "rules" / "hop.de.md").write_text(text, encoding="utf-8")
        if table is not None:
            (folder / "rules" / "definition.de.toml").write_text(table, encoding="utf-8")
        return folder, game

    return write


def path(folder):
    return str(folder / "game.toml")


def test_a_skeleton_has_the_headings_and_everything_else_to_translate(german):
    folder, _ = german()
    (folder / "rules" / "history.en.md").write_text("Long ago.\n", encoding="utf-8")
    text, history, table = write_skeleton(path(folder), ("de",))
    assert (text.path.name, text.is_new) == ("hop.de.md", True)
    lines = text.path.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["## Vorbereitung", "", "> Lay {{ needs.stones|words }} stones out."]
    assert [line for line in lines if line.startswith("##")] == [
        "## Vorbereitung", "## Dein Zug", "## Spielende", "## Ein Beispiel",
    ]  # fmt: skip
    assert history.path.read_text(encoding="utf-8") == "> Long ago.\n"
    assert '"Hop over stones." = ""\n' in table.path.read_text(encoding="utf-8")


def test_a_section_with_a_title_of_its_own_has_the_usual_one_until_it_is_translated(german):
    folder, game = german()
    english = folder / "rules" / "hop.en.md"
    own = english.read_text(encoding="utf-8").replace("## Your turn", "## A round {turn}")
    english.write_text(own, encoding="utf-8")
    sheet = rule_sheet(folder, translated(folder, game, "de", partly=True), "hop", "de")
    assert "Dein Zug" in [block.text for block in sheet.blocks if isinstance(block, Heading)]
    text, _ = write_skeleton(path(folder), ("de",))
    assert "## Dein Zug" in text.path.read_text(encoding="utf-8").splitlines()


def test_a_skeleton_never_overwrites_and_adds_what_is_missing(german):
    folder, _ = german(HALF, '# Mine\n"Pond" = "Teich"')
    (table,) = write_skeleton(path(folder), ("de",))
    assert (folder / "rules" / "hop.de.md").read_text(encoding="utf-8") == HALF
    written = table.path.read_text(encoding="utf-8")
    assert written.startswith('# Mine\n"Pond" = "Teich"\n"A pond." = ""\n')
    assert written.count('"Pond"') == 1
    assert write_skeleton(path(folder), ("de",)) == ()


@pytest.mark.parametrize(
    ("name", "lang", "fault"),
    [("turno", "de", "comes with pnp; make a copy"), ("", "en", "pond is written in 'en'")],
)
def test_a_skeleton_needs_a_game_of_ones_own_and_another_language(german, name, lang, fault):
    folder, _ = german()
    with pytest.raises(UsageError, match=fault):
        write_skeleton(name or path(folder), (lang,))


def test_the_command_tells_what_it_wrote(german):
    folder, _ = german()
    said = CliRunner().invoke(app, ["rules", path(folder), "--lang", "de", "--skeleton"]).output
    assert "2 files to translate" in said
    assert "hop.de.md: 19 lines" in said
    again = CliRunner().invoke(app, ["rules", path(folder), "--lang", "de", "--skeleton"]).output
    assert "nothing is missing" in again
    refused = CliRunner().invoke(app, ["rules", path(folder), "--skeleton"])
    assert "--skeleton: name the language with --lang" in refused.output


def test_what_is_not_translated_yet_is_a_fault_with_its_line(german):
    folder, game = german(HALF)
    write_skeleton(path(folder), ("de",))
    with pytest.raises(RulesError) as refusal:
        rule_sheet(folder, game, "hop", "de")
    assert 'definition.de.toml: "Pond" is not translated' in str(refusal.value)
    table = folder / "rules" / "definition.de.toml"
    table.write_text(table.read_text(encoding="utf-8").replace('""', '"Ja."'), encoding="utf-8")
    with pytest.raises(RulesError) as refusal:
        rule_sheet(folder, game, "hop", "de")
    told = [line.partition(".md: ")[2] for line in str(refusal.value).splitlines()]
    assert [fault.partition(":")[0] for fault in told] == ["line 7", "line 11", "line 13"]
    assert all("is not translated yet; remove the >" in fault for fault in told)


@pytest.fixture
def partial(german):
    folder, game = german(HALF, '"Pond" = "Teich"\n"Hop & skip" = "Hüpf"\n')
    return folder, translated(folder, game, "de", partly=True)


def test_a_partly_translated_sheet_marks_what_is_missing(partial):
    sheet = rule_sheet(*partial, "hop", "de")
    texts = [plain(block.runs) for block in sheet.blocks if isinstance(block, Paragraph)]
    assert "[en] Hop over stones." in texts
    assert "Legt fünf Steine aus." in texts
    assert "[en] Hop one board." in texts  # its numbers are English, too
    titles = [block.text for block in sheet.blocks if isinstance(block, Heading)]
    assert titles[0] == "Teich"
    assert "Hüpf" in texts
    assert "[en] Home" in titles
    english = {run.text for run in all_runs(sheet.blocks) if run.lang == "en"}
    assert {"Hop over stones.", "Hop one board.", "You are home."} <= english


def test_it_marks_them_in_every_format_and_in_the_rulebook(partial):
    sheet, book = rule_sheet(*partial, "hop", "de"), rulebook(*partial, "de")
    assert (
        '<strong>[en] </strong><span lang="en">You are home.</span>' in render_html(sheet).decode()
    )
    assert r"**\[en\]** You are home." in render_markdown(sheet).decode()
    assert render_html(book).decode().count("[en] ") > 5


def test_the_report_counts_what_is_missing(german, tmp_path):
    folder, _ = german(HALF)
    made = make_rules(
        path(folder), RuleOptions(out=tmp_path / "out", languages=("de",), partly=True)
    )
    (note,) = made.notes
    assert note.startswith("de: not translated yet, so printed in 'en' and marked: ")
    assert note.endswith(", 3 passages of texts")


def test_a_text_that_is_missing_altogether_is_printed_in_the_definitions_language(german, tmp_path):
    folder, _ = german()
    options = RuleOptions(out=tmp_path / "out", languages=("nl",), formats=("md",), partly=True)
    make_rules(path(folder), options)
    text = (tmp_path / "out" / "pond" / "rules" / "hop.nl.md").read_text(encoding="utf-8")
    assert "## Voorbereiding" in text
    assert r"**\[en\]** Lay five stones out." in text


def test_a_complete_game_is_not_marked(tmp_path):
    options = RuleOptions(
        rule_sets=("loop",), out=tmp_path / "out", languages=("de",), formats=("md",), partly=True
    )
    made = make_rules("turno", options)
    assert made.notes == ()
    assert "[en" not in (tmp_path / "out/turno/rules/loop.de.md").read_text(encoding="utf-8")
