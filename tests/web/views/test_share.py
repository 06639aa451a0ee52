"""The page with the link to a kit, and its code for telephones."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
import segno

from pnp.web.frame import Request
from pnp.web.library import Library
from pnp.web.routes import answer
from pnp.web.server.app import origin_of
from pnp.web.views.share import QUIET, code_of

LIBRARY = Library.built_in()
AT = "https://games.example.org"


def asked(query: str, origin: str = AT, lang: str = "en", status: int = 200) -> str:
    words = parse_qs(query)
    request = Request("/games/turno/make/share/", words, lang, "public", origin=origin)
    made = answer(LIBRARY, request)
    assert made.status == status
    return made.content.decode()


def link_in(html: str) -> str:
    return unescape(re.search('id="link" href="([^"]*)"', html)[1])


def test_the_link_is_the_kit_as_it_is_chosen_whoever_opens_it():
    link = link_in(asked("for=loop&paper=letter"))
    assert link == f"{AT}/games/turno/make/?for=loop&paper=letter&lang=en"
    assert link_in(asked("for=loop", lang="de")).endswith("?for=loop&lang=de")
    parts = urlsplit(link)
    page = answer(LIBRARY, Request(parts.path, parse_qs(parts.query), "de")).content.decode()
    assert "pnp kit turno/loop --paper letter<" in page


def test_the_code_is_that_of_the_link_dark_on_white():
    html = asked("for=loop")
    drawn = re.search("<svg .*?</svg>", html)[0]
    code = segno.make_qr(link_in(html), error="m")
    size = code.symbol_size(border=QUIET)[0]
    assert f'viewBox="0 0 {size} {size}"' in drawn
    assert f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>' in drawn
    assert "style=" not in drawn
    assert drawn.count("h") > 100


def test_a_computer_that_calls_itself_says_that_nobody_else_can():
    for origin in ("http://127.0.0.1:8642", "http://localhost", "http://[::1]:1"):
        assert "works on this computer only" in asked("for=loop", origin)
    assert "works on this computer only" not in asked("for=loop", "http://192.168.1.20:8642")


def test_a_link_that_is_too_long_for_a_code_has_none():
    assert code_of(f"{AT}/?{'a' * 3000}") == ""


def test_wrong_choices_and_those_of_this_computer_have_no_link():
    for query in ("paper=a99", "printer=study", "changed-since=opened"):
        asked(query, status=400)


@pytest.mark.parametrize(
    ("host", "face", "origin"),
    [
        ("games.example.org", "public", "https://games.example.org"),
        ("127.0.0.1:8642", "public", "http://127.0.0.1:8642"),
        ("192.168.1.20:8642", "serve", "http://192.168.1.20:8642"),
        ("[::1]:8642", "desk", "http://[::1]:8642"),
        ('localhost:8<script>"', "serve", "http://localhost"),
    ],
)
def test_the_address_of_the_server_is_that_by_which_a_visitor_calls_it(host, face, origin):
    assert origin_of(host, face) == origin
