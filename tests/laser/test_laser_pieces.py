"""What a laser cuts of a component follows from the material."""

import pytest
from helpers.spoken import paragraphs

from pnp.base.errors import LayoutError, UsageError
from pnp.base.fit import Fit, SeamJoint
from pnp.base.geometry import Size
from pnp.base.path import path_bounds
from pnp.components.piece import outlines
from pnp.definitions import find_game, games_to_copy, load_game
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.laser.parts import draw_pieces
from pnp.laser.settings import settings_of
from pnp.make.pipeline import write


@pytest.fixture(scope="module")
def turno():
    return load_game(find_game("turno")).game


def test_what_is_folded_is_refused_in_plywood_and_told_what_folds(turno):
    with pytest.raises(LayoutError, match=r"is folded, .* --material card-1"):
        draw_pieces(turno, "box-36", settings_of(LaserOptions()))


def test_what_is_folded_is_cut_of_card(turno):
    (box,) = draw_pieces(turno, "box-36", settings_of(LaserOptions(material="card-1")))
    assert not box.freed_by_trim


def test_slots_follow_the_thickness_that_was_measured(turno):
    *_, base = draw_pieces(turno, "pawns", settings_of(LaserOptions(thickness=2.7)))
    _, slot = outlines(base.front)
    assert path_bounds(slot).height == pytest.approx(2.7 + Fit.SLIDE.clearance)


def test_a_sheet_of_another_thickness_is_another_material():
    with pytest.raises(UsageError, match=r"--thickness: 6 mm is not what .* 2.4 to 3.6 mm"):
        settings_of(LaserOptions(thickness=6))


def steps_of(tmp_path, *components, **options):
    made = write(LaserJob.of("turno", LaserOptions(components=components, **options)), tmp_path)
    (sheet,) = made.folder.glob("laser/*-steps.pdf")
    return " ".join(paragraphs(sheet))


def test_the_sheet_of_steps_tells_how_a_die_of_wood_is_put_together(tmp_path):
    told = steps_of(tmp_path, "die", formats=("svg",), lang="de")
    assert "Richtet die Flächen um die mittlere auf" in told


def test_the_sheet_of_steps_tells_how_a_board_in_parts_is_joined(tmp_path):
    chosen = {"bed": Size(300, 300), "formats": ("svg",), "seam": SeamJoint.FINGER}
    assert "put glue on their fingers" in steps_of(tmp_path, "turnooi-mat", **chosen)


def test_what_is_folded_is_refused_in_veneer_which_is_thin_and_breaks(turno):
    with pytest.raises(LayoutError, match=r"veneer .* breaks when bent; add --material card-1"):
        draw_pieces(turno, "box-36", settings_of(LaserOptions(material="veneer-1")))


def test_inserts_are_cut_of_their_own_material(tmp_path):
    options = LaserOptions(
        components=("hexagon",), inlay="veneer-1", formats=("svg",), out=tmp_path
    )
    made = LaserJob.of("turno", options)
    laser = write(made, tmp_path).folder / "laser"
    _, inserts = made.layouts
    assert (made.settings.material.id, inserts.set.settings.material.id) == (
        "plywood-3",
        "veneer-1",
    )
    assert inserts.scheme.kerf == (0.12, 0.12)
    assert len(inserts.set.parts) == 7  # a pip on the front, six on the back
    for sheet in laser.glob("*-steps.pdf"):
        assert "1 mm deep" in " ".join(paragraphs(sheet))


def test_inserts_too_thick_for_pockets_are_refused():
    with pytest.raises(UsageError, match=r"--inlay: acrylic-3 is 3 mm thick, .* at most 1 mm"):
        settings_of(LaserOptions(inlay="acrylic-3"))


def test_needed_components_that_stay_paper_are_named():
    cards = LaserJob.of(str(games_to_copy()["bird-clock"]), LaserOptions())
    assert "not cut because they are of paper: cards; print them" in cards.notes
    assert not any("of paper" in note for note in LaserJob.of("turno", LaserOptions()).notes)


def test_a_game_without_rules_names_all_that_stays_paper(own):
    own.deck('kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"', rows="title\nA\n")
    file = own.folder / "game.toml"
    more = (
        '[components.board]\nkind = "grid"\nname = "Board"\nrows = 2\ncolumns = 2\ncell = "20mm"\n'
    )
    file.write_text(file.read_text("utf-8") + more, "utf-8")
    notes = LaserJob.of(str(own.folder), LaserOptions()).notes
    assert "not cut because they are of paper: events; print them" in notes
