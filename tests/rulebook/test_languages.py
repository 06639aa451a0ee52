"""Rule texts in every language have the same sections, figures, placeholders and numbers."""

import re
from collections import Counter

import pytest
from num2words import num2words

from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.translation import sentences, translated
from pnp.rulebook.languages import language, languages
from pnp.rulebook.sections import WRITTEN
from pnp.rulebook.source import rules_file

GAMES = {name: load_game(find_game(name)) for name in built_in_games()}
OTHERS = [code for code in languages() if code != "en"]
TEXTS = [
    (code, name, key)
    for code in OTHERS
    for name, loaded in GAMES.items()
    for key in (*loaded.game.rule_sets, "history")
]
PLACEHOLDER = re.compile(r"\{\{\s*([a-z0-9_.]+)[^}]*\}\}")
FIGURE = re.compile(r"figure:([a-z0-9-]+)")
CITED = re.compile(r"\[@([a-z0-9-]+)\]")
DIGITS = re.compile(r"(?<![\w-])[a-i]?\d+(?!\w)")
BOTH = re.compile(r"\b(?:les|des|aux|ses|vos|tous|toutes) deux\b", re.IGNORECASE)  # French


def sections(game, key, code):
    """Return a text's sections by their ids; the text before the first has the id ""."""
    text = rules_file(GAMES[game].file.parent, key, code).read_text(encoding="utf-8")
    ids = {title: key for key, title in language(code).sections.items()}
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    titles = [ids[title.strip()] for title in parts[1::2]]
    return dict(zip(["", *titles], [parts[0], *parts[2::2]], strict=True))


def in_both(game, key, code):
    """Return the sections of a text in English and in another language."""
    return sections(game, key, "en"), sections(game, key, code)


def shape(section):
    """Return the sequence of blocks: figures by id, lists by their number of items."""
    blocks = [block for block in section.strip().split("\n\n") if block.strip()]
    kinds = []
    for block in blocks:
        lines = block.strip().splitlines()
        if block.strip().startswith("!["):
            kinds.append(FIGURE.search(block).group(1))
        elif lines[0].startswith("- "):
            kinds.append(("list", len(lines)))
        elif re.match(r"\d+\. ", lines[0]):
            kinds.append(("steps", len(lines)))
        else:
            kinds.append("text")
    return kinds


def numbers(section, code):
    """Count the numbers from 2 on that a section names, in figures or in words.

    One is left out: in most languages it is an article as well.
    """
    spelled = {num2words(n, lang=code): str(n) for n in range(2, 37)}
    if code == "fr":
        spelled.pop("neuf", None)  # new
    bare = re.sub(r"^\d+\. ", "", PLACEHOLDER.sub(" ", section), flags=re.MULTILINE)
    bare = FIGURE.sub(" ", CITED.sub(" ", bare))
    found = Counter(word for word in DIGITS.findall(bare) if word != "1")
    for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", bare.lower()):
        if word in spelled:
            found[spelled[word]] += 1
    if code == "fr":
        found["9"] = 0
    return +found


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_language_has_the_same_parts_in_the_same_order(code, game, key):
    ours, theirs = in_both(game, key, code)
    assert list(theirs) == list(ours)
    assert list(map(shape, theirs.values())) == list(map(shape, ours.values()))


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_language_uses_the_same_placeholders(code, game, key):
    ours, theirs = in_both(game, key, code)
    for part in ours:
        for used in (PLACEHOLDER, CITED):
            assert sorted(used.findall(theirs[part])) == sorted(used.findall(ours[part])), part


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_language_names_the_same_numbers_and_places(code, game, key):
    ours, theirs = in_both(game, key, code)
    for part in ours:
        english, other = numbers(ours[part], "en"), numbers(theirs[part], code)
        if code == "fr":
            english.pop("9", None)
            both = len(BOTH.findall(theirs[part]))
            assert 0 <= other.pop("2", 0) - english.pop("2", 0) <= both, part
        assert other == english, part


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_definition_is_translated(code, game):
    loaded = GAMES[game]
    said = translated(loaded.file.parent, loaded.game, code)
    for ours, theirs in zip(sentences(loaded.game), sentences(said), strict=True):
        assert Counter(re.findall(r"\d+", theirs)) == Counter(re.findall(r"\d+", ours)), ours


def test_all_language_files_have_the_same_keys():
    english = language("en")
    for code in OTHERS:
        other = language(code)
        for table in ("sections", "chapters", "labels", "kinds", "status", "meaning", "dates"):
            assert list(getattr(other, table)) == list(getattr(english, table)), (code, table)
        for name, label in english.labels.items():
            wanted = re.findall(r"\{\w+\}", label)
            assert sorted(re.findall(r"\{\w+\}", other.labels[name])) == sorted(wanted)
    assert [key for key in english.sections if key in WRITTEN] == list(WRITTEN)
