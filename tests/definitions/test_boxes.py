"""Paper and tuck boxes as definitions write them."""

import pytest

from pnp.base.errors import DefinitionError
from pnp.components.registry import kinds_able
from pnp.definitions import load_game

LARDER = """
name = "Larder"
summary = "A box of jars."
stock = "0.25mm"

[components.jars]
kind = "tiles"
name = "Jars"
size = "20x31mm"
fronts = "1-3"
backs = "0-1"

[components.lids]
kind = "deck"
name = "Lids"
fronts = "1-3"
backs = "1-3"

[components.cube]
kind = "die"
name = "Cube"
edge = "12mm"
opposites = [[1, 6], [2, 5], [3, 4]]

[components.case]
kind = "tuckbox"
name = "Case"
of = ["jars"]
"""


@pytest.fixture
def load(tmp_path):
    def run(*changes, **more):
        text = LARDER
        for old, new in changes:
            assert text.count(old) == 1
            text = text.replace(old, new)
        file = tmp_path / "larder" / "game.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        try:
            return load_game(file, **more)
        except DefinitionError as error:
            return [line.removeprefix(f"{file}: ") for line in str(error).splitlines()]

    return run


@pytest.mark.parametrize(
    ("written", "mm"),
    [('stock = "0.25mm"', 0.25), ('stock = "250gsm"', 0.3), ("", 0.3), ('stock = "0.05mm"', 0.05)],
)
def test_the_paper_is_written_by_thickness_or_weight_or_not_at_all(load, written, mm):
    assert load(('stock = "0.25mm"', written)).game.stock == pytest.approx(mm)


def test_another_paper_takes_its_place_and_the_digest_stays(load):
    chosen = load(stock=0.36)
    assert chosen.game.stock == 0.36
    assert chosen.sha256 == load().sha256


def test_a_box_has_its_usual_play_and_one_pile(load):
    case = load().game.components["case"]
    assert (case.of, case.stacks, case.play, case.count) == (("jars",), 1, 1.0, 1)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'stock = "0.25mm"',
            "stock = 0.25",
            'stock: write how thick the paper is, such as "0.35mm", or what it weighs, such as '
            '"300gsm", not 0.25',
        ),
        (
            'stock = "0.25mm"',
            'stock = "8mm"',
            "stock: paper is from 0.05 mm to 5 mm thick, not 8mm",
        ),
        (
            'of = ["jars"]',
            'of = ["cube"]',
            "components.case.of[1]: there is no component 'cube' of kind "
            f"{' or '.join(kinds_able('fits_tuckboxes'))}; there are: jars, lids",
        ),
        (
            'of = ["jars"]',
            "of = []",
            "components.case: write either of, the components that it holds, or its room",
        ),
        (
            'of = ["jars"]',
            'room = "60x90x20mm"\nstacks = 2',
            "components.case: stacks: are of a box for pieces; of this one its room says all",
        ),
        (
            'of = ["jars"]',
            'room = "60x90mm"',
            "components.case.room: write width, height and depth with their unit, such as "
            "\"60x90x20mm\", not '60x90mm'",
        ),
        ('of = ["jars"]', 'of = "jars"', "components.case.of: write a list in [ ], not 'jars'"),
        (
            'of = ["jars"]',
            'of = ["jars", "lids"]',
            "the game: components.case: a box holds pieces of one size, not 20x31mm and 44x68mm; "
            "give each a box",
        ),
        (
            'of = ["jars"]',
            'of = ["jars"]\nstacks = 7',
            "the game: components.case: 6 pieces do not make 7 stacks",
        ),
        (
            'of = ["jars"]',
            'of = ["jars"]\nstacks = 0',
            "components.case.stacks: must be 1 or more, not 0",
        ),
    ],
)
def test_a_wrong_box_is_reported_in_one_line(load, old, new, fault):
    assert load((old, new)) == [fault]
