"""Figures at the scale at which they are printed."""

from pathlib import Path

import pytest

from pnp.base.geometry import Size
from pnp.definitions import find_game, games_to_copy, load_game
from pnp.positions.figure import LETTER
from pnp.positions.position import PieceDrawings
from pnp.rulebook.blocks import Figure
from pnp.rulebook.figures import (
    HEIGHTS,
    common_scale,
    figure_at,
    greatest_height,
    on_screen,
    scale_in,
)
from pnp.rulebook.sheet import rule_sheet
from pnp.scene import Group, Scene, Text, items_bounds

SIX_POINTS = 6 / 72 * 25.4  # mm


@pytest.fixture(scope="module")
def figures():
    """Return the figures of a few built-in sheets by their ids."""
    found = {}
    for game, key in (
        ("turno", "loop"),
        ("turno", "turnooi"),
        ("tawula", "anatolia-1845"),
        ("punt-match", "hex-2"),
    ):
        file = find_game(game)
        sheet = rule_sheet(Path(file).parent, load_game(file).game, key, "en")
        found |= {one.id: one for one in sheet.blocks if isinstance(one, Figure)}
    return found


def texts(items, scale=1.0):
    """Yield every text with its font size on paper."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, scale * abs(item.transform.a + 1j * item.transform.b))
        elif isinstance(item, Text):
            yield item.string, scale * item.size


@pytest.mark.parametrize("scale", [0.12, 0.25, 0.6])
def test_no_lettering_is_smaller_than_six_points_at_any_scale(figures, scale):
    for one in figures.values():
        for string, size in texts(figure_at(one, scale).items, scale):
            assert size >= SIX_POINTS, (one.id, string)


@pytest.mark.parametrize("scale", [0.12, 0.25, 0.6])
def test_names_of_places_have_one_size_on_paper(figures, scale):
    sizes = {
        round(size, 6)
        for key in ("loop-setup", "turnooi-setup", "tawula-anatolia-1845-setup")
        if key in figures
        for string, size in texts(figure_at(figures[key], scale).items, scale)
        if string in ("a", "6", "33", "24")
    }
    assert sizes == {LETTER}


@pytest.mark.parametrize("room", [Size(84, 66), Size(60, 46), Size(170, 60)])
def test_a_figure_fills_its_room_with_its_lettering(figures, room):
    for one in figures.values():
        scale = scale_in(one, room, 0.6)
        width, height = (scale * side for side in figure_at(one, scale).size)
        assert max(width / room.width, height / room.height) <= 1.003
        if scale < 0.6:
            assert max(width / room.width, height / room.height) > 0.8, one.id


def test_examples_on_one_board_have_one_scale(figures):
    several = [one for key, one in figures.items() if key.startswith("hex-2")]
    room = Size(84, 44)
    examples = [one for one in several if one.kind == "example"]
    alone = {one.id: scale_in(one, room, 0.6) for one in examples}
    common = {one.id: common_scale(one, several, room, 0.6) for one in examples}
    least = min(alone.values())
    assert len(examples) > 1
    same = {scale for key, scale in common.items() if alone[key] < 1.9 * least}
    assert len(same) == 1
    assert same.pop() == pytest.approx(least, rel=0.03)


def test_a_picture_that_is_not_drawn_anew_is_scaled():
    figure = Figure("one", Scene(Size(100, 50), ()), "", "")
    assert scale_in(figure, Size(40, 40), 1.0) == pytest.approx(0.4)
    assert scale_in(figure, Size(400, 400), 1.0) == 1.0


@pytest.mark.parametrize(
    ("game", "key", "named"),
    [("bird-clock", "morning", False), ("compositie", "pick-two-one", True)],
)
def test_places_have_names_in_figures_only_where_the_text_uses_these(game, key, named):
    file = games_to_copy()[game] / "game.toml"
    sheet = rule_sheet(file.parent, load_game(file).game, key, "en")
    (setup,) = [one for one in sheet.blocks if isinstance(one, Figure) and one.kind == "setup"]
    seen = {string for string, _ in texts(on_screen(setup).items)}
    assert ({"a", "b", "c"} <= seen) is named


def test_rows_of_pieces_beside_a_board_do_not_make_the_board_small():
    file = games_to_copy()["alder-ford"] / "game.toml"
    sheet = rule_sheet(file.parent, load_game(file).game, "battle", "en")
    (setup,) = [one for one in sheet.blocks if isinstance(one, Figure) and one.kind == "setup"]
    assert greatest_height(setup, 1.0) > HEIGHTS["setup"] + 10
    assert greatest_height(setup, 0.7) < greatest_height(setup, 1.0)


def test_figures_of_a_hexagonal_board_have_no_paper_around_its_cells():
    game = load_game(find_game("punt-match")).game
    board = game.components["hex-board"]
    ground, *_ = PieceDrawings(game).empty("hex-board")
    assert ground.style.fill == board.ground
    area = items_bounds([ground])
    assert area.y > 5
    assert area.bottom < board.size.height - 5
