"""The language of a text is recognised by its most common words."""

import pytest
from oracles.documents.texts import LEAST, common_share, is_known, other_language

LOREM = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut "
    "labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco "
    "laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in "
    "voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat "
    "cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum. "
    "Vestibulum ante ipsum primis in faucibus orci luctus et ultrices posuere cubilia curae; et "
    "harum quidem rerum facilis est et expedita distinctio. Nam libero tempore, cum soluta nobis "
    "est eligendi optio, cumque nihil impedit, quo minus id, quod maxime placeat, et quasi est."
)
TEXTS = {
    "en": "It is your turn when the frog of the player before you has landed on one of the stones.",
    "nl": "Je bent aan de beurt als de kikker van de speler voor je op een van de stenen is.",
    "de": "Du bist an der Reihe, wenn der Frosch nach dem Sprung auf einem von den Steinen ist.",
    "fr": "Quand la grenouille est sur une des pierres, le tour passe à celle qui est à gauche.",
}


@pytest.mark.parametrize("lang", TEXTS)
def test_a_text_is_in_its_own_language_and_in_no_other(lang):
    assert is_known(lang)
    assert other_language(TEXTS[lang], lang) is None
    for stated in TEXTS.keys() - {lang}:
        assert other_language(TEXTS[lang], stated) == lang


@pytest.mark.parametrize("lang", TEXTS)
def test_placeholder_text_is_in_no_known_language(lang):
    assert common_share(LOREM, lang) < LEAST
    assert other_language(LOREM, lang) == ""


@pytest.mark.parametrize("lang", TEXTS)
def test_a_short_text_without_common_words_may_be_in_any_language(lang):
    assert other_language("Qui est et est.", "en") in (None, "fr")
    assert other_language("Lorem ipsum dolor sit amet", lang) is None


def test_a_language_without_a_list_of_common_words_is_unknown():
    assert not is_known("la")
