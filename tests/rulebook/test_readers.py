"""What readers of the built-in rules stumbled over, so that it does not come back."""

import re
from itertools import pairwise

import pytest
from helpers.game_languages import languages
from helpers.models import example_figures
from helpers.rule_sheets import GAMES, RULE_SETS, sheet_of

from pnp.rulebook.blocks import BulletList, Figure, Heading, Paragraph, TableBlock, plain
from pnp.rulebook.figures import on_screen
from pnp.scene import Text, leaves_in

each_rule_set = pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
each_language = pytest.mark.parametrize("lang", languages())


def running(blocks):
    """Yield the runs of the running text, paragraph after paragraph."""
    for block in blocks:
        match block:
            case Paragraph(runs, "body"):
                yield runs
            case BulletList(items):
                yield from (item.runs for item in items)
            case TableBlock(_, rows):
                yield from (cell for row in rows for cell in row)


def rules_of(sheet):
    """Return the blocks of the written rules, which begin at the second heading."""
    headings = [n for n, b in enumerate(sheet.chapter.text) if isinstance(b, Heading)]
    return sheet.chapter.text[headings[1] :]


# --- Terms -----------------------------------------------------------------------------


def early(paragraphs):
    """Yield terms that are used in running text before it sets them in bold.

    Bold words that end with a sign, or begin a paragraph, are the heads of what follows.
    """
    read, seen = "", set()
    for runs in paragraphs:
        for number, run in enumerate(runs):
            term = run.text.casefold().strip()
            if run.bold and number and term[-1:].isalpha() and term not in seen:
                seen.add(term)
                if re.search(rf"\b{re.escape(term)}\b", read):
                    yield term
            read += run.text.casefold()
        read += "\n"


@each_language
@each_rule_set
def test_a_term_is_explained_before_it_is_used(game, rule_set, lang):
    assert list(early(running(rules_of(sheet_of(game, rule_set, lang))))) == []


# --- Examples --------------------------------------------------------------------------

SMALL = {word: n for n, word in enumerate(["one", "two", "three", "four", "five", "six"], 1)}
SHOWS = re.compile(
    rf"\b(?P<place>[a-i]\d|(?<=place )\d+)\b(?:(?!\b[a-i]\d)[^;:]){{0,45}}?"
    rf"\bshows? (?P<n>{'|'.join(SMALL)})\b"
)


def contradictions(game, rule_set, text):
    """Yield what a text says that a tile shows, if no position of the rule set has it so."""
    definition = GAMES[game].game.rule_sets[rule_set]
    positions = [
        example_figures(GAMES[game].game, one, definition) for one in definition.examples.values()
    ]
    for found in SHOWS.finditer(text):
        keys = [f"{what}_{found['place']}" for what in ("shown", "hidden")]
        there = {int(one[key]) for one in positions for key in keys if key in one}
        if there and SMALL[found["n"]] not in there:
            yield f"{found[0]}: {sorted(there)}"


@each_rule_set
def test_examples_say_what_their_positions_show(game, rule_set):
    sheet = sheet_of(game, rule_set)
    text = " ".join(
        plain(runs).replace("\N{NO-BREAK SPACE}", " ") for runs in running(sheet.blocks)
    )
    assert list(contradictions(game, rule_set, text)) == []


# --- Numbers ---------------------------------------------------------------------------

COUNTED = {
    "en": r"spaces?|squares?|tiles?|pairs?|colou?rs?|pieces?|chips?|rows?|columns?|turns?|steps?|"
    r"pawns?|cells?|players?",
    "de": r"Feld(?:er)?|Farben?|Paare?|Steine?|Figur(?:en)?|Plättchen|Reihen?|Zug|Züge|Schritte?|"
    r"Spieler|eigenen?|Spalten?",
    "nl": r"veld(?:en)?|kleur(?:en)?|pa(?:ar|ren)|stuk(?:ken)?|pion(?:nen)?|tegels?|rij(?:en)?|"
    r"beurt(?:en)?|stap(?:pen)?|spelers?|fiches?|kolom(?:men)?",
    "fr": r"cases?|couleurs?|paires?|pièces?|pions?|tuiles?|rangées?|tours?|pas|joueurs?|jetons?|"
    r"colonnes?",
}
ALONE = {"en": "only", "de": "nur", "nl": "slechts", "fr": "que de"}


@each_language
@each_rule_set
def test_small_numbers_are_words(game, rule_set, lang):
    text = "\n".join(map(plain, running(rules_of(sheet_of(game, rule_set, lang)))))
    digits = rf"(?<![\d.,\u2013-])(?:[1-9]|1[0-2])\s(?:{COUNTED[lang]})\b|\b{ALONE[lang]}\s\d\b"
    assert re.findall(digits, text) == []


# --- Figures ---------------------------------------------------------------------------


def words_in(scene):
    """Return the words of two letters or more that a picture shows."""
    return {
        word
        for text in leaves_in(scene.items)
        if isinstance(text, Text)
        for word in re.findall(r"[^\W\d_]{2,}", text.string)
    }


NAMES = {"TURNO", "TURNOOI", "Turnio", "Tawula", "TAWULA", "COM", "POSITIE", "PUNT", "MATCH"}
ALIKE = {"in"}  # in English and Dutch


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
@each_rule_set
def test_figures_speak_the_language_of_their_text(game, rule_set, lang):
    pairs = zip(
        *(
            [block for block in sheet_of(game, rule_set, code).blocks if isinstance(block, Figure)]
            for code in ("en", lang)
        ),
        strict=True,
    )
    scenes = [tuple(map(on_screen, pair)) for pair in pairs]
    same = {word for ours, theirs in scenes for word in words_in(ours) & words_in(theirs)}
    assert same - NAMES - ALIKE == set()


@each_language
@each_rule_set
def test_figures_are_cited_in_the_order_in_which_they_stand(game, rule_set, lang):
    blocks = sheet_of(game, rule_set, lang).blocks
    numbers = [block.number for block in blocks if isinstance(block, Figure)]
    assert all(one + 1 == other for one, other in pairwise(numbers))
