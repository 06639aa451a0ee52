"""Let hostile visitors at `pnp serve --public` for a while, and see what becomes of it.

    python bench/soak.py 60 [workers]     # minutes

Each visitor does something at random: addresses with a thousand unknown parameters, choices that
nobody made before, kits that are aborted or read a byte at a time, connections that say nothing,
broken requests. One plain visitor reads a page each second. Memory is that of the server and its
workers; what they share counts in part for each (Linux).
"""

import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random  # noqa: TID251 - visitors are
from statistics import quantiles
from threading import Event
from urllib.parse import urlsplit

from visits import Server

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from web.hostile_requests import attacks, get

VISITORS = 12  # hostile ones
PAUSE = 1.0  # seconds between two things that one of them does, at most
PATIENCE = 60  # seconds until an answer counts as none
LONGEST = 20  # seconds for which a slow visitor stays
SERVER_MB = 400  # the server at most: 256 of answers, and itself
ALL_MB = 3000  # with its workers, as the documents advise
GAMES = ("turno", "turnio", "tawula", "punt-match", "compositie")
PAGES = ("/", "/games.json", *(f"/games/{game}/" for game in GAMES), "/games/turno/rules/")
BROKEN = [attack.request for attack in attacks()]

Place = tuple[str, int]


def asked(place: Place, request: bytes, *, most: int = 1 << 40, patience: float = PATIENCE) -> int:
    """Return the status of the answer to a request, of which ``most`` bytes are read."""
    found, size = b"", 0
    with suppress(OSError), socket.create_connection(place, timeout=patience) as link:
        link.sendall(request)
        while size < most and (block := link.recv(1 << 16)):
            found, size = found or block, size + len(block)
    status = re.match(rb"HTTP/1\.1 (\d\d\d) ", found)
    return int(status[1]) if status else 0


def unknown(random: Random, place: Place) -> int:
    """Ask with many parameters that no page knows."""
    words = "&".join(f"{chr(97 + n % 26)}{n}={random.randrange(10)}" for n in range(950))
    path = random.choice((f"/games/{random.choice(GAMES)}/citation.bib", *PAGES))
    return asked(place, get(f"{path}?z={random.random()}&{words}"))


def choosing(random: Random, place: Place) -> int:
    """Make a choice that nobody made before."""
    paper = f"paper={random.randint(2000, 4000) / 10}x{random.randint(2000, 4000) / 10}mm"
    kerf = f"kerf=0.{random.randrange(1000, 3000)}mm"
    path = random.choice(
        (
            f"make/?{paper}",
            f"make/kit.pdf?{paper}",
            f"make/kit.zip?{paper}",
            f"make.json?{paper}",
            f"laser/?{kerf}",
            f"laser/files.zip?{kerf}",
            f"make/?{paper}&only={'a' * random.randrange(7000)}",
        )
    )
    return asked(place, get(f"/games/{random.choice(GAMES)}/{path}"))


def searching(random: Random, place: Place) -> int:
    """Search for words that nobody uses."""
    word = "".join(random.choices("abcdefghijklmnop", k=random.choice((3, 200, 7000, 9000))))
    return asked(place, get(f"/?q={word}&page={random.randrange(99)}"))


def broken(random: Random, place: Place) -> int:
    """Send a request that is not one."""
    return asked(place, random.choice(BROKEN), patience=LONGEST + 5)


def part(random: Random, place: Place) -> int:
    """Ask for a part of a file, or for its headers alone."""
    path = f"/games/{random.choice(GAMES)}/{random.choice(('cover.svg', 'make/kit.pdf'))}"
    first = random.randrange(10**6)
    wanted = f"Range: bytes={first}-{first + random.randrange(10**6)}"
    return asked(place, get(path, wanted, method=random.choice(("GET", "HEAD"))))


