"""Time what somebody sees in Chromium who changes choices on the page of TURNO's kit.

    python bench/choices.py [ROUNDS [TREE ...]]

Each choice is one that the server has not answered before: seconds until the words have changed,
until the sheets in sight are drawn, and of the processor, of server and workers, until then and
until the pages to read are there too. With several checkouts each is served in turn, so that what
else the machine does touches all of them.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

HERE = Path(__file__).parent.parent
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PAGES = ("/games/turno/make/?for=loop", "/games/turno/make/")
USUAL, PAPER, OTHER = "ink, sides, cut, players", "paper", "language, theme"
CHANGES = (
    *((USUAL, *one) for one in (("ink", "low"), ("duplex", "fold"), ("cut", "trimmer"))),
    *((USUAL, *one) for one in (("players", "2"), ("ink", "black"), ("duplex", "fronts"))),
    (PAPER, "paper", "letter"),
    *((USUAL, *one) for one in (("ink", "full"), ("cut", "cutter"), ("duplex", "long-edge"))),
    (PAPER, "paper", "a3"),
    (OTHER, "lang", "nl"),
    (OTHER, "theme", "high-contrast"),
    (OTHER, "lang", "de"),
)
CHANGE = """async ([name, value]) => {
  const before = location.search, begin = performance.now();
  const fields = [...document.querySelectorAll(`[name="${name}"]`)];
  const one = fields.find((field) => field.type === "radio" && field.value === value);
  if (one) one.checked = true;
  else fields[0].value = value;
  (one ?? fields[0]).dispatchEvent(new Event("change", { bubbles: true }));
  while (location.search === before) await new Promise(requestAnimationFrame);
  const words = performance.now() - begin;
  const isSeen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  const seen = [...document.querySelectorAll("#sheets img")].filter((img) =>
    isSeen(img.getBoundingClientRect()));
  await Promise.all(seen.map((img) => img.decode()));
  return [words / 1000, (performance.now() - begin) / 1000];
}"""


class Seen(NamedTuple):
    """Seconds of one choice: two of the clock, and two of the processor."""

    words: float
    sheets: float
    taken: float
    taken_whole: float


class Server:
    """A running server of a checkout."""

    def __init__(self, tree: Path) -> None:
        command = [sys.executable, "-P", "-m", "pnp", "serve", "--port", "0", "--no-open"]
        self._process = subprocess.Popen(
            [*command, "--workers", "2"],
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": str(tree)},
        )
        assert self._process.stdout is not None
        self.address = re.findall(r"http://[^/]+", self._process.stdout.readline())[0]

    def processor(self) -> float:
        """Return the seconds of the processor that the server and its workers have taken."""
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        times = (Path(f"/proc/{one}/schedstat").read_text().split()[0] for one in (pid, *children))
        return sum(map(int, times)) / 1e9

    def wait(self) -> None:
        """Wait until it does nothing."""
        before = -1.0
        while (now := self.processor()) > before + 0.005:
            before = now
            time.sleep(0.5)

    def end(self) -> None:
        """End it as Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)


def choices(browser: Any, tree: Path) -> Iterator[tuple[str, Seen]]:
    """Yield what each choice takes, with its kind."""
    server = Server(tree)
    try:
        for path in PAGES:
            page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en")
            page.goto(server.address + path)
            server.wait()
            for kind, name, value in CHANGES:
                if not page.query_selector(f"#choices [name={name}]"):
                    continue
                begin = server.processor()
                words, sheets = page.evaluate(CHANGE, [name, value])
                taken = server.processor() - begin
                server.wait()
                yield kind, Seen(words, sheets, taken, server.processor() - begin)
            page.close()
    finally:
        server.end()


def main() -> None:
    """Print a table."""
    from playwright.sync_api import sync_playwright

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    trees = [Path(one) for one in sys.argv[2:]] or [HERE]
    found: dict[tuple[str, Path], list[Seen]] = defaultdict(list)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        for _ in range(rounds):
            for tree in trees:
                for kind, seen in choices(browser, tree):
                    found[kind, tree].append(seen)
        browser.close()
    print("| choice | words | 95 % | sheets in sight | 95 % | processor | whole page | number |")
    print("|---|---|---|---|---|---|---|---|")
    for (kind, tree), all_seen in sorted(found.items()):
        words, sheets, taken, whole = zip(*all_seen, strict=True)
        shares = (median(words), _most(words), median(sheets), _most(sheets))
        name = f"{kind}, {tree.name}" if len(trees) > 1 else kind
        columns = [f"{one:.2f} s" for one in shares]
        columns += [f"{1000 * median(one):.0f} ms" for one in (taken, whole)]
        print(f"| {name} | {' | '.join(columns)} | {len(all_seen)} |")


def _most(seconds: tuple[float, ...]) -> float:
    return quantiles(seconds, n=20)[18]


if __name__ == "__main__":
    main()
