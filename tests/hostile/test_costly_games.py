"""Games that cost time or memory without end are ended by the system, in one line."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from bombs import svg
from larder_game import LarderGame

from pnp.base.errors import PnpError
from pnp.definitions import load_game
from pnp.rulebook.read_markdown import markdown_parser
from pnp.rulebook.source import pictures_in
from pnp.rulebook.texts import review_text

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")

LITTLE = "seconds=1,memory_mb=400"
FRAME = '[[components.jars.back.frames]]\nkind = "shape"\nfill = "#ff0000"\n'


def frames_on_every_card(larder: LarderGame) -> None:
    larder.change("rows * 2 == jars", "rows == 2")
    larder.put("jars.csv", "title,art\n" + "Plums,plums.png\n" * 9000)
    larder.add(FRAME * 100)


def shapes_used_again_and_again(larder: LarderGame) -> None:
    tenfold = "".join(
        f'<g id="u{n}">{f"""<use href="#u{n - 1}"/>""" * 10}</g>' for n in range(1, 9)
    )
    circle = '<g id="u0"><circle cx="1" cy="1" r="1"/></g>'
    larder.put("art/plums.png", svg(f'<defs>{circle}{tenfold}</defs><use href="#u8"/>'))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("costs", "command"),
    [
        (frames_on_every_card, "build"),
        (shapes_used_again_and_again, "check"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_costly_game_ends_in_a_line_that_names_it(larder, costs, command):
    costs(larder)
    before = larder.around()
    out = [] if command == "check" else ["--out", larder.out]
    out += ["--format", "svg"] if command == "build" else []
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "pnp", command, larder.folder, *out],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PNP_LIMITS": LITTLE},
        timeout=30,
    )
    (line,) = ended.stderr.splitlines()
    assert line.startswith("error: ")
    assert "larder" in line.split(": ")[1]
    assert re.search(r"needs more than 400 MB of memory|takes more than 1 s|has not ended", line)
    assert line.endswith("=… allows more)")
    assert ended.returncode == 1
    assert larder.around() - before <= {"out/.larder.lock"}  # which keeps nobody out


def seconds(read: Callable[[], object]) -> float:
    """Return the time of the processor that reading takes, the least of three."""
    took = []
    for _ in range(3):
        start = process_time()
        with suppress(PnpError):
            read()
        took.append(process_time() - start)
    return min(took)


@pytest.mark.parametrize("heading", ["## Moves", "### Moves"])
def test_blanks_in_a_heading_are_passed_over_at_once(larder, heading):
    text = (larder.folder / "rules" / "stack.en.md").read_text(encoding="utf-8")
    game = load_game(larder.folder / "game.toml").game

    def took(many: int) -> float:
        larder.put("rules/stack.en.md", f"{text}\n\n{heading}{' ' * many} {{turn}} or not\n\nOne.")
        return seconds(lambda: review_text(larder.folder, game, "stack", "en"))

    took(1)  # which imports
    assert took(24_000) < 9 * took(6_000)


@pytest.mark.parametrize(
    ("written", "read"),
    [("![", lambda text: [*pictures_in(text, Path())]), ("[figure:", markdown_parser().parse)],
    ids=["pictures", "marks"],
)
def test_what_never_ends_is_passed_over_at_once(written, read):
    def took(many: int) -> float:
        return seconds(lambda: read(written * (many // len(written))))

    assert took(24_000) < 9 * took(6_000)
