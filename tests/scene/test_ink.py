"""Little ink and black alone, looked at as data."""

import itertools
from collections import Counter
from functools import cache

import pytest

from pnp.base.color import WHITE
from pnp.base.fonts import text_outlines
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, line, path_bounds, rectangle
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, built_in_themes, find_game, load_game, load_theme
from pnp.positions.draw import draw_setup
from pnp.scene import Extra, Group, Role, Scene, Shape, Style, Text
from pnp.scene.gradient import Gradient, Stop
from pnp.scene.ink import Ink, InkSaver, hatch_dots, hatch_lines, lightness, tone_of

MOST_SOLID = 33.0  # mm2: the square around a pip of TURNO's tiles
INKS = (Ink.LOW, Ink.BLACK)
PLAYERS = ("#d3402b", "#f2c230", "#58b673", "#1e4f9c", "#f7f4ec", "#23201e")


def shapes(items):
    for item in items:
        if isinstance(item, Group):
            yield from shapes(item.items)
        else:
            yield item


def colors(items):
    for item in shapes(items):
        if isinstance(item, Text):
            yield item.fill
        else:
            yield from filter(None, (item.style.fill, item.style.stroke))


@cache
def drawn():
    """Every piece and set-up of every game in every theme: theme, game, component, name, faces.

    Whether the cuts of its sheet are straight comes last.
    """
    found = []
    for theme, game_id in itertools.product(built_in_themes(), built_in_games()):
        game = load_game(find_game(game_id), theme=load_theme(theme)).game
        for key in game.components:
            for piece in draw_component(game, key):
                faces = tuple(filter(None, (piece.front, piece.back)))
                found.append(((theme, game_id, key), piece.name, faces, piece.freed_by_trim))
        for key, rule_set in game.rule_sets.items():
            if rule_set.setup is not None:
                setup = draw_setup(game, rule_set.setup)
                found.append(((theme, game_id, key), "set-up", (setup,), False))
    return found


@cache
def inked(ink):
    """Every piece and set-up: where it belongs, its name, its faces, and these in an ink."""
    found = []
    for _, ones in itertools.groupby(drawn(), lambda one: one[0][:2]):
        ink_saver = InkSaver(ink)
        for place, name, faces, straight in ones:
            after = tuple(ink_saver.face(face, straight) for face in faces)
            found.append((place, name, faces, after))
    return found


def faces(ink):
    """Every different face of every game in every theme, in an ink, with what it was before."""
    for place, name, before, after in inked(ink):
        for one, other in zip(before, after, strict=True):
            yield f"{' '.join(place)} {name}", one, other


def face(*items):
    return Scene(Size(30, 30), items)


def square(color, inset=0.0):
    return Shape((rectangle(Rect(0, 0, 30, 30).inset(inset)),), Style(fill=color))


def test_full_ink_leaves_every_face_as_it_is():
    for name, before, after in faces(Ink.FULL):
        assert after is before, name


def test_little_ink_has_no_large_fills_in_any_game_and_theme():
    large, seen = [], 0
    for name, _, after in faces(Ink.LOW):
        for item in shapes(after.items):
            if isinstance(item, Shape) and item.style.fill not in (None, WHITE):
                seen += 1
                areas = (b.width * b.height for b in map(path_bounds, item.paths))
                if max(areas) > MOST_SOLID:
                    large.append(name)
    assert seen > 1000
    assert large == []


def test_little_ink_has_no_wide_lines():
    wide = {
        (name, item.style.stroke_width)
        for name, _, after in faces(Ink.LOW)
        for item, over in itertools.pairwise([*shapes(after.items), None])
        if isinstance(item, Shape)
        and item.style.stroke not in (None, WHITE)
        and item.style.stroke_width > 1.5
        # A wide line that is white again inside is two thin ones.
        and not (
            isinstance(over, Shape) and over.paths == item.paths and over.style.stroke == WHITE
        )
    }
    assert wide == set()


