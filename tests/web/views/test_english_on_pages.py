"""What is in English on pages of other languages: it is marked, and the pages say so."""

import shutil
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

from pnp.base.files import templates
from pnp.web.frame import Request, words_of
from pnp.web.library import Library
from pnp.web.routes import answer

LANG = "nl"
SAYS_SO = words_of(LANG, "frame.in_english")
LIBRARY = Library.built_in()
EMPTY = {"br", "hr", "img", "input", "link", "meta"}


class Spoken(HTMLParser):
    """The texts of a page, each with its language."""

    def __init__(self, html):
        super().__init__()
        self.texts, self._open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag not in EMPTY:
            self._open.append(dict(attrs).get("lang") or self._open[-1])

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            self._open.pop()

    def handle_data(self, data):
        if data.strip():
            self.texts.append((self._open[-1], data))


def languages_of(words, texts):
    return {lang for lang, text in texts if words in text}


def page(address, form=None, library=LIBRARY, face="serve"):
    parts = urlsplit(address)
    request = Request(parts.path, parse_qs(parts.query), LANG, face)
    return answer(library, request._replace(form=form or {})).content.decode()


def test_what_is_in_english_is_marked_under_words_that_say_so():
    texts = Spoken(page("/games/nothing/")).texts
    assert languages_of("there is no game", texts) == {"en"}
    assert languages_of(SAYS_SO, texts) == {LANG}


def test_what_the_page_itself_adds_to_notes_is_in_its_language():
    texts = Spoken(page("/games/tawula/laser/beds/")).texts
    assert languages_of(words_of(LANG, "laser.no_time"), texts) == {LANG}


def test_faults_of_measurements_are_in_the_language_of_the_page():
    html = page("/printer/", {"paper": ["a4"], "name": ["mine"], "top": ["x"], "left": ["0"]})
    texts = Spoken(html).texts
    assert languages_of("\u2018x\u2019", texts) == {LANG}
    assert languages_of(words_of(LANG, "printer.top"), texts) == {LANG}
    assert SAYS_SO not in html


def test_what_cannot_be_written_is_said_in_the_language_of_the_page(own_settings):
    own_settings.parent.mkdir(exist_ok=True)
    own_settings.write_text("not a folder", "utf-8")
    form = {"paper": ["a4"], "name": ["mine"], "top": ["0"], "left": ["0"]}
    texts = Spoken(page("/printer/", form)).texts
    assert languages_of(words_of(LANG, "printer.not_kept"), texts) == {LANG}


def test_faults_of_a_desk_are_marked(tmp_path):
    folder = tmp_path / "dawn"
    shutil.copytree(templates() / "games" / "examples" / "bird-clock", folder)
    rows = (folder / "cards.csv").read_text(encoding="utf-8")
    (folder / "cards.csv").write_text(rows.replace("robin", "robin,,,,,,,,,,", 1), "utf-8")
    html = page("/own/", library=Library.of_folder(folder), face="desk")
    assert languages_of("Heeft 21 cellen voor 11 kolommen.", Spoken(html).texts) == {LANG}
    assert SAYS_SO not in html
    definition = (folder / "game.toml").read_text(encoding="utf-8")
    (folder / "game.toml").write_text(definition.replace("morning/song", "x"), "utf-8")
    texts = Spoken(page("/own/", library=Library.of_folder(folder), face="desk")).texts
    assert languages_of(SAYS_SO, texts) == {LANG}


def test_pages_without_faults_say_nothing_of_english():
    assert SAYS_SO not in page("/games/turno/make/?for=loop")
    assert SAYS_SO not in page("/printer/")
