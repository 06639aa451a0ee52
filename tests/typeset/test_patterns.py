"""Patterns of hyphenation are Pyphen's own, however late they are parsed."""

import pytest
from pyphen import LANGUAGES, HyphDict, language_fallback

from pnp.typeset.patterns import _dictionary, _Lazy, hyphenator


@pytest.mark.parametrize("lang", ["en_GB", "de", "nl", "fr"])
def test_every_pattern_of_our_languages_is_that_of_pyphen(lang):
    path = LANGUAGES[language_fallback(lang)]
    own, theirs = _dictionary(path), HyphDict(path)
    assert isinstance(own, _Lazy)
    assert len(theirs.patterns) > 1000
    assert {key: own.patterns.get(key) for key in theirs.patterns} == theirs.patterns
    assert own.maxlen >= theirs.maxlen
    assert own.patterns.get("no such letters") is None


def test_a_language_that_spells_words_anew_is_left_to_pyphen():
    path = LANGUAGES[language_fallback("hu")]
    assert not isinstance(_dictionary(path), _Lazy)


def test_an_unknown_language_is_not_hyphenated():
    assert hyphenator("xx") is None
