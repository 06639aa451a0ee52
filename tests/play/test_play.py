"""Every rule set plays: its sheet leaves nothing open, its games end, and its box suffices."""

import json
import os
import re

import pytest
from helpers.game_languages import languages
from play.frame import SIGN, engines, figures, quotes, sheet
from play.measure import FIRST, MEASURED, data_of, settings_of

from pnp.base.files import templates
from pnp.definitions import built_in_games, find_game, load_game

ENGINES = engines()
SETTINGS = [(key, *setting) for key, kind in ENGINES.items() for setting in settings_of(kind)]
GAMES = 2000 if "PNP_EVERY_GAME" in os.environ else FIRST
every_engine = pytest.mark.parametrize("rule_set", ENGINES)


def test_every_rule_set_has_an_engine():
    games = {name: load_game(find_game(name)).game for name in built_in_games()}
    played = {f"{name}/{key}" for name, game in games.items() for key in game.rule_sets}
    assert set(ENGINES) == played


@every_engine
def test_an_engine_quotes_every_sentence_of_its_sheet_and_no_other(rule_set):
    kind = ENGINES[rule_set]
    printed = {k: v for k, v in sheet(rule_set).items() if k.split()[0] in kind.sections}
    quoted = list(quotes(kind))
    assert {words for _, words, _ in quoted} == set(printed.values())
    own = [(key, words) for key, words, inherited in quoted if not inherited]
    assert [one for one in own if one not in printed.items()] == []


@every_engine
@pytest.mark.parametrize("lang", languages())
def test_every_paragraph_that_is_played_is_there_in_every_language(rule_set, lang):
    signs = {}
    for code in ("en", lang):
        signs[code] = {}
        for key, words in sheet(rule_set, code).items():
            signs[code].setdefault(key.partition(".")[0], []).extend(SIGN.findall(words))
    assert signs[lang] == signs["en"]


@every_engine
def test_the_example_of_a_sheet_is_legal_and_has_its_numbers(rule_set):
    ENGINES[rule_set].replay()


@pytest.mark.parametrize(("rule_set", "players", "character"), SETTINGS)
def test_games_end_and_are_those_that_were_measured(rule_set, players, character):
    found = figures(ENGINES[rule_set], players, GAMES, character)
    assert not {"silent", "endless"} & found.ends.keys()
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    stored = measured[f"{rule_set} {players} {character}"]
    if GAMES == FIRST:
        assert sum(found.turns) == stored["turns_of_first_20"]
    else:
        assert data_of(ENGINES[rule_set], players, character, found) == stored["all"]


def test_the_engine_in_the_document_plays(capsys):
    document = (templates().parent / "docs" / "how-to" / "play.md").read_text(encoding="utf-8")
    (engine,) = re.findall(r"^```python\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
    exec(engine, {})
    assert re.fullmatch(r"turns = \[\d+, \d+, \d+\]\n", capsys.readouterr().out)


def test_by_the_letter_of_its_sources_tawula_shuts_both_players_out():
    class Letter(ENGINES["tawula/anatolia-1845"]):
        def way_out(self, number):
            return ()

    assert figures(Letter, 2, 20, "enter").ends["draw"] > 10


def test_a_game_in_which_nothing_may_be_done_is_silent():
    class Gap(ENGINES["compositie/plan-a-head"]):
        def options(self):
            return []

        over = None

    assert figures(Gap, 2, 1).ends == {"silent": 1}


def test_a_game_without_end_or_with_more_pieces_than_the_box_holds_fails():
    class Shut(ENGINES["tawula/anatolia-1845"]):
        def steps(self, number):
            return ()

        over = None

    class More(ENGINES["compositie/plan-a-head"]):
        def in_play(self):
            return {"pieces": 37}

    assert figures(Shut, 2, 1).ends == {"endless": 1}
    with pytest.raises(AssertionError, match="37 pieces are in play, and there are 36"):
        figures(More, 2, 1)


@every_engine
def test_a_definition_holds_what_was_measured(rule_set):
    kind = ENGINES[rule_set]
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    found = [measured[f"{rule_set} {players} {one}"]["all"] for players, one in settings_of(kind)]
    played = [one.model_dump(exclude_none=True) for one in kind.rules().played]
    assert [{**one, "turns": list(one["turns"])} for one in played] == [
        {"seed": 0, **one} for one in found
    ]
