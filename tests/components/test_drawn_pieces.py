"""Pieces as scenes: no files, no pixels."""

from math import pi

import pytest
from helpers.models import replace

from pnp.base.color import luminance
from pnp.base.errors import LayoutError
from pnp.base.fonts import cap_height
from pnp.base.geometry import IDENTITY, Point, Rect, Size
from pnp.base.path import Arc, path_bounds
from pnp.components.art.label import DENSE_RADIUS, RADIUS, draw_pips
from pnp.components.deck import Card, Deck
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component, draw_tokens
from pnp.scene import Group, Role, Scene, Shape, Text, item_bounds, items_bounds


def items_of(scene):
    """Every item of a scene that is not a group, groups opened."""
    stack = list(scene.items)
    while stack:
        item = stack.pop(0)
        if isinstance(item, Group):
            stack = [*item.items, *stack]
        else:
            yield item


def shapes_of(scene, role):
    return [item for item in items_of(scene) if isinstance(item, Shape) and item.role is role]


def discs(scene, ink):
    """Filled circles of the ink."""
    return [
        item
        for item in items_of(scene)
        if isinstance(item, Shape)
        and item.style.fill == ink
        and all(isinstance(segment, Arc) for segment in item.paths[0].segments)
    ]


@pytest.mark.parametrize("number", range(13))
def test_pips_are_as_many_as_the_number_apart_and_on_the_face(number):
    face = Rect(3, 5, 30, 45)
    places = [item_bounds(pip) for pip in draw_pips(number, face, "#000000")]
    assert len(places) == number
    for index, place in enumerate(places):
        assert face.inset(2).contains(place)
        radius = RADIUS if number < 10 else DENSE_RADIUS
        assert place.width == pytest.approx(2 * radius * 30)
        assert not any(place.overlaps(other) for other in places[:index])


@pytest.mark.parametrize("number", range(13))
def test_pips_look_the_same_upside_down(number):
    face = Rect(0, 0, 30, 45)
    middles = {tuple(item_bounds(pip).center) for pip in draw_pips(number, face, "#000000")}
    turned = {(30 - x, 45 - y) for x, y in middles}
    assert {(round(x, 6), round(y, 6)) for x, y in middles} == {
        (round(x, 6), round(y, 6)) for x, y in turned
    }


@pytest.mark.parametrize("component_id", ["tiles", "deck-36", "deck-49"])
def test_the_faces_of_a_piece_show_its_two_numbers(turno, component_id):
    component = turno.components[component_id]
    ink = component.ink if component_id == "tiles" else component.series[0].ink
    pieces = draw_component(turno, component_id)
    assert [piece.name for piece in pieces] == [str(pair) for pair in component.pairs]
    for piece, pair in zip(pieces, component.pairs, strict=True):
        assert (len(discs(piece.front, ink)), len(discs(piece.back, ink))) == pair


def test_a_face_is_drawn_once_for_all_pieces_that_show_it(turno):
    pieces = draw_component(turno, "tiles")
    assert len({id(face.items) for p in pieces for face in (p.front, p.back)}) == 6


def test_cards_carry_their_number_in_two_opposite_corners(turno):
    card = draw_component(turno, "deck-36")[10]
    texts = [item for item in items_of(card.front) if isinstance(item, Text)]
    assert [text.string for text in texts] == ["2", "2"]
    first = item_bounds(texts[0])
    assert first.right < 22
    assert first.bottom < 34
    trim = Rect(0, 0, 44, 68)
    assert trim.inset(2.5).contains(items_bounds(texts))


def test_the_blank_has_no_pips(turno):
    blank = draw_component(turno, "deck-49")[0]
    assert discs(blank.front, "#1b1b1b") == []


def test_the_two_decks_differ_in_grey_and_in_the_shape_of_their_frame(turno):
    black, red = turno.components["deck-72"].series
    assert abs(luminance(black.ink) - luminance(red.ink)) > 0.1
    pieces = draw_component(replace(turno, livery=None), "deck-72")
    frames = []
    for piece in (pieces[0], pieces[36]):
        strokes = [
            i
            for i in items_of(piece.front.only(Role.ART))
            if isinstance(i, Shape) and i.style.stroke
        ]
        frames.append(len(strokes))
    assert frames == [1, 2]
    assert pieces[0].name == "black-1-1"
    assert pieces[36].name == "red-1-1"


