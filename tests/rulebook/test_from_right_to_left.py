"""A rule sheet in a language that is written from right to left, in a font of its own."""

from io import BytesIO

import pikepdf
import pytest
from helpers.script_fonts import script_font

import pnp.rulebook.pages
from pnp.base.geometry import Size
from pnp.base.languages import language
from pnp.render.pdfa import Metadata, render
from pnp.rulebook.blocks import BulletList, Chapter, Heading, ListItem, Paragraph, Run, TableBlock
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import RuleSheet
from pnp.scene import Group, Text
from pnp.typeset.spans import BookFonts, Family

A4 = Size(210, 297)
SAID = "משכו שני קלפים (או יותר) ואז 12 שחקנים. "


@pytest.fixture
def sheet(monkeypatch):
    words = language("en")._replace(code="he")  # there are no fixed words of sheets in Hebrew yet
    monkeypatch.setattr(pnp.rulebook.pages, "language", lambda code: words)
    hebrew = script_font("he")
    family = Family(hebrew, hebrew, hebrew, hebrew)
    head = (Heading(1, "שלום עולם", "top"), Paragraph((Run(SAID),)))
    listed = BulletList((ListItem((Run("שלום"),)),), numbered=True)
    table = TableBlock(columns=("א", "ב"), widths=(1.0, 2.0), rows=(((Run("ג"),), (Run("d"),)),))
    text = (Heading(2, "משכו", "draw"), Paragraph((Run(12 * SAID),)), listed, table)
    chapter = Chapter("שלום עולם", head, text)
    return RuleSheet("שלום", "he", chapter, "משחק", fonts=BookFonts(family, family))


def placed(items, x=0.0, y=0.0):
    """Yield the texts of a page with the place of their left end."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, x + item.transform.e, y + item.transform.f)
        elif isinstance(item, Text):
            yield item, x + item.at.x, y + item.at.y


def test_everything_begins_on_the_right(sheet):
    (page,) = set_pages_of(sheet, A4).pages
    texts = {item.string.strip(): (x, x + item.width) for item, x, _ in placed(page.scene.items)}
    edge = A4.width - 17
    assert texts["שלום עולם"][1] == pytest.approx(edge)
    assert texts["משכו"][1] == pytest.approx(edge)
    number, item = texts["1."], texts["שלום"]
    assert number[0] > item[1]
    assert texts["א"][0] > texts["ב"][1]  # the first column of the table is the right one
    assert texts["ב"][1] == texts["d"][1]


def test_the_first_column_of_a_page_is_the_right_one(sheet):
    (page,) = set_pages_of(sheet, A4).pages
    lines = [(item.string, x) for item, x, _ in placed(page.scene.items)]
    heading = next(x for said, x in lines if said == "משכו")
    table = next(x for said, x in lines if said.startswith("א"))
    assert heading > A4.width / 2 > table


def test_the_structure_says_each_line_in_the_order_of_reading(sheet):
    data = render(set_pages_of(sheet, A4), Metadata("x", "he"))
    with pikepdf.open(BytesIO(data)) as document:
        said = [
            str(one.ActualText)
            for one in document.objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/Span"
        ]
    assert any(text == "שלום עולם" for text in said)
    assert any(text.startswith("משכו שני קלפים (או יותר) ואז 12") for text in said)
