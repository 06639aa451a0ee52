"""Rule sheets as Markdown read back with the same words, styles and links."""

from html.parser import HTMLParser

import pytest
from helpers.game_languages import languages
from helpers.rule_sheets import RULE_SETS
from helpers.rule_sheets import sheet_of as built_in_sheet
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pnp.base.languages import language
from pnp.rulebook.blocks import (
    BulletList,
    Chapter,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    PictureList,
    Run,
    TableBlock,
)
from pnp.rulebook.sheet import RuleSheet
from pnp.rulebook.write_text import figure_file, render_markdown


class Reader(HTMLParser):
    """Reads rendered Markdown: each block's tag and, style by style, each character in it."""

    def __init__(self, markdown):
        super().__init__()
        self.blocks, self.anchors, self.links = [], [], []
        self._styles = {"strong": 0, "em": 0}
        self._link = None
        self.feed(MarkdownIt("commonmark").enable("table").render(markdown))
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in self._styles:
            self._styles[tag] += 1
        elif tag == "sup":
            pass  # a sign
        elif tag == "a" and "id" in attrs:
            self.anchors.append(attrs["id"])
        elif tag == "a":
            self._link = attrs["href"]
            self.links.append(self._link)
        elif tag == "img":
            self.blocks.append(("img", [attrs["src"], attrs["alt"]]))
        else:
            self.blocks.append((tag, []))

    def handle_endtag(self, tag):
        if tag in self._styles:
            self._styles[tag] -= 1
        elif tag == "a":
            self._link = None

    def handle_data(self, data):
        style = (self._styles["strong"] > 0, self._styles["em"] > 0, self._link)
        self.blocks[-1:] and self.blocks[-1][1].extend((c, *style) for c in data if not c.isspace())

    def said(self):
        """Return what has words, with the kind of its block."""
        return [(tag, words) for tag, words in self.blocks if words]


def meant(sheet):
    """Return the same for the blocks of a sheet."""
    for block in sheet.blocks:
        match block:
            case Heading(level, text):
                yield f"h{level}", styled((Run(text),))
            case Paragraph(runs):
                yield "p", styled(runs)
            case BulletList(entries):
                yield from (("li", styled(entry.runs)) for entry in entries)
            case TableBlock(columns, rows):
                yield from (("th", styled((Run(column),))) for column in columns)
                yield from (("td", styled(cell)) for row in rows for cell in row)
            case PictureList(pictured):
                for figure, runs in pictured:
                    yield "img", [figure_file(sheet, figure), figure.alt, *styled(runs)]
            case Figure(caption=caption, alt=alt, number=number):
                yield "img", [figure_file(sheet, block), alt]
                name = f"{language(sheet.lang).labels['figure']} {number}."
                yield "p", styled((Run(name, bold=True), Run(caption, italic=True)))


def styled(runs):
    return [
        (character, run.bold, run.italic, run.link)
        for run in runs
        for character in run.text
        if not character.isspace()
    ]


def read(sheet):
    return Reader(render_markdown(sheet).decode())


def sheet_of(*blocks):
    return RuleSheet("Pond", "en", Chapter("Hop", blocks), "A pond.")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_every_sheet_reads_back_with_its_words_styles_and_links(game, rule_set, lang):
    sheet = built_in_sheet(game, rule_set, lang)
    back = read(sheet)
    assert back.said() == [(tag, words) for tag, words in meant(sheet) if words]
    assert {link[1:] for link in back.links if link.startswith("#")} <= set(back.anchors)
    ids = [
        each.id
        for block in sheet.blocks
        for each in (block.items if isinstance(block, BulletList) else [block])
        if isinstance(each, ListItem | Figure | Heading) and each.id and each != sheet.blocks[0]
    ]
    assert back.anchors == ids
    assert len(ids) > 0


@pytest.mark.parametrize(
    "text",
    [
        "1. Not a list",
        "12) nor this",
        "- nor this",
        "+ nor this",
        "# Not a heading",
        "#",
        "=== line",
        "--- line",
        "> quoted",
        "~~~ code",
        "&copy; as it stands",
        "[a]: http://b",
        "1.5 mm",
    ],
)
def test_a_text_that_begins_like_markup_stays_text(text):
    runs = (Run(text),)
    blocks = (
        Paragraph(runs),
        BulletList((ListItem(runs),)),
        BulletList((ListItem(runs),), numbered=True),
    )
    sheet = sheet_of(*blocks, Heading(2, text), TableBlock((text,), ((runs,),), (1.0,)))
    assert read(sheet).said() == list(meant(sheet))


def test_adjacent_styles_stay_separate_with_asterisks_where_possible():
    touching = sheet_of(Paragraph((Run("a", bold=True), Run("b", bold=True, italic=True))))
    assert read(touching).said() == list(meant(touching))
    apart = sheet_of(Paragraph((Run("Time: ", bold=True), Run("an "), Run("hour", italic=True))))
    assert render_markdown(apart).decode() == "**Time:** an *hour*\n"


def test_links_lead_to_list_items_and_addresses():
    cited = Run("book", italic=True, link="#source-book")
    address = Run("https://example.org/a_b(c)", link="https://example.org/a_b(c)")
    sheet = sheet_of(
        Paragraph((Run("See!"), cited)), BulletList((ListItem((address,), "source-book"),))
    )
    assert render_markdown(sheet).decode() == (
        'See\\![*book*](#source-book)\n\n- <a id="source-book"></a><https://example.org/a_b(c)>\n'
    )
    assert read(sheet).said() == list(meant(sheet))


words = st.text(st.sampled_from("ab1 .)(#+-=>*_`~[]!<&;|\\:'\"\N{NO-BREAK SPACE}é—"), max_size=8)
links = st.sampled_from([None, None, None, "#source-book", "https://example.org/"])
runs = st.lists(
    st.builds(Run, words, st.booleans(), st.booleans(), links, said=st.none(), icon=st.none()),
    min_size=1,
    max_size=5,
)


@given(first=runs.map(tuple), second=runs.map(tuple))
def test_any_text_reads_back(first, second):
    sheet = sheet_of(
        Paragraph((Run("a"), *second)),
        Paragraph(first),
        Heading(3, "".join(run.text for run in second)),
        BulletList((ListItem(first), ListItem(second, "source-book"))),
        Heading(3, "Table"),
        TableBlock(("One", "Two"), ((first, second), (second, first)), (1.0, 1.0)),
    )
    assert read(sheet).said() == [(tag, chars) for tag, chars in meant(sheet) if chars]
