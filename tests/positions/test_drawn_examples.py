"""Examples of play as pictures."""

from functools import partial
from itertools import pairwise
from math import hypot

import pytest
from helpers.games import built_in
from helpers.models import replace

from pnp.audit import check_game, scope_of
from pnp.base.color import READABLE, WHITE, contrast
from pnp.base.geometry import Point, Rect
from pnp.base.path import circle_of, flattened, path_bounds
from pnp.components.registry import draw_tokens
from pnp.definitions import built_in_games
from pnp.game.places import spelled_out
from pnp.game.resolve import resolve
from pnp.game.rules import Arrow, Example, Lay, Reach
from pnp.positions.arrows import COLORS, looks_of
from pnp.positions.draw import MARK, TurnStep, draw_dice, draw_example, draw_strip
from pnp.positions.figure import EDGE, EDGES, LABEL_INK, TINTS
from pnp.positions.position import PieceDrawings
from pnp.scene import Group, Shape, Text, items_bounds, leaves_in, placed_leaves, shapes_in

ARROW = 5  # items of an arrow


@pytest.fixture(scope="module")
def turnio():
    return built_in("turnio").game


def example(turnio, **changes):
    lay = (
        Lay(component="chips", pieces=("csoo-cw",), at=("c4",), turned=2),
        Lay(component="chips", pieces=("csoo-acw",), at=("d4",), turned=3),
    )
    return replace(Example(board="board", lay=lay, show=("c4-d4",)), **changes)


def checked(turnio, changed):
    rule_set = replace(turnio.rule_sets["basic"], examples={"half": changed}, turn=())
    game = replace(turnio, rule_sets={"basic": rule_set}, cover=None)
    return [line for line in check_game(game).faults() if "Example half" in line]


def test_a_picture_is_cut_off_around_the_places_it_shows(turnio):
    part = example(turnio, show=("c3-d4",), coordinates=False)
    scene = draw_example(turnio, part)
    assert scene.size == pytest.approx((2 * 30.5, 2 * 30.5), abs=2 * EDGE + 0.1)
    (group,) = scene.items
    assert isinstance(group, Group)
    assert Rect(0, 0, *scene.size).contains(items_bounds(scene.items))


def test_without_places_to_show_the_whole_board_is_seen(turnio):
    scene = draw_example(turnio, example(turnio, show=(), coordinates=False))
    assert scene.size == turnio.components["board"].size


def test_a_part_at_the_edge_does_not_reach_past_the_board(turnio):
    corner = (Lay(component="chips", pieces=("csoo-cw",), at=("a1",)),)
    part = example(turnio, show=("a1",), lay=corner, coordinates=False)
    scene = draw_example(turnio, part)
    assert scene.size == pytest.approx((30.5, 30.5), abs=2 * EDGE + 0.1)
    narrow = replace(turnio.components["board"], rim=0.1)
    game = replace(turnio, components={**turnio.components, "board": narrow})
    scene = draw_example(game, part)
    assert scene.size == pytest.approx((30.5, 30.5), abs=EDGE + 0.1 + 0.1)


def test_a_turned_chip_is_drawn_turned(turnio):
    def picture(turned):
        lay = (Lay(component="chips", pieces=("csoo-cw",), at=("a1",), turned=turned),)
        return draw_example(turnio, Example(board="board", lay=lay, show=("a1",)))

    assert len({str(picture(turned)) for turned in range(4)}) == 4


