"""Frames repeated over lists, ranges and grids, and what braces compute."""

import pytest
from helpers.game_folder import GameFolder

from pnp.base.geometry import Point
from pnp.components.faces.conditions import parse_condition
from pnp.components.faces.frames import Layout
from pnp.components.faces.repeat import MOST_FRAMES
from pnp.components.faces.wording import parse_computed, parse_wording

TEXT = {"kind": "text", "at": "5x5mm", "area": "6x4mm", "text": "{item}"}


def repeated(repeat, **keys):
    frame = TEXT | keys | {"repeat": repeat}
    return Layout.model_validate({"frames": [frame]}, context={}).frames


def texts(repeat, **keys):
    return [frame.text.fill({}) for frame in repeated(repeat, **keys)]


def test_a_list_gives_a_copy_for_each_item_a_step_further():
    first, second = repeated({"over": ["Mon", 2], "step": "10x1mm"})
    assert (first.text.fill({}), second.text.fill({})) == ("Mon", "2")
    assert (first.at, second.at) == (Point(5, 5), Point(15, 6))


def test_a_range_goes_up_or_down():
    assert texts({"from": 8, "to": 10, "step": "1x0mm"}) == ["8", "9", "10"]
    assert texts({"from": 1, "to": -1, "step": "1x0mm"}) == ["1", "0", "-1"]
    assert texts({"to": 3, "step": "1x0mm"}) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("keys", "places"),
    [
        ({"columns": 2, "rows": 2}, ["1 1", "1 2", "2 1", "2 2"]),
        ({"to": 3, "columns": 2}, ["1 1", "1 2", "2 1"]),
        ({"to": 3, "rows": 2}, ["1 1", "2 1", "1 2"]),
        ({"to": 2}, ["1 1", "2 2"]),
    ],
)
def test_copies_fill_rows_or_columns(keys, places):
    assert texts(keys | {"step": "7x5mm"}, text="{row} {column}") == places


def test_a_copy_moves_right_and_down_whatever_edge_it_is_measured_from():
    _, second = repeated({"to": 2, "step": "3x-2mm"}, at="right 20mm, bottom 10mm")
    assert second.at.across.away.mm == pytest.approx(17)
    assert second.at.down.away.mm == pytest.approx(12)


def test_values_of_a_copy_are_filled_in_everywhere():
    (shape,) = Layout(
        frames=[
            {
                "kind": "shape",
                "fill": "{item}",
                "gradient": {"stops": ["{item}", "#000"]},
                "when": "item = gold and cost >= {index}",
                "repeat": {"over": ["gold", "red"], "step": "1x1mm"},
            }
        ]
    ).frames
    assert shape.fill.text == "gold"
    assert shape.gradient.stops[0].paint.text == "gold"
    assert shape.when.columns == ("cost",)
    assert shape.shown_on({"cost": "1"})
    assert not shape.shown_on({"cost": "0"})


def test_arithmetic_with_columns_and_values_is_computed_for_each_row():
    first, second = repeated({"to": 2, "step": "1x1mm"}, text="{hp - index * 2} {upper(item)}")
    assert second.text.text == "{hp - 2 * 2} 2"
    assert parse_computed("hp - 2 * 2").of({"hp": "2.5"}) == "-1.5"
    assert first.columns == ("hp - 1 * 2",)


def test_a_choice_and_an_optional_part_take_values():
    assert texts({"over": ["a"], "step": "1x1mm"}, text="{item}[[ of {item}]]") == ["a of a"]
    (frame,) = repeated({"over": ["a"], "step": "1x1mm"}, text="{title|item}[[ {item}: {title}]]")
    assert frame.text.fill({}) == "a"
    assert frame.text.fill({"title": "T"}) == "T a: T"
    assert parse_wording(frame.text.text).fill({"title": "T"}) == "T a: T"


