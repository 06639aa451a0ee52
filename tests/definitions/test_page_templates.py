"""Page templates: those that come with pnp, and a user's own with everything wrong told at once."""

import itertools
import re
from math import dist
from pathlib import Path

import pytest

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.geometry import Rect, Size
from pnp.definitions.data_files import built_in, find_template, load_template

OWN = """
name = "Own labels"
paper = "a5"
stock = "adhesive"
size = "40x30mm"
status = "measured"
source = "measured with a ruler"

[[slots]]
left = "10mm"
top = "20mm"
columns = 2
rows = 3
pitch = "45x35mm"

[[slots]]
left = "100mm"
top = "20.0001mm"
"""


def own(tmp_path: Path, *changes: tuple[str, str], name: str = "own.toml") -> Path:
    text = OWN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def faults(file: Path) -> list[str]:
    with pytest.raises(DefinitionError) as refusal:
        load_template(file)
    lines = str(refusal.value).splitlines()
    assert all(line.startswith(f"{file}: ") for line in lines)
    return [re.sub(r"^line \d+: ", "", line.removeprefix(f"{file}: ")) for line in lines]


def test_there_are_cards_round_labels_and_mini_cards():
    american = {"business-cards", "poker-8", "poker-9", "round-2in", "square-2in"}
    here = set(built_in("pages"))
    assert {"business-cards", "mini-cards", "round-63", "round-65"} <= here
    assert {f"us-{name}" for name in american} <= here


@pytest.mark.parametrize("name", [name for name in built_in("pages") if name.startswith("us-")])
def test_american_sheets_lie_in_the_middle_of_letter(name):
    template = load_template(find_template(name))
    places = template.places
    page = template.page
    assert template.paper.name == "letter"
    right = page.width - max(place.right for place in places)
    below = page.height - max(place.bottom for place in places)
    assert places[0].x == pytest.approx(right, abs=0.01)
    assert places[0].y == pytest.approx(below, abs=0.01)


@pytest.mark.parametrize("name", built_in("pages"))
def test_every_template_that_comes_with_pnp_fits_its_paper_and_its_slots_lie_apart(name):
    sheet = load_template(find_template(name))
    page = Rect(0, 0, *sheet.page)
    assert len(sheet.places) == sheet.count > 1
    assert all(page.contains(slot) and slot.size == sheet.size for slot in sheet.places)
    for one, other in itertools.combinations(sheet.places, 2):
        if sheet.shape == "circle":
            assert dist(one.center, other.center) >= one.width
        else:
            assert not one.overlaps(other)
    assert len(sheet.source) > 40
    if sheet.status == "derived":
        assert "Derived" in sheet.source


@pytest.mark.parametrize(
    ("name", "count", "size", "first", "last"),
    [
        ("business-cards", 10, (85, 54), (15, 13.5), (110, 229.5)),
        ("mini-cards", 16, (44, 68), (17, 12.5), (149, 216.5)),
        ("round-65", 12, (65, 65), (5, 15.5), (140, 216.5)),
        ("round-63", 12, (63.5, 63.5), (5.25, 14.75), (141.25, 218.75)),
    ],
)
def test_the_numbers_are_those_of_the_source(name, count, size, first, last):
    sheet = load_template(find_template(name))
    assert (sheet.count, sheet.size, sheet.paper.name) == (count, Size(*size), "a4")
    assert sheet.places[0][:2] == first
    assert sheet.places[-1][:2] == pytest.approx(last)


@pytest.mark.parametrize("name", ["business-cards", "mini-cards", "round-63", "round-65"])
def test_these_sheets_are_the_same_either_way_round(name):
    sheet = load_template(find_template(name))
    width, height = sheet.page
    places = {tuple(round(n, 6) for n in slot) for slot in sheet.places}
    assert places == {
        tuple(round(n, 6) for n in (width - s.right, s.y, *s.size)) for s in sheet.places
    }
    assert places == {
        tuple(round(n, 6) for n in (s.x, height - s.bottom, *s.size)) for s in sheet.places
    }


def test_slots_come_in_reading_order_from_whichever_block_they_are(tmp_path):
    sheet = load_template(own(tmp_path))
    assert sheet.id == "own"
    places = [(slot.x, round(slot.y)) for slot in sheet.places]
    assert places == [(10, 20), (55, 20), (100, 20), (10, 55), (55, 55), (10, 90), (55, 90)]


def test_slots_lie_side_by_side_if_no_pitch_is_written(tmp_path):
    sheet = load_template(own(tmp_path, ('pitch = "45x35mm"', "")))
    assert [slot.x for slot in sheet.places[:2]] == [10, 50]


def test_a_sheet_may_lie(tmp_path):
    sheet = load_template(own(tmp_path, ('paper = "a5"', 'paper="a5"\norientation = "landscape"')))
    assert sheet.page == (210, 148)


