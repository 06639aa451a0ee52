"""Boxes stacked in columns and placed on pages."""

import pytest

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import line
from pnp.scene import Shape, Style
from pnp.scene.document import Element, ElementArea, TaggedPart
from pnp.typeset.columns import Backdrop, PageFiller, PageFrame, Region, SetBox, set_pages

FRAME = PageFrame(Size(100, 100), Rect(10, 10, 80, 80), 4)
MARK = Shape((line(Point(0, 0), Point(1, 0)),), Style(stroke="#000000", stroke_width=0.1))


def boxes(count, height=10.0, **more):
    return tuple(
        SetBox(height, (TaggedPart((MARK,), leaf),), anchor=f"box-{leaf}", **more)
        for leaf in range(count)
    )


def places(page):
    """Return the number, x and y of each leaf on a page."""
    found = {}
    for part in page.parts:
        (group,) = part.items
        found[part.leaf] = (group.transform.e, group.transform.f)
    return found


def nothing(number, last):
    return ()


def set_all(*regions, footer=nothing):
    filler = PageFiller(FRAME)
    filler.extend(regions)
    return set_pages(filler, footer)


def test_a_column_fills_from_the_top_and_continues_on_the_next_page():
    pages = set_all(Region(boxes(10)))
    assert [len(page.parts) for page in pages] == [8, 2]
    assert places(pages[0])[0] == (10, 10)
    assert places(pages[0])[7] == (10, 80)
    assert places(pages[1])[8] == (10, 10)
    assert [page.label for page in pages] == ["1", "2"]


def test_two_columns_are_balanced_if_they_hold_everything():
    (page,) = set_all(Region(boxes(6), columns=2))
    found = places(page)
    assert [found[leaf] for leaf in (0, 2, 3, 5)] == [(10, 10), (10, 30), (52, 10), (52, 30)]


def test_a_region_follows_below_the_longer_column():
    (page,) = set_all(
        Region(boxes(5), columns=2), Region((SetBox(5, (TaggedPart((MARK,), 9),)),), before=3)
    )
    assert places(page)[9] == (10, 10 + 3 * 10 + 3)


def test_full_columns_continue_on_the_next_page():
    pages = set_all(Region(boxes(20), columns=2))
    assert [len(page.parts) for page in pages] == [16, 4]
    assert places(pages[1])[18] == (52, 10)


def test_the_space_above_a_box_is_dropped_at_the_top_of_a_column():
    (page,) = set_all(Region(boxes(4, before=5.0), columns=2))
    found = places(page)
    assert [found[leaf][1] for leaf in range(4)] == [10, 25, 10, 25]


def test_a_kept_box_stays_with_the_next_one():
    kept = (
        *boxes(7),
        SetBox(5, (TaggedPart((MARK,), 7),), kept=True),
        SetBox(10, (TaggedPart((MARK,), 8),)),
    )
    pages = set_all(Region(kept))
    assert sorted(places(pages[0])) == list(range(7))
    assert sorted(places(pages[1])) == [7, 8]


def test_near_boxes_meet_in_the_next_column_if_little_of_this_one_stays_empty():
    def pair(first, second):
        return SetBox(10, (TaggedPart((MARK,), first),), near=True), boxes(second + 1)[second]

    pages = set_all(Region((*boxes(7), *pair(7, 8), *pair(9, 10))))
    assert sorted(places(pages[0])) == list(range(7))
    together = tuple(box._replace(near=True) for box in boxes(10))
    assert [len(page.parts) for page in set_all(Region(together))] == [8, 2]


def test_the_head_of_a_table_is_repeated_above_the_rows_that_go_on():
    head = SetBox(10, (TaggedPart((MARK,)),))
    rows = tuple(box._replace(head=head) for box in boxes(10))
    first, second = set_all(Region((head._replace(kept=True), *rows)))
    assert [part.leaf for part in first.parts] == [None, *range(7)]
    assert [part.leaf for part in second.parts] == [None, 7, 8, 9]
    assert second.parts[1].items[0].transform.f == 20


def test_a_whole_region_moves_to_the_next_page_unless_it_is_higher_than_a_page():
    pages = set_all(Region(boxes(5)), Region(boxes(4), whole=True))
    assert [len(page.parts) for page in pages] == [5, 4]
    pages = set_all(Region(boxes(5)), Region(boxes(9), whole=True))
    assert [len(page.parts) for page in pages] == [8, 6]


