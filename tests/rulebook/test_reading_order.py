"""A screen reader reads the text as written, and figures have alternative texts."""

import re
from functools import cache

import pytest
from helpers.game_languages import languages
from helpers.rule_files import languages_by_turns
from helpers.rule_sheets import GAMES, book_of, sheet_of
from helpers.spoken import paragraphs
from oracles.documents.texts import other_language

from pnp.base.languages import language
from pnp.rulebook.blocks import (
    BulletList,
    Figure,
    Heading,
    Paragraph,
    PictureList,
    TableBlock,
    figures_in,
    plain,
)


def text_of(game, key, lang):
    """Return a sheet, or the book, as blocks, with the headings of pages that are made later."""
    if key != "rulebook":
        return sheet_of(game, key, lang).blocks
    book = book_of(game, lang)
    contents = Heading(2, language(lang).chapters["contents"])
    body = book.blocks[len(book.cover.blocks) :]
    return (*book.cover.blocks, contents, *book.legend, *body)


def written(blocks, lang):
    """Yield the text of every block in reading order: labels, cells and captions by themselves."""
    figures = 0
    for block in blocks:
        match block:
            case Heading():
                yield block.text
            case Paragraph():
                yield plain(block.runs)
            case BulletList():
                for number, entry in enumerate(block.items, start=block.first):
                    yield f"{number}." if block.numbered else "\N{BULLET}"
                    yield plain(entry.runs)
            case TableBlock():
                yield from block.columns
                yield from (plain(cell) for row in block.rows for cell in row)
            case PictureList():
                yield from (plain(item.runs) for item in block.items)
            case Figure() if block.caption:
                figures += 1
                yield f"{language(lang).labels['figure']} {figures}. {block.caption}"


@pytest.mark.parametrize(
    ("game", "lang"),
    [(game, lang) for game, langs in languages_by_turns(GAMES).items() for lang in langs],
)
def test_a_screen_reader_gets_every_word_in_order_and_separate(rule_documents, game, lang):
    own = {
        file.name.partition(".")[0]: file
        for file in rule_documents
        if game in file.parts and file.name.endswith(f".{lang}.pdf")
    }
    assert set(own) == {*GAMES[game].game.rule_sets, "rulebook"}
    for key, file in own.items():
        blocks = text_of(game, key, lang)
        expected = [" ".join(text.split()) for text in written(blocks, lang)]
        assert len(expected) > 10
        told = paragraphs(file)
        if key != "rulebook" and told != expected:  # the legend of signs is at the foot of pages
            blocks = sorted(blocks, key=lambda one: getattr(one, "kind", "") == "legend")
            expected = [" ".join(text.split()) for text in written(blocks, lang)]
        assert told == expected, file.name


@cache
def figures():
    return tuple(all_figures())


def all_figures():
    for game, loaded in GAMES.items():
        for lang in languages():
            for key in loaded.game.rule_sets:
                yield from ((lang, figure) for figure in figures_in(text_of(game, key, lang)))


def test_every_figure_has_its_own_alternative_text_in_the_right_language():
    assert len(figures()) > 50
    for lang, figure in figures():
        assert len(figure.alt) > 20, figure.id
        assert not re.fullmatch(r"\S+\.\w+", figure.alt), figure.id
        assert figure.alt != figure.caption, figure.id
        assert other_language(figure.alt, lang) is None, (figure.id, lang)


def test_the_language_check_notices_another_language():
    tried = [
        (lang, other, figure.alt)
        for lang, figure in figures()
        if figure.kind != "part"  # whose texts are too short
        for other in languages()
        if other != lang
    ]
    missed = [one for one in tried if other_language(one[2], one[1]) != one[0]]
    assert len(missed) < 0.03 * len(tried), missed  # short ones with words that two languages have