def test_a_long_arrow_begins_and_ends_just_beside_the_middles_of_its_places(turnio):
    arrow = Arrow(start="c4", to="d4")
    alone = example(turnio, show=(), arrows=(arrow,), coordinates=False)
    (group,) = draw_example(turnio, alone).items
    board = {place.name: place.center for place in turnio.components["board"].places}
    shaft, head, dot = group.items[-3:]
    tip = head.paths[0].start
    assert tip.y == board["d4"].y
    assert 3 < board["d4"].x - tip.x < 8
    tail = shaft.paths[0].start
    assert tail.y == board["c4"].y
    assert 3 < tail.x - board["c4"].x < 10
    assert items_bounds([dot]).center == pytest.approx(tail)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"show": ("c3-h4",)}, "there is no place g3"),
        ({"marked": ("z1",)}, "there is no place z1"),
        ({"arrows": (Arrow(start="c4", to="c9"),)}, "there is no place c9"),
        ({"arrows": (Arrow(start="c4", via=("c9",), to="c2"),)}, "there is no place c9"),
        (
            {"lay": (Lay(component="chips", pieces=("cccc-cw",), at=("a1",)),)},
            "there is no piece 'cccc-cw'",
        ),
        (
            {"lay": (Lay(component="chips", pieces=("csoo-cw",), at=("a1-d1",)),)},
            "4 of 'csoo-cw' are laid and the box has 3",
        ),
        (
            {"lay": (Lay(component="chips", pieces=("csoo-cw",), at=("a1", "a1")),)},
            "a1 is there twice",
        ),
    ],
)
def test_an_example_that_cannot_be_makes_the_check_fail(turnio, changes, fault):
    (line,) = checked(turnio, example(turnio, **changes))
    assert fault in line


def test_an_example_that_can_be_is_counted(turnio):
    report = check_game(turnio).rule_sets[0]
    told = {claim.text: claim.arithmetic for claim in report.setup}
    assert told["Example whole on Board"] == "5 pieces"


@pytest.mark.parametrize(
    "lay",
    [
        Lay(component="chips", at=("a1",)),
        Lay(component="chips", pieces=("csoo-cw",), at=("a1-b1",), count=1),
    ],
)
def test_an_entry_on_the_board_of_an_example_is_one_piece_on_places(lay):
    with pytest.raises(
        ValueError, match=r"lay\[1\]: on a place of an example write one of pieces or a pile"
    ):
        Example(board="board", lay=(lay,))


@pytest.fixture(scope="module")
def punt_match():
    return built_in("punt-match").game


def pile(*names, at=("d4",)):
    return Lay(component="pawns", pile=names, at=at)


def drawn(punt_match, *lay, board="square-board", **more):
    """Return the items of a picture of the whole board that come after the board itself."""
    shown = Example(board=board, lay=lay, coordinates=False, **more)
    (group,) = draw_example(punt_match, shown).items
    return group.items[1:]


@pytest.mark.parametrize("board", ["square-board", "hex-board"])
@pytest.mark.parametrize("names", [("white", "black"), ("black", "white", "red", "white")])
def test_a_pile_shows_its_top_piece_and_the_colours_below_it_one_above_the_other(
    punt_match, board, names
):
    shown = drawn(punt_match, pile(*names), board=board)
    centers = [items_bounds([item]).center for item in shown]
    lifts = [below.y - above.y for below, above in pairwise(centers)]
    assert len(shown) == len(names)
    assert all(1.5 < lift < 4 for lift in lifts)
    assert all(center.x == pytest.approx(centers[0].x) for center in centers)
    (place,) = [p for p in punt_match.boards[board].places if p.name == "d4"]
    assert (centers[0].y + centers[-1].y) / 2 == pytest.approx(place.center.y)
    assert items_bounds(shown).height < place.size.height + 1
    assert shown[-1].items == draw_tokens(punt_match, "pawns")[names[-1]].items
    colors = {series.id: series.color for series in punt_match.components["pawns"].series}
    assert [item.items[0].style.fill for item in shown[:-1]] == [colors[n] for n in names[:-1]]


def test_arrows_and_marks_lie_below_pieces_that_stand(punt_match):
    arrow = Arrow(start="d4", to="g4")
    edge, marks, *arrow_parts, pawn = drawn(
        punt_match,
        Lay(component="pawns", pieces=("white",), at=("d4",)),
        arrows=(arrow,),
        marked=("g4",),
    )
    assert isinstance(pawn, Group)
    assert len(arrow_parts) == ARROW
    assert all(isinstance(item, Shape) for item in (edge, marks, *arrow_parts))


def test_arrows_lie_upon_chips(turnio):
    arrows = (Arrow(start="c4", to="d4"),)
    (group,) = draw_example(turnio, example(turnio, arrows=arrows, coordinates=False)).items
    assert all(isinstance(item, Shape) for item in group.items[-ARROW:])
    assert isinstance(group.items[-ARROW - 1], Group)


