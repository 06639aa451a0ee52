"""Pages as Chromium shows them, through Playwright: nothing but the server under test is asked.

Fixtures are in ``conftest.py``: ``chromium`` is a browser, ``server`` a running ``pnp serve``.
"""

import base64
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from helpers.browser import needs_browser
from PIL import Image

__all__ = ["Watched", "needs_axe", "needs_browser", "watched"]
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="checking accessibility needs axe-core: npm ci --ignore-scripts"
)


class Watched:
    """A page that remembers what it should not have done.

    ``messages`` are those of its console, ``elsewhere`` addresses that are not below ``home``,
    ``failed`` requests without an answer and answers with a status of 400 and more.
    """

    def __init__(self, page, home):
        self.page, self.home = page, home
        self.messages, self.elsewhere, self.failed = [], [], []
        self._refused = ""  # the address that should be
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def go(self, path, status=200, wait="load"):
        """Open an address of the server, which answers with a status, and wait for an event."""
        self._refused = self.home + path if status >= 400 else ""
        answer = self.page.goto(self.home + path, wait_until=wait)
        if answer.status != status:
            self.failed.append(f"{answer.status}, not {status}")

    def faults(self):
        """Return all that a page of ours never has, and forget it."""
        found = [*self.messages, *self.elsewhere, *self.failed]
        for kept in (self.messages, self.elsewhere, self.failed):
            kept.clear()
        return found

    def violations(self):
        """Return what axe-core finds on the page: rule, impact and the first element of each."""
        self.page.evaluate(_axe())  # through the protocol, which no policy of the page forbids
        options = {"runOnly": list(RULES), "resultTypes": ["violations"]}
        found = self.page.evaluate("options => axe.run(document, options)", options)
        return [
            f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:160]}"
            for one in found["violations"]
        ]

    def overflow(self):
        """Return by how many pixels the page is wider than its window."""
        return self.page.evaluate("document.documentElement.scrollWidth - innerWidth")

    def _asked(self, request):
        if not request.url.startswith((f"{self.home}/", "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _failed(self, request):
        if request.failure != "net::ERR_ABORTED":  # as what a page no longer needs, or downloads
            self.failed.append(f"{request.failure} {request.url}")

    def _said(self, message):
        if "was preloaded using link preload" in message.text:
            return  # as of a font that Chromium still holds from the page before
        if not self._refused or message.location["url"] != self._refused:
            self.messages.append(message.text)

    def _answered(self, response):
        if response.status >= 400 and response.url != self._refused:
            self.failed.append(f"{response.status} {response.url}")


@contextmanager
def watched(browser, home, **settings):
    """Yield a page in a fresh context: no cookies, nothing stored."""
    context = browser.new_context(**settings)
    try:
        yield Watched(context.new_page(), home)
    finally:
        context.close()


def picture(page):
    """Return what the window of a page shows, without scaling."""
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    session.detach()
    return Image.open(BytesIO(base64.b64decode(shot["data"]))).convert("RGB")


@cache
def _axe():
    return AXE.read_text(encoding="utf-8")