@pytest.mark.parametrize("ink", INKS)
def test_a_face_keeps_its_size_its_text_and_its_tool_lines(ink):
    for name, before, after in faces(ink):
        assert after.size == before.size, name
        assert [i.string for i in shapes(after.items) if isinstance(i, Text)] == [
            i.string for i in shapes(before.items) if isinstance(i, Text)
        ], name
        kept = [
            dict.fromkeys(  # once: a line may lie in a white one
                (i.role, i.paths) for i in shapes(scene.items) if i.role is not Role.ART
            )
            for scene in (before, after)
        ]
        assert list(kept[0]) == list(kept[1]), name


@pytest.mark.parametrize("ink", INKS)
def test_a_white_cutting_line_is_dark_and_whole_where_its_ground_gets_a_hatch_inside_it(ink):
    edge = (circle(Point(10, 10), 9),)
    face = Scene(
        Size(20, 20),
        (
            Shape((circle(Point(10, 10), 11),), Style(fill="#b3261e")),
            Shape(edge, Style(stroke=WHITE, stroke_width=0.2), Role.CUT),
        ),
    )
    art, *cuts = InkSaver(ink).face(face, False).items
    assert isinstance(art, Group)
    assert art.clip == edge[0]
    lines = [shape.style for shape in shapes(cuts)]
    assert [line.stroke == WHITE for line in lines] == [True, False]
    assert not lines[1].dash
    assert lines[0].stroke_width > lines[1].stroke_width


@pytest.mark.parametrize("ink", INKS)
def test_pieces_that_differed_still_differ(ink):
    for place, pieces in itertools.groupby(inked(ink), lambda one: one[0]):
        pairs = [(before, after) for _, name, before, after in pieces if name != "set-up"]
        differed, differ = (
            {tuple(face.items for face in one) for one in ones}
            for ones in (zip(*pairs, strict=True) if pairs else ((), ()))
        )
        assert len(differ) == len(differed), place


def test_black_ink_is_black_and_white_in_any_game_and_theme():
    found = Counter(c for _, _, after in faces(Ink.BLACK) for c in colors(after.items))
    assert set(found) == {"#000000", WHITE}


@pytest.mark.parametrize("ink", INKS)
def test_each_player_has_a_pattern_of_their_own(ink):
    """Without marks, and with the colour of the lines left out."""
    patterns = set()
    for color in PLAYERS:
        drawn = InkSaver(ink).face(face(square(WHITE), square(color, 5)), straight=False)
        patterns.add(tuple((i.paths, i.style.stroke_width) for i in shapes(drawn.items)))
    assert len(patterns) == len(PLAYERS)


def test_darker_colours_are_hatched_more_densely():
    def drawn(color):
        inked = InkSaver(Ink.LOW).face(face(square(WHITE), square(color, 5)), straight=False)
        (group,) = (item for item in inked.items if isinstance(item, Group))
        return sum(len(shape.paths) for shape in group.items)

    for lighter, darker in (("#d86a5a", "#7a1a10"), ("#7fc08a", "#1d5a2c"), ("#7a9ad6", "#10264f")):
        assert tone_of(lighter).angles == tone_of(darker).angles
        assert drawn(lighter) < drawn(darker)


def test_hatches_stand_for_colours_as_in_heraldry():
    angles = {color: tone_of(color).angles for color in PLAYERS}
    assert list(angles.values()) == [(90,), (), (45,), (0,), (), (0, 90)]
    others = [tone_of(color).angles for color in ("#d8821e", "#8a2f8f", "#808080")]
    assert others == [(135, 0), (135,), (45, 135)]
    assert tone_of("#f7f4ec").plain
    assert not tone_of("#f2c230").plain


