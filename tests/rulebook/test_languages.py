"""Rule texts in every language have the same sections, figures, placeholders and numbers."""

import re

import pytest
from helpers.game_languages import languages
from helpers.rule_sheets import GAMES
from num2words import num2words

from pnp.audit import scope_of
from pnp.base.geometry import Size
from pnp.base.languages import language
from pnp.game.translation import sentences, translated
from pnp.rulebook.blocks import Figure, plain
from pnp.rulebook.fill import fill
from pnp.rulebook.read_markdown import MARK, TextScope, read_blocks
from pnp.rulebook.source import rules_file
from pnp.rulebook.untranslated import WRITTEN
from pnp.scene import Scene

OTHERS = [code for code in languages() if code != "en"]
TEXTS = [
    (code, name, key)
    for code in OTHERS
    for name, loaded in GAMES.items()
    for key in (*loaded.game.rule_sets, "history")
]
PLACEHOLDER = re.compile(r"\{\{\s*([a-z0-9_.]+(?:\[\d+\])?)[^}]*\}\}")
# Numbers that a text says in other words, such as "Dreierstapel", and what they are there.
IN_OTHER_WORDS = {
    ("de", "compositie", "plan-a-head"): {"players_least": 2, "players_most": 3},
    ("nl", "compositie", "plan-a-head"): {"players_least": 2, "players_most": 3},
    ("de", "compositie", "untitled"): {"example_capture.between[1]": 1},
    ("fr", "compositie", "untitled"): {"example_capture.between[1]": 1},
    ("de", "punt-match", "square"): {
        "example_pile.height_d3": 3,
        "example_reach.steps[6]": 1,
        "pile_moves": 1,
    },
    ("fr", "punt-match", "square"): {"example_reach.steps[6]": 1, "pile_moves": 1},
    ("de", "punt-match", "hex-2"): {
        "example_pile.height_d5": 3,
        "example_reach.steps[8]": 1,
        "pile_moves": 1,
    },
    ("fr", "punt-match", "hex-2"): {"example_reach.steps[8]": 1, "pile_moves": 1},
    ("de", "punt-match", "hex-3"): {
        "example_pile.height_e6": 4,
        "example_reach.steps[8]": 1,
        "pile_moves": 1,
    },
    ("fr", "punt-match", "hex-3"): {"example_reach.steps[8]": 1, "pile_moves": 1},
    ("de", "turnio", "basic"): {"example_half.pairs": 1},
    ("fr", "turnio", "basic"): {"example_half.pairs": 1},
}
FIGURE = re.compile(r"figure:([a-z0-9-]+)")
PICTURE = re.compile(r"\]\((?:figure:)?([a-z0-9./-]+)")
TITLE = re.compile(r"(?<!\*)\*[^*\n]+\*(?!\*)")  # of a book, in its own language
SHOWN = re.compile(r"^!\[.*$", re.MULTILINE)  # a figure, described freely in each language
CITED = re.compile(r"\[@([a-z0-9-]+)\]")
DIGITS = re.compile(r"(?<![\w-])[a-i]?\d+(?!\w)|(?<![\w-])\d+(?=s\b|er\b)")


def sections(game, key, code):
    """Return a text's sections by their ids, or places; the text before the first has the id ""."""
    text = rules_file(GAMES[game].file.parent, key, code).read_text(encoding="utf-8")
    ids = {title: key for key, title in language(code).sections.items()}
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    titles = [ids.get(title.strip(), n) for n, title in enumerate(parts[1::2])]
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
            kinds.append(PICTURE.search(block)[1])
        elif lines[0].startswith("- "):
            kinds.append(("list", len(lines)))
        elif re.match(r"\d+\. ", lines[0]):
            kinds.append(("steps", len(lines)))
        else:
            kinds.append("text")
    return kinds


