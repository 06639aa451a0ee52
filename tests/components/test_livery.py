"""A game's livery on its boards, boxes and covers."""

import re
from collections.abc import Iterator

import pytest

from pnp.base.errors import DefinitionError
from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds, rectangle
from pnp.components.art.livery import draw_border, draw_field, draw_title
from pnp.components.registry import draw_component
from pnp.definitions import load_game, load_named, load_theme
from pnp.positions.cover import draw_game_cover
from pnp.render import png
from pnp.scene import Extra, Group, Item, Scene, Shape, Text, items_bounds, leaves_in, shapes_in
from pnp.scene.ink import Ink, InkSaver

COLORS = """
[livery.colors]
ground = "#f4e9cf"
tint = "#e7d3a6"
ink = "#2b1d12"
line = "#5a3a22"
cloth = "#4a2f1b"
accent = "#c98a3c"
"""
LIVERY = f"""
[livery]
border = "border.svg"
rim = "8mm"
field = "field.svg"
pitch = "5mm"
{COLORS}"""
BOARD = """
[components.board]
kind = "grid"
name = "Board"
rows = 3
columns = 4
cell = "20mm"
rim = "12mm"
frame = "8.9mm"
"""
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} 8">{body}</svg>'
CLOTH, ACCENT = "#4a2f1b", "#c98a3c"


@pytest.fixture
def game(tmp_path):
    """Return a reader of a game with a livery, whose tiles are 8 by 8 and 5 by 8 units."""
    half = '<rect y="{y}" width="8" height="4" fill="{fill}"/>'
    body = half.format(y=0, fill=CLOTH) + half.format(y=4, fill=ACCENT)
    dot = f'<circle cx="2.5" cy="4" r="1" fill="{ACCENT}"/>'
    folder = tmp_path / "inn"
    folder.mkdir()
    (folder / "border.svg").write_text(TILE.format(w=8, body=body))
    (folder / "field.svg").write_text(TILE.format(w=5, body=dot))

    def read(livery=LIVERY, more=BOARD, **how):
        text = f'name = "Inn"\nsummary = "A game."\n{livery}{more}'
        (folder / "game.toml").write_text(text)
        return load_game(folder / "game.toml", **how).game

    return read


def groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def fills(items: tuple[Item, ...]) -> set[object]:
    return {shape.style.fill for shape in shapes_in(items)}


def test_a_border_has_a_whole_number_of_tiles_on_each_side_and_four_corners(game):
    ornament, lines = draw_border(game(), Rect(0, 0, 100, 60), 8)
    assert isinstance(ornament, Group)
    tiles = [one for one in ornament.items if isinstance(one, Group)]
    assert len(tiles) == 2 * round(84 / 8) + 2 * round(44 / 8) + 4
    assert items_bounds(ornament.items) == pytest.approx(Rect(0, 0, 100, 60))
    assert isinstance(lines, Shape)
    assert [path_bounds(path) for path in lines.paths] == [
        Rect(0, 0, 100, 60),
        Rect(8, 8, 84, 44),
    ]


def test_the_lower_side_of_a_borders_tile_is_inwards(game):
    ornament, _ = draw_border(game(), Rect(0, 0, 100, 60), 8)
    assert isinstance(ornament, Group)
    inner = Rect(4, 4, 92, 52)
    halves = [
        tile._replace(items=(half,))
        for tile in ornament.items
        if isinstance(tile, Group) and len(list(shapes_in(tile.items))) == 2
        for half in shapes_in(tile.items)
        if half.style.fill == ACCENT
    ]
    shown = [bounds for half in halves if (bounds := items_bounds((half,)))]
    tiles = [one for one in shown if min(one.size) < 4.5]  # corners have diamonds of 4.8 mm
    assert len(tiles) == 2 * round(84 / 8) + 2 * round(44 / 8)
    assert all(inner.inset(-0.001).contains(one) for one in tiles)


