"""Start positions, held against board, box and needs."""

import re

import pytest
from helpers.games import built_in
from helpers.models import replace

from pnp.audit import check_game, check_position
from pnp.base.errors import AuditError
from pnp.definitions import built_in_games, games_to_copy, load_game
from pnp.game.evidence import Disputed, Reading
from pnp.game.places import count_places, spelled_out
from pnp.game.resolve import resolve
from pnp.game.rules import Example, Lay, check_order_of

GAMES = {name: built_in(name).game for name in built_in_games()}
EXAMPLE = load_game(games_to_copy()["shallows"] / "game.toml").game
RULE_SETS = [(name, key) for name, game in GAMES.items() for key in game.rule_sets]


def with_setup(game_id, rule_set_id, lay, **changes):
    """Return a game in which one rule set's pieces are laid otherwise."""
    game = GAMES[game_id]
    rule_set = game.rule_sets[rule_set_id]
    setup = replace(rule_set.setup, lay=tuple(lay), ways=None, **changes)
    changed = replace(rule_set, setup=setup, examples={}, turn=(), claims=())
    return replace(game, rule_sets={**game.rule_sets, rule_set_id: changed}, cover=None)


def faults(game):
    return "\n".join(check_game(game).faults())


def white(at, **more):
    return Lay(component="pawns", pieces=("white",), at=at, **more)


BLACK = Lay(component="pawns", pieces=("black",), at=("f1-g7",))


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_every_built_in_rule_set_has_a_start_position_that_holds(game, rule_set):
    (report,) = [r for r in check_game(GAMES[game]).rule_sets if r.id == rule_set]
    assert GAMES[game].rule_sets[rule_set].setup is not None
    assert report.setup
    assert all(checked.ok for checked in report.setup)


def test_every_rule_set_is_set_up():
    assert len(RULE_SETS) == sum(len(game.rule_sets) for game in GAMES.values())


def test_what_is_reconstructed_says_so_and_nothing_else_does():
    reconstructed = {
        f"{game}/{key}"
        for game, key in RULE_SETS
        if GAMES[game].rule_sets[key].setup.known.status == "reconstructed"
    }
    assert reconstructed == {
        "turno/loop",
        "turno/lottery",
        "compositie/untitled",
        "ur/short-way",
        "punt-match/hex-2",
    }


@pytest.mark.parametrize(
    ("lay", "fault"),
    [
        ([white(("a1-b8",), count=14), BLACK], "there is no place a8"),
        ([white(("a1-b7", "a3"), count=14), BLACK], "a3 is there twice"),
        (
            [white(("a1-b6",)), BLACK],
            "26 are laid and 28 needed; lay the rest beside the board: "
            '{ component = "pawns", count = 2 }',
        ),
        ([white(("a1-c7",)), BLACK], "21 of 'white' are laid and the box has 14"),
        ([white(("a1-a7", "g1-g7")), BLACK], "g1 is taken twice"),
        ([white(("a1-a7",), count=14), BLACK], "14 do not go on 7 places"),
        (
            [Lay(component="pawns", pieces=("green",), at=("a1-b7",)), BLACK],
            "there is no piece 'green'; its pieces: white, black",
        ),
        (
            [white(("a1-b7",)), BLACK, Lay(component="hex-board", at=("c1",))],
            "Square board does not hold hex-board",
        ),
    ],
)
def test_an_impossible_position_is_reported(lay, fault):
    told = faults(with_setup("punt-match", "square", lay))
    assert fault in told
    assert all(line.startswith("punt-match/square: set-up, ") for line in told.splitlines())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"lay": [white(("z9",)), BLACK]}, "there is no place z9"),
        ({"lay": [Lay(component="pawns", pile=("grey",), at=("a1",))]}, "there is no piece 'grey'"),
    ],
)
def test_a_position_that_cannot_be_is_not_drawn(changes, fault):
    game = with_setup("punt-match", "square", **changes)
    with pytest.raises(AuditError, match=f"^punt-match/square: .*{fault}"):
        check_position(game, "square")


def test_an_example_that_cannot_be_is_not_drawn_and_the_others_are():
    rule_set = GAMES["punt-match"].rule_sets["hex-2"]
    one, *others = rule_set.examples
    examples = {**rule_set.examples, one: replace(rule_set.examples[one], show=("z9",))}
    game = GAMES["punt-match"]
    rule_sets = {**game.rule_sets, "hex-2": replace(rule_set, examples=examples)}
    game = replace(game, rule_sets=rule_sets)
    with pytest.raises(AuditError, match=f"^punt-match/hex-2: Example {one} .*no place z9"):
        check_position(game, "hex-2", one)
    assert others
    for other in others:
        check_position(game, "hex-2", other)


