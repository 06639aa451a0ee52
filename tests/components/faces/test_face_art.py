"""Frames over faces of components that draw their pieces by themselves."""

from pathlib import Path

import pytest
from helpers.game_folder import Face

from pnp.base.errors import DefinitionError, LayoutError
from pnp.base.fit import Fit, Stock
from pnp.base.geometry import Rect
from pnp.components.registry import (
    KINDS,
    draw_component,
    draw_samples,
    draw_tokens,
    draw_wood,
    frames_on,
)
from pnp.definitions import load_game
from pnp.game.component import NamedFrame
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.make.pipeline import write
from pnp.render import pdf
from pnp.scene import Role, shapes_in
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

RED = "#ff0000"
PLACEHOLDER = "#f3e3e3"  # in which a draft shows an empty frame
COUNTERS = """
edge = "20mm"
series = [
  { id = "one", color = "#1b1b1b", mark = "disc", copies = 2 },
  { id = "two", color = "#1b1bff", mark = "cross", copies = 2 },
]
"""
KEYS = {
    "counters": COUNTERS,
    "die": 'edge = "20mm"\nfaces = [1, 2, 3, 4, 5, 6]\n',
    "grid": 'rows = 3\ncolumns = 3\ncell = "20mm"\nrim = "10mm"\n',
    "hexhex": 'side = 2\ncell = "24mm"\n',
    "hexagon": 'edge = "20mm"\nfront = 3\nback = 6\n',
    "standees": 'width = "20mm"\nheight = "30mm"\nbase = "10mm"\ntab = "6mm"\n'
    'pawns = [{ id = "one", color = "#1b1b1b", mark = "disc" }]\n',
    "track": 'last = 4\nspace = "20mm"\nrim = "10mm"\n',
    "tuckbox": 'room = "60x90x20mm"\n',
    "dominoes": 'double = 2\nsize = "22x44mm"\n',
    "tiles": 'fronts = "1-2"\nbacks = "1-2"\nsize = "40x60mm"\n',
    "deck": 'fronts = "1-3"\nbacks = "1-3"\n',
    "chips": 'edge = "30mm"\ngroups = [{ circles = 1, squares = 0, copies = 1 }]\n',
}


@pytest.fixture
def game_with(own):
    """Write a game with a component and a frame on a face of it; return its folder."""

    def run(kind, face="front", art="", keys=None):
        art = art or f'frames = [{{ kind = "shape", fill = "{RED}", area = "100%, 100%" }}]'
        own.write(
            "game.toml",
            f'name = "Hall"\nsummary = "Things."\n[components.one]\nkind = "{kind}"\n'
            f'name = "One"\n{keys or KEYS[kind]}\n[components.one.face.{face}]\n{art}\n',
        )
        return own.folder

    return run


def drawn(folder, number=0, side="front", **how):
    game = load_game(folder / "game.toml", **how).game
    piece = draw_component(game, "one")[number]
    return Face(pdf.render((dict(piece.faces)[side],), pdf.PrintHints("face")))


def refusal(folder):
    with pytest.raises(DefinitionError) as told:
        load_game(folder / "game.toml")
    return str(told.value).replace(f"{folder}/", "")


@pytest.mark.parametrize("kind", [kind for kind in KEYS if kind not in ("die", "tuckbox")])
def test_a_frame_covers_the_front_of_every_kind_of_piece(game_with, kind):
    found = drawn(game_with(kind)).seen(RED, slack=5)
    assert found.area > 100


@pytest.mark.parametrize(
    ("kind", "face", "place"),
    [
        ("die", "1", (26, 26, 46, 46)),
        ("die", "6", (66, 26, 86, 46)),
        ("grid", "b2", (30, 30, 50, 50)),
        ("track", "0", (10, 10, 30, 30)),
        ("standees", "front", (0, 30, 20, 60)),
        ("standees", "back", (0, 0, 20, 30)),
    ],
)
def test_a_frame_fills_the_face_of_its_name(game_with, kind, face, place):
    found = drawn(game_with(kind, face)).seen(RED, slack=5)
    assert found[:4] == pytest.approx(place, abs=0.6)