def test_a_title_that_is_too_long_is_an_error_that_says_by_how_much(turno):
    deck = replace(
        turno.components["deck-36"],
        fronts=None,
        backs=None,
        cards=(Card(front=1), Card(front=2, title="A title that no card of this width can hold")),
    )
    game = replace(turno, components={"deck": deck}, livery=None)
    with pytest.raises(LayoutError, match=r"^card 2: the title .* has 29\.0 mm of room"):
        draw_component(game, "deck")


@pytest.mark.parametrize("size", [(50, 50), (70, 70), (30, 45), (44, 68), (70, 120)])
@pytest.mark.parametrize("number", range(13))
def test_pips_numbers_and_titles_keep_clear_of_one_another(turno, size, number):
    card = Card(front=number, title="Eel")
    deck = Deck(kind="deck", name="List", size=Size(*size), cards=(card,))
    (piece,) = draw_component(replace(turno, components={"deck": deck}), "deck")
    texts = [tight(item) for item in items_of(piece.front) if isinstance(item, Text)]
    assert len(set(texts)) == 2  # the second number is the first one, turned
    for pip in discs(piece.front, "#1b1b1b"):
        assert not any(item_bounds(pip).overlaps(text) for text in texts)
    assert not texts[0].overlaps(texts[-1])


def tight(text: Text) -> Rect:
    """The room of a line of capitals and figures: nothing reaches below the baseline."""
    height = text.size * cap_height(text.font)
    return Rect(text.at.x, text.at.y - height, item_bounds(text).width, height)


@pytest.mark.parametrize("size", [(10, 60), (60, 25), (19, 19)])
def test_a_card_too_small_for_what_is_on_it_is_an_error(turno, size):
    deck = replace(turno.components["deck-36"], size=Size(*size))
    with pytest.raises(LayoutError, match=f"a card of {size[0]}x{size[1]}mm has no room"):
        draw_component(replace(turno, components={"deck": deck}), "deck")


def test_every_title_that_is_too_long_is_reported_at_once(turno):
    cards = tuple(Card(front=1, title=title) for title in ("W" * 40, "Eel", "M" * 40))
    deck = Deck(kind="deck", name="List", cards=cards)
    with pytest.raises(LayoutError) as caught:
        draw_component(replace(turno, components={"deck": deck}), "deck")
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == ["card 1", "card 3"]


def test_a_trimmed_face_has_no_bleed_and_round_corners(turno):
    tile = draw_component(turno, "tiles")[7]
    (group,) = trimmed(tile.front, tile.roles).items
    assert path_bounds(group.clip) == Rect(0, 0, 30, 45)
    assert sum(isinstance(segment, Arc) for segment in group.clip.segments) == 4
    assert {shape.role for shape in items_of(Scene(tile.front.size, group.items))} == {Role.ART}


def test_a_card_is_cut_out_with_its_round_corners_as_well(turno):
    card = draw_component(turno, "deck-36")[7]
    (group,) = trimmed(card.front, card.roles).items
    assert path_bounds(group.clip) == Rect(0, 0, *card.front.size)
    assert sum(isinstance(segment, Arc) for segment in group.clip.segments) == 4
    (on_the_table,) = {token.items[-1] for token in draw_tokens(turno, "deck-36").values()}
    assert path_bounds(on_the_table.paths[0]) == Rect(0, 0, *card.front.size)


def test_a_list_of_cards_is_numbered_and_counted(turno):
    deck = Deck(kind="deck", name="List", cards=(Card(front=1, copies=3), Card(front=2, back=5)))
    game = replace(turno, components={"deck": deck})
    pieces = draw_component(game, "deck")
    assert [(p.name, p.copies, p.back is None) for p in pieces] == [
        ("1", 3, True),
        ("2", 1, False),
    ]


@pytest.mark.parametrize(
    "component_id",
    ["tiles", "hexagon", "pawns", "die", "tracker", "deck-36", "deck-49", "deck-72"],
)
def test_everything_drawn_lies_within_the_trim_and_its_bleed(turno, component_id):
    for piece in draw_component(turno, component_id):
        for face in (piece.front, piece.back):
            if face is not None:
                whole = Rect(0, 0, *face.size).inset(-piece.bleed)
                drawn = items_bounds(face.only(Role.ART).items)
                assert whole.inset(-0.5).contains(drawn)  # a hexagon's corners reach further


