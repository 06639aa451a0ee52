"""Parts of SVG files by their ids: what they show, how large they are, and which are missing."""

import pytest
from helpers.picture_files import quarters, saved

from pnp.base.errors import PictureError
from pnp.base.geometry import Rect, Size
from pnp.images.file import draw_picture, read_picture
from pnp.images.svg import read_svg
from pnp.scene import items_bounds, shapes_in

SHEET = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60" fill="#112233">
<defs>
  <path id="pip" d="M0 0h4v4h-4z"/>
  <g id="king_spade" fill="#aa0000"><use href="#pip" x="10"/><use href="#pip" x="20" y="8"/></g>
  <symbol id="coin" viewBox="0 0 20 10"><circle cx="10" cy="5" r="4"/></symbol>
  <svg id="map" viewBox="5 5 30 20"><path d="M10 10h5v5h-5z"/></svg>
  <linearGradient id="fade"/>
  <g id="empty"/>
</defs>
<g fill="#00aa00" transform="scale(2)"><path id="leaf" d="M5 5h10v5h-10z"/></g>
<g style="display:none"><path id="hidden" d="M0 0h8v2H0z"/></g>
<g clip-path="url(#nothing)"><path id="whole" d="M0 0h50v30H0z"/></g>
<filter id="blur"/><path id="line" d="M0 40h30" stroke="#000000" stroke-width="2" fill="none"/>
</svg>"""
SPRITES = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<defs><path id="star" d="M0 0h9v9z"/></defs></svg>"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "cards.svg").write_bytes(SHEET)
    (tmp_path / "sprites.svg").write_bytes(SPRITES)
    (tmp_path / "art.png").write_bytes(saved(quarters()))
    return tmp_path


@pytest.mark.parametrize(
    ("part", "size", "colors"),
    [
        ("king_spade", (14, 12), {"#aa0000"}),
        ("pip", (4, 4), {"#112233"}),
        ("coin", (20, 10), {"#112233"}),
        ("map", (30, 20), {"#112233"}),
        ("leaf", (20, 10), {"#00aa00"}),
        ("hidden", (8, 2), {"#112233"}),
        ("whole", (50, 30), {"#112233"}),
        ("line", (32, 2), {None}),
    ],
)
def test_a_part_is_as_large_as_what_it_draws_or_its_view_box(folder, part, size, colors):
    picture = read_picture(folder, f"cards.svg#{part}")
    assert (picture.width, picture.height) == pytest.approx(size)
    drawn = read_svg(SHEET, part)
    assert {shape.style.fill for shape in shapes_in(drawn.items)} == colors


def test_a_part_fills_its_place(folder):
    picture = read_picture(folder, "cards.svg#king_spade")
    place = Rect(3, 4, 28, 24)
    assert items_bounds((draw_picture(picture, place),)) == pytest.approx(place)


def test_what_lies_beside_a_symbol_in_its_view_box_stays_in_place(folder):
    picture = read_picture(folder, "cards.svg#coin")
    bounds = items_bounds((draw_picture(picture, Rect(0, 0, 40, 20)),))
    assert bounds == pytest.approx(Rect(12, 2, 16, 16))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "cards.svg#king_spad",
            "has no part 'king_spad'; did you mean 'king_spade'? "
            "(there are: king_spade, coin, map, empty)",
        ),
        (
            "cards.svg#spade_king",
            "has no part 'spade_king'; did you mean 'king_spade'? "
            "(there are: king_spade, coin, map, empty)",
        ),
        (
            "cards.svg#fade",
            "has no drawing 'fade': that is a <linearGradient> "
            "(there are: king_spade, coin, map, empty)",
        ),
        ("cards.svg#empty", "draws nothing"),
        ("sprites.svg", "draws nothing; write one of its parts after a #: star"),
        ("art.png#star", "is not an SVG file, so it has no part 'star'"),
        ("cards.svg#", "cannot be read: No such file or directory"),
    ],
)
def test_a_part_that_cannot_be_shown_is_reported_in_one_line(folder, name, told):
    with pytest.raises(PictureError) as refused:
        read_picture(folder, name)
    assert str(refused.value) == told


def test_ids_of_hostile_length_are_shortened(folder):
    with pytest.raises(PictureError) as refused:
        read_picture(folder, f"cards.svg#{'x' * 5000}")
    assert len(str(refused.value)) < 200


def test_a_file_whose_name_has_a_hash_is_that_file(folder):
    (folder / "plan#2.svg").write_bytes(SPRITES.replace(b"defs", b"g"))
    assert read_picture(folder, "plan#2.svg").part == ""
    assert read_picture(folder, "plan#2.svg#star").part == "star"


def test_a_part_needs_nothing_that_shapes_show_of_the_others(folder):
    mixed = SHEET.replace(b'<filter id="blur"/>', b'<image id="photo"/>')
    with pytest.raises(PictureError):
        read_svg(mixed)
    assert read_svg(mixed, "leaf").size == Size(20, 10)


def test_a_script_anywhere_in_the_file_is_refused(folder):
    with pytest.raises(PictureError, match="script"):
        read_svg(SHEET.replace(b'<filter id="blur"/>', b"<script/>"), "leaf")


def test_an_empty_drawing_without_shapes_is_a_blank_picture():
    assert read_svg(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>').items == ()


def test_a_file_is_parsed_once_for_all_its_parts(folder, monkeypatch):
    from pnp.images.svg import reader

    parsed = []
    read_tree = reader.read_tree
    monkeypatch.setattr(reader, "read_tree", lambda data: parsed.append(data) or read_tree(data))
    fresh = SHEET.replace(b"100 60", b"100 61")
    for part in ("pip", "coin", "map", "leaf"):
        read_svg(fresh, part)
    assert len(parsed) == 1
