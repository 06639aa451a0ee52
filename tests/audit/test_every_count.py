"""No count of a built-in game can be off by one unseen."""

import re

import pytest
from helpers import turno_numbers

from pnp.audit import check_game
from pnp.base.errors import DefinitionError
from pnp.definitions import built_in_games, find_game, load_game

COUNT = re.compile(r"(\w+) = (\d+)(?=[\s,}\]])")
# A judgement, the name of a step in the text, and what tests/play compares with games.
NO_COUNTS = ("confidence", "number", "players", "games", "seed", "draws", "blocked")
# The position on a cover tells nothing.
COVER = re.compile(r"^\[rule_sets\.[\w-]+\.examples\.cover\]\n(?:.+\n)+", re.MULTILINE)
STRING = re.compile(r'"[^"\n]*"')


def counts():
    """Yield each whole number of each definition: the game, its key, where it begins and ends."""
    for game in built_in_games():
        text = find_game(game).read_text(encoding="utf-8")
        text = COVER.sub(lambda match: " " * len(match[0]), text)
        blanked = STRING.sub(lambda match: '"' + " " * (len(match[0]) - 2) + '"', text)
        for match in COUNT.finditer(blanked):
            if match[1] in NO_COUNTS:
                continue
            yield game, match[1], match.start(2), match.end(2)


COUNTS = tuple(counts())


def test_every_game_has_counts_to_change():
    assert {game for game, *_ in COUNTS} == set(built_in_games())
    assert len(COUNTS) > 80


def changes():
    """Yield each count with the next one up and down: game, key, where it begins and ends, number.

    Those of TURNO that test_turno.py changes are left out: it also asks where a fault is told.
    """
    there = {(start, end, value) for start, end, _, value in turno_numbers.CHANGES}
    for game, key, start, end in COUNTS:
        count = int(find_game(game).read_text(encoding="utf-8")[start:end])
        for changed in (count + 1, count - 1):
            if changed >= 0 and not (game == "turno" and (start, end, changed) in there):
                yield game, key, start, end, changed


@pytest.mark.parametrize(("game", "key", "start", "end", "changed"), tuple(changes()))
def test_a_count_that_is_off_by_one_makes_the_check_fail(tmp_path, game, key, start, end, changed):
    text = find_game(game).read_text(encoding="utf-8")
    file = tmp_path / game / "game.toml"
    file.parent.mkdir()
    file.write_text(f"{text[:start]}{changed}{text[end:]}", encoding="utf-8")
    try:
        report = check_game(load_game(file).game)
    except DefinitionError:
        return
    assert not report.ok, f"{key} = {changed}"