def test_a_frame_on_a_cell_that_is_not_a_rectangle_ends_at_its_edges(game_with):
    found = drawn(game_with("hexhex", "b2")).seen(RED, slack=5)
    assert found.area == pytest.approx(24 * 24 * 3**0.5 / 2, rel=0.03)


def test_walls_of_a_box_have_frames(game_with):
    wide, narrow = (
        drawn(game_with("tuckbox", face)).seen(RED, slack=5) for face in ("back", "side")
    )
    assert 60 < wide.width < 63
    assert 20 < narrow.width < 23
    assert wide.height == pytest.approx(narrow.height, abs=0.8)


def test_a_ground_hides_what_the_piece_shows_and_frames_alone_do_not(game_with):
    plain = drawn(game_with("counters", art="frames = []"))
    hidden = drawn(game_with("counters", art=f'ground = "{RED}"'))
    assert plain.seen("#1b1b1b", slack=5).area > 200
    assert hidden.seen("#1b1b1b", slack=5) is None


def test_frames_know_the_piece_that_they_are_on(game_with):
    text = 'text = "{piece} of {game.name}", area = "18x9mm", size = "6pt", color = "#ffffff"'
    art = f"""frames = [
      {{ kind = "text", {text} }},
      {{ kind = "shape", fill = "#ff0000", area = "3x3mm", when = "piece = two" }},
    ]"""
    folder = game_with("counters", art=art)
    assert [drawn(folder, number).lines for number in (0, 1)] == [["one of Hall"], ["two of Hall"]]
    assert drawn(folder, 0).seen(RED) is None
    assert drawn(folder, 1).seen(RED) is not None


def test_pictures_may_be_named_after_pieces(game_with, own):
    for name in ("one", "two"):
        own.write(
            f"{name}.svg",
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
            f'<rect width="9" height="9" fill="{RED}"/></svg>',
        )
    folder = game_with("counters", art='frames = [{ kind = "image", file = "{piece}.svg" }]')
    assert drawn(folder, 1).seen(RED).area > 300


def test_the_back_of_pieces_has_frames_of_its_own(game_with):
    folder = game_with("counters", "back")
    assert drawn(folder).seen(RED) is None
    assert drawn(folder, side="back").seen(RED).area > 300


def test_lines_to_cut_and_fold_stay_above_frames(game_with):
    folder = game_with("die", "1", f'ground = "{RED}"')
    (piece,) = draw_component(load_game(folder / "game.toml").game, "one")
    roles = [shape.role for shape in shapes_in(piece.front.items)]
    assert Role.ART not in roles[roles.index(Role.SCORE) :] or roles[-1] is Role.CUT
    assert roles[-1] is Role.CUT


def test_a_round_piece_keeps_frames_within_its_bleed(game_with):
    keys = COUNTERS.replace('edge = "20mm"', 'diameter = "20mm"')
    folder = game_with("counters", art=f'ground = "{RED}"', keys=keys)
    assert drawn(folder).seen(RED, slack=5).area == pytest.approx(314, rel=0.15)


@pytest.mark.parametrize("kind", ["pdf", "png", "svg", "tts"])
def test_every_format_is_made_of_pieces_with_frames(game_with, tmp_path, kind):
    made = build_game(
        str(game_with("counters")), SheetOptions(out=tmp_path / "out", formats=(kind,))
    )
    assert made.files


def test_a_laser_engraves_frames(game_with, tmp_path):
    assert write(LaserJob.of(str(game_with("counters")), LaserOptions()), tmp_path / "out").files