def test_a_pawn_is_the_same_on_the_left_as_on_the_right_and_fills_its_face(turno):
    for piece in draw_component(turno, "pawns"):
        body = shapes_of(piece.front, Role.ART)[2]  # on the ground and the tint of the base
        bounds = path_bounds(body.paths[0])
        assert bounds.center.x == pytest.approx(8)
        assert 11 < bounds.width < 15
        assert 34 + 2 < bounds.y < 34 + 6
        assert 68 - 4 < bounds.bottom < 68
        corners = [body.paths[0].start, *(segment.to for segment in body.paths[0].segments)]
        xs = sorted(round(corner.x - 8, 6) for corner in corners)
        assert xs == sorted(-x for x in xs)


def test_totals_stand_in_the_middle_of_their_cells_and_pairs_beside_them(turno):
    (strip,) = draw_component(turno, "tracker")
    for text in (item for item in items_of(strip.front) if isinstance(item, Text)):
        if text.string.isdecimal():
            bounds = item_bounds(text)
            assert bounds.center.x == pytest.approx(4 + 18 / 2)
    pips = [item_bounds(pip) for pip in discs(strip.front, "#1b1b1b")]
    assert min(pip.x for pip in pips) > 4 + 18
    for index, pip in enumerate(pips):
        assert not any(pip.overlaps(other) for other in pips[:index])


def test_the_hexagons_pips_keep_clear_of_its_edges(turno):
    (hexagon,) = draw_component(turno, "hexagon")
    size = hexagon.front.size
    for pip in discs(hexagon.back, "#1b1b1b"):
        middle = item_bounds(pip).center
        reach = ((middle.x - size.width / 2) ** 2 + (middle.y - size.height / 2) ** 2) ** 0.5
        assert 8 < reach + item_bounds(pip).width / 2 < size.width / 2 - 3


def test_tile_art_reaches_past_its_bleed_as_far_as_shops_ask_and_white_cards_do_not(
    turno,
):
    white = replace(turno.components["deck-36"], ground="#ffffff")
    tile = draw_component(turno, "tiles")[0]
    card = draw_component(replace(turno, components={"deck": white}), "deck")[0]
    assert items_bounds(tile.front.items) == Rect(0, 0, 30, 45).inset(-3.2)
    assert Rect(0, 0, 44, 68).contains(items_bounds(card.front.only(Role.ART).items))
    assert (tile.bleed, card.bleed) == (3, 0)


def test_a_coloured_ground_goes_past_the_trim_of_a_card_as_well(turno):
    deck = replace(turno.components["deck-36"], ground="#f6efdc")
    card = draw_component(replace(turno, components={"deck": deck}), "deck")[0]
    assert card.bleed == 3
    assert items_bounds(card.front.items) == Rect(0, 0, 44, 68).inset(-3.2)


