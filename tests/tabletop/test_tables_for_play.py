"""Tables for Tabletop Simulator, read back from their JSON."""

import json
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import dist

import pytest
from helpers.tabletop_reader import TableObject, everything, read_table, snap_points, urls
from shapely import Point, Polygon

from pnp.definitions import built_in_games, find_game, games_to_copy, load_game
from pnp.sheets.options import SheetOptions
from pnp.sheets.plan import plan_build
from pnp.tabletop.job import SaveFile, Tabletop

NEAR = 0.5  # mm
EXAMPLES = games_to_copy()
RULE_SETS = [
    (name, key)
    for name in (*built_in_games(), "alder-ford", "bird-clock", "shallows")
    for key in load_game(find_game(str(EXAMPLES.get(name, name)))).game.rule_sets
]


class Made:
    """The saves of a game, without its images drawn."""

    def __init__(self, name: str) -> None:
        self.loaded = load_game(find_game(str(EXAMPLES.get(name, name))))
        self.game = self.loaded.game
        options = SheetOptions(formats=("tts",))
        tabletop = Tabletop(self.loaded, plan_build(self.game, options), options)
        self.box, *tables = tabletop.saves()
        self.tables = {file.rule_set: file for file in tables}
        pictures = {image.path.rpartition("/")[2]: image for image in tabletop.images}
        self.previews = {n: image for n, image in pictures.items() if image.kind == "preview"}
        self.images = {n: image for n, image in pictures.items() if n not in self.previews}
        self.pixels = {name: image.pixels for name, image in self.images.items()}

        self.lying = {
            key: read_table(file.content, self.pixels) for key, file in self.tables.items()
        }

    def on_table(self, rule_set: str) -> list[TableObject]:
        return self.lying[rule_set]

    @property
    def files(self) -> tuple[SaveFile, ...]:
        return (self.box, *self.tables.values())


made = cache(Made)
each_rule_set = pytest.mark.parametrize(("name", "rule_set"), RULE_SETS)
each_game = pytest.mark.parametrize("name", dict(RULE_SETS))


@each_rule_set
def test_board_is_in_the_middle_at_its_size_and_locked(name, rule_set):
    one = made(name)
    setup = one.game.rule_sets[rule_set].setup
    board, *_ = one.on_table(rule_set)
    assert board.json["Locked"] is True
    assert (board.x, board.y) == (0, 0)
    assert board.size == pytest.approx(one.game.boards[setup.board].size, abs=0.1)


@each_rule_set
def test_every_place_of_the_setup_has_its_pieces(name, rule_set):
    one = made(name)
    setup = one.game.rule_sets[rule_set].setup
    board = one.game.boards[setup.board]
    lying = one.on_table(rule_set)
    for lay in (lay for lay in setup.lay if lay.at):
        component = one.game.components[lay.component]
        pieces = [thing for thing in lying if thing.component == component.name]
        left = lay.count
        for at in board.require_places(lay.at, "at"):
            if left is not None and left < 1:
                break
            place = board.by_name[at]
            middle = (place.center.x - board.size.width / 2, place.center.y - board.size.height / 2)
            ground = Polygon(
                (p.x - board.size.width / 2, p.y - board.size.height / 2)
                for p in board.outline(place)
            )
            here = [p for p in pieces if ground.buffer(NEAR).contains(Point(p.x, p.y))]
            assert len(here) == lay.on_each
            assert min(dist((p.x, p.y), middle) for p in here) < NEAR or component.stands
            if len(here) == 1:
                assert dist((here[0].x, here[0].y), middle) < NEAR
            if lay.pieces:
                names = {p.json["Nickname"].rpartition(": ")[2] for p in here}
                called = (component.text_of(name, one.game).title for name in lay.pieces)
                assert names <= {*lay.pieces, *called}
            left = left if left is None else left - lay.on_each


@each_rule_set
def test_nothing_overlaps_but_what_lies_on_one_another(name, rule_set):
    for one, other in combinations(made(name).on_table(rule_set), 2):
        if abs(one.height - other.height) < 0.09:
            assert one.ground.intersection(other.ground).area < 1.0


