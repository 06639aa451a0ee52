"""Chooses among the ways to set a chapter the one that fits best after the pages before it."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from math import fsum
from typing import NamedTuple

from pnp.typeset.columns import PageFiller, Region

# Figures are tried at these shares of their usual height; a share that readers would rather not
# see costs as much as leaving that share of a page empty.
SHARES = {1.0: 0.0, 1.15: 0.0, 1.3: 0.05, 0.85: 0.12, 0.7: 0.3}
PLANS = ((1.3, 0.6), (1.0, 0.6), (0.85, 0.6), (1.0, 0.0))  # the first is best if it costs no page
SECOND_PAGE = 0.4  # the cost of rules whose text does not end on the first page
BROKEN = 0.5  # the cost of an example that does not stay on one page
LEAST = 1 / 3  # of the last page: how much is filled at least
HARDLY = 0.5  # the cost of a last page that is filled less


class ChapterPlan(NamedTuple):
    """The largest share for figures, and the cost of starting rules in the middle of a page."""

    largest: float
    flowing: float


class SetChapter(NamedTuple):
    """The regions of a chapter; a ``short`` chapter does not start a new page.

    ``sized`` returns the regions of the text below the head, with figures at a share of their usual
    height.
    """

    text: list[Region]
    sized: Callable[[float], list[Region]]
    notes: list[Region]
    short: bool


class _WayToSet(NamedTuple):
    """One way to set a chapter, with its extra cost besides pages and space."""

    text: list[Region]
    notes: list[Region]
    cost: float


def best_regions(filler: PageFiller, chapter: SetChapter, plan: ChapterPlan) -> list[Region]:
    """Return the regions of a chapter in the way that fits best after the pages so far."""
    start = len(filler.pages)

    def cost(one: _WayToSet) -> tuple[int, float]:
        tried = filler.copy()
        rules = list(takewhile(lambda region: region.panel is None, one.text))
        tried.extend(rules)
        second = SECOND_PAGE * (len(tried.pages) > start)
        tried.extend([*one.text[len(rules) :], *one.notes])
        *full, last = tried.filled()[start - 1 :]
        white = fsum(1 - share for share in full) + 0.5 * (1 - last)
        return len(tried.pages), white + one.cost + second + HARDLY * (last < LEAST)

    best = min(_ways_to_set(chapter, filler.is_empty, plan), key=cost)
    return [*best.text, *best.notes]


def _ways_to_set(chapter: SetChapter, is_first: bool, plan: ChapterPlan) -> Iterator[_WayToSet]:
    """Yield the ways to set a chapter, each with its cost."""
    first, *rest = chapter.text
    fresh, flowing = first._replace(fresh=True), 0.0 if chapter.short else plan.flowing
    starts = [(fresh, 0.0)] if is_first else [(fresh, 0.0), (first, flowing)]
    has_figures = any(box.at for region in rest for box in region.boxes)
    shares = [share for share in SHARES if share <= plan.largest] if has_figures else [1.0]
    for share in shares:
        sized = chapter.sized(share)
        for start, cost in starts:
            yield _WayToSet([start, *sized], chapter.notes, SHARES[share] + cost)
        if any(region.panel for region in rest):
            broken = [region._replace(whole=False) for region in sized]
            yield _WayToSet([fresh, *broken], chapter.notes, SHARES[share] + BROKEN)
