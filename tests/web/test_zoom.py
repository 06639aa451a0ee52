"""A sheet opens large in the page, and its link leads to it where no scripts run."""

import pytest

MAKE = "/games/tawula/make/"
FIRST = "#sheets .sheets a >> nth=0"
WIDTH = "document.querySelector('#zoom img').getBoundingClientRect().width"


@pytest.fixture
def page(chromium, server):
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    page = context.new_page()
    page.goto(server.address + MAKE)
    yield page
    context.close()


def opened(page):
    page.click(FIRST)
    page.wait_for_selector("#zoom img[style]")
    return page.evaluate(WIDTH)


def test_a_sheet_is_magnified_with_keys_and_buttons_and_shown_whole_again(page):
    whole = opened(page)
    pane = page.evaluate("document.querySelector('#zoom div').getBoundingClientRect().height")
    height = page.evaluate("document.querySelector('#zoom img').getBoundingClientRect().height")
    assert height == pytest.approx(pane, abs=1)
    page.keyboard.press("+")
    assert page.evaluate(WIDTH) == pytest.approx(1.5 * whole, abs=1)
    page.click("#zoom button[value='+']")
    assert page.evaluate(WIDTH) == pytest.approx(2.25 * whole, abs=1)
    page.click("#zoom button[value='-']")
    assert page.evaluate(WIDTH) == pytest.approx(1.5 * whole, abs=1)
    page.keyboard.press("0")
    assert page.evaluate(WIDTH) == pytest.approx(whole, abs=1)
    page.keyboard.press("-")
    assert page.evaluate(WIDTH) == pytest.approx(whole, abs=1)


def test_two_fingers_magnify_and_escape_leads_back_to_the_link(page):
    whole = opened(page)
    page.evaluate(
        """() => {
          const pane = document.querySelector("#zoom div");
          const at = (identifier, clientX) =>
            new Touch({ identifier, target: pane, clientX, clientY: 300 });
          const touch = (name, x, y) => pane.dispatchEvent(
            new TouchEvent(name, { touches: [at(1, x), at(2, y)], cancelable: true }));
          touch("touchstart", 350, 450);
          touch("touchmove", 250, 550);
        }"""
    )
    assert page.evaluate(WIDTH) == pytest.approx(3 * whole, abs=1)
    page.keyboard.press("Escape")
    assert not page.evaluate("document.getElementById('zoom').open")
    assert page.evaluate("document.activeElement.querySelector('img').id") == "pieces-1"
    assert MAKE in page.url


def test_the_link_leads_to_the_picture_without_scripts_and_when_a_new_tab_is_asked_for(
    chromium, server, page
):
    with page.context.expect_page() as other:
        page.click(FIRST, modifiers=["Control"])
    assert ".svg" in other.value.url
    assert not page.evaluate("document.getElementById('zoom').open")
    context = chromium.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(server.address + MAKE)
    plain.click(FIRST)
    assert "/make/pages/pieces/1.svg" in plain.url
    context.close()
