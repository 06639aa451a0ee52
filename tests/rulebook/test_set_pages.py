"""Sheets and books set on pages, examined as data."""

from collections import Counter
from itertools import cycle, pairwise, takewhile

import pytest
from helpers.rule_sheets import GAMES, RULE_SETS, book_of, pages_of, sheet_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.geometry import Rect, Size
from pnp.base.languages import language
from pnp.game.paper import PAPERS
from pnp.rulebook.blocks import (
    BODY,
    BulletList,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    Run,
    TableBlock,
)
from pnp.rulebook.figures import HEIGHTS
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.setting import BlockSetter, Tagger
from pnp.rulebook.sheet import rule_sheet
from pnp.scene import Group, Scene, Text, items_bounds
from pnp.scene.document import Element
from pnp.typeset.columns import PageFiller, PageFrame, Region

A5 = PAPERS["a5"]


@pytest.fixture
def sheet(pond):
    folder, game = pond()
    return rule_sheet(folder, game, "hop", "en")


def elements(element):
    yield element
    for kid in element.kids:
        if isinstance(kid, Element):
            yield from elements(kid)


def words_of(document):
    """Return the texts of each leaf, in drawing order."""
    found = {}

    def texts(items):
        for item in items:
            if isinstance(item, Group):
                yield from texts(item.items)
            elif isinstance(item, Text):
                yield item.string

    for page in document.pages:
        for part in page.parts:
            if part.leaf is not None:
                found.setdefault(part.leaf, []).extend(texts(part.items))
    return found


@pytest.mark.parametrize("lang", ["de", "fr"])  # the longest texts
@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_a_rule_sheet_fits_on_two_pages_of_letter(game, rule_set, lang):
    assert len(set_pages_of(sheet_of(game, rule_set, lang), PAPERS["letter"]).pages) <= 2


@pytest.mark.parametrize(
    ("name", "paper"),
    [*zip(GAMES, cycle(["a4", "letter", "a5"])), ("tawula", "a4"), ("tawula", "letter")],
)
def test_text_stays_in_its_area_and_lines_do_not_overlap(name, paper):
    size = PAPERS[paper]
    document = set_pages_of(book_of(name, "de"), size)
    inner = Rect(0, 0, *size).inset(8.0)
    for page in document.pages:
        boxes = []
        for part in page.parts:
            bounds = items_bounds(part.items)
            if bounds is None:
                continue
            assert inner.contains(bounds), part
            if part.leaf is not None:
                boxes.append(bounds)
        for number, one in enumerate(boxes):
            room = Rect(one.x + 0.3, one.y + 1.6, one.width - 0.6, one.height - 3.2)
            if room.height > 0:
                assert not any(room.overlaps(other) for other in boxes[number + 1 :])


def test_exactly_the_leaves_of_the_structure_are_drawn(sheet):
    document = set_pages_of(sheet, A5)
    drawn = [part.leaf for page in document.pages for part in page.parts if part.leaf is not None]
    assert set(document.root.leaves()) == set(drawn)
    assert Counter(document.root.leaves()).most_common(1)[0][1] == 1


def test_every_block_is_tagged_as_what_it_is(sheet):
    document = set_pages_of(sheet, A5)
    tags = Counter(element.tag for element in elements(document.root))
    assert tags["H1"] == 1
    assert tags["H2"] == 6
    assert (tags["Figure"], tags["Caption"]) == (1 + 2, 1)
    assert (tags["L"], tags["LI"]) == (8, 2 + 2 + 1 + 4 + 1)
    assert tags["LBody"] == tags["LI"] == tags["Lbl"] + 2
    alts = [one.alt for one in elements(document.root) if one.tag == "Figure"]
    assert alts == [
        "What the part looks like on the table: Board.",
        "What the part looks like on the table: Stones.",
        "One grey stone lies in the near left corner of the board.",
    ]
    lists = [one.numbered for one in elements(document.root) if one.tag == "L"]
    assert lists == [False, True, False, *[False] * 5]