@pytest.mark.parametrize(
    ("repeat", "fault"),
    [
        ({"step": "1x1mm"}, "write what it is repeated over"),
        ({"columns": 3, "step": "1x1mm"}, "write what it is repeated over"),
        ({"over": ["a"], "to": 3, "step": "1x1mm"}, "either over or to"),
        ({"to": 3}, "all copies would lie in one place"),
        ({"from": 3, "step": "1x1mm"}, "a range needs its end"),
        ({"over": ["{title}"], "step": "1x1mm"}, "leave out the braces"),
        ({"over": [], "step": "1x1mm"}, "over"),
        ({"to": 7, "columns": 2, "rows": 3, "step": "1x1mm"}, "have room for 6, not for 7"),
        ({"to": MOST_FRAMES + 1, "step": "1x1mm"}, "at most 2,500 frames"),
        ({"columns": 10**6, "rows": 10**6, "step": "1x1mm"}, "repeated 1,000,000,000,000 times"),
    ],
)
def test_faults_of_repeats_say_what_would_be_right(repeat, fault):
    with pytest.raises(ValueError, match=fault):
        repeated(repeat)


def test_copies_without_a_step_are_turned_about_the_middle():
    frames = repeated({"to": 3, "turn": 150}, turn=90)
    assert [frame.turn for frame in frames] == [90, 240, 30]
    assert len({frame.at for frame in frames}) == 1


def test_a_frame_below_another_is_not_repeated():
    with pytest.raises(ValueError, match="a frame below another is not repeated"):
        repeated({"to": 2, "step": "1x1mm"}, below="title")


def test_an_item_that_is_no_number_cannot_be_computed_with():
    with pytest.raises(ValueError, match=r"frames\[1\]\.repeat: item is 'a', which is no number"):
        repeated({"over": ["a"], "step": "1x1mm"}, text="{item + 1}")
    with pytest.raises(ValueError, match="compares numbers, not 'a'"):
        repeated({"over": ["a"], "step": "1x1mm"}, when="hp > {item}")


def test_what_is_never_printed_after_an_item_is_refused():
    with pytest.raises(ValueError, match="upper is no column; write the column in parentheses"):
        repeated({"over": ["a"], "step": "1x1mm"}, text="{item|upper}")
    with pytest.raises(ValueError, match="item is never empty here, so title is never printed"):
        repeated({"over": ["a"], "step": "1x1mm"}, text="{item|title}")


def test_frames_after_a_repeated_one_keep_their_numbers():
    frames = [TEXT | {"repeat": {"to": 2, "step": "1x1mm"}}, TEXT | {"text": "x"}]
    assert Layout(frames=frames).places("front") == (
        "front.frames[1].repeat[1]",
        "front.frames[1].repeat[2]",
        "front.frames[2]",
    )


@pytest.mark.parametrize(
    ("name", "cells", "made"),
    [
        ("cost + 1", {"cost": "2"}, "3"),
        ("cost * 0.1", {"cost": "3"}, "0.3"),
        ("cost / 2", {"cost": "4.0"}, "2"),
        ("cost + 1", {"cost": ""}, ""),
        ("card.number - 1", {"card.number": "3"}, "2"),
        ("upper(title)", {"title": r"<b>Straße</b>\nam See"}, r"<b>STRASSE</b>\nAM SEE"),
        ("lower( title )", {"title": "ÉCLAIR"}, "éclair"),
    ],
)
def test_braces_compute(name, cells, made):
    assert parse_computed(name).of(cells) == made


@pytest.mark.parametrize("name", ["title", "card.number", "Hit points", "2024", "a + ", "x y + 1"])
def test_other_names_are_columns(name):
    assert parse_computed(name) is None


def test_conditions_compare_columns():
    condition = parse_condition("{cost + 1} > {gold} and tags contains {tag}")
    assert condition.columns == ("cost + 1", "gold", "tags", "tag")
    cells = {"cost + 1": "3", "gold": "2.0", "tags": "a, b", "tag": "b"}
    assert condition.holds(cells)
    assert not condition.holds(cells | {"gold": "3"})
    assert not condition.holds(cells | {"gold": ""})
    assert not condition.holds(cells | {"tag": ""})


