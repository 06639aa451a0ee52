"""How pieces are made: the steps that follow from a kit, drawn and in four languages."""

import tomllib
from math import isclose

import pytest

from pnp.base.files import templates
from pnp.base.geometry import Point, Rect
from pnp.components.art.drawing import FRAME, Look
from pnp.components.art.folding import FROM_ABOVE, Panel, Spot, View, drawn
from pnp.components.registry import draw_steps, folders, step_words
from pnp.definitions import find_game, load_game
from pnp.jobs.kit import KitJob
from pnp.jobs.kit_options import KitOptions
from pnp.jobs.options import read_options
from pnp.kits.cut_tool import CutTool
from pnp.kits.steps import StepWriter
from pnp.kits.tally import tally_cells, tool_cells
from pnp.kits.words import kit_words
from pnp.scene import items_bounds

LANGUAGES = ("en", "de", "nl", "fr")
OWN_STEPS = {
    "die": ("turno", "die"),
    "standees": ("turno", "pawns"),
    "cones": ("punt-match", "caps"),
    "tuckbox": ("turno", "box-36"),
}


def job(name, **written):
    return KitJob.of(name, read_options(KitOptions, written))


def sections(name, cut=CutTool.SCISSORS, **written):
    kit = job(name, **written)
    words = kit_words("en")
    writer = StepWriter(kit.loaded.game, kit.sheets, kit._options.duplex, cut, words)
    return {one.names: one.steps for one in writer.sections(kit.drawn)}


def test_every_kind_that_draws_its_steps_is_in_this_test():
    assert set(OWN_STEPS) == {kind for kind, at in folders().items() if (at / "steps.py").is_file()}


@pytest.mark.parametrize("kind", OWN_STEPS)
def test_each_drawn_step_of_a_kind_has_a_sentence_in_every_language(kind):
    game_id, component = OWN_STEPS[kind]
    game = load_game(find_game(game_id)).game
    drawings = draw_steps(game, component)
    assert 2 <= len(drawings) <= 4
    texts = [step_words(kind, lang) for lang in LANGUAGES]
    assert all(list(text) == list(drawings) for text in texts)
    assert len({tuple(text.values()) for text in texts}) == len(LANGUAGES)


@pytest.mark.parametrize("kind", OWN_STEPS)
def test_drawings_stay_in_their_frames(kind):
    game_id, component = OWN_STEPS[kind]
    frame = Rect(0, 0, *FRAME).inset(-0.5)
    for name, scene in draw_steps(load_game(find_game(game_id)).game, component).items():
        assert frame.contains(items_bounds(scene.items)), name


def test_all_languages_have_the_same_words():
    def keys(table):
        return {k: keys(v) if isinstance(v, dict) else None for k, v in table.items()}

    tables = [
        keys(tomllib.loads((templates() / "kits" / f"{lang}.toml").read_text("utf-8")))
        for lang in LANGUAGES
    ]
    for table in tables:
        table.pop("names")  # of English ids, which are words in English definitions
    assert all(table == tables[0] for table in tables)


def test_pieces_that_are_made_alike_share_their_steps():
    found = sections("turnio/x-variant")
    assert list(found) == [("Board",), ("Chips", "X chips")]
    assert [len(steps) for steps in found.values()] == [1, 2]


def test_fronts_and_backs_that_are_folded_are_glued_before_anything_is_cut():
    names = list(sections("turno/loop", duplex="fold"))
    assert names == [("Tiles", "Hexagon"), ("Tiles",), ("Hexagon",), ("Pawns",), ("Die",)]


def test_nothing_is_paired_where_the_printer_prints_both_sides():
    assert next(iter(sections("turno/loop"))) == ("Tiles",)


def test_a_board_on_several_pages_is_joined_where_crosses_meet():
    steps = sections("tawula", paper="a5")["Board",]
    assert len(steps) == 4
    assert "crosses meet" in steps[2].text


def test_a_mat_in_strips_is_joined_edge_to_edge():
    steps = sections("turno/loop", aids="mat")["Mat for the loop",]
    assert "edge to edge" in steps[1].text


@pytest.mark.parametrize(
    ("cut", "expected"),
    [("scissors", "Cut out the block."), ("trimmer", "Lay the blade"), ("cutter", "machine")],
)
def test_the_tool_decides_how_straight_pieces_are_cut(cut, expected):
    assert expected in next(iter(sections("turno/loop", CutTool(cut)).values()))[0].text


@pytest.mark.parametrize(
    ("name", "written", "tools"),
    [
        ("turnio/basic", {}, ["scissors", "ruler"]),
        ("turnio/basic", {"cut": "trimmer"}, ["paper trimmer", "ruler"]),
        ("compositie/plan-a-head", {"cut": "trimmer"}, ["paper trimmer", "scissors", "ruler"]),
        (
            "turnio/basic",
            {"duplex": "fold"},
            ["scissors", "ruler", "glue stick", "heavy books, to press"],
        ),
        (
            "turno/loop",
            {},
            ["scissors", "ruler", "an empty ballpoint pen, to score", "glue stick"],
        ),
    ],
)
def test_tools_follow_from_the_pieces_and_from_how_they_are_cut(name, written, tools):
    kit = job(name, **written)
    cut = CutTool(written.get("cut", "scissors"))
    cells = tool_cells(kit.sheets, kit.drawn, cut, kit_words("en"))
    assert [cell.runs[0].text for cell in cells] == tools


def test_the_sums_leave_out_folds_where_there_are_none():
    kit = job("turnio/basic")
    told = [cell.runs[0].text for cell in tally_cells(kit.sheets, kit.drawn, kit_words("en"))]
    assert [text.split()[-1] for text in told] == ["sheets", "cuts", "minutes"]


def test_a_panel_folds_away_from_the_printed_side():
    base, side = Rect(0, 0, 10, 10), Rect(10, 0, 10, 10)
    hinge = Point(10, 0), Point(10, 10)
    lower = Panel(base.corners, panels=(Panel(side.corners, hinge, 90),))
    outside, inside = View(90, 0), View(-90, 0)  # from the right, and from the left
    (wall,) = [s for s in drawn(lower, outside) if Rect.around(s.points).height > 1]
    assert isclose(max(point.y for point in wall.points), 10)  # it hangs below the table
    assert wall.look is Look.PRINTED
    (wall,) = [s for s in drawn(lower, inside) if Rect.around(s.points).height > 1]
    assert wall.look is Look.BLANK


def test_the_folds_of_a_flat_net_are_dashed():
    base, side = Rect(0, 0, 10, 10), Rect(10, 0, 10, 10)
    flat = Panel(base.corners, panels=(Panel(side.corners, (Point(10, 0), Point(10, 10))),))
    looks = [stroke.look for stroke in drawn(flat, FROM_ABOVE)]
    assert looks == [Look.PRINTED, Look.PRINTED, Look.CREASE]
    assert View(0, 90).seen(Spot(3, 4)) == pytest.approx((3, 4))
