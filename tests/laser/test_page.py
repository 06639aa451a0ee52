"""The page on which a game is cut by a laser."""

import re
from html import unescape
from io import BytesIO
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from helpers.command import run

from pnp.base.errors import MissingExtraError
from pnp.laser import page as laser
from pnp.web.frame import Made, Request
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library.built_in()
SPEEDS = "speed=cut%3D10,score%3D40,engrave%3D300,travel%3D300"


def asked(address: str, lang: str = "en") -> Made:
    parts = urlsplit(address)
    return answer(LIBRARY, Request(parts.path, parse_qs(parts.query), lang))


def test_the_page_shows_each_bed_with_what_is_cut_there():
    made = asked("/games/punt-match/laser/beds/?for=square&material=mdf-3")
    html = made.content.decode()
    assert made.status == 200
    assert len(made.content) <= 20_000
    assert "MDF of 3 mm" in html
    assert "pnp laser punt-match/square --material mdf-3" in html
    assert "Give speeds to see times." in html
    first = re.search(r'<img id="bed-1"[^>]* src="([^"]+)"', html)
    assert first is not None
    picture = asked(first[1].replace("&amp;", "&"))
    assert picture.media_type == "image/svg+xml"


def test_speeds_bring_times():
    html = asked(f"/games/punt-match/laser/beds/?for=square&{SPEEDS}").content.decode()
    assert re.search(r"<dt>Time</dt><dd>\d+ min \d\d s</dd>", html)


def test_the_files_are_those_of_the_command():
    made = asked("/games/punt-match/laser/files.zip?for=square")
    names = ZipFile(BytesIO(made.content)).namelist()
    assert "laser/square-lightburn-steps.pdf" in names
    assert made.download == "punt-match-laser.zip"


def test_the_gauges_are_those_of_the_command(tmp_path):
    html = asked(
        "/games/turno/laser/beds/?for=loop&client=glowforge&material=card-1"
    ).content.decode()
    link = re.search(r'href="([^"]+/gauges.zip[^"]*)" download>Download the gauges', html)
    assert link is not None
    assert link[1] == "/games/turno/laser/gauges.zip?material=card-1&amp;client=glowforge"
    with ZipFile(BytesIO(asked(link[1].replace("&amp;", "&")).content)) as archive:
        gauges = {name: archive.read(name) for name in archive.namelist()}
    run("calibrate", "laser", "--client", "glowforge", "--material", "card-1", "--out", tmp_path)
    written = {path.name: path.read_bytes() for path in (tmp_path / "calibration").iterdir()}
    assert gauges == written
    assert asked("/games/turno/laser/gauges.zip?material=../x").status == 400


def test_materials_are_called_by_their_names_in_the_language_of_the_page():
    html = asked("/games/punt-match/laser/beds/?for=square", "de").content.decode()
    assert "Sperrholz" in html


def test_a_bed_that_is_not_there_is_not_found():
    assert asked("/games/punt-match/laser/bed/99.svg?for=square").status == 404


def test_without_the_extra_the_page_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    def missing(*_: object, **__: object) -> None:
        raise MissingExtraError("shapely is not installed")

    monkeypatch.setattr(laser, "lay_out", missing)
    made = asked("/games/punt-match/laser/beds/")
    assert made.status == 503
    html = made.content.decode()
    assert unescape(html).count('pip install -e ".[laser]"') == 1


def test_the_first_page_has_the_choices_at_once_and_asks_for_the_beds(monkeypatch):
    def laid_out(*_: object) -> None:
        raise AssertionError("beds take long")

    monkeypatch.setattr(laser, "lay_out", laid_out)
    html = asked("/games/punt-match/laser/?for=square").content.decode()
    assert "Laying out the beds" in html
    assert " data-waits" in html
    assert 'action="/games/punt-match/laser/beds/"' in html
    assert 'content="0; url=/games/punt-match/laser/beds/?for=square"' in html
    wrong = asked("/games/punt-match/laser/?bed=x")
    assert wrong.status == 400
    assert b" data-waits" not in wrong.content