NUMBER = 'kind = "text", text = "{cost + 1}", at = "5x5mm", area = "50x9mm"'


@pytest.fixture
def own(tmp_path):
    return GameFolder(tmp_path / "river")


def test_a_card_prints_what_is_computed_from_its_row(own):
    frame = 'kind = "text", text = "{upper(title)} {item + cost}", at = "5x5mm", area = "50x9mm"'
    own.deck(
        frame + ', repeat = { from = 10, to = 20, columns = 1, step = "0x6mm" }, '
        'when = "{cost + item} <= {most}"',
        rows="title,cost,most\nMühle,2.0,13\n",
    )
    assert own.load().components["events"].filled[0]["11 + cost"] == "13"
    assert own.face().lines == ["MÜHLE 12", "MÜHLE 13"]


def test_a_cell_that_is_no_number_is_named_with_its_line_and_its_frame(own):
    own.deck(NUMBER, rows="title,cost\nA,1\nB,\nC,two\n")
    (fault,) = own.faults()
    assert fault.endswith(
        "events.csv, line 4: front.frames[1]: cost is 'two', which is no number to compute with"
    )


def test_a_cell_of_a_card_without_the_frame_may_be_no_number(own):
    own.deck(NUMBER + ', when = "title != C"', rows="title,cost\nA,1\nC,-\n")
    assert own.face().lines == ["2"]


def test_a_column_named_by_the_whole_text_comes_first(own):
    own.deck(NUMBER.replace("cost + 1", "HP / DEF"), rows="HP / DEF,HP,DEF\n4/5,6,2\n")
    assert own.face().lines == ["4/5"]


def test_a_wrong_name_in_braces_is_told_once_with_what_would_be_right(own):
    frame = NUMBER.replace("cost + 1", "index * cots").replace("50x9mm", "5x9mm")
    own.deck(frame + ', repeat = { to = 5, step = "5x0mm" }', rows="title,cost\nA,1\n")
    (fault,) = own.faults()
    assert "front.frames[1].repeat[1]: there is no column 'cots'; did you mean 'cost'?" in fault
    own.deck(NUMBER.replace("cost + 1", "title|upper"), rows="title,cost\nA,1\n")
    (fault,) = own.faults()
    assert "upper is no column; write the column in parentheses, such as {upper(title)}" in fault


def test_copies_keep_their_places_and_are_translated_one_by_one(own):
    frame = 'kind = "text", at = "5x5mm", area = "50x9mm"'
    own.deck(
        f'{frame}, text = "{{item}}", repeat = {{ over = ["Mill", "Inn"], step = "0x9mm" }}',
        f'{frame}, text = "River"',
    )
    own.write(
        "rules/definition.de.toml",
        'Mill = "Mühle"\nInn = "Wirt"\nRiver = "Fluss"\nEvents = "Ereignisse"\n'
        '"A card game about a river." = "Ein Kartenspiel."\n',
    )
    front = own.load("de").components["events"].front
    assert [frame.text.text for frame in front.frames] == ["Mühle", "Wirt", "Fluss"]
    assert front.places("front")[1:] == ("front.frames[1].repeat[2]", "front.frames[2]")


def test_values_of_the_game_change_letters_and_are_no_numbers(own):
    text = NUMBER.replace("cost + 1", "upper(game.name)")
    assert own.deck(text, rows="a,b\n1,2\n").face().lines == ["RIVER"]
    own.deck(NUMBER.replace("cost + 1", "upper(game.version)"), rows="a,b\n1,2\n")
    assert "{game.version}: the definition states no version" in own.faults()[0]
    own.deck(NUMBER.replace("cost + 1", "game.version + 1"), rows="a,b\n1,2\n")
    assert "game.version is a text, with which nothing is computed" in own.faults()[0]


def test_a_condition_that_no_copy_meets_is_a_fault():
    with pytest.raises(ValueError, match="no copy meets 'item > 5', so the frame is never seen"):
        repeated({"to": 3, "step": "1x1mm"}, when="item > 5")
