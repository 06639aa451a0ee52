"""Chromium without a window: pages measured at several widths, and printed."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
# Neither a sandbox, which containers cannot give it, nor anything that asks its makers.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--no-first-run",
)

needs_browser = pytest.mark.skipif(
    not BROWSER, reason="looking at pages needs Chromium, which this machine has not"
)

# Each page stands in a frame of its own; the page around them all measures.
_FRAME = '<iframe title="{name}" src="{address}" height="800" style="border: 0"></iframe>'
_HARNESS = '<!DOCTYPE html><meta charset="utf-8"><title>Harness</title><body>{frames}'
_MEASURE = """([names, width]) => {
  const most = (values) => Math.max(0, ...values), least = (values) => Math.min(1e6, ...values);
  const every = [...document.querySelectorAll("iframe")];
  const frames = every.filter((one) => names.includes(one.title));
  for (const frame of frames) frame.width = width;
  return Object.fromEntries(frames.map((frame) => {
    const page = frame.contentDocument, box = (one) => one.getBoundingClientRect();
    const all = (what) => [...page.querySelectorAll(what)].map(box);
    return [frame.title, {
      width: page.documentElement.scrollWidth,
      right: most([...page.body.querySelectorAll("*:not(svg *)")].map((one) => box(one).right)),
      cell: least(all("td").map((one) => one.width)),
      figure: most(all("figure svg").map((one) => one.height)),
      line: most(all("p").map((one) => one.width)),
      requests: frame.contentWindow.performance.getEntriesByType("resource").length,
    }];
  }));
}"""


@contextmanager
def chromium(*arguments: str) -> Iterator[Any]:
    """Start Chromium; while it runs, its thread can run no other event loop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=[*ARGUMENTS, *arguments])
        yield browser
        browser.close()


class Viewer:
    """Shows files side by side in one page, to be measured, and prints others."""

    def __init__(self, browser: Any) -> None:
        self._shown, self._printed = browser.new_page(), browser.new_page()

    def show(self, files: Iterable[Path], harness: Path) -> None:
        """Load files, in the page around them that is written to ``harness``."""
        frames = [_FRAME.format(name=file.name, address=file.as_uri()) for file in files]
        harness.write_text(_HARNESS.format(frames="\n".join(frames)), encoding="utf-8")
        self._shown.goto(harness.as_uri())

    def measured(self, names: Iterable[str], width: int) -> dict[str, dict[str, float]]:
        """Return figures of shown files by name, in pixels of CSS, in a window of ``width``.

        ``width`` is that of the whole document, ``right`` how far its elements reach, ``cell``
        the narrowest cell of a table, ``figure`` the highest picture, ``line`` the widest
        paragraph; ``requests`` counts what was asked for besides the page.
        """
        found: dict[str, dict[str, float]] = self._shown.evaluate(_MEASURE, [[*names], width])
        return found

    def printed(self, file: Path, to: Path) -> Path:
        """Print a page as PDF, on the paper that Chromium takes where a page names none."""
        self._printed.goto(file.as_uri())
        self._printed.pdf(path=to, prefer_css_page_size=True, print_background=True)
        return to


@contextmanager
def viewer() -> Iterator[Viewer]:
    """Start a Chromium for pages in files."""
    with chromium("--allow-file-access-from-files") as browser:
        yield Viewer(browser)
