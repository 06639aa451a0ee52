"""No count of a built-in game can be off by one unseen."""

import re

import pytest

from pnp.audit import check_game
from pnp.base.errors import DefinitionError
from pnp.definitions import built_in_games, find_game, load_game

COUNT = re.compile(r"(\w+) = (\d+)(?=[\s,}\]])")
NO_COUNTS = ("confidence", "number")  # a judgement, and the name of a step in the text
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


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize(("game", "key", "start", "end"), COUNTS)
def test_a_count_that_is_off_by_one_makes_the_check_fail(tmp_path, game, key, start, end, step):
    text = find_game(game).read_text(encoding="utf-8")
    changed = int(text[start:end]) + step
    if changed < 0:
        return
    file = tmp_path / game / "game.toml"
    file.parent.mkdir()
    file.write_text(f"{text[:start]}{changed}{text[end:]}", encoding="utf-8")
    try:
        report = check_game(load_game(file).game)
    except DefinitionError:
        return
    assert not report.ok, f"{key} = {changed}"