def test_the_hexagon_is_as_wide_between_corners_as_a_tile_is_wide(turno):
    (hexagon,) = draw_component(turno, "hexagon")
    (outline,) = [i for i in hexagon.front.items if isinstance(i, Shape) and i.role is Role.CUT]
    corners = [outline.paths[0].start, *(s.to for s in outline.paths[0].segments)]
    edges = [
        ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    assert edges == pytest.approx([30] * 6)
    assert len(discs(hexagon.front, "#1b1b1b")) == 1
    assert len(discs(hexagon.back, "#1b1b1b")) == 6


def test_the_hexagons_bleed_is_3_mm_across_its_edges(turno):
    (hexagon,) = draw_component(turno, "hexagon")
    ground = item_bounds(hexagon.front.items[0])
    assert ground.x == pytest.approx(-3)
    assert ground.width == pytest.approx(hexagon.front.size.width + 6)


def test_pawns_show_the_same_mark_on_both_faces(turno):
    for piece in draw_component(turno, "pawns"):
        groups = [item for item in piece.front.items if isinstance(item, Group)]
        (turned,) = [group for group in groups if group.transform is not IDENTITY]
        upright = [item for item in piece.front.items if item in turned.items]
        assert len(upright) == len(turned.items) == 2
        assert turned.transform.apply(Point(8, 34)) == Point(8, 34)
        assert piece.back is None


def test_a_folded_pawn_stands(turno):
    """Two faces of equal height over a base shorter than both together make a tent."""
    pawns = turno.components["pawns"]
    (piece, *_) = draw_component(turno, "pawns")
    folds = sorted(
        i.paths[0].start.y
        for i in piece.front.items
        if isinstance(i, Shape) and i.role is Role.SCORE
    )
    back, front, base = folds[0], folds[1] - folds[0], folds[2] - folds[1]
    assert back == front == pawns.height
    assert base == pawns.base < back + front
    assert piece.front.size.height - folds[2] == pawns.tab


def test_the_six_pawns_have_six_marks(turno):
    marks = set()
    for piece in draw_component(turno, "pawns"):
        shapes = [i for i in piece.front.items if isinstance(i, Shape) and i.role is Role.ART]
        mark = shapes[2]
        bounds = path_bounds(mark.paths[0])
        kinds = tuple(type(s).__name__ for s in mark.paths[0].segments)
        marks.add((kinds, bool(mark.style.stroke), round(bounds.width, 2)))
    assert len(marks) == 6


def net_faces(piece, edge):
    """Return the pips of a die's net by column and row."""
    tab = 0.3 * edge
    found: dict[tuple[int, int], int] = {}
    for disc in discs(piece.front, "#1b1b1b"):
        middle = item_bounds(disc).center
        place = (int((middle.x - tab) // edge), int((middle.y - tab) // edge))
        found[place] = found.get(place, 0) + 1
    return found


def test_opposite_faces_of_the_folded_die_add_up_to_7(turno):
    (die,) = draw_component(turno, "die")
    faces = net_faces(die, 18)
    assert sorted(faces.values()) == [1, 2, 3, 4, 5, 6]
    assert faces[0, 1] + faces[2, 1] == 7
    assert faces[1, 1] + faces[3, 1] == 7
    assert faces[1, 0] + faces[1, 2] == 7


def test_one_two_and_three_follow_one_another_anticlockwise(turno):
    """Seen from outside the corner of front, right and top: front, right, top is anticlockwise."""
    (die,) = draw_component(turno, "die")
    faces = net_faces(die, 18)
    assert (faces[1, 1], faces[2, 1], faces[1, 0]) == (1, 2, 3)


def test_every_two_edges_of_the_die_that_meet_have_one_tab(turno):
    """Fold the net in arithmetic: 14 free edges pair up, and one of each pair has the tab."""
    (die,) = draw_component(turno, "die")
    outline = next(i for i in die.front.items if isinstance(i, Shape) and i.role is Role.CUT).paths[
        0
    ]
    points = [outline.start, *(s.to for s in outline.segments)]
    edge, tab = 18, 0.3 * 18

    def on_grid(p: Point) -> bool:
        return all(abs(v - tab - round((v - tab) / edge) * edge) < 1e-6 for v in p)

    corners = [(p, i) for i, p in enumerate(points) if on_grid(p)]
    free: dict[frozenset, list[bool]] = {}
    for (a, i), (b, j) in zip(corners, [*corners[1:], corners[0]], strict=True):
        ends = frozenset(cube_corner((p.x - tab) / edge, (p.y - tab) / edge) for p in (a, b))
        has_tab = (j - i) % len(points) == 3
        free.setdefault(ends, []).append(has_tab)
    assert len(free) == 7
    assert all(sorted(pair) == [False, True] for pair in free.values())


def cube_corner(column: float, row: float) -> tuple[str, str, str]:
    """Return the corner of the folded cube that a corner of the net comes to.

    The second face of the row is the front; those above and below it fold back.
    """
    around = [("left", "far"), ("left", "near"), ("right", "near"), ("right", "far")]
    column, row = round(column) % 4, round(row)
    level = "top" if row < 2 else "bottom"
    if row in (1, 2):
        return (*around[column], level)
    return ("left" if column == 1 else "right", "far", level)


def test_the_tracker_has_a_row_for_each_total_and_all_its_pairs(turno):
    (strip,) = draw_component(turno, "tracker")
    totals = [
        i.string for i in items_of(strip.front) if isinstance(i, Text) and i.string.isdecimal()
    ]
    assert totals == [str(n) for n in range(12, 1, -1)]
    pips = len(discs(strip.front, "#1b1b1b")) + len(discs(strip.front, "#6f6a60"))
    assert pips == 252
    assert len(discs(strip.front, "#1b1b1b")) == 126


def test_a_disc_has_the_area_of_a_circle():
    (pip,) = draw_pips(1, Rect(0, 0, 10, 10), "#000000")
    bounds = item_bounds(pip)
    assert bounds.width * bounds.height * pi / 4 == pytest.approx(pi * (RADIUS * 10) ** 2)
