"""HTML pages of rule sheets and rulebooks: valid, self-contained, fit for screens and paper."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pypdfium2
import pytest
from helpers.browser import needs_browser, viewer
from helpers.game_languages import languages
from helpers.made_once import made_once
from helpers.rule_files import languages_by_turns
from helpers.rule_sheets import GAMES, RULE_SETS, book_of, sheet_of
from helpers.validator import complaints, needs_validator

from pnp.base.files import templates
from pnp.definitions import load_game
from pnp.rulebook.blocks import figures_in
from pnp.rulebook.book import Rulebook
from pnp.rulebook.html import Neighbour, PageNeighbours, render_html
from pnp.rulebook.sheet import RuleSheet, rule_sheet

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "wbr"}
PHONE, TABLET, DESK = 360, 600, 1200  # pixels of CSS


class Page(HTMLParser):
    """Reads a page: every element with its attributes and the text in it, in order."""

    def __init__(self, page):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "text": "", **dict(attrs)}
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.elements.append({"tag": tag, "text": "", **dict(attrs)})

    def handle_endtag(self, tag):
        assert self._open.pop()["tag"] == tag

    def handle_data(self, data):
        for element in self._open:
            element["text"] += data

    def all(self, *tags):
        return [element for element in self.elements if element["tag"] in tags]

    def ids(self):
        return {element["id"]: element for element in self.elements if "id" in element}


def names_of(game, lang):
    """Return the names of the files of a game in a language: its sheets, and its book."""
    keys = (*(key for name, key in RULE_SETS if name == game), "book")
    return [f"{game}.{key}.{lang}.html" for key in keys]


NAMES = [name for lang in languages() for game in GAMES for name in names_of(game, lang)]
BOOKS = [name for name in NAMES if ".book." in name]
# What pages are made of is the same in all languages: each game's are parsed in one, by turns.
PARSED = [
    name
    for game, langs in languages_by_turns(GAMES).items()
    for lang in langs
    for name in names_of(game, lang)
]


def text_of(name):
    """Return the sheet or the book of a file."""
    game, key, lang, _ = name.split(".")
    return book_of(game, lang) if key == "book" else sheet_of(game, key, lang)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Every sheet and every book in every language, as HTML, by the name of the file."""

    def make(folder):
        for name in NAMES:
            (folder / name).write_bytes(render_html(text_of(name)))

    folder = made_once(tmp_path_factory, "rule-pages", make)
    return {name: folder / name for name in NAMES}


@pytest.fixture(scope="module")
def with_table(tmp_path_factory):
    """The file of a sheet with a table, which no built-in game has."""
    loaded = load_game(templates() / "games" / "examples" / "alder-ford" / "game.toml")
    file = tmp_path_factory.mktemp("table") / "battle.en.html"
    file.write_bytes(render_html(rule_sheet(loaded.file.parent, loaded.game, "battle", "en")))
    return file


