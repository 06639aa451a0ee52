"""Trays: compartments for pieces, shares of a box, and trays that fit into one."""

import pytest

from pnp.base.errors import DefinitionError
from pnp.components.registry import draw_component
from pnp.definitions import load_game

GAME = """
name = "Larder"
summary = "Jars."
stock = "0.3mm"

[components.cards]
kind = "deck"
name = "Cards"
size = "63x88mm"
fronts = "1-5"
backs = "1-10"

[components.coins]
kind = "counters"
name = "Coins"
diameter = "20mm"
series = [{ id = "gold", color = "#d9a21b", mark = "star", copies = 24 }]

[components.die]
kind = "die"
name = "Die"
edge = "18mm"
faces = [1, 2, 3, 4, 5, 6]

[components.box]
kind = "tuckbox"
name = "Box"
of = ["cards"]
"""


@pytest.fixture
def game(tmp_path):
    def load(**trays):
        tables = [
            f'\n[components.{key.replace("_", "-")}]\nkind = "tray"\nname = "Tray"\n{lines}\n'
            for key, lines in trays.items()
        ]
        folder = tmp_path / "larder"
        folder.mkdir(exist_ok=True)
        (folder / "game.toml").write_text(GAME + "".join(tables), encoding="utf-8")
        return load_game(folder / "game.toml").game

    return load


def figures(game, key="tray"):
    return game.components[key].claim_figures(game)


def refusal(game, **trays):
    with pytest.raises(DefinitionError) as error:
        game(**trays)
    return "\n".join(error.value.faults)


def test_a_stack_of_cards_is_as_high_as_its_cards_in_their_sleeves_and_a_tenth(game):
    bare = figures(game(tray='of = ["cards"]'))
    sleeved = figures(game(tray='of = ["cards"]\nsleeve = "66x91mm"'))
    assert bare["height"] == pytest.approx(50 * 0.3 * 1.1)
    assert sleeved["height"] == pytest.approx(50 * 0.5 * 1.1)
    assert sorted((sleeved["width"], sleeved["depth"])) == [67, 92]
    assert sleeved["outer_height"] == pytest.approx(50 * 0.5 * 1.1 + 3)
    assert (sleeved["pieces"], sleeved["compartments"]) == (50, 1)


def test_pieces_that_a_laser_cuts_are_as_thick_as_the_wood_unless_one_says_otherwise(game):
    wood = figures(game(tray='of = ["coins"]\nwood = "4mm"'))
    card = figures(game(tray='of = ["coins"]\nthickness = "1.5mm"'))
    assert card["height"] == pytest.approx(24 / card["compartments"] * 1.5 * 1.1)
    assert wood["height"] == pytest.approx(24 / wood["compartments"] * 4 * 1.1)


def test_a_die_takes_its_edge_each_way(game):
    die = figures(game(tray='of = ["die"]'))
    assert (die["width"], die["depth"], die["height"]) == (19, 19, 19.8)


def test_shares_are_what_is_left_of_a_box_by_walls_dividers_and_play(game):
    box = figures(
        game(
            tray='columns = ["40mm", "*", "*"]\nrows = ["*"]\ninside = "200x100x40mm"\nplay = "2mm"'
        )
    )
    assert box["widths"] == (40, pytest.approx(73), pytest.approx(73))  # of 198 - 4 * 3
    assert box["depths"] == (pytest.approx(92),) * 3
    assert box["height"] == pytest.approx(40 - 2 - 3)
    assert (box["outer_width"], box["spare_width"]) == (198, 2)


@pytest.mark.parametrize("lid", ["lift-off", "slide-on", "slide-in", "hinge"])
def test_a_tray_that_fills_a_box_fits_into_it_with_any_lid(game, lid):
    made = game(tray=f'columns = ["*", "*"]\nrows = ["*"]\ninside = "200x150x60mm"\nlid = "{lid}"')
    box = figures(made)
    assert [box[f"outer_{key}"] for key in ("width", "depth", "height")] == [199, 149, 59]


def test_rows_are_written_from_the_back_and_filled_as_one_reads(game):
    made = game(
        tray='columns = ["70mm", "30mm"]\nrows = ["95mm", "30mm"]\nheight = "30mm"\n'
        'of = ["cards", "die", "coins"]'
    )
    plan = made.components["tray"].arrangement(made)
    front, back = plan.rows
    assert [one.lot.component if one.lot else "" for one in back] == ["cards", "die"]
    assert [one.lot.component if one.lot else "" for one in front] == ["coins", ""]
    assert [row[0].room.height for row in plan.rows] == [30, 95]


def test_trays_in_a_box_that_one_has_leave_what_is_spare(game):
    made = game(
        flat='columns = ["60mm"]\nrows = ["80mm"]\nheight = "20mm"',
        high='columns = ["30mm"]\nrows = ["40mm"]\nheight = "47mm"',
        chest='trays = [["flat", "high"], ["flat-2"]]\ninside = "120x180x52mm"\nplay = "2mm"',
        flat_2='columns = ["100mm"]\nrows = ["60mm"]\nheight = "20mm"',
    )
    chest = figures(made, "chest")
    assert chest["outer_width"] == 2 + 106  # the wider row
    assert chest["outer_depth"] == 2 + 86 + 66
    assert chest["outer_height"] == 2 + 50
    assert [chest[f"spare_{key}"] for key in ("width", "depth", "height")] == [12, 26, 0]
    assert not made.components["chest"].is_cut
    (piece,) = draw_component(made, "chest")
    assert piece.front.size == (120, 180)


