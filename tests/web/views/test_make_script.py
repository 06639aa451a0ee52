"""The page on which a game is made, in a browser: it follows each choice."""

import time

import pytest
from web.browser import needs_browser, watched

pytestmark = needs_browser
PATIENCE = 20  # seconds; the machine may have other things to do


WINDOW = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def window(chromium, server):
    """Open one window for all tests."""
    with watched(chromium, server.address, viewport=WINDOW) as shown:
        yield shown


@pytest.fixture
def make(window):
    """Open the page of TURNO's kit for one rule set, where nothing is stored."""
    page = window.page
    page.set_viewport_size(WINDOW)
    window.go("/games/turno/make/?for=turnooi")
    page.wait_for_load_state("networkidle")
    yield window
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()
    window.faults()


def wait_for(page, condition):
    """Wait without eval, which the policy of the page forbids it."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        time.sleep(0.02)


def test_a_choice_changes_words_sheets_and_address(make):
    page = make.page
    page.evaluate("document.querySelector('#pieces-1').dataset.mine = 'yes'")
    page.check("input[value=fold]")
    wait_for(page, "location.search.includes('duplex=fold')")
    assert page.inner_text("#command") == "pnp kit turno/turnooi --duplex fold"
    assert "Fold each block and glue it" in page.inner_text(".print")
    assert page.get_attribute("#get a", "href").endswith("kit.pdf?for=turnooi&duplex=fold")
    assert page.get_attribute("#pieces-1", "data-mine") == "yes"  # it changed in its place
    wait_for(page, "document.querySelector('#pieces-1').complete")
    assert make.faults() == []


def test_on_a_phone_a_button_in_sight_follows_the_choices_and_leads_to_the_sheets(make):
    page = make.page
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.inner_text("#brief").split("\n") == ["See the sheets", "1 sheet"]
    page.check("input[value=fold]")
    wait_for(page, "document.getElementById('brief').innerText.endsWith('2 sheets')")
    page.click("#brief a")
    wait_for(page, "document.querySelector('#summary').getBoundingClientRect().top < 300")


def test_a_phone_shows_numbers_the_file_and_a_sheet_before_the_choices(chromium, server):
    with watched(chromium, server.address, viewport={"width": 390, "height": 844}) as window:
        window.go("/games/turno/make/", wait="networkidle")
        page = window.page
        top = "document.querySelector('{}').getBoundingClientRect().top"
        tops = [page.evaluate(top.format(one)) for one in (".numbers", "#get a", "#pieces-1")]
        assert [*tops, 844] == sorted([*tops, 844])
        assert page.evaluate(top.format("#choices")) > tops[-1]
        assert page.evaluate("document.querySelector('.made').nextElementSibling.id") == "choices"
        page.click("#get .to")
        wait_for(page, f"{top.format('#choices')} < 800")
        page.set_viewport_size(WINDOW)
        wait_for(page, "document.querySelector('.made').previousElementSibling.id === 'choices'")
        assert not page.is_visible("#get .to")


def test_the_command_is_copied_with_a_click(make):
    page = make.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("button[data-copies]")
    wait_for(page, "document.getElementById('said').textContent === 'The command is copied.'")
    assert page.evaluate("navigator.clipboard.readText()") == "pnp kit turno/turnooi"
    wait_for(page, "document.querySelector('button[data-copies]').textContent === 'Copy'")
    assert make.faults() == []


def test_links_that_lead_on_follow_the_choices(make):
    page = make.page
    page.select_option("#for", "loop")
    wait_for(page, "document.querySelector('#ways a').href.endsWith('/laser/?for=loop')")


def test_pages_to_read_follow_when_words_and_sheets_are_there(make):
    page = make.page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("#part-front summary")
    page.select_option("#paper", "a5")
    wait_for(page, "location.search.includes('paper=a5')")
    wait_for(page, "/one PDF, [0-9]+ pages/.test(document.getElementById('get').textContent)")
    pages = [url.partition("/make/")[2].partition("?")[0] for url in asked if ".svg" not in url]
    assert pages == ["soon/", ""]
    assert page.is_visible("#part-front li")
    wait_for(page, "document.getElementById('front-1').complete")
    assert make.faults() == []


def test_a_picture_that_stays_the_same_is_not_asked_for_again(make):
    page, asked = make.page, []
    page.on("request", lambda request: asked.append(request.url))
    page.click("#choices .more a")
    page.wait_for_selector("#choices summary")
    page.fill("#stock", "0.4mm")
    wait_for(page, "location.search.includes('stock=0.4mm')")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith(".svg?for=turnooi&stock=0.4mm")] == []


def test_a_fault_stands_by_its_field_and_the_last_sheets_stay(make):
    page = make.page
    page.click("#choices .more a")
    page.wait_for_selector("#choices summary")
    page.fill("#size", "44")
    wait_for(page, "document.querySelector('#faults h2')")
    assert "44" in page.inner_text("#field-size .fault")
    assert page.inner_text("#get") == ""
    assert page.is_visible("#pieces-1")
    assert page.evaluate("document.activeElement.id") == "size"
    page.fill("#size", "")
    wait_for(page, "!document.querySelector('#faults h2')")
    assert page.query_selector("#field-size .fault") is None
    assert "Download the kit" in page.inner_text("#get")


def test_single_components_bring_their_own_choices_and_leave_one_where_one_is(make):
    page = make.page
    page.click("#choices .more a")
    page.wait_for_selector("#choices summary")
    page.check("input[name=only][value=die]")
    wait_for(page, "document.getElementById('field-orientation')")
    assert page.evaluate("document.activeElement.value") == "die"
    assert page.is_visible("#field-orientation")
    assert page.query_selector("#field-cut") is None


def test_sheets_without_room_on_the_page_come_when_somebody_is_near_them(make):
    page = make.page
    make.go("/games/turno/make/?only=deck-72&copies=9")
    count = "document.querySelectorAll('#sheets li').length"
    first = page.evaluate(count)
    page.evaluate("document.querySelector('#sheets li:last-child').scrollIntoView()")
    wait_for(page, f"{count} > {first}")
    wait_for(page, "!document.querySelector('#sheets a[data-show]')")
    assert "show" not in page.evaluate("location.search")
    assert make.faults() == []


def test_the_last_choice_is_offered_for_the_next_game(make):
    page = make.page
    page.check("input[value=low]")
    wait_for(page, "location.search.includes('ink=low')")
    wait_for(page, "localStorage.length")
    make.go("/games/tawula/make/")
    assert page.inner_text("#last") == "Last time: Low ink"
    page.click("#last a")
    wait_for(page, "location.search === '?ink=low'")
    assert page.is_checked("input[value=low]")