def test_reading_order_is_text_order_with_separate_words(sheet):
    document = set_pages_of(sheet, A5)
    words = words_of(document)
    read = " ".join("".join(words[leaf]) for leaf in document.root.leaves() if words[leaf])
    said = read.replace("\u00ad", "")
    assert "You are home & dry." in said
    assert "Hop from a1 to c2, then back." in said
    assert "We follow book: It says so <twice>." in " ".join(said.split()).replace(" :", ":")


def test_links_cover_their_words_and_lead_to_an_anchor(sheet):
    document = set_pages_of(sheet, A5)
    anchors = {name for page in document.pages for name, _ in page.anchors}
    links = [one for one in elements(document.root) if one.tag == "Link"]
    assert links
    assert {link.target.removeprefix("#") for link in links} <= anchors
    spots = {spot.element for page in document.pages for spot in page.spots}
    assert set(links) <= spots


def test_the_contents_give_the_first_page_of_each_chapter():
    book = book_of("turnio")
    document = set_pages_of(book, A5)
    begins = {name: page.label for page in document.pages for name, _ in page.anchors}
    words = words_of(document)
    entries = [one for one in elements(document.root) if one.tag == "TOCI"]
    assert len(entries) == len(book.chapters)
    for entry in entries:
        (link,) = entry.kids
        (leaf,) = link.kids
        assert words[leaf][-1] == begins[link.target.removeprefix("#")]


def test_every_chapter_is_in_the_outline_under_the_books_title():
    book = book_of("tawula", "nl")
    document = set_pages_of(book, A5)
    levels = [mark.level for mark in document.bookmarks]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert [m.title for m in document.bookmarks if m.level == 2][1:] == [
        c.title for c in book.chapters
    ]
    anchors = {name for page in document.pages for name, _ in page.anchors}
    assert {mark.anchor for mark in document.bookmarks} <= anchors


def test_a_figure_and_its_caption_share_a_column(sheet):
    for height in range(150, 260, 7):
        document = set_pages_of(sheet, Size(148, height))
        pages = {
            part.leaf: number for number, page in enumerate(document.pages) for part in page.parts
        }
        figure = next(one for one in elements(document.root) if one.tag == "Figure")
        assert len({pages[leaf] for leaf in figure.leaves()}) == 1


def footers(document):
    """Return the texts at the foot of each page."""
    return [
        [item.string for part in page.parts[-1:] for item in part.items] for page in document.pages
    ]


def test_a_sheet_says_its_title_once_and_which_of_its_pages_this_is(sheet):
    document = set_pages_of(sheet, A5)
    last = len(document.pages)
    assert last > 1
    assert footers(document) == [
        ["Pond · Hop & skip", f"{number}/{last}"] for number in range(1, last + 1)
    ]
    named = sheet._replace(game="Hop")
    assert footers(set_pages_of(named, PAPERS["a3"])) == [["Hop & skip"]]


def test_what_the_sources_say_is_on_one_page(sheet):
    for height in range(180, 300, 20):
        document = set_pages_of(sheet, Size(210, height))
        below = [mark.anchor for mark in document.bookmarks[-2:]]
        found = [
            number
            for number, page in enumerate(document.pages)
            for name, _ in page.anchors
            if name in (*below, "source-book")
        ]
        assert len(found) == 3
        assert len(set(found)) == 1, height


def test_figures_take_the_size_that_saves_a_page_or_fills_one(sheet):
    def heights(paper):
        document = set_pages_of(sheet, paper)
        spots = [spot for page in document.pages for spot in page.spots]
        return [spot.area.height for spot in spots if spot.element.tag == "Figure"]

    sizes = {height: max(heights(Size(148, height))) for height in range(150, 320, 10)}
    assert len(set(sizes.values())) > 2, sizes


@pytest.mark.parametrize("name", GAMES)
def test_each_game_of_a_book_begins_a_page(name):
    book = book_of(name)
    rules = {chapter.head[0].id for chapter in book.chapters if not chapter.short}
    for page in set_pages_of(book, PAPERS["a4"]).pages:
        anchors = [anchor for anchor, _ in sorted(page.anchors, key=lambda one: one[1])]
        assert not rules.intersection(anchors[1:])


