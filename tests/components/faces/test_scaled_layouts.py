"""Layouts on cards of another size: what grows with them, and what is said if it does not."""

import pytest

from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.render import pdf

RED = "#ff0000"
BAND = f'kind = "shape", fill = "{RED}", at = "-3x-3mm", area = "69x19mm"'
TITLE = 'kind = "text", text = "Hx", at = "6x30mm", area = "51x10mm", size = "5mm"'


def shape(at, area, more=""):
    return f'kind = "shape", fill = "{RED}", at = "{at}", area = "{area}"{more}'


@pytest.fixture
def resized(own):
    """Return the game of frames on a card of 63 x 88 mm, in another size."""

    def run(*frames, size="70x120mm", scaled=True):
        own.deck(*frames, size="63x88mm")
        return load_game(own.folder / "game.toml", sizes={"": size}, scale_layouts=scaled)

    return run


@pytest.fixture
def place(resized):
    """Return where a red frame lies on a card of 70 x 120 mm."""

    def run(*frames, **size):
        game = resized(*frames, **size).game
        (frame, *_) = game.components["events"].front.frames
        return frame.place(game.components["events"].size, 0.0)

    return run


def test_places_and_areas_stretch_with_the_sides(place):
    found = place(shape("6.3x8.8mm", "31.5x44mm"))
    assert found == pytest.approx((7, 12, 35, 60))


def test_what_lies_beyond_the_edges_stays_as_far_beyond(place):
    assert place(BAND) == pytest.approx((-3, -3, 76, 3 + 16 * 120 / 88))
    small = place(BAND, size="44x68mm")
    assert (small.x, small.right) == pytest.approx((-3, 47))


def test_squares_stay_squares_about_the_same_middle(place):
    found = place(shape("21.5x34mm", "20x20mm"))
    assert found.size == pytest.approx((20 * 70 / 63,) * 2)
    assert found.center == pytest.approx((35, 60))


def test_a_frame_that_is_turned_by_a_quarter_stretches_as_it_is_seen(place):
    found = place(shape("21.5x42mm", "20x4mm", ", turn = 90"))
    assert found.size == pytest.approx((20 * 120 / 88, 4 * 70 / 63))


def test_relations_keep_their_parts_and_their_lengths_grow(place):
    found = place(shape("right 6.3mm, bottom 10%", "50%, 8.8mm"))
    assert (found.right, found.bottom, found.width, found.height) == pytest.approx(
        (63, 108, 35, 12)
    )
    assert place(shape("0mm, top -3mm", "bleed, 12mm")).y == -3


def test_type_and_lines_grow_by_the_smaller_scale(resized):
    more = ', stroke = "#000000", width = "0.9mm", corner = "1.8mm"'
    frames = resized(TITLE, shape("0x0mm", "30x20mm", more)).game.components["events"].front.frames
    assert frames[0].size == pytest.approx(5 * 70 / 63)
    assert (frames[1].width, frames[1].corner) == pytest.approx((1, 2))


def test_type_does_not_become_too_small_to_be_read(resized):
    small = TITLE.replace("5mm", "1.5mm")
    (frame,) = resized(small, size="44x68mm").game.components["events"].front.frames
    assert frame.size == 1.4


def test_a_smaller_card_holds_what_would_not_fit_without_scaling(resized):
    game = resized(TITLE, size="44x68mm").game
    assert draw_component(game, "events")


def test_a_board_grows_with_its_spaces(own):
    own.write(
        "game.toml",
        f"""
        name = "Isles"
        summary = "A map."
        [components.map]
        kind = "board"
        name = "Map"
        size = "100x80mm"
        spaces = {{ harbour = "30x20mm" }}
        space = "10mm"
        [components.map.front]
        frames = [{{ {shape("30x20mm", "10x10mm")} }}]
        """,
    )
    loaded = load_game(own.folder / "game.toml", sizes={"map": "200x160mm"}, scale_layouts=True)
    board = loaded.game.components["map"]
    assert board.by_name["harbour"].center == pytest.approx((70, 50))
    assert board.front.frames[0].place(board.size, 0.0) == pytest.approx((60, 40, 20, 20))


def test_a_larger_card_without_scaling_tells_what_is_left_empty(resized):
    (note,) = resized(BAND, TITLE, scaled=False).notes
    assert note == (
        "events: its layout is drawn for 63x88mm and leaves 7 mm at the right and 32 mm at the "
        "bottom empty; add --scale-layout, or place frames from the right and the bottom"
    )


@pytest.mark.parametrize(
    "frame",
    [
        'kind = "shape", fill = "#ff0000"',
        shape("0mm, 0mm", "bleed, 100%"),
        shape("right 5mm, bottom 5mm", "20x20mm"),
    ],
)
def test_layouts_that_fill_any_card_leave_nothing_empty(resized, frame):
    assert resized(frame, scaled=False).notes == ()


def test_a_card_of_its_own_size_is_not_noted(resized):
    assert resized(BAND, TITLE, size="63x88mm", scaled=False).notes == ()


def test_a_build_names_files_after_scaling(own):
    own.deck(TITLE, size="63x88mm")
    scaled = own.build(sizes={"": "70x120mm"}, scale_layout=True)
    assert any("tarot-scaled" in str(path) for path in scaled.paths)


def test_the_size_that_pnp_notes_cannot_be_written(own):
    (fault,) = own.deck(TITLE, more='drawn_for = "9x9mm"').faults()
    assert fault.startswith("game.toml: components.events.drawn_for: ")


def test_the_advice_of_a_print_shop_leads_to_a_good_face(own):
    from pnp.base.errors import LayoutError
    from pnp.make.options import read_options
    from pnp.sheets.options import SheetOptions

    own.deck(BAND, size="63x88mm")
    with pytest.raises(LayoutError, match=r"add --size events=63\.5x88\.9mm --scale-layout, or"):
        own.build(
            preset=read_options(SheetOptions, {"preset": "mpc-poker"}).preset, formats=("pdf",)
        )


def test_the_faces_of_a_print_shop_have_art_to_the_end_of_their_bleed(resized):
    game = resized(BAND, size="63.5x88.9mm").game
    (piece,) = draw_component(game, "events")
    (band,) = (f for f in game.components["events"].front.frames)
    assert band.place(piece.front.size, 0.0).right == pytest.approx(66.5)
    assert pdf.render((piece.front,), pdf.PrintHints("face"))