def test_a_box_of_wood_around_trays_has_walls_of_its_own(game):
    made = game(
        flat='columns = ["60mm"]\nrows = ["80mm"]\nheight = "20mm"',
        chest='trays = [["flat"]]\nplay = "2mm"\nwood = "4mm"\nlid = "lift-off"',
    )
    chest = figures(made, "chest")
    assert made.components["chest"].is_cut
    assert chest["outer_width"] == 60 + 2 * 3 + 2 + 2 * 4
    assert chest["height"] == 20 + 3 + 2


def test_an_open_box_of_cards_is_as_high_as_the_dividers_that_stand_out_of_it(game):
    lines = 'of = ["cards"]\ndividers = ["A", "B"]'
    open_tray, closed = (figures(game(tray=lines + lid)) for lid in ("", '\nlid = "lift-off"'))
    assert open_tray["height"] == pytest.approx(0.6 * 88)
    assert open_tray["outer_height"] == 3 + 88 + 12
    assert closed["outer_height"] > 3 + 88 + 12 + 3
    said = refusal(game, tray=lines, chest='trays = [["tray"]]\ninside = "200x200x60mm"')
    assert "chest: is 44 mm too high for the inside of 200x200x60mm" in said


def test_boxes_say_by_how_much_their_trays_are_too_large(game):
    flat = 'columns = ["60mm"]\nrows = ["80mm"]\nheight = "20mm"'
    said = refusal(game, flat=flat, chest='trays = [["flat"]]\ninside = "60x86.5x30mm"')
    assert "chest: is 7 mm too wide and 0.5 mm too deep for the inside of 60x86.5x30mm" in said
    assert "takes 67x87x24mm, 1 mm of play included" in said
    said = refusal(game, tray='of = ["cards"]\ninside = "60x100x12mm"')
    assert "tray: is 11 mm too wide and 8.5 mm too high for the inside" in said


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "write what it holds: of, or columns and rows, or trays"),
        ('of = ["cards"]\ntrays = [["tray"]]', "write what it holds"),
        ('columns = ["500cm", "500cm"]\nrows = ["40mm"]\nheight = "20mm"', "at most 5000 mm"),
        ('columns = ["*"]', "write both columns and rows"),
        ('columns = ["*"]\nrows = ["40mm"]\nheight = "20mm"', '"*" shares a box'),
        ('columns = ["9mm"]\nrows = ["40mm"]', "height: is needed"),
        ('columns = ["4mm"]\nrows = ["40mm"]', "5 mm wide or more, not '4mm'"),
        ('columns = [40]\nrows = ["40mm"]', 'a length with its unit, such as "40mm", or "*"'),
        ('columns = ["40mm"]\nrows = ["40mm"]\nheight = "8mm"', "they need 9 mm"),
        ('of = ["cards"]\nslope = 20', "slope: is of a tray with columns and rows"),
        ('of = ["cards"]\nheight = "20mm"', "height: is of a tray with columns and rows"),
        ('of = ["cards"]\nslope = 60', "slope: "),
        ('of = ["coins"]\nsleeve = "standard"', "sleeve: is of cards, and there are none"),
        ('of = ["cards"]\nsleeve = "mini-euro"', "does not fit into a sleeve of 46x71mm"),
        ('of = ["cards", "cards"]', "of: name each once"),
        ('of = ["box"]', "'box' is a box itself; name what lies in it"),
        ('of = ["tray"]', "'tray' is a box itself"),
        ('of = ["nuts"]', "nuts"),
        ('trays = [["tray"]]', "'tray' holds trays itself"),
        ('trays = [["cards"]]', "there is no component 'cards' of kind tray"),
        ('of = ["cards"]\ninside = "200x100mm"', "write width, depth and height with their unit"),
        (
            'of = ["cards"]\ninside = "3x3x3mm"',
            "inside: 3x3x3mm is 9 mm too small for plates of 3 mm and a compartment of 5 mm",
        ),
        (
            'columns = ["90mm", "*"]\nrows = ["*"]\ninside = "100x90x40mm"',
            "columns: take 93 mm with plates of 3 mm between them, and leave 0 mm of 93 mm",
        ),
        (
            'columns = ["40mm"]\nrows = ["70mm"]\nheight = "20mm"\nslope = 30',
            "slope: a floor of 30 degrees rises to 42.1 mm in a row of 70 mm",
        ),
        (
            'columns = ["40mm"]\nrows = ["40mm"]\nheight = "12mm"\nof = ["coins"]',
            "of: compartment 1, 40x40mm and 12 mm high, holds 16 of 'coins', not 24",
        ),
        (
            'columns = ["40mm"]\nrows = ["40mm"]\nheight = "12mm"\nof = ["coins", "die"]',
            "of: has 2 components for 1 compartments",
        ),
        ('columns = ["9mm"]\nrows = ["9mm"]\nheight = "9mm"\ndividers = ["A"]', "dividers: is of"),
        ('of = ["cards"]\nface.front.frames = []', "face: is cut from wood"),
    ],
)
def test_what_is_wrong_with_a_tray_is_said_in_a_line(game, lines, said):
    assert said in refusal(game, tray=lines)


def test_trays_of_thousands_of_pieces_are_refused_at_once(game, tmp_path):
    series = ", ".join(
        f'{{ id = "s{n}", color = "#d9a21b", text = "{n}", copies = 1000 }}' for n in range(9)
    )
    heap = 'of = ["heap"]\n[components.heap]\nkind = "counters"\nname = "Heap"\n'
    said = refusal(game, tray=f'{heap}diameter = "20mm"\nseries = [{series}]')
    assert "its pieces make more than 100 stacks; use several trays" in said
