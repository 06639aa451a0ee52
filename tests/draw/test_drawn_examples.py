"""Examples of play as pictures."""

from dataclasses import replace

import pytest

from pnp.audit import check_game
from pnp.definitions import find_game, load_game
from pnp.draw.example import draw_example
from pnp.geometry import Rect
from pnp.model.setup import Arrow, Example, Lay
from pnp.scene import Group, items_bounds


@pytest.fixture(scope="module")
def turnio():
    return load_game(find_game("turnio")).game


def example(turnio, **changes):
    return replace(turnio.rule_sets["basic"].examples["half"], **changes)


def checked(turnio, changed):
    rule_set = replace(turnio.rule_sets["basic"], examples={"half": changed})
    game = replace(turnio, rule_sets={"basic": rule_set})
    return [line for line in check_game(game).faults() if "Example half" in line]


def test_a_picture_is_cut_off_around_the_places_it_shows(turnio):
    scene = draw_example(turnio, turnio.rule_sets["basic"].examples["whole"])
    assert scene.size == pytest.approx((2 * 30.5 + 4, 2 * 30.5 + 4))
    (group,) = scene.items
    assert isinstance(group, Group)
    assert Rect(0, 0, *scene.size).contains(items_bounds(scene.items))


def test_without_places_to_show_the_whole_board_is_seen(turnio):
    scene = draw_example(turnio, example(turnio, show=()))
    assert scene.size == turnio.components["board"].size


def test_a_part_at_the_edge_does_not_reach_past_the_board(turnio):
    scene = draw_example(turnio, example(turnio, show=("a1",)))
    assert scene.size == pytest.approx((30.5 + 4, 30.5 + 4))
    wide = turnio.components["board"]
    narrow = replace(wide, rim=1.0)
    game = replace(turnio, components={**turnio.components, "board": narrow})
    scene = draw_example(game, example(turnio, show=("a1",)))
    assert scene.size == pytest.approx((30.5 + 3, 30.5 + 3))


def test_a_turned_chip_is_drawn_turned(turnio):
    def picture(turned):
        lay = (Lay(component="chips", pieces=("csoo-cw",), at=("a1",), turned=turned),)
        return draw_example(turnio, Example(board="board", lay=lay, show=("a1",)))

    assert len({str(picture(turned)) for turned in range(4)}) == 4


def test_an_arrow_ends_just_before_the_middle_of_its_place(turnio):
    arrow = Arrow(start="c4", to="d4")
    (group,) = draw_example(turnio, example(turnio, show=(), arrows=(arrow,))).items
    board = {place.name: place.center for place in turnio.components["board"].places}
    shaft, head, dot = group.items[-3:]
    tip = head.paths[0].start
    assert tip.y == board["d4"].y
    assert 3 < board["d4"].x - tip.x < 8
    assert shaft.paths[0].start == board["c4"]
    assert items_bounds([dot]).center == pytest.approx(board["c4"])


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"show": ("c3-h4",)}, "there is no place g3"),
        ({"marked": ("z1",)}, "there is no place z1"),
        ({"arrows": (Arrow(start="c4", to="c9"),)}, "there is no place c9"),
        (
            {"lay": (Lay(component="chips", pieces=("cccc-cw",), at=("a1",)),)},
            "there is no piece 'cccc-cw'",
        ),
        (
            {"lay": (Lay(component="chips", pieces=("csoo-cw",), at=("a1-d1",)),)},
            "4 csoo-cw are laid and the box has 3",
        ),
        (
            {"lay": (Lay(component="chips", pieces=("csoo-cw",), at=("a1", "a1")),)},
            "a1 is there twice",
        ),
    ],
)
def test_an_example_that_cannot_be_makes_the_check_fail(turnio, changes, fault):
    (line,) = checked(turnio, example(turnio, **changes))
    assert fault in line


def test_an_example_that_can_be_is_counted(turnio):
    report = check_game(turnio).rule_sets[0]
    told = {claim.text: claim.arithmetic for claim in report.setup}
    assert told["Example whole on Board"] == "4 pieces"


@pytest.mark.parametrize(
    "lay", [Lay(component="chips", at=("a1",)), Lay(component="chips", pieces=("x",), count=2)]
)
def test_an_entry_of_an_example_is_one_piece_on_places(lay):
    with pytest.raises(
        ValueError, match=r"lay\[1\]: in an example write one of pieces or a pile, and at"
    ):
        Example(board="board", lay=(lay,))
