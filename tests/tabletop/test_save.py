"""The JSON of saves."""

from pnp.tabletop import save


def test_colliding_ids_are_made_unique():
    # Of as many by chance about seven pairs are alike.
    look = save.TileLook("front.png", "back.png", save.BOX, (1.0, 1.0, 1.0))
    tiles = [save.tile("t", look) for _ in range(15_000)]
    assert save.Save("many", "Many", [save.bag("many", tiles)]).json
    assert len({thing["GUID"] for thing in tiles}) == 15_000


def test_tint_is_the_colour_of_the_piece():
    look = save.TileLook("front.png", "", save.CIRCLE, (1.0, 1.0, 1.0))
    assert save.tinted(save.tile("t", look), "#ff0033")["ColorDiffuse"] == {
        "r": 1.0,
        "g": 0.0,
        "b": 0.2,
    }
