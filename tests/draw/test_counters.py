"""Round counters, and the box of COM:POSITIE that they come in."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from reading import sheets

from pnp.audit import check_game
from pnp.color import channels, luminance
from pnp.definitions import find_game, load_game
from pnp.draw import draw_component
from pnp.model.counters import Counters, CounterSeries
from pnp.path import path_bounds
from pnp.scene import Role, Shape


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
    with pytest.raises(ValueError, match=r"^two series have the same mark 'disc'"):
        Counters(kind="counters", name="Alike", diameter=20.0, series=(one, other))


def test_the_contradiction_of_the_third_game_is_a_dispute_and_no_failure(compositie):
    report = check_game(compositie)
    assert report.ok
    third = report.rule_sets[2]
    (dispute,) = third.disputes
    assert ["12 squares" in reading.says for reading in dispute.readings] == [True, True]
    shown = {claim.text: claim.arithmetic for claim in third.claims}
    assert shown["Nine in the line-up and nine in reserve"] == "9 + 9 = 18"
