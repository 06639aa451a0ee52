"""Sets of dominoes: which bones there are, and what their faces show."""

import pytest
from helpers.models import refused

from pnp.base.geometry import IDENTITY, Size
from pnp.base.path import circle_of, placed
from pnp.components.dominoes import Dominoes
from pnp.components.dominoes.draw import draw
from pnp.scene import Group

SIZE = Size(24, 48)


def dominoes(**changed):
    return Dominoes(**{"kind": "dominoes", "name": "Bones", "double": 6, "size": SIZE} | changed)


def pips(scene):
    """Return the middles of the pips on a face."""
    return list(circles_in(scene.items, IDENTITY))


def circles_in(items, placement):
    for item in items:
        if isinstance(item, Group):
            yield from circles_in(item.items, item.transform.then(placement))
            continue
        for path in item.paths:
            if found := circle_of(placed(path, placement)):
                yield found[0]


@pytest.mark.parametrize(
    ("double", "blank", "bones"), [(6, True, 28), (6, False, 21), (12, True, 91)]
)
def test_every_unordered_pair_of_numbers_is_one_bone(double, blank, bones):
    made = dominoes(double=double, blank=blank)
    assert made.count == bones == len(made.pieces)
    assert all(low <= high for low, high in made.bones)
    assert any(0 in bone for bone in made.bones) is blank


def test_figures_count_doubles_pips_and_ends():
    figures = dominoes().claim_figures(None)
    assert (figures["doubles"], figures["pips"]) == (7, 168)
    assert figures["ends"] == dict.fromkeys(range(7), 8)


def test_a_bone_shows_its_lower_end_above_and_its_higher_end_below():
    pieces = {piece.name: piece for piece in draw(dominoes(), None)}
    places = pips(pieces["2-5"].front)
    assert sum(place.y < 24 for place in places) == 2
    assert sum(place.y > 24 for place in places) == 5


def test_a_lying_bone_is_the_standing_one_turned_left_by_a_quarter():
    standing = {piece.name: piece for piece in draw(dominoes(), None)}["2-5"].front
    turned = dominoes(orientation="lying")
    lying = {piece.name: piece for piece in draw(turned, None)}["2-5"].front
    assert lying.size == Size(48, 24)
    wanted = sorted((place.y, 24 - place.x) for place in pips(standing))
    assert sorted(pips(lying)) == [pytest.approx(place) for place in wanted]


def test_all_bones_have_one_back():
    assert len({id(piece.back) for piece in draw(dominoes(), None)}) == 1


def test_a_set_shows_as_many_pips_as_its_claims_count():
    shown = sum(len(pips(piece.front)) for piece in draw(dominoes(double=9), None))
    assert shown == dominoes(double=9).claim_figures(None)["pips"]


def test_a_bone_that_is_wider_than_high_is_refused_with_the_way_to_lay_it():
    with refused("lying"):
        dominoes(size=Size(48, 24))
