"""What is printed on rule sheets can be read: no lettering too small or too pale."""

import pytest
from helpers.game_languages import languages
from helpers.rule_files import languages_by_turns
from helpers.rule_sheets import GAMES, RULE_SETS, pages_of
from helpers.scenes import IDENTITY
from shapely import Point, Polygon

from pnp.base.color import contrast
from pnp.base.fonts import cap_height, text_width
from pnp.base.geometry import Rect
from pnp.base.path import flattened, path_bounds
from pnp.rulebook.blocks import HEADINGS
from pnp.scene import Group, Shape, Text

LEAST = 6 * 25.4 / 72  # 6 points in mm
CONTRAST = 4.5  # of text to its ground: WCAG 2.2, success criterion 1.4.3
FINE = 0.01


def lettering(document):
    """Yield each text seen on paper: its words, its size in mm, and its contrast to the ground."""
    for page in document.pages:
        painted = []
        for part in page.parts:
            for item, move, shown in clipped(part.items):
                if isinstance(item, Shape) and item.style.fill:
                    for path in item.paths:
                        bounds = move.apply_to(path_bounds(path))
                        seen = bounds.intersection(shown) if shown else bounds
                        painted.append((seen, path, move, item.style.fill))
                elif isinstance(item, Text):
                    scale = (abs(move.a * move.d - move.b * move.c)) ** 0.5
                    middle = middle_of(item, move)
                    if shown is None or shown.contains(Rect(*middle, 0, 0)):
                        ground = ground_at(middle, painted)
                        yield item.string, item.size * scale, contrast(item.fill, ground)


def clipped(items, transform=IDENTITY, shown=None):
    """Yield every item that is not a group, where it comes to lie, and what clips leave of it."""
    for item in items:
        if isinstance(item, Group):
            within = shown
            if item.clip:
                clip = transform.apply_to(path_bounds(item.clip))
                within = clip.intersection(shown) if shown else clip
            yield from clipped(item.items, item.transform.then(transform), within)
        else:
            yield item, transform, shown


def middle_of(text, move):
    width = text_width(text.string, text.font, text.size)
    return move.apply(text.at.moved(width / 2, -cap_height(text.font) * text.size / 2))


def ground_at(point, painted):
    """Return the colour of the topmost shape at a point, or of the paper."""
    here = Rect(*point, 0, 0)
    for bounds, path, move, color in reversed(painted):
        if bounds.contains(here):
            corners = [move.apply(corner) for corner in flattened(path, 0.1)]
            if len(corners) > 2 and Polygon(corners).buffer(0).covers(Point(point)):
                return color
    return "#ffffff"


LANGUAGES = languages_by_turns(GAMES)


@pytest.mark.parametrize(
    ("game", "rule_set", "lang"),
    [(game, key, lang) for game, key in RULE_SETS for lang in LANGUAGES[game]],
)
def test_no_lettering_is_smaller_than_six_points_or_pale(game, rule_set, lang):
    found = list(lettering(pages_of(game, rule_set, lang)))
    assert len(found) > 100
    assert [(words, size) for words, size, _ in found if size < LEAST - FINE] == []
    assert [(words, ratio) for words, _, ratio in found if ratio < CONTRAST - FINE] == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_a_sheet_fits_on_two_pages_of_a4_set_no_more_than_a_little_smaller(game, rule_set, lang):
    pages = pages_of(game, rule_set, lang).pages
    assert len(pages) <= 2
    title = max(
        item.size * (move.a * move.d) ** 0.5
        for part in pages[0].parts
        for item, move, _ in clipped(part.items)
        if isinstance(item, Text)
    )
    assert title >= 0.96 * HEADINGS[1].size - FINE
