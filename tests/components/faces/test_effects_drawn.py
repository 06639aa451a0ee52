"""Opacity, gradients, outlines and shadows of frames, seen on made faces by PDFium."""

import pytest
from PIL import Image

from pnp.make.cache import SceneKeys
from pnp.scene import Extra, Group
from pnp.scene.ink import Ink, InkSaver

BOX = 'at = "10x20mm", area = "30x40mm"'
RED, BLUE, BLACK, WHITE = "#ff0000", "#0000ff", "#000000", "#ffffff"


def shape(more, box=BOX):
    return f'kind = "shape", {box}, {more}'


def text(more="", said="HHHHH"):
    return f'kind = "text", text = "{said}", size = "8mm", bold = true, {BOX}{more}'


def channels(color):
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def assert_color(face, x, y, wanted, within=6):
    found = face.color_at(x, y)
    assert channels(found) == pytest.approx(channels(wanted), abs=within), found


# Opacity


def test_a_frame_with_an_opacity_lets_the_colour_below_through(own):
    face = own.deck(shape('fill = "#ff0000"'), shape('fill = "#0000ff", opacity = 0.4')).face()
    assert_color(face, 25, 40, "#990066")


def test_the_parts_of_a_frame_do_not_show_through_one_another(own):
    line = 'fill = "#ff0000", stroke = "#0000ff", width = "4mm", opacity = 0.5'
    face = own.deck(shape(line)).face()
    assert_color(face, 25, 40, "#ff8080")
    assert_color(face, 11, 40, "#8080ff")  # over the fill, and not mixed with it
    assert_color(face, 9, 40, "#8080ff")


def test_what_has_no_opacity_at_all_is_not_there(own):
    face = own.deck(shape('fill = "#ff0000", opacity = 0')).face()
    assert face.seen(RED) is None
    assert b"ExtGState" not in face.data


def test_a_colour_says_its_own_opacity(own):
    face = own.deck(shape('fill = "#ff000080", stroke = "#00f", width = "4mm"')).face()
    assert_color(face, 25, 40, "#ff7f7f")
    assert_color(face, 11, 40, BLUE)


def test_a_picture_fades(own):
    Image.new("RGB", (30, 40), RED).save(own.folder / "red.png")
    face = own.deck(f'kind = "image", file = "red.png", {BOX}, opacity = 0.25').face()
    assert_color(face, 25, 40, "#ffbfbf")


# Gradients


@pytest.mark.parametrize(
    ("angle", "first"),
    [(None, (25, 22)), (180, (25, 22)), (0, (25, 58)), (90, (11.5, 40)), (270, (38.5, 40))],
)
def test_a_gradient_leads_where_its_angle_says_as_in_css(own, angle, first):
    more = "" if angle is None else f", angle = {angle}"
    colors = f'gradient = {{ from = "#f00", to = "#00f"{more} }}'
    face = own.deck(shape(colors)).face()
    assert_color(face, *first, "#f2000d")
    assert_color(face, 50 - first[0], 80 - first[1], "#0d00f2")
    assert_color(face, 25, 40, "#800080")


def test_a_slanted_gradient_ends_in_the_corners(own):
    colors = 'gradient = { from = "#f00", to = "#00f", angle = 45 }'
    face = own.deck(shape(colors)).face()
    assert_color(face, 10.2, 59.8, RED)
    assert_color(face, 39.8, 20.2, BLUE)


def test_stops_without_a_place_share_the_way(own):
    stops = '["#f00", "#0f0", "#00f 60%", "#000"]'
    face = own.deck(shape(f"gradient = {{ stops = {stops}, angle = 90 }}")).face()
    for part, color in ((0.3, "#00ff00"), (0.6, BLUE), (0.8, "#000080"), (0.995, BLACK)):
        assert_color(face, 10 + 30 * part, 40, color, within=10)


def test_a_radial_gradient_goes_from_the_middle_to_the_corners(own):
    face = own.deck(shape('gradient = { kind = "radial", from = "#fff", to = "#000" }')).face()
    assert_color(face, 25, 40, WHITE)
    assert_color(face, 10.1, 20.1, BLACK)
    assert_color(face, 10.1, 40, "#4b4b4b")  # 1 - 1 / sqrt(2) of the way


def test_a_clear_end_takes_the_colour_beside_it_and_does_not_grey(own):
    fades = 'gradient = { from = "#fff0", to = "#f00", angle = 90 }'
    face = own.deck(shape('fill = "#00f"'), shape(fades)).face()
    assert_color(face, 25, 40, "#800080")


def test_the_fill_of_a_shape_lies_under_its_gradient_and_the_line_over_it(own):
    more = 'fill = "#00f", gradient = { from = "#f000", to = "#f00" }, stroke = "#0f0", '
    face = own.deck(shape(f'{more}width = "2mm"')).face()
    assert_color(face, 25, 40, "#800080")
    assert_color(face, 10.5, 40, "#00ff00")


