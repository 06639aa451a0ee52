"""Pages on sheets that are folded and stapled."""

import pytest

from pnp.base.geometry import Point, Size
from pnp.rulebook.pages import booklet
from pnp.scene import Group, Scene, Text

SIZE = Size(100, 150)


def page(number):
    text = Text(Point(10, 20), str(number), "serif", 5)
    return Scene(SIZE, (text,), label=str(number))


def halves(side):
    """Return what stands on the left half of a side of a sheet and on the right one."""
    found = ["", ""]
    for item in side.items:
        if isinstance(item, Group):
            found[int(item.transform.e == SIZE.width)] = item.items[0].string
    return tuple(found)


def read(sides):
    """Fold the sheets, lay them into one another and turn the pages, as a reader does.

    A sheet is turned over its short edge, sideways, so its left half has the right half of the
    back behind it.
    """
    sheets = [
        (halves(front), halves(back)) for front, back in zip(sides[::2], sides[1::2], strict=True)
    ]
    first_half = [page for front, back in sheets for page in (front[1], back[0])]
    second_half = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    return first_half + second_half


@pytest.mark.parametrize("count", [1, 4, 5, 8, 13, 32])
def test_a_folded_booklet_reads_in_order_with_empty_pages_at_its_end(count):
    sides = booklet([page(number) for number in range(1, count + 1)])
    turned = read(sides)
    assert len(turned) % 4 == 0
    assert turned[:count] == [str(number) for number in range(1, count + 1)]
    assert set(turned[count:]) <= {""}


def test_a_sheet_is_two_pages_wide_and_has_its_fold_marked_in_the_middle():
    front, back = booklet([page(1)])
    assert front.size == back.size == Size(200, 150)
    folds = front.items[-1]
    assert {path.start.x for path in folds.paths} == {100}
