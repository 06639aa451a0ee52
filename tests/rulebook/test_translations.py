"""Translations of a definition's sentences."""

import tomllib

import pytest
from helpers.sample_rulebook import GAME

from pnp.base.errors import DefinitionError, RulesError
from pnp.definitions import find_game, load_game
from pnp.game.translation import sentences, translated
from pnp.rulebook.source import languages_of


@pytest.fixture
def translate(pond):
    """Return a function that writes translations, with changes, and returns the game in Dutch."""

    def write(**changes):
        folder, game = pond()
        table = {said: f"NL {said}" for said in dict.fromkeys(sentences(game))} | changes
        lines = (f'"{said}" = "{other}"' for said, other in table.items() if other is not None)
        (folder / "rules" / "definition.nl.toml").write_text("\n".join(lines), encoding="utf-8")
        return translated(folder, game, "nl")

    return write


def test_translates_names_summaries_facts_and_uses(translate):
    game = translate()
    hop = game.rule_sets["hop"]
    assert (game.name, hop.summary) == ("NL Pond", "NL Hop over stones.")
    assert game.components["stones"].name == "NL Stones"
    assert hop.needs[1].use == "NL one a player"
    assert hop.facts[1].derivation == "NL 4 + 1 = 5"
    assert hop.facts[2].readings[0].says == "NL Yes."
    assert hop.setup.known.because == "NL It is where one starts."


def test_leaves_everything_but_sentences_unchanged(translate):
    game = translate()
    assert game.id == "pond"
    assert game.sources["book"].title == "The Pond"
    assert game.rule_sets["hop"].author == "A. Frog"
    assert game.components["stones"].series[0].id == "grey"


def test_places_of_evidence_may_have_names_and_keep_their_own():
    game = load_game(find_game("turno"), lang="de").game
    assert game.place_name("Bruges") == "Brügge"
    assert "Bruges" in game.places
    assert game.place_name("Elsewhere") == "Elsewhere"


def test_reports_all_missing_and_outdated_sentences_at_once(translate):
    with pytest.raises(RulesError) as refusal:
        translate(**{"Hop over stones.": None, "Yes.": None, "Hop!": "Hup!"})
    lines = str(refusal.value).splitlines()
    assert len(lines) == 3
    assert all("definition.nl.toml: " in line for line in lines)
    assert '"Hop over stones." is missing' in lines[0]
    assert '"Hop!" is not in the definition; has it changed?' in lines[2]


def test_quotes_a_missing_sentence_in_full(pond, translate):
    translate()
    folder, _ = pond()
    long = 'A frog says "' + "quak " * 40 + '".'
    quoted = long.replace('"', r"\"")
    (folder / "game.toml").write_text(GAME.replace("Hop over stones.", quoted), encoding="utf-8")
    with pytest.raises(RulesError) as refusal:
        translated(folder, load_game(folder / "game.toml").game, "nl")
    missing, _ = str(refusal.value).splitlines()
    told = missing.partition(": ")[2].removesuffix(" is missing")
    assert tomllib.loads(f'{told} = "Kwaak."') == {long: "Kwaak."}


def test_reports_an_empty_translation(translate):
    with pytest.raises(RulesError, match=r'"Yes\." needs a text'):
        translate(**{"Yes.": " "})


def test_explains_how_to_write_a_missing_table(pond):
    folder, game = pond()
    with pytest.raises(RulesError, match=r'definition\.fr\.toml: is missing; .*"sentence" = "tra'):
        translated(folder, game, "fr")


def test_the_language_of_the_definition_needs_no_table(pond):
    folder, game = pond()
    assert translated(folder, game, "en") is game


def test_a_definition_may_be_written_in_another_language(tmp_path):
    folder = tmp_path / "vijver"
    folder.mkdir()
    (folder / "game.toml").write_text('language = "nl"\n' + GAME, encoding="utf-8")
    game = load_game(folder / "game.toml").game
    assert translated(folder, game, "nl") is game
    assert languages_of(folder, game) == ("nl",)
    (folder / "game.toml").write_text('language = "dutch"\n' + GAME, encoding="utf-8")
    with pytest.raises(DefinitionError, match=r"language: write the code of a language, such as"):
        load_game(folder / "game.toml")


def test_a_game_has_the_languages_of_its_rule_texts(pond):
    folder, game = pond()
    assert languages_of(folder, game) == ("en",)
    (folder / "rules" / "hop.nl.md").write_text("", encoding="utf-8")
    (folder / "rules" / "hop.fr.md").write_text("", encoding="utf-8")
    (folder / "rules" / "notes.de.md").write_text("", encoding="utf-8")
    assert languages_of(folder, game) == ("en", "fr", "nl")