@pytest.mark.parametrize(("name", "down"), [("punt-match", 4.5), ("compositie", 0.7)])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_no_seam_shows_where_the_pieces_of_a_border_meet(name, down, ink):
    border = draw_border(load_named(name).game, Rect(3.07, 3.03, 84.11, 66.3), 9)
    page = InkSaver(Ink(ink)).face(Scene(Size(90, 72), border), straight=False)
    picture = png.draw(page, *png.pixel_size(page, 200)).convert("RGB")
    row = int((3.03 + down) * 200 / 25.4)
    first, last = (int((3.07 + at) * 200 / 25.4) for at in (8, 70))
    assert len({picture.getpixel((column, row)) for column in range(first, last)}) == 1


def test_a_field_stays_within_its_outline(game):
    outline = rectangle(Rect(3, 4, 31, 22))
    (field,) = draw_field(game(), outline)
    bounds = items_bounds((field,))
    assert bounds == pytest.approx(Rect(3, 4, 31, 22))
    assert {CLOTH, ACCENT} == fills((field,))


def test_a_title_without_a_drawing_is_in_letters_that_fit(game):
    title = draw_title(game(), Rect(0, 0, 30, 10), "#000000")
    assert isinstance(title, Text)
    assert title.string == "Inn"
    assert title.width <= 30


def test_less_ink_outlines_a_border_between_its_two_lines_and_leaves_out_a_pattern(game):
    (piece,) = draw_component(game(), "board")
    assert any(one.extra is Extra.BORDER for one in groups(piece.front.items))
    for ink in (Ink.LOW, Ink.BLACK):
        saved = piece.inked(InkSaver(ink)).front
        assert not any(one.extra is Extra.ORNAMENT for one in groups(saved.items))
        (border,) = (one for one in groups(saved.items) if one.extra is Extra.BORDER)
        assert fills((border,)) == {"#ffffff"}
        assert any(shape.style.stroke for shape in shapes_in(border.items))
        assert CLOTH not in fills(saved.items)
        lines = [s.paths for s in shapes_in(saved.items) if len(s.paths) == 2 and s.style.stroke]
        assert [path_bounds(path) for path in lines[-1]] == [
            pytest.approx(Rect(0.9, 0.9, 102.2, 82.2)),
            pytest.approx(Rect(8.9, 8.9, 86.2, 66.2)),
        ]


def test_letters_on_a_rim_lie_on_plates_in_the_border(game):
    (piece,) = draw_component(game(more=BOARD.replace("8.9mm", "1.8mm")), "board")
    assert any(one.extra is Extra.BORDER for one in groups(piece.front.items))
    plates = [
        path_bounds(shape.paths[0])
        for shape in piece.front.items
        if isinstance(shape, Shape) and shape.style.fill == "#f4e9cf"
    ]
    letters = [one for one in leaves_in(piece.front.items) if isinstance(one, Text)]
    marked = {text.string for text in letters for plate in plates if plate.contains(_box(text))}
    assert {"a", "b", "c", "d", "1", "2", "3"} <= marked


def _box(text):
    return Rect(text.at.x, text.at.y - 1, text.width, 1)


def test_a_title_is_solid_in_every_ink(game, tmp_path):
    (tmp_path / "inn" / "title.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 8"><path d="M0 0h30v8H0z" '
        f'fill="#2b1d12"/><path d="M31 0h9v8h-9z" fill="{ACCENT}"/></svg>'
    )
    titled = game(LIVERY.replace("[livery]", '[livery]\ntitle = "title.svg"'))
    title = draw_title(titled, Rect(0, 0, 80, 30), "#000000")
    for ink, colors in ((Ink.LOW, 2), (Ink.BLACK, 1)):
        saved = InkSaver(ink).face(Scene(Size(80, 30), (title,)), False).items
        assert len(fills(saved)) == colors
        assert "#ffffff" not in fills(saved)
        assert not any(shape.style.stroke for shape in shapes_in(saved))


def test_what_a_laser_burns_has_no_border(game):
    (piece,) = draw_component(game(), "board", plain=True)
    assert not any(one.extra is Extra.BORDER for one in groups(piece.front.items))


