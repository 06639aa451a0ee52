"""Boards in every theme and with less ink: titles and motifs remain, and little is inked."""

import numpy as np
import pytest

from pnp.base.geometry import Rect
from pnp.base.path import path_bounds
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.definitions.data_files import load_theme
from pnp.render import png
from pnp.scene import Extra, Group, Shape, Text, item_bounds, leaves_in
from pnp.scene.ink import Ink, InkSaver

BOARDS = [
    ("turnio", "board"),
    ("compositie", "board"),
    ("punt-match", "square-board"),
    ("punt-match", "hex-board"),
    ("tawula", "board"),
    ("turno", "checkers-mat"),
    ("turno", "loop-mat"),
    ("turno", "star-mat"),
]


def drawn(game, board, theme=None, ink=Ink.FULL):
    (piece,) = draw_component(
        load_game(find_game(game), theme=theme and load_theme(theme)).game, board
    )
    return piece.inked(InkSaver(ink)).front


def inked(scene):
    """The part of the board that is inked, all colours together."""
    picture = png.draw(scene, 200, 200).convert("RGB")
    missing = 1 - np.asarray(picture, float) / 255
    cyan, magenta, yellow = (missing[..., channel] for channel in range(3))
    black = np.minimum(np.minimum(cyan, magenta), yellow)
    return float((cyan + magenta + yellow - 2 * black).mean())


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_a_board_says_its_name_in_every_theme_and_with_less_ink(game, board):
    name = load_game(find_game(game)).game.name.upper()
    for theme in (None, "high-contrast", "colour"):
        for ink in Ink:
            texts = [
                i.string
                for i in leaves_in(drawn(game, board, theme, ink).items)
                if isinstance(i, Text)
            ]
            assert any(name in text for text in texts), (theme, ink)


@pytest.mark.parametrize(("game", "board"), [one for one in BOARDS if one[0] != "tawula"])
def test_little_of_a_board_is_inked_and_less_with_less_ink(game, board):
    full, low = (inked(drawn(game, board, ink=ink)) for ink in (Ink.FULL, Ink.LOW))
    assert low < 0.1
    assert low < full < 0.35


@pytest.mark.parametrize("game", ["turnio", "compositie"])
def test_letters_of_a_board_are_clear_of_its_title_and_as_far_apart_as_tiles_of_its_border(game):
    front = drawn(game, "board")
    letters = [one for one in front.items if isinstance(one, Text) and one.string in "cd"]
    plates = [path_bounds(one.paths[0]) for one in front.items if isinstance(one, Shape)]
    under = [
        next(p for p in plates if p.height < 6 and p.contains(Rect.about(at.center, 1, 1)))
        for at in map(item_bounds, letters)
    ]
    (title,) = (
        path_bounds(shape.paths[0])
        for shape in front.items
        if isinstance(shape, Shape)
        and len(shape.paths[0].segments) == 5
        and shape.style.stroke_width == 0.25
    )
    assert title.x - under[0].right >= 2
    assert under[1].x - title.right >= 2
    (border,) = (g for g in front.items if isinstance(g, Group) and g.extra is Extra.BORDER)
    assert len(border.items) == 4 * (6 + 1)


def test_a_figure_has_neither_title_nor_coordinates():
    game = load_game(find_game("turnio")).game
    (piece,) = draw_component(game, "board", lettered=False)
    assert not [item for item in leaves_in(piece.front.items) if isinstance(item, Text)]


def test_the_motif_of_a_board_takes_the_colours_of_the_theme():
    classic, contrast = (drawn("turnio", "board", theme) for theme in (None, "high-contrast"))
    fills = [
        {i.style.fill for i in leaves_in(scene.items) if isinstance(i, Shape)}
        for scene in (classic, contrast)
    ]
    assert "#0a337c" in fills[0]
    assert "#0a2480" in fills[1]