@pytest.mark.parametrize("ink", INKS)
def test_a_light_mark_on_a_dark_background_stays_light(ink):
    mark = Shape((circle(Point(15, 15), 5),), Style(fill="#ffffff"))
    drawn = InkSaver(ink).face(face(square("#23201e"), mark), straight=False)
    *_, inside, edge = drawn.items
    assert isinstance(inside, Shape)
    assert inside.style == Style(fill=WHITE)
    assert isinstance(edge, Shape)
    assert edge.paths == mark.paths
    assert lightness(edge.style.stroke) < 15


@pytest.mark.parametrize("ink", INKS)
def test_a_light_line_on_a_dark_background_stays_light_with_edges(ink):
    ring = Shape((circle(Point(15, 15), 8),), Style(stroke="#f6efdc", stroke_width=1.0))
    drawn = InkSaver(ink).face(face(square("#23201e"), ring), straight=False)
    *_, edges, inside = drawn.items
    assert inside.style.stroke == WHITE
    assert inside.style.stroke_width == 1.0
    assert lightness(edges.style.stroke) < 15
    assert edges.style.stroke_width > 1.3


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("string", ["TURNO", "Typography", "17", "(1)"])
def test_light_text_turns_dark_on_white(ink, string):
    text = Text(Point(1, 15), string, "serif-bold", 5.0, "#ffffff")
    drawn = InkSaver(ink).face(face(square("#23201e"), text), straight=False)
    *_, plate, written = drawn.items
    assert plate.style == Style(fill=WHITE)
    assert lightness(written.fill) < 15
    room = path_bounds(plate.paths[0])
    outlines = text_outlines(written.string, written.font, written.size, written.at)
    assert all(room.contains(path_bounds(letter)) for letter in outlines)
    assert room.height < 1.6 * 5.0


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("y", "behind"), [(15, True), (4, False)])
def test_dark_text_has_white_behind_it_where_it_lies_on_a_hatch_and_only_there(ink, y, behind):
    text = Text(Point(9, y), "17", "sans", 3.0, "#3b342b")
    drawn = InkSaver(ink).face(face(square(WHITE), square("#b5c894", 6), text), straight=False)
    *_, before, written = drawn.items
    assert written.string == "17"
    plate = isinstance(before, Shape) and before.style == Style(fill=WHITE)
    assert plate is behind
    if plate:
        outlines = text_outlines(written.string, written.font, written.size, written.at)
        room = path_bounds(before.paths[0])
        assert all(room.contains(path_bounds(letter)) for letter in outlines)


def test_pale_lines_are_made_dark_enough_to_be_seen():
    for color in ("#f2c230", "#58b673", "#7fc08a"):
        drawn = InkSaver(Ink.LOW).face(face(square(WHITE), square(color, 5)), straight=False)
        for drawn_in in set(colors(drawn.items)) - {WHITE}:
            assert lightness(drawn_in) < 63


def test_a_background_that_becomes_paper_gets_a_line_along_the_trim():
    trim = Shape((rectangle(Rect(0, 0, 30, 30)),), Style(stroke="#777777"), Role.CUT)
    for color, lines in (("#f6efdc", 1), (WHITE, 0), ("#1e4f9c", 0)):
        drawn = InkSaver(Ink.LOW).face(face(square(color, -3), trim), straight=True)
        art = [i for i in shapes(drawn.items) if i.role is Role.ART and i.paths == trim.paths]
        assert len(art) == lines
        outlined = InkSaver(Ink.LOW).face(face(square(color, -3), trim), straight=False)
        edges = [i for i in shapes(outlined.items) if i.role is Role.ART and i.paths == trim.paths]
        assert edges == []


def test_guides_turn_thin_in_black_and_stay_as_they_are_with_little_ink():
    guide = Shape((line(Point(0, 5), Point(30, 5)),), Style(stroke="#9a9486", stroke_width=0.25))
    (low,) = InkSaver(Ink.LOW).face(face(guide), straight=False).items
    (black,) = InkSaver(Ink.BLACK).face(face(guide), straight=False).items
    assert low == guide
    assert black.style.stroke == "#000000"
    assert 0.1 <= black.style.stroke_width < 0.25


