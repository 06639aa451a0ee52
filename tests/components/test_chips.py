"""The chips of Turnio, derived and not listed."""

from collections import Counter

import pytest
from helpers.models import refused

from pnp.components.chips import ChipGroup, Chips, arrangements
from pnp.definitions import find_game, load_game


@pytest.fixture(scope="module")
def turnio():
    return load_game(find_game("turnio")).game


def turned(corners):
    return {corners[n:] + corners[:n] for n in range(4)}


def test_two_and_two_quarters_lie_in_two_ways_that_turning_does_not_make_alike():
    assert ["".join(corners) for corners in arrangements(2, 2)] == ["CCSS", "CSCS"]


def test_one_and_one_quarter_lie_in_three_ways_and_mirror_images_are_two():
    found = list(arrangements(1, 1))
    assert ["".join(corners) for corners in found] == ["CS--", "C-S-", "C--S"]
    mirrored = tuple(reversed(found[0]))
    assert mirrored not in turned(found[0])
    assert any(mirrored in turned(other) for other in found[1:])


@pytest.mark.parametrize(("circles", "squares"), [(c, s) for c in range(5) for s in range(5 - c)])
def test_every_way_is_there_once_whichever_way_up(circles, squares):
    found = list(arrangements(circles, squares))
    every = Counter(form for corners in found for form in turned(corners))
    assert set(every.values()) <= {1}
    whole = 24
    for number in (circles, squares, 4 - circles - squares):
        for factor in range(2, number + 1):
            whole //= factor
    assert len(every) == whole


def test_turnio_has_five_of_each_with_four_quarters_and_three_of_each_with_two(turnio):
    chips = turnio.components["chips"]
    copies = Counter({str(kind): kind.copies for kind in chips.kinds})
    four = {name for name, count in copies.items() if count == 5}
    two = {name for name, count in copies.items() if count == 3}
    assert four == {f"{corners}-{turn}" for corners in ("ccss", "cscs") for turn in ("cw", "acw")}
    assert two == {
        f"{corners}-{turn}" for corners in ("csoo", "coso", "coos") for turn in ("cw", "acw")
    }
    assert (chips.count, copies.total()) == (38, 38)


def test_half_of_the_chips_turn_each_way(turnio):
    turns = Counter()
    for kind in turnio.components["chips"].kinds:
        turns[kind.turn] += kind.copies
    assert turns == {"clockwise": 19, "anticlockwise": 19}


def test_chips_without_groups_and_crosses_are_none():
    with refused(r"^has no chips; write groups"):
        Chips(kind="chips", name="None", edge=30.0)


@pytest.mark.parametrize(("circles", "squares"), [(0, 0), (3, 2)])
def test_a_chip_has_one_to_four_quarters(circles, squares):
    with refused(r"^a chip has 1 to 4 quarters"):
        ChipGroup(circles=circles, squares=squares, copies=1)


def test_the_disputed_pictures_are_reported_with_both_readings(turnio):
    (dispute,) = turnio.rule_sets["basic"].disputes
    assert [reading.source for reading in dispute.readings] == ["turnio-en", "turnio-de"]
    assert dispute.follows == "turnio-de"
