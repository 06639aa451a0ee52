"""The page for an evening, and its file."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from helpers.command import run

from pnp.web.frame import Made, Request
from pnp.web.library import Library
from pnp.web.routes import answer
from pnp.web.views.evening import MOST_KITS

LIBRARY = Library.built_in()
TWO = "kit=turno/loop&kit=turnio/basic"


def asked(address: str, lang: str = "en", face: str = "serve") -> Made:
    parts = urlsplit(address)
    return answer(LIBRARY, Request(parts.path, parse_qs(parts.query), lang, face))


def links_in(made: Made) -> list[str]:
    return [unescape(link) for link in re.findall('href="([^"]*)"', made.content.decode())]


def test_a_kit_leads_to_an_evening_with_its_paper_and_others_are_added_there():
    (link,) = [
        link
        for link in links_in(asked("/games/turno/make/?for=loop&paper=letter&players=3"))
        if "evening" in link
    ]
    assert link == "/evening/?kit=turno/loop&paper=letter"
    page = asked(link).content.decode()
    assert '<option value="tawula/anatolia-1845">' in page
    assert '<option value="turno/loop">' not in page
    assert '<input type="hidden" name="kit" value="turno/loop">' in page
    assert "Print on US Letter" in page


def test_the_page_adds_up_and_its_file_is_that_of_the_command(tmp_path):
    made = asked(f"/evening/?{TWO}&duplex=fold", face="public")
    numbers = [
        [int(number) for number in re.findall(r"<td>(\d+)</td>", row)]
        for row in re.findall("<tr>(.*?)</tr>", made.content.decode(), re.DOTALL)[1:]
    ]
    *kits, total = numbers
    assert [sum(column) for column in zip(*kits, strict=True)] == total
    (file,) = [link for link in links_in(made) if "kits.pdf" in link]
    pdf = asked(file)
    run("kit", "turno/loop", "turnio/basic", "--together", "--duplex", "fold", "--out", tmp_path)
    (written,) = tmp_path.rglob("*.pdf")
    assert written.read_bytes() == pdf.content
    assert written.name == pdf.download
    assert "/evening/?kit=turnio/basic&duplex=fold&lang=en" in links_in(made)


def test_kits_are_in_the_language_of_the_page():
    made = asked(f"/evening/?{TWO}", "de")
    assert "Ein Spieleabend" in made.content.decode()
    assert any(link.endswith("&lang=de") for link in links_in(made))


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("kit=nothing/loop", "there is no game"),
        ("kit=turno/lottery-2", "is not a rule set"),
        (f"{TWO}&paper=a99", "is not known"),
        (f"{TWO}&players=2", "is not a choice"),
        (f"{TWO}&cut=cutter", "a machine needs files for each kit"),
        (f"{TWO}&lang=xx", "is not known"),
        ("&".join(f"kit=turno/{n}" for n in range(MOST_KITS + 1)), f"at most {MOST_KITS}"),
    ],
)
def test_what_is_wrong_is_said_and_makes_no_file(query, says):
    made = asked(f"/evening/?{query}")
    assert made.status == 400
    assert says in unescape(made.content.decode())
    assert [link for link in links_in(made) if "kits.pdf" in link] == []
    assert asked(f"/evening/kits.pdf?{query}").status == 400


def test_an_evening_without_kits_offers_them():
    assert asked("/evening/").status == 200
    assert asked("/evening/kits.pdf").status == 400
