"""Make pictures of the pages of ``pnp serve`` through Chromium, for ``make pictures``."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from pnp.base.files import templates

PICTURES = Path(__file__).parent / "pictures"
BIRDS = templates() / "games" / "examples" / "bird-clock"
GAP = 14
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--hide-scrollbars"]


class Shot(NamedTuple):
    """What to show: a page in a window of a size, by day or by night; ``width`` in the picture."""

    path: str
    window: tuple[int, int]
    width: int
    scheme: str = "light"


PAGES = {
    "web": (
        Shot("/", (1180, 1000), 560),
        Shot("/games/turno/make/?for=loop", (1180, 1000), 560),
        Shot("/nl/games/turno/make/?for=loop", (390, 820), 226, "dark"),
    ),
    "web-game": (
        Shot("/games/tawula/", (1180, 1000), 560),
        Shot("/games/turno/evidence/", (1180, 1000), 560),
    ),
}
DESK = {"web-desk": (Shot("/own/", (1180, 1000), 560), Shot("/own/cards/", (1180, 1000), 560))}


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """Serve while the block runs; yield where."""
    command = [sys.executable, "-P", "-m", "pnp", "serve", *arguments, "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        said = process.stdout.readline() if process.stdout else ""
        found = re.search(r"http://[^ ]+(?=/)", said)
        assert found, said
        yield found[0]
    finally:
        process.terminate()
        process.wait()


def save(browser: Browser, home: str, pages: dict[str, tuple[Shot, ...]]) -> None:
    """Save each row of pages as a picture."""
    for name, shots in pages.items():
        seen = [_seen(browser, home, shot) for shot in shots]
        width = sum(one.width for one in seen) + GAP * (len(seen) + 1)
        row = Image.new("RGB", (width, max(one.height for one in seen) + 2 * GAP), "white")
        x = GAP
        for one in seen:
            row.paste(one, (x, GAP))
            x += one.width + GAP
        row.quantize(200).save(PICTURES / f"{name}.png", optimize=True)


def _seen(browser: Browser, home: str, shot: Shot) -> Image.Image:
    width, height = shot.window
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=shot.scheme, locale="en"
    )
    page = context.new_page()
    page.goto(home + shot.path, wait_until="networkidle")
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return picture.resize(
        (shot.width, round(height * shot.width / width)), Image.Resampling.LANCZOS
    )


def main() -> None:
    """Make all pictures, if there is a browser."""
    browser_file = shutil.which("chromium") or shutil.which("google-chrome")
    if browser_file is None:
        print("there is no Chromium: the pictures of pages stay as they are")
        return
    with tempfile.TemporaryDirectory() as place, sync_playwright() as player:
        own = Path(shutil.copytree(BIRDS, f"{place}/bird-clock"))
        browser = player.chromium.launch(executable_path=browser_file, args=ARGUMENTS)
        with served() as home:
            save(browser, home, PAGES)
        with served(str(own)) as home:
            save(browser, home, DESK)
        browser.close()


if __name__ == "__main__":
    main()
