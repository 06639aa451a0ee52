"""Pointed caps: what can be rolled, and how high they pile."""

from math import asin, ceil, cos, hypot, pi, sin

import pytest
from helpers.models import refused, replace

from pnp.components.cones import Cones
from pnp.components.player_pieces import CounterSeries
from pnp.definitions import find_game, load_game

WHITE = CounterSeries(id="white", color="#f7f4ec", mark="ring", copies=14)

TIMES = "\N{MULTIPLICATION SIGN}"


def cones(diameter=16.0, slant=20.0, tab=4.0, series=(WHITE,)):
    return Cones(kind="cones", name="Caps", diameter=diameter, slant=slant, tab=tab, series=series)


@pytest.fixture(scope="module")
def punt_match():
    return load_game(find_game("punt-match")).game


def test_a_cap_stands_on_its_foot_as_high_as_pythagoras_says():
    assert cones(diameter=6.0, slant=5.0, tab=1.0).height == pytest.approx(4.0)
    assert hypot(cones().height, 8) == pytest.approx(20)


def rise(caps, stock):
    """Return the most by which one more cone raises a pile.

    A paper wall, moved along the axis until it lies on an equal one, rises by its thickness over
    the sine of half the apex angle. At the seam the paper is double.
    """
    return 2 * stock / (caps.diameter / 2 / caps.slant)


@pytest.mark.parametrize(("diameter", "slant"), [(16, 20), (6, 5), (10, 40)])
def test_a_cap_lies_on_the_one_beneath_with_two_papers_between_their_walls(diameter, slant):
    """Move a wall up by the rise: its distance from where it was is twice the paper."""
    cap = cones(diameter, slant, tab=1.0)
    half_angle = asin(diameter / 2 / slant)
    raised_by = rise(cap, 0.25)
    foot = (slant * sin(half_angle), slant * cos(half_angle))
    raised = (foot[0], foot[1] - raised_by)
    distance = abs(foot[0] * raised[1] - foot[1] * raised[0]) / slant  # of it from the wall
    assert distance == pytest.approx(2 * 0.25)


@pytest.mark.parametrize(("count", "height"), [(1, 18.33), (2, 19.83), (28, 58.83), (33, 66.33)])
def test_a_pile_of_all_pawns_of_two_or_three_players_can_stand(punt_match, count, height):
    assert punt_match.stock == 0.3
    assert pile_height(punt_match, count) == pytest.approx(height, abs=0.005)


def pile_height(game, count):
    """Return the greatest height of a pile of cones."""
    caps = game.components["caps"]
    return caps.height + (count - 1) * rise(caps, game.stock)


def test_the_definition_states_the_heights_that_the_model_works_out(punt_match):
    caps = punt_match.components["caps"]
    (derived,) = [fact for fact in caps.facts if fact.status == "derived"]
    two, three = pile_height(punt_match, 28), pile_height(punt_match, 33)
    assert f"a pile of 28 caps is at most {ceil(two)} mm high" in derived.says
    assert f"one of 33 at most {ceil(three)} mm" in derived.says
    assert derived.derivation.endswith(
        f"27 {TIMES} 1.5 = {two:.1f}, and 18.3 + 32 {TIMES} 1.5 = {three:.1f}."
    )


@pytest.mark.parametrize("stock", [0.15, 0.3, 0.36])
def test_every_cap_covers_nine_tenths_of_the_one_beneath(punt_match, stock):
    caps = punt_match.components["caps"]
    assert 1 - rise(caps, stock) / caps.height > 0.9


def test_caps_are_the_pawns_in_another_form_and_leave_room_for_fingers(punt_match):
    caps, pawns = (punt_match.components[key] for key in ("caps", "pawns"))
    assert caps.series == pawns.series
    assert caps.count == 39
    assert punt_match.components["hex-board"].cell - caps.diameter >= 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"slant": 8.0},
            "a slant of 8 mm makes no cone over a foot of 16 mm; it is more than half",
        ),
        ({"slant": 7.0}, "a slant of 7 mm makes no cone over a foot of 16 mm"),
        ({"tab": 4.1}, "a tab of 4.1 mm is too deep to roll; 4 mm is the most here"),
        ({"slant": 12.0}, "a tab of 4 mm is too deep to roll; 3 mm is the most here"),
        (
            {"slant": 8.2, "tab": 2.0},
            "a sector of 351 degrees leaves no room for a tab of 2 mm; make the slant longer",
        ),
        (
            {"series": (WHITE, replace(WHITE, id="grey"))},
            "two series have the same mark 'ring'",
        ),
    ],
)
def test_what_cannot_be_rolled_or_told_apart_is_refused(changes, message):
    with refused(f"^{message}"):
        replace(cones(), **changes)


def test_the_foot_is_as_long_as_the_arc_of_the_sector():
    assert cones().sweep * 20 == pytest.approx(pi * 16)
