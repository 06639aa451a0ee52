"""Mats around a hexagon: strips that join edge to edge lay out the very mat."""

from cmath import phase, rect
from itertools import combinations
from math import radians

import pytest
from shapely import Polygon

from pnp.components.hexagon_mat import TO_HEXAGON
from pnp.components.piece import outlines
from pnp.components.registry import draw_strips
from pnp.definitions import find_game, load_game
from pnp.scene import Text, leaves_in

WAYS = [(mat, parts) for mat in ("star-mat", "loop-mat") for parts in (1, 2, 3)]


@pytest.fixture(scope="module")
def turno():
    return load_game(find_game("turno")).game


def cut_corners(piece):
    """The corners of a piece as it is cut out, as complex numbers in its own coordinates."""
    (path,) = outlines(piece.front)
    return [complex(*path.start), *(complex(*segment.to) for segment in path.segments)]


class Table:
    """Strips laid one by one: each is moved so that an edge meets one that lies there already."""

    def __init__(self, mat, pieces, parts):
        self.mat = mat
        self.open = {}
        self.laid = {}
        hexagon = [(complex(*a), complex(*b)) for a, b in mat.about_middle[-1].edges()]
        waiting = list(zip(mat.strips(parts), pieces, strict=True))
        while waiting:
            strip, piece = waiting.pop(0)
            for joint in strip.joints:
                ends = [complex(*end) for end in joint.edge]
                if joint.letter == TO_HEXAGON:
                    target = next(e for e in hexagon if abs(sum(e) - sum(ends)) < 0.01)[::-1]
                elif joint.letter in self.open:
                    target = self.open[joint.letter][::-1]
                else:
                    continue
                self.lay(strip, piece, joint, target)
                break
            else:
                waiting.append((strip, piece))

    def lay(self, strip, piece, joint, target):
        corners = cut_corners(piece)
        turned = rect(1, -radians(strip.section.turn))
        outline = [complex(*corner) * turned for corner in strip.section.outline]
        shift = corners[0] - outline[0]
        assert all(abs(a + shift - b) < 1e-6 for a, b in zip(outline, corners, strict=True))

        def on_piece(edge):
            return [complex(*end) * turned + shift for end in edge]

        here = on_piece(joint.edge)
        assert abs(here[1] - here[0]) == pytest.approx(abs(target[1] - target[0]))
        spin = rect(1, phase((target[1] - target[0]) / (here[1] - here[0])))
        move = target[0] - here[0] * spin
        for other in strip.joints:
            self.open.setdefault(other.letter, [end * spin + move for end in on_piece(other.edge)])
        self.laid[strip.name] = (
            [corner * spin + move for corner in corners],
            [(complex(*p.center) * turned + shift) * spin + move for p in strip.section.places],
        )


@pytest.mark.parametrize(("name", "parts"), WAYS)
def test_strips_laid_edge_to_edge_put_every_place_where_the_mat_has_it(turno, name, parts):
    mat = turno.components[name]
    pieces = draw_strips(turno, name)[parts - 1]
    table = Table(mat, pieces, parts)
    found = [center for _, centers in table.laid.values() for center in centers]
    wanted = [complex(*place.center) for place in mat.about_middle[:-1]]
    assert len(found) == len(wanted) == 36
    assert all(min(abs(w - f) for f in found) < 0.001 for w in wanted)
    polygons = [Polygon([(c.real, c.imag) for c in o]) for o, _ in table.laid.values()]
    assert all(one.intersection(other).area < 0.01 for one, other in combinations(polygons, 2))


def test_strips_that_meet_have_the_same_letter_and_no_other_strip_has_it(turno):
    letters = [
        text.string
        for piece in draw_strips(turno, "loop-mat")[0]
        for text in leaves_in(piece.front.items)
        if isinstance(text, Text) and text.string.isalpha()
    ]
    assert sorted(letters) == sorted("AABBCCDDEEFF")


def test_boards_that_are_not_mats_have_no_strips(turno):
    assert draw_strips(turno, "checkers-mat") == ()