def test_a_gradient_lies_over_the_picture_alone_and_is_cut_with_it(own):
    Image.new("RGB", (60, 60), WHITE).save(own.folder / "white.png")
    over = 'gradient = { from = "#000", to = "#000" }'
    fit = own.deck(f'kind = "image", file = "white.png", {BOX}, {over}').face().seen(BLACK)
    assert fit[:4] == pytest.approx((10, 25, 40, 55), abs=0.1)
    fill = own.deck(f'kind = "image", file = "white.png", fit = "fill", {BOX}, {over}').face()
    assert fill.seen(BLACK)[:4] == pytest.approx((10, 20, 40, 60), abs=0.1)


@pytest.mark.parametrize("kind", [text(), f'kind = "pips", number = "5", {BOX}'])
def test_a_gradient_lies_behind_anything_else(own, kind):
    face = own.deck(kind + ', gradient = { from = "#f00", to = "#f00" }').face()
    assert face.seen(RED)[:4] == pytest.approx((10, 20, 40, 60), abs=0.1)
    assert face.seen("#1b1b1b").area > 10


def test_a_gradient_takes_its_colours_from_the_row(own):
    colors = 'gradient = { from = "{tone}", to = "{tone}" }'
    own.deck(shape(colors), rows="tone\nred\nsea\n", more='colors = { sea = "#00f" }')
    assert own.face(1).color_at(25, 40) == RED
    assert own.face(2).color_at(25, 40) == BLUE


def test_a_line_may_have_a_gradient(own):
    line = 'shape = "line", width = "2mm", gradient = { from = "#f00", to = "#00f" }'
    face = own.deck(shape(line)).face()
    assert_color(face, 25, 40, "#800080")
    assert_color(face, 12, 55, WHITE)


# Outline and shadow


def test_an_outline_goes_as_far_beyond_the_letters_as_it_says_and_lies_behind_them(own):
    plain = own.deck(text()).face()
    letters = plain.seen("#1b1b1b")
    face = own.deck(text(', outline = { color = "#f00", width = "1mm" }')).face()
    line = face.seen(RED)
    assert line.left == pytest.approx(letters.left - 1, abs=0.1)
    assert line.bottom == pytest.approx(letters.bottom + 1, abs=0.1)
    assert face.seen("#1b1b1b").area == pytest.approx(letters.area, rel=0.02)


def test_a_shadow_lies_where_its_offset_says_as_dark_as_its_opacity_says(own):
    letters = own.deck(text()).face().seen("#1b1b1b")
    shadow = ', shadow = { color = "#f00", offset = "30x20mm", opacity = 0.5 }'
    cast = own.deck(text(shadow)).face().seen("#ff7f7f", slack=60)
    assert cast.left == pytest.approx(letters.left + 30, abs=0.1)
    assert cast.top == pytest.approx(letters.top + 20, abs=0.1)
    assert cast.area == pytest.approx(letters.area, rel=0.1)


def test_the_shadow_of_letters_with_an_outline_is_as_wide_as_both(own):
    both = ', outline = { color = "#00f", width = "1mm" }, shadow = { color = "#f00", '
    face = own.deck(text(f'{both}offset = "0x20mm", opacity = 1 }}')).face()
    line, cast = face.seen(BLUE), face.seen(RED)
    assert cast.right - cast.left == pytest.approx(line.right - line.left, abs=0.1)


def test_icons_in_a_text_have_outline_and_shadow_too(own):
    more = ', outline = { color = "#00f", width = "1mm" }, shadow = { color = "#f00", '
    face = own.deck(text(f'{more}offset = "0x20mm", opacity = 1 }}', said=":disc:")).face()
    assert face.seen(RED).bottom - face.seen(BLUE).bottom == pytest.approx(20, abs=0.1)


def test_a_soft_shadow_fades_out_evenly_beyond_the_letters(own):
    sharp = ', shadow = { color = "#f00", offset = "0x20mm", opacity = 1'
    edge = own.deck(text(f"{sharp} }}", said="H")).face().seen(RED)
    face = own.deck(text(f'{sharp}, blur = "3mm" }}', said="H")).face()
    middle = (edge.top + edge.bottom) / 2
    steps = [edge.left - (n + 0.5) * 3 / 8 for n in range(9)]
    greens = [channels(face.color_at(x, middle))[1] for x in steps]
    assert greens == sorted(greens)
    assert greens[3] == pytest.approx(255 * (1 - (1 - 3.5 / 8) ** 2), abs=12)
    assert greens[8] == 255
    assert face.color_at(edge.left + 0.5, middle) == RED


def test_no_shadow_and_no_outline_are_drawn_where_ink_is_saved(own):
    own.deck(text(', outline = { color = "#f00", width = "1mm" }, shadow = {}'))
    (piece,) = own.pieces()
    face = InkSaver(Ink.LOW).face(piece.front, straight=True)

    def groups(items):
        for item in items:
            if isinstance(item, Group):
                yield item
                yield from groups(item.items)

    assert sum(one.extra is Extra.BEHIND_TEXT for one in groups(piece.front.items)) == 2
    assert not any(one.extra is Extra.BEHIND_TEXT for one in groups(face.items))


