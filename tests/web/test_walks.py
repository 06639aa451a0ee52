"""From the first page to a printed kit: by keyboard alone, without scripts, and kept for later."""

import subprocess
import sys

import pytest
from web.browser import needs_browser, watched

pytestmark = needs_browser
FOCUS = """() => {
  const e = document.activeElement, box = e.getBoundingClientRect();
  const looks = [getComputedStyle(e), getComputedStyle(e, "::after")];  // of a whole card
  return {
    tag: e.tagName, name: e.name || "", value: e.value || "", type: e.type || "",
    href: e.getAttribute("href") || "", text: (e.textContent || "").trim().slice(0, 60),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    ring: looks.some((look) => look.outlineStyle !== "none"),
  };
}"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """Return the kit as the command line makes it."""
    folder = tmp_path_factory.mktemp("kit")
    command = [sys.executable, "-P", "-m", "pnp", "kit", "turno/loop", "--paper", "letter"]
    subprocess.run([*command, "--quiet", "--out", str(folder)], check=True)
    (file,) = folder.rglob("*.pdf")
    return file.read_bytes()


class Keyboard:
    """Somebody who has a keyboard and no mouse."""

    def __init__(self, page):
        self._page = page
        self.focus = {}

    def tab_to(self, what, **wanted):
        """Press Tab until the element with the focus is the wanted one; see each on the way."""
        for _ in range(200):
            self._page.keyboard.press("Tab")
            self.focus = self._page.evaluate(FOCUS)
            if self.focus["tag"] != "BODY":
                assert self.focus["ring"], f"no ring around {self.focus}"
                assert self.focus["seen"], f"out of sight: {self.focus}"
            if all(self.focus[key] == value for key, value in wanted.items()):
                return
        raise AssertionError(f"Tab does not lead to {what}")

    def press(self, *keys):
        for key in keys:
            self._page.keyboard.press(key)


def test_the_keyboard_alone_leads_from_the_first_page_to_a_kit(chromium, server, kit):
    with watched(chromium, server.address, viewport={"width": 1280, "height": 900}) as seen:
        seen.go("/en/")
        page, keyboard = seen.page, Keyboard(seen.page)
        keyboard.tab_to("the link past the menu", href="#main")
        keyboard.press("Enter")
        keyboard.tab_to("TURNO", href="/en/games/turno/")
        with page.expect_navigation():
            keyboard.press("Enter")
        keyboard.tab_to("making", href="/en/games/turno/make/")
        with page.expect_navigation():
            keyboard.press("Enter")
        keyboard.tab_to("the rule set", name="for")
        choose(page, keyboard, "for", "loop")
        keyboard.tab_to("the paper", name="paper")
        choose(page, keyboard, "paper", "letter")
        page.wait_for_url("**/make/?for=loop&paper=letter*")
        page.wait_for_selector('a[href*="kit.pdf?for=loop&paper=letter"]')
        while "kit.pdf" not in keyboard.focus["href"]:
            keyboard.tab_to("a link", tag="A")
        with page.expect_download() as started:
            keyboard.press("Enter")
        assert bytes_of(started.value) == kit
        assert seen.faults() == []


def choose(page, keyboard, name, value):
    """Choose a value of the field with the focus, which is a menu or a group of buttons."""
    for _ in range(40):
        if page.evaluate(FOCUS)["value"] == value:
            return
        keyboard.press("ArrowDown")
        page.wait_for_function("name => document.activeElement.name === name", arg=name)
    raise AssertionError(f"the arrows do not lead to {name}={value}")


def test_without_scripts_a_kit_is_found_seen_and_downloaded(chromium, server, kit):
    window = {"width": 390, "height": 800}
    with watched(chromium, server.address, viewport=window, java_script_enabled=False) as seen:
        seen.go("/en/")
        page = seen.page
        page.get_by_role("searchbox").fill("turno")
        page.get_by_role("searchbox").press("Enter")
        page.get_by_role("link", name="TURNO").first.click()
        page.locator('a[href="/en/games/turno/make/"]').first.click()
        page.select_option('[name="paper"]', "letter")
        page.select_option('[name="for"]', "loop")
        page.locator("#choices > button").first.click()
        assert "paper=letter" in page.url
        assert "US Letter" in page.inner_text(".print")
        sheets = page.locator('img[src*="/make/pages/"]')
        assert sheets.count() >= 4
        sheets.first.scroll_into_view_if_needed()
        assert sheets.first.evaluate("e => e.decode().then(() => e.naturalWidth)") > 0
        with page.expect_download() as started:
            page.locator('a[href*="kit.pdf?"]').first.click()
        assert bytes_of(started.value) == kit
        assert seen.faults() == []


def bytes_of(download):
    with open(download.path(), "rb") as stream:
        return stream.read()
