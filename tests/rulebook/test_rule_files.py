"""Rule sheets as files: HTML for a browser, Markdown for an editor."""

import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pypdfium2
import pytest
from helpers.sample_rulebook import TEXT
from markdown_it import MarkdownIt
from typer.testing import CliRunner

from pnp.cli import app
from pnp.definitions import built_in_games, find_game, load_game
from pnp.rulebook.html import render_html
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.write_text import render_markdown

VOID = {"meta", "br", "img"}


class Page(HTMLParser):
    """Reads a page, keeps its tags, text and attributes, and sees that every tag is closed."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(page.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.fixture
def sheet(pond):
    folder, game = pond()
    return rule_sheet(folder, game, "hop", "en")


def test_a_page_is_self_contained(sheet):
    page = render_html(sheet)
    read = Page(page)
    assert read.open == []
    names = [tag for tag, _ in read.tags]
    assert "script" not in names
    assert "link" not in names
    assert not [a for _, attrs in read.tags for a in attrs if a in ("src", "onclick")]
    assert {attrs["href"][0] for _, attrs in read.tags if "href" in attrs} == {"#"}
    assert b"url(http" not in page
    assert b"@import" not in page


def test_a_page_has_its_language_title_and_every_text_once(sheet):
    read = Page(render_html(sheet))
    assert ("html", {"lang": "en"}) in read.tags
    assert "<title>Pond · Hop &amp; skip</title>" in render_html(sheet).decode()
    assert [tag for tag, _ in read.tags].count("h1") == 1
    for words in ("Lay five stones out.", "You are home & dry.", "It says so <twice>."):
        assert read.text.count(words) == 1
    assert "Figure\N{NO-BREAK SPACE}1. The start." in read.text


def test_an_inline_figure_has_an_alternative_text(sheet):
    read = Page(render_html(sheet))
    *parts, picture = [attrs for tag, attrs in read.tags if tag == "svg"]
    assert {one["role"] for one in (*parts, picture)} == {"img"}
    assert picture["aria-labelledby"] == "hop-setup_title hop-setup_desc"
    ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
    assert len(set(ids)) == len(ids)


def test_markdown_reads_back_as_the_same_text(sheet):
    text = render_markdown(sheet).decode()
    read = Page(MarkdownIt("commonmark").enable("table").render(text).encode())
    for words in ("Lay five stones out.", "You are home & dry.", "It says so <twice>."):
        assert words in read.text
    assert "## Your turn" in text
    assert "1. **Hop** 3 times over 2 rows." in text
    assert "![One grey stone lies in the near left corner of the board.](hop-setup.en.svg)" in text


def test_the_command_makes_sheets_and_lists_them_in_the_manifest(pond, tmp_path):
    folder, _ = pond()
    result = run("rules", folder, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    made = tmp_path / "out" / "pond"
    manifest = json.loads((made / "manifest.json").read_text(encoding="utf-8"))
    paths = [entry["path"] for entry in manifest["files"]]
    assert paths == [
        "rules/hop-part-board.en.svg",
        "rules/hop-part-stones.en.svg",
        "rules/hop-setup.en.svg",
        "rules/hop.en.html",
        "rules/hop.en.md",
        "rules/hop.en.pdf",
        "rules/rulebook.en.html",
        "rules/rulebook.en.pdf",
    ]
    assert all((made / path).is_file() for path in paths)
    ET.parse(made / "rules/hop-setup.en.svg")
    first = {path: (made / path).read_bytes() for path in paths}
    assert run("rules", folder, "--out", tmp_path / "again").exit_code == 0
    assert first == {path: (tmp_path / "again" / "pond" / path).read_bytes() for path in paths}


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--lang", "xx"], 2, "--lang: 'xx' is not known; write one of ar, de, en, fr, ja, nl"),
        (["--format", "doc"], 2, "--format: 'doc' is not known; write one of pdf, html, md"),
        (["--lang", "nl"], 2, "--lang: pond has no texts in 'nl'; it has: en"),
        (["--rulebook", "--format", "md"], 2, "--rulebook: is made as pdf and html, not as md"),
        (["--rule-set", "jump"], 2, "--rule-set: pond has no rule set 'jump'; it has: hop"),
    ],
)
def test_what_cannot_be_made_is_reported_in_one_line(pond, tmp_path, arguments, status, message):
    folder, _ = pond()
    result = run("rules", folder, "--out", tmp_path / "out", *arguments)
    assert result.exit_code == status
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_rule_set_may_be_named_with_its_game(pond, tmp_path):
    folder, _ = pond()
    given = ("rules", folder, "--rule-set", "pond/hop", "--format", "md", "-q")
    assert run(*given, "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out/pond/rules/hop.en.md").is_file()


def test_without_arguments_all_built_in_games_are_made(tmp_path):
    assert run("rules", "--format", "html", "--lang", "nl", "--out", tmp_path, "-q").exit_code == 0
    made = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html"))
    games = [load_game(find_game(name)).game for name in built_in_games()]
    assert len(made) == sum(len(game.rule_sets) + 1 for game in games)
    assert "compositie/rules/pick-two-one.nl.html" in made


def test_a_faulty_game_does_not_stop_the_others(pond, tmp_path):
    folder, _ = pond("## Set-up\n")
    result = run("rules", folder, "tawula", "--format", "md", "--out", tmp_path / "out", "-q")
    assert result.exit_code == 1
    assert "section 'Your turn' is missing" in result.stderr
    assert (tmp_path / "out/tawula/rules/anatolia-1845.en.md").is_file()


def test_the_manifest_drops_a_sheet_whose_text_is_gone(pond, tmp_path):
    folder, _ = pond()
    assert run("rules", folder, "--format", "html", "--out", tmp_path / "out").exit_code == 0
    file = folder / "rules" / "hop.en.md"
    file.write_text(file.read_text(encoding="utf-8") + "\nA frog told us.\n", encoding="utf-8")
    assert run("rules", folder, "--format", "md", "--out", tmp_path / "out").exit_code == 0
    manifest = json.loads((tmp_path / "out" / "pond" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["earlier_files"] == ["rules/hop.en.html"]
    assert "rules/hop.en.md" in [entry["path"] for entry in manifest["files"]]


def test_a_booklet_has_pages_of_half_the_paper_and_turns_over_its_short_edge(pond, tmp_path):
    folder, _ = pond()
    given = ("rules", folder, "--rulebook", "--booklet", "--format", "pdf", "-q")
    assert run(*given, "--out", tmp_path / "out").exit_code == 0
    made = {path.name: pypdfium2.PdfDocument(path) for path in (tmp_path / "out").rglob("*.pdf")}
    assert sorted(made) == ["rulebook-booklet.en.pdf", "rulebook.en.pdf"]
    booklet = made["rulebook-booklet.en.pdf"]
    assert len(booklet) % 2 == 0
    for page in booklet:
        assert page.get_size() == pytest.approx((297 / 25.4 * 72, 210 / 25.4 * 72), abs=0.01)
    first = booklet[0].get_textpage().get_text_bounded(left=421)
    assert first.startswith("Pond")
    manifest = json.loads((tmp_path / "out" / "pond" / "manifest.json").read_text(encoding="utf-8"))
    entry = next(one for one in manifest["files"] if "booklet" in one["path"])
    assert (entry["duplex"], entry["pages"]) == ("short-edge", len(booklet))
    assert entry["work"] == {"sheets": len(booklet) // 2, "cuts": 0, "outlines": 0}
    assert entry["page_mm"] == [297, 210]


def test_paper_is_an_option(pond, tmp_path):
    folder, _ = pond()
    assert run("rules", folder, "--paper", "letter", "--out", tmp_path / "out", "-q").exit_code == 0
    for path in (tmp_path / "out").rglob("*.pdf"):
        for page in pypdfium2.PdfDocument(path):
            assert page.get_size() == pytest.approx((612, 792), abs=0.01)


def test_rules_for_black_ink_have_no_grey_panel_and_a_theme_has_a_folder(tmp_path):
    out = tmp_path / "out"
    run("rules", "turnio/basic", "--lang", "en", "--format", "pdf", "--out", out, "-q")
    more = "--ink", "black", "--theme", "high-contrast"
    done = run("rules", "turnio/basic", "--lang", "en", "--format", "pdf", *more, "--out", out)
    assert done.exit_code == 0, done.output
    made = {path.relative_to(out / "turnio").as_posix(): path for path in out.rglob("*.pdf")}
    assert sorted(made) == ["rules-high-contrast/basic.en-black.pdf", "rules/basic.en.pdf"]
    tinted, black = (
        pypdfium2.PdfDocument(made[name])[1].render().to_pil().convert("RGB")
        for name in sorted(made, reverse=True)
    )
    corner = tuple(round(2.835 * mm) for mm in (20, 20))  # of the panel with the example
    assert tinted.getpixel(corner) == (246, 242, 232)
    assert black.getpixel(corner) == (255, 255, 255)


def test_a_rulebook_can_be_made_alone_but_not_for_one_rule_set(pond, tmp_path):
    folder, _ = pond()
    out = tmp_path / "out"
    assert run("rules", folder, "--rulebook", "--out", out, "-q").exit_code == 0
    assert {path.name for path in (out / "pond" / "rules").iterdir()} == {
        "rulebook.en.html",
        "rulebook.en.pdf",
    }
    for flag in ("--rulebook", "--booklet"):
        result = run("rules", folder, "--rule-set", "hop", flag, "--out", tmp_path)
        assert result.exit_code == 2
        assert f"{flag}: a rulebook has all rule sets; leave out --rule-set" in result.stderr


def test_a_letter_that_no_font_has_is_reported_once_with_its_line(pond, tmp_path):
    folder, _ = pond(TEXT.replace("You are home", "You are \u6f22 home"))
    result = run("rules", folder, "--format", "pdf", "--out", tmp_path / "out")
    assert result.exit_code == 1
    (told,) = result.stderr.splitlines()
    assert told.startswith(f"error: {folder}/rules/hop.en.md: line 14: ")
    assert "\u6f22" in told
    assert not (tmp_path / "out" / "pond").exists()


def test_the_same_text_makes_the_same_bytes(pond, tmp_path):
    folder, _ = pond()
    for out in ("one", "two"):
        assert run("rules", folder, "--booklet", "--out", tmp_path / out, "-q").exit_code == 0
    ones = {path.name: path.read_bytes() for path in (tmp_path / "one").rglob("*.*")}
    twos = {path.name: path.read_bytes() for path in (tmp_path / "two").rglob("*.*")}
    assert len(ones) == 10
    assert ones == twos