def test_a_cutting_line_is_seen_on_black_as_well():
    cut = Shape((circle(Point(15, 15), 10),), Style(stroke="#777777", stroke_width=0.2), Role.CUT)
    ink_saver = InkSaver(Ink.BLACK)
    drawn = ink_saver.page(ink_saver.face(face(square("#000000", -3), cut), straight=False))
    ground, under, over = shapes(drawn.items)
    assert ground.style.fill == "#000000"
    assert (under.style.stroke, over.style.stroke) == (WHITE, "#000000")
    assert under.paths == over.paths == cut.paths
    assert under.style.stroke_width >= over.style.stroke_width + 0.4


def test_a_face_with_straight_cuts_has_a_straight_line_along_its_trim():
    rounded = Shape((circle(Point(15, 15), 15),), Style(stroke="#777777"), Role.CUT)
    drawn = InkSaver(Ink.LOW).face(face(square("#f6efdc", -3), rounded), straight=True)
    assert drawn.items[-1].paths == (rectangle(Rect(0, 0, *drawn.size)),)
    assert drawn.items[-1].role is Role.ART


def test_a_page_in_black_is_the_same_when_it_is_inked_again():
    note = Text(Point(1, 1), "B", "serif-bold", 3.4, "#777777")
    grey = Shape((line(Point(0, 5), Point(30, 5)),), Style(stroke="#777777", stroke_width=0.2))
    ink_saver = InkSaver(Ink.BLACK)
    page = ink_saver.page(face(note, Group((grey,), Transform.move(1, 1), is_symbol=True)))
    assert set(colors(page.items)) == {"#000000"}
    assert ink_saver.page(page) == page
    assert InkSaver(Ink.LOW).page(face(note)) == face(note)


@pytest.mark.parametrize("ink", INKS)
def test_a_repeated_group_stays_shared(ink):
    shared = (square("#1e4f9c", 5), square(WHITE, 12))
    one = face(Group(shared, is_symbol=True), Group(shared, Transform.move(1, 0), is_symbol=True))
    other = face(Group(shared, is_symbol=True))
    ink_saver = InkSaver(ink)
    first, second = ink_saver.face(one, straight=True), ink_saver.face(other, straight=True)
    assert first.items[0].items is second.items[0].items
    assert first.items[0].items is not shared
    if ink is Ink.BLACK:
        pages = [ink_saver.page(scene) for scene in (first, second)]
        assert pages[0].items[0].items is pages[1].items[0].items


@pytest.mark.parametrize("angle", [0, 45, 90, 135])
def test_lines_cover_the_whole_area_at_their_pitch(angle):
    area, about = Rect(3, -2, 20, 11), Point(40, 7)
    lines = hatch_lines(area, about, angle, 1.5)
    for corner in (Point(3, -2), Point(23, -2), Point(3, 9), Point(23, 9)):
        assert min(distance(corner, one) for one in lines) < 1.5
    for x, y in itertools.product(range(5, 22), range(0, 8)):
        assert min(distance(Point(x, y), one) for one in lines) <= 0.75 + 1e-9
    apart = [distance(a.start, b) for a, b in itertools.pairwise(lines)]
    assert apart == pytest.approx([1.5] * len(apart))
    assert distance(about, hatch_lines(area, about, angle, 1.5)[0]) % 1.5 == pytest.approx(0.75)


def distance(point, path):
    """From a point to an endless line."""
    end = path.segments[0].to
    dx, dy = end.x - path.start.x, end.y - path.start.y
    across = (point.x - path.start.x) * dy - (point.y - path.start.y) * dx
    return abs(across) / (dx * dx + dy * dy) ** 0.5


