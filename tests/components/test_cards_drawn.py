"""Cards from layouts: frames measured on made faces, rows counted on made sheets."""

from itertools import pairwise
from math import pi, sqrt

import pytest
from helpers.components import draw
from helpers.reading import sheets

from pnp.base.errors import PictureError
from pnp.base.path import path_bounds
from pnp.components.cards import read_face_size
from pnp.components.faces.pieces import Row
from pnp.render import png
from pnp.scene import Role, items_bounds, shapes_in

RED, BLUE, GREEN = "#ff0000", "#0000ff", "#00aa00"


def shape(more="", at="10x20mm", area="30x12mm", fill=RED):
    """A frame with a shape."""
    return f'kind = "shape", fill = "{fill}", at = "{at}", area = "{area}"{more}'


def icon(name="square", count="1", more="", area="40x6mm"):
    """A frame with a row of icons."""
    return (
        f'kind = "icon", icon = "{name}", count = "{count}", at = "10x20mm", area = "{area}"{more}'
    )


def title(more=""):
    """A frame with the title."""
    return f'kind = "text", text = "{{title}}", at = "5x5mm", area = "50x9mm"{more}'


def rows(*lines):
    return "\n".join(lines) + "\n"


# Shapes


def test_a_rectangle_fills_its_frame(own):
    found = own.deck(shape()).face().seen(RED)
    assert found[:4] == pytest.approx((10, 20, 40, 32), abs=0.07)
    assert found.area == pytest.approx(360, rel=0.01)


def test_corners_are_as_round_as_they_are_said_to_be(own):
    found = own.deck(shape(', corner = "4mm"')).face().seen(RED)
    assert found.area == pytest.approx(360 - (4 - pi) * 16, rel=0.01)


def test_a_corner_is_at_most_half_of_the_shorter_side(own):
    found = own.deck(shape(', corner = "50mm"')).face().seen(RED)
    assert found.area == pytest.approx(360 - (4 - pi) * 36, rel=0.01)


@pytest.mark.parametrize(("name", "part"), [("ellipse", pi / 4), ("hexagon", 3 / 4)])
def test_ellipses_and_hexagons_fill_their_frames(own, name, part):
    found = own.deck(shape(f', shape = "{name}"')).face().seen(RED)
    assert found[:4] == pytest.approx((10, 20, 40, 32), abs=0.15)
    assert found.area == pytest.approx(360 * part, rel=0.01)


def test_a_line_runs_from_corner_to_corner(own):
    frame = 'kind = "shape", shape = "line", stroke = "#ff0000", width = "1mm", '
    found = own.deck(f'{frame}at = "10x20mm", area = "30x40mm"').face().seen(RED)
    assert found.area == pytest.approx(50, rel=0.05)
    assert own.face().color_at(25, 40) == RED


@pytest.mark.parametrize("way", ["across", "down"])
def test_a_mirrored_line_runs_between_the_other_corners(own, way):
    frame = f'kind = "shape", shape = "line", stroke = "#ff0000", width = "2mm", mirror = "{way}", '
    face = own.deck(f'{frame}at = "10x20mm", area = "30x40mm"').face()
    assert [face.color_at(*at) for at in ((38, 22.5), (12, 57.5))] == [RED, RED]
    assert [face.color_at(*at) for at in ((12, 22.5), (38, 57.5))] == ["#ffffff", "#ffffff"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            ', shape = "ellipse", corner = "2mm"',
            'corner is for shape = "rectangle"; "ellipse" has none',
        ),
        (', mirror = "across"', 'shape = "rectangle" looks the same mirrored'),
    ],
)
def test_what_does_nothing_for_a_shape_is_reported(own, more, told):
    (fault,) = own.deck(shape(more)).faults()
    assert told in fault


def test_a_stroke_lies_on_the_edge_and_is_as_wide_as_it_is_said_to_be(own):
    face = own.deck(shape(', stroke = "#0000ff", width = "2mm"')).face()
    assert face.seen(BLUE)[:4] == pytest.approx((9, 19, 41, 33), abs=0.07)
    assert face.seen(RED)[:4] == pytest.approx((11, 21, 39, 31), abs=0.07)


def test_a_frame_is_turned_clockwise_around_its_middle(own):
    found = own.deck(shape(", turn = 90")).face().seen(RED)
    assert found[:4] == pytest.approx((19, 11, 31, 41), abs=0.07)
    wide, high = 30 * sqrt(3) / 2 + 12 / 2, 30 / 2 + 12 * sqrt(3) / 2
    found = own.deck(shape(", turn = 30")).face().seen(RED)
    assert (found.width, found.height) == pytest.approx((wide, high), abs=0.15)