def numbers(section, code):
    """Return the numbers from 3 on that a section names, in figures or in words.

    One is an article as well in most languages, and two of two are both.
    """
    spelled = {num2words(n, lang=code): str(n) for n in range(3, 37)}
    bare = PLACEHOLDER.sub(" ", SHOWN.sub("", TITLE.sub("", section)))
    bare = re.sub(r"^\d+\. ", "", bare, flags=re.MULTILINE)
    bare = FIGURE.sub(" ", CITED.sub(" ", bare))
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", bare.lower())
    return {*DIGITS.findall(bare), *(spelled[word] for word in words if word in spelled)} - {
        "1",
        "2",
    }


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_language_has_the_same_parts_in_the_same_order(code, game, key):
    ours, theirs = in_both(game, key, code)
    assert list(theirs) == list(ours)
    assert list(map(shape, theirs.values())) == list(map(shape, ours.values()))


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_language_uses_the_same_placeholders_and_cites_the_same_sources(code, game, key):
    ours, theirs = ("\n".join(one.values()) for one in in_both(game, key, code))
    assert set(CITED.findall(theirs)) == set(CITED.findall(ours))
    missing = set(PLACEHOLDER.findall(ours)) - set(PLACEHOLDER.findall(theirs))
    assert set(PLACEHOLDER.findall(theirs)) <= set(PLACEHOLDER.findall(ours))
    assert missing == IN_OTHER_WORDS.get((code, game, key), {}).keys()


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_sign_names_its_reason_and_the_same_in_every_language(code, game, key):
    ours, theirs = ("\n".join(one.values()) for one in in_both(game, key, code))
    signs = [(mark["sign"], mark["fact"]) for mark in MARK.finditer(ours) if mark["sign"]]
    assert signs == [(m["sign"], m["fact"]) for m in MARK.finditer(theirs) if m["sign"]]
    assert all(fact for _, fact in signs)


@pytest.mark.parametrize(("text", "said"), IN_OTHER_WORDS.items())
def test_numbers_in_other_words_are_still_so(text, said):
    _, game, key = text
    loaded = GAMES[game]
    known = scope_of(loaded.game, loaded.game.rule_sets[key])
    lines = "".join(f"{{{{ {name} }}}}\n" for name in said)
    filled = fill(lines, known, "en").text.split()
    assert dict(zip(said, map(int, filled), strict=True)) == said


@pytest.mark.parametrize(("code", "game", "key"), TEXTS)
def test_every_language_names_the_same_numbers_and_places(code, game, key):
    ours, theirs = in_both(game, key, code)
    for part in ours:
        new = {"9"} if code == "fr" else set()  # neuf
        assert numbers(theirs[part], code) - new == numbers(ours[part], "en") - new, part


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_definition_is_translated(code, game):
    loaded = GAMES[game]
    said = translated(loaded.file.parent, loaded.game, code)
    for ours, theirs in zip(sentences(loaded.game), sentences(said), strict=True):
        assert set(re.findall(r"\d+", theirs)) == set(re.findall(r"\d+", ours)), ours


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


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "as in Figure 1."),
        ("fr", "comme sur la figure 1. Figure 1 : la marche."),
        ("nl", "zie afbeelding 1. Afbeelding 1 toont het."),
    ],
)
def test_a_reference_to_a_figure_has_a_capital_where_a_sentence_starts(code, said):
    picture = Figure("walk", Scene(Size(1, 1), ()), "A caption.", "A picture of a walk.")
    written = re.sub(r"(?i)(?:figure|afbeelding) 1", "[figure:walk]", said)
    scope = TextScope(language(code), lambda *_: picture, {})
    paragraph, _ = read_blocks(f'{written}\n\n![A picture.](figure:walk "A caption.")', scope)
    assert plain(paragraph.runs).replace("\N{NO-BREAK SPACE}", " ") == said


def test_a_range_of_players_is_written_as_the_language_does():
    assert [language(code).range(2, 6) for code in ("en", "fr")] == ["2\N{EN DASH}6", "2 à 6"]
    assert language("fr").range(2, 2) == "2"
