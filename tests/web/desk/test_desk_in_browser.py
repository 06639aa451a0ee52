"""A designer saves a file and sees it: in place, without a flicker, with faults on top."""

import os
import shutil
import signal
import subprocess
import sys
from time import monotonic

import pytest
from web.browser import needs_axe, needs_browser, watched

from pnp.base.files import templates

pytestmark = needs_browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    to = tmp_path_factory.mktemp("desk") / "dawn"
    shutil.copytree(templates() / "games" / "examples" / "bird-clock", to)
    return to


@pytest.fixture(scope="module")
def desk(folder):
    """Serve the folder, and return the address."""
    arguments = (str(folder), "--workers", "1", "--port", "0", "--no-open")
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "pnp", "serve", *arguments],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ,
    )
    line = process.stdout.readline()
    yield next(word for word in line.split() if word.startswith("http://")).rstrip("/")
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    process.stdout.close()


@pytest.fixture
def page(chromium, desk):
    with watched(chromium, desk) as one:
        yield one


def until(page, script, seconds=20):
    """Wait until a script says something true; its policy forbids Playwright's own way."""
    end = monotonic() + seconds
    while not (found := page.page.evaluate(script)):
        assert monotonic() < end, script
        page.page.wait_for_timeout(50)
    return found


def save(folder, old, new):
    file = folder / "cards.csv"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def opened(page, path):
    page.go(path)
    until(page, "document.querySelector('#card-wren img').complete")
    page.page.wait_for_timeout(500)  # until the stream is open


def test_a_saved_row_changes_its_card_and_no_other_picture(page, folder):
    opened(page, "/own/cards/")
    page.page.evaluate("scrollTo(0, 150)")
    mark = "document.querySelector('#card-{}').querySelector('img')"
    page.page.evaluate(f"{mark.format('wren')}.kept = true; {mark.format('robin')}.kept = true")
    before = page.page.evaluate(f"{mark.format('robin')}.src")
    save(folder, "Robin", "Redbreast")
    until(page, f"{mark.format('robin')}.src !== {before!r}")
    assert page.page.evaluate(f"{mark.format('robin')}.complete")  # decoded before it was shown
    assert page.page.evaluate(f"{mark.format('wren')}.kept")
    assert not page.page.evaluate(f"{mark.format('robin')}.kept === true")
    assert page.page.evaluate("scrollY") == 150
    assert page.faults() == []


def test_a_fault_appears_on_top_in_sight_and_goes_again(page, folder):
    opened(page, "/own/cards/")
    page.page.evaluate("scrollTo(0, 300)")
    top = "document.querySelector('#card-wren').getBoundingClientRect().top"
    before = page.page.evaluate(top)
    save(folder, "Wren", "Wren " * 40)
    until(page, "document.querySelector('.faults')")
    assert "cards.csv, line 8" in page.page.inner_text(".faults")
    assert page.page.evaluate("document.querySelector('.faults').getBoundingClientRect().top") >= 0
    assert abs(page.page.evaluate(top) - before) < 2
    assert page.page.title().startswith("(1)")
    assert page.page.evaluate(
        "[...document.images].every(one => !one.complete || one.naturalWidth)"
    )
    save(folder, "Wren " * 40, "Wren")
    until(page, "!document.querySelector('.faults')")
    assert not page.page.title().startswith("(")
    assert page.faults() == []


def test_a_click_on_a_card_of_a_sheet_names_its_row(page):
    page.go("/own/cards/sheets/1/")
    page.page.click("svg a >> nth=0")
    shown = page.page.evaluate("document.querySelector(':target').textContent")
    assert shown.split() == ["redstart", "cards.csv,", "line", "2"]


def test_overlays_are_chosen_without_leaving_the_page(page):
    page.go("/own/cards/cards/robin/")
    page.page.check("input[value=frames]")
    until(page, "document.querySelector('.large img').src.includes('over=frames')")
    assert page.page.url.endswith("?over=frames")


def test_more_pages_in_sight_than_a_browser_has_connections_all_follow(chromium, desk, folder):
    shown = "document.querySelector('.large img').src"
    context = chromium.new_context()
    pages = [context.new_page() for _ in range(7)]
    for one in pages:
        one.goto(f"{desk}/own/cards/cards/blackbird/")
    before = pages[0].evaluate(shown)
    save(folder, "Blackbird", "Ouzel")
    end = monotonic() + 30
    for one in pages:
        while one.evaluate(shown) == before and monotonic() < end:
            one.wait_for_timeout(50)
    context.close()
    assert monotonic() < end


@needs_axe
def test_axe_finds_nothing_on_desks_with_faults_or_without(chromium, desk, folder):
    with watched(chromium, desk, viewport={"width": 320, "height": 800}) as page:
        cards = "own/cards"
        for path in (
            "/de/own/",
            f"/fr/{cards}/",
            f"/nl/{cards}/cards/wren/",
            f"/{cards}/sheets/1/",
        ):
            page.go(path)
            assert page.violations() == []
            assert page.overflow() <= 0
            assert page.faults() == []
        game = folder / "game.toml"
        text = game.read_text(encoding="utf-8")
        game.write_text(text.replace("summary", "sumary"), encoding="utf-8")
        until(page, "document.querySelector('.faults')")
        assert page.violations() == []
        game.write_text(text, encoding="utf-8")
        assert page.faults() == []


def test_the_page_for_printing_follows_the_folder_and_says_when_it_cannot(page, folder):
    shown = "document.getElementById('{}')"
    page.go("/games/dawn/make/?only=cards")
    picture = f"{shown.format('cards-1')}.getAttribute('src')"
    before = page.page.evaluate(picture)
    save(folder, "Redstart", "Firetail")
    until(page, f"{picture} !== {before!r}")
    definition = folder / "game.toml"
    text = definition.read_text(encoding="utf-8")
    definition.write_text(f"{text}\n[[[", encoding="utf-8")
    until(page, f"!{shown.format('changed')}.hidden")
    assert page.page.is_visible("#cards-1")
    definition.write_text(text, encoding="utf-8")
    until(page, f"{shown.format('changed')}.hidden")
    save(folder, "Firetail", "Redstart")
    until(page, f"{picture} === {before!r}")
    page.faults()