def test_later_frames_lie_over_earlier_ones(own):
    face = own.deck(shape(), shape(fill=BLUE, at="20x20mm", area="10x12mm")).face()
    assert (face.color_at(15, 25), face.color_at(25, 25)) == (RED, BLUE)


def test_a_frame_without_an_area_is_the_card_with_its_bleed(own):
    (piece,) = own.deck('kind = "shape", fill = "#ff0000"').pieces()
    (found,) = [one for one in shapes_in(piece.front.items) if one.style.fill == RED]
    bounds = items_bounds((found,))
    assert bounds.x <= -3
    assert bounds.right >= 63.5 + 3
    assert own.face().color_at(0.5, 44) == own.face().color_at(63, 88) == RED


# Grounds and colours


def test_the_ground_covers_the_card_to_beyond_its_edge(own):
    (piece,) = own.deck(ground=GREEN).pieces()
    (found,) = [one for one in shapes_in(piece.front.items) if one.style.fill == GREEN]
    assert items_bounds((found,)).x <= -3
    assert own.face().color_at(30, 40) == GREEN


def test_a_column_may_say_the_colour_of_ground_shape_and_stroke(own):
    deck = own.deck(
        shape(', stroke = "{rim}", width = "2mm"', fill="{suit}"),
        rows=rows("suit,rim,floor", "Fire,#0000ff,#ffeeaa", "#00aa00,Fire,Fire"),
        more='colors = { Fire = "#ff0000" }',
        ground="{floor}",
    )
    first, second = deck.face(1), deck.face(2)
    assert [first.color_at(*at) for at in ((25, 26), (10, 26), (5, 50))] == [RED, BLUE, "#ffeeaa"]
    assert [second.color_at(*at) for at in ((25, 26), (10, 26), (5, 50))] == [GREEN, RED, RED]


def test_a_cell_that_is_not_a_colour_is_reported_with_the_names_there_are(own):
    own.deck(
        shape(fill="{suit}"),
        rows=rows("title,suit", "Flood,Fire", "Sun,Feuer", "Rain,"),
        more='colors = { Fire = "#ff0000", Ice = "#0000ff" }',
    )
    first, second = own.refusal()
    assert first.startswith("events.csv, line 3 'Sun': front.frames[1], shape: ")
    assert first.endswith("not 'Feuer', or one of Fire, Ice")
    assert second.startswith("events.csv, line 4 'Rain': ")


# Conditions


def test_a_frame_is_only_on_cards_that_meet_its_condition(own):
    deck = own.deck(
        shape(', when = "kind = event"'),
        shape(', when = "cost > 3 or not kind"', fill=BLUE, at="10x40mm"),
        rows=rows("kind,cost", "event,1", "place,5", ",1"),
    )
    seen = [(deck.face(n).seen(RED), deck.face(n).seen(BLUE)) for n in (1, 2, 3)]
    assert [(bool(red), bool(blue)) for red, blue in seen] == [
        (True, False),
        (False, True),
        (False, True),
    ]


def test_what_a_frame_would_say_on_other_cards_is_not_looked_at(own):
    frame = icon("{suit}", more=', when = "suit"')
    deck = own.deck(frame, rows=rows("title,suit", "Flood,", "Sun,star"))
    assert len(deck.pieces()) == 2


# Icons and pips


def marks(face):
    """The dark marks in a row, from the left."""
    return sorted(face.sheet.part(5, 15, 60, 30).blobs(), key=lambda blob: blob.x)


@pytest.mark.parametrize("count", [1, 3, 5])
def test_as_many_icons_stand_in_a_row_as_the_cell_says(own, count):
    deck = own.deck(icon(count="{cost}", more=', gap = "1mm"'), rows=rows("cost", str(count)))
    found = marks(deck.face())
    assert len(found) == count
    steps = {round(b.x - a.x, 1) for a, b in pairwise(found)}
    assert steps <= {7.0}
    assert sum(blob.x for blob in found) / count + 5 == pytest.approx(30, abs=0.05)
    assert {round(blob.y + 15, 1) for blob in found} == {23.0}