def test_piles_of_a_start_position_are_counted_piece_by_piece():
    piled = Lay(component="pawns", pile=("white", "black"), at=("a1-b7",))
    assert faults(with_setup("punt-match", "square", [piled])) == ""
    three = Lay(component="pawns", pile=("white", "black", "white"), at=("a1-b7",))
    told = faults(with_setup("punt-match", "square", [three]))
    assert "42 are laid and 28 needed" in told
    assert "28 of 'white' are laid and the box has 14" in told


def test_a_component_that_is_needed_and_lies_nowhere_is_reported():
    game = GAMES["tawula"]
    lay = [lay for lay in game.rule_sets["anatolia-1845"].setup.lay if lay.component != "dice"]
    told = faults(with_setup("tawula", "anatolia-1845", lay))
    assert "A place for dice: 2 are needed and nothing says where they are; beside" in told
    assert '{ component = "dice", count = 2 }' in told


def test_a_piece_lies_where_it_fits():
    lay = [
        Lay(component="tiles", at=("1-35", "middle")),
        Lay(component="hexagon", at=("36",)),
        *GAMES["turno"].rule_sets["loop"].setup.lay[2:],
    ]
    told = faults(with_setup("turno", "loop", lay))
    assert "tiles do not fit on middle" in told
    assert "hexagon do not fit on 36" in told


def test_what_was_counted_is_reported():
    reports = {(game, r.id): r.setup for game in GAMES for r in check_game(GAMES[game]).rule_sets}
    told = {(claim.text, claim.arithmetic) for claim in reports["turno", "loop"]}
    assert ("6 pawns on Mat for the track", "middle: 1 place, 6 on each") in told
    assert ("29 tiles on Mat for the track", "8-36: 29 places") in told
    assert ("die: as many as are needed", "1 of 1") in told
    told = {(claim.text, claim.arithmetic) for claim in reports["turno", "turnooi"]}
    counted = next(how for text, how in told if text == "tiles: as many as are needed")
    assert counted.endswith(" = 36 of 36")


def test_a_set_up_is_as_well_known_as_it_says_and_by_whom():
    game = GAMES["tawula"]
    (report,) = check_game(game).rule_sets
    laid = [claim for claim in report.setup if not claim.text.startswith("Example")]
    assert {(claim.status, claim.source) for claim in laid} == {("stated", "falkener-1892")}
    known = Disputed(
        status="disputed",
        question="Where?",
        readings=(
            Reading(source="dlp-1429", says="Here."),
            Reading(source="falkener-1892", says="There."),
        ),
        follows="falkener-1892",
        because="Older.",
    )
    setup = game.rule_sets["anatolia-1845"].setup
    (report,) = check_game(with_setup("tawula", "anatolia-1845", setup.lay, known=known)).rule_sets
    laid = report.setup
    assert {(claim.status, claim.source) for claim in laid} == {("disputed", "falkener-1892")}


def test_places_left_to_the_players_choice_are_counted():
    sides = (("red", "blue"), ("a1-f2",)), (("green", "yellow"), ("a5-f6",))
    chosen = [Lay(component="pieces", pieces=two, at=at, count=9) for two, at in sides]
    beside = [Lay(component="pieces", pieces=two, count=9) for two, _ in sides]
    game = with_setup("compositie", "untitled", (*chosen, *beside))
    (report,) = [r for r in check_game(game).rule_sets if r.id == "untitled"]
    red_and_blue = report.setup[0]
    assert red_and_blue.text == "9 pieces (red, blue) on Board"
    assert red_and_blue.arithmetic == "a1-f2: 12 places, 3 of them left empty"


def positions(game, rule_set):
    """Return the places of each named group of pieces on the board."""
    return {
        lay.pieces or lay.component: set(spelled_out(lay.at))
        for lay in GAMES[game].rule_sets[rule_set].setup.lay
        if lay.at
    }


def test_punt_match_fills_the_first_two_rows_of_both_sides():
    on_board = positions("punt-match", "square")
    assert on_board[("white",)] == {f"{column}{row}" for column in "abcdefg" for row in (1, 2)}
    assert on_board[("black",)] == {f"{column}{row}" for column in "abcdefg" for row in (6, 7)}


def test_three_starts_of_eleven_on_hexagons_share_no_cell_and_are_alike_when_turned():
    on_board = positions("punt-match", "hex-3")
    board = GAMES["punt-match"].components["hex-board"]
    middle = (board.size.width / 2, board.size.height / 2)
    assert sum(map(len, on_board.values())) == len(set().union(*on_board.values())) == 33
    shapes = []
    for names in on_board.values():
        centers = [place.center for place in board.places if place.name in names]
        apart = [((c.x - middle[0]) ** 2 + (c.y - middle[1]) ** 2) ** 0.5 for c in centers]
        shapes.append(sorted(round(distance, 6) for distance in apart))
    assert len(shapes[0]) == 11
    assert shapes[0] == shapes[1] == shapes[2]


