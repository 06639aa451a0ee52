"""Build a site of many games, kill it ten times and go on, and compare what comes of it.

Run it with a number of games (1,000 if none is given) and a folder to work in. It prints how long
each step took, and fails if one byte differs or one link is dead.
"""

import os
import random  # noqa: TID251 - seeded
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from helpers.sample_archive import POND, write_game
from helpers.site_links import dead_links

KILLS = 10
SEED = 19
NAMES = ("Frog", "Heron", "Reed", "Newt", "Perch", "Otter", "Lily", "Swan", "Pike", "Duck")
PLACES = ("Bruges", "Anatolia", "Évreux", "Egypt", "Gorinchem", "Java", "Peru", "Åland")


def write_games(folder: Path, count: int) -> None:
    """Write games that differ in name, place, date, players and duration."""
    chance = random.Random(SEED)
    for number in range(count):
        name = f"{chance.choice(NAMES)} {chance.choice(NAMES)} {number}"
        text = POND.replace('name = "Pond"', f'name = "{name}"\ndate = "{1500 + number % 500}"', 1)
        text = text.replace('place = "A pond"', f'place = "{chance.choice(PLACES)}"')
        write_game(folder / f"part-{number % 10}", f"game-{number:05}", text)


def start(games: Path, out: Path) -> "subprocess.Popen[bytes]":
    """Start building."""
    options = ["--downloads", "none", "--lang", "en,nl", "--url", "https://museum.example/"]
    command = [sys.executable, "-P", "-m", "pnp", "site", str(games), "--out", str(out)]
    return subprocess.Popen([*command, *options, "--quiet"], start_new_session=True)


def build(games: Path, out: Path) -> float:
    """Build to the end; return the seconds that it took."""
    begin = time.monotonic()
    assert start(games, out).wait() == 0
    return time.monotonic() - begin


def build_killed(games: Path, out: Path, seconds: float) -> None:
    """Build, and kill it with all of its workers again and again, before the last run ends."""
    chance = random.Random(SEED)
    for number in range(KILLS):
        running = start(games, out)
        time.sleep(seconds / (KILLS + 1) * chance.uniform(0.5, 1.2))
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        done = len(list(out.glob("games/*/site.json")))
        print(f"  killed {number + 1}: {done} games", flush=True)
    print(f"  the rest: {build(games, out):.0f} s", flush=True)


def content(out: Path) -> dict[str, bytes]:
    """Return every file of a site with its bytes."""
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}


def main() -> None:
    """Build, kill, compare."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
    games, whole, killed = folder / "games", folder / "whole", folder / "killed"
    write_games(games, count)
    seconds = build(games, whole)
    print(f"{count} games: {seconds:.0f} s, {seconds / count * 1000:.0f} ms each", flush=True)
    print(f"nothing changed: {build(games, whole):.1f} s", flush=True)
    build_killed(games, killed, seconds)
    one, other = content(whole), content(killed)
    different = [path for path in one.keys() | other.keys() if one.get(path) != other.get(path)]
    size = sum(map(len, one.values())) / 1e6
    print(f"{len(one)} files, {size:.0f} MB; {len(different)} differ", flush=True)
    dead = dead_links(whole)
    print(f"{len(dead)} dead links", *dead[:10], sep="\n  ")
    sys.exit(bool(different or dead))


if __name__ == "__main__":
    main()
