"""Equal choices have one query, and a server answers them alike."""

import pytest

from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.routes import canonical_query

PAGE, LASER = "/games/turno/make/", "/games/turno/laser/"


@pytest.fixture(scope="module")
def library():
    return Library.built_in()


def test_what_is_so_anyway_is_not_chosen(library):
    for path in (PAGE, "/games/turno/make/kit.pdf", "/games/turno/make.json"):
        query = {"for": ["loop"], "paper": ["A4"], "ink": ["full"], "theme": [""]}
        assert canonical_query(library, Request(path, query)) == {"for": ["loop"]}
    query = {"material": ["plywood-3"], "fit": ["press"]}
    assert canonical_query(library, Request(LASER, query)) == {"fit": ["press"]}


def test_a_page_is_in_its_language_without_saying_so(library):
    def chosen(lang, word):
        return canonical_query(library, Request(PAGE, {"lang": [word]}, lang))

    assert chosen("nl", "nl") == chosen("en", "en") == {}
    assert chosen("nl", "en") == {"lang": ["en"]}
    assert chosen("en", "nl") == {"lang": ["nl"]}


@pytest.mark.parametrize(
    "query",
    [
        {"paper": ["a99"], "ink": ["full"]},
        {"material": ["cork-3"], "paper": ["a4"]},  # which the page says means nothing here
        {"nothing": ["1"]},
    ],
)
def test_what_the_page_says_something_about_stays_as_it_was_written(library, query):
    assert canonical_query(library, Request(PAGE, query)) == query


def test_a_server_answers_equal_choices_alike(server):
    page = server.get("/games/tawula/make/?paper=a5&ink=full&for=")
    assert page == server.get("/games/tawula/make/?paper=A5")
    assert page == server.get("/games/tawula/make/?paper=a5")
    assert page != server.get("/games/tawula/make/")