@pytest.mark.parametrize(("align", "edge"), [("left", 10), ("right", 50)])
def test_a_row_of_icons_stands_left_or_right(own, align, edge):
    found = marks(own.deck(icon(count="2", more=f', align = "{align}"')).face())
    room = 6 * (1 - 0.88 * 0.86) / 2  # that a square leaves in its place
    ends = {"left": found[0].x - found[0].width / 2, "right": found[-1].x + found[-1].width / 2}
    assert ends[align] + 5 == pytest.approx(edge + (room if align == "left" else -room), abs=0.1)


def test_icons_of_a_row_are_as_large_as_one_alone(own):
    sizes = {
        round(blob.width, 2)
        for count in (1, 3, 6)
        for blob in marks(own.deck(icon(count=str(count))).face())
    }
    assert len(sizes) == 1


def test_icons_have_the_size_that_is_asked_for(own):
    found = marks(own.deck(icon(count="4", more=', size = "3mm", gap = "1mm"')).face())
    assert {round(b.x - a.x, 1) for a, b in pairwise(found)} == {4.0}
    (line,) = own.deck(icon(more=', size = "7mm"')).refusal()
    assert line.endswith(
        "one icon of 7x7mm takes 7x7mm, with room for 40x6mm; make the frame larger or write a "
        "smaller size"
    )


def test_a_row_of_icons_that_has_no_room_is_an_error(own):
    (line,) = own.deck(icon(count="10", more=', gap = "1mm"')).refusal()
    assert line.endswith(
        "10 icons of 6x6mm take 69x6mm, with room for 40x6mm; make the frame larger or write a "
        "smaller size"
    )


def test_none_is_not_an_icon(own):
    deck = own.deck(icon(count="{cost}"), rows=rows("title,cost", "Flood,0"))
    assert marks(deck.face()) == []


@pytest.mark.parametrize("count", ["", "x", "-1", "1.5", "101", "²", "9" * 5000])
def test_an_invalid_count_is_reported(own, count):
    deck = own.deck(icon(count="{cost}"), rows=rows("title,cost", f"Flood,{count[:3000]}"))
    (line,) = deck.refusal()
    assert line.startswith(
        "events.csv, line 2 'Flood': front.frames[1], icon: count: write a whole number from 0 to "
        "100, not "
    )


def test_what_to_write_where_a_count_may_be_empty_is_told_and_works(own):
    table = rows("title,cost", "Flood,", "Sun,2")
    (line,) = own.deck(icon(count="{cost}"), rows=table).refusal()
    assert line.endswith("not ''; {cost|'0'} is 0 where the cell is empty")
    assert marks(own.deck(icon(count="{cost|'0'}"), rows=table).face()) == []


def test_an_empty_cell_is_no_icon(own):
    (line,) = own.deck(icon("{suit}"), rows=rows("title,suit", "Flood,")).refusal()
    assert line.endswith('icon: names no icon; write one, or when = "…" on the frame')


def test_an_icon_that_is_not_there_is_reported_with_those_that_are(own):
    own.write("sword.svg", SWORD)
    deck = own.deck(
        icon("{suit}"),
        rows=rows("title,suit", "Flood,swrod"),
        more='icons = { sword = "sword.svg" }',
    )
    (line,) = deck.refusal()
    assert line.endswith(
        "there is no icon 'swrod'; there are: disc, ring, square, triangle, cross, star, sword"
    )


SWORD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<rect x="10" width="10" height="10" fill="#ff0000"/>'
    '<rect width="10" height="10" fill="#0000ff"/></svg>'
)


def test_an_icon_of_one_s_own_keeps_its_colours_unless_it_is_painted_over(own):
    own.write("sword.svg", SWORD)
    icons = 'icons = { sword = "sword.svg" }'
    face = own.deck(icon("sword", area="20x10mm"), more=icons).face()
    assert face.seen(BLUE)[:4] == pytest.approx((10, 20, 20, 30), abs=0.07)
    assert face.seen(RED)[:4] == pytest.approx((20, 20, 30, 30), abs=0.07)
    face = own.deck(icon("sword", area="20x10mm", more=', color = "#00aa00"'), more=icons).face()
    assert face.seen(GREEN)[:4] == pytest.approx((10, 20, 30, 30), abs=0.07)
    assert face.seen(RED) is None