def test_everything_that_is_wrong_is_reported_at_once(tmp_path):
    file = own(
        tmp_path,
        ('paper = "a5"', 'paper = "a77"'),
        ('stock = "adhesive"', 'stock = "sticky"\ncolour = "white"'),
        ('size = "40x30mm"', 'size = "40 by 30"'),
        ("columns = 2", "columns = 0"),
        ('left = "100mm"', ""),
    )
    told = faults(file)
    assert len(told) == 6
    for words in (
        "paper: 'a77' is not known; write one of a0, a1",
        "stock: 'sticky' is not known; write one of perforated, adhesive, plain",
        "colour: is not a key that is known here",
        "size: ",
        "slots[1].columns: must be 1 or more, not 0",
        "slots[2].left: is missing",
    ):
        assert any(words in line for line in told), words


def test_what_is_missing_is_reported(tmp_path):
    (tmp_path / "bare.toml").write_text("", encoding="utf-8")
    told = faults(tmp_path / "bare.toml")
    assert told == [
        f"{key}: is missing"
        for key in ("name", "paper", "stock", "size", "slots", "status", "source")
    ]


def test_slots_past_the_paper_and_on_one_another_are_reported_with_their_numbers(tmp_path):
    file = own(
        tmp_path,
        ('pitch = "45x35mm"', 'pitch = "30x35mm"'),
        ('left = "100mm"', 'left = "120mm"'),
        ('size = "40x30mm"', 'size = "40x30mm"\ncorner = "16mm"'),
    )
    assert faults(file) == [
        "corner: is at most 15 mm in slots of this size",
        "slots: 1 and 2 overlap; write a larger pitch",
        "slots: 3 (120 mm from the left, 20.0001 mm from the top) goes past 148x210mm paper",
        "slots: 4 and 5 overlap; write a larger pitch",
        "slots: 6 and 7 overlap; write a larger pitch",
    ]


def test_circles_are_as_wide_as_high_and_may_be_nested(tmp_path):
    wide = own(tmp_path, ('size = "40x30mm"', 'size = "40x30mm"\nshape = "circle"'))
    assert "size: a circle is as wide as it is high, not 40x30mm" in faults(wide)
    cornered = own(
        tmp_path, ('size = "40x30mm"', 'size = "30mm"\nshape = "circle"\ncorner = "1mm"')
    )
    assert faults(cornered) == ["corner: a circle has no corners; leave it out"]


def test_circles_may_be_nested_where_squares_would_lie_on_one_another(tmp_path):
    nested = [
        ('size = "40x30mm"', 'size = "30mm"'),
        ('pitch = "45x35mm"', 'pitch = "48x40mm"'),
        ('left = "100mm"', 'left = "34mm"'),
        ('top = "20.0001mm"', 'top = "40mm"'),
    ]
    assert len(faults(own(tmp_path, *nested))) > 0
    round_ones = ('stock = "adhesive"', 'stock = "adhesive"\nshape = "circle"')
    assert load_template(own(tmp_path, *nested, round_ones)).count == 7
    nearer = [
        *nested[:2],
        ('left = "100mm"', 'left = "33mm"'),
        ('top = "20.0001mm"', 'top = "38mm"'),
    ]
    assert faults(own(tmp_path, *nearer, round_ones)) == [
        "slots: 1 and 3 overlap; write a larger pitch"
    ]


def test_so_many_slots_are_a_mistake(tmp_path):
    told = faults(own(tmp_path, ("rows = 3", "rows = 3000")))
    assert told == ["slots: there are 6001, and at most 500 are allowed"]


def test_the_id_is_the_files_name(tmp_path):
    assert faults(own(tmp_path, ('name = "Own labels"', 'name = "L"\nid = "own"'))) == [
        "id: is not written here; the file's name is the template's id"
    ]
    named = own(tmp_path, name="My Labels.toml")
    assert faults(named) == [
        "the file's name is the template's id: write lower-case letters, digits and single "
        "hyphens, "
        "not 'My Labels'; rename the file, such as my-labels"
    ]


def test_a_file_that_is_not_toml_says_so(tmp_path):
    (tmp_path / "bad.toml").write_text("name = ", encoding="utf-8")
    assert "is not TOML" in faults(tmp_path / "bad.toml")[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bussiness", "'bussiness' is not known; write one of business-cards, mini-cards, round"),
        ("./nowhere.toml", "there is no file './nowhere.toml'; write the path of a .toml"),
        ("nowhere/labels", "there is no file 'nowhere/labels'"),
        ("a\0b.toml", "there is no file"),
    ],
)
def test_a_template_that_is_not_there_is_a_wrong_option(name, message):
    with pytest.raises(UsageError) as refusal:
        find_template(name)
    assert str(refusal.value).startswith("--template: ")
    assert message in str(refusal.value)
