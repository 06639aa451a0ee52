"""Whatever chance makes of a game's files: it is a game, or what is wrong is told.

``PNP_CHANCE=10`` tries ten times as often.
"""

import os
import shutil
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from helpers.mutants import Chance, changed_bytes, changed_value, written
from helpers.picture_files import turned
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.audit import check_game
from pnp.base.errors import PnpError
from pnp.base.expressions import Named, parse_comparison
from pnp.definitions import games_to_copy, load_game
from pnp.images import read_raster
from pnp.images.svg import read_svg
from pnp.rulebook.fill import fill
from pnp.rulebook.source import read_rules

GAMES = games_to_copy()
MORE = int(os.environ.get("PNP_CHANCE", "1"))
CHANCE = st.randoms(use_true_random=False)
SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><style>.a{fill:red}</style>
<defs><g id="g"><circle class="a" cx="5" cy="5" r="40%"/></g><clipPath id="c"><rect width="9"
height="8" rx="2"/></clipPath></defs><g clip-path="url(#c)" transform="rotate(30 2 2) scale(2)">
<path d="M1 1h5v.5e1A3 4 0 0 1 9 9zm2 2C1 2 3 4 5 6S7 8 9 9Q1 2 3 4T5 6" stroke="#123" fill="none"
stroke-dasharray="1 2"/></g><use href="#g" x="3"/><polygon points="1 2,3 4 5,6"/></svg>"""

TEXT = b"""Take {{ jars|words }} of {{ steps|sum * 2 }}{% if jars > 3 and not steps %} or{% endif %}
{% for step in steps if step > 1 %}{{ loop.index }}: {{ step / 2 }}{{ steps[0] }} {% endfor %}"""
CLAIM = b"2 * (jars + 1) // 3 % 5 <= sum(steps.all) + steps.all[1] - -1 != 0.5"


def often(times: int):
    """Let chance have so many tries, the same ones every time."""
    quiet = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=times * MORE, database=None, suppress_health_check=quiet)


@cache
def contents(game: str) -> dict[str, bytes]:
    """Return the files of a game, by their paths in its folder."""
    folder = GAMES[game]
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(params=GAMES)
def game(request, tmp_path):
    """A game that comes with pnp, and a copy of its folder."""
    return request.param, Path(shutil.copytree(GAMES[request.param], tmp_path / request.param))


def ends_well(work: Callable[[], object]) -> bool:
    """Do something; say whether it came to its end, or to an error that can be told in lines."""
    try:
        work()
    except PnpError as error:
        return all(0 < len(line) < 2000 for line in str(error).split("\n"))
    return True


def play(folder: Path) -> None:
    """Load a game, hold it against its rules and read these."""
    game = load_game(folder / "game.toml").game
    check_game(game)
    for rule_set in game.rule_sets:
        read_rules(folder, game, rule_set, game.language)


@often(15)
@given(chance=CHANCE)
def test_values_of_a_definition(game, chance: Chance):
    name, folder = game
    made = written(changed_value(tomllib.loads(contents(name)["game.toml"].decode()), chance))
    (folder / "game.toml").write_text(made, encoding="utf-8", errors="replace")
    assert ends_well(lambda: play(folder))


@often(10)
@given(chance=CHANCE)
def test_bytes_of_a_file(game, chance: Chance):
    name, folder = game
    files = [path for path in contents(name) if path.endswith((".toml", ".csv", ".svg", ".png"))]
    path = chance.choice(files)
    (folder / path).write_bytes(changed_bytes(contents(name)[path], chance))
    try:
        assert ends_well(lambda: play(folder))
    finally:
        (folder / path).write_bytes(contents(name)[path])


@often(400)
@given(chance=CHANCE)
def test_bytes_of_a_picture_of_shapes(chance: Chance):
    assert ends_well(lambda: read_svg(changed_bytes(SVG, chance)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@often(200)
@given(chance=CHANCE)
def test_bytes_of_a_picture_of_pixels(kind, chance: Chance):
    content = changed_bytes(turned(kind, 6), chance)
    assert ends_well(lambda: read_raster(content))


@often(150)
@given(chance=CHANCE)
def test_signs_of_a_text_of_rules(chance: Chance):
    text = changed_bytes(TEXT, chance).decode(errors="replace")
    assert ends_well(lambda: fill(text, {"jars": 4, "steps": (1, 2, 3)}, "en"))


@often(300)
@given(chance=CHANCE)
def test_signs_of_a_claim(chance: Chance):
    text = changed_bytes(CLAIM, chance).decode(errors="replace")
    assert ends_well(
        lambda: parse_comparison(text).work_out({"jars": 4, "steps": Named(3, {"all": (1, 2)})})
    )