def figures_of(game, rule_set):
    """Return the areas of the captioned figures of a sheet."""
    spots = [spot for page in pages_of(game, rule_set, "en").pages for spot in page.spots]
    areas = {spot.element.alt: spot.area for spot in spots if spot.element.tag == "Figure"}
    shown = [one for one in sheet_of(game, rule_set, "en").blocks if isinstance(one, Figure)]
    return {one.id.removeprefix(f"{rule_set}-"): areas[one.alt] for one in shown}


def test_examples_grow_into_the_space_below_them():
    assert figures_of("compositie", "untitled")["capture"].height > 1.4 * HEIGHTS["example"]


def test_a_figure_that_is_wide_and_low_stands_across_both_columns():
    rows = figures_of("turno", "domino")["rows"]
    assert rows.width > 0.9 * (PAPERS["a4"].width - 2 * 17 - 2 * 4)


def test_no_heading_ends_a_page(sheet):
    for height in range(120, 260, 7):
        document = set_pages_of(sheet, Size(148, height))
        headings = {
            leaf
            for one in elements(document.root)
            if one.tag.startswith("H")
            for leaf in one.leaves()
        }
        for page in document.pages:
            last = [part.leaf for part in page.parts if part.leaf is not None][-1]
            assert last not in headings, height


def random_blocks(rng):
    """Yield blocks of random kinds and lengths, each section below one heading or two."""

    def runs(most):
        return (Run(" ".join(["Words"] * rng.randint(1, most))),)

    for number in range(12):
        yield from (Heading(3, "Heading") for _ in range(rng.randint(1, 2)))
        for _ in range(rng.randint(1, 3)):
            items = tuple(ListItem(runs(20)) for _ in range(rng.randint(1, 5)))
            scene = Scene(Size(60.0, rng.uniform(10.0, 300.0)), ())
            yield rng.choice(
                (
                    Paragraph(runs(60)),
                    Paragraph(runs(5), rng.choice(("body", "small"))),
                    BulletList(items, whole=rng.random() < 0.5, kept=rng.random() < 0.3),
                    TableBlock(("a", "b"), ((runs(9), runs(9)),) * 3, (1.0, 1.0)),
                    Figure(f"f{number}", scene, "Caption.", "Alt.", number=number),
                )
            )


@settings(max_examples=15)
@given(st.randoms(note_method_calls=False, use_true_random=True))
def test_below_every_heading_stand_two_lines_of_what_follows(rng):
    setter = BlockSetter(Tagger(language("en")), 65.0, 90.0)
    titled = setter.boxes((Heading(2, "Heading"),))
    regions = []
    for _ in range(4):
        text = Region(setter.boxes(random_blocks(rng)), 2, whole=rng.random() < 0.3)
        regions += [Region(titled, before=8.0, kept=True), text]
    filler = PageFiller(PageFrame(Size(150, 100), Rect(5, 5, 140, 90), 10.0))
    filler.extend(regions)
    for page in filler.placed():
        tags = [next((part.tag for part in one.box.drawn.parts), "") for one in page]
        for at, tag in enumerate(tags):
            if not tag.startswith("H"):
                continue
            below = takewhile(lambda pair: pair[1].y > pair[0].y, pairwise(page[at:]))
            lines = list(takewhile(lambda name: not name.startswith("H"), tags[at + 1 :]))
            shown = [below_one.box.height for _, below_one in below]
            assert shown
            assert len(shown) > 1 or shown[0] > 2 * BODY.leading or len(lines) < 2


def test_a_figure_does_not_grow_beyond_a_small_page():
    assert set_pages_of(sheet_of("turno", "checkers", "nl"), Size(148, 105)).pages


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_long_title_leaves_the_key_its_place_in_the_footers(lang):
    sheet = sheet_of("compositie", "untitled", lang)
    for page in pages_of("compositie", "untitled", lang).pages:
        items = [item for part in page.parts[-2:] for item in part.items if isinstance(item, Text)]
        said = [item.string for item in items if item.at.y > 280]
        assert said[0] in (sheet.title, sheet.game)
        assert any("\N{LOZENGE}" in one for one in said)
