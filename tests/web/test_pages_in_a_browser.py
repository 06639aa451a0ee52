"""Every page in a browser: accessible, within its window and its budget, without a word to others.

One way of seeing each page is looked at, with ``PNP_EVERY_PAGE`` every one.
"""

import os
import re

import pytest
from web.browser import needs_axe, needs_browser, watched
from web.pages import ALL_OF_TURNO, PATHS, all_views, some_views
from web.site_pages import HOME, PAGES, SitePages

pytestmark = needs_browser
HTML, CSS, JS = 22_000, 12_500, 13_000  # bytes of a page, before they are compressed
LONGEST = (
    "/fr/games/turno/laser/beds/?show=choices",
    f"/de/games/turno/make/?only={ALL_OF_TURNO}&copies=9",
)
SITE_WAYS = (("light", 320), ("dark", 320), ("light", 1280))
EVERY_PAGE = "PNP_EVERY_PAGE" in os.environ
VIEWS = all_views() if EVERY_PAGE else some_views()


@pytest.fixture(scope="module")
def seen(chromium, server):
    """Return a function that opens a page as somebody sees it."""
    kept = {}

    def see(view):
        key = view.scheme, view.width
        if key not in kept:
            window = {"width": view.width, "height": 900}
            context = watched(chromium, server.address, color_scheme=view.scheme, viewport=window)
            kept[key] = context, context.__enter__()
        page = kept[key][1]
        page.go(view.address, view.status)
        return page

    yield see
    for context, _ in kept.values():
        context.__exit__(None, None, None)


@needs_axe
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(seen):
    found = []
    for view in VIEWS:
        page = seen(view)
        found += [f"{view}: {fault}" for fault in page.faults()]
        found += [f"{view}: {one}" for one in page.violations()]
        if (over := page.overflow()) > 0:
            found.append(f"{view}: {over} pixels wider than the window")
    assert not found, "\n".join(found)


@needs_axe
def test_pages_of_a_site_are_as_those_of_a_server(chromium):
    site, found = SitePages(), []
    for number, (scheme, width) in enumerate(SITE_WAYS):
        window = {"width": width, "height": 900}
        with watched(chromium, HOME, color_scheme=scheme, viewport=window) as page:
            site.show(page.page)
            for place in PAGES if EVERY_PAGE else PAGES[number :: len(SITE_WAYS)]:
                page.go(f"/{'de/' if number and place != '404.html' else ''}{place}")
                if not place:
                    page.page.click("#search summary")
                    page.page.fill("#q", "turn")
                    page.page.wait_for_selector(".found:not(:empty)")
                faults = [*page.faults(), *page.violations()]
                found += [f"{page.page.url} {scheme} {width}: {fault}" for fault in faults]
                if (over := page.overflow()) > 0:
                    found.append(f"{page.page.url}: {over} pixels wider than {width}")
    assert not found, "\n".join(found)


def test_pages_are_small(server):
    found = []
    for address in (*(view.address for view in VIEWS if view.status == 200), *LONGEST):
        html = server.get(address)
        text = html.decode()
        sheets = re.findall(r'<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"', text)
        scripts = re.findall(r'<script[^>]*src="([^"]+)"', text)
        sizes = {
            "HTML": (len(html), HTML),
            "CSS": (sum(len(server.get(one)) for one in sheets), CSS),
            "JS": (sum(len(server.get(one)) for one in scripts), JS),
        }
        found += [
            f"{address}: {size:,} bytes of {kind}, not {most:,}"
            for kind, (size, most) in sizes.items()
            if size > most
        ]
        if re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)(?![^>]*ld\+json)|\son\w+=", text):
            found.append(f"{address}: styles or scripts in the page itself")
    assert not found, "\n".join(found)
    assert set(PATHS) <= {view.path for view in VIEWS}
