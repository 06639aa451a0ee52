"""Time what a designer waits for: the start of a desk, and the sight of what was saved.

    python bench/saves.py [ROUNDS]

A copy of the example Bird Clock is served. In each round one word of its table, a colour or a
place of a frame is saved; what counts are the milliseconds until Chromium has decoded the first
picture that changed. The start counts until the list of games and the first page have come.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import median, quantiles
from typing import Any

HERE = Path(__file__).parent.parent
EXAMPLE = HERE / "templates" / "games" / "examples" / "bird-clock"
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"
PAGES = {"all components": "/own/", "one component": "/own/cards/"}
WATCH = """() => {
  window.seen = 0;
  const known = new Set([...document.querySelectorAll("img")].map((img) => img.src));
  new MutationObserver(async () => {
    const fresh = [...document.querySelectorAll("img")].find((img) => !known.has(img.src));
    if (!fresh || window.seen) return;
    await fresh.decode();
    window.seen ||= performance.now();
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def start(folder: Path) -> tuple["subprocess.Popen[bytes]", float, float]:
    """Start a server; return it, and the seconds to the list of games and to the first page."""
    command = [sys.executable, "-P", "-m", "pnp", "serve", str(folder), "--no-open"]
    begin = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--port", str(PORT), "--workers", "2"],
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(HERE)},
    )
    while True:
        try:
            urllib.request.urlopen(f"{ADDRESS}/games.json", timeout=60).read()
            break
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.005)
    ready = time.perf_counter() - begin
    urllib.request.urlopen(f"{ADDRESS}/", timeout=60).read()
    return process, ready, time.perf_counter() - begin


def saved(page: Any, file: Path, old: str, new: str) -> float:
    """Save a file with another word in it; return the seconds until a changed picture is seen."""
    text = file.read_text(encoding="utf-8")
    assert old in text, old
    page.evaluate(WATCH)
    begin = page.evaluate("performance.now()")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    while not (seen := page.evaluate("window.seen")):
        page.wait_for_timeout(5)
    return float(seen - begin) / 1000


def main() -> None:
    """Print a table."""
    from playwright.sync_api import sync_playwright

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    folder = Path(tempfile.mkdtemp()) / "dawn"
    shutil.copytree(EXAMPLE, folder)
    process, ready, first = start(folder)
    print(f"ready after {ready:.2f} s, first page after {first:.2f} s\n")
    print("| page | median | 95 % |\n|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        for name, path in PAGES.items():
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(ADDRESS + path)
            page.wait_for_timeout(3000)
            seconds = []
            for number in range(rounds):
                words = ("Redstart", "Rodstart") if number % 2 == 0 else ("Rodstart", "Redstart")
                seconds.append(saved(page, folder / "cards.csv", *words))
                page.wait_for_timeout(1500)
            page.close()
            most = quantiles(seconds, n=20)[18]
            print(f"| {name} | {median(seconds):.2f} s | {most:.2f} s |", flush=True)
        browser.close()
    process.send_signal(signal.SIGINT)
    process.wait(30)
    shutil.rmtree(folder.parent)


if __name__ == "__main__":
    main()
