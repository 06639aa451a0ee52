"""Words split by language."""

import re

import pyphen
import pytest

from pnp.base.files import templates
from pnp.typeset.breaks import Patterns
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


@pytest.mark.parametrize("lang", ["en_GB", "de_DE", "nl_NL", "fr"])
def test_splits_every_word_as_pyphen_does(lang):
    """The words of all rule texts, and each after a letter that no pattern expects."""
    texts = "".join(
        file.read_text(encoding="utf-8") for file in (templates() / "games").rglob("*.md")
    )
    words = sorted({word for word in re.findall(r"\w{4,}", texts) if word.isalpha()})[::3]
    theirs = pyphen.Pyphen(lang=lang, left=2, right=3)
    ours = Patterns(pyphen.LANGUAGES[lang])
    assert len(words) > 1000
    for word in (*words, *(f"\u0142{word.upper()}" for word in words[::9])):
        assert "\n".join(ours.parts(word)) == theirs.inserted(word, "\n")
