"""Boards laid out by their designer: any size, frames, places, and the formats that boards have."""

import json

import pytest
from helpers.game_folder import Face
from helpers.reading import sheets

from pnp.base.errors import DefinitionError
from pnp.components.registry import draw_component, frames_on
from pnp.definitions import load_game
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.make.pipeline import write
from pnp.positions.draw import draw_setup
from pnp.render import pdf
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

GAME = """
name = "Isles"
summary = "A map."

[components.map]
kind = "board"
name = "Map"
size = "{size}"
{more}

[components.map.front]
ground = "#ddeeff"
frames = [
  {{ kind = "shape", fill = "#ff0000", at = "right 10mm, bottom 10mm", area = "10%, 10%" }},
  {{ kind = "text", text = "Isles of {{game.name}}", at = "10x10mm", area = "60x10mm" }},
  {frames}
]
"""
SETUP = """
[components.crews]
kind = "counters"
name = "Crews"
diameter = "10mm"
series = [{ id = "red", color = "#aa0000", mark = "disc", copies = 2 }]

[sources.book]
kind = "rules"
title = "Rules"

[rule_sets.race]
name = "Race"
kind = "described"
summary = "Race."
players = { least = 1, most = 2 }
needs = [
  { component = "map", count = 1, source = "book" },
  { component = "crews", count = 2, source = "book" },
]

[rule_sets.race.setup]
board = "map"
lay = [{ component = "crews", pieces = ["red"], at = ["harbour"] }]

[rule_sets.race.setup.known]
status = "reconstructed"
says = "Crews begin in the harbour."
because = "Ships do."
"""


@pytest.fixture
def isles(own):
    """Write a game with a board, and return its folder."""

    def run(size="200x150mm", more="", frames="", rest=""):
        own.write("game.toml", GAME.format(size=size, more=more, frames=frames) + rest)
        return own.folder

    return run


def face_of(folder, **options):
    game = load_game(folder / "game.toml", **options).game
    (piece,) = draw_component(game, "map")
    return Face(pdf.render((piece.front,), pdf.PrintHints("face")))


def faults_of(folder):
    with pytest.raises(DefinitionError) as refusal:
        load_game(folder / "game.toml")
    return str(refusal.value).replace(f"{folder}/", "").splitlines()


def test_a_board_shows_its_frames_at_any_size(isles):
    found = face_of(isles()).seen("#ff0000")
    assert found[:4] == pytest.approx((170, 125, 190, 140), abs=0.1)
    wide = face_of(isles("600x300mm")).seen("#ff0000")
    assert wide[:4] == pytest.approx((530, 260, 590, 290), abs=0.1)


def test_texts_of_a_board_take_values_of_the_game(isles):
    assert face_of(isles()).lines == ["Isles of Isles"]


def test_a_board_without_a_ground_on_its_front_has_its_own(isles, own):
    folder = isles(more='ground = "#aabbcc"')
    own.write("game.toml", (folder / "game.toml").read_text().replace('ground = "#ddeeff"\n', ""))
    assert face_of(folder).color_at(100, 100) == "#aabbcc"


def test_a_board_larger_than_the_paper_is_printed_on_several_sheets(isles, tmp_path):
    options = SheetOptions(out=tmp_path / "out", formats=("pdf",))
    made = build_game(str(isles("400x270mm")), options)
    (file,) = [path for path in made.paths if path.suffix == ".pdf"]
    pages = sheets(file.read_bytes(), 2)
    assert len(pages) > 1
    assert any((page.pixels == (255, 0, 0)).all(axis=2).any() for page in pages)


def test_a_board_is_an_object_of_tabletop_simulator(isles, tmp_path):
    made = build_game(str(isles()), SheetOptions(out=tmp_path / "out", formats=("tts",)))
    (save,) = [p for p in made.paths if p.suffix == ".json" and "tts" in str(p)]
    assert '"Map"' in json.dumps(json.loads(save.read_text()))


def test_a_laser_cuts_out_a_board(isles, tmp_path):
    made = write(LaserJob.of(str(isles()), LaserOptions()), tmp_path / "out")
    assert any("map" in str(path) for path in made.paths)


def test_set_ups_lay_pieces_on_the_spaces_of_a_board(isles):
    more = 'spaces = { harbour = "right 50mm, 20mm" }\nspace = "16mm"'
    game = load_game(isles(more=more, rest=SETUP) / "game.toml").game
    board = game.components["map"]
    assert board.by_name["harbour"].center == pytest.approx((142, 28))
    scene = draw_setup(game, game.rule_sets["race"].setup)
    face = Face(pdf.render((scene,), pdf.PrintHints("set-up")))
    assert face.seen("#aa0000", slack=10) is not None


def test_without_spaces_a_board_is_one_place(isles):
    game = load_game(isles() / "game.toml").game
    assert list(game.components["map"].by_name) == ["board"]


def test_figures_of_a_board_are_its_sides_and_its_spaces(isles):
    claim = '[[claims]]\nsays = "It fits."\ncheck = "{}"\nstatus = "derived"\n'
    check = "map.width - map.height == 50 * map.spaces"
    folder = isles(more='spaces = { harbour = "9x9mm" }', rest=claim.format(check))
    assert load_game(folder / "game.toml").game.claims


def test_the_frames_of_a_board_are_known_to_a_desk(isles):
    game = load_game(isles() / "game.toml").game
    (board,) = draw_component(game, "map")
    names = [frame.name for frame in frames_on(game, "map", board, "front")]
    assert names == ["1 rectangle", "2 Isles of {game.name}"]


def test_a_board_takes_a_shared_layout(isles):
    layout = (
        '[layouts.blue.front]\nframes = [{ kind = "shape", fill = "#0000ff", area = "9x9mm" }]\n'
    )
    face = face_of(isles(more='layout = "blue"', rest=layout))
    assert face.seen("#0000ff") is not None
    assert face.seen("#ff0000") is not None


def test_a_layout_with_a_back_is_none_for_a_board(isles):
    layout = '[layouts.blue.back]\nground = "#0000ff"\n'
    (fault,) = faults_of(isles(more='layout = "blue"', rest=layout))
    assert fault == "game.toml: components.map.layout: 'blue' has a back, and a board has none"


def test_faults_of_a_board_are_reported_with_their_places(isles):
    faults = faults_of(
        isles(
            more='spaces = { harbour = "right -3mm, 0mm" }',
            frames='{ kind = "text", text = "{title}", at = "right -5mm, 5mm", area = "9x9mm" },',
        )
    )
    assert faults == [
        "game.toml: components.map: front.frames[3]: there is no column 'title' (there are: none)",
        "game.toml: components.map: front.frames[3]: reaches 5.0 mm over the edge of the "
        "200x150mm board, where it is cut off; only images and shapes may",
        "game.toml: components.map: spaces.harbour: reaches over the edge of the board",
    ]


def test_a_text_that_does_not_fit_names_the_board(own, isles):
    from pnp.base.errors import LayoutError

    folder = isles(frames='{ kind = "text", text = "Far too long", area = "9x4mm" },')
    with pytest.raises(LayoutError, match=r"board: front\.frames\[3\], text: "):
        face_of(folder)


def test_a_draft_shows_a_board_with_its_faults(isles):
    folder = isles(frames='{ kind = "image", file = "missing.png", area = "50x50mm" },')
    game = load_game(folder / "game.toml", draft=True).game
    (piece,) = draw_component(game, "map")
    assert "missing.png" in piece.faults[0]