def test_tawula_begins_with_two_on_the_rightmost_point_opposite_each_player():
    game = GAMES["tawula"]
    board = game.components["board"]
    on_board = positions("tawula", "anatolia-1845")
    assert on_board == {("white",): {"1"}, ("black",): {"13"}}
    by_name = {place.name: place.center for place in board.places}
    assert by_name["1"].x == max(center.x for center in by_name.values())
    assert by_name["1"].y < by_name["13"].y
    assert by_name["13"].x == min(center.x for center in by_name.values())
    counts = [
        (lay.pieces, lay.count or lay.each) for lay in game.rule_sets["anatolia-1845"].setup.lay
    ]
    assert counts[:4] == [(("white",), 2), (("black",), 2), (("white",), 13), (("black",), 13)]


@pytest.mark.parametrize(
    ("rule_set", "own", "area"),
    [("turnooi", ("123", "678"), "45"), ("turnooi-9x6", ("12", "56"), "34")],
)
def test_turnooi_leaves_the_two_rows_of_the_area_empty(rule_set, own, area):
    game = GAMES["turno"]
    setup = game.rule_sets[rule_set].setup
    board = game.components[setup.board]
    taken = {name for lay in setup.lay for name in spelled_out(lay.at)}
    assert taken == {place.name for place in board.places if place.name[1:] in "".join(own)}
    sides = [[name for name in taken if name[1:] in rows] for rows in own]
    assert [len(side) for side in sides] == [18, 18]
    marked = {name for zone in board.zones for name in spelled_out(zone.at)}
    assert marked == {place.name for place in board.places if place.name[1:] in area}


@pytest.mark.parametrize("rule_set", ["square", "hex-2", "hex-3"])
def test_the_starts_marked_on_a_board_are_those_of_the_start_position(rule_set):
    game = GAMES["punt-match"]
    setup = game.rule_sets[rule_set].setup
    note = {"square": None, "hex-2": "2", "hex-3": "3"}[rule_set]
    marks = {series.id: series.mark for series in game.components["pawns"].series}
    marked = {
        (zone.mark, frozenset(spelled_out(zone.at)))
        for zone in game.components[setup.board].zones
        if zone.sign == "start" and zone.note == note
    }
    assert marked == {(marks[lay.pieces[0]], frozenset(spelled_out(lay.at))) for lay in setup.lay}


def test_a_pawn_has_four_turns():
    lay = [white(("a1-b7",), turned=4), BLACK]
    told = faults(with_setup("punt-match", "square", lay))
    assert "turned 4: a whole turn is 4, so write 0 to 3" in told


def test_a_hexagon_has_six_turns():
    (rule_set,) = EXAMPLE.rule_sets.values()
    lay = tuple(
        replace(one, turned=5) if one.component == "tiles" and one.at else one
        for one in rule_set.setup.lay
    )
    changed = replace(rule_set, setup=replace(rule_set.setup, lay=lay))
    assert faults(replace(EXAMPLE, rule_sets={"lagoon": changed})) == ""


def test_places_are_counted_without_being_named():
    words = ("a1-c4", "d7", "0101-0210", "3-9", "b-d")
    assert count_places(words) == len(spelled_out(words)) == 12 + 1 + 20 + 7 + 3
    with pytest.raises(ValueError, match="name at most 10000 places"):
        count_places(["a1-cv100"] * 10_000)
    with pytest.raises(ValueError, match="from the lower name to the higher"):
        count_places(["b2-a1"])


@pytest.mark.parametrize("at", ["a1-b", "b2-a1", "{a1}", "a1-zzz9999"])
def test_words_that_are_not_places_are_refused_when_they_are_read(at):
    with pytest.raises(ValueError, match=r"at: (a range|write a place such as)"):
        white((at,))
    with pytest.raises(ValueError, match=r"show: (a range|write a place such as)"):
        Example(board="board", after="setup", show=(at,))


def test_a_chain_of_a_thousand_examples_is_played_out():
    game = GAMES["turno"]
    first = Example(board="board", lay=[{"component": "pawns", "pieces": ["red"], "at": ["a1"]}])
    chain = {"e0": first} | {
        f"e{n}": Example(board="board", after=f"e{n - 1}") for n in range(1, 2000)
    }
    check_order_of(chain, None)
    rule_set = replace(game.rule_sets["checkers"], examples=chain, turn=(), setup=None)
    last = resolve(game, chain["e1999"], rule_set)
    assert [piece.place for piece in last.laid] == ["a1"]
    with pytest.raises(ValueError, match=r"examples.e0.after: goes in a circle: e0, e1999, e1998"):
        check_order_of(chain | {"e0": Example(board="board", after="e1999")}, None)


def test_many_faults_of_one_entry_are_counted():
    told = faults(with_setup("turno", "turnooi", [white(("x1-z90",))]))
    assert re.search(r"there is no place x20; and 25\d more faults", told)