@pytest.mark.parametrize(("kind", "face"), [("die", "6"), ("standees", "front")])
def test_pieces_of_wood_have_the_frames_of_paper_ones(game_with, kind, face):
    art = f'frames = [{{ kind = "shape", fill = "{RED}", at = "7x10mm", area = "4x4mm" }}]'
    game = load_game(game_with(kind, face, art) / "game.toml").game
    parts = draw_wood(game, "one", Stock(3.0, Fit.SLIDE))
    seen = [Face(pdf.render((part.front,), pdf.PrintHints("part"))).seen(RED) for part in parts]
    (found,) = filter(None, seen)
    assert found[:4] == pytest.approx((7, 10, 11, 14), abs=0.1)


def test_texts_on_faces_are_translated(game_with, own):
    text = 'frames = [{ kind = "text", text = "Harbour", area = "18x9mm", color = "#ffffff" }]'
    folder = game_with("counters", art=text)
    own.write(
        "rules/definition.de.toml",
        '"Hall" = "Halle"\n"Things." = "Dinge."\n"One" = "Eins"\n"Harbour" = "Hafen"\n',
    )
    assert drawn(folder, lang="de").lines == ["Hafen"]


def test_kinds_without_a_flat_face_say_so(game_with):
    cones = (
        'diameter = "14mm"\nslant = "20mm"\ntab = "3mm"\n'
        'series = [{ id = "a", color = "#1b1b1b", mark = "disc", copies = 1 }]\n'
    )
    assert refusal(game_with("cones", keys=cones)).endswith(
        "components.one: face: cones are rolled, and have no flat face to put frames on"
    )


def test_cards_and_boards_of_ones_own_say_where_their_frames_are(game_with):
    front = "front = { frames = [] }\n"
    assert "face: cards have their frames in front and back" in refusal(
        game_with("cards", keys=front)
    )
    assert "face: a board has its frames in front" in refusal(
        game_with("board", keys=f'size = "90x90mm"\n{front}')
    )


@pytest.mark.parametrize(
    ("kind", "face", "art", "said"),
    [
        ("die", "7", "", "face.7: there is no such face (there are: 1, 2, 3, 4, 5, 6)"),
        (
            "tuckbox",
            "frnt",
            "",
            "face.frnt: there is no such face; did you mean 'front'? (there are: front, back, "
            "side, other-side)",
        ),
        (
            "counters",
            "front",
            'frames = [{ kind = "text", text = "{title}", area = "9x9mm" }]',
            "face.front.frames[1]: there is no column 'title' (there are: piece)",
        ),
    ],
)
def test_faults_of_faces_are_reported_with_their_place(game_with, kind, face, art, said):
    assert refusal(game_with(kind, face, art)) == f"game.toml: components.one: {said}"


def test_frames_of_a_face_stand_below_frames_that_are_there(game_with):
    lost = 'frames = [{ kind = "shape", fill = "#ff0000", below = "rules" }]'
    assert "one.face.front: frames[1].below: no frame before it" in refusal(
        game_with("counters", art=lost)
    )


def test_a_fault_in_a_frame_is_reported_with_its_keys(game_with):
    told = refusal(game_with("counters", art='frames = [{ kind = "shape", fil = "#ff0000" }]'))
    assert "components.one.face.front.frames[1].fil: is not a key" in told
    assert "did you mean 'fill'?" in told


def test_what_does_not_fit_on_a_face_is_reported_for_its_piece(game_with):
    text = 'frames = [{ kind = "text", text = "Far too long", area = "9x4mm" }]'
    with pytest.raises(LayoutError) as told:
        drawn(game_with("counters", art=text))
    lines = str(told.value).splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["one", "two"]
    assert all("face.front.frames[1], text: " in line for line in lines)


def test_a_frame_may_not_reach_over_the_edge_of_a_face(game_with):
    pips = 'frames = [{ kind = "pips", number = 3, at = "15x0mm", area = "9x9mm" }]'
    with pytest.raises(LayoutError, match="over the edge of the 20x20mm face"):
        drawn(game_with("counters", art=pips))


def test_every_kind_names_its_faces_or_says_why_it_has_none():
    for kind, model in KINDS.items():
        assert model.face_names or model.no_faces, kind


