"""The words of pages, in every language."""

import re
import tomllib
from collections.abc import Mapping
from string import Formatter

import pytest

from pnp.base.files import templates
from pnp.web.frame import LANGUAGES, words_of

FOLDER = templates() / "web"


def flat(table, key=""):
    """Yield each word of a table with its dotted key."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{key}{name}.")
        else:
            yield f"{key}{name}", value


def words(lang):
    text = (FOLDER / "words" / f"{lang}.toml").read_text(encoding="utf-8")
    return dict(flat(tomllib.loads(text)))


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", [code for code in LANGUAGES if code != "en"])
def test_every_language_has_the_same_keys_and_placeholders(lang):
    english, other = words("en"), words(lang)
    assert set(other) == set(english)
    assert {k: placeholders(v) for k, v in other.items()} == {
        k: placeholders(v) for k, v in english.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_are_empty_or_straight_quoted(lang):
    found = words(lang)
    assert [key for key, value in found.items() if not value.strip()] == []
    assert [key for key, value in found.items() if re.search("[\"']", value)] == []


def test_templates_use_only_words_that_there_are():
    known = words("en")
    known |= {key.rpartition(".")[0]: "" for key in known if key.endswith((".one", ".other"))}
    used = {
        (path.name, key)
        for path in FOLDER.glob("*.html")
        for key in re.findall(r"\bt\(\s*[\"']([\w.]+)[\"']\s*[,)]", path.read_text("utf-8"))
    }
    assert len(used) > 5
    assert {(name, key) for name, key in used if key not in known} == set()


def test_a_language_that_counts_none_as_one_does_so():
    assert words_of("fr", "home.games", n=0) == "0 jeu"
    assert words_of("en", "home.games", n=0) == "0 games"
