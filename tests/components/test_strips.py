"""Strips: rows as high as their text, and every word in its own column."""

import re

import pytest
from helpers.components import draw, game_of
from helpers.script_fonts import LINES, script_font

from pnp.base.errors import LayoutError
from pnp.base.font_files import Family, Typefaces
from pnp.base.path import path_bounds
from pnp.components.registry import draw_component
from pnp.components.strips import MOST_ROWS, StripRow, Strips
from pnp.components.strips.draw import EDGE, PAD
from pnp.scene import Role, Shape, Text, item_bounds

LONG = "Move up to three of your units, then attack with any that stand beside an enemy."
ROWS = (
    StripRow(label="March", text="Move."),
    StripRow(label="Attack", text=LONG),
    StripRow(label="Rest"),
)


def strips(**keys):
    values = {"width": 70.0, "rows": ROWS, **keys}
    return Strips(kind="strips", name="Orders", **values)


def scene_of(one):
    (piece,) = draw(one)
    return piece.front


def texts_of(one):
    return [item for item in scene_of(one).items if isinstance(item, Text)]


def stripes(one):
    return [
        item_bounds(item)
        for item in scene_of(one).items
        if isinstance(item, Shape) and item.style.fill == one.stripe
    ]


def test_a_strip_is_as_wide_as_asked_for_and_as_high_as_its_rows():
    narrow, wide = (scene_of(strips(width=width)) for width in (60.0, 120.0))
    assert (narrow.size.width, wide.size.width) == (60, 120)
    assert narrow.size.height > wide.size.height
    (cut,) = [i for i in narrow.items if isinstance(i, Shape) and i.role is Role.CUT]
    assert tuple(path_bounds(cut.paths[0]).size) == pytest.approx(tuple(narrow.size))


def test_a_row_is_at_least_as_high_as_asked_for_and_higher_if_its_text_is():
    one = strips(row=9.0)
    first, third = stripes(one)
    assert (first.height, third.height) == pytest.approx((9, 9))
    assert third.y - first.bottom > 9
    lines = [text for text in texts_of(one) if text.string in LONG]
    assert len(lines) > 2
    assert all(first.bottom < item_bounds(line).y for line in lines)
    assert all(item_bounds(line).bottom < third.y for line in lines)


def test_labels_and_texts_keep_to_their_columns():
    one = strips(label=20.0)
    left = stripes(one)[0].x
    for text in texts_of(one):
        bounds = item_bounds(text)
        if text.string in {"March", "Attack", "Rest"}:
            assert left < bounds.x < bounds.right < left + 20
        else:
            assert left + 20 < bounds.x < bounds.right < stripes(one)[0].right


def test_all_of_a_text_is_written():
    written = " ".join(text.string for text in texts_of(strips(width=45.0)))
    assert "".join(written.split()).count("".join(LONG.split())) == 1


@pytest.mark.parametrize(
    ("values", "labels"),
    [("0-3", ["3", "2", "1", "0"]), ("3-0", ["0", "1", "2", "3"]), ("7-7", ["7"])],
)
def test_values_run_from_the_top_the_last_one_first(tmp_path, values, labels):
    from pnp.definitions import load_game

    folder = tmp_path / "orders"
    folder.mkdir()
    (folder / "game.toml").write_text(
        'name = "Orders"\nsummary = "Values."\n[components.life]\nkind = "strips"\n'
        f'name = "Life"\nwidth = "20mm"\nvalues = "{values}"\n'
    )
    life = load_game(folder / "game.toml").game.components["life"]
    assert [text.string for text in sorted(texts_of(life), key=lambda t: t.at.y)] == labels


def test_a_title_and_a_note_stand_above_the_rows():
    one = strips(title="Orders", note="One for each player")
    top = stripes(one)[0].y
    above = [text.string for text in texts_of(one) if item_bounds(text).bottom <= top]
    assert above == ["Orders", "One for each player"]
    assert scene_of(one).size.height > scene_of(strips()).size.height


def test_copies_are_pieces_of_one_drawing():
    (piece,) = draw(strips(copies=4))
    assert (piece.copies, strips(copies=4).count) == (4, 4)


def test_every_word_that_has_no_room_is_reported_with_its_row():
    rows = (
        StripRow(label="Incomprehensibilities"),
        StripRow(label="b", text="Pneumonoultramicroscopicsilicovolcanoconiosis"),
    )
    with pytest.raises(LayoutError) as refusal:
        draw(strips(width=30.0, rows=rows, label=10.0))
    told = str(refusal.value).splitlines()
    assert [line.split(":")[0] for line in told] == ["rows[2].text", "rows[1].label"]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"rows": None}, "write either rows or values"),
        ({"values": (1, 0)}, "write either rows or values"),
        ({"label": 70.0}, "label: a first column of 70 mm leaves nothing of a strip of 70 mm"),
    ],
)
def test_an_impossible_strip_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        strips(**keys)


@pytest.mark.parametrize("values", ["0", "a-b", "0-1000", f"0-{MOST_ROWS}", "1-2-3"])
def test_an_invalid_range_is_reported_with_what_would_be_right(tmp_path, values):
    from pnp.base.errors import DefinitionError
    from pnp.definitions import load_game

    folder = tmp_path / "orders"
    folder.mkdir()
    (folder / "game.toml").write_text(
        'name = "Orders"\nsummary = "Values."\n[components.life]\nkind = "strips"\n'
        f'name = "Life"\nwidth = "20mm"\nvalues = "{values}"\n'
    )
    with pytest.raises(DefinitionError, match=r"components\.life\.values: (write a range|a strip)"):
        load_game(folder / "game.toml")


def test_text_that_is_read_from_the_right_begins_there():
    said = LINES["ar"]
    rows = (StripRow(label="Rest", text="Wait."), StripRow(label="Draw", text=f"{said} {said}"))
    game = game_of(strips(rows=rows, title=said))
    family = Family(script_font("ar"), None, None, None, "ar")
    game = game.model_copy(update={"typefaces": Typefaces({"ar": family}, labels="ar")})
    (piece,) = draw_component(game, "it")
    texts = [item for item in piece.front.items if isinstance(item, Text)]
    ends = {round(one.at.x + one.width, 3) for one in texts if set(one.string) & set(said) - {" "}}
    assert ends == {70.0 - EDGE, 70.0 - EDGE - PAD}
    (wait,) = [one for one in texts if one.string == "Wait."]
    assert wait.at.x < 70 / 2