def test_a_panel_is_drawn_behind_its_boxes_on_every_page():
    panel = Backdrop("#eeeeee", 5)
    pages = set_all(Region(boxes(10), columns=1, panel=panel))
    assert [len(page.parts) for page in pages] == [8, 4]
    for page in pages:
        ground, *rest = page.parts
        assert ground.leaf is None
        assert all(part.leaf is not None for part in rest)
    assert places(pages[0])[0] == (15, 15)


def test_a_region_that_needs_room_starts_a_new_page_without_it():
    assert len(set_all(Region(boxes(5)), Region(boxes(2), room=30))) == 1
    assert len(set_all(Region(boxes(6)), Region(boxes(2), room=30))) == 2


def test_the_pictures_of_a_region_can_be_set_at_another_scale():
    picture = SetBox(10, at=lambda scale: SetBox(10 * scale))
    assert [box.height for box in Region((picture, *boxes(1))).at(0.5).boxes] == [5, 10]


def test_a_copy_of_a_filler_tries_what_would_follow():
    filler = PageFiller(FRAME)
    filler.add(Region(boxes(4)))
    copy = filler.copy()
    copy.add(Region(boxes(8)))
    assert [len(page) for page in copy.placed()] == [8, 4]
    assert copy.filled() == [1.0, 0.5]
    assert [len(page) for page in filler.placed()] == [4]
    assert filler.filled() == [0.5]


def test_a_fresh_region_starts_a_new_page():
    pages = set_all(Region(boxes(1)), Region(boxes(1), fresh=True))
    assert len(pages) == 2
    assert len(set_all(Region(boxes(1), fresh=True))) == 1


def test_boxes_that_together_are_higher_than_a_page_are_parted():
    pages = set_all(Region(boxes(20, kept=True)))
    assert [len(page.parts) for page in pages] == [8, 8, 4]


def counted(pages):
    return [len(page.parts) for page in pages]


def test_of_boxes_too_high_for_a_page_those_that_are_bound_stay_with_the_next():
    title = SetBox(10.0, (TaggedPart((MARK,), 9),), kept=True, bound=True)
    boxed = boxes(7, kept=True)
    assert counted(set_all(Region((*boxed, title, *boxed)))) == [7, 8]


def test_a_title_moves_to_the_next_page_with_the_region_below_it():
    title = Region(boxes(1), before=3.0, kept=True)
    first, whole = Region(boxes(6)), Region(boxes(3, kept=True))
    assert counted(set_all(first, title, whole)) == [6, 4]
    assert places(set_all(first, title, whole)[1])[0] == (10, 20)
    assert counted(set_all(Region(boxes(5)), title, Region(boxes(1)))) == [7]


def test_a_whole_region_that_fits_a_page_without_its_title_is_broken_below_it():
    pages = set_all(Region(boxes(5)), Region(boxes(1), kept=True), Region(boxes(8), whole=True))
    assert counted(pages) == [5, 8, 1]


def test_a_title_stands_alone_only_before_a_box_as_high_as_a_page():
    high = Region((SetBox(75.0, (TaggedPart((MARK,), 0),)),))
    assert counted(set_all(Region(boxes(1), kept=True), high)) == [1, 1]


def test_reports_a_box_higher_than_a_page():
    with pytest.raises(LayoutError, match="higher than the 80 mm of a page; take larger paper"):
        set_all(Region((SetBox(81.0, (TaggedPart((MARK,), 0),)),)))


def test_links_and_anchors_move_with_their_boxes():
    link = Element("Link")
    linked = SetBox(
        10, (TaggedPart((MARK,), 1),), (ElementArea(Rect(2, 1, 5, 4), link),), anchor="here"
    )
    (page,) = set_all(Region((*boxes(1), linked)))
    assert page.spots == (ElementArea(Rect(12, 21, 5, 4), link),)
    assert ("here", 20.0) in page.anchors


def test_the_footer_is_on_every_page():
    mark = TaggedPart((MARK,))
    pages = set_all(Region(boxes(10)), footer=lambda number, last: (mark,) * (number + 10 * last))
    assert [sum(part.leaf is None for part in page.parts) for page in pages] == [21, 22]