@pytest.mark.parametrize(("start", "aside"), [("a4", 0.0), ("d1", 0.0), ("a7", 0.0), ("a4", 20.0)])
def test_an_arrow_ends_just_before_the_piece_it_leads_to(punt_match, start, aside):
    pawn = Lay(component="pawns", pieces=("white",), at=("d4",))
    arrow = Arrow(start=start, to="d4", aside=aside)
    *_, head, _, piece = drawn(punt_match, pawn, arrows=(arrow,))
    tip, middle = head.paths[0].start, items_bounds([piece]).center
    radius = punt_match.components["pawns"].diameter / 2
    assert 0.5 < hypot(tip.x - middle.x, tip.y - middle.y) - radius < 1.2


def test_a_straight_arrow_drawn_aside_is_a_bow_to_its_left(punt_match):
    lay = Lay(component="pawns", pieces=("white",), at=("a1",))
    *_, shaft, _, _, _ = drawn(punt_match, lay, arrows=(Arrow(start="b2", to="f2", aside=18.0),))
    centers = {p.name: p.center for p in punt_match.boards["square-board"].places}
    bounds = bounds_of_curve(shaft.paths[0])
    tail = shaft.paths[0].start
    assert 3 < hypot(tail.x - centers["b2"].x, tail.y - centers["b2"].y) < 10
    assert bounds.bottom == pytest.approx(centers["b2"].y, abs=8)
    assert centers["b2"].y - bounds.y == pytest.approx(18, abs=3)


