"""Nothing on a page moves when the fonts come, however late, and when its scripts run."""

import runpy
from pathlib import Path

import pytest
from web.site_pages import HOME, SitePages

from pnp.base.files import templates

CSS = templates() / "web" / "static" / "pnp.css"
FONTS = Path(__file__).parents[2] / "docs" / "make_web_fonts.py"
GOOD = 0.1  # the sum of all shifts, by the Web Vitals
WINDOWS = ({"width": 390, "height": 844}, {"width": 1280, "height": 800})
SERVED = ("/", "/games/turno/make/", "/games/turno/rules/", "/games/tawula/evidence/", "/printer/")
OF_A_SITE = ("", "by/place/bruges/", "games/turno/make/", "games/tawula/evidence/")
WATCH = """
window.shifted = 0;
const add = (list) => list.getEntries().forEach((one) => { window.shifted += one.value; });
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
SETTLED = """async () => {
  await document.fonts.ready;
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 100));
  return window.shifted;
}"""


def shift(browser, address, window, show=None):
    """Return how much a page shifts whose fonts come after all else is shown."""
    context = browser.new_context(viewport=window)
    page = context.new_page()
    page.add_init_script(WATCH)
    if show:
        show(page)
    held = []
    page.route("**/*.woff2*", lambda route: held.append(route))
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_function(PAINTED)
    page.wait_for_timeout(200)
    assert held, "no font was asked for"
    page.unroute("**/*.woff2*")
    for route in held:
        route.fallback()
    moved = page.evaluate(SETTLED)
    context.close()
    return moved


@pytest.mark.parametrize("window", WINDOWS, ids=lambda one: str(one["width"]))
def test_pages_of_a_server_stay_where_they_are(chromium, server, window):
    moved = {path: shift(chromium, server.address + path, window) for path in SERVED}
    assert {path: one for path, one in moved.items() if one >= GOOD} == {}


@pytest.mark.parametrize("window", WINDOWS, ids=lambda one: str(one["width"]))
def test_pages_of_a_site_stay_where_they_are(chromium, window):
    site = SitePages()
    moved = {path: shift(chromium, f"{HOME}/{path}", window, site.show) for path in OF_A_SITE}
    assert {path: one for path, one in moved.items() if one >= GOOD} == {}


def test_fonts_that_stand_in_have_the_measures_of_ours():
    written = [line for line in CSS.read_text(encoding="utf-8").splitlines() if "local(" in line]
    assert written == [*runpy.run_path(str(FONTS))["rules_of_stand_ins"]()]