@pytest.mark.parametrize("kind", ["png", "webp", "tiff"])
def test_the_opaque_part_of_an_icon_of_pixels_is_painted_over(own, kind):
    from PIL import Image

    sword = Image.new("RGBA", (200, 200), "#0000")
    sword.paste(Image.new("RGBA", (100, 200), RED), (100, 0))
    sword.save(own.folder / f"sword.{kind}", lossless=True)
    icons = f'icons = {{ sword = "sword.{kind}" }}'
    assert own.deck(icon("sword"), more=icons).face().seen(RED).area == pytest.approx(18, rel=0.05)
    deck = own.deck(icon("sword", more=', color = "#00aa00"'), more=icons)
    assert deck.face().seen(RED) is None
    assert deck.face().seen(GREEN).area == pytest.approx(18, rel=0.05)
    (piece,) = own.pieces()
    drawn = png.draw(piece.front, *png.pixel_size(piece.front, 100)).getcolors(100_000)
    assert {color for _, color in drawn} >= {(0, 170, 0), (255, 255, 255)}


def test_an_icon_whose_clear_part_is_nowhere_clear_is_not_a_rectangle_but_a_fault(own):
    from PIL import Image

    Image.new("RGBA", (200, 200), RED).save(own.folder / "sword.png")
    own.deck(icon("sword", more=', color = "#00aa00"'), more='icons = { sword = "sword.png" }')
    with pytest.raises(PictureError) as refused:
        own.face()
    (line,) = refused.value.faults
    assert "sword.png: has no clear part, so a colour would hide all of it" in line


def test_an_icon_of_pixels_without_a_clear_ground_is_not_painted_over_but_reported(own):
    from PIL import Image

    Image.new("RGB", (200, 200), RED).save(own.folder / "sword.png")
    icons = 'icons = { sword = "sword.png" }'
    assert own.deck(icon("sword"), more=icons).face().seen(RED).area == pytest.approx(36, rel=0.03)
    (line,) = own.deck(icon("sword", more=', color = "#00aa00"'), more=icons).refusal()
    assert "'sword' is a picture without a clear ground, so a colour would hide all of it" in line


@pytest.mark.parametrize("number", [0, 1, 6, 9, 12])
def test_pips_are_counted_on_the_face(own, number):
    frame = 'kind = "pips", number = "{value}", at = "10x20mm", area = "40x30mm"'
    face = own.deck(frame, rows=rows("value", str(number))).face()
    found = [blob for blob in face.sheet.part(5, 15, 58, 60).blobs() if blob.is_disc]
    assert len(found) == number
    if number:
        assert sum(blob.x for blob in found) / number + 5 == pytest.approx(30, abs=0.1)
        assert sum(blob.y for blob in found) / number + 15 == pytest.approx(35, abs=0.1)


@pytest.mark.parametrize("number", ["", "13", "six"])
def test_pips_that_no_die_has_are_reported(own, number):
    frame = 'kind = "pips", number = "{value}", at = "10x20mm", area = "40x30mm"'
    (line,) = own.deck(frame, rows=rows("title,value", f"Flood,{number}")).refusal()
    assert f"pips: number: write a whole number from 0 to 12, not {number!r}" in line


# Whole cards


def test_every_card_with_a_fault_is_named_by_its_line_and_its_title(own):
    long = "water " * 40
    deck = own.deck(title(), rows=rows("title", f"A {long}", "B", f"C {long}", "D"))
    first, second = deck.refusal()
    assert first.startswith("events.csv, line 2 'A water water")
    assert second.startswith("events.csv, line 4 'C water water")
    assert all("front.frames[1], text: the text is " in line for line in (first, second))


def test_a_text_a_little_too_high_is_not_said_to_be_so_by_nothing(own):
    frame = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
    (line,) = own.deck(frame, rows='title\n"Ods\ntwo"\n').refusal()
    assert "the text is 0.1 mm too high" in line


def test_of_many_cards_with_faults_the_rest_is_counted(own):
    deck = own.deck(icon("{title}"), rows=rows("title", *(f"no{n}" for n in range(25))))
    lines = deck.refusal()
    assert len(lines) == 21
    assert lines[-1] == "and 5 more cards"


def test_a_build_names_the_game_the_deck_the_row_and_the_frame_and_makes_nothing(own):
    from pnp.base.errors import LayoutError

    own.deck(title(), rows=rows("title", "Sun", "water " * 40))
    with pytest.raises(LayoutError, match=r"^river, events: events.csv, line 3 'water"):
        own.build()
    assert not (own.folder.parent / "out" / "river" / "print").exists()