@pytest.mark.parametrize(
    ("kind", "face", "area"), [("die", "6", 20 * 20), ("standees", "front", 20 * 30)]
)
def test_a_piece_stands_on_a_board_with_the_frames_of_its_face(game_with, kind, face, area):
    game = load_game(game_with(kind, face) / "game.toml").game
    (token,) = draw_tokens(game, "one").values()
    found = Face(pdf.render((token,), pdf.PrintHints("token"))).seen(RED, slack=5)
    assert found.area == pytest.approx(area, rel=0.06)
    game = load_game(game_with(kind, {"6": "5", "front": "back"}[face]) / "game.toml").game
    (token,) = draw_tokens(game, "one").values()
    assert Face(pdf.render((token,), pdf.PrintHints("token"))).seen(RED, slack=5) is None


@pytest.mark.parametrize(
    ("kind", "face", "keys", "expected"),
    [("chips", "front", "", 2), ("die", "2", KEYS["die"].replace("1, 2", '"?", "!"'), 1)],
)
def test_what_shows_readers_of_rules_a_piece_has_its_frames(game_with, kind, face, keys, expected):
    game = load_game(game_with(kind, face, keys=keys) / "game.toml").game
    shown = [scene for scenes in draw_samples(game, "one").values() for scene in scenes]
    faces = [Face(pdf.render((scene,), pdf.PrintHints("sample"))) for scene in shown]
    assert sum(one.seen(RED, slack=5) is not None for one in faces) == expected


def test_a_desk_knows_the_frames_over_faces(game_with):
    def framed(kind, face):
        game = load_game(game_with(kind, face) / "game.toml").game
        piece = draw_component(game, "one")[0]
        return frames_on(game, "one", piece, "front"), frames_on(game, "one", piece, "back")

    on_die = NamedFrame("6 1 rectangle", Rect(66, 26, 20, 20))
    assert framed("die", "6") == ((on_die,), ())
    on_back = NamedFrame("back 1 rectangle", Rect(0, 0, 20, 20))
    assert framed("counters", "back") == ((), (on_back,))
    (behind,), _ = framed("standees", "back")
    assert (behind.place, behind.turn) == (Rect(0, 0, 20, 30), 180)


def test_a_draft_shows_a_placeholder_for_a_picture_that_a_face_lacks(game_with):
    art = """frames = [
      { kind = "image", file = "lost.svg", at = "2x6mm", area = "16x4mm" },
      { kind = "shape", fill = "#ff0000", at = "2x2mm", area = "3x3mm" },
    ]"""
    game = load_game(game_with("counters", art=art) / "game.toml", draft=True).game
    piece = draw_component(game, "one")[0]
    (told,) = piece.faults
    assert told.startswith("one: face.front.frames[1], image: ")
    assert "lost.svg" in told
    face = Face(pdf.render((piece.front,), pdf.PrintHints("face")))
    assert face.seen(PLACEHOLDER, slack=5).area > 20
    assert face.seen(RED, slack=5).area == pytest.approx(9, rel=0.2)


def test_a_frame_over_a_face_is_set_in_a_font_of_the_game(game_with, own):
    font = Path(__file__).parents[2] / "fonts" / "NotoSerifHebrew.ttf"
    own.write("hebrew.ttf", font.read_bytes())
    art = 'frames = [{ kind = "text", text = "שלום", font = "hebrew", area = "18x9mm" }]'
    folder = game_with("counters", art=art)
    assert "face.front.frames[1].font: there is no font 'hebrew'" in refusal(folder)
    written = (folder / "game.toml").read_text(encoding="utf-8")
    own.write("game.toml", f'{written}[fonts]\nhebrew = "hebrew.ttf"\n')
    assert drawn(folder).lines == ["שלום"]


def test_a_face_says_no_version_of_a_game_that_states_none(game_with):
    art = 'frames = [{ kind = "text", text = "v{game.version}", area = "18x9mm" }]'
    told = "face.front.frames[1]: {game.version}: the definition states no version"
    assert told in refusal(game_with("counters", art=art))
