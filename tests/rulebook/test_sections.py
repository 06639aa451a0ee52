"""The text of a chapter in sections, of which examples get a panel of their own."""

import pytest

from pnp.base.errors import RulesError
from pnp.rulebook.blocks import Chapter, Heading, Paragraph, Run, is_example
from pnp.rulebook.sheet import rule_sheet

HEAD = (Heading(1, "Hop"),)
SETUP, END = Heading(2, "Set-up"), Heading(2, "The end")
EXAMPLE = Heading(2, "An example", kind="example")
TOLD = Paragraph((Run("Frogs hop."),))
LEGEND = Paragraph((Run("A sign."),), "legend")


def test_a_text_is_divided_before_and_after_each_example():
    text = (SETUP, TOLD, EXAMPLE, TOLD, Heading(3, "Later"), TOLD, END, TOLD, SETUP)
    sections = Chapter("Hop", HEAD, text).sections
    assert sections == (text[:2], text[2:6], text[6:])
    assert [is_example(section) for section in sections] == [False, True, False]


def test_a_legend_is_not_part_of_the_example_above_it():
    sections = Chapter("Hop", HEAD, (EXAMPLE, TOLD, LEGEND)).sections
    assert sections == ((EXAMPLE, TOLD), (LEGEND,))
    assert [is_example(section) for section in sections] == [True, False]


def test_the_example_of_a_rule_text_is_one(pond):
    folder, game = pond()
    sections = rule_sheet(folder, game, "hop", "en").chapter.sections
    assert [is_example(section) for section in sections] == [False, True]


def test_a_text_without_headings_lacks_its_sections(pond):
    folder, game = pond()
    (folder / "rules" / "hop.en.md").write_text("# Set-up\n\nHop.\n", encoding="utf-8")
    with pytest.raises(RulesError, match="section 'Your turn' is missing"):
        rule_sheet(folder, game, "hop", "en")