def aborted(random: Random, place: Place) -> int:
    """Leave in the middle of an answer, or before it begins."""
    path = f"/games/{random.choice(GAMES)}/make/kit.pdf?paper={random.randint(200, 400)}x300mm"
    asked(place, get(path), most=random.choice((0, 1, 1 << 16)), patience=random.uniform(0.1, 3))
    return 0


def slow(random: Random, place: Place) -> int:
    """Speak or listen slowly, or not at all."""
    request, end = get("/games/turno/make/kit.pdf"), time.monotonic() + random.uniform(1, LONGEST)
    with suppress(OSError), socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.settimeout(LONGEST)
        link.connect(place)
        speaks = random.random() < 0.5
        link.sendall(b"" if speaks else request)
        for letter in request * 100:
            if time.monotonic() > end:
                break
            link.send(bytes((letter,))) if speaks else link.recv(1)
            time.sleep(0.1)
    return 0


def many(random: Random, place: Place) -> int:
    """Open connections that say nothing, up to more than the server takes."""
    with ExitStack() as links, suppress(OSError):
        for _ in range(random.choice((20, 100, 300))):
            links.enter_context(socket.create_connection(place, timeout=LONGEST))
        time.sleep(random.uniform(0, 5))
    return 0


DOINGS: tuple[Callable[[Random, Place], int], ...] = (
    *(unknown, unknown, choosing, choosing, searching, broken, broken, part, aborted, slow, many),
)


def hostile(place: Place, seed: int, over: Event) -> Counter[str]:
    """Return how often each thing was answered in which way."""
    random, found = Random(seed), Counter[str]()
    while not over.wait(random.uniform(0, PAUSE)):
        do = random.choice(DOINGS)
        found[f"{do.__name__} {do(random, place) or '-'}"] += 1
    return found


def plain(place: Place, over: Event) -> Iterator[tuple[int, float]]:
    """Yield the status and the seconds of each page that a plain visitor reads."""
    random = Random(0)
    while not over.wait(1):
        begin = time.monotonic()
        status = asked(place, get(random.choice(PAGES)))
        yield status, time.monotonic() - begin


def main() -> int:
    """Print figures, and return 1 if something failed or took more memory than documented."""
    minutes, workers = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2
    server, over = Server(workers, "--public"), Event()
    parts = urlsplit(server.address)
    place = parts.hostname or "", parts.port or 0
    peak, whole = server.memory()[0], sum(server.memory())
    print(f"at the start: server {peak:.0f} MB, with workers {whole:.0f} MB", flush=True)
    end = time.monotonic() + 60 * minutes
    try:
        with ThreadPoolExecutor(VISITORS + 1) as threads:
            told = [threads.submit(hostile, place, seed, over) for seed in range(1, VISITORS + 1)]
            pages = threads.submit(lambda: list(plain(place, over)))
            while time.monotonic() < end:
                time.sleep(2)
                with suppress(OSError, IndexError):  # a worker that has just ended
                    now = server.memory()
                    peak, whole = max(peak, now[0]), max(whole, sum(now))
            over.set()
        last = server.memory()
    finally:
        server.end()
    counts = sum((one.result() for one in told), Counter[str]())
    for name in sorted(counts):
        print(f"{name}: {counts[name]}")
    statuses, seconds = Counter(one for one, _ in pages.result()), [s for _, s in pages.result()]
    shares = quantiles(seconds, n=100)
    print(
        f"plain pages: {dict(statuses)}; {shares[49]:.2f} s half of them, {shares[94]:.2f} s 95 %"
    )
    print(f"slowest plain page: {max(seconds):.2f} s")
    print(f"peak: server {peak:.0f} MB, with workers {whole:.0f} MB; at the end {sum(last):.0f} MB")
    failed = statuses[500] + sum(n for name, n in counts.items() if name.endswith(" 500"))
    print(f"answers with status 500: {failed}")
    return int(failed > 0 or peak > SERVER_MB or whole > ALL_MB)


if __name__ == "__main__":
    sys.exit(main())
