"""Time `pnp serve` as visitors see it, and how its memory grows.

    python bench/visits.py

A visitor changes one choice after the other on the page of TURNO's kit: first come the words, then
the four sheets in sight. Eight visitors never pause; a hundred look at their sheets for ten
seconds each time. What it takes of the processor is counted as well, since that says how many
visitors a machine can serve. Of memory that processes share, each counts its part (Linux).
"""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from statistics import quantiles

SHEETS = 4  # in sight at once
PAUSE = 10  # seconds in which one of a hundred visitors looks at sheets
JOBS = 1000
GROWTH = 10  # MB of a worker over so many jobs, at most
USUAL = list(
    product(
        ("loop", "lottery", "domino", "checkers", "turnooi"),
        ("a4", "letter", "a3"),
        ("long-edge", "short-edge", "fold", "fronts"),
        ("full", "low"),
        ("classic", "high-contrast"),
    )
)


class Server:
    """A running server."""

    def __init__(self, workers: int, *arguments: str) -> None:
        command = [sys.executable, "-P", "-m", "pnp", "serve", "--port", "0", "--no-open"]
        command += ["--workers", str(workers), *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.address = next(word for word in line.split() if "://" in word).rstrip("/")
        self.get("/games.json")

    def get(self, path: str) -> str:
        """Return the text at an address."""
        return self.get_bytes(path).decode()

    def get_bytes(self, path: str) -> bytes:
        """Return what is at an address."""
        with urllib.request.urlopen(self.address + path, timeout=120) as answer:
            content: bytes = answer.read()
        return content

    def memory(self, counted: str = "Pss") -> list[float]:
        """Return the MB of the server and of each worker, the largest first.

        ``counted`` is "Rss" if memory that processes share counts in full for each.
        """
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        found = [_megabytes(one, counted) for one in (str(pid), *children)]
        return [found[0], *sorted(found[1:], reverse=True)]

    def processor(self) -> float:
        """Return the seconds of the processor that the server and its workers have taken."""
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        stats = [
            Path(f"/proc/{one}/stat").read_text().rpartition(")")[2] for one in (pid, *children)
        ]
        ticks = sum(int(field) for stat in stats for field in stat.split()[11:13])
        return ticks / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """End it as Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)


def _megabytes(process: str, counted: str) -> float:
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    return int(re.findall(rf"^{counted}:\s+(\d+)", text, re.MULTILINE)[0]) / 1024


def address(number: int) -> str:
    """Return the address of one choice; neighbours differ in one or two things."""
    rule_set, paper, duplex, ink, theme = USUAL[number * 7 % len(USUAL)]
    return (
        f"/games/turno/make/?for={rule_set}&paper={paper}&duplex={duplex}&ink={ink}&theme={theme}"
    )


def another(number: int) -> str:
    """Return the address of a sheet on paper of which no two are alike."""
    return f"/games/turno/make/pages/pieces/1.svg?for=loop&paper=210x{280 + number / 10}mm"


def change(server: Server, number: int) -> tuple[float, float]:
    """Return the seconds until the words are there, and until the sheets in sight are."""
    begin = time.perf_counter()
    page = server.get(address(number))
    words = time.perf_counter() - begin
    pictures = [one.replace("&amp;", "&") for one in re.findall(r'<img[^>]+src="(/[^"]+)"', page)]
    sheets = [one for one in pictures if "/make/pages/pieces/" in one][:SHEETS]
    with ThreadPoolExecutor(SHEETS) as threads:
        list(threads.map(server.get, sheets))
    return words, time.perf_counter() - begin


def visits(server: Server, visitors: int, each: int, pause: float, first: int) -> list[str]:
    """Return the columns of what visitors see: words and sheets, half of them and 95 %."""

    def visit(visitor: int) -> list[tuple[float, float]]:
        found = []
        time.sleep(pause * visitor / visitors)
        for number in range(each):
            found.append(change(server, first + visitor * each + number))
            time.sleep(pause)
        return found

    begin = server.processor()
    with ThreadPoolExecutor(visitors) as threads:
        times = [one for found in threads.map(visit, range(visitors)) for one in found]
    taken = (server.processor() - begin) / len(times)
    shares = [_share(column, of) for column in zip(*times, strict=True) for of in (50, 95)]
    return [*shares, f"{1000 * taken:.0f} ms"]


def _share(seconds: tuple[float, ...], per_cent: int) -> str:
    return f"{quantiles(seconds, n=100)[per_cent - 1]:.2f} s"


def main() -> int:
    """Print a table, and return 1 if workers grow by more than they may."""
    server = Server(workers=2)
    try:
        for number in range(16):
            change(server, 239 - number)  # both workers have seen something of the game
        print("| visitors | words | 95 % | sheets in sight | 95 % | processor, each choice |")
        print("|---|---|---|---|---|---|")
        for name, visitors, each, pause, first in (
            ("1", 1, 30, 0, 0),
            ("8, without a pause", 8, 6, 0, 30),
            (f"100, {PAUSE} s at each", 100, 2, PAUSE, 0),
        ):
            columns = visits(server, visitors, each, pause, first)
            print(f"| {name} | {' | '.join(columns)} |", flush=True)
        before = server.memory()
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(server.get, map(another, range(JOBS))))
        after = server.memory()
    finally:
        server.end()
    told = [", ".join(f"{one:.0f}" for one in found) for found in (before, after)]
    print(f"memory of server and workers, MB: {told[0]}; after {JOBS:,} more jobs: {told[1]}")
    grown = max(after[1:]) - max(before[1:])
    return int(grown > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