def test_a_back_is_drawn_from_its_own_layout_behind_its_front(own):
    back = f'back = {{ ground = "#0000ff", frames = [{{ {title()} }}] }}'
    deck = own.deck(title(), rows=rows("title", "Flood"), more=back)
    assert deck.face(side="back").lines == ["Flood"]
    assert deck.face(side="back").color_at(30, 60) == BLUE
    front, behind = sheets(own.made(), per_mm=4)
    blue = (behind.pixels == (0, 0, 255)).all(axis=2)
    assert blue.any()
    assert not (front.pixels == (0, 0, 255)).all(axis=2).any()


def test_cards_without_a_back_are_printed_on_one_side(own):
    (piece,) = own.deck(title(), rows=rows("title", "Flood")).pieces()
    assert piece.back is None
    assert len(sheets(own.made(), per_mm=2)) == 1


def test_all_copies_of_all_rows_are_on_the_sheets(own):
    deck = own.deck(shape(), rows=rows("title,copies", "Flood,3", "Sun,0", "Rain,4"))
    made = deck.made()
    pieces = [piece for sheet in sheets(made) for piece in sheet.pieces(63.5, 88.9)]
    red = [piece for piece in pieces if (piece.pixels == (255, 0, 0)).all(axis=2).any()]
    assert len(red) == 7


def test_a_round_card_is_cut_round_and_its_art_ends_beyond_the_cut(own):
    deck = own.deck(ground=RED, size="40mm", more='shape = "round"')
    (piece,) = deck.pieces()
    (cut,) = [one for one in shapes_in(piece.front.items) if one.role is Role.CUT]
    assert path_bounds(cut.paths[0]) == pytest.approx((0, 0, 40, 40), abs=1e-6)
    face = deck.face()
    assert face.color_at(20, 0.3) == RED
    assert face.color_at(1, 1) == "#ffffff"
    assert face.seen(RED).area > pi * 20 * 20


def test_a_hexagon_stands_on_a_corner_and_is_as_wide_as_it_is_said_to_be(own):
    deck = own.deck(ground=RED, size="40mm", more='shape = "hexagon"')
    (piece,) = deck.pieces()
    (cut,) = [one for one in shapes_in(piece.front.items) if one.role is Role.CUT]
    assert path_bounds(cut.paths[0]) == pytest.approx((0, 0, 40, 80 / sqrt(3)), abs=1e-6)
    face = deck.face()
    assert face.color_at(20, 0.5) == face.color_at(0.5, 20) == RED
    assert face.color_at(1, 1) == face.color_at(39, 45) == "#ffffff"


def test_rows_that_show_the_same_share_one_drawing(own):
    lines = [f"Card {n},{n % 3}" for n in range(300)]
    deck = own.deck(icon(count="{cost}"), rows=rows("title,cost", *lines))
    pieces = deck.pieces()
    assert len({id(piece.front) for piece in pieces}) == 3
    assert len({piece.name for piece in pieces}) == 300


def test_what_some_rows_share_is_in_the_file_once(own):
    def size(count):
        lines = [f"{n}" for n in range(count)]
        small = ', size = "2.3mm"'
        frames = icon("star", "12", small), icon("ring", "14", small), title()
        return len(own.deck(*frames, rows=rows("title", *lines)).made().read_bytes())

    assert size(60) - size(30) < 30 * 300  # bytes for each card more


def test_the_same_deck_is_the_same_bytes(own):
    deck = own.deck(title(), icon(count="{cost}"), rows=rows("title,cost", "Flood,2", "Sun,3"))
    assert deck.made().read_bytes() == deck.made().read_bytes()


def test_a_row_of_a_program_that_lacks_a_cell_looks_as_with_an_empty_one(own):
    events = own.deck(title(), rows=rows("title", "River")).load().components["events"]
    cells = {"title": "River"}, {"note": "dry"}, {"title": "", "note": "dry"}
    cards = tuple(Row(cells=one) for one in cells)
    named, lacking, empty = draw(events.model_copy(update={"cards": cards}))
    assert lacking.front == empty.front != named.front


@pytest.mark.parametrize(
    ("written", "size"),
    [("63\N{MULTIPLICATION SIGN}88 mm", (63, 88)), ("Tarot", (70, 120)), ("30mm", (30, 30))],
)
def test_a_size_is_two_lengths_with_either_sign_a_name_or_one_length(written, size):
    assert read_face_size(written) == pytest.approx(size)
