"""A number of a game that is another one: every command makes its files, or refuses in lines.

With ``PNP_EVERY_NUMBER=1`` all numbers of all games are changed, which takes hours.
"""

import os
from shutil import copytree

import pytest
from helpers.at_once import use_no_processes
from helpers.guard import guarded
from helpers.other_numbers import games, sample, with_other_numbers
from typer.testing import CliRunner

from pnp.cli import app

OF_EACH = 10**9 if "PNP_EVERY_NUMBER" in os.environ else 3
DOORS = ("check", "build", "laser", "rules")


def outcome(door, game, out):
    to = [] if door == "check" else ["--out", str(out)]
    with guarded(patience=120), pytest.MonkeyPatch.context() as patch:
        use_no_processes(patch)
        return CliRunner().invoke(app, [door, str(game), *to])


@pytest.mark.parametrize("game", games(), ids=[one.name for one in games()])
def test_another_number_is_taken_or_refused_in_lines(tmp_path, game):
    turn = games().index(game)
    file = copytree(game, tmp_path / game.name) / "game.toml"
    every = [*with_other_numbers(file.read_text("utf-8"))]
    for number, (what, text) in enumerate(sample(every, OF_EACH, 7 * turn)):
        file.write_text(text, encoding="utf-8")
        doors = DOORS if len(every) < OF_EACH else DOORS[(turn + number) % len(DOORS) :][:1]
        for door in doors:
            done = outcome(door, file.parent, tmp_path / "out")
            assert done.exception is None or isinstance(done.exception, SystemExit), what
            lines = done.stderr.splitlines()
            assert bool(lines) is bool(done.exit_code), what
            assert len(lines) <= 101, what
            assert all(line.startswith("error: ") for line in lines), what
