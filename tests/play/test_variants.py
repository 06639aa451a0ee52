"""Variants play as well: engines that quote their sheets, with the sentences of variants."""

import pytest
from play import mu_torere_nihoniho_1912, turno_checkers, turno_domino, turno_loop
from play.frame import figures, quotes, sheet
from play.measure import FIRST, settings_of

VARIANTS = (
    mu_torere_nihoniho_1912.BoundToTheEnd,
    turno_loop.TheThrowDecides,
    turno_domino.OneTileATurn,
    turno_checkers.StartOnACorner,
)
SETTINGS = [(kind, *setting) for kind in VARIANTS for setting in settings_of(kind)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_quotes_every_sentence_of_its_sheet_and_no_other(variant):
    printed = sheet(variant.rule_set).items()
    played = {words for key, words in printed if key.split()[0] in variant.sections}
    assert {words for _, words, _ in quotes(variant)} == played


@pytest.mark.parametrize(("variant", "players", "character"), SETTINGS)
def test_a_variant_ends(variant, players, character):
    found = figures(variant, players, FIRST, character)
    assert not {"silent", "endless"} & found.ends.keys()