@each_game
def test_nothing_in_the_box_overlaps(name):
    things = read_table(made(name).box.content, made(name).pixels)
    for one, other in combinations(things, 2):
        assert one.ground.intersection(other.ground).area < 1.0


@each_rule_set
def test_table_has_all_that_the_rule_set_needs_and_its_aids(name, rule_set):
    one = made(name)
    parts = one.game.rule_sets[rule_set].parts
    there = Counter(thing["Tags"][-1] for thing in everything(one.tables[rule_set].content))
    assert there == {
        one.game.components[part.component].name: part.count
        for part in parts
        if one.game.components[part.component].tabletop_shape
    }


def test_what_lies_at_random_is_mixed():
    one = made("compositie")
    lying = [p for p in one.on_table("pick-two-one") if p.component == "Pieces"]
    in_rows = sorted(lying, key=lambda p: (round(p.y), round(p.x)))
    colours = [p.json["Nickname"] for p in in_rows]
    changes = sum(a != b for a, b in pairwise(colours))
    assert len(colours) == 36
    assert changes > 20  # of 35, where 26 are to be expected


def test_each_colour_is_there_as_often_as_it_is_needed():
    pawns = Counter(
        thing["Nickname"]
        for thing in everything(made("punt-match").tables["hex-3"].content)
        if "Pawns" in thing["Tags"]
    )
    assert sorted(pawns.values()) == [11, 11, 11]
    tiles = Counter(
        thing["Nickname"]
        for thing in everything(made("turno").tables["loop"].content)
        if "Tiles" in thing["Tags"]
    )
    assert len(tiles) == 36


@each_game
def test_pieces_have_their_size(name):
    one = made(name)
    for rule_set in one.tables:
        for thing in one.on_table(rule_set):
            component = next(c for c in one.game.components.values() if c.name == thing.component)
            if thing.json["Name"] != "Bag" and component.face_size and not component.stands:
                assert sorted(thing.size) == pytest.approx(sorted(component.face_size), rel=0.01)


@each_game
def test_images_have_the_proportions_of_their_pieces(name):
    for image in made(name).images.values():
        across, along = image.pixels
        shape = made(name).game.components[image.component].tabletop_shape
        width, height = image.scene.size
        if shape == "hexagon":
            assert across == along  # a square from corner to corner
        elif shape in ("rounded", "circle", "box", "board"):
            assert image.scene.size == image.size
        assert across / along == pytest.approx(width / height, rel=0.003)


@each_game
def test_every_image_is_shown_and_every_one_shown_is_made(name):
    one = made(name)
    shown = set()
    for file in one.files:
        for thing in everything(file.content):
            shown |= urls(thing)
    assert shown == set(one.images)
    assert all(max(image.pixels) <= 4096 and image.rgb for image in one.images.values())


@each_game
def test_each_table_has_a_preview_with_its_name(name):
    one = made(name)
    names = {file.path.rpartition("/")[2].replace(".json", ".png") for file in one.tables.values()}
    assert set(one.previews) == names
    assert {image.pixels for image in one.previews.values()} == {(256, 256)}


def test_tiles_go_into_hands_and_counters_do_not():
    tiles = everything(made("turno").tables["domino"].content)
    assert {thing["Hands"] for thing in tiles if "Tiles" in thing["Tags"]} == {True}
    pawns = everything(made("punt-match").tables["square"].content)
    assert {thing["Hands"] for thing in pawns} == {False}


def test_pieces_turn_with_their_places():
    one = made("turno")
    board = one.game.boards["loop-mat"]
    places = [
        (p.center.x - board.size.width / 2, p.center.y - board.size.height / 2, p.turn)
        for p in board.places
    ]
    tiles = [thing for thing in one.on_table("loop") if thing.component == "Tiles"]
    assert len(tiles) == 36
    for tile in tiles:
        *_, turn = min(places, key=lambda place: dist(place[:2], (tile.x, tile.y)))
        assert tile.turn == pytest.approx(turn % 360, abs=0.01)
    assert len({round(tile.turn) for tile in tiles}) > 3


