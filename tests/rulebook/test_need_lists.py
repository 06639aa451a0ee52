"""The list that opens each sheet: pictures, counts by colour or kind, how to read the pieces."""

from math import dist

import pytest

from pnp.base.geometry import Point
from pnp.base.languages import piece_words
from pnp.definitions import find_game, load_game
from pnp.rulebook.blocks import Paragraph, PictureList, plain
from pnp.rulebook.sheet import rule_sheet
from pnp.scene import Group, Text
from pnp.typeset.spans import PT

TIMES = "\N{MULTIPLICATION SIGN}"


def lists_of(game, rule_set, lang="en"):
    loaded = load_game(find_game(game))
    head = rule_sheet(loaded.file.parent, loaded.game, rule_set, lang).chapter.head
    return [block for block in head if isinstance(block, PictureList)]


def told(game, rule_set, lang="en"):
    return [plain(item.runs) for one in lists_of(game, rule_set, lang) for item in one.items]


@pytest.mark.parametrize(
    ("game", "rule_set", "lang", "said"),
    [
        ("compositie", "untitled", "en", f"36 {TIMES} Pieces. 9 each of red, green, blue, yellow."),
        ("compositie", "untitled", "de", f"36 {TIMES} Steine. Rot, grün, blau, gelb (je\u00a09)."),
        ("tawula", "anatolia-1845", "en", f"30 {TIMES} Pieces. 15 white, 15 black."),
        ("tawula", "anatolia-1845", "nl", f"30 {TIMES} Schijven. 15 van elke kleur: wit, zwart."),
        (
            "tawula",
            "anatolia-1845",
            "fr",
            f"30 {TIMES} Pions. 15 de chaque couleur\u00a0: blanc, noir.",
        ),
        ("turno", "loop", "fr", f"6 {TIMES} Pions. Rouge, jaune, vert, bleu, blanc, noir."),
        ("turno", "loop", "en", f"6 {TIMES} Pawns. Red, yellow, green, blue, white, black."),
        ("tablut", "linnaeus-1732", "en", f"25 {TIMES} Pieces. 1 king, 8 Swedes, 16 Muscovites."),
        (
            *("tablut", "linnaeus-1732", "de"),
            f"25 {TIMES} Steine. 1 König, 8 Schweden, 16 Moskowiter.",
        ),
        ("punt-match", "hex-3", "en", f"33 {TIMES} Pawns. 11 each of white, black, red."),
        (
            *("turnio", "basic", "en"),
            f"38 {TIMES} Chips. 20 with four quarters, 18 with two quarters. "
            "19 turn clockwise, 19 turn anticlockwise.",
        ),
    ],
)
def test_pieces_are_counted_by_colour_or_kind_in_the_language(game, rule_set, lang, said):
    assert any(one.startswith(said) for one in told(game, rule_set, lang)), told(
        game, rule_set, lang
    )


def test_a_colour_with_a_name_of_its_own_is_called_by_it_in_every_language():
    words, kinds = piece_words("de"), {"red": 4, "blue": 4}
    assert words.tallied(kinds, {}, "en") == "4 rot, 4 blau"
    own = {"red": "Füchse", "blue": "Hunde"}
    assert words.tallied(kinds, own, "en") == "4 Füchse, 4 Hunde"
    spoken = piece_words("nl")
    assert spoken.tallied(kinds, {}, "en") == "4 van elke kleur: rood, blauw"
    assert spoken.tallied(kinds, own, "en") == "4 Füchse, 4 Hunde"


def test_what_helps_to_play_stands_apart_and_boxes_are_not_listed():
    needs, aids = lists_of("turno", "turnooi")
    assert len(needs.items) == 1
    assert [plain(item.runs).split(".")[0] for item in aids.items] == [
        f"1 {TIMES} Mat for TURNOOI",
        f"1 {TIMES} Tracker",
        f"1 {TIMES} Pawn",
    ]
    (chips,) = lists_of("turnio", "basic")
    assert not any("box" in plain(item.runs).lower() for item in chips.items)


def test_a_sheet_explains_how_to_read_a_piece_before_the_rules(pond):
    folder, _ = pond()
    file = folder / "game.toml"
    name = 'name = "Stones"'
    text = file.read_text(encoding="utf-8").replace(name, f'{name}\nexplained = "Grey and flat"')
    file.write_text(text, encoding="utf-8")
    chapter = rule_sheet(folder, load_game(file).game, "hop", "en").chapter
    assert (
        plain(chapter.head[-1].items[-1].runs) == f"5 {TIMES} Stones. Grey and flat. One a player."
    )


def test_the_object_stands_under_the_summary(pond):
    folder, _ = pond()
    file = folder / "game.toml"
    players = "players = { least"
    text = file.read_text(encoding="utf-8").replace(players, f'object = "Be dry."\n{players}', 1)
    file.write_text(text, encoding="utf-8")
    chapter = rule_sheet(folder, load_game(file).game, "hop", "en").chapter
    lead, aim = [block for block in chapter.head if isinstance(block, Paragraph)][1:3]
    assert (lead.kind, plain(aim.runs)) == ("lead", "Object: Be dry.")


def test_pieces_of_a_list_are_drawn_to_one_scale_and_boards_to_their_own():
    tiles, hexagon, *_ = lists_of("turno", "loop")[0].items
    game = load_game(find_game("turno")).game
    tile, large = game.components["tiles"].face_size, game.components["hexagon"].face_size
    shown, other = tiles.figure.picture.size, hexagon.figure.picture.size
    assert shown.height / tile.height == pytest.approx(other.height / large.height)
    (mat,) = lists_of("turno", "loop")[1].items
    assert max(mat.figure.picture.size) < max(shown.width, 20.1)


def test_no_letter_in_a_picture_is_smaller_than_six_points():
    for game, rule_set in (("turno", "turnooi"), ("tawula", "anatolia-1845")):
        for one in lists_of(game, rule_set):
            for item in one.items:
                assert min(sizes(item.figure.picture.items), default=6 * PT) >= 6 * PT


def sizes(items, scale=1.0):
    """Yield the size at which each text is printed."""
    for item in items:
        if isinstance(item, Text):
            yield item.size * scale
        elif isinstance(item, Group):
            start, end = map(item.transform.apply, (Point(0, 0), Point(1, 0)))
            yield from sizes(item.items, scale * dist(start, end))


@pytest.mark.parametrize(
    ("game", "rule_set"), [("turno", "loop"), ("tawula", "anatolia-1845"), ("turno", "checkers")]
)
def test_no_picture_of_a_part_is_too_small_to_see(game, rule_set):
    lists = lists_of(game, rule_set)
    pictures = [item.figure.picture for one in lists for item in one.items]
    assert min(max(picture.size) for picture in pictures) >= 9.999


def test_parts_in_a_row_have_one_scale():
    *_, pawns, die = (item.figure.picture.size for item in lists_of("turno", "loop")[0].items)
    assert pawns.height / die.height == pytest.approx(34 / 18)
