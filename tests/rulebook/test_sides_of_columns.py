"""Tables whose columns stand on the left, in the middle or on the right, in every form."""

import re

import pytest
from helpers.command import run

from pnp.base.geometry import Size
from pnp.definitions import load_game
from pnp.rulebook.blocks import TableBlock
from pnp.rulebook.html import render_html
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.write_text import render_markdown
from pnp.scene import Group, Text

A4 = Size(210, 297)
TABLE = "\n\n| Card | Mark | Worth |\n|---|:-:|--:|\n| Pebble | x | 1 |\n| Star | wwww | 1000 |\n"


@pytest.fixture
def sheet(tmp_path):
    run("new", "soup", "--out", tmp_path)
    folder = tmp_path / "soup"
    text = folder / "rules" / "highest-card.en.md"
    text.write_text(text.read_text(encoding="utf-8") + TABLE, encoding="utf-8")
    return rule_sheet(folder, load_game(folder / "game.toml").game, "highest-card", "en")


def table_of(sheet):
    (table,) = (block for block in sheet.blocks if isinstance(block, TableBlock))
    return table


def lines(items, across=0.0):
    for item in items:
        if isinstance(item, Group):
            yield from lines(item.items, across + item.transform.e)
        elif isinstance(item, Text):
            left = across + item.at.x
            yield item.string.strip(), (left, left + item.width)


def test_a_text_says_on_which_side_columns_stand(sheet):
    assert table_of(sheet).sides == ("", "center", "right")


def test_words_stand_there_on_paper(sheet):
    (page,) = set_pages_of(sheet, A4).pages
    at = dict(lines(page.scene.items))
    assert at["Pebble"][0] == pytest.approx(at["Star"][0]) == pytest.approx(at["Card"][0])
    assert sum(at["x"]) == pytest.approx(sum(at["wwww"])) == pytest.approx(sum(at["Mark"]))
    assert at["1"][1] == pytest.approx(at["1000"][1]) == pytest.approx(at["Worth"][1])
    assert at["1"][0] > at["1000"][0] + 1


def test_html_and_markdown_say_so_too(sheet):
    page = render_html(sheet).decode()
    assert re.findall(r'<td data-column="(\w+): "(?: class="(\w+)")?>', page)[:3] == [
        ("Card", ""),
        ("Mark", "center"),
        ("Worth", "right"),
    ]
    assert ".right { text-align: right; }" in page
    assert "\n| --- | :-: | --: |\n" in render_markdown(sheet).decode()
