"""Pictures of a game: which there are, and what is seen in them."""

from io import BytesIO
from pathlib import Path

import pytest
from helpers.command import refusal, run
from PIL import Image

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.components.registry import draw_component
from pnp.definitions import load_named
from pnp.pictures.job import PictureJob, PictureOptions
from pnp.pictures.scenes import SCENES, ShownPieces, draw_scene
from pnp.render import png

SIZE = Size(160, 120)
CLOTH = (46, 74, 98)  # of TURNO


def pictures(name, **options):
    """The pictures of a game, by path."""
    job = PictureJob.of(name, PictureOptions(pixels=(320, 240), **options))
    return {file.path: file.content() for file in job.files()}


def seen(game, scene, component, **shown):
    """A scene of a component as an image, half a pixel a millimetre."""
    drawn = draw_component(game, component)
    picture = draw_scene(scene, game, SIZE, ShownPieces(component, drawn, **shown))
    return Image.open(BytesIO(png.render(picture, "", 96, pixels=(320, 240), rgb=True)))


def test_a_game_with_cards_and_a_board_has_every_scene():
    found = pictures("turno")
    assert [*found] == [f"pictures/{scene}.png" for scene in SCENES]
    for content in found.values():
        image = Image.open(BytesIO(content))
        assert image.size == (320, 240)
        assert len(image.getcolors(100_000)) > 100


def test_what_does_not_suit_a_game_is_left_out_unless_it_is_asked_for():
    assert [*pictures("tawula")] == [f"pictures/{one}.png" for one in ("stack", "table", "box")]
    with pytest.raises(UsageError) as refused:
        pictures("tawula", scenes=("fan", "stack", "hand"))
    assert len(refused.value.faults) == 2
    assert "show as fan" in refused.value.faults[0]


def test_trays_for_a_laser_are_not_among_the_pieces_in_the_box():
    example = Path(__file__).parents[2] / "docs/reference/examples/tray"
    game = load_named(str(example)).loaded.game
    loose = {key: one for key, one in game.components.items() if not one.made_of_wood}
    shown = ShownPieces("goods", draw_component(game, "goods"))
    without = game.model_copy(update={"components": loose})
    assert len(loose) == 2
    assert draw_scene("box", game, SIZE, shown) == draw_scene("box", without, SIZE, shown)


def test_the_cards_of_a_fan_are_those_that_are_named():
    options = {"scenes": ("fan",), "component": "tiles", "formats": ("svg",)}
    few, more = (pictures("turno", pieces=picks, **options) for picks in ("1-3", "1-9"))
    (one,), (other,) = few.values(), more.values()
    assert one.startswith(b"<?xml") or one.startswith(b"<svg")
    assert len(other) > len(one)


def test_a_hand_is_held_closer_than_a_fan():
    game = load_named("turno").loaded.game
    rows = []
    for scene in ("fan", "hand"):
        image = seen(game, scene, "deck-36")
        rows.append(sum(image.getpixel((160, y)) == CLOTH for y in range(30, 210)))
    fan, hand = rows
    assert fan < hand  # seven smaller cards fill less of the picture's height than five


def test_the_table_shows_the_whole_board_of_the_rule_set():
    game = load_named("tawula").loaded.game
    image = seen(game, "table", "pieces")
    border = game.livery.depth * 2
    cloth = image.getpixel((round(border) + 4, round(border) + 4))
    corners = [(x, y) for x in (30, 290) for y in (30, 210)]
    assert [image.getpixel(one) for one in corners] == [cloth] * 4
    assert image.getpixel((160, 120)) != cloth


def test_a_stack_shows_the_back_beside_the_front():
    game = load_named("turnio").loaded.game
    image = seen(game, "stack", "chips")
    cloth = image.getpixel((160, 30))
    assert image.getpixel((160, 120)) == cloth  # between the two stacks
    assert cloth not in (image.getpixel((90, 120)), image.getpixel((230, 120)))


def test_pictures_are_in_the_language_and_for_the_rule_set(tmp_path):
    run("picture", "turno/loop", "--lang", "nl", "--scene", "box", "--out", tmp_path)
    assert (tmp_path / "turno/pictures/nl-loop/box.png").is_file()
    run("verify", tmp_path / "turno")


@pytest.mark.parametrize("pixels", ["9x9", "1600", "1600x", "axb", "99999x100"])
def test_a_picture_of_an_odd_size_is_refused(pixels):
    told = refusal("picture", "turno", "--pixels", pixels)
    assert "--pixels: write a width and a height from 100 to 8000 pixels, such as 1600x1200" in told


def test_the_same_game_makes_the_same_bytes():
    assert pictures("punt-match", scenes=("stack",)) == pictures("punt-match", scenes=("stack",))


def test_an_unknown_component_is_named_with_those_there_are():
    told = refusal("picture", "turno", "--component", "tile")
    assert "turno has no component 'tile'; it has: tiles, " in told


def test_the_cards_of_a_showcase_stand_in_a_row_on_their_paler_mirror_images():
    game = load_named("turnio").loaded.game
    image = seen(game, "showcase", "chips")
    cloth = image.getpixel((160, 30))

    def paper(rows):
        """The lightest colour in some rows, and how many columns are not cloth."""
        part = [[image.getpixel((x, y)) for x in range(30, 290)] for y in rows]
        across = sum(any(row[x] != cloth for row in part) for x in range(260))
        return max(map(sum, (one for row in part for one in row))), across

    (light, wide), (pale, as_wide) = paper(range(60, 115)), paper(range(140, 190))
    assert light > pale > sum(cloth)
    assert wide == pytest.approx(as_wide, abs=4)