@pytest.mark.parametrize(
    ("name", "rule_set", "turned"),
    [("turno", "loop", True), ("turno", "checkers", False), ("punt-match", "hex-2", False)],
)
def test_snap_points_are_on_the_places_of_the_board(name, rule_set, turned):
    one = made(name)
    board = one.game.boards[one.game.rule_sets[rule_set].setup.board]
    points = list(snap_points(one.on_table(rule_set)[0]))
    assert len(points) == len(board.places)
    for (x, y, turn), place in zip(points, board.places, strict=True):
        middle = (place.center.x - board.size.width / 2, place.center.y - board.size.height / 2)
        assert dist((x, y), middle) < NEAR
        assert turn == (pytest.approx(place.turn % 360) if turned else None)


def test_table_to_read_has_no_snap_points():
    tables = made("alder-ford").on_table("battle")
    (battle,) = (thing for thing in tables if thing.json["Nickname"] == "Battle table")
    assert battle.json["AttachedSnapPoints"] == []


def test_deck_lies_face_down_and_laid_out_cards_face_up():
    cards = [one.json for one in made("bird-clock").on_table("morning") if one.component == "Cards"]
    turned = {card["Name"]: card["Transform"]["rotZ"] for card in cards}
    assert turned == {"CardCustom": 0, "DeckCustom": 180}
    (deck,) = (card for card in cards if card["Name"] == "DeckCustom")
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == 57
    assert len(deck["CustomDeck"]) == 1


def test_notebook_has_the_rules_in_each_language_as_plain_text():
    one = made("turno")
    tabs = json.loads(one.tables["loop"].content)["TabStates"]
    assert [tab["title"].rpartition("(")[2] for tab in tabs.values()] == [
        "en)",
        "de)",
        "fr)",
        "nl)",
    ]
    assert len({tab["body"] for tab in tabs.values()}) == 4
    assert one.game.rule_sets["loop"].summary in tabs["0"]["body"]
    for tab in tabs.values():
        assert not any(sign in tab["body"] for sign in ("**", "[", "<", "{{", "|"))


@each_rule_set
def test_each_player_has_a_seat(name, rule_set):
    one = made(name)
    seats = json.loads(one.tables[rule_set].content)["Hands"]["HandTransforms"]
    assert len({seat["Color"] for seat in seats}) == one.game.rule_sets[rule_set].players.most


@each_game
def test_ids_are_unique_and_names_tell_the_piece(name):
    for file in made(name).files:
        ids, rest = [], list(json.loads(file.content)["ObjectStates"])
        while rest:
            thing = rest.pop()
            ids.append(thing["GUID"])
            rest += thing.get("ContainedObjects", ())
            assert thing["Nickname"]
            assert made(name).game.name in thing["Description"]
        assert len(ids) == len(set(ids))
        assert all(len(id) == 6 and int(id, 16) >= 0 for id in ids)


def test_same_game_makes_the_same_bytes():
    again, once = Made("tawula"), made("tawula")
    assert [file.content for file in again.files] == [file.content for file in once.files]


# Of the Knowledge Base's classes, of tts-types, and of saves in use (Bag, Tags, PlayerCounts ...).
SAVE_WORDS = (
    "SaveName Date VersionNumber GameMode GameType GameComplexity PlayerCounts Tags Gravity "
    "PlayArea Table Sky Note TabStates Hands ComponentTags LuaScript LuaScriptState XmlUI "
    "ObjectStates"
)
OBJECT_WORDS = (
    "GUID Name Transform Nickname Description GMNotes Tags ColorDiffuse Locked Grid Snap "
    "Autoraise Sticky Tooltip HideWhenFaceDown Hands LuaScript LuaScriptState XmlUI CustomImage "
    "CustomDeck CardID DeckIDs SidewaysCard ContainedObjects Bag AttachedSnapPoints"
)


@each_game
def test_keys_are_those_of_the_format(name):
    for file in made(name).files:
        save = json.loads(file.content)
        assert set(save) <= set(SAVE_WORDS.split())
        assert set(save["TabStates"]) == {str(n) for n in range(len(save["TabStates"]))}
        for thing in (*save["ObjectStates"], *everything(file.content)):
            assert set(thing) <= set(OBJECT_WORDS.split())
            assert set(thing["Transform"]) == {
                f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"
            }
            decks = thing.get("CustomDeck", {})
            assert {id // 100 for id in thing.get("DeckIDs", [])} <= set(map(int, decks))
