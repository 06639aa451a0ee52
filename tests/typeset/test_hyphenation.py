"""Words split by language."""

import pytest

from pnp.typeset.lines import hyphenation


@pytest.mark.parametrize(
    ("lang", "word", "parts"),
    [
        ("en", "numbering", ("num", "ber", "ing")),
        ("de", "Spielfiguren", ("Spiel", "fi", "gu", "ren")),
        ("nl", "spelregels", ("spel", "re", "gels")),
        ("fr", "plateau", ("pla", "teau")),
    ],
)
def test_splits_words_of_our_languages(lang, word, parts):
    assert tuple(hyphenation(lang)(word)) == parts


def test_punctuation_stays_with_the_outer_parts():
    assert tuple(hyphenation("de")("(Spielfiguren),")) == ("(Spiel", "fi", "gu", "ren),")


@pytest.mark.parametrize("word", ["piece", "TAWULA", "a1b2c3d4", "pnp:turno"])
def test_leaves_short_words_capitals_and_anything_with_digits_whole(word):
    assert tuple(hyphenation("en")(word)) == (word,)


def test_a_language_without_patterns_is_not_hyphenated():
    assert hyphenation("xx") is None