@pytest.mark.parametrize("said", ["HH", "HHHHH"])
def test_a_panel_extends_as_far_beyond_the_letters_of_each_card_as_it_says(own, said):
    letters = own.deck(text(said=said)).face().seen("#1b1b1b")
    panel = ', panel = {{ fill = "#f00", padding = "{}mm" }}'
    close, wide = (own.deck(text(panel.format(n), said=said)).face().seen(RED) for n in (0, 2))
    assert close.left == pytest.approx(letters.left, abs=1)
    assert close.right == pytest.approx(letters.right, abs=1)
    assert close.top < letters.top < letters.bottom < close.bottom
    assert wide.left == pytest.approx(close.left - 2, abs=0.15)
    assert wide.right == pytest.approx(close.right + 2, abs=0.15)
    assert wide.top == pytest.approx(close.top - 2, abs=0.15)
    assert wide.bottom == pytest.approx(close.bottom + 2, abs=0.15)


def test_a_panel_has_a_line_and_round_corners_and_is_not_there_without_letters(own):
    panel = ', panel = { fill = "#f00", stroke = "#00f", width = "1mm", corner = "90mm" }'
    face = own.deck(text(panel)).face()
    inside, line = face.seen(RED), face.seen(BLUE)
    assert line.left == pytest.approx(inside.left - 1, abs=0.15)
    assert face.color_at(line.left + 0.3, line.top + 0.3) == WHITE
    cell = text(panel, said="{said}")
    assert own.deck(cell, rows="said,copies\n,1\n").face().seen(RED) is None


def test_frames_below_a_text_begin_below_its_panel(own):
    def bar(panel):
        under = 'kind = "shape", below = "title", area = "30x4mm", fill = "#00f"'
        return own.deck(text(f', name = "title"{panel}'), under).face().seen(BLUE).top

    assert bar(', panel = { fill = "#f00", padding = "3mm" }') == pytest.approx(
        bar("") + 3, abs=0.2
    )


# Faults


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        (
            shape('fill = "#fff", opacity = 60'),
            "front.frames[1].opacity: write a number from 0 (not seen) to 1 (opaque), not 60",
        ),
        (
            shape('gradient = { from = "#fff" }'),
            'front.frames[1].gradient: write two colours, from = "#fff" and to = "#000", or a list '
            "of stops",
        ),
        (
            shape('gradient = { stops = ["#fff"] }'),
            "front.frames[1].gradient: a gradient has two colours or more: "
            'stops = ["#fff", "#000"]',
        ),
        (
            shape('gradient = { stops = ["#fff 60%", "#000 50%"] }'),
            "front.frames[1].gradient: stops go forward, but 50% follows 60%",
        ),
        (
            shape('gradient = { form = "#fff", to = "#000" }'),
            "front.frames[1].gradient.form: is not a key that is known here; did you mean 'from'? "
            "(known: kind, from, to, stops, angle, at)",
        ),
        (
            text(', color = "#ff000080"'),
            "front.frames[1].color: '#ff000080' can be seen through, and this colour cannot; write "
            "'#ff0000'",
        ),
        (
            text(', shadow = { offset = "1mm" }'),
            "front.frames[1].shadow.offset: write how far right and down (mm, cm, in, pt), "
            "such as \"5x4mm\", not '1mm'",
        ),
        (
            text(', panel = { padding = "1mm" }'),
            'front.frames[1].panel: a panel has a fill, a stroke or both: { fill = "#f4ecd6" }',
        ),
        (
            text(', shadow = { spread = "1mm" }'),
            "front.frames[1].shadow.spread: is not a key that is known here (known: color, "
            "offset, blur, opacity)",
        ),
    ],
)
def test_a_fault_says_where_it_is_and_what_would_be_right(own, frame, fault):
    assert own.deck(frame).faults()[0] == f"game.toml: components.events.{fault}"


def test_a_cell_that_is_not_a_colour_is_a_fault_of_its_card(own):
    own.deck(shape('gradient = { from = "{tone}", to = "#000" }'), rows="tone\nreddish\n")
    with pytest.raises(Exception, match=r"front\.frames\[1\], shape: write a colour"):
        own.pieces()


def test_the_key_of_a_picture_follows_from_opacity_and_gradients_too(own):
    looks = (
        'fill = "#f00"',
        'fill = "#f00", opacity = 0.5',
        'fill = "#f00", opacity = 0.6',
        'gradient = { from = "#f00", to = "#00f" }',
        'gradient = { from = "#f00", to = "#00f", angle = 90 }',
    )
    keys = {SceneKeys().key(own.deck(shape(look)).pieces()[0].front) for look in looks}
    assert len(keys) == len(looks)
