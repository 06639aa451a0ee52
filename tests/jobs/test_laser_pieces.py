"""What a laser cuts of a component follows from the material."""

import pytest

from pnp.base.errors import LayoutError
from pnp.definitions import find_game, load_game
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.laser_pieces import draw_pieces
from pnp.jobs.laser_settings import settings_of


@pytest.fixture(scope="module")
def turno():
    return load_game(find_game("turno")).game


def test_what_is_folded_is_refused_in_plywood_and_told_what_folds(turno):
    with pytest.raises(LayoutError, match=r"is folded, .* --material card-1"):
        draw_pieces(turno, "box-36", settings_of(LaserOptions()))


def test_what_is_folded_is_cut_of_card(turno):
    (box,) = draw_pieces(turno, "box-36", settings_of(LaserOptions(material="card-1")))
    assert not box.straight