def test_components_take_the_colours_of_a_livery_unless_they_set_their_own(game):
    assert game().components["board"].ground == "#f4e9cf"
    own = game(more=BOARD + 'ground = "#ffffff"\n')
    assert own.components["board"].ground == "#ffffff"


def test_a_theme_repaints_a_livery_and_its_tiles(game):
    themed = game(theme=load_theme("high-contrast"))
    assert themed.livery.colors.ground == "#ffffff"
    (piece,) = draw_component(themed, "board")
    assert not {CLOTH, ACCENT} & fills(piece.front.items)


def test_the_classic_theme_leaves_a_game_its_livery(game):
    assert game(theme=load_theme("classic")) == game()


def test_a_cover_on_paper_has_the_border_and_the_title(game):
    items = draw_game_cover(game(), Size(100, 80), on_paper=True).items
    assert any(one.extra is Extra.BORDER for one in groups(items))
    assert "Inn" in [leaf.string for leaf in leaves_in(items) if isinstance(leaf, Text)]


@pytest.mark.parametrize(
    ("livery", "fault"),
    [
        (
            LIVERY.replace('ink = "#2b1d12"', 'ink = "#c0b090"'),
            "colors.ink: ink #c0b090 has a contrast of",
        ),
        (LIVERY.replace('accent = "#c98a3c"', 'accent = "#4a2f1b"'), "is accent already"),
        (LIVERY.replace('"8mm"', '"80mm"'), "rim: is from 2 to 40 mm, not 80 mm"),
        (LIVERY.replace("border.svg", "boder.svg"), "livery.border: 'boder.svg'"),
        (f'[livery]\ncorner = "field.svg"\n{COLORS}', "corner: there is no border"),
        (LIVERY.replace('line = "#5a3a22"', ""), "livery.colors.line: is missing"),
    ],
)
def test_faults_of_a_livery_are_told_with_their_place(game, livery, fault):
    with pytest.raises(DefinitionError, match=re.escape(fault)):
        game(livery)


def test_a_box_has_the_pattern_all_over_and_panels_on_front_and_back(game):
    cards = """
[components.cards]
kind = "deck"
name = "Cards"
fronts = "1-6"
backs = "1-6"
[components.box]
kind = "tuckbox"
name = "Box"
of = ["cards"]
"""
    (box,) = draw_component(game(more=cards), "box")
    ornaments = [one for one in groups(box.front.items) if one.extra is Extra.ORNAMENT]
    assert items_bounds(ornaments[:1]) == pytest.approx(Rect(0, 0, *box.front.size))
    panels = [
        shape
        for shape in shapes_in(box.front.items)
        if shape.style.fill == "#f4e9cf" and shape.style.stroke
    ]
    assert len(panels) == 2
    saved = box.inked(InkSaver(Ink.LOW)).front
    assert CLOTH not in fills(saved.items)


def test_a_box_with_a_title_of_its_own_has_it_in_letters(game):
    livery = LIVERY.replace('rim = "8mm"', 'rim = "8mm"\ntitle = "border.svg"')
    more = '\n[components.cards]\nkind = "deck"\nname = "Cards"\nfronts = "1-6"\nbacks = "1-6"\n'
    more += '[components.box]\nkind = "tuckbox"\nname = "Box"\nof = ["cards"]\n'

    def words(text):
        (box,) = draw_component(game(livery, text), "box")
        return [leaf.string for leaf in leaves_in(box.front.items) if isinstance(leaf, Text)]

    assert "Inn" in words(more)  # on the spines
    assert words(more).count("Inn") < words(more + 'title = "Tavern"\n').count("Tavern")


def test_a_tile_that_is_no_picture_is_told_when_it_is_drawn(game, tmp_path):
    made = game()
    (tmp_path / "inn" / "field.svg").write_text("<svg")
    with pytest.raises(DefinitionError, match=r"inn: livery: 'field.svg' is not SVG: line 1"):
        dict(made.livery_pictures)
