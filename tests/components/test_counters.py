"""Round counters, and the box of COM:POSITIE that they come in."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from helpers.components import draw
from helpers.models import refused
from helpers.reading import sheets

from pnp.audit import check_game
from pnp.base.color import channels, luminance
from pnp.base.errors import LayoutError
from pnp.base.fonts import cap_height
from pnp.base.geometry import Rect
from pnp.base.path import Arc, path_bounds
from pnp.components.counters import Counters
from pnp.components.player_pieces import CounterBack, CounterSeries
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.scene import Group, Role, Shape, Text, item_bounds


@pytest.fixture(scope="module")
def compositie():
    return load_game(find_game("compositie")).game


def test_a_counter_is_round_and_the_same_on_both_sides(compositie):
    for piece in draw_component(compositie, "pieces"):
        assert piece.back is piece.front
        assert piece.copies == 9
        (cut,) = [i for i in piece.front.items if isinstance(i, Shape) and i.role is Role.CUT]
        bounds = path_bounds(cut.paths[0])
        assert (bounds.width, bounds.height) == pytest.approx((24, 24))


def test_any_two_colours_differ_clearly_in_grey_or_in_lightness_and_always_in_their_mark(
    compositie,
):
    series = compositie.components["pieces"].series
    for one, other in combinations(series, 2):
        assert one.mark != other.mark
        assert abs(luminance(one.color) ** 0.4 - luminance(other.color) ** 0.4) > 0.1


def test_the_made_sheet_holds_nine_of_each_colour_and_each_has_its_like_behind_it(build):
    built = build("compositie", only=("pieces",), formats=("pdf",))
    front, back = sheets(built.folder / built.files[0].path, 8)
    colors = {
        series.id: np.array(channels(series.color)) * 255
        for series in load_game(find_game("compositie")).game.components["pieces"].series
    }

    def read(page):
        """The colour in the ring of each place of the sheet, by its place."""
        made = built.files[0]
        found = {}
        for row in range(6):
            for column in range(7):
                x = page.width / 2 + (column - 3) * 28
                y = page.height / 2 + (row - 2.5) * 28
                sample = page.pixels[round((y - 11) * 8), round(x * 8)].astype(float)
                nearest = min(colors, key=lambda name: np.abs(colors[name] - sample).sum())
                if np.abs(colors[nearest] - sample).sum() < 30:
                    found[row, column] = nearest
        assert len(found) == made.pieces
        return found

    fronts, backs = read(front), read(back.turned_sideways())
    assert Counter(fronts.values()) == dict.fromkeys(colors, 9)
    assert fronts == backs


def test_two_series_may_not_look_alike():
    one = CounterSeries(id="red", color="#b3261e", mark="disc", copies=3)
    other = CounterSeries(id="blue", color="#173a75", mark="disc", copies=3)
    with refused(r"^two series have the same mark 'disc'"):
        Counters(kind="counters", name="Alike", diameter=20.0, series=(one, other))


def test_the_contradiction_of_the_third_game_is_a_dispute_and_no_failure(compositie):
    report = check_game(compositie)
    assert report.ok
    third = report.rule_sets[2]
    (dispute,) = third.disputes
    assert ["12 squares" in reading.says for reading in dispute.readings] == [True, True]
    shown = {claim.text: claim.arithmetic for claim in third.claims}
    assert shown["Nine in the line-up and nine in reserve"] == "9 + 9 = 18"


def square(**keys):
    series = {
        "id": "foot",
        "color": "#9e2f26",
        "mark": "square",
        "text": "5-4",
        "copies": 3,
        **keys,
    }
    return Counters(kind="counters", name="Units", edge=16.0, series=(CounterSeries(**series),))


def signs(face):
    """The texts of a face, and the colours of what is filled on it, the ground first."""
    texts = [item for item in flat(face.items) if isinstance(item, Text)]
    fills = [i.style.fill for i in flat(face.items) if isinstance(i, Shape) and i.style.fill]
    return [text.string for text in texts], [*fills, *(text.fill for text in texts)]


def flat(items):
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def test_a_square_counter_has_round_corners_and_its_edge_for_a_width():
    (piece,) = draw(square())
    (cut,) = [i for i in piece.front.items if isinstance(i, Shape) and i.role is Role.CUT]
    bounds = path_bounds(cut.paths[0])
    assert (bounds.width, bounds.height) == pytest.approx((16, 16))
    radii = [segment.radius for segment in cut.paths[0].segments if isinstance(segment, Arc)]
    assert radii == pytest.approx([0.12 * 16] * 4)


def test_mark_and_text_are_in_the_frame_of_a_counter_and_as_far_from_it_above_as_below():
    (piece,) = draw(square(mark="disc"))
    ground, frame, mark, text = flat(piece.front.items[0].items)
    inside = item_bounds(frame)
    capitals = Rect(text.at.x, text.at.y - text.size * cap_height(text.font), 1, 0)
    above, below = item_bounds(mark).y - inside.y, inside.bottom - text.at.y
    assert item_bounds(mark).bottom < capitals.y
    assert above == pytest.approx(below, abs=0.35)
    assert item_bounds(ground).contains(inside)


def test_without_a_back_both_sides_of_a_square_counter_are_alike():
    (piece,) = draw(square())
    assert piece.back is piece.front


def test_a_back_has_its_own_sign_and_the_colour_of_the_front_if_it_names_none():
    (piece,) = draw(square(back=CounterBack(mark="square", text="3-4")))
    assert signs(piece.front)[0] == ["5-4"]
    texts, (ground, *_) = signs(piece.back)
    assert (texts, ground) == (["3-4"], "#9e2f26")


def test_swapped_colours_are_those_of_the_front_the_other_way_round():
    (piece,) = draw(square(back=CounterBack(text="3-4", swapped=True)))
    _, (front_ground, *front_inks) = signs(piece.front)
    _, (back_ground, *back_inks) = signs(piece.back)
    assert set(back_inks) == {front_ground}
    assert {back_ground} == set(front_inks)


def test_a_back_may_have_a_colour_and_no_sign():
    (piece,) = draw(square(back=CounterBack(color="#333333")))
    assert signs(piece.back) == ([], ["#333333"])


def test_a_text_that_is_too_long_is_reported_with_its_series():
    with pytest.raises(LayoutError, match=r"^foot: 'Invincibles 5-4' is"):
        draw(square(text="Invincibles 5-4"))


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({}, "write the diameter of round counters or the edge of square ones"),
        ({"edge": 16.0, "diameter": 16.0}, "write the diameter of round counters or the edge"),
        ({"diameter": 16.0, "corner": 2.0}, "corner: is of square counters; round ones have none"),
        ({"edge": 16.0, "corner": 9.0}, "a corner of 9 mm is more than half of the edge"),
    ],
)
def test_impossible_counters_are_reported(keys, fault):
    with refused(fault):
        Counters(kind="counters", name="Units", series=square().series, **keys)


def test_two_series_of_one_mark_and_text_are_reported_even_in_two_colours():
    one, other = square().series[0], square(id="other", color="#2c5480").series[0]
    with refused("same mark and text 'square' and '5-4'"):
        Counters(kind="counters", name="Units", edge=16.0, series=(one, other))