@pytest.fixture(scope="module")
def page_of(files):
    """Return a function that parses a file, once."""
    return cache(lambda name: Page(files[name].read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def pages(page_of):
    """The files that are parsed, by name."""
    return {name: page_of(name) for name in PARSED}


@pytest.fixture(scope="module")
def browser():
    """A Chromium that measures and prints."""
    with viewer() as started:
        yield started


@pytest.fixture(scope="module")
def shown(browser, files, with_table, tmp_path_factory):
    """The browser, in which all files are to be measured, and one that is too wide."""
    folder = tmp_path_factory.mktemp("shown")
    wide = planted(files["turno.loop.en.html"], folder, "<ol", '<ol style="width: 400px"')
    browser.show([*files.values(), wide, with_table], folder / "harness.html")
    return browser


def planted(file, tmp_path, old, new):
    """Write a copy of a page with a fault in it."""
    page = file.read_text(encoding="utf-8")
    assert old in page
    copy = tmp_path / f"planted-{file.name}"
    copy.write_text(page.replace(old, new, 1), encoding="utf-8")
    return copy


@needs_validator
def test_every_page_is_valid_html(files, tmp_path):
    """Looks at the pages of each game in one language, by turns."""
    looked_at = [files[name] for name in PARSED]
    assert len(looked_at) >= len(RULE_SETS) + len(GAMES)
    sheet = files["turno.loop.en.html"]
    twice = planted(sheet, tmp_path, '<h1 id="loop"', '<h1 id="loop-setup"')
    told = complaints([*looked_at, twice])
    assert told.pop(twice.name) != []
    assert told == {}


def test_a_page_requests_nothing_and_forbids_requests(files, pages):
    for name, page in pages.items():
        assert not page.all("script", "link", "img", "iframe", "object", "use", "image"), name
        assert not [e for e in page.elements for key in e if key == "src" or key.startswith("on")]
        links = [e.get("href", e.get("xlink:href", "")) for e in page.elements]
        assert all(re.match(r"#|https?://|$", link) for link in links), name
        asked = re.findall(r"url\((?!#)|@import|@font-face", files[name].read_text("utf-8"))
        assert asked == [], name
        (policy,) = [e for e in page.all("meta") if e.get("http-equiv")]
        assert policy["content"].startswith("default-src 'none'; style-src 'unsafe-inline'"), name


def test_ids_in_a_page_are_unique_and_every_internal_link_has_a_target(files):
    links = 0
    for name, file in files.items():
        tags = " ".join(re.findall(r"<[^>]+>", file.read_text(encoding="utf-8")))
        ids = re.findall(r'\sid="([^"]*)"', tags)
        assert len(set(ids)) == len(ids), name
        inside = re.findall(r'\shref="#([^"]*)"', tags)
        assert set(inside) <= set(ids), name
        links += len(inside)
    assert links > 500


def test_the_head_of_a_page_has_its_metadata(pages):
    for name, page in pages.items():
        text = text_of(name)
        head = {e["name"]: e["content"] for e in page.all("meta") if "name" in e}
        assert head["description"] == text.summary
        assert head.get("author") == text.author
        assert head["dcterms.rights"] == text.rights
        assert head["generator"].startswith("pnp ")
        assert page.all("html")[0]["lang"] == text.lang
        assert page.all("title")[0]["text"] == text.full_title


def test_headings_start_at_level_1_and_skip_no_level(pages):
    for name, page in pages.items():
        levels = [int(e["tag"][1]) for e in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
        assert levels[0] == 1, name
        assert levels.count(1) == 1, name
        assert all(after <= before + 1 for before, after in pairwise(levels)), name


def rules_first(book):
    return sorted(book.chapters, key=lambda chapter: chapter.short)


def blocks_of(text):
    """Return the blocks of a text in the order of its page."""
    if not isinstance(text, Rulebook):
        return text.blocks
    return text.cover.blocks + tuple(b for chapter in rules_first(text) for b in chapter.blocks)


def test_a_page_has_its_landmarks_and_a_book_its_contents(pages):
    for name, page in pages.items():
        text = text_of(name)
        assert len(page.all("main")) == 1, name
        if isinstance(text, Rulebook):
            (nav,) = page.all("nav")
            told = [e["text"] for e in page.all("a") if e["text"] in nav["text"]]
            assert told[: len(text.chapters)] == [chapter.title for chapter in rules_first(text)]
            sections = [e for e in page.all("section") if "chapter" in e["class"]]
            assert len(sections) == len(text.chapters), name
        else:
            assert len(page.all("article")) == 1, name
            assert text.rights in page.all("footer")[0]["text"], name


def test_every_figure_has_a_title_and_a_description(pages):
    for name, page in pages.items():
        ids, drawn = page.ids(), page.all("svg")
        figures = list(figures_in(blocks_of(text_of(name))))
        assert len(drawn) == len(figures) > 0, name
        for svg, figure in zip(drawn, figures, strict=True):
            assert svg["role"] == "img"
            title, desc = (ids[one] for one in svg["aria-labelledby"].split())
            assert (title["tag"], desc["tag"]) == ("title", "desc")
            if figure.kind != "part":  # which has the name of the part
                assert title["text"] == (figure.caption or text_of(name).game)
            assert desc["text"] == figure.alt
        captions = [e["text"].split(". ", 1)[1] for e in page.all("figcaption")]
        assert captions == [figure.caption for figure in figures if figure.caption], name


def test_what_the_sources_say_is_folded_and_examples_have_a_panel(pages):
    for name, page in pages.items():
        folded = [e["text"] for e in page.all("summary")]
        told = "".join(e["text"] for e in page.all("details"))
        assert all(title in told for title in folded), name
        assert page.all("details")[0]["class"] == "notes", name
        assert [e for e in page.all("div") if e.get("class") == "panel"], name


def test_a_page_links_to_its_neighbours():
    near = PageNeighbours(
        (Neighbour("loop.de.html", "Deutsch", "de"),),
        (Neighbour("rulebook.en.html", "Rules & all", "en"),),
    )
    page = Page(render_html(text_of("turno.loop.en.html"), near).decode())
    links = {e["href"]: e for e in page.all("a") if e["href"].endswith(".html")}
    assert list(links) == ["loop.de.html", "rulebook.en.html"]
    assert (links["loop.de.html"]["lang"], links["loop.de.html"]["hreflang"]) == ("de", "de")
    assert links["rulebook.en.html"]["text"] == "Rules & all"


def test_every_table_has_a_label_and_every_cell_its_column(with_table):
    page = Page(with_table.read_text(encoding="utf-8"))
    assert page.all("table")
    assert all(table["aria-label"] for table in page.all("table"))
    columns = {e["text"] for e in page.all("th")}
    assert all(e["scope"] == "col" for e in page.all("th"))
    assert {e["data-column"].rstrip(": \u00a0\u202f") for e in page.all("td")} == columns


def test_passages_in_another_language_are_marked(page_of):
    foreign = {"turno.book.en.html": {"en", "nl"}, "turnio.book.de.html": {"de", "en"}}
    for name, langs in foreign.items():
        assert {e["lang"] for e in page_of(name).elements if "lang" in e} >= langs


@needs_browser
def test_nothing_overflows_the_screen_of_a_phone(shown, files, with_table):
    wide = "planted-turno.loop.en.html"
    found = shown.measured([*files, wide, with_table.name], PHONE)
    assert found.pop(wide)["width"] > PHONE, "an over-wide list is not seen"
    assert found.keys() == {*files, with_table.name}
    assert found[with_table.name]["cell"] < PHONE
    for name, page in found.items():
        assert page["width"] == PHONE, name
        assert page["right"] <= PHONE, name
        assert page["cell"] > PHONE / 2, f"{name}: a table in columns"
        assert page["figure"] < 480, name
        assert page["requests"] == 0, name


@needs_browser
def test_tables_have_columns_on_a_tablet(shown, with_table):
    found = shown.measured([*BOOKS, with_table.name], TABLET)  # books use all that sheets use
    for name, page in found.items():
        assert page["width"] == TABLET, name
        assert page["right"] <= TABLET, name
    assert found[with_table.name]["cell"] < TABLET / 3, "a table without columns"


@needs_browser
def test_lines_stay_readable_and_figures_fit_on_a_desktop(shown):
    for name, page in shown.measured(BOOKS, DESK).items():
        assert page["width"] == DESK, name
        assert 500 < page["line"] < 640, name
        assert page["figure"] <= 26 * 16 + 1, name
        assert page["requests"] == 0, name


PRINTED = ("compositie.book.nl", "punt-match.book.fr", "tawula.book.en", "turnio.book.de")
SHEETS = ("punt-match.hex-2.en", "tawula.anatolia-1845.fr", "turno.loop.nl", "turnio.basic.de")


@needs_browser
@pytest.mark.parametrize("name", [*PRINTED, *SHEETS])
def test_printed_pages_are_full_and_keep_headings_with_text(
    name, browser, files, page_of, tmp_path
):
    text, page = text_of(f"{name}.html"), page_of(f"{name}.html")
    sides = lines_of(browser.printed(files[f"{name}.html"], tmp_path / "page.pdf"))
    headings = {e["text"] for e in page.all("h2", "h3", "h4")}
    captions = tuple(e["text"][:16].replace("\xa0", " ") for e in page.all("figcaption"))
    for number, lines in enumerate(sides, start=1):
        cover = isinstance(text, Rulebook) and number == 1
        assert lines[0][0] == str(number) or cover  # it stands at the foot, first in the file
        body = lines if cover else lines[1:]
        assert len(body) > 2 or body[0][0].startswith(captions), f"page {number}: {body}"
        assert body[-1][0] not in headings, f"page {number} ends with a heading"
        first, below = body[0]
        assert not first.startswith(captions) or below > 40, f"page {number}: a caption alone"
    if isinstance(text, RuleSheet):
        assert 2 <= len(sides) <= 7  # the serif of this machine may be as wide as DejaVu's
    else:
        own = [chapter.title for chapter in text.chapters if not chapter.short]
        begins = [lines[1][0] for lines in sides]
        assert list(dict.fromkeys(title for title in begins if title in own)) == own
        assert len(sides) <= 6 + 5 * len(own)


def lines_of(file):
    """Return the lines of text on each page of a PDF file, each with how far down it is in mm."""
    with pypdfium2.PdfDocument(file) as document:
        return [list(_lines(page.get_textpage(), page.get_height())) for page in document]


def _lines(text, height):
    whole = text.get_text_range()
    for found in re.finditer(r"\S[^\r\n]*", whole):
        *_, top = text.get_charbox(found.start())
        yield found.group().rstrip(), (height - top) / 72 * 25.4