def test_dots_cover_as_much_as_was_asked_for():
    area = Rect(0, 0, 60, 60)
    dots = [path_bounds(dot) for dot in hatch_dots(area, area.center, 0.15)]
    inside = [dot for dot in dots if area.contains(Rect(*dot.center, 0, 0))]
    covered = sum(dot.width**2 * 3.14159 / 4 for dot in inside)
    assert covered / 3600 == pytest.approx(0.15, rel=0.06)


def test_a_gradient_is_drawn_as_the_colour_that_it_has_on_average():
    place = Transform(30, 0, 0, 30, 0, 0)
    fill = Gradient("linear", (Stop(0, "#ff0000"), Stop(1, "#0000ff")), place)
    whole = rectangle(Rect(0, 0, 30, 30))
    for ink in INKS:
        saver = InkSaver(ink)
        shaded = saver.face(face(Shape((whole,), Style(fill, fill, 1))), straight=False)
        plain = saver.face(face(Shape((whole,), Style("#800080", "#800080", 1))), straight=False)
        assert shaded == plain


def test_a_group_that_can_be_seen_through_stays_so_in_any_ink_but_letters_do_not():
    square = Shape((rectangle(Rect(0, 0, 20, 20)),), Style(fill="#222222"))
    for ink in INKS:
        saver = InkSaver(ink)
        (group,) = saver.face(face(Group((square,), opacity=0.3)), straight=False).items
        assert group.opacity == 0.3
        word = Text(Point(2, 9), "Moor", "sans", 4)
        (group,) = saver.face(face(Group((square, word), opacity=0.3)), straight=False).items
        assert group.opacity == 1


def test_a_gradient_that_can_be_seen_through_is_left_out_where_ink_is_saved():
    square = Shape((rectangle(Rect(0, 0, 20, 20)),), Style("#222222", "#000000", 0.5))
    fade = Gradient("linear", (Stop(0, "#222222", 0), Stop(1, "#222222")))
    shaded = square._replace(style=square.style._replace(fill=fade))
    for ink in INKS:
        (line,) = InkSaver(ink).face(face(shaded), straight=False).items
        assert line.style.fill is None


def test_the_shadow_of_letters_is_left_out_where_white_lies_behind_them():
    shadow = Group(
        (Shape((circle(Point(9, 9), 3),), Style(fill="#000000")),), extra=Extra.BEHIND_TEXT
    )
    for ink in INKS:
        assert InkSaver(ink).face(face(shadow), straight=False).items == ()
    assert InkSaver(Ink.FULL).face(face(shadow), straight=False).items == (shadow,)


@pytest.mark.parametrize("ink", INKS)
def test_no_white_behind_a_text_covers_the_letters_before_it(ink):
    bold = Text(Point(2, 9), "two", "sans-bold", 4.0, "#ffffff")
    plain = Text(Point(2 + bold.width, 9), "wounds", "sans", 4.0, "#ffffff")
    drawn = InkSaver(ink).face(face(square("#23201e"), bold, plain), straight=False)
    *_, one, other, first, second = drawn.items
    assert [part.style for part in (one, other)] == [Style(fill=WHITE)] * 2
    assert [part.string for part in (first, second)] == ["two", "wounds"]


@pytest.mark.parametrize("extra", [Extra.BORDER, Extra.LETTERING])
def test_lines_of_a_livery_are_drawn_in_the_ink_and_dark_where_they_would_be_too_pale(extra):
    pale, strong = (
        Shape((line(Point(0, y), Point(9, y)),), Style(stroke=color, stroke_width=0.5))
        for y, color in ((1, "#f3e6d2"), (2, "#c23b22"))
    )
    for ink in INKS:
        (group,) = InkSaver(ink).items((Group((pale, strong), extra=extra),))
        first, second = (shape.style.stroke for shape in shapes(group.items))
        assert lightness(first) < lightness("#808080")
        assert second == ("#000000" if ink is Ink.BLACK else "#c23b22")
        assert ink is Ink.LOW or first == "#000000"
