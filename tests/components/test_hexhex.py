"""The names of cells on hexagonal boards."""

from math import dist

from pnp.base.geometry import Rect
from pnp.base.path import flattened
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.scene import Text, leaves_in, shapes_in


def test_no_dashed_line_runs_through_the_name_of_a_cell():
    (piece,) = draw_component(load_game(find_game("punt-match")).game, "hex-board")
    names = [one for one in leaves_in(piece.front.items) if isinstance(one, Text)]
    names = [one for one in names if len(one.string) == 2 and one.string[1].isdigit()]
    dashed = [path for s in shapes_in(piece.front.items) if s.style.dash for path in s.paths]
    assert len(names) > 50
    assert dashed
    for name in names:
        box = Rect(name.at.x - 0.4, name.at.y - name.size * 0.7, name.size * 1.1, name.size * 0.7)
        for path in dashed:
            (a, b) = flattened(path, 0.1)
            steps = int(dist(a, b) / 0.2) + 1
            for n in range(steps + 1):
                at = a.moved((b.x - a.x) * n / steps, (b.y - a.y) * n / steps)
                assert not (box.x < at.x < box.right and box.y < at.y < box.bottom), name.string