def bounds_of_curve(path):
    """Return the rectangle around points along a path of one cubic curve."""
    (curve,) = path.segments
    points = []
    for part in (number / 50 for number in range(51)):
        weights = ((1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3)
        stops = (path.start, *curve)
        points.append(
            Point(*(sum(w * p[i] for w, p in zip(weights, stops, strict=True)) for i in (0, 1)))
        )
    return Rect.around(points)


def test_an_arrow_by_way_of_others_turns_there_and_runs_beside_its_way_when_drawn_aside():
    tawula = built_in("tawula").game
    lay = (Lay(component="pieces", pieces=("white",), at=("6",)),)
    centers = {p.name: p.center for p in tawula.boards["board"].places}
    for aside in (0.0, 16.0):
        arrow = Arrow(start="1", via=("12", "13"), to="24", aside=aside)
        shown = Example(board="board", lay=lay, arrows=(arrow,), coordinates=False)
        (group,) = draw_example(tawula, shown).items
        bounds = path_bounds(group.items[-4].paths[0])
        assert bounds.y == pytest.approx(centers["1"].y + aside)
        assert bounds.bottom == pytest.approx(centers["24"].y - aside)
        assert bounds.x == pytest.approx(centers["12"].x), "it runs over the last points too"
        assert centers["24"].x - 12 < bounds.right <= centers["1"].x


def test_a_way_that_turns_back_has_an_arrow_too(punt_match):
    arrow = Arrow(start="a1", via=("c1",), to="b1", aside=4.0)
    lay = Lay(component="pawns", pieces=("white",), at=("a7",))
    assert len(drawn(punt_match, lay, arrows=(arrow,))) == ARROW + 1


def test_marks_and_pictures_go_around_whole_points_of_a_tables_board():
    tawula = built_in("tawula").game
    board = tawula.boards["board"]
    lay = (Lay(component="pieces", pieces=("white",), at=("1",)),)
    part = Example(board="board", lay=lay, show=("1-6",), marked=("2",), coordinates=False)
    height = draw_example(tawula, part).size.height
    assert height == pytest.approx(board.length, abs=2 * EDGE + 0.1)
    (group,) = draw_example(tawula, replace(part, show=(), marked=("2", "24"))).items
    (mark,) = [item for item in group.items if getattr(item, "style", None) == MARK]
    far, near = (path_bounds(path) for path in mark.paths)
    assert far.size == near.size == pytest.approx((board.point, board.length))
    assert (far.y, near.bottom) == pytest.approx((board.field.y, board.field.bottom))


@pytest.mark.parametrize(
    ("lay", "fault"),
    [
        (pile("white", "green"), "there is no piece 'green'"),
        (pile("white", "red", at=("a1-b7",)), "14 of 'red' are laid and the box has 11"),
        (pile("white", "white", at=("a1-b7",)), "28 of 'white' are laid and the box has 14"),
        (pile("white", at=("h1",)), "there is no place h1"),
    ],
)
def test_a_pile_that_cannot_be_makes_the_check_fail(punt_match, lay, fault):
    changed = Example(board="square-board", lay=(lay,))
    rule_set = replace(punt_match.rule_sets["square"], examples={"moves": changed})
    game = replace(punt_match, rule_sets={"square": rule_set}, cover=None)
    (line,) = [line for line in check_game(game).faults() if "Example moves" in line]
    assert fault in line


def test_a_pile_is_counted_with_all_its_pieces(punt_match):
    changed = Example(board="square-board", lay=(pile("white", "black", "red"),))
    rule_set = replace(punt_match.rule_sets["square"], examples={"moves": changed})
    game = replace(punt_match, rule_sets={"square": rule_set}, cover=None)
    (report,) = check_game(game).rule_sets
    told = {claim.text: claim.arithmetic for claim in report.setup}
    assert told["Example moves on Square board"] == "3 pieces"
    assert scope_of(punt_match, rule_set)["example_moves"].value == 3


@pytest.mark.parametrize("more", [{"pieces": ("red",)}, {"each": 2}, {"count": 1}])
def test_a_pile_names_all_its_pieces(more):
    with pytest.raises(ValueError, match="so write no pieces, each or count"):
        Lay(component="pawns", pile=("white", "black"), at=("a1",), **more)


def test_the_arrow_of_a_piece_that_comes_onto_the_board_has_the_colour_of_its_player():
    tawula = built_in("tawula").game
    lay = tuple(
        Lay(component="pieces", pieces=(side,), at=at)
        for side, at in (("white", ("4", "6")), ("black", ("19",)))
    )
    arrows = tuple(Arrow(start="beside", to=to) for to in ("4", "19", "6"))
    shown = Example(board="board", lay=lay, arrows=arrows)
    white, black, again = looks_of(tawula, shown, resolve(tawula, shown), 1.0, Rect(0, 0, 1, 1))
    assert white == again != black


def test_a_part_of_a_tables_board_names_its_points_beside_it_and_nothing_else():
    tawula = built_in("tawula").game
    lay = (Lay(component="pieces", pieces=("white",), at=("4",)),)
    for show, wanted in ((("1-6",), 6), (("7-12", "19-24"), 12)):
        scene = draw_example(tawula, Example(board="board", lay=lay, show=show))
        texts = [item.string for item in leaves_in(scene.items) if isinstance(item, Text)]
        assert sorted(texts, key=int) == sorted(spelled_out(show), key=int)
        assert len(texts) == wanted


def test_the_face_below_a_tile_covers_no_dot_of_its_front():
    turno = built_in("turno").game
    lay = (Lay(component="tiles", pieces=("6-5",), at=("b2",)),)
    plain, shown = (
        draw_example(turno, Example(board="checkers-mat", lay=lay, hidden=hidden)).items[0].items
        for hidden in ((), ("b2",))
    )
    (hidden,) = (item for item in shown if item not in plain and isinstance(item, Group))
    below = items_bounds([hidden])
    (tile,) = (item for item in plain[1:] if isinstance(item, Group))
    dots = [one for one in shapes_in(tile.items) if one.style.fill == "#1b1b1b"]
    middles = [tile.transform.apply(items_bounds([dot]).center) for dot in dots]
    assert len(middles) == 6
    assert not [dot for dot in middles if below.x < dot.x < below.right and below.y < dot.y]


def test_colours_of_moves_and_reaches_have_the_contrast_of_text():
    assert all(contrast(color, WHITE) >= READABLE for color in (*COLORS, *EDGES, LABEL_INK))


def test_a_reach_is_tinted_for_each_piece_and_its_arrows_have_its_colour(punt_match):
    lay = (
        Lay(component="pawns", pieces=("white",), at=("a1",)),
        Lay(component="pawns", pieces=("black",), at=("g7",)),
    )
    reach = (Reach(of="a1", to=("a2", "b1")), Reach(of="g7", to=("g6",)))
    arrows = (Arrow(start="a1", to="a2"), Arrow(start="g7", to="g6"))
    shown = Example(board="square-board", lay=lay, reach=reach, arrows=arrows)
    (whole,) = draw_example(punt_match, shown).items
    fills = [one.style.fill for one in shapes_in(whole.items)]
    assert (fills.count(TINTS[0]), fills.count(TINTS[1])) == (3, 2)
    looks = looks_of(punt_match, shown, resolve(punt_match, shown), 1.0, Rect(0, 0, 1, 1))
    assert [look.color for look in looks] == list(EDGES[:2])


def test_a_part_of_a_star_has_the_letters_of_its_arms():
    turno = built_in("turno").game
    lay = (Lay(component="tiles", pieces=("1-2",), at=("b1",)),)
    scene = draw_example(turno, Example(board="star-mat", lay=lay, show=("b1-b3", "e1-e2")))
    texts = [item.string for item in leaves_in(scene.items) if isinstance(item, Text)]
    assert sorted(texts) == ["1", "1", "2", "2", "3", "b", "e"]


# --- The steps of a turn -----------------------------------------------------------------


@pytest.fixture(scope="module")
def turno():
    return built_in("turno").game


def thrown(turno, shows, **changes):
    """Return the faults of an example of Turno Walk in which dice show something."""
    one = replace(
        turno.rule_sets["loop"].examples["turn-throw"],
        thrown=[{"component": "die", "shows": shows}],
        **changes,
    )
    rule_set = replace(turno.rule_sets["loop"], examples={"one": one}, turn=("one",), claims=())
    game = replace(turno, rule_sets={"loop": rule_set}, cover=None)
    return [line.partition("pieces")[2] or line for line in check_game(game).faults()]


def test_a_die_is_drawn_below_the_board_with_the_face_that_it_shows(turno):
    rule_set = turno.rule_sets["loop"]
    one = rule_set.examples["turn-throw"]
    pips = []
    for face in (1, 6):
        changed = replace(one, thrown=[{"component": "die", "shows": [face]}])
        scene = draw_example(turno, changed, rule_set)
        (*_, die) = scene.items[0].items
        black = [s for s in shapes_in((die,)) if s.style.fill == turno.components["die"].ink]
        pips.append(sum(len(shape.paths) for shape in black))
    assert pips == [1, 6]
    alone = draw_example(turno, replace(one, thrown=()), rule_set)
    assert scene.size.height > alone.size.height + turno.components["die"].edge


@pytest.mark.parametrize(
    ("shows", "changes", "fault"),
    [
        ([7], {}, "die has no face 7; its faces: 1, 2, 3, 4, 5, 6"),
        ([3, 4], {}, "2 die are shown, and the box has 1"),
        ([3], {"lay": [Lay(component="die", count=1)]}, "2 die are shown, and the box has 1"),
        (
            [3],
            {"lay": [Lay(component="tiles", pieces=("6-6",), count=1)]},
            "'6-6' of tiles lies on 16 and beside, and the box has 1",
        ),
    ],
)
def test_a_step_shows_no_more_than_the_box_holds(turno, shows, changes, fault):
    assert thrown(turno, [3]) == []
    (line,) = [line for line in thrown(turno, shows, **changes) if fault in line]
    assert "one" in line


def test_only_dice_are_thrown(turno):
    wrong = replace(
        turno.rule_sets["loop"].examples["turn-throw"],
        thrown=[{"component": "tiles", "shows": [1]}],
    )
    rule_set = replace(turno.rule_sets["loop"], examples={"one": wrong}, turn=(), claims=())
    game = replace(turno, rule_sets={"loop": rule_set}, cover=None)
    (line,) = check_game(game).faults()
    assert "tiles has no face 1; its faces: none, as it is no die" in line


@pytest.mark.parametrize(
    ("turn", "examples", "fault"),
    [
        (("gone",), {}, "turn: there is no example 'gone'; there are: turn-throw"),
        (("turn",), {"turn": 1}, "examples.turn: is the figure of the steps"),
        (("turn-throw",) * 5, {}, "at most 4 items"),
    ],
)
def test_the_steps_of_a_turn_are_examples(turno, turn, examples, fault):
    rule_set = turno.rule_sets["loop"]
    one = rule_set.examples["turn-throw"]
    named = {"turn-throw": one} | dict.fromkeys(examples, one)
    with pytest.raises(ValueError, match=fault):
        replace(rule_set, examples=named, turn=turn)


def test_a_strip_shows_its_steps_side_by_side_below_their_numbers(turno):
    rule_set, drawings = turno.rule_sets["loop"], PieceDrawings(turno)
    examples = [rule_set.examples[step] for step in rule_set.turn]
    steps = [
        TurnStep(partial(draw_example, turno, one, rule_set), partial(draw_dice, drawings, one))
        for one in examples
    ]
    strip, alone = draw_strip(steps, 0.3), [step.shown(0.3) for step in steps]
    assert strip.size.width > sum(scene.size.width for scene in alone)
    assert strip.size.height > max(scene.size.height for scene in alone)
    numbers = [leaf.string for leaf in leaves_in(strip.items) if isinstance(leaf, Text)]
    assert numbers == ["1", "2", "3"]


# --- Pips stay visible -------------------------------------------------------------------

GAMES = {name: built_in(name).game for name in built_in_games()}
EXAMPLES = [
    (name, key, example)
    for name, game in GAMES.items()
    if any(component.has_pairs for component in game.components.values())
    for key, rule_set in game.rule_sets.items()
    for example, one in rule_set.examples.items()
    if one.arrows
]


def discs(leaves, fills):
    """Yield the circles of some colours with their number in drawing order, centre and radius."""
    for number, (leaf, into) in enumerate(leaves):
        if isinstance(leaf, Shape) and leaf.style.fill in fills:
            for path in leaf.paths:
                if found := circle_of(path):
                    radius = hypot(into.a, into.b) * (found[1] + leaf.style.stroke_width / 2)
                    yield number, into.apply(found[0]), radius


def outlines(leaves):
    """Yield points along the light edges of arrows, with their number and half the width."""
    for number, (leaf, into) in enumerate(leaves):
        if isinstance(leaf, Shape) and leaf.style.stroke == WHITE and not leaf.style.fill:
            for leg in (leg for path in leaf.paths for leg in pairwise(flattened(path, 0.2))):
                for part in range(11):
                    x, y = (a + (b - a) * part / 10 for a, b in zip(*leg, strict=True))
                    yield number, into.apply(Point(x, y)), leaf.style.stroke_width / 2


@pytest.mark.parametrize("scale", [0.2, 0.24, 0.35])
@pytest.mark.parametrize(("game", "rule_set", "example"), EXAMPLES)
def test_no_disc_and_no_arrow_hides_a_pip(game, rule_set, example, scale):
    rules = GAMES[game].rule_sets[rule_set]
    scene = draw_example(GAMES[game], rules.examples[example], rules, scale)
    leaves = list(placed_leaves(scene.items))
    pips = list(discs(leaves, {GAMES[game].components["tiles"].ink}))
    assert pips
    hidden = [
        (pip, mark)
        for pip in pips
        for mark in (*discs(leaves, {WHITE}), *outlines(leaves))
        if mark[0] > pip[0] and hypot(pip[1].x - mark[1].x, pip[1].y - mark[1].y) < pip[2] + mark[2]
    ]
    assert hidden == []


def test_a_face_below_a_tile_is_at_least_five_millimetres_high(turno):
    rule_set = turno.rule_sets["turnooi"]
    for scale in (0.19, 0.25, 0.6):
        sizes = []
        for hidden in ((), ("c4",)):
            shown = replace(rule_set.examples["battle"], hidden=hidden)
            leaves = placed_leaves(draw_example(turno, shown, rule_set, scale).items)
            sizes.append({round(scale * 45 * hypot(into.a, into.b), 3) for _, into in leaves})
        (small,) = sizes[1] - sizes[0]
        assert small >= 4.999
