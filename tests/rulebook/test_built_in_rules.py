"""The rules of the built-in games are complete and take their numbers from the definition."""

import re
import tomllib
from pathlib import Path

import pytest
from helpers.game_languages import languages
from helpers.rule_sheets import GAMES, RULE_SETS, sheet_of

from pnp.base.languages import language
from pnp.rulebook.blocks import BulletList, Figure, Heading, Paragraph, plain
from pnp.rulebook.source import rules_file

QUIZ = {
    name: tomllib.loads((Path(__file__).parent / "quiz" / f"{name}.toml").read_text("utf-8"))[
        "quiz"
    ]
    for name in GAMES
}
NUMBER_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|twice"
)
# What is not a count: placeholders, names of places and figures, faces of a die, numbers of a list
# and of steps.
PLACES = re.compile(
    r"\{\{.*?\}\}|figure:[a-z0-9-]+|^\d+\. |points? \d+(?: to \d+)?|(?:a|as) \d\b"
    r"|\(\d\)",
    re.MULTILINE | re.IGNORECASE,
)
TYPED = re.compile(rf"(?<![a-z])\d+|\b(?:{NUMBER_WORDS})\b", re.IGNORECASE)


def bare(text):
    """Return text with straight quotes and plain spaces."""
    for curled, straight in (("\u2019", "'"), ("\u201c", '"'), ("\u201d", '"')):
        text = text.replace(curled, straight)
    return " ".join(text.split())


def said(sheet):
    """Return the written part of a sheet as one line of plain text."""
    parts = []
    for block in sheet.blocks:
        match block:
            case Heading(_, text):
                parts.append(text)
            case Paragraph(runs):
                parts.append(plain(runs))
            case BulletList(entries):
                parts += [plain(entry.runs) for entry in entries]
            case Figure(caption=caption):
                parts.append(caption)
    return " ".join(" ".join(parts).split())


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_every_sheet_shows_the_start_position_and_an_example_of_play(game, rule_set, lang):
    sheet = sheet_of(game, rule_set, lang)
    figures = [block for block in sheet.blocks if isinstance(block, Figure)]
    assert len(figures) >= 2
    assert figures[0].id == f"{rule_set}-setup"
    assert len({figure.id for figure in figures}) == len(figures)
    for figure in figures:
        assert len(figure.alt) > 20
        assert figure.alt != figure.caption
        assert figure.caption.endswith(".")


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_numbers_of_the_definition_are_placeholders(game, rule_set):
    text = rules_file(GAMES[game].file.parent, rule_set, "en").read_text(encoding="utf-8")
    before_example = text.partition(f"## {language('en').sections['example']}")[0]
    typed = TYPED.findall(PLACES.sub("", before_example))
    assert typed == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_a_sheet_answers_ten_questions_by_itself(game, rule_set, lang):
    questions = [one for one in QUIZ[game] if one["rule_set"] == rule_set]
    assert len(questions) == 10
    assert len({one["question"] for one in questions}) == 10
    text = said(sheet_of(game, rule_set, lang))
    missing = [
        one["question"] for one in questions if bare(one["sentence"][lang]) not in bare(text)
    ]
    assert missing == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_a_sheet_shows_the_turn_with_its_steps_numbered(game, rule_set, lang):
    rules = GAMES[game].game.rule_sets[rule_set]
    blocks = sheet_of(game, rule_set, lang).blocks
    strips = [one for one in blocks if isinstance(one, Figure) and one.kind == "turn"]
    if game == "punt-match":  # whose picture of reaches has the numbers of the list
        numbers = [arrow.number for arrow in rules.examples["reach"].arrows if arrow.number]
        assert numbers == [1, 2, 3]
    else:
        assert 2 <= len(rules.turn) <= 4
        (strip,) = strips
        steps = [str(number) for number in range(1, len(rules.turn) + 1)]
        assert re.findall(r"\((\d)\)", strip.caption) == steps
