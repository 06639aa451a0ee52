"""The structure tree of blocks, which grows as they are set."""

import pytest

from pnp.base.geometry import Size
from pnp.base.languages import language
from pnp.rulebook.blocks import BulletList, Figure, Heading, ListItem, Paragraph, Run, TableBlock
from pnp.rulebook.setting import BlockSetter, Tagger
from pnp.scene import Scene
from pnp.scene.document import Element


def tag(*blocks):
    tagger = Tagger(language("en"))
    return tagger, BlockSetter(tagger, width=80.0, page_height=200.0).boxes(blocks)


def tree(element):
    """Return an element as nested tuples: its tag, then its kids."""
    return (element.tag, *(kid if isinstance(kid, int) else tree(kid) for kid in element.kids))


def figure(name, caption, kind="example", height=300.0, number=1):
    return Figure(name, Scene(Size(100.0, height), ()), caption, "A picture.", kind, number)


def test_leaves_are_numbered_in_reading_order():
    items = (ListItem((Run("one"),)), ListItem((Run("two"),)))
    rows = (((Run("a"),), (Run("b"),)),)
    tagger, _ = tag(Heading(1, "Pond"), BulletList(items), TableBlock(("x", "y"), rows, (1.0, 1.0)))
    assert tree(tagger.root) == (
        "Document",
        ("H1", 0),
        ("L", ("LI", ("Lbl", 1), ("LBody", 2)), ("LI", ("Lbl", 3), ("LBody", 4))),
        ("Table", ("TR", ("TH", 5), ("TH", 6)), ("TR", ("TD", 7), ("TD", 8))),
    )
    assert list(tagger.root.leaves()) == list(range(9))


def test_runs_that_differ_only_in_style_share_a_leaf():
    runs = (
        Run("Hop "),
        Run("twice", bold=True),
        Run("", italic=True),
        Run(" [book]", link="#source-book"),
        Run(" 囲碁", lang="ja"),
        Run("."),
    )
    tagger = Tagger(language("en"))
    tagger.text(runs, tagger.root.add(Element("P")))
    assert tree(tagger.root) == ("Document", ("P", 0, ("Link", 1), ("Span", 2), 3))


def test_only_captions_are_numbered():
    tagger, (_, *numbered) = tag(
        figure("cover", "", "cover"), figure("a", "One."), figure("b", "Two.", number=2)
    )
    shown = [box.drawn.parts for box in numbered if not box.at]
    captions = [parts[0] for parts in shown if parts[0].tag == "Caption"]
    texts = ["".join(item.string for item in part.items) for part in captions]
    assert texts == ["Figure\N{NO-BREAK SPACE}1. One.", "Figure\N{NO-BREAK SPACE}2. Two."]
    assert tree(tagger.root)[2] == ("Figure", 1, ("Caption", 2))


def test_a_figure_says_how_high_it_may_be():
    blocks = (figure("a", "One."), figure("b-setup", "Two."), figure("c", "Three.", "setup"))
    heights = [tag(block)[1][0].height for block in blocks]
    assert heights == pytest.approx([1.4 * 44.0, 1.4 * 44.0, 66.0])  # tall examples reach higher


def test_contents_link_to_chapters_and_take_the_same_room_without_page_numbers():
    tagger = Tagger(language("en"))
    entries = tagger.contents((("The parts", "chapter-parts"), ("Hop", "hop")))
    assert [entry.link.target for entry in entries] == ["#chapter-parts", "#hop"]
    setter = BlockSetter(tagger, width=80.0, page_height=200.0)
    unknown, known = (setter.contents_entry(entries[1], number) for number in ("000", "12"))
    assert unknown.height == known.height
    assert unknown != known


def test_a_paragraph_that_comes_back_has_leaves_of_its_own():
    said = Paragraph((Run("Take a "), Run("tile", lang="nl"), Run(" and turn it over.")))
    tagger, boxes = tag(said, Paragraph((Run("Then "),)), said)
    leaves = [part.leaf for box in boxes for part in box.drawn.parts]
    assert leaves == list(range(7))
    assert leaves == [*tagger.root.leaves()]


@pytest.mark.parametrize(("first", "small"), [(1, False), (9, False), (98, False), (998, True)])
def test_the_words_of_a_list_begin_after_its_widest_number(first, small):
    items = tuple(ListItem((Run("Throw."),)) for _ in range(3))
    tagger = Tagger(language("en"))
    setter = BlockSetter(tagger, width=80.0, page_height=200.0, small=small)
    boxes = setter.boxes((BulletList(items, numbered=True, first=first),))
    pairs = [[text for part in box.drawn.parts for text in part.items] for box in boxes]
    assert all(number.at.x + number.width <= words.at.x for number, words in pairs)
    assert len({words.at.x for _, words in pairs}) == 1


def test_every_line_of_a_long_address_links_to_it():
    address = f"https://example.org/{'record' * 60}"
    tagger = Tagger(language("en"))
    setter = BlockSetter(tagger, width=80.0, page_height=200.0)
    entry = ListItem((Run("In "), Run(address, link=address)))
    boxes = list(setter.boxes((BulletList((entry,)),)))
    links = [spot for box in boxes for spot in box.drawn.spots]
    assert len(boxes) == len(links) > 4
    assert {spot.element.target for spot in links} == {address}
    assert all(spot.area.right <= 80.0 + 1e-6 for spot in links)
