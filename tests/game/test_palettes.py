"""Colours that players must tell apart, seen by other eyes, in grey and in every theme.

LEAST_STEP: ten steps of L* are one of Munsell's value scale, whose eleven greys were chosen to be
told apart at a glance, also when they do not touch. LEAST_DISTANCE: a CIEDE2000 of about 1 can just
be seen side by side; twelve times that holds for pieces on different parts of a table, printed by
different printers. LEAST_CONTRAST: what WCAG 2.2 asks of graphics (success criterion 1.4.11).
"""

import itertools

import pytest
from helpers.color_vision import VISION, ciede2000, contrast, seen

from pnp.base.color import WHITE, ink_on, lab
from pnp.components.chips import Chips
from pnp.components.cones import Cones
from pnp.components.counters import Counters
from pnp.components.deck import Deck
from pnp.components.die import Die
from pnp.components.hexagon import Hexagon
from pnp.components.standees import Standees
from pnp.components.tables import Tables
from pnp.components.tiles import Tiles
from pnp.components.tracker import Tracker
from pnp.components.tuckbox import Tuckbox
from pnp.definitions import built_in_games, built_in_themes, find_game, load_game, load_theme

LEAST_STEP = 10.0
LEAST_DISTANCE = 12.0
LEAST_CONTRAST = 3.0
LEAST_TEXT = 4.5


def themed():
    """Yield every game in every theme."""
    for theme in built_in_themes():
        for game in built_in_games():
            yield theme, load_game(find_game(game), theme=load_theme(theme)).game


def told_apart(component):
    """The colours of a component that mean different things, by name."""
    match component:
        case Counters(series=series) | Cones(series=series):
            return {one.id: one.color for one in series}
        case Standees(pawns=pawns):
            return {pawn.id: pawn.color for pawn in pawns}
        case Deck(series=series):
            return {one.id: one.ink for one in series}
        case Chips(circle=circle, square=square):
            return {"circle": circle, "square": square}
        case Tables(dark=dark, light=light):
            return {"dark": dark, "light": light}
        case _:
            return {}


def palettes():
    seen_before = set()
    for theme, game in themed():
        for key, component in game.components.items():
            colors = told_apart(component)
            named = tuple(sorted(colors.items()))
            if len(colors) > 1 and (theme, named) not in seen_before:
                seen_before.add((theme, named))
                yield pytest.param(colors, id=f"{theme} {game.id} {key}")
    for theme in built_in_themes():
        colors = load_theme(theme).colors
        if colors:
            yield pytest.param(dict(colors), id=f"{theme} itself")


PALETTES = list(palettes())


def test_there_are_palettes_to_look_at():
    assert len(PALETTES) >= 3 * len(built_in_themes())


@pytest.mark.parametrize("colors", PALETTES)
def test_every_pair_differs_by_a_step_of_grey(colors):
    close = [
        (one, other, round(step, 1))
        for one, other in itertools.combinations(colors, 2)
        if (step := abs(seen(colors[one])[0] - seen(colors[other])[0])) < LEAST_STEP
    ]
    assert close == []


@pytest.mark.parametrize("eyes", VISION)
@pytest.mark.parametrize("colors", PALETTES)
def test_every_pair_differs_to_all_eyes(colors, eyes):
    close = [
        (one, other, round(apart, 1))
        for one, other in itertools.combinations(colors, 2)
        if (apart := ciede2000(seen(colors[one], eyes), seen(colors[other], eyes))) < LEAST_DISTANCE
    ]
    assert close == []


@pytest.mark.parametrize("theme", built_in_themes())
def test_marks_and_pips_stand_out_on_their_grounds(theme):
    faint = []
    for game in built_in_games():
        for key, component in load_game(
            find_game(game), theme=load_theme(theme)
        ).game.components.items():
            for what, one, other, least in drawn_on(component):
                if contrast(one, other) < least:
                    faint.append((game, key, what, one, other, round(contrast(one, other), 2)))
    assert faint == []


def drawn_on(component):
    """Yield what is drawn on what, with the contrast it needs."""
    match component:
        case Counters(series=series) | Cones(series=series):
            for one in series:
                yield one.id, ink_on(one.color), one.color, LEAST_CONTRAST
        case Standees(pawns=pawns):
            for pawn in pawns:
                yield pawn.id, ink_on(pawn.color), pawn.color, LEAST_CONTRAST
        case Deck(series=series, ground=ground):
            for one in series:
                yield one.id, one.ink, ground, LEAST_TEXT
        case Tiles(ground=ground, ink=ink) | Hexagon(ground=ground, ink=ink):
            yield "pips", ink, ground, LEAST_TEXT
        case Die(ground=ground, ink=ink) | Tuckbox(ground=ground, ink=ink):
            yield "ink", ink, ground, LEAST_TEXT
        case Chips(ground=ground, ink=ink, circle=circle, square=square):
            yield "arrow", ink, ground, LEAST_TEXT
            yield "circle", circle, ground, LEAST_CONTRAST
            yield "square", square, ground, LEAST_CONTRAST
        case Tables(ground=ground, ink=ink, faint=faint, dark=dark, light=light):
            yield "far numbers", faint, ground, LEAST_TEXT
            for point in (dark, light, ground):
                yield "start", ink, point, LEAST_CONTRAST
        case Tracker(ground=ground, ink=ink, faint=faint, stripe=stripe):
            for row in (ground, stripe):
                yield "ink", ink, row, LEAST_TEXT
                yield "faint", faint, row, LEAST_CONTRAST


def test_the_simulations_leave_greys_grey_and_take_red_from_green():
    for eyes in VISION:
        assert seen("#808080", eyes) == pytest.approx(seen("#808080"), abs=0.2)
    for eyes in ("protanopia", "deuteranopia"):
        apart = ciede2000(seen("#c04000", eyes), seen("#5f7f00", eyes))
        assert apart < ciede2000(seen("#c04000"), seen("#5f7f00")) / 2


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [  # table 1 of Sharma, Wu and Dalal
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_examples(one, other, distance):
    assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize("color", [WHITE, "#000000", "#d3402b", "#58b673", "#010203"])
def test_our_own_lightness_is_the_same(color):
    assert lab(color) == pytest.approx(seen(color), abs=1e-9)
