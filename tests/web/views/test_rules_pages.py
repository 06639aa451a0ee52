"""Rule sheets in the browser: pages, figures and PDFs."""

import re
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest

from pnp.make.options import read_options
from pnp.rulebook.job import RuleOptions, RulesJob
from pnp.web.frame import LANGUAGES, Made, Request, words_of
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library.built_in()
LARGEST_PAGE = 22_000  # bytes, before it is compressed
SHEETS = [
    ("compositie", "untitled"),
    ("punt-match", "hex-3"),
    ("tawula", "anatolia-1845"),
    ("turnio", "basic"),
    ("turno", "loop"),
]


def asked(address: str, lang: str = "en") -> Made:
    parts = urlsplit(address)
    return answer(LIBRARY, Request(parts.path, parse_qs(parts.query), lang))


def page(address: str, lang: str = "en", status: int = 200) -> str:
    made = asked(address, lang)
    assert made.status == status, made.content.decode()
    return made.content.decode()


@pytest.fixture(scope="module")
def sheets():
    """The page of each rule sheet in French, the longest of the languages."""
    return {(game, key): page(f"/games/{game}/rules/{key}/fr/", "fr") for game, key in SHEETS}


def test_the_page_of_every_rule_sheet_is_small_and_has_nothing_inline(sheets):
    assert {
        key: len(html) for key, html in sheets.items() if len(html.encode()) > LARGEST_PAGE
    } == {}
    assert [key for key, html in sheets.items() if " style=" in html or "<svg" in html] == []


def test_every_picture_of_a_page_is_a_file_that_is_there(sheets):
    for html in (sheets["turno", "loop"], sheets["turnio", "basic"]):
        pictures = re.findall(
            r'<img src="([^"]+)" width="\d+" height="\d+"[^>]* alt="([^"]+)"', html
        )
        assert len(pictures) == html.count("<img ") > 4
        for address, _ in pictures:
            made = asked(address)
            assert (made.status, made.media_type) == (200, "image/svg+xml")
            assert made.content.startswith(b"<?xml")


def test_a_figure_without_words_is_one_file_in_all_languages(sheets):
    found = {
        re.search(r'src="([^"]*loop-setup[^"]*)"', page(f"/games/turno/rules/loop/{lang}/"))[1]
        for lang in LANGUAGES
    }
    assert found == {"/games/turno/rules/loop/figures/loop-setup.svg"}


def test_a_figure_is_the_same_file_whatever_the_language_of_the_reader():
    address = "/games/tawula/rules/anatolia-1845/figures/anatolia-1845-setup.svg"
    library = Library.built_in()
    found = {answer(library, Request(address, {}, lang)) for lang in ("en", "de", "nl", "fr")}
    assert [one.status for one in found] == [200]


def test_a_figure_with_words_has_one_file_for_each_language():
    address = re.compile(r'src="(/[^"]*/figures/[^"]*_de\.svg)"')
    html = page("/games/tawula/rules/anatolia-1845/de/")
    own = address.findall(html)
    assert own
    english = own[0].replace("_de.svg", ".svg")
    assert asked(own[0]).content != asked(english).content


def test_the_contents_lead_to_the_sections(sheets):
    for html in sheets.values():
        contents = re.search(r'<nav class="contents".*?</nav>', html, re.DOTALL)[0]
        ids = re.findall(r'href="#([^"]+)"', contents)
        assert len(ids) > 3
        assert all(html.count(f' id="{one}"') == 1 for one in ids)


def test_headings_go_down_one_level_at_a_time(sheets):
    for key, html in sheets.items():
        article = re.search(r"<article.*?</article>", html, re.DOTALL)[0]
        levels = [int(level) for level in re.findall(r"<h(\d)", article)]
        assert levels[0] == 1, key
        assert all(after <= before + 1 for before, after in pairwise(levels)), key


def test_rules_in_another_language_than_the_page_say_so():
    html = page("/games/turno/rules/loop/nl/", "de")
    assert '<html lang="de">' in html
    assert re.search(r'<article[^>]* lang="nl"', html)
    assert words_of("de", "rules.keep") in html


def test_a_list_is_in_the_language_of_the_page_and_leads_to_each_sheet():
    html = page("/games/turno/rules/", "nl")
    for key in LIBRARY.load("turno").game.rule_sets:
        assert f'href="/games/turno/rules/{key}/nl/"' in html
        assert f'href="/de/games/turno/rules/{key}/de/"' in html


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_pdf_has_the_bytes_of_the_command_line(paper):
    made = asked(f"/games/turno/rules/loop/nl/sheet.pdf?paper={paper}")
    written = {"rule_sets": ["loop"], "languages": "nl", "formats": "pdf", "paper": paper}
    (file,) = RulesJob(LIBRARY.load("turno"), read_options(RuleOptions, written)).files()
    assert made.content == file.content()
    assert made.download == f"turno-loop.nl{'' if paper == 'a4' else '-letter'}.pdf"


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/games/turno/rules/lop/en/", 404, "did you mean"),
        ("/games/turno/rules/loop/es/", 404, "es"),
        ("/games/turno/rules/loop/figures/none.svg", 404, "none"),
        ("/games/turno/rules/loop/figures/loop-setup_xx.svg", 404, "xx"),
        ("/games/turno/rules/loop/en/sheet.pdf?paper=../a4", 400, "a4, "),
        ("/games/turno/rules/loop/en/sheet.pdf?out=x", 400, "paper does"),
        ("/games/nothing/rules/", 404, "nothing"),
    ],
)
def test_what_is_not_there_is_said_in_a_line(address, status, words):
    assert words in page(address, status=status)


def test_rules_that_are_not_translated_say_so(tmp_path):
    from shutil import copytree

    from pnp.base.files import templates

    folder = copytree(templates() / "games" / "turnio", tmp_path / "turnio")
    (folder / "rules" / "basic.de.md").unlink()
    (folder / "rules" / "x-variant.de.md").unlink()
    library = Library.of_folder(folder)
    made = answer(library, Request("/games/turnio/rules/basic/de/", lang="de"))
    assert made.status == 200
    assert "English" in re.search(r'<p class="note"[^>]*>(.*?)</p>', made.content.decode())[1]
